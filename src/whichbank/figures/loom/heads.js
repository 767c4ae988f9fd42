// What the figure `loom` paints of a layer that is opened: its heads, or one of them alone.

import { unpack } from "../nets/kernels.js";
import { addedAt, gathersAt } from "./block.js";
import { PADS, SEEN, css, placesOf, stroke, tint, upright } from "./weave.js";
import { HEADS } from "./woven.js";

/** Where the heads of an opened layer stand. */
export const headAt = ({ width, height }, h, heads) => [
  ((h + 0.5) / heads) * width,
  PADS[0] + 0.76 * (height - PADS[0] - PADS[1]),
];

/**
 * The weights of an opened layer's heads, (heads, T, T); nothing as long as they are not here.
 * @param {Woven} woven
 * @param {number} layer from 1; 0 is none
 */
export const headTables = ({ packed, pieces: { length: T } }, layer) =>
  layer && packed
    ? Array.from({ length: HEADS }, (_, h) => unpack(packed, T, T, (layer - 1) * HEADS + h))
    : undefined;

const LITTLE = 1e-6; // what a word counts that does not lean

/**
 * The head in which a piece looks most at words that end up leaning.
 * @param {number[][]} weights of the piece, (heads, T)
 * @param {number[]} leans of all pieces, after the last layer
 * @param {boolean[]} marks
 * @param {number} t which piece
 * @returns {number} from 1
 */
export function telling(weights, leans, marks, t) {
  const sums = weights.map((row) =>
    row.reduce(
      (sum, part, s) => sum + (s === t || marks[s] ? 0 : part * (Math.abs(leans[s]) + LITTLE)),
      0,
    ),
  );
  return sums.indexOf(Math.max(...sums)) + 1;
}

/**
 * Paint an opened layer: what each head takes, and from whom.
 * @param {CanvasRenderingContext2D} pen
 * @param {LoomScene} scene
 * @param {number[][]} weights of the piece that asks, (heads, T)
 * @param {number} t
 * @param {number} layer
 * @param {number} seen from 0 to 1
 */
export function paintHeads(pen, scene, weights, t, layer, seen) {
  const { xs, leans, inks } = scene;
  const { point } = placesOf(scene);
  const home = gathersAt(scene, t, layer);
  weights.forEach((row, h) => {
    const node = headAt(scene, h, weights.length);
    xs.forEach((_, s) => {
      if (row[s] < SEEN) return;
      const color = tint(inks, leans[s][layer - 1]);
      stroke(pen, upright(point(s, layer - 1), node), css(color, 0.75 * seen), 12 * row[s]);
    });
    stroke(pen, upright(node, home), css(inks.gray, 0.75 * seen), 2);
  });
}

/**
 * Paint one head alone: where each piece looks, and through its node what the one that asks takes.
 * @param {CanvasRenderingContext2D} pen
 * @param {LoomScene} scene
 * @param {number[][]} looks (T, T)
 * @param {number[]} lit how far each piece asks
 * @param {number} layer
 * @param {number} head from 1; between two, on its way from one to the other
 * @param {number} seen from 0 to 1
 */
export function paintHead(pen, scene, looks, lit, layer, head, seen) {
  const { leans, inks } = scene;
  const { point } = placesOf(scene);
  const node = headAt(scene, head - 1, HEADS);
  const ribbons = (t, to, alpha) => {
    if (alpha < 0.01) return;
    looks[t].forEach((part, s) => {
      if (part < SEEN) return;
      const color = tint(inks, leans[s][layer - 1]);
      stroke(pen, upright(point(s, layer - 1), to), css(color, alpha), 14 * part);
    });
  };
  lit.forEach((part, t) => ribbons(t, addedAt(scene, t, layer), 0.15 * seen * (1 - part)));
  lit.forEach((part, t) => {
    ribbons(t, node, 0.9 * seen * part);
    const on = upright(node, gathersAt(scene, t, layer));
    if (part > 0.02) stroke(pen, on, css(inks.gray, 0.9 * seen * part), 5);
  });
}
