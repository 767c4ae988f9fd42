import { framed } from "../kit/frame.js";
import { timeline } from "../kit/motion.js";
import {
  choice,
  fixed,
  follow,
  html,
  listing,
  readout,
  rebuilt,
  renew,
  say,
  write,
} from "../kit/parts.js";
import { plane, steered } from "../kit/plane.js";
import { ripples } from "../nets/positions.js";
import { inks, painter, SIZE } from "./water.js";

const APART = 1;
const MAX_STONES = 5;
const CELLS = 50; // of each axis
const FINER = 200; // of each axis, where a bright speck may lie between the places that are counted
const SPREAD = 900; // ms in which a wave runs over the pond
const FAR = SIZE * Math.SQRT2 + 1.2; // then it is everywhere
const BOAT = "M-9 2H9L6 8H-6ZM-1 0V-12L7 0Z";
const COUNTS = ["one stone", "two stones", "three stones", "four stones", "five stones"];

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

/** What the water tells, in one sentence. */
function lesson(count, left) {
  if (!left) return `With ${COUNTS[count - 1]}, no other place looks like yours.`;
  if (count === MAX_STONES)
    return "Five stones, and another place still looks like yours. Drag one of them.";
  const why = ["they lie on its rings", "there the rings of both stones cross"][count - 1];
  return `With ${COUNTS[count - 1]}, all bright places look like yours: ${why ?? "there the rings of all stones cross"}.`;
}

const where = (place) => `(${place.map((v) => fixed(v, 1)).join(", ")})`;

/** Drop stones and move the boat: bright is what looks like its place. */
function drawPond(model, el) {
  const [lengths, near, falls] = ["wavelengths", "near", "falls"].map((name) => model.get(name));
  const places = pondPlaces();
  const between = pondPlaces(FINER);
  const tenth = (v) => Math.min(Math.max(Math.round(10 * v) / 10, 0), SIZE);
  const stones = () => model.get("stones");
  /** How many stones there should be: those that are missing fall where they are told to. */
  const fill = (count) => {
    const more = Array.from({ length: count }, (_, s) => falls[s] ?? model.get("point"));
    write(model, { stones: [...stones(), ...more.slice(stones().length)].slice(0, count) });
  };
  const put = (i, at) => {
    const place = at.map(tenth);
    if (i === 0) write(model, { point: place });
    else write(model, { stones: stones().map((stone, s) => (s === i - 1 ? place : stone)) });
  };
  const range = [0, SIZE];
  let dragged = false;
  const scene = plane({
    x: range,
    y: range,
    labels: ["", ""],
    size: 300,
    onDrag: (key, at) => {
      dragged = true;
      put(Number(key), at);
    },
  });
  const canvas = html("canvas", { class: "wb-water", "aria-hidden": "true" });
  const names = ["boat", ...COUNTS.map((_, s) => `stone ${s + 1}`)];
  const steer = steered(scene, [range, range], names, (at, i) => put(i, at), [0.1, 0.1]);
  const handles = [...steer.root.querySelectorAll("input")];
  const part = (text) => Number.parseFloat(text) / 100;
  const { left, top, width, height } = scene.frame;
  Object.assign(steer.root.style, {
    width: `${100 / part(width)}%`,
    left: `${(-100 * part(left)) / part(width)}%`,
    top: `${(-100 * part(top)) / part(height)}%`,
  });
  const pond = html("div", { class: "wb-pool" }, canvas, steer.root);
  pond.addEventListener("pointerdown", () => (dragged = false));
  pond.addEventListener("click", (event) => {
    const at = scene.pointer(event);
    const inside = at.every((v) => v >= 0 && v <= SIZE);
    if (!dragged && inside && stones().length < MAX_STONES && event.detail)
      write(model, { stones: [...stones(), at.map(tenth)] });
  });

  const signs = COUNTS.map((_, s) => `${s + 1}`);
  const stack = choice("Stones, and how high each wave is at the boat", signs, (s) => fill(s + 1));
  stack.root.classList.add("wb-code");
  const heights = [...stack.root.querySelectorAll("label")].map((label, s) => {
    label.classList.add(`wb-c${s}`);
    return label.lastElementChild.appendChild(html("small"));
  });
  const said = readout();
  const table = listing(
    "The code of the boat",
    ["wave of", "fell at", "wavelength", "distance", "height", "look alike"],
    MAX_STONES,
  );
  const spot = (at) =>
    Array.isArray(at) &&
    at.length === 2 &&
    at.every((v) => typeof v === "number" && v === tenth(v));
  const frame = framed(model, el, {
    name: "pond",
    lively: true,
    wide: true,
    what: "Where are you?",
    traits: ["stones", "point"],
    lists: ["stones"],
    fits: (state) =>
      state.stones.length > 0 &&
      state.stones.length <= MAX_STONES &&
      [state.point, ...state.stones].every(spot),
    picture: [html("div", { class: "wb-basin" }, pond)],
    controls: [stack.root],
    said: said.root,
    table: [table.root],
  });

  const water = painter(canvas);
  let colors = inks(el);
  // the waves on the water, also those that sink, and how far from its stone each has run
  let fell = stones();
  let reach = fell.map(() => FAR);
  let [from, goal] = [reach, fell.length];
  const show = () => {
    const [code] = ripples([model.get("point")], fell, lengths);
    water.paint({ stones: fell, lengths, reach, code, near, colors });
  };
  const wave = timeline(SPREAD, (at) => {
    reach = from.map((r, s) => r + (at / SPREAD) * ((s < goal ? FAR : 0) - r));
    show();
  });

  const stop = follow(model, ["stones", "point"], () => {
    const [all, point] = [stones(), model.get("point")];
    const [read] = ripples([point], all, lengths);
    const alike = pondElsewhere(places, ripples(places, all, lengths), point, read, near);
    const looks = all.map((_, s) => alike.filter((n) => n > s).length);
    const speck = () =>
      pondElsewhere(between, ripples(between, all, lengths), point, read, near).includes(
        all.length,
      );
    const others = looks.at(-1) || Number(speck());
    fell = [...all, ...fell.slice(all.length)];
    if (all.length === goal) show();
    else {
      from = fell.map((_, s) => reach[s] ?? 0);
      goal = all.length;
      wave.set(0);
      wave.play();
    }
    stack.set(all.length - 1);
    heights.forEach((cell, s) => {
      say(cell, s < all.length ? fixed(read[s]) : "");
      cell.closest("label").classList.toggle("wb-dry", s >= all.length);
    });
    handles.forEach((handle, i) => (handle.disabled = i > all.length));
    [point, ...all].forEach((at, i) => steer.set(at, where(at), i));
    said.set(lesson(all.length, others));
    scene.set(
      [
        ...all.map((at, s) => ({
          key: `${s + 1}`,
          kind: "point",
          at,
          color: s,
          drag: true,
          label: `${s + 1}`,
        })),
        { key: "0", kind: "point", at: point, label: "boat", color: 5, drag: true },
      ],
      `A pond from above. Stones at ${all.map(where).join(", ")}; your boat at ${where(point)}. ${lesson(all.length, others)}`,
    );
    renew(scene.root.querySelector(".wb-point.wb-c5 path"), { d: BOAT });
    table.set(
      COUNTS.map((_, s) =>
        s < all.length
          ? [
              `stone ${s + 1}`,
              where(all[s]),
              fixed(lengths[s], 1),
              fixed(Math.hypot(...all[s].map((v, d) => v - point[d]))),
              fixed(read[s]),
              looks[s] || s < all.length - 1 || !others ? String(looks[s]) : "< 1",
            ]
          : [`stone ${s + 1}`, "–", fixed(lengths[s], 1), "–", "–", "–"],
      ),
    );
  });
  const theme = new MutationObserver(() => {
    colors = inks(el);
    show();
  });
  theme.observe(document.documentElement, {
    subtree: true,
    attributeFilter: ["data-theme", "data-jp-theme-light", "theme"],
  });
  requestAnimationFrame(() => {
    colors = inks(el); // by now the figure is on the page
    show();
  });
  return () => {
    theme.disconnect();
    wave.rest();
    stop();
    water.stop();
    frame.stop();
  };
}

/** Draw; when what the stones are or how near is near changes, build the figure anew. */
export default { render: rebuilt(["wavelengths", "near", "falls"], drawPond) };
