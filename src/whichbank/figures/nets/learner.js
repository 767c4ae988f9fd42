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
  constructor(settings, sentences, E, D, senses) {
    this.settings = settings;
    this.sentences = sentences;
    this.E = E;
    this.D = D;
    this.step = 0;
    this.state = { count: 0, mean: {}, square: {} };
    const { kind, seed } = settings;
    const drawn = Object.entries(newReader(kind, seed, D, D_HEAD, senses));
    this.reader = Object.fromEntries(
      drawn.map(([name, table]) => [name, Float64Array.from(table)]),
    );
  }
  /** Make a step; return the loss of its sentences before it. */
  go() {
    const { reader, E, D } = this;
    const { kind, seed, rate } = this.settings;
    const some = joined(
      batchOf(seed, this.step, this.sentences.length).map((i) => this.sentences[i]),
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
    adam(reader, slopes, this.state, rate);
    this.step++;
    return slopes.loss;
  }
  /**
   * The share of sentences whose right sense gets the larger score.
   * @param {any[] & {joined?: ReturnType<typeof joined>}} some
   */
  right(some) {
    const { x, starts, at, first, sense } = (some.joined ??= joined(some, this.E, this.D));
    const { scores, senses } = readAll(this.settings.kind, this.reader, x, starts, at, this.D);
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
    const { x } = joined([{ ids, at: 0, first: 0, sense: 0 }], this.E, this.D);
    const rows = ids.map((_, t) =>
      readAll(this.settings.kind, this.reader, x, [0, ids.length], [t], this.D),
    );
    return {
      weights: rows.map(({ weights }) => [...weights]),
      scores: rows.map(({ scores }) => [...scores]),
    };
  }
}

/** @type {ReturnType<typeof take>} */
let material;
/** @type {Training} */
let training;
/** @type {{settings: Record<string, any>, goal: number, ids: number[]}} */
let asked;
/** @type {ReturnType<typeof parsed>[]} */
let own = [];
let timer = 0;
/** @type {Record<"loss" | "test" | "hand", number[][]>} */
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
    /** @type {ReturnType<typeof parsed>[][] | undefined} */
    blocks: undefined,
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
  const blocks = (material.blocks ??= material.corpus.map((block) => block.map(parse)));
  const out = new Set(without.map((word) => numbers.get(word)));
  const counts = {};
  const some = blocks[0].filter(
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
  const [, test, hand] = material.blocks ?? [];
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
