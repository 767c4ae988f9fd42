// What the figure asks its models, once for all of its views, and what they have answered.

import { headNames } from "../letters/line.js";
import { computing } from "../nets/worker.js";

export const VOCABULARY =
  "apple bank bread cake cat clock cup fish grass honey lake letter milk money moon phone piano river stone tea".split(
    " ",
  );
export const [LEAST_WORDS, MOST_WORDS] = [4, 14];
export const TABLED = 71; // cells of puzzle 12
export const ASKED_OF = [
  "task",
  "layers",
  "seed",
  "words",
  "begin",
  "head",
  "instead",
  "pattern",
  "pair",
  "at",
  "made",
  "also",
  "cells",
];

const HEAD_NAMES = headNames(2, 2);

/** The word of an id; the dot stands around lists. */
export const wordOf = (id) => VOCABULARY[id] ?? "·";

/** @param {number} head */
export const headName = (head) => HEAD_NAMES[head];

/**
 * @typedef {{task: string, layers: number, seed: number, words: number[], begin: number, head:
 *   number, instead: string, pattern: string, pair: number[], at: number, made: string, also: number,
 *   cells: number[]}} LabQuestion
 */

/**
 * What there is to know of a figure's state: the question to the models, and the list.
 * @param {(trait: string) => any} get
 */
export function stateOf(get) {
  /** @type {any} */
  const given = Object.fromEntries(ASKED_OF.map((name) => [name, get(name)]));
  const [n, last] = [given.words.length, given.words.length - 1];
  const begin = given.begin % n;
  const [one, other] = given.pair;
  const fits = Math.max(one, other) < last && Math.abs(one - other) > 1;
  const at = given.at % n;
  const second = given.also !== given.head && given.also < 2 * given.layers;
  /** @type {LabQuestion} */
  const asked = {
    ...given,
    begin,
    pair: fits ? [one, other] : [0, 2],
    also: given.task === "cut" && second ? given.also : -1,
    at: (begin + at) % n === last ? (at + 1) % n : at,
  };
  const again = Array.from({ length: n + 1 }, (_, i) => given.words[(begin + i) % n]);
  return {
    asked,
    n,
    once: given.words,
    again: again.slice(0, n),
    /** the word that follows each one of the second reading, −1 where nobody can know it */
    follows: again.slice(1).map((id, i) => (again[i] === given.words[last] ? -1 : id)),
    /** where on the second reading each word of the first stands */
    placeAgain: (i) => (((i - begin) % n) + n) % n,
  };
}

/**
 * Ask for all views of a figure.
 * @param {Model} model
 */
export function running(model) {
  /** @type {Record<string, any>} */
  const run = { found: null, shares: [], key: "", known: "", tried: new Set() };
  const asked = () => stateOf((trait) => model.get(trait)).asked;
  const changed = () => {
    const key = JSON.stringify(asked());
    if (key === run.key) return;
    Object.assign(run, { key, shares: [], left: -1 });
  };
  const heard = (answer) => {
    if (answer.key !== run.key) return false; // it answers an older question
    if (answer.found) {
      Object.assign(run, { found: answer.found, known: answer.key, ms: answer.ms });
      return true;
    }
    Object.assign(run, { shares: answer.shares, left: answer.left });
    return answer.left === 0;
  };
  const further = () => (run.left === 0 ? null : { key: run.key, asked: asked(), others: true });
  const ask = () => {
    if (run.known !== run.key) return { key: run.key, asked: asked() };
    return further();
  };
  /** Whether what was found is about this state. */
  run.fresh = () => run.known === run.key && run.found !== null;
  run.engine = computing(model, ["weights"], ASKED_OF, () => !model.later, {
    changed,
    begin: ({ weights }) => ({ weights }),
    ask,
    heard,
    further,
  });
  return run;
}
