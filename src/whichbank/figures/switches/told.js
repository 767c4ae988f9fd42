// What the figure says of a block, in one or two sentences.

import { fixed, small } from "../kit/numbers.js";
import { ALL, difference } from "./settings.js";
import { series, tr } from "../kit/words.js";

/**
 * The whole block beside all others.
 * @param {number[]} losses at the end, one a block
 */
function toldOfWhole([whole, ...others]) {
  const more = others.map((loss) => loss - whole);
  const ahead = ALL.slice(1)
    .filter((_, i) => more[i] < 0)
    .map((setting) => {
      const [name] = difference(setting);
      return name === tr("this") ? tr("one that lacks more") : name;
    });
  const found = {
    n: others.length,
    worse: more.filter((one) => one > 0).length,
    far: fixed(Math.max(0, ...more)),
    better: ahead.length,
    most: fixed(-Math.min(...more)),
    names: series(ahead),
  };
  const rest = !ahead.length
    ? tr("Of {n} other blocks, {worse} are worse, by up to {far}.", found)
    : ahead.length > 2
      ? tr("Of {n} other blocks, {worse} are worse, by up to {far}; {better} are better.", found)
      : tr(
          "Of {n} other blocks, {worse} are worse, by up to {far}; better, by {most} at most: {names}.",
          found,
        );
  return `${tr("The whole block’s loss is {loss}.", { loss: fixed(whole) })} ${rest}`;
}

/**
 * How far a block's loss is above the whole one's at the end, and whether all its runs are.
 * @param {Record<string, number[][]>} losses of all blocks
 */
export function beside({ mean, lowest, highest }) {
  const [means, lows, highs] = [mean, lowest, highest].map((rows) =>
    rows.map((one) => one[one.length - 1]),
  );
  return (row) => ({
    more: means[row] - means[0],
    apart: lows[row] > highs[0] || highs[row] < lows[0],
  });
}

/**
 * The loss of a block at the end of training.
 * @param {Record<string, number[][]>} losses of all blocks
 * @param {number} row of the block
 */
export function toldOfLoss(losses, row) {
  const means = losses.mean.map((one) => one[one.length - 1]);
  if (!row) return toldOfWhole(means);
  const { more, apart } = beside(losses)(row);
  const found = {
    block: difference(ALL[row])[1],
    loss: fixed(means[row]),
    far: fixed(Math.abs(more)),
    whole: fixed(means[0]),
  };
  if (!apart)
    return tr(
      "{block} the loss is {loss}, too near the whole block’s {whole} to tell them apart.",
      found,
    );
  return more > 0
    ? tr("{block} the loss is {loss}, {far} above the whole block’s in every run.", found)
    : tr("{block} the loss is {loss}, {far} below the whole block’s in every run.", found);
}

/**
 * The gradients of a stack of blocks before training.
 * @param {number[]} gradients one a block of the stack
 */
export function toldOfGradient(gradients) {
  const layers = gradients.length;
  const [first, last] = [gradients[0], gradients[layers - 1]];
  const found = { last: small(last), layers, first: small(first) };
  return first < last / 100
    ? tr(
        "Before training, the gradient dies out: {last} at block {layers}, {first} at block 1.",
        found,
      )
    : tr(
        "Before training, the gradient gets through: {last} at block {layers}, {first} at block 1.",
        found,
      );
}
