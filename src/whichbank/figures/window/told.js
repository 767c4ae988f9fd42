// What the figure says of a guess.

import { fixed } from "../kit/numbers.js";
import { series, tr } from "../kit/words.js";

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
  if (!near.length)
    return tr("{middle} is alone: nothing is given, and nothing can be guessed.", { middle });
  const told = (word) =>
    tr("the chance of {word} is {chance}", { word, chance: fixed(chance(word)) });
  if (!cbow) {
    const order = [...near].sort((a, b) => chance(b) - chance(a));
    const ends = [...new Set([order[0], order.at(-1)])];
    return tr("One guess must serve all places around {middle}: {chances}.", {
      middle,
      chances: ends[1]
        ? tr("{one}, and {other}", { one: told(ends[0]), other: told(ends[1]) })
        : told(ends[0]),
    });
  }
  const few = [middle, ...fitting.filter((word) => word !== middle)].slice(0, 3);
  const lesson =
    !fitting.includes(middle) || !alike
      ? tr("These neighbors do not give it away")
      : few[1]
        ? tr("The words {few} keep the same company and fit alike", { few: series(few) })
        : tr("These neighbors leave only one word");
  return `${lesson}: ${told(middle)}.`;
}
