// A guess as strips of cells: those of the given words fall into one, each candidate is multiplied
// with it cell by cell, and the products sum to a bar.

import { eased, gliding } from "../kit/motion.js";
import { fixed } from "../kit/numbers.js";
import { renew, say, svg } from "../kit/parts.js";
import { shade } from "../kit/tables.js";
import { tr } from "../kit/words.js";
import { edges } from "./row.js";

const [WIDE, FIRST, ROW] = [340, 68, 20]; // the picture, its first candidate, and from row to row
const MEAN = 33; // where the mean is
const [FROM, ACROSS, BARS] = [92, 176, 258]; // a candidate's strip, the products, the bars
const [SMALL, LARGE, HIGH] = [5, 9, 13]; // how wide a cell is, and how high
const [LEFT, NEXT] = [19, 28]; // where the sums end: the first candidate, and from row to row
const [LONG, LONGER] = [WIDE - BARS - 34, WIDE - FROM - 44]; // the bar of a chance of 1
const [PLAIN, BIG] = [12, 15]; // the type

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
   * @param {number} middle of the place
   * @param {number} at
   * @param {number[]} mean
   * @param {number[]} vector
   * @param {number} given 1 for that of a word given here; else nothing is seen
   */
  const draw = (middle, at, mean, vector, given) => {
    const spot = [middle - (length * SMALL) / 2, 2];
    const fallen = part(at, 0, 1);
    stays.set(vector, spot, SMALL, given * (1 - part(at, 2, 2.5)));
    falls.set(
      vector.map((x, d) => between(x, mean[d], part(at, 0.7, 1))),
      [between(spot[0], FROM, fallen), between(spot[1], MEAN, fallen)],
      between(SMALL, LARGE, fallen),
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
  const [own, copy, product] = [cells(length), cells(length), cells(length)];
  const name = svg("text", { x: FROM - 8, "text-anchor": "end" });
  const bar = svg("rect", { class: "wb-likely" });
  const number = svg("text", { class: "wb-chance" });
  const node = svg("g", {}, name, own.root, copy.root, product.root, bar, number);
  const one = { node, rank, share: 0, vector: [0] };
  const tell = (text, chance, right) => {
    say(name, text);
    say(number, fixed(chance));
    renew(node, { class: right ? "wb-right" : "" });
  };
  /**
   * @param {number} at
   * @param {number[]} mean
   * @param {number} most that a product is
   */
  const draw = (at, mean, most) => {
    const [dropped, slid, grown] = [part(at, 1, 1.5), part(at, 1.5, 2), part(at, 2, 3)];
    const { vector } = one;
    const [out, wide] = [1 - part(at, 2, 2.5), part(at, 2.3, 3)];
    const y = between(FIRST + 3 + ROW * one.rank, LEFT + 3 + NEXT * one.rank, wide);
    const start = between(BARS, FROM, wide);
    const long = Math.max(between(LONG, LONGER, wide) * one.share * grown, 0);
    const base = between(y + 11, y + 15, wide).toFixed(1);
    const type = `font-size: ${between(PLAIN, BIG, wide).toFixed(1)}px`;
    renew(name, { y: base, style: type });
    own.set(vector, [FROM, y], LARGE, out);
    copy.set(mean, [FROM, between(MEAN, y, dropped)], LARGE, at > 1 && dropped < 1 ? 0.75 : 0);
    product.set(
      vector.map((x, d) => between(x, (x * mean[d]) / most, slid)),
      [between(FROM, ACROSS, slid), y],
      LARGE,
      slid > 0 ? out : 0,
    );
    renew(bar, {
      x: start.toFixed(1),
      y: (y + 1).toFixed(1),
      width: long.toFixed(1),
      height: between(HIGH - 2, HIGH + 5, wide).toFixed(1),
    });
    renew(number, {
      x: (start + long + 5).toFixed(1),
      y: base,
      opacity: grown.toFixed(2),
      style: type,
    });
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
  const heads = titles.map(([x, name]) => svg("text", { class: "wb-axis", x, y: FIRST - 2 }, name));
  const layer = svg("g");
  const root = svg(
    "svg",
    { class: "wb-strips", role: "img", viewBox: `0 0 ${WIDE} ${FIRST + ROW * rows + 4}` },
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
      const middle = (WIDE * (rims[place] + rims[place + 1])) / 2 || 0;
      one.draw(middle, at, now.mean, now.vectors[Math.max(i, 0)] ?? now.mean, Number(i >= 0));
    });
    // when all is summed, what led there makes room for the chances
    const out = 1 - part(at, 2, 2.5);
    const [mixed, wide] = [part(at, 0.85, 1) * out, part(at, 2.3, 3)];
    mean.set(now.mean, [FROM, MEAN], LARGE, mixed);
    renew(label, { opacity: mixed.toFixed(2) });
    heads.forEach((head, i) => {
      const there = i === 2 ? part(at, 2, 3) : out * (i ? part(at, i, i + 1) : 1);
      renew(head, { opacity: there.toFixed(2) });
    });
    renew(heads[2], { x: between(BARS, FROM, wide), y: between(FIRST - 2, LEFT - 4, wide) });
    for (const one of known.values()) one.draw(at, now.mean, now.most);
  };
  /**
   * @param {{words: string[], places: number[], vectors: number[][], mean: number[], name: string}}
   *   from the sentence, what is given, where, and what is left when it has fallen into one
   * @param {{key: number, name: string, vector: number[], chance: number, right: boolean}[]} found
   *   the likeliest, the best first; all numbers from -1 to 1
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
    found.forEach(({ key, name, vector, chance, right }, rank) => {
      const one = known.get(key) ?? candidate(length, rows);
      if (!known.has(key)) layer.append(one.node);
      known.set(key, one);
      one.vector = vector;
      one.tell(name, chance, right);
      glide.to(String(key), [rank, chance], ([r, share]) => Object.assign(one, { rank: r, share }));
    });
    glide.to("mean", from.mean, (vector) => {
      now = { ...now, mean: vector };
    });
    glide.to("all", goal, () => draw(at)); // after the others, once a frame
  };
  return { root, set, draw, stop: glide.stop };
}
