import { framed } from "../kit/frame.js";
import { follow, write } from "../kit/model.js";
import { choice, html, nameAloud, readout, slider } from "../kit/parts.js";
import { listing } from "../kit/tables.js";
import { BYTES, inUnits } from "../kit/units.js";
import { grouped, tr } from "../kit/words.js";
import { ground, LEAST, LENGTHS, MOST, TEXTS } from "./ground.js";

const KEY = 64;
/** @type {[string, number][]} */
const LARGE = [
  [tr("million"), 1e6],
  [tr("billion"), 1e9],
  [tr("trillion"), 1e12],
  [tr("quadrillion"), 1e15],
];
const COUNTS = Array.from({ length: 7 }, (_, power) =>
  [1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8].map((lead) => Math.round(lead * 10 ** (power + 1))),
)
  .flat()
  .filter((n) => n <= MOST);
/**
 * A number for reading: two digits from a million on.
 * @param {number} n
 */
const counted = (n) => (n < LARGE[0][1] ? grouped(n) : inUnits(n, LARGE));

/** A square that grows, and a slider for its words. */
function render({ model, el }) {
  const put = (n) => write(model, { words: n });
  const nearest = (n) =>
    COUNTS.reduce(
      (best, one, i) =>
        Math.abs(Math.log(one / n)) < Math.abs(Math.log(COUNTS[best] / n)) ? i : best,
      0,
    );
  const square = ground(put);
  const texts = nameAloud(
    choice(
      tr("Text"),
      TEXTS.map(([name]) => name),
      (i) => put(TEXTS[i][1]),
    ),
  );
  const words = slider(
    tr("Words"),
    {
      min: 0,
      max: COUNTS.length - 1,
      step: 1,
      format: () => grouped(model.get("words")),
    },
    (i) => put(COUNTS[i]),
  );
  const said = readout();
  const table = listing(
    tr("The table of one head, its keys of {n} numbers", { n: KEY }),
    [tr("text"), tr("words"), tr("scores"), tr("bytes"), tr("multiplications")],
    TEXTS.length,
  );
  table.set(
    TEXTS.map(([name, n]) => [
      name,
      grouped(n),
      counted(n * n),
      inUnits(4 * n * n, BYTES),
      counted(KEY * n * n),
    ]),
  );
  const frame = framed(model, el, {
    name: "square",
    what: tr("How large is the table, if each score is a square millimeter?"),
    traits: ["words"],
    fits: ({ words: n }) => Number.isInteger(n) && n >= LEAST && n <= MOST,
    picture: [square.root],
    controls: [html("div", {}, texts.root, words.root)],
    said: said.root,
    table: [table.root],
    wide: true,
  });
  const stop = follow(model, ["words"], () => {
    const n = model.get("words");
    const text = TEXTS.findIndex(([, one]) => one === n);
    const told = tr("{n} scores in one head: {bytes}. The row of one word has {row}.", {
      n: counted(n * n),
      bytes: inUnits(4 * n * n, BYTES),
      row: grouped(n),
    });
    texts.set(text);
    words.set(nearest(n));
    said.set(told);
    square.set(
      n,
      tr(
        "A square of {n} × {n} scores, {width} wide, beside things of known size; its lowest row is marked.",
        { n: grouped(n), width: inUnits(n, LENGTHS) },
      ),
    );
  });
  return () => {
    stop();
    square.stop();
    frame.stop();
  };
}

export default { render };
