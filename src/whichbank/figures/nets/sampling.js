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
 * The token that is drawn with these weights: the one with the largest sum of score and noise.
 * @param {number[]} scores
 * @param {number[]} uniform a random number from 0 to 1 for each
 * @param {number} temperature
 * @param {number} k
 */
export function sampled(scores, uniform, temperature, k) {
  const sums = keptScores(scores, temperature, k).map(
    (score, i) => score / (temperature || 1) - Math.log(-Math.log(uniform[i])),
  );
  return sums.indexOf(Math.max(...sums));
}

/**
 * How open a choice is, in nats: 0 where one weight has everything.
 * @param {number[]} weights
 */
export function entropy(weights) {
  return weights.reduce((sum, w) => (w > 0 ? sum - w * Math.log(w) : sum), 0);
}
