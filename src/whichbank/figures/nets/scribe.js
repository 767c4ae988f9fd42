// What the worker of the figure `letters` does: it reads a text with the language model of chapter
// writer, and tells how the model scores the letters that may follow, where the last letter looks, and
// how long the reading took.

import { readLetters } from "./decoder.js";
import { transposed } from "./engine.js";
import { bytesOf, tablesOf } from "./words.js";

const BITS = 9; // of a weight
/** @type {Record<string, any>} */
let tables = {};
/** @type {{length: number, k: Float32Array[], v: Float32Array[]}} */
let cache;
/** @type {number[]} */
let read = [];
let [heads, layers] = [0, 0];

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

function forget() {
  read = [];
  cache = {
    length: 0,
    k: Array.from({ length: layers }, () => new Float32Array(0)),
    v: Array.from({ length: layers }, () => new Float32Array(0)),
  };
}

onmessage = ({ data }) => {
  if (data.material) {
    tables = take(data.material);
    heads = data.material.heads;
    layers = data.material.shapes.filter(([name]) => name.endsWith("W_q.weight")).length;
    forget();
    return;
  }
  const { ids, cached } = data;
  const start = performance.now();
  const follows = cached && ids.length > read.length && read.every((id, i) => id === ids[i]);
  if (!follows) forget();
  const { logits, weights } = readLetters(tables, heads, ids.slice(read.length), cache);
  const fresh = ids.length - read.length;
  read = ids;
  postMessage({ ids, cached, fresh, logits: [...logits], weights, ms: performance.now() - start });
};
