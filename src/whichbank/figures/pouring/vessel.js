// Areas that pour into a bar of width 1.

import { eased, gliding, timeline } from "../kit/motion.js";
import { calm } from "../kit/model.js";
import { fixed, whole } from "../kit/numbers.js";
import { renew, say, svg } from "../kit/parts.js";
import { tr } from "../kit/words.js";

const POUR = 900; // ms
// How wide the picture is, the line on which the areas stand, the unit of their sides; the bar's
// top, its height, where it begins and how long one whole is.
const [WIDE, FLOOR, SIDE] = [560, 80, 36];
const [TOP, HIGH, ZERO, ONE] = [148, 46, 176, 150];
const [LATER, CUTS] = [0.2, 24]; // how much later each begins to fall; the corners of a stream's rim
const ROOM = 46; // of a number
const along = (x) => ZERO + ONE * x;
const tenth = (x) => Math.round(10 * x) / 10;

/**
 * The areas, what pours from them, and the bar.
 * @param {string[]} words
 * @param {number[]} colors
 */
export function vessel(words, colors) {
  const middle = (s) => (WIDE * (s + 0.5)) / words.length;
  const nodes = (tag, name) => colors.map((c) => svg(tag, { class: `${name} wb-c${c}` }));
  const [streams, areas, shares] = [
    nodes("path", "wb-jet"),
    nodes("rect", "wb-patch"),
    nodes("rect", "wb-poured"),
  ];
  const [names, numbers] = [nodes("text", "wb-name"), nodes("text", "wb-portion")];
  names.forEach((name, s) => renew(name, { x: middle(s), y: 18 }));
  for (const number of numbers) number.append(svg("tspan"), svg("tspan", { dy: "1em" }));
  const wall = `M${along(0)} ${TOP - 12}V${TOP + HIGH}H${along(1)}V${TOP - 12}`;
  const beyond = (x, width) =>
    svg("rect", { class: "wb-beyond", x, y: TOP, width, height: HIGH + 1 });
  const sum = svg("text", { x: along(0.5), y: TOP + HIGH + 22 });
  const root = svg(
    "svg",
    { class: "wb-vessel", role: "img", viewBox: `0 0 ${WIDE} ${TOP + HIGH + 30}` },
    svg("path", { class: "wb-floor", d: `M0 ${FLOOR}H${WIDE}` }),
    ...streams,
    ...areas,
    ...shares,
    ...names,
    beyond(0, along(0)),
    beyond(along(1), WIDE - along(1)),
    ...numbers,
    svg("path", { class: "wb-wall", d: wall }),
    ...[0, 1].map((x) => svg("text", { x: along(x), y: TOP + HIGH + 22 }, String(x))),
    sum,
  );
  /** @type {number[][][]} of each word: shadow, arrow, start and end in the bar */
  let [now, goal] = [[], []];
  const draw = () =>
    now.forEach(([cast, long, from, to], s) => {
      const [width, height] = [SIDE * long, SIDE * Math.abs(cast)];
      const top = cast < 0 ? FLOOR : FLOOR - height;
      const [left, right] = [Math.min(from, to), Math.max(from, to)].map(along);
      const fallen = fall(s);
      const level = HIGH * Math.min(Math.max(3 * fallen - 2, 0), 1);
      const steps = Array.from({ length: CUTS + 1 }, (_, i) => (fallen * i) / CUTS);
      const drop = top + height;
      const rim = (a, b) =>
        steps.map((t) => `${tenth(a + (b - a) * eased(t))} ${tenth(drop + (TOP - drop) * t)}`);
      const sides = [
        ...rim(middle(s) - width / 2, left),
        ...rim(middle(s) + width / 2, right).reverse(),
      ];
      renew(areas[s], { x: middle(s) - width / 2, y: top, width, height });
      renew(streams[s], { d: `M${sides.join("L")}Z` });
      renew(shares[s], { x: left, y: TOP + HIGH - level, width: right - left, height: level });
      const [low, high] = [Math.max(left, 0), Math.min(right, WIDE)];
      const told = high - low > ROOM && fallen === 1 && Math.abs(to - goal[s][3]) < 0.005;
      let at = (low + high) / 2;
      for (const side of [0, 1].map(along))
        if (Math.abs(at - side) < ROOM / 2) at = side + (side > ZERO ? -1 : 1) * ROOM;
      renew(numbers[s], { x: at, y: TOP + HIGH / 2 - 2 });
      for (const part of numbers[s].children) renew(part, { x: at });
      numbers[s].classList.toggle("wb-outside", at < along(0) || at > along(1));
      const text = told ? [words[s], fixed(to - from)] : ["", ""];
      [...numbers[s].children].forEach((part, i) => say(part, text[i]));
    });
  const glide = gliding(root);
  const time = timeline(POUR, draw);
  time.set(POUR);
  /** How far what falls from an area has come: one after the other. */
  function fall(s) {
    const span = 1 - LATER * (words.length - 1);
    return Math.min(Math.max((time.at() / POUR - LATER * s) / span, 0), 1);
  }
  const rest = () => {
    time.rest();
    time.set(POUR);
  };
  const pour = () => {
    if (calm.matches) return;
    time.set(0);
    time.play();
  };
  /**
   * @param {number[][]} sides of each word's area: shadow and arrow
   * @param {number[]} scores
   * @param {number[][] | null} ends where each weight lies in the bar; null where there are none
   * @param {string} told
   */
  const set = (sides, scores, ends, told) => {
    renew(root, { "aria-label": told });
    names.forEach((name, s) => say(name, `${words[s]} ${fixed(scores[s])}`));
    goal = sides.map((side, s) => [...side, ...(ends?.[s] ?? [0, 0])]);
    glide.to("all", goal, (at) => {
      now = at;
      draw();
    });
    const total = (ends ?? []).reduce((all, [from, to]) => all + to - from, 0);
    say(sum, ends ? tr("sum {sum}", { sum: fixed(total) }) : "÷ 0");
    renew(sum, { class: whole(total) ? "" : "wb-wrong" });
  };
  return { root, set, pour, rest };
}
