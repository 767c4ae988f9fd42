// The sentence and its window.

import { held } from "../kit/drag.js";
import { calm } from "../kit/model.js";
import { gliding } from "../kit/motion.js";
import { choice, html, nameAloud, say } from "../kit/parts.js";
import { tr } from "../kit/words.js";

/**
 * The places of the context: at most m on either side, without the center.
 * @param {number} center
 * @param {number} m
 * @param {number} length
 * @returns {number[]}
 */
export const around = (center, m, length) =>
  Array.from({ length }, (_, place) => place).filter(
    (place) => place !== center && Math.abs(place - center) <= m,
  );

const SIDES = ["left", "right"];
const LEAST = 5; // letters that a place has room for: its strip of cells needs it

/**
 * Where the places of words begin and end, from 0 to 1: a long word has a broad one.
 * @param {string[]} words
 */
export function edges(words) {
  const broad = words.map((word) => Math.max(word.length + 2, LEAST));
  const all = broad.reduce((a, b) => a + b);
  return [0, ...broad.map((_, i) => broad.slice(0, i + 1).reduce((a, b) => a + b) / all)];
}

/**
 * The sentence in places as broad as their words, and the window around its middle, whose ends are pulled.
 * @param {number} length
 * @param {(place: number) => void} onPick
 * @param {number} widest the largest m
 * @param {(m: number) => void} onPull how far the window reaches where one of its ends is pulled to
 */
export function row(length, onPick, widest, onPull) {
  const words = nameAloud(choice(tr("The word in the middle"), Array(length).fill(""), onPick));
  const names = [...words.root.querySelectorAll("span")];
  const frame = html("div", { class: "wb-brackets" });
  const root = html("div", { class: "wb-tokens" }, frame, words.root);
  const glide = gliding(root); // under a hand, too: it comes in steps
  let [rims, middle, now] = [[0, 1], 0, 1];
  /**
   * Where an end of the window is.
   * @param {number} side 0 on the left, 1 on the right
   * @param {number} m
   */
  const endOf = (side, m) =>
    rims[side ? Math.min(middle + m, length - 1) + 1 : Math.max(middle - m, 0)];
  const put = (side, share, jump = calm.matches) =>
    glide.to(
      SIDES[side],
      share,
      (at) => {
        frame.style[SIDES[side]] = `${100 * (side ? 1 - at : at)}%`;
      },
      jump,
    );
  const holds = SIDES.map((name, side) => {
    const handle = html("span", { class: `wb-movable wb-${name}` });
    frame.append(handle);
    // the end stays under the hand, and belongs to the boundary that is nearest to it
    const pull = (share) => {
      const [low, high] = [endOf(side, 1), endOf(side, widest)].sort((a, b) => a - b);
      const at = Math.min(Math.max(share, low), high);
      const off = (m) => Math.abs(endOf(side, m) - at);
      put(side, at, true);
      const all = Array.from({ length: widest }, (_, i) => i + 1);
      onPull(all.reduce((best, m) => (off(m) < off(best) ? m : best), now));
    };
    const stands = () => endOf(side, now);
    return held(handle, root, stands, pull, () => put(side, stands()));
  });
  /**
   * @param {string[]} shown
   * @param {number} center
   * @param {number} m
   */
  const set = (shown, center, m) => {
    const near = around(center, m, length);
    words.set(center);
    shown.forEach((word, i) => say(names[i], word));
    names.forEach((name, i) => name.classList.toggle("wb-near", i === center || near.includes(i)));
    [rims, middle, now] = [edges(shown), center, m];
    const broad = rims.slice(1).map((rim, i) => `minmax(0, ${(rim - rims[i]).toFixed(4)}fr)`);
    root.style.setProperty("--wb-places", broad.join(" "));
    holds.forEach((holding, side) => {
      if (!holding()) put(side, endOf(side, m));
    });
  };
  return { root, set, stop: glide.stop };
}
