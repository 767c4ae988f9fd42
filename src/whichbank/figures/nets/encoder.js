// The encoder of whichbank/transformer with norms after each part, which the real model is made of.

import { attendHeads, gelu, layerNorm, linear } from "./engine.js";

const EPS = 1e-12;

/**
 * Read a sentence.
 * @param {Record<string, any>} model its tables by the names of pretrained/minilm.py, linear maps
 *   (in, out)
 * @param {number} H heads of a layer
 * @param {any} x the sums of the pieces' vectors and places, (T, D)
 * @returns {{hidden: any[], weights: any[]}} the vectors after layer 0, 1, …, (T, D) each, and the
 *   attention weights of layer 1, 2, …, (H, T, T) each
 */
export function readSentence(model, H, x) {
  const [D, T] = [model["norm.weight"].length, x.length / model["norm.weight"].length];
  const layers = Object.keys(model).filter((name) => name.endsWith("W_q.weight")).length;
  const hidden = [layerNorm(x, model["norm.weight"], model["norm.bias"], T, EPS)];
  const weights = [];
  for (let layer = 0; layer < layers; layer++) {
    /**
     * @param {string} name
     * @returns {[any, any]}
     */
    const of = (name) => [
      model[`encoder.blocks.${layer}.${name}.weight`],
      model[`encoder.blocks.${layer}.${name}.bias`],
    ];
    const added = (before, change, norm) =>
      layerNorm(
        before.map((one, i) => one + change[i]),
        ...of(norm),
        T,
        EPS,
      );
    const [q, k, v] = ["W_q", "W_k", "W_v"].map((name) =>
      linear(hidden[layer], ...of(`attention.${name}`), T),
    );
    const looked = attendHeads(q, k, v, T, T, D, H, null);
    const mixed = added(
      hidden[layer],
      linear(looked.out, ...of("attention.W_o"), T),
      "norm_attention",
    );
    const wide = gelu(linear(mixed, ...of("feed_forward.W_1"), T));
    hidden.push(added(mixed, linear(wide, ...of("feed_forward.W_2"), T), "norm_feed_forward"));
    weights.push(looked.weights);
  }
  return { hidden, weights };
}
