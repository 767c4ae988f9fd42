// The readers of experiments/readers.py and how they learn, as whichbank/figures/_learning.py has
// it in Python: the same random numbers, the same batches, the same slopes as torch's.

import { product, softmaxRows, softmaxSlope, transposed } from "./engine.js";
import { dot } from "./kernels.js";
import { normals, uniforms } from "./random.js";

const BATCH = 64;

/**
 * The numbers below count in the order of an epoch.
 * @param {number} seed
 * @param {number} epoch
 * @param {number} count
 */
export function shuffled(seed, epoch, count) {
  const u = uniforms(1000003 * (seed + 1) + epoch, count);
  return u.map((_, i) => i).sort((a, b) => u[a] - u[b] || a - b);
}

/** @type {{key: string, order: number[]}} */
let epochs = { key: "", order: [] }; // the last one: it serves all of its batches

/**
 * The sentences of a step: the next of the epoch, fewer at its end.
 * @param {number} seed
 * @param {number} step from 0
 * @param {number} count of all sentences
 * @returns {number[]}
 */
export function batchOf(seed, step, count) {
  const each = Math.ceil(count / BATCH);
  const [at, key] = [(step % each) * BATCH, `${[seed, Math.floor(step / each), count]}`];
  if (epochs.key !== key) epochs = { key, order: shuffled(seed, Math.floor(step / each), count) };
  return epochs.order.slice(at, at + BATCH);
}

/**
 * What a reader learns, before it has.
 * @param {string} kind
 * @param {number} seed
 * @param {number} D
 * @param {number} d
 * @param {number} senses how many there are of all words together
 * @returns {Record<string, number[]>}
 */
export function newReader(kind, seed, D, d, senses) {
  const tables = { "Q and K only": ["W_q", "W_k"], learned: ["W_q", "W_k", "W_v"] }[kind] ?? [];
  const width = kind === "learned" ? d : D;
  const drawn = normals(seed, tables.length * D * d + senses * width);
  const found = Object.fromEntries(
    tables.map((name, i) => [
      name,
      drawn.slice(i * D * d, (i + 1) * D * d).map((x) => x / Math.sqrt(D)),
    ]),
  );
  // as wide as torch's
  const head = drawn.slice(tables.length * D * d).map((x) => x / Math.sqrt(3 * width));
  return { ...found, ...(kind === "scaled" ? { abc: [1, 1, 1] } : {}), head };
}

/**
 * Random vectors for words that a table lacks, about as long as those it has.
 * @param {number} seed
 * @param {number} count
 * @param {any} E (V, D), flat
 * @param {number} D
 * @returns {number[]} (count, D), flat
 */
export function newVectors(seed, count, E, D) {
  const size = Math.sqrt(E.reduce((sum, x) => sum + x * x, 0) / E.length);
  return normals(1000003 * (seed + 1) - 1, count * D).map((x) => size * x);
}

/**
 * Let a reader read sentences: the weights of the word that is asked about, its new vector and the
 * scores of all senses, for each sentence.
 * @param {string} kind
 * @param {Record<string, any>} reader what it has learned
 * @param {any} x (words of all sentences, D)
 * @param {number[]} starts where each begins in x, and the end of the last
 * @param {number[]} at the place in x that is asked about, for each
 * @param {number} D
 */
export function readAll(kind, reader, x, starts, at, D) {
  const [words, n] = [x.length / D, at.length];
  const { W_q, W_k, W_v, abc = [1, 1, 1], head } = reader;
  const asks = new x.constructor(n * D);
  for (let i = 0; i < n * D; i++) asks[i] = x[at[Math.floor(i / D)] * D + (i % D)];
  const d = W_q ? W_q.length / D : D;
  const q = W_q ? product(asks, W_q, n, D, d) : asks.map((e) => abc[0] * e);
  const k = W_k ? product(x, W_k, words, D, d) : x.map((e) => abc[1] * e);
  const v = W_v ? product(x, W_v, words, D, d) : x.map((e) => abc[2] * e);
  const width = v.length / words;
  const scale = { mean: 0, mix: 1 }[kind] ?? 1 / Math.sqrt(d);
  const [weights, out] = [new x.constructor(words), new x.constructor(n * width).fill(0)];
  for (let i = 0; i < n; i++) {
    const [first, T] = [starts[i], starts[i + 1] - starts[i]];
    const scores = new x.constructor(T);
    for (let s = 0; s < T; s++) {
      let sum = 0;
      for (let j = 0; j < d; j++) sum += q[i * d + j] * k[(first + s) * d + j];
      scores[s] = sum * scale;
    }
    const row = softmaxRows(scores, 1, T);
    for (let s = 0; s < T; s++) {
      weights[first + s] = row[s];
      for (let j = 0; j < width; j++) out[i * width + j] += row[s] * v[(first + s) * width + j];
    }
  }
  const senses = head.length / width;
  return {
    asks,
    q,
    k,
    v,
    d,
    width,
    scale,
    weights,
    out,
    senses,
    scores: product(out, transposed(head, senses, width), n, width, senses),
  };
}

/**
 * The mean of -log(probability of the right one of two senses), and its slope for all that a reader
 * learns.
 * @param {string} kind
 * @param {Record<string, any>} reader
 * @param {any} x
 * @param {number[]} starts
 * @param {number[]} at
 * @param {number[]} first the first of the two senses, for each sentence
 * @param {number[]} sense 0 or 1, for each
 * @param {number} D
 * @returns {Record<string, any>} the slopes by name, and the loss
 */
export function readingSlopes(kind, reader, x, starts, at, first, sense, D) {
  const { asks, q, k, v, d, width, scale, weights, out, senses, scores } = readAll(
    kind,
    reader,
    x,
    starts,
    at,
    D,
  );
  const [words, n] = [x.length / D, at.length];
  let loss = 0;
  const toScores = scores.map(() => 0);
  for (let i = 0; i < n; i++) {
    const p = softmaxRows(
      [0, 1].map((j) => scores[i * senses + first[i] + j]),
      1,
      2,
    );
    loss -= Math.log(p[sense[i]]) / n;
    for (const j of [0, 1])
      toScores[i * senses + first[i] + j] = (p[j] - Number(j === sense[i])) / n;
  }
  const toOut = product(toScores, reader.head, n, senses, width);
  const [toQ, toK, toV] = [q, k, v].map((table) => table.map(() => 0));
  for (let i = 0; i < n; i++) {
    const T = starts[i + 1] - starts[i];
    const row = weights.slice(starts[i], starts[i + 1]);
    const toRow = row.map((_, s) => {
      let sum = 0;
      for (let j = 0; j < width; j++) {
        sum += toOut[i * width + j] * v[(starts[i] + s) * width + j];
        toV[(starts[i] + s) * width + j] = row[s] * toOut[i * width + j];
      }
      return sum;
    });
    const toScore = softmaxSlope(row, toRow, 1, T);
    for (let s = 0; s < T; s++)
      for (let j = 0; j < d; j++) {
        toQ[i * d + j] += toScore[s] * scale * k[(starts[i] + s) * d + j];
        toK[(starts[i] + s) * d + j] = toScore[s] * scale * q[i * d + j];
      }
  }
  const found = { head: product(transposed(toScores, n, senses), out, senses, n, width), loss };
  if (reader.W_q) found.W_q = product(transposed(asks, n, D), toQ, D, n, d);
  if (reader.W_k) found.W_k = product(transposed(x, words, D), toK, D, words, d);
  if (reader.W_v) found.W_v = product(transposed(x, words, D), toV, D, words, d);
  if (reader.abc) found.abc = [dot(asks, toQ), dot(x, toK), dot(x, toV)];
  return found;
}
