// What the figure says of a guess.

import { fixed } from "../kit/numbers.js";
import { series } from "../kit/words.js";

/**
 * What the neighbors settle, in words.
 * @param {string} middle
 * @param {string[]} near
 * @param {boolean} cbow
 * @param {(word: string) => number} chance
 * @param {string[]} fitting the words that are likely, the best first
 * @param {boolean} alike whether their vectors are
 */
export function tell(middle, near, cbow, chance, fitting, alike) {
  if (!near.length) return `${middle} is alone: nothing is given, and nothing can be guessed.`;
  const told = (word) => `the chance of ${word} is ${fixed(chance(word))}`;
  if (!cbow) {
    const order = [...near].sort((a, b) => chance(b) - chance(a));
    const ends = [...new Set([order[0], order.at(-1)])];
    return `One guess must serve all places around ${middle}: ${ends.map(told).join(", and ")}.`;
  }
  const few = [middle, ...fitting.filter((word) => word !== middle)].slice(0, 3);
  const lesson =
    !fitting.includes(middle) || !alike
      ? "These neighbors do not give it away"
      : few[1]
        ? `The words ${series(few)} keep the same company and fit alike`
        : "These neighbors leave only one word";
  return `${lesson}: ${told(middle)}.`;
}
