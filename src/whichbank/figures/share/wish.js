// What one sentence wants, and whether it gets it.

import { html, renew, say } from "../kit/parts.js";
import { tr } from "../kit/words.js";

/**
 * It stands on the side of its circle.
 * @param {string} sentence
 * @param {number} color of the word
 */
export function wish(sentence, color) {
  const state = html("b");
  const root = html("p", { class: `wb-wish wb-c${color}` }, html("q", {}, sentence), state);
  const set = (good) => {
    say(state, good ? tr("✓ near enough") : tr("✗ too far"));
    renew(state, { class: good ? "wb-good" : "wb-wrong" });
  };
  return { root, set };
}
