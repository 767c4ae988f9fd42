// What the figure says of a word's lists.

import { small } from "../kit/numbers.js";
import { grouped, tr, trn } from "../kit/words.js";
import { gathered, MANY } from "./columns.js";

/**
 * How often a word occurs.
 * @param {string} word
 * @param {Record<string, any>} found
 */
export function toldOfCounts(word, { count, times }) {
  return trn(
    times,
    {
      one: "“{word}” occurs {count} times in the text, once in the article.",
      other: "“{word}” occurs {count} times in the text, {n} times in the article.",
    },
    { word, count: grouped(count), n: times },
  );
}

/**
 * What the two lists have in common, and whether one article gave most of them.
 * @param {Record<string, any>} found
 * @param {string[]} both the words in both lists
 * @param {number} among how many words the lists are taken from
 */
export function toldOfLists({ near, there, begins }, both, among) {
  const [many, inside] = [near[0].length, gathered(there)];
  const shared = both.length
    ? tr(
        "The lists share {n} of {many} words; drawn blindly from all {all}, they would share {chance}.",
        { n: both.length, many, all: grouped(among), chance: small(many ** 2 / (among - 1)) },
      )
    : tr("The lists share no word: this text is too small to settle which words are nearest.");
  return inside > MANY
    ? tr(
        "{shared} {inside} of the {many} (underlined) occur in one article, which begins “{begins}”.",
        { shared, inside, many: 2 * many, begins },
      )
    : shared;
}

/**
 * Why there are no lists.
 * @param {Model} model
 * @param {string} word
 * @param {string[] | null | undefined} lists of all words, where they are here
 */
export function toldOfNone(model, word, lists) {
  if (!word) return tr("Type a word, or tap one.");
  if (lists === undefined) return tr("The lists of all other words are being loaded.");
  if (lists === null)
    return tr("The lists of other words could not be loaded. The next word tries again.");
  return tr("“{word}” has no list: it occurs fewer than {model} times in this text.", {
    word,
    model: model.get("least"),
  });
}
