// A head that is erased, in the figure `loom`: the word's thread with the head and without it, and a
// strip of where the word ends with each of all heads erased in turn.

import { fixed } from "../kit/parts.js";
import { LEANS, named, verdicts } from "./told.js";
import { css, placesOf, stroke, tint, upright } from "./weave.js";
import { HEADS, LAYERS } from "./woven.js";

/** Pixels that the strip takes from the threads. */
export const STRIP = 74;
const [STRIP_CAPTION, STRIP_ARROW, STRIP_TICKS, STRIP_NAMES] = [11, 25, 40, 66]; // down in it
const STRIP_WIDEST = 440; // pixels
const STRIP_LEAST = 0.04; // the lean that has room at least

/**
 * Paint a thread as it is with the head.
 * @param {CanvasRenderingContext2D} pen
 * @param {LoomScene} scene
 * @param {number[][]} whole its leans, (T, 7)
 * @param {number} t which piece
 * @param {number} seen from 0 to 1
 */
export function paintGhost(pen, scene, whole, t, seen) {
  const { y, point } = placesOf({ ...scene, leans: whole });
  pen.setLineDash([2, 6]);
  for (let layer = 0; layer < LAYERS; layer++) {
    const [a, b] = [point(t, layer), point(t, layer + 1)];
    stroke(pen, upright(a, b), css(tint(scene.inks, whole[t][layer + 1]), seen), 4);
  }
  pen.setLineDash([]);
  pen.beginPath();
  pen.arc(point(t, LAYERS)[0], y(LAYERS), 7, 0, 7);
  pen.strokeStyle = css(tint(scene.inks, whole[t][LAYERS]), seen);
  pen.lineWidth = 2;
  pen.stroke();
}

/**
 * Paint where a word ends with each head erased in turn, and how far this one moves it.
 * @param {CanvasRenderingContext2D} pen
 * @param {LoomScene} scene
 * @param {{others: number[], whole: number, mine: number, name: string, axes: string[]}} ends
 * @param {number} seen from 0 to 1
 */
export function paintStrip(pen, { width, inks }, { others, whole, mine, name, axes }, seen) {
  const wide = Math.min(width - 16, STRIP_WIDEST);
  const most = Math.max(STRIP_LEAST, ...[...others, whole, mine].map(Math.abs)) * 1.08;
  const middle = width / 2;
  const x = (lean) => middle + (lean / most) * (wide / 2);
  const line = (at, half, color, thick) => {
    pen.beginPath();
    pen.moveTo(at, STRIP_TICKS - half);
    pen.lineTo(at, STRIP_TICKS + half);
    pen.strokeStyle = color;
    pen.lineWidth = thick;
    pen.stroke();
  };
  const text = (words, at, down, align, color, weight = 400) => {
    pen.font = `${weight} 12px system-ui, sans-serif`;
    pen.textAlign = align;
    pen.fillStyle = color;
    pen.fillText(words, at, down);
  };
  pen.lineCap = "butt";
  pen.strokeStyle = css(inks.line, seen);
  pen.lineWidth = 1;
  pen.strokeRect(middle - wide / 2, STRIP_TICKS - 11, wide, 22);
  line(x(0), 11, css(inks.ink, 0.5 * seen), 1);
  for (const one of others) line(x(one), 7, css(inks.ink, 0.3 * seen), 1.5);
  const ink = css(inks.ink, seen);
  line(x(mine), 11, ink, 3);
  pen.beginPath();
  pen.arc(x(whole), STRIP_TICKS, 5.5, 0, 7);
  pen.fillStyle = css(inks.paper, seen);
  pen.fill();
  pen.strokeStyle = ink;
  pen.lineWidth = 2;
  pen.stroke();
  const [from, to] = [x(whole), x(mine)];
  if (Math.abs(to - from) > 8) {
    const back = 5 * Math.sign(from - to);
    pen.beginPath();
    pen.moveTo(from, STRIP_ARROW);
    pen.lineTo(to, STRIP_ARROW);
    pen.moveTo(to + back, STRIP_ARROW - 4);
    pen.lineTo(to, STRIP_ARROW);
    pen.lineTo(to + back, STRIP_ARROW + 4);
    pen.lineWidth = 1.5;
    pen.stroke();
  }
  const left = middle - wide / 2;
  text(
    `${name}, with each head erased in turn`,
    left,
    STRIP_CAPTION,
    "left",
    css(inks.ink, 0.8 * seen),
  );
  text(axes[1], left, STRIP_NAMES, "left", css(inks.second, seen), 700);
  text("0", x(0), STRIP_NAMES, "center", css(inks.ink, 0.8 * seen));
  text(axes[0], left + wide, STRIP_NAMES, "right", css(inks.first, seen), 700);
}

/**
 * One sentence on what becomes of a word without a head, and how many heads do as much.
 * @param {Woven} woven
 * @param {number} t which asks
 * @param {number} layer from 1
 * @param {number} head from 1
 */
export function toldOfErased(
  { pieces, axes, leans, whole, others, silent, known },
  t,
  layer,
  head,
) {
  const gone = silent.length > 1 ? `${silent.length} heads` : `head ${head} of layer ${layer}`;
  if (!known || !whole)
    return `Without ${gone}: what is erased hands over its mean over many texts, whatever this one says.`;
  const name = named(pieces, t);
  const [now, then] = [leans[t][LAYERS], whole[t][LAYERS]];
  const side = (lean) => (Math.abs(lean) < LEANS ? 0 : Math.sign(lean));
  const verdict = (rows) => verdicts({ pieces, axes, leans: rows }, [t], LAYERS).slice(name.length);
  const it = silent.length > 1 ? "them" : "it";
  const was = side(now) === side(then) ? "" : ` it${verdict(whole)},`;
  const still = was ? "" : " still";
  const told = `Without ${gone} ${name}${still}${verdict(leans)}, at ${fixed(now, 3)}; with ${it},${was} at ${fixed(then, 3)}.`;
  if (silent.length > 1) return told;
  const ends = others?.[t];
  if (!ends) return others ? `What becomes of ${name} is not recorded.` : told;
  const all = LAYERS * HEADS;
  if (ends.length < all) return `${told} Of the ${all} heads ${ends.length} have been tried.`;
  const mine = (layer - 1) * HEADS + head - 1;
  const far = ends.map((end) => Math.abs(end - then));
  const more = far.filter((one, h) => h !== mine && one >= far[mine]).length;
  const rest = [
    `No other of the ${all} heads moves it as far.`,
    `Of the other ${all - 1} heads one moves it as far.`,
  ];
  return `${told} ${rest[more] ?? `Of the other ${all - 1} heads ${more} move it as far.`}`;
}
