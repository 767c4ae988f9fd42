// The kernels of src/whichbank/attention.py, for the front end. The browser tests replay cases made
// by the Python kernels against every function here.

/** @typedef {number[]} Vector */
/** @typedef {number[][]} Matrix one row a word */

/**
 * The dot product of two vectors.
 * @param {Vector} a
 * @param {Vector} b
 * @returns {number}
 */
export function dot(a, b) {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i] * b[i];
  return sum;
}

/**
 * The shadow of one vector on another's arrow: where it ends, and its length, negative where it
 * falls the other way. Times the arrow's length it is their dot product.
 * @param {number[]} a
 * @param {number[]} b
 * @returns {{foot: number[], length: number}}
 */
export function shadow(a, b) {
  const [score, square] = [dot(a, b), dot(b, b)];
  return {
    foot: b.map((x) => (square ? (score / square) * x : 0)),
    length: square ? score / Math.sqrt(square) : 0,
  };
}

/**
 * Scores of every query against every key.
 * @param {Matrix} q
 * @param {Matrix} k
 * @returns {Matrix}
 */
export function similarity(q, k) {
  return q.map((query) => k.map((key) => dot(query, key)));
}

/**
 * Positive weights that sum to 1, with the largest score subtracted first. A row of -Infinity gives
 * zeros.
 * @param {Vector} scores
 * @param {number} [temperature]
 * @returns {Vector}
 */
export function softmax(scores, temperature = 1) {
  const top = scores.reduce((a, b) => Math.max(a, b), -Infinity);
  if (top === -Infinity) return scores.map(() => 0);
  const powers = scores.map((score) => Math.exp((score - top) / temperature));
  const total = powers.reduce((a, b) => a + b, 0);
  return powers.map((power) => power / total);
}

/**
 * The places of scores, the largest first; of equal ones the first first.
 * @param {Vector} scores
 * @returns {number[]}
 */
export function ranked(scores) {
  return scores.map((_, i) => i).sort((a, b) => scores[b] - scores[a] || a - b);
}

/**
 * One of several tables of weights that are written with one byte each.
 * @param {string} packed base64 of all tables
 * @param {number} rows
 * @param {number} columns
 * @param {number} at which table, from 0
 * @returns {Matrix}
 */
export function unpack(packed, rows, columns, at) {
  const bytes = atob(packed);
  const row = (t) =>
    Array.from(
      { length: columns },
      (_, s) => bytes.charCodeAt((at * rows + t) * columns + s) / 255,
    );
  return Array.from({ length: rows }, (_, t) => row(t));
}

/**
 * The matrix product: each row of a, with the columns of b.
 * @param {Matrix} a
 * @param {Matrix} b
 * @returns {Matrix}
 */
export function matmul(a, b) {
  const features = b.length ? b[0].length : 0;
  return a.map((row) => {
    const sums = Array.from({ length: features }, () => 0);
    for (let s = 0; s < row.length; s++)
      for (let d = 0; d < features; d++) sums[d] += row[s] * b[s][d];
    return sums;
  });
}

/**
 * New vectors, each mixed from all values by one row of weights.
 * @param {Matrix} weights
 * @param {Matrix} values
 * @returns {Matrix}
 */
export function mix(weights, values) {
  return matmul(weights, values);
}

/**
 * softmax(Q Kᵀ · scale) V and its parts; the scores are the plain dot products.
 * @param {Matrix} q
 * @param {Matrix} k
 * @param {Matrix} v
 * @param {number} [scale] 1 / √d if not given
 * @param {boolean[][]} [mask] true: may attend
 * @returns {{scores: Matrix, weights: Matrix, out: Matrix}}
 */
export function attend(q, k, v, scale = 1 / Math.sqrt(q[0].length), mask) {
  const scores = similarity(q, k);
  const allowed = (score, t, s) => (mask && !mask[t][s] ? -Infinity : score * scale);
  const weights = scores.map((row, t) => softmax(row.map((score, s) => allowed(score, t, s))));
  return { scores, weights, out: mix(weights, v) };
}

/**
 * softmax(X Xᵀ) X and its parts.
 * @param {Matrix} x
 * @param {number} [temperature]
 * @returns {{scores: Matrix, weights: Matrix, out: Matrix}}
 */
export function selfAttention(x, temperature = 1) {
  const scores = similarity(x, x);
  const weights = scores.map((row) => softmax(row, temperature));
  return { scores, weights, out: mix(weights, x) };
}
