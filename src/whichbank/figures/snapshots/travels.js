// How names travel with their marks: round the heap at first, then each to its place beside its mark.

import { eased } from "../kit/motion.js";

const RING = [0.37, 0.4]; // of the picture: how far from the heap the names are at first
const AWAY = [0.05, 0.4]; // of all the time: they leave the ring, and are beside their marks
const BESIDE = 8; // between two names in a row
const MARK = 4; // half of a mark, that a name keeps off
const KEPT = 0.85; // of a push, from moment to moment
const TURNS = 30; // until names that lie on each other are apart

const mean = (points) =>
  [0, 1].map((d) => points.reduce((sum, point) => sum + point[d], 0) / points.length);

/**
 * A place on a ring for each, in the order of the directions in which they go.
 * @param {number[][]} ways
 * @returns {number[]} angles
 */
function ring(ways) {
  const angles = ways.map(([x, y]) => Math.atan2(y, x));
  const order = angles.map((_, i) => i).sort((a, b) => angles[a] - angles[b]);
  const step = (2 * Math.PI) / ways.length;
  const off = order.map((i, k) => angles[i] - k * step);
  const along = (f) => off.reduce((sum, x) => sum + f(x), 0);
  const turn = Math.atan2(along(Math.sin), along(Math.cos));
  return angles.map((_, i) => turn + order.indexOf(i) * step);
}

/**
 * Push names apart that lie on each other, off the marks, and into the picture.
 * @param {number[][]} at their middles; these are moved
 * @param {number[][]} boxes width and height of each
 * @param {number[][]} marks
 * @param {number[]} size of the picture
 */
function part(at, boxes, marks, size) {
  for (let turn = 0; turn < TURNS; turn++)
    at.forEach((one, i) => {
      at.slice(0, i).forEach((other, j) => {
        const over = [0, 1].map(
          (d) => (boxes[i][d] + boxes[j][d]) / 2 + (d ? 0 : BESIDE) - Math.abs(one[d] - other[d]),
        );
        if (Math.min(...over) <= 0) return;
        const d = over[0] < over[1] ? 0 : 1;
        const push = (Math.sign(one[d] - other[d]) || 1) * (over[d] / 2);
        one[d] += push;
        other[d] -= push;
      });
      for (const mark of marks) {
        const over = [0, 1].map((d) => boxes[i][d] / 2 + MARK - Math.abs(one[d] - mark[d]));
        if (Math.min(...over) <= 0) continue;
        const d = over[0] < over[1] ? 0 : 1;
        one[d] += (Math.sign(one[d] - mark[d]) || 1) * over[d];
      }
      [0, 1].forEach((d) => {
        one[d] = Math.min(Math.max(one[d], boxes[i][d] / 2), size[d] - boxes[i][d] / 2);
      });
    });
}

/**
 * Where each name is at each moment, seen from its mark.
 * @param {number[][][]} marks of the words, at each moment
 * @param {number[][]} ends where the names are in the end
 * @param {number[][]} boxes width and height of each name
 * @param {number[]} size of the picture
 * @returns {number[][][]}
 */
export function travels(marks, ends, boxes, size) {
  const last = marks.length - 1;
  const heap = mean(marks[0]);
  const angles = ring(marks[last].map((mark) => mark.map((v, d) => v - heap[d])));
  const rims = angles.map((angle) => [
    heap[0] + size[0] * RING[0] * Math.cos(angle),
    heap[1] + size[1] * RING[1] * Math.sin(angle),
  ]);
  let pushes = ends.map(() => [0, 0]);
  return marks
    .map((row, moment) => {
      const gone = last ? (moment / last - AWAY[0]) / (AWAY[1] - AWAY[0]) : 1;
      const there = eased(Math.min(Math.max(gone, 0), 1));
      return row.map((mark, i) =>
        mark.map((v, d) => (1 - there) * rims[i][d] + there * (v + ends[i][d])),
      );
    })
    .reverse()
    .map((wanted, back) => {
      if (!back) return ends; // in the end they are where they stand best
      const at = wanted.map((one, i) => one.map((v, d) => v + KEPT * pushes[i][d]));
      part(at, boxes, marks[last - back], size);
      pushes = at.map((one, i) => one.map((v, d) => v - wanted[i][d]));
      return at.map((one, i) => one.map((v, d) => v - marks[last - back][i][d]));
    })
    .reverse();
}
