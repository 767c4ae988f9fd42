// The sentence and its window.

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
 * @param {(place: number) => void} onPull where an end of the window is pulled to
 */
export function row(length, onPick, onPull) {
  const words = nameAloud(choice(tr("The word in the middle"), Array(length).fill(""), onPick));
  const names = [...words.root.querySelectorAll("span")];
  const frame = html("div", { class: "wb-brackets" });
  const root = html("div", { class: "wb-tokens" }, frame, words.root);
  let rims = [0];
  const pull = (event) => {
    if (event.isTrusted && !event.buttons) return;
    const { left, width } = root.getBoundingClientRect();
    const at = (event.clientX - left) / width;
    onPull(rims.slice(1, -1).filter((rim) => rim <= at).length);
  };
  for (const side of ["left", "right"])
    frame.append(
      html("span", {
        class: `wb-movable wb-${side}`,
        onpointerdown: (event) => event.target.setPointerCapture(event.pointerId),
        onpointermove: pull,
      }),
    );
  /**
   * @param {string[]} shown
   * @param {number} center
   * @param {number} m
   */
  const set = (shown, center, m) => {
    const ends = [Math.max(center - m, 0), Math.min(center + m, length - 1)];
    words.set(center);
    shown.forEach((word, i) => say(names[i], word));
    names.forEach((name, i) => name.classList.toggle("wb-near", i >= ends[0] && i <= ends[1]));
    rims = edges(shown);
    const broad = rims.slice(1).map((rim, i) => `minmax(0, ${(rim - rims[i]).toFixed(4)}fr)`);
    root.style.setProperty("--wb-places", broad.join(" "));
    frame.style.left = `${100 * rims[ends[0]]}%`;
    frame.style.right = `${100 - 100 * rims[ends[1] + 1]}%`;
  };
  return { root, set };
}
