import { chart } from "../kit/chart.js";
import { framed } from "../kit/frame.js";
import { follow, write } from "../kit/model.js";
import { wholeWithin } from "../kit/numbers.js";
import { choice, nameAloud, readout, slider } from "../kit/parts.js";
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

/** A chart of the numbers over the width, and a slider for the blocks and for the width. */
function render({ model, el }) {
  const picture = chart({
    x: [NARROWEST, WIDEST],
    y: [1e4, 1e12],
    labels: ["D", tr("numbers")],
    log: { x: true, y: true },
    names: MODELS.map(([name]) => name),
    size: [190, 200],
    ticks: { x: [100, 1000, 10000], y: LARGE.map(([, unit]) => unit).slice(1) },
    format: { x: grouped, y: (v) => LARGE.find(([, unit]) => unit === v)?.[0] ?? "" },
  });
  const put = (blocks, width) => write(model, { blocks, width });
  const known = nameAloud(
    choice(
      tr("Model"),
      MODELS.map(([name]) => name),
      (i) => put(MODELS[i][1], MODELS[i][2]),
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
    picture: [picture.root],
    controls: [known.root, blocks.root, width.root],
    said: said.root,
    table: [table.root],
  });
  const stop = follow(model, ["blocks", "width"], () => {
    const [n, d] = [model.get("blocks"), model.get("width")];
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
    picture.set(
      [
        {
          key: "line",
          kind: "curve",
          at: [NARROWEST, WIDEST].map((x) => [x, numbersOf(n, x)]),
          color: 5,
          marks: false,
        },
        ...MODELS.map(([name, , wide, all], i) => ({
          key: `all ${i}`,
          kind: "curve",
          at: [[wide, all]],
          color: i,
          name,
        })),
        { key: "now", kind: "dot", at: [d, found], color: 3 },
      ],
      tr(
        "Chart of the numbers in the blocks over D, both axes logarithmic, and three models. {text}",
        {
          text,
        },
      ),
    );
  });
  return () => {
    stop();
    frame.stop();
  };
}

export default { render };
