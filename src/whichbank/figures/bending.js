// The part of a figure that is a plane which a matrix bends: its grid, the unit square, and an arrow for each axis, whose
// tip is a row of the matrix. The tips are dragged, or moved by the arrow keys.

import { matmul } from "./kernels.js";
import { fixed } from "./parts.js";
import { plane, steered } from "./plane.js";

const SQUARE = [[0, 0], [1, 0], [1, 1], [0, 1]];
const LINES = [-1, -0.5, 0, 0.5, 1];
// A grid in one stroke: up and down along one line after the other, then to and fro.
const GRID = [...LINES.flatMap((x, i) => (i % 2 ? [[x, 1], [x, -1]] : [[x, -1], [x, 1]])),
  ...LINES.flatMap((y, i) => (i % 2 ? [[-1, -y], [1, -y]] : [[1, -y], [-1, -y]]))];
const TIPS = ["tip 1", "tip 2"];

/** A plane that a matrix bends. It shows as little as holds all that is drawn; while a hand is on it, it only grows.
 * @param {{what: string, labels: [string, string], names: [string, string], step: number, reach: number, far: number,
 *   size: number}} options what it is, for those who cannot see it; names of the arrows; step: to what tips snap, and
 *   reach: how far from 0 they go; far: how far anything can
 * @param {(matrix: number[][]) => void} onChange */
export function bending({ what, labels, names, step, reach, far, size }, onChange) {
  const [near, bounds] = [reach + 0.5, labels.map(() => [-reach, reach])];
  const ranges = labels.map(() => [-far, far]); // what the plane shows
  let drawn = [];
  const place = (at, i) => {
    const tip = at.map((v) => Math.min(Math.max(Number((Math.round(v / step) * step).toFixed(2)), -reach), reach));
    onChange(drawn[0].map((row, t) => (t === i ? tip : row)));
  };
  const scene = plane({ x: ranges[0], y: ranges[1], labels, size, bounds, onDrag: (key, at) => place(at, TIPS.indexOf(key)) });
  const steer = steered(scene, ranges, names.map((name) => `${what}, ${name}`), place, [step, step], bounds);
  steer.root.classList.add("wb-bent");

  /** @param {number[][]} matrix @param {Parameters<typeof scene.set>[0]} items what else is drawn, on top
   * @param {string} description of these */
  const set = (matrix, items, description) => {
    drawn = [matrix, items, description];
    const all = [
      { key: "grid", kind: "curve", at: matmul(GRID, matrix), ghost: true },
      { key: "unit", kind: "area", at: matmul(SQUARE, matrix) },
      ...matrix.map((tip, i) => ({ key: `arrow of ${TIPS[i]}`, kind: "arrow", at: [[0, 0], tip] })),
      ...matrix.map((tip, i) => ({ key: TIPS[i], kind: "point", at: tip, label: names[i], drag: true })),
      ...items,
    ];
    const now = all.every(({ at }) => at.flat().every((v) => Math.abs(v) <= near)) ? near : far;
    if (ranges[0][1] !== now && (now === far || !scene.held())) {
      ranges.fill([-now, now]);
      scene.look(...ranges);
    }
    matrix.forEach((tip, i) => steer.set(tip, labels.map((label, d) => `${label} ${fixed(tip[d], 1)}`).join(", "), i));
    scene.set(all, `${description} The arrow ${names.map((name, i) => `“${name}” ends at (${matrix[i].map((x) => fixed(x, 1)).join(", ")})`).join(", ")}. ` +
      "The gray area is what became of the unit square.");
  };
  for (const end of ["pointerup", "pointercancel"]) scene.root.addEventListener(end, () => set(...drawn));
  return { root: steer.root, set };
}
