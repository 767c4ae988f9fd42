// The codes of places, and two of them as the hands of clocks.

import { dot } from "../nets/kernels.js";
import { sinusoidal } from "../nets/positions.js";

/**
 * The codes of places, made as it should be (kind 0) or with one of three slips.
 * @param {number} kind
 * @param {number[]} positions
 * @param {number} dModel
 * @returns {number[][]}
 */
export function encodePlaces(kind, positions, dModel) {
  if (kind === 0) return sinusoidal(positions, dModel);
  if (kind === 3)
    return sinusoidal(
      positions.map((t) => (t * Math.PI) / 180),
      dModel,
    );
  const alone = kind === 1;
  return positions.map((t) =>
    Array.from({ length: dModel }, (_, j) => {
      const angle = t * 10000 ** (-(alone ? j : 2 * j) / dModel);
      return !alone && j % 2 ? Math.cos(angle) : Math.sin(angle);
    }),
  );
}

/**
 * Two hands of a clock, each as high as its first number and as far to the right as its second: the
 * angle of the one, in radians, that from it to the other, their lengths, and their dot product.
 * @param {number[]} a
 * @param {number[]} b
 * @returns {{turn: number, wedge: number, lengths: number[], product: number}}
 */
export function clockOf(a, b) {
  const product = dot(a, b);
  return {
    turn: Math.atan2(a[0], a[1]),
    wedge: Math.atan2(b[0] * a[1] - b[1] * a[0], product),
    lengths: [Math.hypot(...a), Math.hypot(...b)],
    product,
  };
}
