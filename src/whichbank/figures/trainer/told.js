// What is learned so far: what the words with two senses mean, and a sentence or two.

import { fixed } from "../kit/numbers.js";
import { split } from "../nets/words.js";
import { ownOf, wordsOf } from "./run.js";
import { tr } from "../kit/words.js";

/**
 * What those words of a sentence mean that have two senses; p is the probability of the first.
 * @param {string[]} names the words
 * @param {string[][]} senses each word with its two senses
 * @param {number[][] | null} scores of the sentence
 */
export const meaningsOf = (names, senses, scores) =>
  names.flatMap((name, t) => {
    const i = senses.findIndex(([word]) => word === name);
    if (i < 0 || !scores) return [];
    const p = 1 / (1 + Math.exp(scores[t][2 * i + 1] - scores[t][2 * i]));
    return [{ name, senses: senses[i].slice(1), p }];
  });

const told = ({ name, senses, p }) =>
  tr("{word} means {sense} ({percent}%)", {
    word: name,
    sense: senses[p >= 0.5 ? 0 : 1],
    percent: fixed(100 * Math.max(p, 1 - p), 0),
  });

/**
 * @param {Model} model
 * @param {Record<string, any>} run
 * @param {ReturnType<typeof meaningsOf>} meant
 * @param {string[]} look the word that asks, and the other at which it looks most
 */
export function tell(model, run, meant, [name, top]) {
  if (run.engine.waits) return tr("What this figure needs is on its way.");
  if (!run.curves.test.length) return tr("Nothing is trained yet. Press Play.");
  const done = run.step;
  const [lessons, tests] = ["added", "held"].map((trait) => ownOf(model, trait).length);
  const right = run.right.slice(lessons).filter(Boolean).length;
  const { words } = wordsOf(model);
  const strange = new Set(split(model.get("sentence")).filter((one) => !words.includes(one)));
  const begin =
    run.sentences === 0
      ? tr("No sentence is left to learn from")
      : done
        ? done < model.get("steps")
          ? tr("After {done} of {all} steps", { done, all: model.get("steps") })
          : tr("After {done} steps", { done })
        : tr("By chance");
  return [
    `${begin}${meant.length ? `: ${meant.map(told).join("; ")}` : ""}.`,
    done && name ? tr("“{name}” looks most at “{top}”.", { name, top }) : "",
    tests && run.right.length ? tr("Your test: {right} of {tests} right.", { right, tests }) : "",
    strange.size ? tr("Left out: {words}.", { words: [...strange].join(", ") }) : "",
  ]
    .filter(Boolean)
    .join(" ");
}
