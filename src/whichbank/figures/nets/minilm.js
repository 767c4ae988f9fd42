// What the worker of the figure `loom` does: it reads a sentence with the real model, with a word
// taken out and heads silenced, and tells what whichbank/figures/loom/_asking.py tells.

import { giftsOf, readSentence, rolesOf } from "./encoder.js";
import { transposed } from "./engine.js";
import { dot } from "./kernels.js";
import { cutText } from "./pieces.js";
import { dequantize, tablesOf } from "./words.js";

const HEADS = 12;
const KEPT = 40; // sentences
/** @type {Record<string, any>} */
let model = {};
/**
 * @type {{pieces: [number, number], ends: [number, number], shapes: [string, number, number][],
 *   longest: number, frame: string, known: [string, string, string][], usual: string}}
 */
let about;
/** @type {number[][]} what an erased head hands over, a row for each head of all layers */
let usual = [];
/** @type {(ids: number[]) => Float32Array} */
let vectors;
/** @type {string[]} */
let pieces = [];
let [vocabulary, asked] = ["", 0];
const readings = new Map(); // by the numbers of their pieces, the last read at the end

/** The model's tables; that of the pieces stays as small as it came. */
function take({ data, about: given }) {
  about = given;
  const [[rows, D], [first, second]] = [about.pieces, about.ends];
  const [steps, numbers] = [
    new Float32Array(data, 0, rows),
    new Int8Array(data, 4 * rows, rows * D),
  ];
  vectors = (ids) =>
    Float32Array.from({ length: ids.length * D }, (_, i) => {
      const id = ids[Math.floor(i / D)];
      return numbers[id * D + (i % D)] * steps[id];
    });
  const tables = tablesOf(
    data.slice(first, second),
    about.shapes.map(([, n, m]) => [n, m]),
  );
  const linear = ([name, , m]) => m > 1 && name.startsWith("encoder");
  model = Object.fromEntries(
    about.shapes.map((one, i) => [
      one[0],
      linear(one) ? transposed(tables[i], one[1], one[2]) : tables[i],
    ]),
  );
  vocabulary = new TextDecoder().decode(new Uint8Array(data, second));
  pieces = vocabulary.split("\n");
  usual = dequantize(about.usual, D / HEADS);
}

/**
 * Read a text. Between two sentences a new question is heard.
 * @param {string} text
 * @param {number} [without] a piece whose word stands behind masks; 0 is none
 * @param {number[][]} [silent] heads that are erased: layer and head, from 1
 */
async function read(text, without = 0, silent = []) {
  const cut = cutText(text, vocabulary);
  const keep = (list) =>
    list.length <= about.longest
      ? list
      : [...list.slice(0, about.longest - 1), list[list.length - 1]];
  const [whole, wordOf] = [keep(cut.ids), keep(cut.wordOf)];
  const covered = without < whole.length - 1 ? wordOf[without] : -1;
  const ids = whole.map((id, t) =>
    covered >= 0 && wordOf[t] === covered ? pieces.indexOf("[MASK]") : id,
  );
  const words = cut.words.slice(0, Math.max(...wordOf) + 1);
  const key = JSON.stringify([ids, silent]);
  if (!readings.has(key)) {
    await new Promise((next) => setTimeout(next));
    const x = vectors(ids).map((one, i) => one + model["positions.weight"][i]);
    const quiet = silent.map(([layer, head]) => (layer - 1) * HEADS + head - 1);
    readings.set(key, readSentence(model, HEADS, x, quiet, usual));
    if (readings.size > KEPT) readings.delete(readings.keys().next().value);
  }
  return { ids: whole, words, wordOf, length: cut.ids.length, ...readings.get(key) };
}

/** The word of a sentence that the senses are of. */
function chosen(word, words) {
  const wish = word.trim().toLowerCase();
  const long = (one) => Array.from(one).length;
  const twice = (one) => long(one) > 3 && words.indexOf(one) !== words.lastIndexOf(one);
  const longest = words.reduce((best, one) => (long(one) > long(best) ? one : best), "");
  return (
    words.find((one) => one === wish) ??
    words.find((one) => about.known.some(([name]) => name === one)) ??
    words.find(twice) ??
    longest
  );
}

const examples = (text) =>
  text
    .split(/[,;]/)
    .map((part) => part.trim())
    .filter(Boolean);

/** The mean of a word's vectors in examples, after each layer; null without any. */
async function senseOf(word, text) {
  const D = about.pieces[1];
  const found = [];
  for (const example of examples(text)) {
    for (const sentence of [
      example,
      about.frame.replace("{word}", () => word).replace("{example}", () => example),
    ]) {
      const { words, wordOf, hidden } = await read(sentence);
      const at = words.indexOf(word);
      if (at < 0) continue;
      const own = wordOf.flatMap((one, t) => (one === at ? [t] : []));
      const mean = (layer, d) => own.reduce((sum, t) => sum + layer[t * D + d], 0) / own.length;
      found.push(hidden.map((layer) => Array.from({ length: D }, (_, d) => mean(layer, d))));
      break;
    }
  }
  return found.length
    ? found[0].map((layer, l) =>
        layer.map((_, d) => found.reduce((sum, one) => sum + one[l][d], 0) / found.length),
      )
    : null;
}

/** The names of two senses of a word, and their vectors after each layer. */
async function sensesOf(word, senses) {
  const at = about.known.findIndex(([name]) => name === word);
  if (at >= 0 && !senses.some((text) => examples(text).length)) {
    const D = about.pieces[1];
    const layers = model.senses.length / D / about.known.length / 2;
    const row = (s, l) => {
      const start = ((2 * at + s) * layers + l) * D;
      return Array.from(model.senses.subarray(start, start + D));
    };
    const way = (s) => Array.from({ length: layers }, (_, l) => row(s, l));
    return { axes: about.known[at].slice(1), ways: [way(0), way(1)] };
  }
  const axes = senses.map((text, s) => examples(text)[0] ?? `sense ${s + 1}`);
  return { axes, ways: [await senseOf(word, senses[0]), await senseOf(word, senses[1])] };
}

const cosine = (a, b) => dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b));

/** Numbers from 0 to 1 as text, a byte each. */
const packed = (tables) =>
  btoa(
    tables
      .flatMap((table) => Array.from(table, (x) => String.fromCharCode(Math.round(255 * x))))
      .join(""),
  );

/** Answer a question, if no other has been asked meanwhile. */
async function answer(turn, question) {
  const start = performance.now();
  const [text, wish, given, without, silent, inside] = question;
  const { ids, words, wordOf, length, hidden, weights, added } = await read(text, without, silent);
  const [T, D] = [ids.length, about.pieces[1]];
  const word = chosen(wish, words);
  const senses = ["", word].includes(wish.trim().toLowerCase()) ? given : ["", ""];
  const { axes, ways } = await sensesOf(word, senses);
  if (turn !== asked) return;
  const rows = (x, from = 0, to = D) =>
    Array.from({ length: T }, (_, t) => Array.from(x.subarray(t * D + from, t * D + to)));
  const lean = (x, l) => cosine(x, ways[0][l]) - cosine(x, ways[1][l]);
  const after = ways.includes(null)
    ? null
    : hidden.map((x, l) => rows(x).map((one) => lean(one, l)));
  /** What layer l does to piece t: seven lengths, and how both additions lean. */
  const stepsOf = (t, l) => {
    const row = (x) => x.subarray(t * D, (t + 1) * D);
    const [came, found, mixed, fed, last] = [hidden[l], ...added[l], hidden[l + 1]].map(row);
    const sum = (a, b) => a.map((x, i) => x + b[i]);
    const way = [came, found, sum(came, found), mixed, fed, sum(mixed, fed), last];
    const leanOf = (x) => (ways.includes(null) ? 0 : lean(x, l + 1));
    return [...way.map((x) => Math.sqrt(dot(x, x))), leanOf(found), leanOf(fed)];
  };
  const values = weights.map((_, l) => rolesOf(model, l, hidden[l], T));
  const roles = () => {
    const [layer, head] = inside;
    const d = D / HEADS;
    return values[layer - 1].map((x) => rows(x, (head - 1) * d, head * d));
  };
  const [silenced] = silent;
  const whole = after && silenced && (await read(text, without));
  if (turn !== asked) return;
  const found = {
    turn,
    asked: question,
    word,
    words,
    places: words.flatMap((one, at) => (one === word ? [wordOf.indexOf(at)] : [])),
    pieces: ids.map((id) => pieces[id]),
    axes,
    leans: after && ids.map((_, t) => after.map((layer) => layer[t])),
    weights: packed(weights),
    added: ids.map((_, t) => added.map((__, l) => stepsOf(t, l))),
    gifts: packed(weights.map((one, l) => giftsOf(model, l, values[l][2], one, HEADS))),
    lengths: [T, length],
    roles: inside ? roles() : null,
    whole: whole
      ? ids.map((_, t) => whole.hidden.map((x, l) => lean(x.subarray(t * D, (t + 1) * D), l)))
      : null,
    others: /** @type {number[][] | null} */ (null),
    more: silent.length === 1 && after !== null,
    ms: performance.now() - start,
  };
  postMessage(found);
  if (!found.more || !whole) return;
  // what becomes of each piece with each head erased in turn: told a layer at a time
  const others = ids.map(() => /** @type {number[]} */ ([]));
  for (let h = 0; h < weights.length * HEADS; h++) {
    await new Promise((next) => setTimeout(next));
    if (turn !== asked) return;
    const layer = Math.floor(h / HEADS);
    const { hidden: ends } = readSentence(model, HEADS, whole.hidden[layer], [h], usual, layer);
    rows(ends[ends.length - 1]).forEach((x, t) => others[t].push(lean(x, weights.length)));
    if ((h + 1) % HEADS) continue;
    postMessage({ ...found, others, more: layer < weights.length - 1 });
  }
}

onmessage = ({ data }) => {
  if (data.material) take(data);
  else {
    asked = data.turn;
    if (data.asked) answer(data.turn, data.asked);
  }
};
