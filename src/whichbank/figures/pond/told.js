// What the figure says of the places that look alike.

import { fixed } from "../kit/numbers.js";
import { tr, trn } from "../kit/words.js";

export const COUNTS = [
  tr("one stone"),
  tr("two stones"),
  tr("three stones"),
  tr("four stones"),
  tr("five stones"),
];

/**
 * What the water tells, in one sentence.
 * @param {number} count of the stones
 * @param {number} left how many other places look like the boat's; where rings cross they are spots
 */
export function lesson(count, left) {
  const stones = COUNTS[count - 1];
  if (!left) return tr("With {stones}, no other place looks like yours.", { stones });
  if (count === COUNTS.length)
    return trn(left, {
      one: "Five stones, and 1 other place looks like yours. Drag one of them.",
      other: "Five stones, and {n} other places look like yours. Drag one of them.",
    });
  if (count > 2)
    return trn(
      left,
      {
        one: "With {stones}, 1 other place looks like yours: there the rings of all stones cross.",
        other:
          "With {stones}, {n} other places look like yours: there the rings of all stones cross.",
      },
      { stones },
    );
  return count === 1
    ? tr("With one stone, all bright places look like yours: they lie on its rings.")
    : tr(
        "With two stones, all bright places look like yours: there the rings of both stones cross.",
      );
}

/**
 * A place, for reading.
 * @param {number[]} place
 */
export const where = (place) => `(${place.map((v) => fixed(v, 1)).join(", ")})`;
