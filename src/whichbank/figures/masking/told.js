// What the figure says of who sees whom, and of what that moves.

import { fixed } from "../kit/numbers.js";
import { begun, series, tr } from "../kit/words.js";

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
    mask[at][s]
      ? `${fixed(weights[at][s])} ${names[token]}`
      : tr("{word} hidden", { word: names[token] }),
  );
  return tr("Arcs from {word}, place {place}, to what it sees: {looks}.", {
    word: names[order[at]],
    place: at + 1,
    looks: looks.join(", "),
  });
}

/**
 * What hiding does to the word that asks.
 * @param {Masked} found
 * @param {number} at its place
 * @param {string[]} names of all tokens
 */
export function toldOfMask({ order, mask, fresh, free }, at, names) {
  if (mask.flat().every(Boolean))
    return tr(
      "Nothing is hidden: every word sees every other. Which will move when later ones are hidden?",
    );
  const picked = order[at];
  const [seen, unseen] = [true, false].map((may) => {
    const some = order.filter((_, s) => mask[at][s] === may);
    const called = (token) => (names[token] === tr("pad") ? tr("padding") : names[token]);
    return [...new Set(some.map((token) => (token === picked ? tr("itself") : called(token))))];
  });
  const who = begun(names[picked]);
  if (!unseen.length)
    return tr("{who} comes last and still sees every word, so hiding does not move it.", { who });
  if (!seen.length) return tr("{who} sees nothing, so its weights are all 0.", { who });
  const away = fixed(Math.hypot(...fresh[picked].map((v, d) => v - free[picked][d])));
  return tr("{who} no longer sees {unseen}, only {seen}: that moves it by {away} on the plane.", {
    who,
    unseen: series(unseen),
    seen: series(seen),
    away,
  });
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
  if (!stayed.length) return ` ${tr("The last step moved every word.")}`;
  return ` ${tr("The last step moved {moved}; {stayed} stayed.", { moved: series(went), stayed: series(stayed) })}`;
}
