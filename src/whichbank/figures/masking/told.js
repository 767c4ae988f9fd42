// What the figure says of who sees whom, and of what that moves.

import { fixed } from "../kit/numbers.js";
import { begun, series } from "../kit/words.js";

/**
 * @typedef {{order: number[], mask: boolean[][], weights: number[][], fresh: number[][], free:
 *   number[][]}} Masked what the masks make of the words
 */

/**
 * What the arcs show.
 * @param {Masked} found
 * @param {number} at the place that asks
 * @param {string[]} names of all tokens
 */
export function toldOfLooks({ order, mask, weights }, at, names) {
  const looks = order.map((token, s) =>
    mask[at][s] ? `${fixed(weights[at][s])} ${names[token]}` : `${names[token]} hidden`,
  );
  return `Arcs from ${names[order[at]]}, place ${at + 1}, to what it sees: ${looks.join(", ")}.`;
}

/**
 * What hiding does to the word that asks.
 * @param {Masked} found
 * @param {number} at its place
 * @param {string[]} names of all tokens
 */
export function toldOfMask({ order, mask, fresh, free }, at, names) {
  if (mask.flat().every(Boolean))
    return "Nothing is hidden: every word sees every other. Which will move when later ones are hidden?";
  const picked = order[at];
  const [seen, unseen] = [true, false].map((may) => {
    const some = order.filter((_, s) => mask[at][s] === may);
    const called = (token) => (names[token] === "pad" ? "padding" : names[token]);
    return [...new Set(some.map((token) => (token === picked ? "itself" : called(token))))];
  });
  const who = begun(names[picked]);
  if (!unseen.length)
    return `${who} comes last and still sees every word, so hiding does not move it.`;
  if (!seen.length) return `${who} sees nothing, so its weights are all 0.`;
  const away = fixed(Math.hypot(...fresh[picked].map((v, d) => v - free[picked][d])));
  return (
    `${who} no longer sees ${series(unseen)}, only ${series(seen)}: ` +
    `that moves it by ${away} on the plane.`
  );
}

/**
 * What the last step did.
 * @param {number[]} order
 * @param {string[]} words
 * @param {boolean[]} moved which of the words it moved
 */
export function toldOfStep(order, words, moved) {
  const [went, stayed] = [true, false].map((one) =>
    order.filter((token) => moved[token] === one).map((token) => words[token]),
  );
  if (!went.length) return "";
  if (!stayed.length) return " The last step moved every word.";
  return ` The last step moved ${series(went)}; ${series(stayed)} stayed.`;
}
