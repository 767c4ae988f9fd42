// Changes of what a model computes, by name, as whichbank/transformer/hooks.py has them. Here a change
// is a thing that can be sent to a worker:
// {name, head?, at?, put}: of the value `name`, of one head or all, at some words or all, put what is
// in `put` instead: a number, or a table as large as what is chosen by `head` (all words of it; only those
// of `at` are taken).

/** @typedef {{name: string, head?: number, at?: number[], put: any}} Change */

/**
 * Whether a value has a table for each head.
 * @param {string} name
 */
const headed = (name) => /\.(weights|heads)$/.test(name);

/**
 * A value after the changes that have its name.
 * @param {string} name
 * @param {any} value
 * @param {Change[]} changes
 * @param {number} H heads
 * @param {number} T words
 * @returns {any} the value itself, if there are none
 */
export function changed(name, value, changes, H, T) {
  const mine = changes.filter((one) => one.name === name);
  if (!mine.length) return value;
  const out = value.slice();
  const all = headed(name) ? H : 1;
  const size = value.length / all;
  const width = size / T;
  for (const { head, at, put } of mine) {
    const [from, to] = head === undefined ? [0, all] : [head, head + 1];
    for (let i = from * size; i < to * size; i++) {
      const word = Math.floor((i % size) / width);
      if (!at || at.includes(word)) out[i] = typeof put === "number" ? put : put[i - from * size];
    }
  }
  return out;
}

/**
 * Change what one head writes: to 0, to its mean over texts, (T, D), or to what a head made by hand
 * would write.
 * @param {number} layer
 * @param {number} head
 * @param {any} put
 * @returns {Change}
 */
export const replaceHead = (layer, head, put) => ({
  name: `blocks.${layer}.attention.heads`,
  head,
  put,
});

/**
 * Fix where one head looks, (T, S).
 * @param {number} layer
 * @param {number} head
 * @param {any} put
 * @returns {Change}
 */
export const fixPattern = (layer, head, put) => ({
  name: `blocks.${layer}.attention.weights`,
  head,
  put,
});

/**
 * The pattern of a head that looks one word back; the first word looks at itself.
 * @param {number} n
 * @returns {number[]} (n, n)
 */
export const previousWord = (n) =>
  Array.from({ length: n * n }, (_, i) => Number(i % n === Math.max(Math.floor(i / n) - 1, 0)));

/**
 * The pattern of a head that looks evenly at the word itself and all before it.
 * @param {number} n
 * @returns {number[]} (n, n)
 */
export const everyWord = (n) =>
  Array.from({ length: n * n }, (_, i) => {
    const t = Math.floor(i / n);
    return i % n <= t ? 1 / (t + 1) : 0;
  });

/**
 * The pattern of a head that always looks at the first word.
 * @param {number} n
 * @returns {number[]} (n, n)
 */
export const firstWord = (n) => Array.from({ length: n * n }, (_, i) => Number(i % n === 0));

/**
 * Put vectors of another run in the place of this run's at some words (activation patching).
 * @param {string} name
 * @param {number[]} at
 * @param {any} put the whole value of the other run, or of its head
 * @param {number} [head]
 * @returns {Change}
 */
export const patch = (name, at, put, head) => ({ name, head, at, put });
