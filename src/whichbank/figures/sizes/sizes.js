import { gliding } from "../kit/motion.js";
import { framed } from "../kit/frame.js";
import { follow, write } from "../kit/model.js";
import { wholeWithin } from "../kit/numbers.js";
import { choice, html, nameAloud, readout, renew, say, slider } from "../kit/parts.js";
import { listing } from "../kit/tables.js";
import { inUnits } from "../kit/units.js";
import { grouped, tr } from "../kit/words.js";

/** @type {[string, number, number, number][]} name, blocks, width, all numbers */
const MODELS = [
  [tr("writer"), 2, 64, 114560],
  ["GPT-3", 96, 12288, 1746e8],
  ["Llama 3", 126, 16384, 405e9],
];
/** @type {[string, number][]} */
const LARGE = [
  [tr("thousand"), 1e3],
  [tr("million"), 1e6],
  [tr("billion"), 1e9],
];
const BLOCKS = [1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 126];
const [NARROWEST, WIDEST, MOST] = [32, 16384, 128];
const TENS = 12; // how long the scale is
// doublings, and halfway
const WIDTHS = Array.from({ length: 19 }, (_, i) =>
  i % 2 ? 1.5 * NARROWEST * 2 ** ((i - 1) / 2) : NARROWEST * 2 ** (i / 2),
);

/**
 * The numbers of all blocks.
 * @param {number} blocks
 * @param {number} width
 */
export const numbersOf = (blocks, width) => 12 * blocks * width ** 2;

/**
 * How long 12, N, D and D are on a scale of tens, where lengths add as numbers multiply.
 * @param {number} blocks
 * @param {number} width
 */
export const lengthsOf = (blocks, width) => [12, blocks, width, width].map(Math.log10);

const FACTORS = ["12", "N", "D", "D"];

/** A model as a bar: its factors end to end, and by how much each and all have grown. */
function barOf(name) {
  const marks = FACTORS.map(() => html("small"));
  const parts = marks.map((mark, i) => html("i", { class: `wb-c${Math.min(i, 2)}` }, mark));
  const [told, grown] = [html("span"), html("strong")];
  const root = html(
    "p",
    {},
    html("b", {}, name),
    html("span", {}, ...parts),
    html("span", {}, grown, told),
  );
  /**
   * @param {number[]} long
   * @param {number} numbers
   */
  const set = (long, numbers) => {
    parts.forEach((part, i) => {
      renew(part, { style: `width: ${(100 * long[i]) / TENS}%` });
    });
    say(told, counted(numbers));
  };
  /** @param {number[]} factors by which 12, N, D and D have grown */
  const mark = (factors) => {
    marks.forEach((node, i) => say(node, times(factors[i])));
    const all = times(factors.reduce((a, b) => a * b));
    say(grown, all && `${all} →`);
  };
  return { root, set, mark };
}

/**
 * A factor of growth for reading; none where nothing grew, nor from one model to another kind.
 * @param {number} by
 */
function times(by) {
  if (Math.abs(by - 1) < 1e-9 || by >= 1000 || by < 0.001) return "";
  return `×${grouped(Number(by.toPrecision(3)))}`;
}

/** The reader's model and three others as bars on one scale. */
function scaleOf() {
  const own = barOf(tr("this one"));
  const others = MODELS.map(([name, n, d]) => {
    const bar = barOf(name);
    bar.set(lengthsOf(n, d), numbersOf(n, d));
    return bar.root;
  });
  const ticks = LARGE.map(([name, one]) =>
    html("small", { style: `left: ${(100 * Math.log10(one)) / TENS}%` }, name),
  );
  const root = html(
    "div",
    { class: "wb-tens" },
    html("p", { class: "wb-scale", "aria-hidden": "true" }, html("b"), html("span", {}, ...ticks)),
    own.root,
    ...others,
    html(
      "p",
      { class: "wb-aside" },
      ...FACTORS.flatMap((one, i) => [
        i ? " · " : "",
        html("b", { class: `wb-c${Math.min(i, 2)}` }, one),
      ]),
      " ",
      tr(
        "Each line is a thousand times the one before. On this scale lengths add where numbers multiply.",
      ),
    ),
  );
  own.root.classList.add("wb-own-bar");
  const glide = gliding(root);
  /**
   * @param {number[]} now N and D
   * @param {number[]} from what they were before this step
   */
  const set = ([n, d], from) => {
    own.mark([1, n / from[0], d / from[1], d / from[1]]);
    glide.to("own", lengthsOf(n, d), (long) => own.set(long, numbersOf(n, d)));
  };
  return { root, set, stop: glide.stop };
}

/**
 * A number for reading.
 * @param {number} n
 */
function counted(n) {
  const [name, unit] = [...LARGE].reverse().find(([, one]) => n >= one) ?? LARGE[0];
  return n / unit < 10 ? inUnits(n, [[name, unit]]) : `${Math.round(n / unit)} ${name}`;
}
const nearest = (all, x) =>
  all.reduce(
    (best, one, i) => (Math.abs(Math.log(one / x)) < Math.abs(Math.log(all[best] / x)) ? i : best),
    0,
  );

/** Bars as long as the models are large, and a slider for the blocks and for the width. */
function render({ model, el }) {
  const picture = scaleOf();
  const shape = () => ["blocks", "width"].map((name) => model.get(name));
  let from = shape(); // before what the hand or a key does now; a chosen model itself
  const begin = () => (from = shape());
  for (const start of ["pointerdown", "keydown"]) el.addEventListener(start, begin, true);
  const put = (blocks, width) => write(model, { blocks, width });
  const known = nameAloud(
    choice(
      tr("Model"),
      MODELS.map(([name]) => name),
      (i) => {
        const [, n, d] = MODELS[i];
        from = [n, d];
        put(n, d);
      },
    ),
  );
  const blocks = slider(
    tr("N, blocks"),
    { min: 0, max: BLOCKS.length - 1, step: 1, format: () => grouped(model.get("blocks")) },
    (i) => put(BLOCKS[i], model.get("width")),
  );
  const width = slider(
    tr("D, width"),
    { min: 0, max: WIDTHS.length - 1, step: 1, format: () => grouped(model.get("width")) },
    (i) => put(model.get("blocks"), WIDTHS[i]),
  );
  const said = readout();
  const table = listing(
    tr("Three models"),
    ["", "N", "D", "12 · N · D²", tr("in all")],
    MODELS.length,
  );
  table.set(
    MODELS.map(([name, n, d, all]) => [
      name,
      String(n),
      grouped(d),
      counted(numbersOf(n, d)),
      counted(all),
    ]),
  );
  const frame = framed(model, el, {
    name: "sizes",
    what: tr("How many numbers do the blocks have?"),
    traits: ["blocks", "width"],
    fits: (state) =>
      wholeWithin(state.blocks, 1, MOST) && wholeWithin(state.width, NARROWEST, WIDEST),
    wide: true,
    picture: [picture.root],
    controls: [known.root, blocks.root, width.root],
    said: said.root,
    table: [table.root],
  });
  const stop = follow(model, ["blocks", "width"], () => {
    const [n, d] = shape();
    const found = numbersOf(n, d);
    const at = MODELS.findIndex(([, one, other]) => one === n && other === d);
    const values = { n: grouped(n), d: grouped(d), found: counted(found) };
    known.set(at);
    blocks.set(nearest(BLOCKS, n));
    width.set(nearest(WIDTHS, d));
    const text =
      at < 0
        ? tr("12 · {n} · {d}² = {found}.", values)
        : tr("12 · {n} · {d}² = {found}, of {all} in all.", {
            ...values,
            all: counted(MODELS[at][3]),
          });
    said.set(text);
    picture.set([n, d], from);
  });
  return () => {
    for (const start of ["pointerdown", "keydown"]) el.removeEventListener(start, begin, true);
    stop();
    picture.stop();
    frame.stop();
  };
}

export default { render };
