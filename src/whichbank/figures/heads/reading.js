// What the readers of the figure `heads` do with a sentence.

import { attend, dot, softmax } from "../nets/kernels.js";
import { sinusoidal } from "../nets/positions.js";

const ASKED = 3; // what it means, and what comes before it and after it

/**
 * How much of a row goes to the words before a place, to the place, and to those after it.
 * @param {number[]} row
 * @param {number} at
 * @returns {number[]}
 */
export function sidesOf(row, at) {
  const sum = (part) => part.reduce((a, b) => a + b, 0);
  return [sum(row.slice(0, at)), row[at], sum(row.slice(at + 1))];
}

/**
 * Let a reader read one sentence: where each word looks in each head, and for each question and
 * each word the share of each meaning, and what the heads have found, side by side. Nothing goes on
 * of the silent head (from 1; 0 is none).
 * @param {number[][]} rows its parameters
 * @param {number} known how many words it knows
 * @param {number[]} ids
 * @param {number} nHeads
 * @param {number} silent
 * @returns {{weights: number[][][], shares: number[][][], joined: number[][]}}
 */
export function readRows(rows, known, ids, nHeads, silent) {
  const width = rows[0].length - 1;
  const linear = (x, first, count) =>
    x.map((vector) =>
      rows.slice(known + first, known + first + count).map((row) => dot(vector, row) + row[width]),
    );
  const places = sinusoidal(
    ids.map((_, t) => t),
    width,
  );
  const x = ids.map((id, t) => places[t].map((wave, d) => rows[id][d] + wave));
  const [q, k, v] = [0, 1, 2].map((i) => linear(x, i * width, width));
  const size = width / nHeads;
  const heads = Array.from({ length: nHeads }, (_, h) => {
    const cut = (table) => table.map((row) => row.slice(h * size, (h + 1) * size));
    const { weights, out } = attend(cut(q), cut(k), cut(v));
    return { weights, out: h + 1 === silent ? out.map((row) => row.map(() => 0)) : out };
  });
  const joined = ids.map((_, t) => heads.flatMap(({ out }) => out[t]));
  const mixed = linear(joined, 3 * width, width);
  const meanings = (rows.length - known - 4 * width) / 3;
  const shares = Array.from({ length: ASKED }, (_, i) =>
    linear(mixed, 4 * width + i * meanings, meanings).map((scores) => softmax(scores)),
  );
  return { weights: heads.map(({ weights }) => weights), shares, joined };
}
