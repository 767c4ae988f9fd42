// What the figure `loom` paints: threads, and the ribbons that run into them. A place is across in
// pixels and up in layers.

import { LEANS } from "./told.js";

const FULL = 0.08; // the lean at which a thread has its meaning's whole ink
const PALE = 0.4; // how far the gray of no meaning is on its way to the paper
const RIBBON = 34; // pixels of a ribbon that would be all that arrives
const PALER = 0.8; // how far the others fade where a head is erased
const NEAR = 40; // pixels between layers
export const SEEN = 0.06; // what is less is not drawn
const SWAYS = [8, 34]; // pixels at full ink, of a thread and of one that asks
export const PADS = [34, 16]; // pixels above the last layer and below the first

/** @typedef {number[]} Rgb */

/**
 * The colors of the page's theme, as red, green and blue.
 * @param {Element} el
 */
export function inksOf(el) {
  const seen = getComputedStyle(el);
  const read = (name) =>
    [1, 3, 5].map((at) =>
      parseInt(
        seen
          .getPropertyValue(name)
          .trim()
          .slice(at, at + 2),
        16,
      ),
    );
  const names = { ink: "--wb-ink", line: "--wb-line" };
  const paper = (seen.backgroundColor.match(/\d+/g) ?? ["255", "255", "255"])
    .slice(0, 3)
    .map(Number);
  return {
    ...Object.fromEntries(Object.entries(names).map(([name, of]) => [name, read(of)])),
    plus: read("--wb-slate"),
    minus: read("--wb-rust"),
    gold: read("--wb-gold-broad"),
    teal: read("--wb-teal-broad"),
    gray: between(read("--wb-soft"), paper, PALE),
    paper,
  };
}

/**
 * @param {Rgb} color
 * @param {number} [alpha]
 */
export const css = (color, alpha = 1) => `rgb(${color.join(" ")} / ${alpha})`;
const between = (a, b, t) => a.map((x, i) => Math.round(x + t * (b[i] - x)));

/**
 * How much of its meaning's ink a lean has: half of it where the text begins to name the meaning, hardly any below.
 * @param {number} lean
 */
function inkedBy(lean) {
  const far = Math.abs(lean);
  return far < LEANS
    ? (far / LEANS) ** 3 / 2
    : 0.5 + Math.min((far - LEANS) / (FULL - LEANS), 1) / 2;
}

/**
 * The ink of a lean: gray where it is 0.
 * @param {Record<string, number[]>} inks with `first` and `second` for the two meanings
 * @param {number} lean
 */
export const tint = (inks, lean) =>
  between(inks.gray, lean > 0 ? inks.first : inks.second, inkedBy(lean));

/**
 * Where layers and threads are.
 * @param {LoomScene} scene
 */
export function placesOf({ xs, width, height, view: [low, high], leans, strength }) {
  const room = Math.min(1, width / 600);
  const y = (layer) => PADS[0] + (1 - (layer - low) / (high - low)) * (height - PADS[0] - PADS[1]);
  const swayOf = (t, layer) =>
    Math.max(-1, Math.min(1, leans[t][layer] / FULL)) *
    (SWAYS[0] + strength[t] * (SWAYS[1] - SWAYS[0]));
  /**
   * @param {number} t
   * @param {number} layer
   */
  const point = (t, layer) => [xs[t] + room * swayOf(t, layer), y(layer)];
  return { y, point };
}

/**
 * A curve from its start to a share of its way (de Casteljau).
 * @param {number[][]} curve four points
 * @param {number} t
 */
function cut(curve, t) {
  /**
   * @param {number[]} a
   * @param {number[]} b
   */
  const lerp = (a, b) => a.map((x, d) => x + t * (b[d] - x));
  const once = [0, 1, 2].map((i) => lerp(curve[i], curve[i + 1]));
  const twice = [0, 1].map((i) => lerp(once[i], once[i + 1]));
  return [curve[0], once[0], twice[0], lerp(twice[0], twice[1])];
}

/**
 * @param {CanvasRenderingContext2D} pen
 * @param {number[][]} curve
 * @param {string | CanvasGradient} color
 * @param {number} width
 */
export function stroke(pen, [a, b, c, d], color, width) {
  pen.beginPath();
  pen.moveTo(a[0], a[1]);
  pen.bezierCurveTo(b[0], b[1], c[0], c[1], d[0], d[1]);
  pen.strokeStyle = color;
  pen.lineWidth = width;
  pen.stroke();
}

/**
 * A curve that leaves and comes upright.
 * @param {number[]} a
 * @param {number[]} b
 */
export const upright = (a, b) => {
  const half = (a[1] + b[1]) / 2;
  return [a, [a[0], half], [b[0], half], b];
};

/**
 * A ribbon: it leaves the giver upwards and comes to the asker from its side.
 * @param {number[]} giver
 * @param {number[]} asker
 */
const ribbon = ([gx, gy], [ax, ay]) => {
  const [across, up] = [ax - gx, ay - gy];
  return [
    [gx, gy],
    [gx + 0.04 * across, gy + 0.62 * up],
    [ax - 0.5 * across, ay - 0.1 * up],
    [ax, ay],
  ];
};

/**
 * Paint all threads as far as they have risen, and the ribbons of those that ask.
 * @param {CanvasRenderingContext2D} pen
 * @param {LoomScene} scene
 * @param {number} fade 1: the ribbons of the opened layer are drawn by its heads
 * @param {number} alone 1: only threads that ask are to be seen
 */
export function paintLoom(pen, scene, fade, alone) {
  const { xs, width, leans, share, strength, marks, front, inks } = scene;
  const { y, point } = placesOf(scene);
  const layers = leans[0].length - 1;
  const broad = RIBBON * Math.min(1, (y(0) - y(1)) / NEAR); // layers that are close have narrow ones
  pen.lineCap = "round";
  pen.strokeStyle = css(inks.line, 0.7);
  pen.lineWidth = 1;
  for (let layer = 0; layer <= layers; layer++) {
    pen.beginPath();
    pen.moveTo(0, y(layer));
    pen.lineTo(width, y(layer));
    pen.stroke();
  }
  const thread = (t) => {
    const wide = marks[t] ? 1.5 : 2.5 + 5.5 * strength[t];
    const ways = Array.from({ length: Math.ceil(Math.min(layers, front)) }, (_, layer) =>
      cut(upright(point(t, layer), point(t, layer + 1)), Math.min(front - layer, 1)),
    );
    if (strength[t] > 0.1)
      for (const way of ways) stroke(pen, way, css(inks.paper, strength[t]), wide + 4);
    ways.forEach((way, layer) => {
      const [a, b] = [point(t, layer), point(t, layer + 1)];
      const ink = pen.createLinearGradient(0, a[1], 0, b[1]);
      const alpha =
        (marks[t] ? 0.4 : 0.55 + 0.45 * strength[t]) * (1 - PALER * alone * (1 - strength[t]));
      ink.addColorStop(0, css(tint(inks, leans[t][layer]), alpha));
      ink.addColorStop(1, css(tint(inks, leans[t][layer + 1]), alpha));
      stroke(pen, way, ink, wide);
    });
  };
  xs.forEach((_, t) => strength[t] < 0.5 && thread(t));
  for (let layer = 1; layer <= layers && layer - 1 < front; layer++) {
    const grown = 1 - (1 - Math.min((front - layer + 1) / 0.85, 1)) ** 2;
    xs.forEach((_, t) => {
      if (strength[t] < 0.02) return;
      xs.forEach((__, s) => {
        const part = share(layer - 1, t, s);
        if (s === t || part < SEEN) return;
        const way = cut(ribbon(point(s, layer - 1), point(t, layer)), grown);
        const color = tint(inks, leans[s][layer - 1]);
        const alpha =
          (0.3 + 0.45 * Math.min(part / 0.15, 1)) * strength[t] * (1 - fade) * (1 - alone);
        stroke(pen, way, css(color, alpha), broad * part);
      });
    });
  }
  xs.forEach((_, t) => strength[t] >= 0.5 && thread(t));
  xs.forEach((_, t) => {
    const at = Math.min(front, layers);
    const low = Math.floor(Math.min(at, layers - 1));
    const [[ax], [bx]] = [point(t, low), point(t, low + 1)];
    const part = at - low;
    const bend = part * part * (3 - 2 * part);
    const lean = leans[t][low] + part * (leans[t][low + 1] - leans[t][low]);
    pen.beginPath();
    pen.arc(ax + bend * (bx - ax), y(at), (marks[t] ? 2.5 : 4) + 5 * strength[t], 0, 7);
    pen.fillStyle = css(
      tint(inks, lean),
      (marks[t] ? 0.5 : 1) * (1 - PALER * alone * (1 - strength[t])),
    );
    pen.fill();
    if (strength[t] > 0.5) {
      pen.strokeStyle = css(inks.paper);
      pen.lineWidth = 2;
      pen.stroke();
    }
  });
  if (front < layers) {
    pen.fillStyle = css(inks.ink, 0.5);
    pen.fillRect(0, y(front) - 0.5, width, 1);
  }
}
