// The next token, as whichbank/sampling.py draws it.

import { ranked, softmax } from "./kernels.js";

/**
 * Scores without all but the k largest; with a temperature of 0 the largest alone is kept.
 * @param {number[]} scores
 * @param {number} temperature
 * @param {number} k
 */
function keptScores(scores, temperature, k) {
  const kept = new Set(ranked(scores).slice(0, temperature === 0 ? 1 : k));
  return scores.map((score, i) => (kept.has(i) ? score : -Infinity));
}

/**
 * The weights that the next token is drawn with: the k largest scores, divided by the temperature,
 * in a softmax. A temperature of 0 gives the largest score all weight.
 * @param {number[]} scores
 * @param {number} temperature
 * @param {number} k
 * @returns {number[]}
 */
export function nextWeights(scores, temperature, k) {
  return softmax(keptScores(scores, temperature, k), temperature || 1);
}

/**
 * At which token a needle points, on a bar of total 1 along which the weights lie, the largest
 * first.
 * @param {number[]} weights
 * @param {number} at from 0 to 1
 */
export function pointed(weights, at) {
  const order = ranked(weights).filter((i) => weights[i] > 0);
  let end = 0;
  return order.find((i) => (end += weights[i]) > at) ?? order[order.length - 1];
}

/**
 * How open a choice is, in nats: 0 where one weight has everything.
 * @param {number[]} weights
 */
export function entropy(weights) {
  return weights.reduce((sum, w) => (w > 0 ? sum - w * Math.log(w) : sum), 0);
}
