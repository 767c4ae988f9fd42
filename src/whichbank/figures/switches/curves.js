// Two charts with two curves each, of the whole block and of the one as it is now: their losses in
// training, and their gradients at the start.

import { chart } from "../kit/chart.js";
import { fixed } from "../kit/numbers.js";
import { renew } from "../kit/parts.js";
import { ALL, difference } from "./settings.js";
import { beside } from "./told.js";
import { tr } from "../kit/words.js";

const LEAST = 1e-6; // smaller gradients lie on the lower edge
const ACROSS = { inside: true, size: [300, 104] };

/**
 * The curves of a chart: that of the whole block, and that of the block as it is now.
 * @param {number} row of the block
 * @param {(row: number) => number[][]} curve of a block
 * @param {(row: number) => string} [ending] of its name
 */
function curvesOf(row, curve, ending = () => "") {
  const line = (key, i, more) => ({
    key,
    kind: "curve",
    at: curve(i),
    name: difference(ALL[i])[0] + ending(i),
    ...more,
  });
  return [
    ...(row ? [line("whole", 0, { dashed: true, marks: false })] : []),
    line("this", row, { color: 0, marks: true }),
  ];
}

/** @param {Record<string, any>} recorded the numbers of all blocks */
export function curves({ steps, mean, lowest, highest, gradients }) {
  const layers = gradients[0].map((_, i) => i + 1);
  const low = Math.floor(10 * Math.min(...lowest.flat()) - 1) / 10; // room for a name under the curve
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
  const ending = beside({ mean, lowest, highest });
  /** What the end of a curve says of the two that are drawn: which wins, or that none does. */
  const verdict = (i, row) => {
    if (!row) return "";
    const { apart, more } = ending(row);
    if (!apart) return i ? tr(", a tie") : "";
    return more > 0 === !i ? tr(", wins") : "";
  };
  const roots = [loss.root, slope.root];
  /**
   * @param {number} row of the block
   * @param {number} view which of the charts is seen
   * @param {string} told
   */
  const set = (row, view, told) => {
    roots.forEach((root, i) => renew(root, { "aria-hidden": String(i !== view) }));
    loss.set(
      curvesOf(
        row,
        (i) => steps.map((step, n) => [step, mean[i][n]]),
        (i) => ` ${fixed(mean[i].at(-1))}${verdict(i, row)}`,
      ),
      `${tr("Loss over steps of training, the whole block dashed.")} ${told}`,
    );
    slope.set(
      curvesOf(row, (i) => gradients[i].map((v, layer) => [layer + 1, Math.max(v, LEAST)])),
      `${tr("Gradient by block, on an axis of powers of ten, the whole block dashed.")} ${told}`,
    );
  };
  return { roots, set };
}
