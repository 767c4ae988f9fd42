// What the figure `pipeline` says about each of its rows.

import { fixed } from "../kit/numbers.js";
import { tr } from "../kit/words.js";

/**
 * A number as short as it can be: whole ones without a point.
 * @param {number} x
 * @param {number} [digits]
 */
const short = (x, digits = 2) => fixed(x, Math.abs(x - Math.round(x)) < 1e-9 ? 0 : digits);
export const share = (x) => short(x, 3); // with so many digits the sum of the mix comes out on paper
export const vector = (numbers) => `(${numbers.map((x) => short(x)).join(", ")})`;
const product = (a, b) =>
  a
    .map((x, d) => `${short(x)} · ${short(b[d])}`)
    .join(" + ")
    .replaceAll("+ −", "− ");

/**
 * What a stage does, in words: what it is, and a line for each word.
 * @param {number} stage
 * @param {Record<string, any>} parts
 * @param {string[]} words
 * @param {string} word the one that asks
 */
export function tell(stage, parts, words, word) {
  const root = `√${parts.keys[0].length}`;
  const powers = parts.scaled.map(Math.exp);
  const sum = powers.reduce((a, b) => a + b, 0);
  const each = (line) => words.map((name, s) => `${name}: ${line(s)}`);
  return [
    () => [tr("Each word comes with a vector."), ...each((s) => vector(parts.words[s]))],
    () => [
      tr("A query for the word that asks: its vector times W_Q."),
      `${word}: ${vector(parts.query)}`,
    ],
    () => [
      tr("A key for every word, to be found by: its vector times W_K."),
      ...each((s) => vector(parts.keys[s])),
    ],
    () => [
      tr("Scores: the query of {word} times each key.", { word }),
      ...each((s) => `${product(parts.query, parts.keys[s])} = ${short(parts.scores[s])}`),
    ],
    () => [
      tr("Scaled: each score is divided by {root}.", { root }),
      ...each((s) => `${short(parts.scores[s])} ÷ ${root} = ${share(parts.scaled[s])}`),
    ],
    () => [
      tr("Weights, by softmax: e to the power of each, divided by the sum of all."),
      ...each((s) => `${share(powers[s])} ÷ ${share(sum)} = ${share(parts.weights[s])}`),
    ],
    () => [
      tr("A value for every word, to hand over: its vector times W_V."),
      ...each((s) => vector(parts.values[s])),
    ],
    () => [
      tr("Each value times its weight, all added: new {word} is {vector}.", {
        word,
        vector: vector(parts.mix),
      }),
      ...each((s) => `${share(parts.weights[s])} · ${vector(parts.values[s])}`),
    ],
  ][stage]();
}
