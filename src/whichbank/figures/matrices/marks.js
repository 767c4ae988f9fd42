// What stands on the plane of three matrices: the sheet of one of them, or of two together, and the
// words that it has moved.

import { fixed } from "../kit/numbers.js";
import { thickness } from "../kit/tables.js";
import { tr } from "../kit/words.js";

export const BOTH = "W_qk"; // W_q times the transpose of W_k
export const TIPS = ["tip 1", "tip 2"];
export const ASK = "query"; // where W_Q is bent, it is dragged, too
const RIM = 3; // how far an arrow is drawn
const [FIRST, SECOND] = [0, 3]; // the inks of the side where that number is the larger one

/** The square of what is no farther from 0 than that, on either axis. */
const around = (far) =>
  [
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, 1],
    [-1, -1],
  ].map((at) => at.map((x) => x * far));

/**
 * The two sides of the plane, where either number is larger, and how far a new vector is from the
 * line between them.
 * @param {number[]} ends of the plane
 * @param {number[]} made
 * @returns {PlaneItem[]}
 */
function sides([wide, far], [first, second]) {
  const line = [
    [-far, -far],
    [far, far],
  ];
  const side = (key, x, color) => ({
    ...{ key, kind: "area", color },
    at: [...line, [x, far], [x, -far]],
  });
  return [
    side("second", -wide, SECOND),
    side("first", wide, FIRST),
    {
      key: "gap",
      kind: "curve",
      at: [
        [first, first],
        [first, second],
      ],
      color: second > first ? SECOND : FIRST,
      thick: 4,
    },
    {
      key: "gap name",
      kind: "name",
      at: [first, (first + second) / 2],
      label: tr("gap {far}", { far: fixed(second - first) }),
    },
  ];
}

/** As much of an arrow as there is room for. */
const within = (at) => {
  const far = Math.max(...at.map(Math.abs));
  return far > RIM ? at.map((x) => (x * RIM) / far) : at;
};

/**
 * The query of a word among all keys; what two matrices together make of the word, among the words
 * as they are; or its new vector among the values.
 * @param {{words: string[], colors: number[], axes: string[], row: number, reach:
 *   number, alone?: boolean, ends: number[]}} sentence alone where no other matrix is on offer: then a dot
 *   needs no more than its word, and instead of a sheet there is the box that the tips stay in, and the
 *   side of either number; ends are those of the plane
 * @param {string} bent
 * @param {number[][]} matrix
 * @param {{old: number[][], q: number[][], k: number[][], v: number[][], asked: number[][],
 *   weights: number[], made: number[]}} found
 * @returns {PlaneItem[]}
 */
export function marks({ words, colors, axes, row, reach, alone, ends }, bent, matrix, found) {
  const { old, q, k, v, asked, weights, made } = found;
  const [word, both, mixed, held] = [words[row], bent === BOTH, bent === "W_v", bent === "W_q"];
  const point = (called, s, at, label) => ({
    key: called,
    kind: "point",
    at,
    label,
    color: colors[s],
  });
  const ways = both ? old : mixed ? v : k;
  const ask = both ? within(asked[row]) : q[row];
  const tips = both ? matrix.map(within) : matrix;
  const on = (tip) => (alone ? words.filter((_, s) => String(ways[s]) === String(tip)) : []);
  return [
    ...(alone
      ? [...sides(ends, made), { key: "box", kind: "curve", at: around(reach), ghost: true }]
      : [{ key: "sheet", kind: "sheet", at: matrix }]),
    ...(mixed
      ? words.map((name, s) => ({
          key: `way ${name}`,
          kind: "curve",
          at: [[0, 0], v[s]],
          color: colors[s],
          thick: thickness(weights[s]),
        }))
      : [
          {
            key: `ask ${word}`,
            kind: "arrow",
            at: [[0, 0], ask],
            color: colors[row],
            thick: held || both ? 4 : 2,
          },
        ]),
    ...tips.map((tip, i) => ({ key: `axis ${i}`, kind: "arrow", at: [[0, 0], tip], thick: 3 })),
    ...(!mixed || alone || String(v[row]) === String(old[row])
      ? []
      : [
          { key: "becomes", kind: "arrow", at: [old[row], made], color: colors[row], ghost: true },
          { ...point("old", row, old[row], tr("old {word}", { word })), ghost: true },
        ]),
    ...words.flatMap((name, s) =>
      // a word that is one unit of an axis stands at the tip that is dragged, which names it
      tips.some((tip) => on(tip).includes(name)) ? [] : [point(name, s, ways[s], name)],
    ),
    mixed
      ? { ...point(`new ${word}`, row, made, tr("new {word}", { word })), ghost: true }
      : {
          ...point(held ? ASK : `query ${word}`, row, ask, tr("{word} asks", { word })),
          kind: held ? "point" : "name",
          drag: held,
        },
    // above: where a tip lies on what it makes, it is the tip that is dragged
    ...tips.map((tip, i) =>
      both
        ? { key: `end ${i}`, kind: "name", at: tip, label: axes[i] }
        : {
            key: TIPS[i],
            kind: "point",
            at: tip,
            label: [axes[i], ...on(tip)].join(", "),
            drag: true,
          },
    ),
  ];
}
