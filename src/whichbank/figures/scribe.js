// What the worker of the figure `letters` does: it reads a text with the language model of chapter 14, and tells how the
// model scores the letters that may follow, where the last letter looks, and how long the reading took.

import { readLetters } from "./decoder.js";
import { transposed } from "./engine.js";

let [tables, heads, layers, cache, read] = [null, 0, 0, null, []];

/** Bytes of a text in base64. */
const bytesOf = (text) => Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));

/** The model's tables: whole numbers of 8 bits, with a step for each row. Linear maps are turned to (in, out). */
function take({ weights, shapes }) {
  const [steps, whole] = weights.split(" ").map(bytesOf);
  const [sizes, numbers] = [new Float32Array(steps.buffer), new Int8Array(whole.buffer)];
  let [row, at] = [0, 0];
  const found = {};
  for (const [name, n, m] of shapes) {
    const table = new Float32Array(n * m);
    for (let i = 0; i < n; i++, row++) for (let j = 0; j < m; j++, at++) table[i * m + j] = numbers[at] * sizes[row];
    found[name] = n > 1 && !name.startsWith("embedding") ? transposed(table, n, m) : table;
  }
  return found;
}

const forget = () => [cache, read] = [{ length: 0, k: Array.from({ length: layers }, () => new Float32Array(0)), v: Array.from({ length: layers }, () => new Float32Array(0)) }, []];

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
