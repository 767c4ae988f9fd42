// The arithmetic of a small model that runs on the page, in the order of the Python modules:
// attention.py, heads.py, block.py, and the optimizer of training.py. A table is one flat array,
// row after row, and its sizes are given: what comes out is of the kind that goes in, Float32Array
// to read and Float64Array to learn. It runs in a worker.

/**
 * A letter for each size: T words that look, S words that are looked at, D features, H heads of d
 * features each.
 * @typedef {Float32Array|Float64Array|number[]} Numbers
 */

/**
 * Zeros of the same kind.
 * @param {Numbers} like
 * @param {number} size
 */
const zeros = (like, size) => {
  if (Array.isArray(like)) return Array.from({ length: size }, () => 0);
  return like instanceof Float32Array ? new Float32Array(size) : new Float64Array(size);
};

/**
 * The matrix product a b, four rows of b at a time.
 * @param {Numbers} a (n, k)
 * @param {Numbers} b (k, m)
 * @param {number} n
 * @param {number} k
 * @param {number} m
 * @returns {Numbers} (n, m)
 */
export function product(a, b, n, k, m) {
  const out = zeros(a, n * m);
  const whole = k - (k % 4);
  for (let i = 0; i < n; i++) {
    for (let s = 0; s < whole; s += 4) {
      const [a0, a1, a2, a3] = [a[i * k + s], a[i * k + s + 1], a[i * k + s + 2], a[i * k + s + 3]];
      const [b0, b1, b2, b3] = [s * m, (s + 1) * m, (s + 2) * m, (s + 3) * m];
      for (let j = 0; j < m; j++)
        out[i * m + j] += a0 * b[b0 + j] + a1 * b[b1 + j] + a2 * b[b2 + j] + a3 * b[b3 + j];
    }
    for (let s = whole; s < k; s++)
      for (let j = 0; j < m; j++) out[i * m + j] += a[i * k + s] * b[s * m + j];
  }
  return out;
}

/**
 * Rows and columns exchanged.
 * @param {Numbers} a (n, m)
 * @param {number} n
 * @param {number} m
 * @returns {Numbers} (m, n)
 */
export function transposed(a, n, m) {
  const out = zeros(a, n * m);
  for (let i = 0; i < n; i++) for (let j = 0; j < m; j++) out[j * n + i] = a[i * m + j];
  return out;
}

/**
 * Each row in positive weights that sum to 1; a row of -Infinity in zeros.
 * @param {Numbers} scores (n, m)
 * @param {number} n
 * @param {number} m
 * @returns {Numbers} (n, m)
 */
export function softmaxRows(scores, n, m) {
  const out = zeros(scores, n * m);
  for (let i = 0; i < n; i++) {
    let [top, total] = [-Infinity, 0];
    for (let j = 0; j < m; j++) top = Math.max(top, scores[i * m + j]);
    if (top === -Infinity) continue;
    for (let j = 0; j < m; j++) total += out[i * m + j] = Math.exp(scores[i * m + j] - top);
    for (let j = 0; j < m; j++) out[i * m + j] /= total;
  }
  return out;
}

/**
 * What a slope for the weights of a softmax is for its scores.
 * @param {Numbers} weights (n, m)
 * @param {Numbers} slope (n, m)
 * @param {number} n
 * @param {number} m
 * @returns {Numbers} (n, m)
 */
export function softmaxSlope(weights, slope, n, m) {
  const out = zeros(weights, n * m);
  for (let i = 0; i < n; i++) {
    let mean = 0;
    for (let j = 0; j < m; j++) mean += weights[i * m + j] * slope[i * m + j];
    for (let j = 0; j < m; j++) out[i * m + j] = weights[i * m + j] * (slope[i * m + j] - mean);
  }
  return out;
}

/**
 * Who may look at whom in a text that is read on: those that come later are 0.
 * @param {number} T the new words
 * @param {number} start the words before them
 * @returns {number[]} (T, start + T)
 */
export function causalMask(T, start) {
  return Array.from({ length: T * (start + T) }, (_, i) =>
    Number(i % (start + T) <= start + Math.floor(i / (start + T))),
  );
}

/**
 * softmax(Q Kᵀ / √d) in each head; head h has the features h·d … (h + 1)·d.
 * @param {Numbers} q (T, D)
 * @param {Numbers} k (S, D)
 * @param {number} T
 * @param {number} S
 * @param {number} D
 * @param {number} H
 * @param {number[]|null} mask (T, S), 0 where none may look
 * @returns {Numbers} (H, T, S)
 */
export function headWeights(q, k, T, S, D, H, mask) {
  const d = D / H;
  const scores = zeros(q, H * T * S);
  for (let h = 0, at = 0; h < H; h++)
    for (let t = 0; t < T; t++)
      for (let s = 0; s < S; s++, at++) {
        let sum = 0;
        for (let i = h * d; i < (h + 1) * d; i++) sum += q[t * D + i] * k[s * D + i];
        scores[at] = mask && !mask[t * S + s] ? -Infinity : sum / Math.sqrt(d);
      }
  return softmaxRows(scores, H * T, S);
}

/**
 * What each head finds with its weights, side by side.
 * @param {Numbers} weights (H, T, S)
 * @param {Numbers} v (S, D)
 * @param {number} T
 * @param {number} S
 * @param {number} D
 * @param {number} H
 * @returns {Numbers} (T, D)
 */
export function headMixes(weights, v, T, S, D, H) {
  const d = D / H;
  const out = zeros(v, T * D);
  for (let h = 0, at = 0; h < H; h++)
    for (let t = 0; t < T; t++)
      for (let s = 0; s < S; s++, at++) {
        for (let i = h * d; i < (h + 1) * d; i++) out[t * D + i] += weights[at] * v[s * D + i];
      }
  return out;
}

/**
 * softmax(Q Kᵀ / √d) V in each head.
 * @param {Numbers} q (T, D)
 * @param {Numbers} k (S, D)
 * @param {Numbers} v (S, D)
 * @param {number} T
 * @param {number} S
 * @param {number} D
 * @param {number} H
 * @param {number[]|null} mask (T, S), 0 where none may look
 * @param {number[]} [silent] heads that hand over nothing, from 0
 * @returns {{out: Numbers, weights: Numbers}} (T, D) and (H, T, S)
 */
export function attendHeads(q, k, v, T, S, D, H, mask, silent = []) {
  const weights = headWeights(q, k, T, S, D, H, mask);
  for (const h of silent) weights.fill(0, h * T * S, (h + 1) * T * S);
  return { out: headMixes(weights, v, T, S, D, H), weights };
}

/**
 * A linear map with a bias.
 * @param {Numbers} x (n, k)
 * @param {Numbers} W (k, m)
 * @param {Numbers} b (m)
 * @param {number} n
 * @returns {Numbers} (n, m)
 */
export function linear(x, W, b, n) {
  const m = b.length;
  const out = product(x, W, n, x.length / n, m);
  for (let i = 0; i < out.length; i++) out[i] += b[i % m];
  return out;
}

/**
 * Each row with mean 0 and variance 1, then stretched and moved.
 * @param {Numbers} x (n, D)
 * @param {Numbers} gain (D)
 * @param {Numbers} bias (D)
 * @param {number} n
 * @param {number} [eps]
 * @returns {Numbers} (n, D)
 */
export function layerNorm(x, gain, bias, n, eps = 1e-5) {
  const D = gain.length;
  const out = zeros(x, n * D);
  for (let i = 0; i < n; i++) {
    let [mean, variance] = [0, 0];
    for (let j = 0; j < D; j++) mean += x[i * D + j] / D;
    for (let j = 0; j < D; j++) variance += (x[i * D + j] - mean) ** 2 / D;
    for (let j = 0; j < D; j++)
      out[i * D + j] = ((x[i * D + j] - mean) / Math.sqrt(variance + eps)) * gain[j] + bias[j];
  }
  return out;
}

/**
 * The area under the bell curve e^(-t²) from -x to x, 1 at most: a series whose terms are all of
 * one sign.
 * @param {number} x
 */
function erf(x) {
  if (Math.abs(x) > 6) return Math.sign(x);
  let [term, sum] = [x, x];
  for (let n = 1; Math.abs(term) > 1e-17 * Math.abs(sum); n++)
    sum += term *= (2 * x * x) / (2 * n + 1);
  return (2 / Math.sqrt(Math.PI)) * Math.exp(-x * x) * sum;
}

/**
 * x times the share of a normal distribution below it, as torch has it.
 * @param {Numbers} x
 * @returns {Numbers}
 */
export function gelu(x) {
  return x.map((one) => 0.5 * one * (1 + erf(one / Math.SQRT2)));
}

/**
 * One step of Adam; parameters and moments are changed in place.
 * @param {Record<string, Numbers>} parameters
 * @param {Record<string, Numbers>} slopes
 * @param {{count: number, mean: any, square: any}} state of the steps so far
 * @param {number} rate
 */
export function adam(parameters, slopes, state, rate) {
  state.count++;
  const [first, second] = [1 - 0.9 ** state.count, 1 - 0.999 ** state.count];
  for (const [name, x] of Object.entries(parameters)) {
    const [mean, square, slope] = [
      (state.mean[name] ??= zeros(x, x.length)),
      (state.square[name] ??= zeros(x, x.length)),
      slopes[name],
    ];
    for (let i = 0; i < x.length; i++) {
      mean[i] = 0.9 * mean[i] + 0.1 * slope[i];
      square[i] = 0.999 * square[i] + 0.001 * slope[i] * slope[i];
      x[i] -= (rate * mean[i]) / first / (Math.sqrt(square[i] / second) + 1e-8);
    }
  }
  return parameters;
}
