// What the figure says of a word's lists.

import { grouped } from "../kit/words.js";
import { gathered, MANY } from "./columns.js";

/**
 * How often a word occurs.
 * @param {string} word
 * @param {Record<string, any>} found
 */
export function toldOfCounts(word, { count, times }) {
  const often = times === 1 ? "once" : `${times} times`;
  return `“${word}” occurs ${grouped(count)} times in the text, ${often} in the article.`;
}

/**
 * What the two lists have in common, and whether one article gave most of them.
 * @param {Record<string, any>} found
 * @param {string[]} both the words in both lists
 */
export function toldOfLists({ near, there, begins }, both) {
  const [many, inside] = [near[0].length, gathered(there)];
  const shared = both.length
    ? `The lists share ${both.length} of ${many} words. That is hardly chance: both learned them from the text.`
    : "The lists share no word: this text is too small to settle which words are nearest.";
  return inside > MANY
    ? `${shared} ${inside} of the ${2 * many} (underlined) occur in one article, which begins “${begins}”.`
    : shared;
}

/**
 * Why there are no lists.
 * @param {Model} model
 * @param {string} word
 * @param {string[] | null | undefined} lists of all words, where they are here
 */
export function toldOfNone(model, word, lists) {
  if (!word) return "Type a word, or tap one.";
  if (lists === undefined) return "The lists of all other words are being loaded.";
  if (lists === null)
    return "The lists of other words could not be loaded. The next word tries again.";
  return `“${word}” has no list: it occurs fewer than ${model.get("least")} times in this text.`;
}
