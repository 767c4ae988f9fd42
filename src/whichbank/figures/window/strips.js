// A guess as strips of cells: those of the given words fall into one, each candidate is multiplied
// with it cell by cell, and the products sum to a bar.

import { eased, gliding } from "../kit/motion.js";
import { fixed, renew, say, shade, svg } from "../kit/parts.js";

const [WIDE, FIRST, ROW] = [340, 68, 20]; // the picture, its first candidate, and from row to row
const MEAN = 33; // where the mean is
const [FROM, ACROSS, BARS] = [92, 176, 258]; // a candidate's strip, the products, the bars
const [SMALL, LARGE, HIGH] = [5, 9, 13]; // how wide a cell is, and how high
const LONG = WIDE - BARS - 34; // the bar of a chance of 1

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
 * @param {number} places of the sentence
 * @param {number} length of a vector
 * @param {number} rows how many candidates are shown
 */
export function guessing(places, length, rows) {
  const middle = (place) => (WIDE * (place + 0.5)) / places;
  const given = Array.from({ length: places }, () => ({
    stays: cells(length),
    falls: cells(length),
  }));
  const mean = cells(length);
  const label = svg("text", { class: "wb-axis", x: FROM - 8, y: MEAN + 11, "text-anchor": "end" });
  /** @type {[number, string][]} */
  const titles = [
    [FROM, "vector u"],
    [ACROSS, "product"],
    [BARS, "chance"],
  ];
  const heads = titles.map(([x, name]) => svg("text", { class: "wb-axis", x, y: FIRST - 2 }, name));
  const layer = svg("g");
  const root = svg(
    "svg",
    { class: "wb-strips", role: "img", viewBox: `0 0 ${WIDE} ${FIRST + ROW * rows + 4}` },
    ...given.flatMap(({ stays, falls }) => [stays.root, falls.root]),
    mean.root,
    label,
    ...heads,
    layer,
  );
  const glide = gliding(root);
  const known = new Map();
  const make = (key) => {
    const [own, copy, product] = [cells(length), cells(length), cells(length)];
    const name = svg("text", { x: FROM - 8, "text-anchor": "end" });
    const [bar, number] = [
      svg("rect", { class: "wb-likely", height: HIGH - 2 }),
      svg("text", { class: "wb-chance" }),
    ];
    const node = svg("g", {}, name, own.root, copy.root, product.root, bar, number);
    layer.append(node);
    known.set(key, { node, own, copy, product, name, bar, number, rank: rows, share: 0 });
    return known.get(key);
  };
  let at = 0;
  /** @type {{places: number[], vectors: number[][], mean: number[], most: number}} */
  let now = { places: [], vectors: [], mean: [], most: 1 };
  const draw = (moment) => {
    at = moment;
    const [fallen, dropped, slid, grown] = [
      part(at, 0, 1),
      part(at, 1, 1.5),
      part(at, 1.5, 2),
      part(at, 2, 3),
    ];
    given.forEach(({ stays, falls }, place) => {
      const i = now.places.indexOf(place);
      const spot = [middle(place) - (length * SMALL) / 2, 2];
      const vector = now.vectors[Math.max(i, 0)] ?? now.mean;
      stays.set(vector, spot, SMALL, Number(i >= 0));
      const blended = vector.map((x, d) => between(x, now.mean[d], part(at, 0.7, 1)));
      falls.set(
        blended,
        [between(spot[0], FROM, fallen), between(spot[1], MEAN, fallen)],
        between(SMALL, LARGE, fallen),
        i >= 0 && at > 0 && at < 1 ? 1 - 0.6 * fallen : 0,
      );
    });
    mean.set(now.mean, [FROM, MEAN], LARGE, part(at, 0.85, 1));
    renew(label, { opacity: part(at, 0.85, 1).toFixed(2) });
    heads.forEach((head, i) => renew(head, { opacity: i ? part(at, i, i + 1).toFixed(2) : 1 }));
    for (const { own, copy, product, name, bar, number, rank, share, vector } of known.values()) {
      const y = FIRST + 3 + ROW * rank;
      renew(name, { y: (y + 11).toFixed(1) });
      own.set(vector, [FROM, y], LARGE);
      copy.set(
        now.mean,
        [FROM, between(MEAN, y, dropped)],
        LARGE,
        at > 1 && dropped < 1 ? 0.75 : 0,
      );
      const made = vector.map((x, d) => (x * now.mean[d]) / now.most);
      product.set(
        made.map((x, d) => between(vector[d], x, slid)),
        [between(FROM, ACROSS, slid), y],
        LARGE,
        slid > 0 ? 1 : 0,
      );
      renew(bar, {
        x: BARS,
        y: (y + 1).toFixed(1),
        width: Math.max(LONG * share * grown, 0).toFixed(1),
      });
      renew(number, {
        x: (BARS + Math.max(LONG * share * grown, 0) + 5).toFixed(1),
        y: (y + 11).toFixed(1),
        opacity: grown.toFixed(2),
      });
    }
  };
  /**
   * @param {{places: number[], vectors: number[][], mean: number[], name: string}} from what is
   *   given, where, and what is left when it has fallen into one
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
    for (const { key, name, vector, right, chance } of found) {
      const one = known.get(key) ?? make(key);
      one.vector = vector;
      say(one.name, name);
      say(one.number, fixed(chance));
      renew(one.node, { class: right ? "wb-right" : "" });
    }
    const goal = [...from.mean, ...found.flatMap(({ chance }, rank) => [rank, chance])];
    const most = Math.max(
      1e-9,
      ...found.flatMap(({ vector }) => vector.map((x, d) => Math.abs(x * from.mean[d]))),
    );
    now = { ...now, places: from.places, vectors: from.vectors, most };
    found.forEach(({ key, chance }, rank) =>
      glide.to(String(key), [rank, chance], ([r, share]) =>
        Object.assign(known.get(key), { rank: r, share }),
      ),
    );
    glide.to("mean", from.mean, (vector) => {
      now = { ...now, mean: vector };
    });
    glide.to("all", goal, () => draw(at)); // after the others, once a frame
  };
  return { root, set, draw, stop: glide.stop };
}
