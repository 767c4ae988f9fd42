// A head that is erased, in the figure `loom`: the word's thread with the head and without it, and a
// strip of where the word ends with each of all heads erased in turn.

import { fixed } from "../kit/numbers.js";
import { LEANS, STOP, named, verdicts } from "./told.js";
import { css, placesOf, stroke, tint, upright } from "./weave.js";
import { HEADS, LAYERS } from "./woven.js";
import { tr, trn } from "../kit/words.js";

/** Pixels that the strip takes from the threads. */
export const STRIP = 74;
const [STRIP_CAPTION, STRIP_ARROW, STRIP_TICKS, STRIP_NAMES] = [11, 25, 40, 66]; // down in it
const STRIP_WIDEST = 440; // pixels
const [NAMED_AT, APART, ASIDE] = [5, 6, 13]; // the name of a thread as it was: at which layer; from how many pixels
// between it and the thread as it is; how far beside it
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
 * Write along such a thread what it is, if it ends elsewhere now.
 * @param {CanvasRenderingContext2D} pen
 * @param {LoomScene} scene
 * @param {number[][]} whole
 * @param {number} t
 * @param {number} seen
 * @param {string} name
 */
export function nameGhost(pen, scene, whole, t, seen, name) {
  const was = placesOf({ ...scene, leans: whole }).point(t, NAMED_AT);
  const [now] = placesOf(scene).point(t, NAMED_AT);
  if (Math.abs(was[0] - now) < APART) return;
  const beside = was[0] + Math.sign(was[0] - now) * ASIDE;
  pen.save();
  // at the rim there is no room but on the other side of both, where dots say which is meant
  const far = beside < ASIDE;
  const text = far ? `••• ${name}` : name;
  pen.translate(far ? Math.max(was[0], now) + ASIDE : beside, was[1]);
  pen.rotate(Math.PI / 2); // as the words at the foot
  pen.font = "600 12px system-ui, sans-serif";
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  pen.lineJoin = "round";
  pen.lineWidth = 4;
  pen.strokeStyle = css(scene.inks.paper, seen);
  pen.strokeText(text, 0, 0);
  pen.fillStyle = css(scene.inks.ink, seen);
  pen.fillText(text, 0, 0);
  pen.restore();
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
    tr("{name}, with each head erased in turn", { name }),
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
  const many = silent.length > 1;
  const gone = many
    ? trn(silent.length, { one: "Without {n} head", other: "Without {n} heads" })
    : tr("Without head {head} of layer {layer}", { head, layer });
  if (!known || !whole)
    return tr(
      "{gone}: what is erased hands over its mean over many texts, whatever this one says.",
      { gone },
    );
  const name = named(pieces, t);
  const [now, then] = [leans[t][LAYERS], whole[t][LAYERS]];
  const side = (lean) => (Math.abs(lean) < LEANS ? 0 : Math.sign(lean));
  const axis = axes[now > 0 ? 0 : 1];
  const ends3 = { gone, name, axis, now: fixed(now, 3), before: fixed(then, 3) };
  const same = side(now) === side(then);
  const first = !side(now)
    ? same
      ? tr("{gone} {name} still is undecided, at {now}", ends3)
      : tr("{gone} {name} is undecided, at {now}", ends3)
    : same
      ? tr("{gone} {name} still leans to the {axis}, at {now}", ends3)
      : tr("{gone} {name} leans to the {axis}, at {now}", ends3);
  const was = same ? "" : verdicts({ pieces: [tr("it")], axes, leans: [whole[t]] }, [0], LAYERS);
  const second = was
    ? many
      ? tr("with them, {was}, at {before}", { ...ends3, was })
      : tr("with it, {was}, at {before}", { ...ends3, was })
    : many
      ? tr("with them, at {before}", ends3)
      : tr("with it, at {before}", ends3);
  const told = `${first}; ${second}${STOP}`;
  if (many) return told;
  const ends = others?.[t];
  if (!ends) return others ? tr("What becomes of {name} is not recorded.", { name }) : told;
  const all = LAYERS * HEADS;
  if (ends.length < all)
    return `${told} ${tr("Of the {all} heads {n} have been tried.", { all, n: ends.length })}`;
  const mine = (layer - 1) * HEADS + head - 1;
  const far = ends.map((end) => Math.abs(end - then));
  const more = far.filter((one, h) => h !== mine && one >= far[mine]).length;
  const count = { all, rest: all - 1, n: more };
  const rest = [
    tr("No other of the {all} heads moves it as far.", count),
    tr("Of the other {rest} heads one moves it as far.", count),
  ];
  return `${told} ${rest[more] ?? tr("Of the other {rest} heads {n} move it as far.", count)}`;
}
