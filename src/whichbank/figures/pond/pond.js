import { framed } from "../kit/frame.js";
import { follow, rebuilt, write } from "../kit/model.js";
import { fixed } from "../kit/numbers.js";
import { choice, html, readout, say } from "../kit/parts.js";
import { listing } from "../kit/tables.js";
import { ripples } from "../nets/positions.js";
import { pool, tenth } from "./pool.js";
import { COUNTS, lesson, where } from "./told.js";
import { SIZE } from "./water.js";
import { waves } from "./waves.js";
import { tr } from "../kit/words.js";

const APART = 1 + 1e-9; // a cell just 1 away counts as near, however a distance is rounded
const CELLS = 50; // of each axis
const FINER = 200; // of each axis, where a bright speck may lie between the places that are counted
const NEAR = 0.3; // places that are as near to each other are one spot
const SPECKS = 3; // from so many stones on, what is bright is small

/**
 * The middles of the pond's cells, the last axis fastest.
 * @param {number} cells of each axis
 * @returns {number[][]}
 */
export function pondPlaces(cells = CELLS) {
  const side = Array.from({ length: cells }, (_, i) => ((i + 0.5) * SIZE) / cells);
  return side.flatMap((x) => side.map((y) => [x, y]));
}

/**
 * How many waves, from the first on, are as high at each place as at the point, to within `near`; 0
 * within 1 of it.
 * @param {number[][]} places
 * @param {number[][]} heights at each place, one number a wave
 * @param {number[]} point
 * @param {number[]} code of the point
 * @param {number} near
 * @returns {number[]}
 */
export function pondElsewhere(places, heights, point, code, near) {
  return places.map(([x, y], i) => {
    let alike = 0;
    while (alike < code.length && Math.abs(heights[i][alike] - code[alike]) <= near) alike++;
    return Math.hypot(x - point[0], y - point[1]) > APART ? alike : 0;
  });
}

/**
 * The spots of the pond that have the code of the boat: the middle of each. Wave by wave fewer
 * places are left.
 * @param {number[][]} places
 * @param {{stones: number[][], lengths: number[], point: number[], code: number[], near: number}}
 *   pond
 * @returns {number[][]}
 */
function spotsOf(places, { stones, lengths, point, code, near }) {
  let left = places.filter((at) => Math.hypot(at[0] - point[0], at[1] - point[1]) > APART);
  stones.forEach((stone, s) => {
    const heights = ripples(left, [stone], [lengths[s]]);
    left = left.filter((_, i) => Math.abs(heights[i][0] - code[s]) <= near);
  });
  const spots = [];
  for (let seed; (seed = left.pop());) {
    const spot = [seed];
    for (const at of spot) {
      const joins = left.filter((other) => Math.hypot(other[0] - at[0], other[1] - at[1]) < NEAR);
      left = left.filter((other) => !joins.includes(other));
      spot.push(...joins);
    }
    spots.push([0, 1].map((d) => spot.reduce((sum, at) => sum + at[d], 0) / spot.length));
  }
  return spots;
}

/**
 * The code of the boat, wave by wave.
 * @param {number[]} lengths of the waves
 */
function numbersOf(lengths) {
  const table = listing(
    tr("The code of the boat"),
    [
      tr("wave of"),
      tr("fell at"),
      tr("wavelength"),
      tr("distance"),
      tr("height"),
      tr("look alike"),
    ],
    COUNTS.length,
  );
  /**
   * @param {number[][]} stones
   * @param {number[]} point
   * @param {number[]} code
   * @param {string[]} looks how many places look alike, from stone to stone
   */
  const set = (stones, point, code, looks) =>
    table.set(
      COUNTS.map((_, s) => {
        const [name, long] = [tr("stone {n}", { n: s + 1 }), fixed(lengths[s], 1)];
        if (s >= stones.length) return [name, "–", long, "–", "–", "–"];
        const far = Math.hypot(...stones[s].map((v, d) => v - point[d]));
        return [name, where(stones[s]), long, fixed(far), fixed(code[s]), looks[s]];
      }),
    );
  return { root: table.root, set };
}

/**
 * How many stones there are, and how high each wave is at the boat.
 * @param {(count: number) => void} onPick
 */
function stackOf(onPick) {
  const signs = COUNTS.map((_, s) => `${s + 1}`);
  const stack = choice(tr("Stones, and how high each wave is at the boat"), signs, (s) =>
    onPick(s + 1),
  );
  stack.root.classList.add("wb-code");
  const heights = [...stack.root.querySelectorAll("label")].map((label, s) => {
    label.classList.add(`wb-c${s}`);
    return label.lastElementChild.appendChild(html("small"));
  });
  const set = (code) => {
    stack.set(code.length - 1);
    heights.forEach((cell, s) => {
      say(cell, s < code.length ? fixed(code[s]) : "");
      cell.closest("label").classList.toggle("wb-dry", s >= code.length);
    });
  };
  return { root: stack.root, set };
}

/** Drop stones and move the boat: bright is what looks like its place. */
function drawPond(model, el) {
  const [lengths, near, falls] = ["wavelengths", "near", "falls"].map((name) => model.get(name));
  const places = pondPlaces();
  const everywhere = [...pondPlaces(FINER), ...places];
  /** How many stones there should be: those that are missing fall where they are told to. */
  const fill = (count) => {
    const now = model.get("stones");
    const more = Array.from({ length: count }, (_, s) => falls[s] ?? model.get("point"));
    write(model, { stones: [...now, ...more.slice(now.length)].slice(0, count) });
  };
  const pond = pool(model);
  const stack = stackOf(fill);
  const said = readout();
  const table = numbersOf(lengths);
  const spot = (at) =>
    Array.isArray(at) &&
    at.length === 2 &&
    at.every((v) => typeof v === "number" && v === tenth(v));
  const frame = framed(model, el, {
    name: "pond",
    lively: true,
    wide: true,
    what: tr("Where are you?"),
    traits: ["stones", "point"],
    lists: ["stones"],
    fits: ({ stones, point }) =>
      stones.length > 0 && stones.length <= COUNTS.length && [point, ...stones].every(spot),
    picture: [html("div", { class: "wb-basin" }, pond.root)],
    controls: [stack.root],
    said: said.root,
    table: [table.root],
  });

  const water = waves(model, el, pond.canvas);
  const stop = follow(model, ["stones", "point"], () => {
    const [all, point] = [model.get("stones"), model.get("point")];
    const [code] = ripples([point], all, lengths);
    const alike = pondElsewhere(places, ripples(places, all, lengths), point, code, near);
    const looks = all.map((_, s) => alike.filter((n) => n > s).length);
    const last = all.length - 1;
    const spots =
      all.length < SPECKS ? [] : spotsOf(everywhere, { stones: all, lengths, point, code, near });
    const others = all.length < SPECKS ? looks[last] : spots.length;
    water.set();
    stack.set(code);
    const told = lesson(all.length, others);
    said.set(told);
    pond.set(told, spots, !others);
    said.root.classList.toggle("wb-found", !others);
    const counted = looks.map((n, s) => (n || s < last || !others ? String(n) : "< 1"));
    table.set(all, point, code, counted);
  });
  return () => {
    stop();
    water.stop();
    frame.stop();
  };
}

/** Draw; when what the stones are or how near is near changes, build the figure anew. */
export default { render: rebuilt(["wavelengths", "near", "falls"], drawPond) };
