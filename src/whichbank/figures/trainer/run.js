// What the figure knows of its words and sentences, and the training that all its views share.

import { computing } from "../nets/worker.js";
import { split, wordNumbers } from "../nets/words.js";

export const LONGEST = 14;
export const EVERY = 5;
export const STEPS = 800;
const SETTINGS = ["kind", "rate", "seed", "amount"];
export const QUESTION = [...SETTINGS, "without", "own", "added", "held", "sentence", "steps"];

/**
 * The known words of a text: their numbers.
 * @param {string} text
 * @param {string} vocabulary
 */
export function known(text, vocabulary) {
  if (lately.text !== text || lately.vocabulary !== vocabulary) {
    const ids = wordNumbers(text, vocabulary).filter((i) => i >= 0);
    lately = { text, vocabulary, ids };
  }
  return lately.ids;
}

/** @type {{text: string, vocabulary: string, ids: number[]}} */
let lately = { text: "", vocabulary: "", ids: [] };
const memory = new WeakMap();

/**
 * The words with two senses: the figure's, then the reader's, if it is written as "bat: animal,
 * club"; and all words with a vector: the vocabulary, the reader's word, and the new ones of the
 * sentences to learn from.
 * @param {Model} model
 */
export function wordsOf(model) {
  const [given, vocabulary, own, added] = ["senses", "vocabulary", "own", "added"].map((name) =>
    model.get(name),
  );
  const before = memory.get(model);
  if (before?.own === own && before.added === added) return before;
  const [first, ...names] = own.split(/[:,]/).map((part) => part.trim());
  const [word] = split(first);
  const good =
    /^[^:,]+:[^:,]+,[^:,]+$/.test(own) &&
    names.every(Boolean) &&
    word === first.toLowerCase() &&
    !given.some(([one]) => one === word);
  const senses = good ? [...given, [word, ...names]] : given;
  const two = new Map(senses.map(([one, ...both]) => [one, both]));
  const more = added.filter(([, one]) => two.has(one)).flatMap(([text]) => split(text));
  const words = [...new Set([...vocabulary.split(" "), ...(good ? [word] : []), ...more])];
  const found = {
    own,
    added,
    senses,
    two,
    words,
    fresh: words.slice(vocabulary.split(" ").length),
    vocabulary: words.join(" "),
  };
  memory.set(model, found);
  return found;
}

/**
 * Those of the reader's own sentences that can be learned, or asked.
 * @param {Model} model
 * @param {string} trait added or held
 */
export function ownOf(model, trait) {
  const { two, words } = wordsOf(model);
  return model.get(trait).filter(([, word]) => two.has(word) && words.includes(word));
}

/**
 * The settings of a training, as the worker takes them.
 * @param {Model} model
 */
function settingsOf(model) {
  const { senses, fresh, words, vocabulary } = wordsOf(model);
  const lines = (trait) =>
    ownOf(model, trait).map(([text, word, sense]) => {
      const ids = known(text, vocabulary);
      return [ids.indexOf(words.indexOf(word)), sense, ...ids.map((i) => words[i])].join(" ");
    });
  return JSON.stringify({
    ...Object.fromEntries(SETTINGS.map((name) => [name, model.get(name)])),
    without: split(model.get("without")),
    senses: senses.map(([word]) => word),
    fresh,
    added: lines("added"),
    held: lines("held"),
  });
}

/** Train for all views of a model. */
export function training(model) {
  const run = {};
  const ids = () => known(model.get("sentence"), wordsOf(model).vocabulary).slice(0, LONGEST);
  const changed = () => {
    const [settings, asks] = [settingsOf(model), String(ids())];
    if (run.settings !== settings)
      Object.assign(run, {
        settings,
        step: 0,
        sentences: null,
        curves: { loss: [], test: [], hand: [] },
        right: [],
        weights: null,
        scores: null,
      });
    if (run.reads !== asks) Object.assign(run, { reads: asks, weights: null, scores: null });
  };
  const heard = ({
    settings,
    step,
    sentences,
    curves,
    right,
    wall,
    ids: read,
    weights,
    scores,
  }) => {
    // it answers an older question
    if (settings !== run.settings || step > model.get("steps")) return false;
    Object.assign(
      run,
      { step, sentences, curves, right, wall },
      String(read) === run.reads ? { weights, scores } : {},
    );
    return String(read) === run.reads;
  };
  const begin = (given) => ({ material: { ...given, vocabulary: model.get("vocabulary") } });
  const ask = () => {
    const leaps = run.leaps; // the hand is at the slider of the steps
    run.leaps = false;
    return { settings: run.settings, ids: ids(), goal: model.get("steps"), leaps };
  };
  const eager = () => !model.later || model.get("steps") > 0;
  run.engine = computing(model, ["vectors", "corpus"], QUESTION, eager, {
    changed,
    begin,
    ask,
    heard,
  });
  return run;
}
