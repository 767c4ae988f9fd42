// What the figure says of the list in one or two sentences.

import { fixed } from "../kit/numbers.js";
import { begun } from "../kit/words.js";
import { headName, wordOf } from "./running.js";

const PLACED = { learned: "where it learned to", previous: "one word back", even: "evenly" };
const BY_HAND = { previous: "the first head", induction: "the second head", both: "both heads" };

/** Two heads, the earlier first. */
const bothNames = (one, other) =>
  Math.floor(one / 2) === Math.floor(other / 2)
    ? headName(one).replace("head 1", "heads 1 and 2")
    : `${headName(one)} and ${headName(other)}`;

/**
 * @param {Record<string, any>} state of stateOf
 * @param {{right: boolean[][], said: number[][], parts: number[]}} found
 * @param {number[]} guess
 * @param {boolean} done
 */
export function toldOf({ asked, n, once, follows, placeAgain, again }, found, guess, done) {
  const { task, head, also, instead, pattern, pair, made, at, cells } = asked;
  const all = follows.filter((id) => id >= 0).length;
  const [before, now] = found.right.map((row) => row.filter(Boolean).length);
  const name = also < 0 ? headName(head) : bothNames(Math.min(head, also), Math.max(head, also));
  if (task === "cut") {
    if (!done)
      return `Without ${name}: tap, in the second reading, the words after which it will go wrong. Then cut.`;
    const marked = guess.filter((i) => i < n && follows[i] >= 0);
    const met = follows.filter(
      (id, i) => id >= 0 && marked.includes(i) !== found.right[1][i],
    ).length;
    const yours = marked.length ? `You foresaw ${met} of ${all} places.` : "You tapped none.";
    return `Without ${name}${instead === "zero" ? " (zero)" : ""}, ${now} of ${all} are right; with ${also < 0 ? "it" : "them"} ${before}. ${yours}`;
  }
  if (task === "look")
    return `${begun(name)} looks ${PLACED[pattern]}: ${now} of ${all} are right${pattern === "learned" ? "" : `; as it learned to, ${before}`}.`;
  const [one, other] = pair.map((i) => wordOf(once[i]));
  if (task === "move") {
    const place = placeAgain(pair[0]);
    const [was, is] = found.said.map((row) => wordOf(row[place]));
    if (!done)
      return `The notes “after ${one}” and “after ${other}” will be swapped. What does the model say after “${one}” then? Tap it, then swap.`;
    const yours = guess.length ? ` You tapped “${wordOf(again[guess[0] % n])}”.` : "";
    const moved = is === wordOf(once[pair[1] + 1]) ? `, which came after “${other}”` : "";
    return `After “${one}” the model says “${is}” now${moved}; before, “${was}”.${yours}`;
  }
  if (task === "build")
    return `With ${BY_HAND[made]} made by ${cells.length ? "your" : "our"} hand, ${now} of ${all} are right; trained, ${before}.`;
  const sum = found.parts.reduce((a, b) => a + b, 0);
  const most = found.parts.indexOf(Math.max(...found.parts));
  return `After “${wordOf(again[at])}” the logit of “${wordOf(follows[at])}” is ${fixed(sum)}; ${fixed(found.parts[most])} of it ${most && most < 5 ? `come from ${headName(most - 1)}` : "come from elsewhere than the heads"}.`;
}
