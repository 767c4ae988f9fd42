// What the worker of the figures `letters` and `losses` does: it reads a text with the language model of
// chapter writer, and tells how the model scores the letters that may follow, where the last letter looks,
// and how long the reading took. While it is asked nothing else, it writes on from several letters. Or it
// tells what each letter of a text costs, with nothing cut and with one head after the other cut.

import { letterLosses, readLetters, withoutHead } from "./decoder.js";
import { transposed } from "./engine.js";
import { nextWeights, pointed } from "./sampling.js";
import { bytesOf, tablesOf } from "./words.js";

const BITS = 9; // of a weight
/** @type {Record<string, any>} */
let tables = {};
/** @typedef {{ids: number[], cache: {length: number, k: any[], v: any[]}}} Reading */
/** @type {Reading} what was read, with its keys and values */
let read;
let timer = 0;
let [heads, layers] = [0, 0];
/** @type {any[]} what the heads of each layer find on average */
let usual = [];

/** The model's tables; linear maps are turned to (in, out). */
function take({ weights, shapes }) {
  const found = tablesOf(
    bytesOf(weights).buffer,
    shapes.map(([, n, m]) => [n, m]),
    BITS,
  );
  return Object.fromEntries(
    shapes.map(([name, n, m], i) => [
      name,
      n > 1 && !name.startsWith("embedding") ? transposed(found[i], n, m) : found[i],
    ]),
  );
}

/** @returns {Reading} */
function nothing() {
  const empty = () => Array.from({ length: layers }, () => new Float32Array(0));
  return { ids: [], cache: { length: 0, k: empty(), v: empty() } };
}

/**
 * Read on from what was read, as far as it is the same.
 * @param {Reading} before
 * @param {number[]} ids
 */
function reading(before, ids) {
  const follows = ids.length > before.ids.length && before.ids.every((id, i) => id === ids[i]);
  const { ids: old, cache } = follows ? before : nothing();
  const own = { length: cache.length, k: [...cache.k], v: [...cache.v] };
  const found = readLetters(tables, heads, ids.slice(old.length), own);
  return { ...found, fresh: ids.length - old.length, now: { ids, cache: own } };
}

/**
 * What a model with so much room reads of a text: all, or where it is too long the last half of the
 * room and more.
 * @param {number[]} ids
 * @param {number} room
 */
function seenIn(ids, room) {
  const half = Math.floor(room / 2);
  return ids.length <= room
    ? ids
    : ids.slice(-(half + ((ids.length - room - 1) % (room - half + 1))));
}

/** Write on by a letter in each future, tell, and go on. */
function grow(ahead) {
  const { needles, temperature, k, room, key } = ahead;
  for (const one of ahead.futures) {
    const { logits, now } = reading(one.read, seenIn(one.ids, room));
    one.read = now;
    one.ids = [...one.ids, pointed(nextWeights([...logits], temperature, k), needles[one.grown++])];
  }
  const [{ grown }] = ahead.futures;
  const left = needles.length - grown;
  postMessage({ key, left, futures: ahead.futures.map(({ ids }) => ids.slice(-grown - 1)) });
  if (left) timer = setTimeout(grow, 0, ahead);
}

/**
 * Read a text with one head cut, −1 is none, tell what its letters cost, and go on with the next head.
 * @param {{key: string, ids: number[], wanted: number[], zero: boolean, order: number[]}} asked
 */
function weigh(asked) {
  const { key, ids, wanted, zero, order } = asked;
  const [head, ...rest] = order;
  const start = performance.now();
  const cut = head < 0 ? [] : withoutHead(tables, heads, head, ids.length, zero ? null : usual);
  const losses = letterLosses(tables, heads, ids, wanted, cut);
  postMessage({ key, head, losses, left: rest.length, ms: performance.now() - start });
  if (rest.length) timer = setTimeout(weigh, 0, { ...asked, order: rest });
}

onmessage = ({ data }) => {
  clearTimeout(timer);
  if (data.material) {
    tables = take(data.material);
    heads = data.material.heads;
    layers = data.material.shapes.filter(([name]) => name.endsWith("W_q.weight")).length;
    read = nothing();
    if (data.material.usual) {
      const D = tables["decoder.final_norm.weight"].length;
      const { buffer } = bytesOf(data.material.usual);
      const room = tables["embedding.positions"].length / D;
      usual = tablesOf(buffer, Array(layers).fill([room, D]));
    }
    return;
  }
  if (data.order) {
    weigh(data);
    return;
  }
  if (data.ahead) {
    const { ids, letters } = data.ahead;
    const futures = letters.map((letter) => ({ ids: [...ids, letter], read, grown: 0 }));
    timer = setTimeout(grow, 0, { ...data.ahead, futures });
    return;
  }
  const { ids, cached } = data;
  const start = performance.now();
  const { logits, weights, fresh, now } = reading(cached ? read : nothing(), ids);
  read = now;
  postMessage({ ids, cached, fresh, logits: [...logits], weights, ms: performance.now() - start });
};
