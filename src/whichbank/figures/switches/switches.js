import { chart } from "../kit/chart.js";
import { framed } from "../kit/frame.js";
import {
  choice,
  fixed,
  follow,
  html,
  listing,
  readout,
  rebuilt,
  renew,
  say,
  small,
  svg,
  write,
} from "../kit/parts.js";

const PLACES = ["pre", "post", "none"]; // where the norm stands
const CHARTS = ["loss", "gradient"];
const LEAST = 1e-6; // smaller gradients lie on the lower edge
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
const NAMES = { attention: "attention", mlp: "feed-forward (MLP)" };

/**
 * What such a block does to the words x, a line for each part.
 * @param {boolean} attention
 * @param {boolean} mlp
 * @param {boolean} skip
 * @param {string} norm
 * @returns {string[]}
 */
export function blockLines(attention, mlp, skip, norm) {
  return [attention ? "attention" : "self_only", ...(mlp ? ["mlp"] : [])].map((name) => {
    const part = norm === "pre" ? `${name}(norm(x))` : `${name}(x)`;
    const line = skip ? `x + ${part}` : part;
    return norm === "post" ? `x = norm(${line})` : `x = ${line}`;
  });
}

// The blocks that lack one part: their curves are named.
/** @type {[boolean, boolean, boolean, string][]} */
const SINGLES = [
  [false, true, true, "pre"],
  [true, false, true, "pre"],
  [true, true, false, "pre"],
  [true, true, true, "none"],
];
// all blocks, in the order of the tables
/** @type {[boolean, boolean, boolean, string][]} */
const ALL = [true, false].flatMap((attention) =>
  [true, false].flatMap((mlp) =>
    [true, false].flatMap((skip) =>
      PLACES.map(
        (norm) => /** @type {[boolean, boolean, boolean, string]} */ ([attention, mlp, skip, norm]),
      ),
    ),
  ),
);
const NORM = { pre: "", post: "norm after", none: "no norm" };

/**
 * How a block differs from the whole one: for the end of its curve, and for a sentence.
 * @param {boolean} attention
 * @param {boolean} mlp
 * @param {boolean} skip
 * @param {string} norm
 * @returns {[string, string]}
 */
function difference(attention, mlp, skip, norm) {
  const found = [
    [!attention, "no attention", "Without attention"],
    [!mlp, "no MLP", "Without the MLP"],
    [!skip, "no skip", "Without the skip"],
    [
      norm !== "pre",
      NORM[norm],
      norm === "post" ? "With the norm after the part" : "Without the norm",
    ],
  ].filter(([there]) => there);
  return found.length === 1
    ? [found[0][1], found[0][2]]
    : found.length
      ? ["this", "With these changes"]
      : ["whole", "Whole block"];
}

/**
 * The lines of a block as nodes, with what is taken out of the whole one struck through, and what
 * is new underlined.
 * @param {string[]} lines what `blockLines` says
 * @param {string} norm
 * @param {boolean} skip
 * @param {boolean} mlp
 */
function marked(lines, norm, skip, mlp) {
  const out = (text) => html("del", {}, text);
  const fresh = (text) => html("ins", {}, text);
  return ["attention", "mlp"].map((name, i) => {
    if (name === "mlp" && !mlp) return html("div", {}, out("x = x + mlp(norm(x))"));
    const called = lines[i].includes("self_only")
      ? [out("attention "), fresh("self_only")]
      : [name];
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

/**
 * The place of a setting in the tables.
 * @param {boolean} attention
 * @param {boolean} mlp
 * @param {boolean} skip
 * @param {string} norm
 * @returns {number}
 */
export function settingRow(attention, mlp, skip, norm) {
  return (
    [attention, mlp, skip].reduce((place, on) => 2 * place + (on ? 0 : 1), 0) * PLACES.length +
    PLACES.indexOf(norm)
  );
}

/**
 * The drawing: ways as lines, parts as buttons on them. What is out leaves its way free, and waits
 * beside it.
 * @param {(change: (state: Record<string, any>) => Record<string, any>) => void} onPress
 * @param {(change: ((state: Record<string, any>) => Record<string, any>)|null) => void} onPoint a
 *   mouse or the focus is on a part, or no longer
 */
function block(onPress, onPoint) {
  const path = (d, kind, attributes = {}) =>
    svg("path", { d, class: `wb-way ${kind}`, ...attributes });
  const note = (x, y, text = "", anchor = "middle") =>
    svg("text", { x, y, "text-anchor": anchor }, text);
  const others = Object.values(OTHERS);
  const [first] = HALVES;
  const looks = others.map((x, i) =>
    path(
      `M${x} ${first.at + 26 - 6 * i}C${x} ${first.at} ${x + 6} ${first.at} ${LINE - 40} ${first.at}`,
      "wb-look",
    ),
  );
  const halves = HALVES.map(({ split, plus }) => {
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
  });
  const picture = svg(
    "svg",
    { role: "img", viewBox: `0 0 ${WIDE} ${HIGH}` },
    ...others.map((x) => path(`M${x} ${START}V8`, "wb-other")),
    ...looks,
    path(`M${LINE} ${START}V6M${LINE - 6} 13l6 -7l6 7`, "wb-own"),
    ...halves.map(({ root }) => root),
    ...Object.entries(OTHERS).map(([letter, x]) => note(x, 308, letter)),
    note(LINE, 308, "k"),
    note(LINE + 14, 308, "the letter that reads", "start"),
    note(LINE + 14, 16, "on to the next block", "start"),
  );

  const toggle = {
    attention: ({ attention }) => ({ attention: !attention }),
    mlp: ({ mlp }) => ({ mlp: !mlp }),
    skip: ({ skip }) => ({ skip: !skip }),
  };
  const parts = HALVES.flatMap((half) => [
    {
      half,
      kind: half.part,
      text: NAMES[half.part],
      label: NAMES[half.part],
      x: LINE,
      y: half.at,
      change: toggle[half.part],
      on: (state) => state[half.part],
    },
    {
      half,
      kind: "skip",
      text: "skip",
      label: `skip around ${half.part}`,
      x: AROUND,
      y: half.at,
      change: toggle.skip,
      on: ({ skip }) => skip,
    },
    ...["pre", "post"].map((place) => ({
      half,
      kind: "norm",
      text: "norm",
      label: `norm ${place === "pre" ? "before" : "after"} ${half.part}`,
      x: LINE,
      y: half[place],
      change: ({ norm }) => ({ norm: norm === place ? "none" : place }),
      on: ({ norm }) => norm === place,
    })),
  ]).map((part) => {
    const name = html("span", {}, part.text);
    const node = html(
      "button",
      {
        type: "button",
        class: `wb-part wb-${part.kind}`,
        "aria-label": part.label,
        style: `left: ${(100 * part.x) / WIDE}%; top: ${(100 * part.y) / HIGH}%`,
        onclick: () => onPress(part.change),
        onpointerenter: ({ pointerType }) => pointerType === "mouse" && onPoint(part.change),
        onpointerleave: () => onPoint(null),
        onfocus: () => node.matches(":focus-visible") && onPoint(part.change),
        onblur: () => onPoint(null),
      },
      name,
    );
    return { ...part, node, name };
  });
  const root = html(
    "div",
    { class: "wb-scheme", style: `--wb-wide: ${WIDE}; --wb-high: ${HIGH}` },
    picture,
    ...parts.map(({ node }) => node),
  );
  const set = (state, description) => {
    for (const { half, kind, node, name, on } of parts) {
      renew(node, { "aria-pressed": String(on(state)) });
      node.hidden = half.part === "mlp" && kind !== "mlp" && !state.mlp;
      if (kind !== "attention") continue;
      say(name, state.attention ? NAMES.attention : "self only");
      renew(node, {
        "aria-label": state.attention ? NAMES.attention : `${NAMES.attention}: self only`,
      });
    }
    looks.forEach((look) => look.classList.toggle("wb-out", !state.attention));
    halves.forEach(({ around, sum }, i) => {
      const there = i === 0 || state.mlp;
      around.classList.toggle("wb-out", !state.skip || !there);
      say(sum, !there ? "" : state.skip ? "old + new" : "new only");
    });
    renew(picture, { "aria-label": description });
  };
  return { root, set };
}

/** The block, and beside it the loss or the gradients of a stack of such blocks. */
function drawSwitches(model, el) {
  const [steps, mean, lowest, highest, gradients, runs] = [
    "steps",
    "mean",
    "lowest",
    "highest",
    "gradients",
    "runs",
  ].map((name) => model.get(name));
  const layers = gradients[0].length;
  const low = Math.floor(10 * Math.min(...lowest.flat())) / 10;
  const high = Math.ceil(10 * Math.max(...highest.flat())) / 10;
  const across = { names: ["no attention 2.40"], size: [222, 118] };
  const top = 10 ** Math.ceil(Math.log10(Math.max(1, ...gradients.flat())));
  const charts = [
    chart({
      ...across,
      x: [0, steps[steps.length - 1]],
      y: [low, high],
      labels: ["steps of training", "loss"],
    }),
    chart({
      ...across,
      x: [1, layers],
      y: [LEAST, top],
      log: { y: true },
      labels: ["block", "gradient"],
      ticks: {
        x: gradients[0]
          .map((_, i) => i + 1)
          .filter((i) => layers < 7 || i % 3 === 1 || i === layers),
      },
      format: { x: String },
    }),
  ];
  const traits = ["attention", "mlp", "skip", "norm", "chart"];
  const state = () => Object.fromEntries(traits.map((name) => [name, model.get(name)]));
  const legend = html("p", { class: "wb-legend" });
  /** @type {((now: Record<string, any>) => Record<string, any>) | null} */
  let tried = null; // what the part that is pointed at would do
  /** @type {Set<number>} */
  const had = new Set(); // the blocks that the reader has had before: their curves keep names
  const point = (change) => {
    tried = change;
    draw();
  };
  const drawn = block((change) => {
    tried = null;
    write(model, change(state()));
  }, point);
  const views = choice("Chart", ["Loss in training", "Gradient at the start"], (i) =>
    write(model, { chart: CHARTS[i] }),
  );
  const code = html("pre", { class: "wb-block", translate: "no" });
  const said = readout();
  const ends = ["", "loss", "lowest", "highest", "gradient, first block", "last block"];
  const end = steps.length - 1;
  const others = mean.length - 1;
  const worse = mean.map((row) => row[end] - mean[0][end]).filter((more) => more > 0);
  const better = mean.map((row) => mean[0][end] - row[end]).filter((less) => less > 0);
  const ahead = ALL.filter((_, row) => mean[row][end] < mean[0][end]).map((parts) => {
    const [short] = difference(...parts);
    return short === "this" ? "one that lacks more" : short;
  });
  const lead = !ahead.length
    ? ""
    : ahead.length > 2
      ? `; ${ahead.length} are better`
      : `; better, by ${fixed(Math.max(...better))} at most: ${ahead.join(" and ")}`;
  const table = listing(
    `Loss after ${steps[end]} steps, and gradients before training`,
    ends,
    mean.length,
  );
  table.set(
    mean.map((_, r) => {
      const [half, norm] = [Math.floor(r / PLACES.length), PLACES[r % PLACES.length]];
      const name = ["attention", "MLP", "skip"].filter((__, i) => !((half >> (2 - i)) & 1));
      return [
        [...name, norm === "none" ? "no norm" : `${norm}-norm`].join(", "),
        ...[mean, lowest, highest].map((rows) => fixed(rows[r][end])),
        small(gradients[r][0]),
        small(gradients[r][layers - 1]),
      ];
    }),
  );

  const frame = framed(model, el, {
    name: "switches",
    what: "Tap a part: can the block do without it?",
    traits,
    fits: ({ norm, chart: one }) => PLACES.includes(norm) && CHARTS.includes(one),
    picture: [drawn.root],
    controls: [
      views.root,
      html("div", { class: "wb-charts" }, ...charts.map(({ root }) => root), legend),
      code,
    ],
    said: said.root,
    table: [table.root],
    onReset: () => {
      had.clear();
      draw();
    },
  });

  const pull = (r) => gradients[r].map((v, i) => [i + 1, Math.max(v, LEAST)]);
  const draw = () => {
    const now = state();
    const [attention, mlp, skip, norm] = traits.map((name) => now[name]);
    const [r, view] = [settingRow(attention, mlp, skip, norm), CHARTS.indexOf(now.chart)];
    had.add(r);
    const formula = blockLines(attention, mlp, skip, norm);
    const [loss, whole] = [r, 0].map((row) => fixed(mean[row][end]));
    const apart = lowest[r][end] > highest[0][end] || highest[r][end] < lowest[0][end];
    const [first, last] = [gradients[r][0], gradients[r][layers - 1]];
    const [short, how] = difference(attention, mlp, skip, norm);
    const told = view
      ? `Before training, the gradient ${first < last / 100 ? "dies out" : "gets through"}: ${small(last)} at block ${layers}, ${small(first)} at block 1.`
      : !r
        ? `The whole block’s loss is ${whole}. Of the ${others} others, ${worse.length} are worse, by up to ${fixed(Math.max(0, ...worse))}${lead}.`
        : `${how} the loss is ${loss}, ${apart ? `${fixed(Math.abs(mean[r][end] - mean[0][end]))} ${mean[r][end] > mean[0][end] ? "above" : "below"} the whole block’s in every run.` : `too near the whole block’s ${whole} to tell them apart.`}`;
    views.set(view);
    say(
      legend,
      view ? "" : `lower: better guesses; mean of ${runs[r]} ${runs[r] === 1 ? "run" : "runs"}`,
    );
    code.replaceChildren(...marked(formula, norm, skip, mlp));
    said.set(told);
    table.lines.forEach(([name], i) => name.parentNode.classList.toggle("wb-active", i === r));
    drawn.set(
      now,
      `A block, drawn from its input up to its output: ${formula.join(", then ")}.${attention ? " Lines lead from the letters before into attention." : ""}`,
    );
    const then = { ...now, ...tried?.(now) };
    const maybe = settingRow(then.attention, then.mlp, then.skip, then.norm);
    const name = difference(then.attention, then.mlp, then.skip, then.norm)[0].replace(
      "this",
      "then",
    );
    const singles = SINGLES.map((parts) => ({
      row: settingRow(...parts),
      lacks: difference(...parts)[0],
    })).filter(({ row }) => had.has(row) && row !== r && row !== maybe);
    /**
     * @param {(row: number) => number[][]} curve
     * @param {(row: number) => string} ending
     */
    const all = (curve, ending = () => "") => [
      ...mean.map((_, i) => ({
        key: `block ${i}`,
        kind: "curve",
        at: curve(i),
        faint: true,
        marks: false,
      })),
      ...singles.map(({ row, lacks }) => ({
        key: `single ${row}`,
        kind: "curve",
        name: lacks + ending(row),
        at: curve(row),
        marks: false,
      })),
      {
        key: "whole",
        kind: "curve",
        name: r ? `whole${ending(0)}` : "",
        at: curve(0),
        dashed: true,
        marks: false,
      },
      { key: "this", kind: "curve", name: short + ending(r), color: 0, at: curve(r) },
      ...(maybe === r || !maybe
        ? []
        : [
            {
              key: "then",
              kind: "curve",
              name: name + ending(maybe),
              color: 1,
              at: curve(maybe),
              dashed: true,
              marks: false,
            },
          ]),
    ];
    charts.forEach(({ root }, i) => renew(root, { "aria-hidden": String(i !== view) }));
    charts[0].set(
      all(
        (row) => steps.map((step, n) => [step, mean[row][n]]),
        (row) => ` ${fixed(mean[row][end])}`,
      ),
      `Loss over steps of training, the whole block dashed, the others gray. ${told}`,
    );
    charts[1].set(
      all(pull),
      `Gradient by block, on an axis of powers of ten, the whole block dashed, the others gray. ${told}`,
    );
  };
  const stop = follow(model, traits, draw);
  return () => {
    stop();
    frame.stop();
  };
}

/** Draw; when the recorded numbers change, build the figure anew. */
export default {
  render: rebuilt(["steps", "mean", "lowest", "highest", "gradients", "runs"], drawSwitches),
};
