// What the figure knows of its text, and the model that reads and writes for all its views.

import { ranked } from "../nets/kernels.js";
import { uniforms } from "../nets/random.js";
import { nextWeights, pointed } from "../nets/sampling.js";
import { computing } from "../nets/worker.js";
import { write } from "../kit/model.js";

export const LONGEST = 400;
const FIRST = 3; // of the streams of random numbers, one a seed
const [BRANCHES, AHEAD] = [3, 12]; // futures, and the letters of each after the first
const PACE = [560, 90, 0.86]; // ms from letter to letter while it plays: at first, at last, and how fast it gets there
const QUESTION = ["text", "cached"];
export const CHANGED = [...QUESTION, "begun", "temperature", "top_k", "seed", "head"];

/**
 * The letters that the model reads of a text: all, or where they are too many the last half of its
 * room and more.
 * @param {string} text
 * @param {number} room
 */
export function seenOf(text, room) {
  const half = Math.floor(room / 2);
  return text.length <= room
    ? text || "\n"
    : text.slice(-(half + ((text.length - room - 1) % (room - half + 1))));
}

/**
 * Read for all views of a model, and write on.
 * @param {Model} model
 */
export function writing(model) {
  const [letters, sizes] = [model.get("letters"), model.get("sizes")];
  /** @type {Record<string, any>} */
  const run = { logits: null, weights: null, spent: [], left: 0, fast: false, answered: false };
  let [timer, pace] = [0, PACE[0]];
  const numbers = (text) => [...text].map((sign) => letters.indexOf(sign));
  const ids = () => numbers(seenOf(model.get("text"), sizes[5]));
  const question = () => `${ids()} ${model.get("cached")}`;
  const settings = () => ["temperature", "top_k", "seed"].map((name) => model.get(name));
  const changed = () => {
    const text = model.get("text");
    if (!run.known?.startsWith(text) || String(settings()) !== run.settings)
      Object.assign(run, { known: text, settings: String(settings()) });
    if (run.question === question()) return;
    if (run.cached !== model.get("cached")) run.spent = [];
    Object.assign(run, {
      question: question(),
      cached: model.get("cached"),
      logits: null,
      weights: null,
    });
  };
  /** Where the needle falls after so many letters. */
  const needle = (length) => uniforms(1000003 * (model.get("seed") + FIRST) + length, 1)[0];
  run.needle = () => needle(model.get("text").length);
  /** How likely each letter is, if the model has read the text. */
  run.shares = () =>
    run.logits ? nextWeights(run.logits, model.get("temperature"), model.get("top_k")) : [];
  /** The letter that is drawn next. */
  run.drawn = () => run.logits && letters[pointed(run.shares(), run.needle())];
  /** The letters at which the futures begin, the likeliest first. */
  run.branches = () => {
    const order = ranked(run.logits);
    const first = letters.indexOf(run.drawn());
    const others = order.filter((i) => i !== first).slice(0, BRANCHES - 1);
    return order.filter((i) => i === first || others.includes(i));
  };
  const key = () => `${model.get("text")} ${settings()}`;
  /** How the text would go on after each of these letters, as far as it is known. */
  run.futures = () => (run.ahead?.key === key() ? run.ahead.texts : []);
  run.append = (letter) => {
    if (letter && model.get("text").length < LONGEST)
      write(model, { text: model.get("text") + letter });
  };
  run.go = (left, fast = false) => {
    clearTimeout(timer);
    pace = PACE[0];
    Object.assign(run, { left, fast });
    if (left > 0 && run.logits) proceed();
    else run.engine.again();
  };
  const proceed = () => {
    run.left = model.get("text").length < LONGEST - 1 ? run.left - 1 : 0;
    run.append(run.drawn());
  };
  const heard = (answer) => {
    if ("futures" in answer) {
      if (answer.key !== key()) return false;
      const texts = answer.futures.map((some) => some.map((id) => letters[id]).join(""));
      run.ahead = { key: answer.key, texts, left: answer.left };
      return !answer.left;
    }
    // it answers an older question
    if (`${answer.ids} ${answer.cached}` !== run.question) return false;
    run.answered = true;
    run.spent = [
      ...run.spent.slice(-19),
      ...(answer.fresh === 1 || !answer.cached ? [answer.ms] : []),
    ];
    Object.assign(run, { logits: answer.logits, weights: answer.weights });
    clearTimeout(timer);
    if (run.left > 0) timer = setTimeout(proceed, run.fast ? 0 : pace);
    pace = Math.max(PACE[1], pace * PACE[2]);
    return true;
  };
  /** While nothing is written, the futures grow. */
  const further = () => {
    const text = model.get("text");
    if (run.left || !run.logits || run.ahead?.key === key()) return null;
    const count = Math.min(AHEAD, LONGEST - 1 - text.length);
    if (count <= 0) return null;
    return {
      ahead: {
        key: key(),
        ids: numbers(text),
        letters: run.branches(),
        needles: Array.from({ length: count }, (_, i) => needle(text.length + 1 + i)),
        temperature: model.get("temperature"),
        k: model.get("top_k"),
        room: sizes[5],
      },
    };
  };
  /** @param {Record<string, any>} given */
  const begin = ({ weights }) => ({
    material: { weights, shapes: model.get("shapes"), heads: sizes[2] },
  });
  const ask = () => (run.logits ? further() : { ids: ids(), cached: model.get("cached") });
  run.engine = computing(model, ["weights", "words"], CHANGED, () => !model.later, {
    changed,
    begin,
    ask,
    heard,
    further,
  });
  run.stop = () => {
    clearTimeout(timer);
    run.engine.stop();
  };
  return run;
}
