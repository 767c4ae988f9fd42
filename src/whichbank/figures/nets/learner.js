// What the worker of the figure `trainer` does: it trains a reader on the chapter's sentences, some
// steps at a time, and tells after each time how far it is, and where the words of one sentence
// look. A message repeats the settings that it belongs to: the page drops what answers older ones.

import { adam } from "./engine.js";
import { batchOf, newReader, newVectors, readAll, readingSlopes } from "./readers.js";
import { dequantize } from "./words.js";

const EVERY = 5; // steps between two messages
const PAUSE = 24; // ms from one message to the next: 40 pictures a second, and 800 steps in 4 s
const D_HEAD = 8;

/**
 * Sentences as one table.
 * @param {{ids: number[], at: number, first: number, sense: number}[]} some
 * @param {Float64Array} E (V, D)
 * @param {number} D
 */
function joined(some, E, D) {
  const starts = [0];
  for (const { ids } of some) starts.push(starts[starts.length - 1] + ids.length);
  const x = new Float64Array(starts[starts.length - 1] * D);
  some.forEach(({ ids }, i) =>
    ids.forEach((id, t) => x.set(E.subarray(id * D, (id + 1) * D), (starts[i] + t) * D)),
  );
  return {
    x,
    starts,
    at: some.map(({ at }, i) => starts[i] + at),
    first: some.map(({ first }) => first),
    sense: some.map(({ sense }) => sense),
  };
}

/** A training that goes on step by step. */
class Training {
  /**
   * @param {{kind: string, rate: number, seed: number}} settings
   * @param {any[]} sentences to learn from
   * @param {Float64Array} E (V, D)
   * @param {number} D
   * @param {number} senses
   */
  constructor({ kind, rate, seed }, sentences, E, D, senses) {
    Object.assign(this, {
      kind,
      rate,
      seed,
      sentences,
      E,
      D,
      step: 0,
      state: { count: 0, mean: {}, square: {} },
    });
    const drawn = Object.entries(newReader(kind, seed, D, D_HEAD, senses));
    this.reader = Object.fromEntries(
      drawn.map(([name, table]) => [name, Float64Array.from(table)]),
    );
  }
  /** Make a step; return the loss of its sentences before it. */
  go() {
    const { kind, reader, E, D } = this;
    const some = joined(
      batchOf(this.seed, this.step, this.sentences.length).map((i) => this.sentences[i]),
      E,
      D,
    );
    const slopes = readingSlopes(
      kind,
      reader,
      some.x,
      some.starts,
      some.at,
      some.first,
      some.sense,
      D,
    );
    adam(reader, slopes, this.state, this.rate);
    this.step++;
    return slopes.loss;
  }
  /**
   * The share of sentences whose right sense gets the larger score.
   * @param {any[]} some
   */
  right(some) {
    const { x, starts, at, first, sense } = (some.joined ??= joined(some, this.E, this.D));
    const { scores, senses } = readAll(this.kind, this.reader, x, starts, at, this.D);
    const good = at.filter((_, i) => {
      const [a, b] = [scores[i * senses + first[i]], scores[i * senses + first[i] + 1]];
      return Number(b > a) === sense[i];
    });
    return good.length / at.length;
  }
  /**
   * Where each word of a sentence looks, a row each, and the scores of all senses there.
   * @param {number[]} ids
   */
  read(ids) {
    const { x } = joined([{ ids, at: 0 }], this.E, this.D);
    const rows = ids.map((_, t) =>
      readAll(this.kind, this.reader, x, [0, ids.length], [t], this.D),
    );
    return {
      weights: rows.map(({ weights }) => [...weights]),
      scores: rows.map(({ scores }) => [...scores]),
    };
  }
}

let [material, training, asked, own, timer] = [null, null, null, [], 0];
let curves = { loss: [], test: [], hand: [] };

/** A line of the corpus: the place of the word that is asked about, its sense, and the words. */
const parsed = (line, numbers, senses) => {
  const [at, sense, ...words] = line.split(" ");
  const first = 2 * senses.indexOf(words[at]);
  return {
    ids: words.map((word) => numbers.get(word)),
    at: Number(at),
    first,
    sense: Number(sense),
  };
};

/** Make tables of the figure's traits. */
function take({ vectors, corpus, vocabulary }) {
  const words = vocabulary.split(" ");
  const E = Float64Array.from(dequantize(vectors, 1).flat());
  return {
    words,
    E,
    D: E.length / words.length,
    corpus: corpus.split("\n\n").map((block) => block.split("\n")),
    blocks: null,
  };
}

/**
 * Begin a training: from so many sentences of each sense, without those that have certain words,
 * and from the reader's.
 */
function begin(settings) {
  const { amount, without, added, held, senses, fresh, seed } = settings;
  const { words, D } = material;
  const numbers = new Map([...words, ...fresh].map((word, i) => [word, i]));
  const parse = (line) => parsed(line, numbers, senses);
  // words and senses of the reader's own come last
  material.blocks ??= material.corpus.map((block) => block.map(parse));
  const out = new Set(without.map((word) => numbers.get(word)));
  const counts = {};
  const some = material.blocks[0].filter(
    ({ first, sense }) => (counts[first + sense] = (counts[first + sense] ?? 0) + 1) <= amount,
  );
  const lessons = added.map(parse);
  own = [...lessons, ...held.map(parse)];
  const E = Float64Array.from([...material.E, ...newVectors(seed, fresh.length, material.E, D)]);
  training = new Training(
    settings,
    [...some.filter(({ ids }) => !ids.some((id) => out.has(id))), ...lessons],
    E,
    D,
    2 * senses.length,
  );
  curves = { loss: [], test: [], hand: [] };
}

/** Note how often the reader is right just now. */
function measure() {
  const [, test, hand] = material.blocks;
  curves.test.push([training.step, training.right(test)]);
  curves.hand.push([training.step, training.right(hand)]);
}

const tell = () =>
  postMessage({
    settings: asked.settings,
    sentences: training.sentences.length,
    step: training.step,
    curves,
    right: own.map((one) => training.right([one]) === 1),
    ids: asked.ids,
    ...training.read(asked.ids),
  });

/** Go on until the goal, some steps at a time; between two the worker hears what is new. */
function proceed() {
  const start = performance.now();
  if (training.step >= asked.goal || !training.sentences.length) return;
  let loss = 0;
  for (let i = 0; i < EVERY; i++) loss += training.go() / EVERY;
  curves.loss.push([training.step, loss]);
  measure();
  tell();
  timer = setTimeout(proceed, Math.max(0, PAUSE - (performance.now() - start)));
}

onmessage = ({ data }) => {
  if (data.material) {
    material = take(data.material);
    return;
  }
  clearTimeout(timer);
  if (data.settings !== asked?.settings || data.goal < training.step) {
    begin(JSON.parse(data.settings));
    measure();
  }
  asked = data;
  tell();
  timer = setTimeout(proceed);
};
