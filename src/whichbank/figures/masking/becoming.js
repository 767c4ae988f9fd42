// The plane with what each word becomes, and hollow what it would be if nothing were hidden.

import { fixed } from "../kit/numbers.js";
import { plane } from "../kit/plane.js";
import { tr } from "../kit/words.js";

const MARK = 0.1; // of the plane's unit: an arrow ends before the mark of its word

/**
 * The end of an arrow that stops at a mark.
 * @param {number[]} a
 * @param {number[]} b
 */
function shortened(a, b) {
  const step = b.map((v, d) => v - a[d]);
  const length = Math.hypot(...step);
  return length < 1e-9 ? a : a.map((v, d) => v + step[d] * Math.max(0, 1 - MARK / length));
}

/**
 * @param {string[]} words
 * @param {number[][]} vectors
 * @param {string[]} axes
 */
export function becoming(words, vectors, axes) {
  const [x, y] = [0, 1]
    .map((axis) => vectors.map((vector) => vector[axis]))
    .map((span, axis) => [Math.min(0, ...span) - 0.3 - 0.2 * axis, Math.max(1, ...span) + 0.3]);
  const { root, set: put } = plane({ x, y, labels: axes, size: 230, em: 15 });
  const where = (at) => at.map((v) => fixed(v)).join(", ");
  /**
   * @param {number} picked the word that asks
   * @param {number[]} colors
   * @param {number[][]} fresh new vectors
   * @param {number[][]} free the same without a mask
   */
  const set = (picked, colors, fresh, free) =>
    put(
      [
        ...words.flatMap((_, i) => {
          const hollow = { color: colors[i], ghost: true };
          const way = [free[i], shortened(free[i], fresh[i])];
          return [
            { key: `step ${i}`, kind: "arrow", at: way, ...hollow },
            { key: `free ${i}`, kind: "point", at: free[i], ...hollow },
          ];
        }),
        { key: "asks", kind: "circle", color: 5, radius: 0.17, at: fresh[picked] },
        ...words.map((word, i) => ({
          key: word,
          kind: "point",
          color: colors[i],
          label: word,
          at: fresh[i],
        })),
      ],
      tr("What each word becomes: {words}.", {
        words: words.map((word, i) => `${word} (${where(fresh[i])})`).join("; "),
      }),
    );
  return { root, set };
}
