// The language model of chapter writer, as whichbank/transformer has it: embedding.py, block.py,
// stacks.py and models.py.

import { attendHeads, causalMask, gelu, layerNorm, linear, product } from "./engine.js";

/**
 * One table after the other.
 * @param {any} a
 * @param {any} b of the same kind
 */
function appended(a, b) {
  const out = Array.isArray(b) ? [] : new b.constructor(a.length + b.length);
  for (let i = 0; i < a.length; i++) out[i] = a[i];
  for (let i = 0; i < b.length; i++) out[a.length + i] = b[i];
  return out;
}

/**
 * Read letters that follow those in a cache, which takes them up.
 * @param {Record<string, any>} model its tables by the names that torch gives them, linear maps
 *   (in, out)
 * @param {number} H heads of a layer
 * @param {number[]} ids of the letters
 * @param {{length: number, k: any[], v: any[]}} cache the keys and values of each layer; (S, D)
 * @returns {{logits: any, weights: any}} the logits of the letter that comes next, (V), and where
 *   the last letter looks in each head of each layer, (layers, H, S)
 */
export function readLetters(model, H, ids, cache) {
  const [T, D, layers] = [ids.length, model["decoder.final_norm.weight"].length, cache.k.length];
  const S = cache.length + T;
  const mask = causalMask(T, cache.length);
  let x = model["embedding.tokens.weight"].slice(0, T * D);
  for (let i = 0; i < T * D; i++)
    x[i] =
      model["embedding.tokens.weight"][ids[Math.floor(i / D)] * D + (i % D)] +
      model["embedding.positions"][cache.length * D + i];
  const weights = [];
  const add = (change) => (x = x.map((one, i) => one + change[i]));
  for (let layer = 0; layer < layers; layer++) {
    /**
     * @param {string} name
     * @returns {[any, any]}
     */
    const of = (name) => [
      model[`decoder.blocks.${layer}.${name}.weight`],
      model[`decoder.blocks.${layer}.${name}.bias`],
    ];
    const seen = layerNorm(x, ...of("norm_attention"), T);
    const [q, k, v] = ["W_q", "W_k", "W_v"].map((name) =>
      linear(seen, ...of(`attention.${name}`), T),
    );
    cache.k[layer] = appended(cache.k[layer], k);
    cache.v[layer] = appended(cache.v[layer], v);
    const looked = attendHeads(q, cache.k[layer], cache.v[layer], T, S, D, H, mask);
    for (let h = 0; h < H; h++)
      weights.push(...looked.weights.slice((h * T + T - 1) * S, (h + 1) * T * S));
    add(linear(looked.out, ...of("attention.W_o"), T));
    const wide = gelu(
      linear(layerNorm(x, ...of("norm_feed_forward"), T), ...of("feed_forward.W_1"), T),
    );
    add(linear(wide, ...of("feed_forward.W_2"), T));
  }
  cache.length = S;
  const last = layerNorm(
    x.slice((T - 1) * D),
    model["decoder.final_norm.weight"],
    model["decoder.final_norm.bias"],
    1,
  );
  const lm_head = model["to_scores.weight"];
  return { logits: product(last, lm_head, 1, D, lm_head.length / D), weights };
}
