// What the figure says of a block, in one or two sentences.

import { fixed, small } from "../kit/numbers.js";
import { ALL, difference } from "./settings.js";

/**
 * The whole block beside all others.
 * @param {number[]} losses at the end, one a block
 */
function toldOfWhole([whole, ...others]) {
  const more = others.map((loss) => loss - whole);
  const ahead = ALL.slice(1)
    .filter((_, i) => more[i] < 0)
    .map((setting) => difference(setting)[0].replace("this", "one that lacks more"));
  const most = fixed(-Math.min(...more));
  const lead = !ahead.length
    ? ""
    : ahead.length > 2
      ? `; ${ahead.length} are better`
      : `; better, by ${most} at most: ${ahead.join(" and ")}`;
  const worse = `${more.filter((one) => one > 0).length} are worse`;
  const far = fixed(Math.max(0, ...more));
  return (
    `The whole block’s loss is ${fixed(whole)}. ` +
    `Of the ${others.length} others, ${worse}, by up to ${far}${lead}.`
  );
}

/**
 * The loss of a block at the end of training.
 * @param {Record<string, number[][]>} losses of all blocks
 * @param {number} row of the block
 */
export function toldOfLoss({ mean, lowest, highest }, row) {
  const [means, lows, highs] = [mean, lowest, highest].map((rows) =>
    rows.map((one) => one[one.length - 1]),
  );
  if (!row) return toldOfWhole(means);
  const more = means[row] - means[0];
  const apart = lows[row] > highs[0] || highs[row] < lows[0];
  const against = apart
    ? `${fixed(Math.abs(more))} ${more > 0 ? "above" : "below"} the whole block’s in every run`
    : `too near the whole block’s ${fixed(means[0])} to tell them apart`;
  return `${difference(ALL[row])[1]} the loss is ${fixed(means[row])}, ${against}.`;
}

/**
 * The gradients of a stack of blocks before training.
 * @param {number[]} gradients one a block of the stack
 */
export function toldOfGradient(gradients) {
  const layers = gradients.length;
  const [first, last] = [gradients[0], gradients[layers - 1]];
  const way = first < last / 100 ? "dies out" : "gets through";
  return (
    `Before training, the gradient ${way}: ` +
    `${small(last)} at block ${layers}, ${small(first)} at block 1.`
  );
}
