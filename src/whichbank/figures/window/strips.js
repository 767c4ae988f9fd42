// A guess as strips of cells: those of the given words fall into one, each candidate is multiplied
// with it cell by cell, and the products sum to a bar.

import { eased, gliding } from "../kit/motion.js";
import { fixed } from "../kit/numbers.js";
import { renew, say, svg } from "../kit/parts.js";
import { shade } from "../kit/tables.js";
import { tr } from "../kit/words.js";
import { edges } from "./row.js";

const [WIDE, FIRST, ROW] = [340, 72, 21]; // the picture, its first candidate, and from row to row
const [UNDER, MEAN] = [5, 36]; // where the given words and their mean are
const [FROM, ACROSS, BARS] = [80, 146, 212]; // a candidate's strip, the products, the bars
const [SMALL, LARGE, HIGH] = [5, 7, 14]; // how wide a cell is at most, and how high
const LONG = WIDE - BARS - 34; // the bar of a chance of 1
const APART = 7; // between the likeliest and a word that is far behind them

const between = (a, b, t) => a + t * (b - a);
/** How far a part of the time has come. */
const part = (at, from, to) => eased(Math.min(Math.max((at - from) / (to - from), 0), 1));

/**
 * A row of cells, which show numbers from -1 to 1 and stand anywhere.
 * @param {number} length
 */
function cells(length) {
  const nodes = Array.from({ length }, () => svg("rect", { class: "wb-number", height: HIGH }));
  const root = svg("g", {}, ...nodes);
  /**
   * @param {number[]} numbers
   * @param {number[]} spot
   * @param {number} size
   * @param {number} [ink]
   */
  const set = (numbers, [x, y], size, ink = 1) => {
    renew(root, { opacity: ink.toFixed(2) });
    nodes.forEach((node, d) => {
      renew(node, { x: (x + d * size).toFixed(1), y: y.toFixed(1), width: size });
      const [fill] = shade(Math.sign(numbers[d]) * Math.sqrt(Math.abs(numbers[d])), true);
      if (node.style.fill !== fill) node.style.fill = fill;
    });
  };
  return { root, set };
}

/**
 * A place of the sentence: the vector of its word stays there, and a copy falls.
 * @param {number} length of a vector
 */
function falling(length) {
  const [stays, falls] = [cells(length), cells(length)];
  /**
   * @param {number[]} place from where to where it is
   * @param {number} at
   * @param {number[]} mean
   * @param {number[]} vector
   * @param {number} given 1 for that of a word given here; else nothing is seen
   */
  const draw = ([left, right], at, mean, vector, given) => {
    const small = Math.min(SMALL, (0.9 * (right - left)) / length);
    const spot = [(left + right - length * small) / 2, UNDER];
    const fallen = part(at, 0, 1);
    stays.set(vector, spot, small, given);
    falls.set(
      vector.map((x, d) => between(x, mean[d], part(at, 0.7, 1))),
      [between(spot[0], FROM, fallen), between(spot[1], MEAN, fallen)],
      between(small, LARGE, fallen),
      given && at > 0 && at < 1 ? 1 - 0.6 * fallen : 0,
    );
  };
  return { roots: [stays.root, falls.root], draw };
}

/**
 * A candidate, which can be moved to another rank and get another chance.
 * @param {number} length of a vector
 * @param {number} rank
 */
function candidate(length, rank) {
  const [own, copy, product, pour] = [cells(length), cells(length), cells(length), cells(length)];
  const name = svg("text", { x: FROM - 7, "text-anchor": "end" });
  const bar = svg("rect", { class: "wb-likely", height: HIGH });
  const [number, behind] = [svg("text"), svg("text", { class: "wb-axis" })];
  const node = svg(
    "g",
    {},
    ...[name, own.root, copy.root, product.root, bar, pour.root, number, behind],
  );
  const one = { node, rank, share: 0, vector: [0] };
  const tell = (text, chance, right, place) => {
    say(name, text);
    say(number, fixed(chance));
    say(behind, place);
    renew(node, { class: right ? "wb-right" : "" });
  };
  /**
   * @param {number} at
   * @param {number[]} mean
   * @param {number} most that a product is
   */
  const draw = (at, mean, most) => {
    const [dropped, slid] = [part(at, 1, 1.5), part(at, 1.5, 2)];
    const [poured, grown] = [part(at, 2, 2.6), part(at, 2.3, 3)];
    const { vector } = one;
    const y = FIRST + ROW * one.rank;
    const long = Math.max(LONG * one.share * grown, 0);
    const products = vector.map((x, d) => (x * mean[d]) / most);
    const base = (y + 12).toFixed(1);
    renew(name, { y: base });
    own.set(vector, [FROM, y], LARGE);
    copy.set(mean, [FROM, between(MEAN, y, dropped)], LARGE, at > 1 && dropped < 1 ? 0.75 : 0);
    product.set(
      vector.map((x, d) => between(x, products[d], slid)),
      [between(FROM, ACROSS, slid), y],
      LARGE,
      slid > 0 ? 1 : 0,
    );
    // a copy of the products runs together where their sum grows
    const shown = poured > 0 && poured < 1 ? 1 : 0;
    pour.set(products, [between(ACROSS, BARS, poured), y], LARGE * (1 - poured), shown);
    renew(bar, { x: BARS, y: y.toFixed(1), width: long.toFixed(1) });
    const end = BARS + long + 5;
    renew(number, { x: end.toFixed(1), y: base, opacity: grown.toFixed(2) });
    renew(behind, { x: (end + 36).toFixed(1), y: base, opacity: grown.toFixed(2) });
  };
  return Object.assign(one, { tell, draw });
}

/**
 * @param {number} places of the sentence
 * @param {number} length of a vector
 * @param {number} rows how many candidates are shown
 */
export function guessing(places, length, rows) {
  const given = Array.from({ length: places }, () => falling(length));
  const mean = cells(length);
  const label = svg("text", { class: "wb-axis", x: FROM - 8, y: MEAN + 11, "text-anchor": "end" });
  /** @type {[number, string][]} */
  const titles = [
    [FROM, tr("vector u")],
    [ACROSS, tr("product")],
    [BARS, tr("chance")],
  ];
  const heads = titles.map(([x, name]) => svg("text", { class: "wb-axis", x, y: FIRST - 5 }, name));
  const layer = svg("g");
  const root = svg(
    "svg",
    { class: "wb-strips", role: "img", viewBox: `0 0 ${WIDE} ${FIRST + ROW * rows + APART}` },
    ...given.flatMap(({ roots }) => roots),
    mean.root,
    label,
    ...heads,
    layer,
  );
  const glide = gliding(root);
  /** @type {Map<number, ReturnType<typeof candidate>>} */
  const known = new Map();
  let at = 0;
  /** @type {{words: string[], places: number[], vectors: number[][], mean: number[], most: number}} */
  let now = { words: [""], places: [], vectors: [], mean: [], most: 1 };
  const draw = (moment) => {
    at = moment;
    const rims = edges(now.words);
    given.forEach((one, place) => {
      const i = now.places.indexOf(place);
      const span = [rims[place], rims[place + 1]].map((rim) => WIDE * (rim || 0));
      one.draw(span, at, now.mean, now.vectors[Math.max(i, 0)] ?? now.mean, Number(i >= 0));
    });
    const mixed = part(at, 0.85, 1);
    mean.set(now.mean, [FROM, MEAN], LARGE, mixed);
    renew(label, { opacity: mixed.toFixed(2) });
    heads.forEach((head, i) => renew(head, { opacity: i ? part(at, i, i + 1).toFixed(2) : 1 }));
    for (const one of known.values()) one.draw(at, now.mean, now.most);
  };
  /**
   * @param {{words: string[], places: number[], vectors: number[][], mean: number[], name: string}}
   *   from the sentence, what is given, where, and what is left when it has fallen into one
   * @param {{key: number, name: string, vector: number[], chance: number, right: boolean, behind:
   *   string}[]} found the likeliest, the best first, and the place of one that is behind them; all
   *   numbers from -1 to 1
   * @param {string} told
   */
  const set = (from, found, told) => {
    renew(root, { "aria-label": told });
    say(label, from.name);
    const kept = new Set(found.map(({ key }) => key));
    for (const [key, { node }] of known)
      if (!kept.has(key)) {
        node.remove();
        known.delete(key);
        glide.drop(String(key));
      }
    const goal = [...from.mean, ...found.flatMap(({ chance }, rank) => [rank, chance])];
    const products = found.flatMap(({ vector }) =>
      vector.map((x, d) => Math.abs(x * from.mean[d])),
    );
    now = { ...now, ...from, mean: now.mean, most: Math.max(1e-9, ...products) };
    found.forEach(({ key, name, vector, chance, right, behind }, i) => {
      const rank = i + (behind ? APART / ROW : 0);
      const one = known.get(key) ?? candidate(length, rows);
      if (!known.has(key)) layer.append(one.node);
      known.set(key, one);
      one.vector = vector;
      one.tell(name, chance, right, behind);
      glide.to(String(key), [rank, chance], ([r, share]) => Object.assign(one, { rank: r, share }));
    });
    glide.to("mean", from.mean, (vector) => {
      now = { ...now, mean: vector };
    });
    glide.to("all", goal, () => draw(at)); // after the others, once a frame
  };
  return { root, set, draw, stop: glide.stop };
}
