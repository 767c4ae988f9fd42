// A block: drawn, with its parts as buttons, and written, with what is out struck through.

import { html, renew, say, svg } from "../kit/parts.js";
import { tr } from "../kit/words.js";

const [WIDE, HIGH] = [340, 318]; // of the drawing
// how far right the letter's own way runs, and the way around a part
const [LINE, AROUND] = [176, 306];
const START = 292; // where the ways begin: words go up, as through a stack
const OTHERS = { b: 24, a: 48, n: 72 }; // the letters before, each with a way of its own
// The two halves of a block: from where the way around starts to where it ends, and the norm before
// and after the part.
const HALVES = [
  { part: "attention", split: 282, pre: 261, at: 228, plus: 195, post: 172 },
  { part: "mlp", split: 150, pre: 129, at: 96, plus: 63, post: 40 },
];
const NAMES = { attention: tr("attention"), mlp: tr("feed-forward (MLP)") };

const path = (d, kind) => svg("path", { d, class: `wb-way ${kind}` });
const note = (x, y, text, anchor = "middle") => svg("text", { x, y, "text-anchor": anchor }, text);

/** The way around the part of a half, and what arrives where it ends. */
function wayAround({ split, plus }) {
  const sum = note(LINE - 15, plus + 4, "", "end");
  const around = svg(
    "g",
    { class: "wb-around" },
    path(
      `M${LINE} ${split}H${AROUND - 12}q12 0 12 -12V${plus + 12}q0 -12 -12 -12H${LINE + 10}`,
      "",
    ),
    path(`M${LINE + 17} ${plus - 5}l-7 5l7 5`, ""),
    svg("circle", { cx: LINE, cy: plus, r: 9 }),
    path(`M${LINE - 5} ${plus}h10M${LINE} ${plus - 5}v10`, "wb-plus"),
  );
  return { around, sum, root: svg("g", {}, around, sum) };
}

/** The ways as lines. */
function ways() {
  const others = Object.values(OTHERS);
  const { at } = HALVES[0];
  const looks = others.map((x, i) =>
    path(`M${x} ${at + 26 - 6 * i}C${x} ${at} ${x + 6} ${at} ${LINE - 40} ${at}`, "wb-look"),
  );
  const halves = HALVES.map(wayAround);
  const root = svg(
    "svg",
    { role: "img", viewBox: `0 0 ${WIDE} ${HIGH}` },
    ...others.map((x) => path(`M${x} ${START}V8`, "wb-other")),
    ...looks,
    path(`M${LINE} ${START}V6M${LINE - 6} 13l6 -7l6 7`, ""),
    ...halves.map((half) => half.root),
    ...Object.entries(OTHERS).map(([letter, x]) => note(x, 308, letter)),
    note(LINE, 308, "k"),
    note(LINE + 14, 308, tr("the letter that reads"), "start"),
    note(LINE + 14, 16, tr("on to the next block"), "start"),
  );
  const set = ({ attention, mlp, skip }, description) => {
    looks.forEach((look) => look.classList.toggle("wb-out", !attention));
    halves.forEach(({ around, sum }, i) => {
      const there = i === 0 || mlp;
      around.classList.toggle("wb-out", !skip || !there);
      say(sum, !there ? "" : skip ? tr("old + new") : tr("new only"));
    });
    renew(root, { "aria-label": description });
  };
  return { root, set };
}

/**
 * The parts of a half: where each stands, whether it is in, and what a press makes of the state.
 * @param {(typeof HALVES)[number]} half
 */
const partsOf = ({ part, at, ...half }) => [
  {
    part,
    kind: part,
    label: NAMES[part],
    place: [LINE, at],
    change: (state) => ({ [part]: !state[part] }),
    on: (state) => state[part],
  },
  {
    part,
    kind: "skip",
    label: tr("skip around {part}", { part }),
    place: [AROUND, at],
    change: (state) => ({ skip: !state.skip }),
    on: (state) => state.skip,
  },
  ...["pre", "post"].map((side) => ({
    part,
    kind: "norm",
    label: side === "pre" ? tr("norm before {part}", { part }) : tr("norm after {part}", { part }),
    place: [LINE, half[side]],
    change: (state) => ({ norm: state.norm === side ? "none" : side }),
    on: (state) => state.norm === side,
  })),
];

/**
 * The drawing: ways as lines, parts as buttons on them. What is out leaves its way free, and waits
 * beside it.
 * @param {(change: (state: Record<string, any>) => Record<string, any>) => void} onPress
 */
export function block(onPress) {
  const picture = ways();
  const parts = HALVES.flatMap(partsOf).map(({ part, kind, label, place, change, on }) => {
    const [x, y] = place;
    const name = html("span", {}, NAMES[kind] ?? kind);
    const node = html(
      "button",
      {
        type: "button",
        class: `wb-part wb-${kind}`,
        "aria-label": label,
        style: `left: ${(100 * x) / WIDE}%; top: ${(100 * y) / HIGH}%`,
        onclick: () => onPress(change),
      },
      name,
    );
    return { part, kind, node, name, on };
  });
  const root = html(
    "div",
    { class: "wb-scheme", style: `--wb-wide: ${WIDE}; --wb-high: ${HIGH}` },
    picture.root,
    ...parts.map(({ node }) => node),
  );
  const set = (state, description) => {
    for (const { part, kind, node, name, on } of parts) {
      renew(node, { "aria-pressed": String(on(state)) });
      node.hidden = part === "mlp" && kind !== "mlp" && !state.mlp;
      if (kind !== "attention") continue;
      say(name, state.attention ? NAMES.attention : tr("self only"));
      renew(node, { "aria-label": state.attention ? NAMES.attention : tr("attention: self only") });
    }
    picture.set(state, description);
  };
  return { root, set };
}

/**
 * The lines of a block as nodes, with what is taken out of the whole one struck through, and what
 * is new underlined.
 * @param {Setting} setting
 */
export function marked([attention, mlp, skip, norm]) {
  const out = (text) => html("del", {}, text);
  const fresh = (text) => html("ins", {}, text);
  return ["attention", "mlp"].map((name) => {
    if (name === "mlp" && !mlp) return html("div", {}, out("x = x + mlp(norm(x))"));
    const called =
      name === "attention" && !attention ? [out("attention "), fresh("self_only")] : [name];
    const inner = norm === "pre" ? ["(norm(x))"] : ["(", out("norm("), "x", out(")"), ")"];
    const post = norm === "post" ? [[fresh("norm(")], [fresh(")")]] : [[], []];
    return html(
      "div",
      {},
      "x = ",
      ...post[0],
      ...(skip ? ["x + "] : [out("x + ")]),
      ...called,
      ...inner,
      ...post[1],
    );
  });
}
