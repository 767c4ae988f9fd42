// Two charts with a curve for each block: its loss in training, and its gradients at the start.

import { chart } from "../kit/chart.js";
import { fixed } from "../kit/numbers.js";
import { renew } from "../kit/parts.js";
import { settingRow } from "./rows.js";
import { ALL, difference, SINGLES } from "./settings.js";
import { tr } from "../kit/words.js";

const LEAST = 1e-6; // smaller gradients lie on the lower edge
const ACROSS = { names: [tr("no attention 2.40")], size: [222, 118] };

/**
 * All curves of a chart: gray ones, and over them those that have a name.
 * @param {{row: number, maybe: number, had: Set<number>}} shown see `set` below
 * @param {(row: number) => number[][]} curve of a block
 * @param {(row: number) => string} [ending] of its name
 */
function curvesOf({ row, maybe, had }, curve, ending = () => "") {
  const line = (key, i, more) => ({ key, kind: "curve", at: curve(i), marks: false, ...more });
  const called = (i) => difference(ALL[i])[0];
  return [
    ...ALL.map((_, i) => line(`block ${i}`, i, { faint: true })),
    ...SINGLES.map((one) => settingRow(...one))
      .filter((i) => had.has(i) && i !== row && i !== maybe)
      .map((i) => line(`single ${i}`, i, { name: called(i) + ending(i) })),
    line("whole", 0, { name: row ? `whole${ending(0)}` : "", dashed: true }),
    line("this", row, { name: called(row) + ending(row), color: 0, marks: true }),
    ...(maybe === row || !maybe
      ? []
      : [
          line("then", maybe, {
            name: called(maybe).replace("this", "then") + ending(maybe),
            color: 1,
            dashed: true,
          }),
        ]),
  ];
}

/** @param {Record<string, any>} recorded the numbers of all blocks */
export function curves({ steps, mean, lowest, highest, gradients }) {
  const layers = gradients[0].map((_, i) => i + 1);
  const low = Math.floor(10 * Math.min(...lowest.flat())) / 10;
  const high = Math.ceil(10 * Math.max(...highest.flat())) / 10;
  const top = 10 ** Math.ceil(Math.log10(Math.max(1, ...gradients.flat())));
  const loss = chart({
    ...ACROSS,
    x: [0, steps.at(-1)],
    y: [low, high],
    labels: [tr("steps of training"), tr("loss")],
  });
  const slope = chart({
    ...ACROSS,
    x: [1, layers.length],
    y: [LEAST, top],
    log: { y: true },
    labels: [tr("block"), tr("gradient")],
    ticks: { x: layers.filter((i) => layers.length < 7 || i % 3 === 1 || i === layers.length) },
    format: { x: String },
  });
  const roots = [loss.root, slope.root];
  /**
   * @param {{row: number, maybe: number, had: Set<number>}} shown the block, the one that a press
   *   would make of it, and those that the reader has had before: their curves keep names
   * @param {number} view which of the charts is seen
   * @param {string} told
   */
  const set = (shown, view, told) => {
    roots.forEach((root, i) => renew(root, { "aria-hidden": String(i !== view) }));
    loss.set(
      curvesOf(
        shown,
        (row) => steps.map((step, n) => [step, mean[row][n]]),
        (row) => ` ${fixed(mean[row].at(-1))}`,
      ),
      `${tr("Loss over steps of training, the whole block dashed, the others gray.")} ${told}`,
    );
    slope.set(
      curvesOf(shown, (row) => gradients[row].map((v, i) => [i + 1, Math.max(v, LEAST)])),
      `${tr("Gradient by block, on an axis of powers of ten, the whole block dashed, the others gray.")} ${told}`,
    );
  };
  return { roots, set };
}
