// The line of places with a pin for each of two, and over it the dot products of their codes.

import { chart } from "../kit/chart.js";
import { fixed } from "../kit/numbers.js";
import { html } from "../kit/parts.js";
import { steered } from "../kit/plane.js";
import { dot } from "../nets/kernels.js";
import { grip } from "./pins.js";
import { tr } from "../kit/words.js";

const LAST = 94; // the last place with room for a name to the right of it, on a phone
const PIN = 4; // places that half a pin covers
const LEFT_OF_T = 34; // places that the name takes to the left of t, beyond that
const SHAPES = [
  [282, 146],
  [606, 158],
]; // of the chart, on a phone and where there is room

export const [PLACES, OFFSETS] = [100, 30];

/**
 * The numbers from 0 on.
 * @param {number} n the last of them
 */
export const count = (n) => Array.from({ length: n + 1 }, (_, i) => i);

/**
 * @param {number} most that a product can be
 * @param {(at: number[], i: number) => void} onMove a pin
 */
export function ground(most, onMove) {
  const ranges = [
    [0, PLACES + OFFSETS],
    [0, 1],
  ];
  const [narrow, broad] = SHAPES.map((size) =>
    chart({
      x: ranges[0],
      y: [-0.8 * most, 1.3 * most],
      labels: [tr("place"), tr("sum")],
      size,
      ticks: { x: count(6).map((i) => 20 * i), y: [0, most / 2, most] },
    }),
  );
  const steer = steered(narrow, ranges, [tr("place t"), tr("place t + k")], onMove, [1, 1]);
  const pad = steer.root.lastChild;
  grip(pad, PLACES + OFFSETS, onMove);
  pad.before(broad.root);
  for (const [side, length] of Object.entries(broad.frame))
    pad.style.setProperty(`--wb-broad-${side}`, length);
  const level = -0.6 * most; // of the bar from pin to pin, below what a product can be
  /**
   * @param {number[][]} codes of all places
   * @param {number} t
   * @param {number} k
   * @returns {number[]} the least and the largest product on the walk
   */
  const set = (codes, t, k) => {
    const track = count(PLACES).map((s) => [s + k, dot(codes[s], codes[s + k])]);
    const product = track[t][1];
    const products = track.map((point) => point[1]);
    const ends = [Math.min(...products), Math.max(...products)];
    const stay = count(OFFSETS).map((far) => [t + far, dot(codes[t], codes[t + far])]);
    const curve = (key, at, more) => ({ key, kind: "curve", at, marks: false, ...more });
    const value = (key, at, name, color = 5) => ({ key, kind: "value", at, name, color });
    const bar = [t, t + k].map((s) => [s, level - 0.04 * most, level + 0.04 * most]);
    const items = [
      curve("stay", stay, { color: 5 }),
      curve("track", track, { color: 2, dashed: true }),
      curve("walk", track.slice(0, t + 1), { color: 2 }),
      { key: "here", kind: "dot", at: [t + k, product], color: 2 },
      { key: "apart", kind: "band", at: bar, color: 5 },
      value("k", [t + k > LAST ? t - LEFT_OF_T : Math.max(t + k, t + PIN), level], `k = ${k}`),
      value("alone", [Math.min(t, 0.7 * LAST), 1.2 * most], tr("only t + k slides")),
      value(
        "together",
        // below the line where the other name stands above it
        [t < 0.7 * LAST ? t + OFFSETS : k, product + (product > 0.8 * most ? -0.2 : 0.2) * most],
        tr("both slide"),
        2,
      ),
    ];
    for (const picture of [narrow, broad])
      picture.set(
        items,
        tr(
          "Dot product over the place. Walking with offset {k}: from {low} to {high}. Staying at place {t}: {product} with place {other}.",
          {
            k,
            low: fixed(ends[0]),
            high: fixed(ends[1]),
            t,
            product: fixed(product),
            other: t + k,
          },
        ),
      );
    steer.set([t, 0], `t = ${t}`, 0);
    steer.set([t + k, 0], `t + k = ${t + k}, k = ${k}`, 1);
    return ends;
  };
  return { root: html("div", { class: "wb-ground" }, steer.root), set };
}
