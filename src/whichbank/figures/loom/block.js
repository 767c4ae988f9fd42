// What the figure `loom` paints of a layer that is opened, besides its heads: what attention and the
// small network add to the word that asks, and what the norms make of its length. Widths are
// lengths, drawn to one scale.

import { fixed } from "../kit/numbers.js";
import { css, placesOf, stroke, tint } from "./weave.js";
import { tr } from "../kit/words.js";

const [AT, NORMED, FED, LAST] = [0.52, 0.62, 0.82, 0.92]; // up in the layer
const [UNIT, WIDEST] = [1.5, 44]; // pixels of a length of 1, and of the longest
const STEEP = 0.03; // how much of the layer a change of width takes

/**
 * Where in an opened layer something is.
 * @param {LoomScene} scene
 * @param {number} t which piece
 * @param {number} layer from 1
 */
function withinOf(scene, t, layer) {
  const { y, point } = placesOf(scene);
  const [[a], [b]] = [point(t, layer - 1), point(t, layer)];
  return (up) => [a + up * up * (3 - 2 * up) * (b - a), y(layer - 1 + up)];
}

/**
 * Where what the heads take comes together, beside the thread that asks.
 * @param {LoomScene} scene
 * @param {number} t which piece asks
 * @param {number} layer from 1
 */
export function gathersAt(scene, t, layer) {
  const [x, y] = withinOf(scene, t, layer)(AT - 0.12);
  return [x + sideOf(scene, t) * awayOf(scene), y];
}

/**
 * Where what another piece takes is added.
 * @param {LoomScene} scene
 * @param {number} t which piece
 * @param {number} layer from 1
 */
export const addedAt = (scene, t, layer) => withinOf(scene, t, layer)(AT);

const sideOf = ({ xs, width }, t) => (xs[t] > width / 2 ? -1 : 1);
const awayOf = ({ width }) => (width < 500 ? 32 : 52);

/**
 * Paint the way of a vector through a layer.
 * @param {CanvasRenderingContext2D} pen
 * @param {LoomScene} scene
 * @param {number[]} steps the lengths of what comes in, of what attention adds, of their sum, of it
 *   after the norm, of what the network adds, of that sum, and of it after the norm; then the leans
 *   of both additions
 * @param {number} t which piece asks
 * @param {number} layer from 1
 * @param {number} seen from 0 to 1
 */
export function paintBlock(pen, scene, steps, t, layer, seen) {
  const { width, inks, leans } = scene;
  const [came, found, sum, normed, fed, whole, last, foundLean, fedLean] = steps;
  const within = withinOf(scene, t, layer);
  const unit = Math.min(UNIT, WIDEST / Math.max(...steps.slice(0, 7)));
  const [side, away] = [sideOf(scene, t), awayOf(scene)];
  /** @type {[number, number][]} */
  const changes = [
    [AT, sum],
    [NORMED, normed],
    [FED, whole],
    [LAST, last],
  ];
  const wide = (up) =>
    unit *
    changes.reduce((now, [at, next]) => {
      const part = Math.min(Math.max((up - at) / STEEP, 0), 1);
      return now + part * (next - now);
    }, came);
  pen.globalAlpha *= seen;

  // what is added runs in from the side, as wide as it is long
  const from = (up, to, lean, length) => {
    const [[x, y], [ax, ay]] = [within(up), within(to)];
    const start = [x + side * away, y];
    const way = [start, [start[0], (y + ay) / 2], [ax + (side * away) / 2, ay], [ax, ay]];
    stroke(pen, way, css(inks.paper), unit * length + 4);
    stroke(pen, way, css(tint(inks, lean)), unit * length);
  };
  const [out, back] = [within(NORMED + 0.05), within(FED - 0.11)];
  const box = [back[0] + side * away, back[1]];
  const loop = [out, [box[0], out[1]], [box[0], out[1]], [box[0], box[1]]];
  stroke(pen, loop, css(inks.gray), 1.5);
  from(FED - 0.12, FED, fedLean, fed);
  from(AT - 0.12, AT, foundLean, found);
  pen.fillStyle = css(inks.ink);
  pen.beginPath();
  pen.roundRect(box[0] - 11, box[1] - 5, 22, 10, 3);
  pen.fill();

  // the thread swells where something is added, and narrows in the norms
  const rows = Array.from({ length: 101 }, (_, i) => i / 100);
  for (const more of [4, 0]) {
    pen.beginPath();
    const edge = (up, sign) => {
      const [x, y] = within(up);
      pen.lineTo(x + sign * (wide(up) / 2 + more / 2), y);
    };
    rows.forEach((up) => edge(up, -1));
    rows.reverse().forEach((up) => edge(up, 1));
    rows.reverse();
    const ink = pen.createLinearGradient(0, within(0)[1], 0, within(1)[1]);
    ink.addColorStop(0, css(tint(inks, leans[t][layer - 1])));
    ink.addColorStop(1, css(tint(inks, leans[t][layer])));
    pen.fillStyle = more ? css(inks.paper) : ink;
    pen.fill();
  }

  const font = width < 500 ? 11 : 13;
  pen.font = `400 ${font}px system-ui, sans-serif`;
  pen.textAlign = side < 0 ? "right" : "left";
  pen.lineJoin = "round";
  /**
   * @param {string} text
   * @param {number} up
   * @param {number} off
   */
  const name = (text, up, off) => {
    const [x, y] = within(up);
    const at = [x + side * off, y + font / 3];
    pen.strokeStyle = css(inks.paper);
    pen.lineWidth = 4;
    pen.strokeText(text, at[0], at[1]);
    pen.fillStyle = css(inks.ink);
    pen.fillText(text, at[0], at[1]);
  };
  const beside = (length) => (unit * length) / 2 + 8;
  const { y } = placesOf(scene);
  const roomy = y(layer - 1) - y(layer) > 16 * font;
  if (roomy) name(tr("{length} long", { length: fixed(came, 1) }), 0.06, beside(came));
  name(tr("attention adds {length}", { length: fixed(found, 1) }), AT - 0.05, away + beside(found));
  if (roomy)
    name(tr("norm: {length}", { length: fixed(normed, 1) }), NORMED + 0.02, beside(normed));
  name(tr("network adds {length}", { length: fixed(fed, 1) }), FED - 0.08, away + beside(fed) + 8);
  if (roomy) name(tr("norm: {length}", { length: fixed(last, 1) }), LAST + 0.04, beside(last));
  pen.globalAlpha /= seen || 1;
}
