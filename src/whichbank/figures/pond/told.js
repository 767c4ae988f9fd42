// What the figure says of the places that look alike.

import { fixed } from "../kit/numbers.js";

export const COUNTS = ["one stone", "two stones", "three stones", "four stones", "five stones"];

/**
 * What the water tells, in one sentence.
 * @param {number} count of the stones
 * @param {number} left how many other places look like the boat's; where rings cross they are spots
 */
export function lesson(count, left) {
  if (!left) return `With ${COUNTS[count - 1]}, no other place looks like yours.`;
  const others = left === 1 ? "1 other place looks" : `${left} other places look`;
  if (count === COUNTS.length) return `Five stones, and ${others} like yours. Drag one of them.`;
  if (count > 2)
    return `With ${COUNTS[count - 1]}, ${others} like yours: there the rings of all stones cross.`;
  const why = ["they lie on its rings", "there the rings of both stones cross"][count - 1];
  return `With ${COUNTS[count - 1]}, all bright places look like yours: ${why}.`;
}

/**
 * A place, for reading.
 * @param {number[]} place
 */
export const where = (place) => `(${place.map((v) => fixed(v, 1)).join(", ")})`;
