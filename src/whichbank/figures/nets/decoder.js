// The language model of the chapters writer and cutting, as whichbank/transformer has it: embedding.py,
// block.py, stacks.py and models.py, with hooks.py and circuits.py.

import { causalMask, gelu, headMixes, headWeights, layerNorm, linear, product } from "./engine.js";
import { changed, replaceHead } from "./hooks.js";

/** @typedef {import("./hooks.js").Change} Change */

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
 * What each head writes for what it found: its rows of W_o are its own.
 * @param {any} found (T, D), the heads side by side
 * @param {any} W_o (D, D)
 * @param {number} T
 * @param {number} D
 * @param {number} H
 * @returns {any} (H, T, D)
 */
export function written(found, W_o, T, D, H) {
  const d = D / H;
  let all = found.slice(0, 0);
  for (let h = 0; h < H; h++) {
    const own = found.slice(0, T * d).map((_, i) => found[Math.floor(i / d) * D + h * d + (i % d)]);
    all = appended(all, product(own, W_o.slice(h * d * D, (h + 1) * d * D), T, d, D));
  }
  return all;
}

/**
 * Read on, and note all that is computed, by its name: `note` returns what goes on.
 * @param {Record<string, any>} model
 * @param {number} H heads of a layer
 * @param {number[]} ids
 * @param {{length: number, k: any[], v: any[]}} cache
 * @param {(name: string, value: any) => any} note
 * @returns {any} the stream after the last block, (T, D)
 */
function through(model, H, ids, cache, note) {
  const [T, D, layers] = [ids.length, model["decoder.final_norm.weight"].length, cache.k.length];
  const S = cache.length + T;
  const mask = causalMask(T, cache.length);
  const tokens = model["embedding.tokens.weight"];
  let x = model["embedding.positions"].slice(cache.length * D, S * D);
  for (let i = 0; i < T * D; i++) x[i] += tokens[ids[Math.floor(i / D)] * D + (i % D)];
  x = note("embedding", x);
  const add = (change) => (x = x.map((one, i) => one + change[i]));
  for (let layer = 0; layer < layers; layer++) {
    const [block, name] = [`decoder.blocks.${layer}`, `blocks.${layer}`];
    /**
     * @param {string} part
     * @returns {[any, any]}
     */
    const of = (part) => [model[`${block}.${part}.weight`], model[`${block}.${part}.bias`]];
    const seen = layerNorm(x, ...of("norm_attention"), T);
    const [q, k, v] = ["W_q", "W_k", "W_v"].map((part) =>
      linear(seen, ...of(`attention.${part}`), T),
    );
    cache.k[layer] = appended(cache.k[layer], k);
    cache.v[layer] = appended(cache.v[layer], note(`${name}.attention.values`, v));
    const weights = note(
      `${name}.attention.weights`,
      headWeights(q, cache.k[layer], T, S, D, H, mask),
    );
    const [W_o, bias] = of("attention.W_o");
    const found = headMixes(weights, cache.v[layer], T, S, D, H);
    const heads = note(`${name}.attention.heads`, written(found, W_o, T, D, H));
    const sum = x.map((_, i) => {
      let all = bias[i % D];
      for (let h = 0; h < H; h++) all += heads[h * T * D + i];
      return all;
    });
    add(note(`${name}.attention`, sum));
    if (of("feed_forward.W_1")[0]) {
      const wide = gelu(
        linear(layerNorm(x, ...of("norm_feed_forward"), T), ...of("feed_forward.W_1"), T),
      );
      add(note(`${name}.mlp`, linear(wide, ...of("feed_forward.W_2"), T)));
    }
    x = note(name, x);
  }
  cache.length = S;
  return x;
}

/**
 * The last norm and the scores of some words.
 * @param {Record<string, any>} model
 * @param {any} x (T, D)
 * @param {number} T
 * @param {(value: any) => any} [note]
 */
function scored(model, x, T, note = (value) => value) {
  const [gain, bias] = [model["decoder.final_norm.weight"], model["decoder.final_norm.bias"]];
  const lm_head = model["to_scores.weight"];
  const D = gain.length;
  return product(note(layerNorm(x, gain, bias, T)), lm_head, T, D, lm_head.length / D);
}

/**
 * Read letters that follow those in a cache, which takes them up.
 * @param {Record<string, any>} model its tables by the names that torch gives them, linear maps
 *   (in, out)
 * @param {number} H heads of a layer
 * @param {number[]} ids of the letters
 * @param {{length: number, k: any[], v: any[]}} cache the keys and values of each layer; (S, D)
 * @param {Change[]} [changes] of what these letters compute
 * @returns {{logits: any, weights: any}} the logits of the letter that comes next, (V), and where
 *   the last letter looks in each head of each layer, (layers, H, S)
 */
export function readLetters(model, H, ids, cache, changes = []) {
  const T = ids.length;
  /** @type {number[]} */
  const weights = [];
  const x = through(model, H, ids, cache, (name, value) => {
    const used = changed(name, value, changes, H, T);
    if (name.endsWith("weights"))
      for (let h = 0, S = used.length / H / T; h < H; h++)
        weights.push(...used.slice((h * T + T - 1) * S, (h + 1) * T * S));
    return used;
  });
  return { logits: scored(model, x.slice(x.length - x.length / T), 1), weights };
}

/**
 * Run a model, change some of its values on the way, and return all of them.
 * @param {Record<string, any>} model
 * @param {number} H heads of a layer
 * @param {number[]} ids
 * @param {Change[]} [changes]
 * @returns {{logits: any, trace: Record<string, any>}} the scores, (T, V), and each value by its name, as
 *   it was used; of a layer's values head h has the columns h·d … (h + 1)·d
 */
export function runWith(model, H, ids, changes = []) {
  const T = ids.length;
  const layers = Object.keys(model).filter((name) => name.endsWith("W_q.weight")).length;
  const none = model["embedding.positions"].slice(0, 0);
  const empty = () => Array.from({ length: layers }, () => none);
  /** @type {Record<string, any>} */
  const trace = {};
  const note = (name, value) => (trace[name] = changed(name, value, changes, H, T));
  const x = through(model, H, ids, { length: 0, k: empty(), v: empty() }, note);
  const logits = scored(model, x, T, (value) => note("final", value));
  const strange = changes.find(({ name }) => !(name in trace));
  if (strange) throw new Error(`the model computes no ${strange.name}`);
  return { logits, trace };
}

/**
 * What each part, by what it wrote into the stream, added to each logit: they sum to the logits.
 * With the scale of the last norm held at its true value, the rest is linear.
 * @param {Record<string, any>} model
 * @param {number} H
 * @param {Record<string, any>} trace
 * @returns {Record<string, any>} (T, V) each
 */
export function contributions(model, H, trace) {
  const [gain, lm_head] = [model["decoder.final_norm.weight"], model["to_scores.weight"]];
  const D = gain.length;
  const T = trace.final.length / D;
  /** @type {Record<string, any>} */
  const parts = { embedding: trace.embedding, biases: trace.final.map(() => 0) };
  for (let layer = 0; `blocks.${layer}` in trace; layer++) {
    const name = `blocks.${layer}`;
    for (let h = 0; h < H; h++)
      parts[`${name}.heads.${h}`] = trace[`${name}.attention.heads`].slice(
        h * T * D,
        (h + 1) * T * D,
      );
    const bias = model[`decoder.${name}.attention.W_o.bias`];
    parts.biases = parts.biases.map((one, i) => one + bias[i % D]);
    if (`${name}.mlp` in trace) parts[`${name}.mlp`] = trace[`${name}.mlp`];
  }
  const all = Object.values(parts);
  const total = trace.final.map((_, i) => all.reduce((sum, part) => sum + part[i], 0));
  const mean = (row, t) => row.slice(t * D, (t + 1) * D).reduce((a, b) => a + b, 0) / D;
  const scales = Array.from({ length: T }, (_, t) => {
    const middle = mean(total, t);
    const off = total.slice(t * D, (t + 1) * D).reduce((sum, one) => sum + (one - middle) ** 2, 0);
    return Math.sqrt(off / D + 1e-5);
  });
  const shift = model["decoder.final_norm.bias"];
  return Object.fromEntries(
    Object.entries(parts).map(([name, part]) => {
      const means = Array.from({ length: T }, (_, t) => mean(part, t));
      const held = part.map((one, i) => {
        const [t, j] = [Math.floor(i / D), i % D];
        return ((one - means[t]) / scales[t]) * gain[j] + (name === "biases" ? shift[j] : 0);
      });
      return [name, product(held, lm_head, T, D, lm_head.length / D)];
    }),
  );
}

/**
 * What each letter costs that is to come, in nats.
 * @param {Record<string, any>} model
 * @param {number} H
 * @param {number[]} ids
 * @param {number[]} wanted the letter that follows each of ids
 * @param {Change[]} [changes]
 * @returns {number[]} (T)
 */
export function letterLosses(model, H, ids, wanted, changes = []) {
  const { logits } = runWith(model, H, ids, changes);
  const V = logits.length / ids.length;
  return wanted.map((id, t) => {
    const row = logits.slice(t * V, (t + 1) * V);
    let [top, total] = [-Infinity, 0];
    for (const one of row) top = Math.max(top, one);
    for (const one of row) total += Math.exp(one - top);
    return top + Math.log(total) - row[id];
  });
}

/**
 * Cut a head, counted from the first layer on: it writes its mean over texts, or nothing.
 * @param {Record<string, any>} model
 * @param {number} H
 * @param {number} head
 * @param {number} T letters that are read
 * @param {any[]|null} usual what the heads of each layer find on average at each place, (≥ T, D), or null
 *   for zeros
 * @returns {Change[]}
 */
export function withoutHead(model, H, head, T, usual) {
  const [layer, h] = [Math.floor(head / H), head % H];
  if (!usual) return [replaceHead(layer, h, 0)];
  const D = model["decoder.final_norm.weight"].length;
  const W_o = model[`decoder.blocks.${layer}.attention.W_o.weight`];
  const all = written(usual[layer].slice(0, T * D), W_o, T, D, H);
  return [replaceHead(layer, h, all.slice(h * T * D, (h + 1) * T * D))];
}
