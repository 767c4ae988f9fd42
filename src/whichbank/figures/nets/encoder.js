// The encoder of whichbank/transformer with norms after each part, which the real model is made of.

import { attendHeads, gelu, layerNorm, linear, product } from "./engine.js";

const EPS = 1e-12;

/**
 * @param {Record<string, any>} model
 * @param {number} layer from 0
 * @param {string} name
 * @returns {[any, any]} a part's weight and bias
 */
const partOf = (model, layer, name) => [
  model[`encoder.blocks.${layer}.${name}.weight`],
  model[`encoder.blocks.${layer}.${name}.bias`],
];

/**
 * Queries, keys and values of a layer, of all heads.
 * @param {Record<string, any>} model
 * @param {number} layer from 0
 * @param {any} x what comes into it, (T, D)
 * @param {number} T
 * @returns {any[]} (T, D) each
 */
export const rolesOf = (model, layer, x, T) =>
  ["W_q", "W_k", "W_v"].map((name) => linear(x, ...partOf(model, layer, `attention.${name}`), T));

/**
 * Which share of what a layer hands to each piece comes from which, as gifts in
 * experiments/weaving.py: the length of the sum over the heads of weight times value times W_O,
 * divided by all these lengths.
 * @param {Record<string, any>} model
 * @param {number} layer from 0
 * @param {any} v (T, D)
 * @param {any} weights (H, T, T)
 * @param {number} H
 * @returns {number[]} (T, T)
 */
export function giftsOf(model, layer, v, weights, H) {
  const [W] = partOf(model, layer, "attention.W_o");
  const D = Math.sqrt(W.length);
  const [T, d] = [v.length / D, D / H];
  const shares = Array.from({ length: T * T }, () => 0);
  for (let s = 0; s < T; s++) {
    const given = Array.from({ length: H }, (_, h) =>
      product(
        v.slice(s * D + h * d, s * D + (h + 1) * d),
        W.slice(h * d * D, (h + 1) * d * D),
        1,
        d,
        D,
      ),
    );
    for (let t = 0; t < T; t++) {
      let square = 0;
      for (let e = 0; e < D; e++) {
        let sum = 0;
        for (let h = 0; h < H; h++) sum += weights[(h * T + t) * T + s] * given[h][e];
        square += sum * sum;
      }
      shares[t * T + s] = Math.sqrt(square);
    }
  }
  return shares.map((length, i) => {
    const row = shares.slice(i - (i % T), i - (i % T) + T);
    return length && length / row.reduce((sum, x) => sum + x, 0);
  });
}

/**
 * Read a sentence.
 * @param {Record<string, any>} model its tables by the names of pretrained/minilm.py, linear maps
 *   (in, out)
 * @param {number} H heads of a layer
 * @param {any} x the sums of the pieces' vectors and places, (T, D)
 * @param {number[]} [silent] heads that hand over nothing, counted through all layers from 0
 * @param {number[][] | null} [usual] what they hand over instead, a row for each head of all layers
 * @param {number} [start] after how many layers the reading begins, where x are the vectors there
 * @returns {{hidden: any[], weights: any[], added: any[][]}} the vectors after layer 0, 1, …, (T, D)
 *   each; the attention weights of layer 1, 2, …, (H, T, T) each; and what attention adds there, the
 *   sum after the norm, and what the network adds, (T, D) each
 */
export function readSentence(model, H, x, silent = [], usual = null, start = -1) {
  const [D, T] = [model["norm.weight"].length, x.length / model["norm.weight"].length];
  const layers = Object.keys(model).filter((name) => name.endsWith("W_q.weight")).length;
  const hidden = [start < 0 ? layerNorm(x, model["norm.weight"], model["norm.bias"], T, EPS) : x];
  const first = Math.max(start, 0);
  const weights = [];
  const steps = [];
  for (let layer = first; layer < layers; layer++) {
    const came = hidden[layer - first];
    const of = (name) => partOf(model, layer, name);
    const added = (before, change, norm) =>
      layerNorm(
        before.map((one, i) => one + change[i]),
        ...of(norm),
        T,
        EPS,
      );
    const [q, k, v] = rolesOf(model, layer, came, T);
    const quiet = Array.from(silent, (h) => h - layer * H).filter((h) => h >= 0 && h < H);
    const looked = attendHeads(q, k, v, T, T, D, H, null, quiet);
    if (usual)
      for (const h of quiet) {
        const row = usual[layer * H + h];
        const into = (t) => row.forEach((one, i) => (looked.out[t * D + h * row.length + i] = one));
        for (let t = 0; t < T; t++) into(t);
      }
    const found = linear(looked.out, ...of("attention.W_o"), T);
    const mixed = added(came, found, "norm_attention");
    const wide = gelu(linear(mixed, ...of("feed_forward.W_1"), T));
    const fed = linear(wide, ...of("feed_forward.W_2"), T);
    hidden.push(added(mixed, fed, "norm_feed_forward"));
    steps.push([found, mixed, fed]);
    weights.push(looked.weights);
  }
  return { hidden, weights, added: steps };
}
