// What the figure says of the list in one or two sentences.

import { fixed } from "../kit/numbers.js";
import { begun, tr } from "../kit/words.js";
import { headName, wordOf } from "./running.js";

const PLACED = {
  learned: tr("where it learned to"),
  previous: tr("one word back"),
  even: tr("evenly"),
};
const BY_HAND = {
  previous: tr("the first head"),
  induction: tr("the second head"),
  both: tr("both heads"),
};

/** Two heads, the earlier first. */
const bothNames = (one, other) =>
  Math.floor(one / 2) === Math.floor(other / 2)
    ? tr("layer {layer}, heads 1 and 2", { layer: Math.floor(one / 2) + 1 })
    : tr("{some} and {last}", { some: headName(one), last: headName(other) });

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
      return tr(
        "Without {name}: tap, in the second reading, the words after which it will go wrong. Then cut.",
        { name },
      );
    const marked = guess.filter((i) => i < n && follows[i] >= 0);
    const met = follows.filter(
      (id, i) => id >= 0 && marked.includes(i) !== found.right[1][i],
    ).length;
    const yours = marked.length
      ? tr("You foresaw {met} of {all} places.", { met, all })
      : tr("You tapped none.");
    const counts = {
      name: instead === "zero" ? tr("{name} (zero)", { name }) : name,
      now,
      all,
      before,
    };
    return `${
      also < 0
        ? tr("Without {name}, {now} of {all} are right; with it {before}.", counts)
        : tr("Without {name}, {now} of {all} are right; with them {before}.", counts)
    } ${yours}`;
  }
  if (task === "look")
    return pattern === "learned"
      ? tr("{name} looks {where}: {now} of {all} are right.", {
          name: begun(name),
          where: PLACED[pattern],
          now,
          all,
        })
      : tr("{name} looks {where}: {now} of {all} are right; as it learned to, {before}.", {
          name: begun(name),
          where: PLACED[pattern],
          now,
          all,
          before,
        });
  const [one, other] = pair.map((i) => wordOf(once[i]));
  if (task === "move") {
    const place = placeAgain(pair[0]);
    const [was, is] = found.said.map((row) => wordOf(row[place]));
    if (!done)
      return tr(
        "The notes “after {one}” and “after {other}” will be swapped. What does the model say after “{one}” then? Tap it, then swap.",
        { one, other },
      );
    const yours = guess.length
      ? ` ${tr("You tapped “{word}”.", { word: wordOf(again[guess[0] % n]) })}`
      : "";
    return is === wordOf(once[pair[1] + 1])
      ? tr(
          "After “{one}” the model says “{is}” now, which came after “{other}”; before, “{was}”.",
          { one, is, other, was },
        ) + yours
      : tr("After “{one}” the model says “{is}” now; before, “{was}”.", { one, is, was }) + yours;
  }
  if (task === "build")
    return cells.length
      ? tr("With {heads} made by your hand, {now} of {all} are right; trained, {before}.", {
          heads: BY_HAND[made],
          now,
          all,
          before,
        })
      : tr("With {heads} made by our hand, {now} of {all} are right; trained, {before}.", {
          heads: BY_HAND[made],
          now,
          all,
          before,
        });
  const sum = found.parts.reduce((a, b) => a + b, 0);
  const most = found.parts.indexOf(Math.max(...found.parts));
  const logit = {
    before: wordOf(again[at]),
    word: wordOf(follows[at]),
    sum: fixed(sum),
    part: fixed(found.parts[most]),
  };
  return most && most < 5
    ? tr("After “{before}” the logit of “{word}” is {sum}; {part} of it come from {head}.", {
        ...logit,
        head: headName(most - 1),
      })
    : tr(
        "After “{before}” the logit of “{word}” is {sum}; {part} of it come from elsewhere than the heads.",
        logit,
      );
}
