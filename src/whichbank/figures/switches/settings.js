// The settings of a block: which of its parts are in, and what it is called without the others.

import { tr } from "../kit/words.js";

export const PLACES = ["pre", "post", "none"]; // where the norm stands
const NORM = {
  post: [tr("norm after"), tr("With the norm after the part")],
  none: [tr("no norm"), tr("Without the norm")],
};

/**
 * All blocks, in the order of the tables; the whole one is the first.
 * @type {Setting[]}
 */
export const ALL = [true, false].flatMap((attention) =>
  [true, false].flatMap((mlp) =>
    [true, false].flatMap((skip) =>
      PLACES.map((norm) => /** @type {Setting} */ ([attention, mlp, skip, norm])),
    ),
  ),
);

/**
 * How a block differs from the whole one: for the end of its curve, and for a sentence.
 * @param {Setting} setting
 * @returns {string[]}
 */
export function difference([attention, mlp, skip, norm]) {
  const found = [
    !attention && [tr("no attention"), tr("Without attention")],
    !mlp && [tr("no MLP"), tr("Without the MLP")],
    !skip && [tr("no skip"), tr("Without the skip")],
    NORM[norm],
  ].filter((one) => one);
  if (found.length > 1) return [tr("this"), tr("With these changes")];
  return found[0] ?? [tr("whole"), tr("Whole block")];
}
