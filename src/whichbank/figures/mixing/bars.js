// Where the bars of a triangle's corners stand: each grows away from the middle.

import { dot, mix } from "../nets/kernels.js";

const [GAP, PART] = [0.14, 0.3]; // from the corner to the bar, and one whole, of the triangle's size

/**
 * A bar for each corner.
 * @param {number[][]} vectors the corners
 * @param {number} lowest weight
 */
export function barsAt(vectors, lowest) {
  const middle = mix([vectors.map(() => 1 / vectors.length)], vectors)[0];
  const away = vectors.map((vector) => vector.map((x, d) => x - middle[d]));
  const wide = [0, 1].map((d) => vectors.map((vector) => vector[d]));
  const size = Math.max(1, ...wide.map((all) => Math.max(...all, 0) - Math.min(...all, 0)));
  const ways = away.map((way) => {
    const length = Math.hypot(...way);
    return length > 1e-9 ? way.map((x) => x / length) : [0, 1];
  });
  const [zero, one] = [(GAP - PART * lowest) * size, PART * size];
  const at = (s, weight) => vectors[s].map((x, d) => x + (zero + one * weight) * ways[s][d]);
  const ends = vectors.map((_, s) => [at(s, lowest), at(s, 1)]);
  const near = wide.map((values, d) => {
    const tips = ends.flat().map((end) => end[d]);
    return [
      Math.min(-0.3, ...values.map((x) => lowest * x - 0.3), ...tips.map((x) => x - 0.45)),
      Math.max(1, ...values, ...tips) + 0.3,
    ];
  });
  const longest = Math.max(...near.map(([low, high]) => high - low));
  return {
    ends,
    /** The part of the plane in which all this has room. */
    ranges: near.map(([low, high]) => [low, Math.max(high, low + 0.7 * longest)]),
    /** From nothing to a weight. */
    bar: (s, weight) => [at(s, 0), at(s, Math.min(Math.max(weight, lowest), 1.1))],
    /** The weight whose bar ends at a place, in hundredths. */
    weight: (s, place) => {
      const along = dot(
        place.map((x, d) => x - vectors[s][d]),
        ways[s],
      );
      const weight = Math.round((100 * (along - zero)) / one) / 100;
      return Math.min(Math.max(weight, lowest), 1);
    },
  };
}
