// What the figure says of the places that look alike.

import { fixed } from "../kit/parts.js";

export const COUNTS = ["one stone", "two stones", "three stones", "four stones", "five stones"];

/**
 * What the water tells, in one sentence.
 * @param {number} count of the stones
 * @param {number} left how many other places look like the boat's
 */
export function lesson(count, left) {
  if (!left) return `With ${COUNTS[count - 1]}, no other place looks like yours.`;
  if (count === COUNTS.length)
    return "Five stones, and another place still looks like yours. Drag one of them.";
  const why = ["they lie on its rings", "there the rings of both stones cross"][count - 1];
  const cross = "there the rings of all stones cross";
  return `With ${COUNTS[count - 1]}, all bright places look like yours: ${why ?? cross}.`;
}

/**
 * A place, for reading.
 * @param {number[]} place
 */
export const where = (place) => `(${place.map((v) => fixed(v, 1)).join(", ")})`;
