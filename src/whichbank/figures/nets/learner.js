// What the worker of the figure `trainer` does: it trains a reader on the chapter's sentences, some
// steps at a time, and tells after each time how far it is, and where the words of one sentence
// look. A message repeats the settings that it belongs to: the page drops what answers older ones.

import { adam } from "./engine.js";
import { batchOf, newReader, newVectors, readAll, readingSlopes } from "./readers.js";
import { dequantize } from "./words.js";

const EVERY = 5; // steps between two messages
const PAUSE = 24; // ms from one message to the next: 40 pictures a second, and 800 steps in 4 s
const [SLOW, EARLY] = [110, 120]; // ms, of the steps in which most is learned: 2 s more
const D_HEAD = 8;
const LONGEST = 14; // words of a sentence on the wall
const WALL = 5; // sentences there of each sense

/**
 * Sentences of the test for the wall: some of each sense, from all over it.
 * @template {{ids: number[], first: number, sense: number}} T
 * @param {T[]} test
 * @returns {T[]}
 */
function wallOf(test) {
  const short = test.filter(({ ids }) => ids.length <= LONGEST);
  const kinds = [...new Set(short.map(({ first, sense }) => first + sense))].sort((a, b) => a - b);
  return kinds.flatMap((kind) => {
    const some = short.filter(({ first, sense }) => first + sense === kind);
    const count = Math.min(WALL, some.length);
    return Array.from({ length: count }, (_, i) => some[Math.floor((i * some.length) / count)]);
  });
}

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
    /** @type {Record<string, Float64Array>[]} as it was at each measurement */
    this.kept = [];
    this.keep();
  }
  keep() {
    const copies = Object.entries(this.reader).map(([name, table]) => [name, table.slice()]);
    this.kept.push(Object.fromEntries(copies));
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
   * What a reader makes of sentences: the weights of the word that is asked about, and the
   * probability of its second sense, for each.
   * @param {any[] & {joined?: ReturnType<typeof joined>}} some
   * @param {Record<string, Float64Array>} reader
   */
  judge(some, reader) {
    const { x, starts, at, first } = (some.joined ??= joined(some, this.E, this.D));
    const { scores, senses, weights } = readAll(this.settings.kind, reader, x, starts, at, this.D);
    return {
      p: at.map((_, i) => {
        const [a, b] = [scores[i * senses + first[i]], scores[i * senses + first[i] + 1]];
        return 1 / (1 + Math.exp(a - b));
      }),
      weights: at.map((_, i) => [...weights.slice(starts[i], starts[i + 1])]),
    };
  }
  /**
   * Of which sentences the right sense gets the larger score.
   * @param {any[]} some
   * @param {Record<string, Float64Array>} reader
   */
  right(some, reader) {
    return this.judge(some, reader).p.map((p, i) => Number(p > 0.5) === some[i].sense);
  }
  /**
   * Where each word of a sentence looks, a row each, and the scores of all senses there.
   * @param {number[]} ids
   * @param {Record<string, Float64Array>} reader
   */
  read(ids, reader) {
    const { x } = joined([{ ids, at: 0, first: 0, sense: 0 }], this.E, this.D);
    const rows = ids.map((_, t) =>
      readAll(this.settings.kind, reader, x, [0, ids.length], [t], this.D),
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
/** @type {{settings: Record<string, any>, goal: number, ids: number[], leaps: boolean}} */
let asked;
let shown = 0; // the step that is told: the training may be farther
/** @type {ReturnType<typeof parsed>[]} */
let wall = [];
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
  wall = wallOf(blocks[1]);
  shown = 0;
  curves = { loss: [], test: [], hand: [] };
  measure();
}

/** Note how often the reader is right just now. */
function measure() {
  const [, ...tests] = material.blocks ?? [];
  ["test", "hand"].forEach((name, i) => {
    const right = training.right(tests[i], training.reader);
    curves[name].push([training.step, right.filter(Boolean).length / right.length]);
  });
}

const tell = () => {
  const reader = training.kept[shown / EVERY];
  const upTo = ([name, curve]) => [name, curve.filter(([step]) => step <= shown)];
  postMessage({
    settings: asked.settings,
    sentences: training.sentences.length,
    step: shown,
    curves: Object.fromEntries(Object.entries(curves).map(upTo)),
    right: own.flatMap((one) => training.right([one], reader)),
    wall: {
      sentences: wall.map(({ ids, at, first, sense }) => ({ ids, at, first, sense })),
      ...training.judge(wall, reader),
    },
    ids: asked.ids,
    ...training.read(asked.ids, reader),
  });
};

/** Train some steps more. */
function advance() {
  let loss = 0;
  for (let i = 0; i < EVERY; i++) loss += training.go() / EVERY;
  curves.loss.push([training.step, loss]);
  measure();
  training.keep();
}

/** Go on until the goal, some steps at a time; between two the worker hears what is new. */
function proceed() {
  const start = performance.now();
  if (shown >= asked.goal || !training.sentences.length) return;
  shown += EVERY;
  if (shown > training.step) advance();
  tell();
  timer = setTimeout(
    proceed,
    Math.max(0, (shown < EARLY ? SLOW : PAUSE) - (performance.now() - start)),
  );
}

onmessage = ({ data }) => {
  if (data.material) {
    material = take(data.material);
    return;
  }
  clearTimeout(timer);
  if (data.settings !== asked?.settings) begin(JSON.parse(data.settings));
  asked = data;
  // back, or by hand to where the training has been, at once
  if (asked.goal < shown || asked.leaps) shown = Math.min(asked.goal, training.step);
  tell();
  timer = setTimeout(proceed);
};
