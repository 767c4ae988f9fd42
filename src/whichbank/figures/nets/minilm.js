// What the worker of the figure `layers` does: it reads the reader's sentences with the real model,
// and tells how a word leans between two senses, and what each other word does to that, as
// whichbank/figures/layers/_asking.py has it.

import { readSentence } from "./encoder.js";
import { transposed } from "./engine.js";
import { dot } from "./kernels.js";
import { cutText } from "./pieces.js";
import { tablesOf } from "./words.js";

const HEADS = 12;
const KEPT = 40; // sentences
/** @type {Record<string, any>} */
let model = {};
/**
 * @type {{pieces: [number, number], ends: [number, number], shapes: [string, number, number][],
 *   longest: number, frame: string}}
 */
let about;
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
}

/**
 * Read a text, with the pieces of one word behind masks if a word is covered. Between two sentences
 * a new question is heard.
 */
async function read(text, covered = -1) {
  const cut = cutText(text, vocabulary);
  const keep = (list) =>
    list.length <= about.longest
      ? list
      : [...list.slice(0, about.longest - 1), list[list.length - 1]];
  const [whole, wordOf] = [keep(cut.ids), keep(cut.wordOf)];
  const ids = whole.map((id, t) =>
    covered >= 0 && wordOf[t] === covered ? pieces.indexOf("[MASK]") : id,
  );
  const words = cut.words.slice(0, Math.max(...wordOf) + 1);
  const key = `${ids}`;
  if (!readings.has(key)) {
    await new Promise((next) => setTimeout(next));
    readings.set(
      key,
      readSentence(
        model,
        HEADS,
        vectors(ids).map((one, i) => one + model["positions.weight"][i]),
      ),
    );
    if (readings.size > KEPT) readings.delete(readings.keys().next().value);
  }
  const { hidden, weights } = readings.get(key);
  const D = about.pieces[1];
  /** A word after each layer: the mean of its pieces. */
  const word = (at) =>
    hidden.map((layer) => {
      const own = wordOf.flatMap((one, t) => (one === at ? [t] : []));
      return Array.from(
        { length: D },
        (_, d) => own.reduce((sum, t) => sum + layer[t * D + d], 0) / own.length,
      );
    });
  return { ids, words, wordOf, weights, word, length: cut.ids.length };
}

const chosen = (word, first, second) => {
  const shared = first.filter((one) => second.includes(one));
  const longest = (all) =>
    all.reduce((best, one) => (Array.from(one).length > Array.from(best).length ? one : best), "");
  return first.includes(word) ? word : longest(shared.length ? shared : first);
};

/** The mean of a word's vectors in examples, after each layer; null without any. */
async function senseOf(word, text) {
  const found = [];
  for (const example of text
    .split(/[,;]/)
    .map((part) => part.trim())
    .filter(Boolean)) {
    for (const sentence of [
      example,
      about.frame.replace("{word}", () => word).replace("{example}", () => example),
    ]) {
      const reading = await read(sentence);
      if (!reading.words.includes(word)) continue;
      found.push(reading.word(reading.words.indexOf(word)));
      break;
    }
  }
  return found.length
    ? found[0].map((layer, l) =>
        layer.map((_, d) => found.reduce((sum, one) => sum + one[l][d], 0) / found.length),
      )
    : null;
}

const cosine = (a, b) => dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b));

/** The cosines of a word to both senses, after each layer. */
const pathOf = (word, ways) => word.map((layer, l) => ways.map((way) => cosine(layer, way[l])));

/**
 * Answer bit by bit: each answer knows more than the one before. Where the turn has passed to
 * another question, no more.
 */
async function answer({ turn, own, word: wish, senses }) {
  const tell = (more) => turn === asked && postMessage(Object.assign(found, more));
  const start = performance.now();
  const two = [await read(own[0]), await read(own[1])];
  const [first, second] = two;
  const word = chosen(wish.trim().toLowerCase(), first.words, second.words);
  const bytes = first.weights.flatMap((layer) =>
    Array.from(layer, (weight) => String.fromCharCode(Math.round(255 * weight))),
  );
  const found = {
    turn,
    own,
    senses,
    word,
    words: two.map(({ words }) => words),
    lengths: two.map(({ ids, length }) => [ids.length, length]),
    pieces: first.ids.map((id) => pieces[id]),
    weights: btoa(bytes.join("")),
    names: null,
    path: null,
    focus: null,
    pulls: null,
    ms: performance.now() - start,
    whole: false,
  };
  tell();
  const ways = [await senseOf(word, senses[0]), await senseOf(word, senses[1])];
  if (!word || ways.includes(null)) return tell({ whole: true });
  /** @type {string[]} */
  const names = [];
  /** @type {number[][][]} */
  const path = [];
  /** @type {number[][]} */
  const focus = [];
  two.forEach((reading, s) =>
    reading.words.forEach((one, at) => {
      if (one !== word && (s || Array.from(one).length < 4)) return;
      if (one === word) focus.push([names.length, s ? -1 : reading.wordOf.indexOf(at)]);
      const nth = reading.words.slice(0, at + 1).filter((other) => other === one).length;
      names.push(one + (nth > 1 ? ` (${nth})` : "") + (s ? ", second" : ""));
      path.push(pathOf(reading.word(at), ways));
    }),
  );
  tell({ names, path, focus });
  /** @type {number[][][]} */
  const pulls = [[], []];
  for (const [s, reading] of two.entries()) {
    const at = reading.words.indexOf(word);
    const leans = (from) => pathOf(from.word(at), ways).map(([x, y]) => x - y);
    for (let i = 0; at >= 0 && i < reading.words.length && turn === asked; i++) {
      const without = leans(reading.words[i] === word ? reading : await read(own[s], i));
      pulls[s].push(leans(reading).map((lean, l) => lean - without[l]));
    }
  }
  return tell({ pulls, whole: true });
}

onmessage = ({ data }) => {
  if (data.material) take(data);
  else {
    asked = data.turn;
    if (data.own) answer(data);
  }
};
