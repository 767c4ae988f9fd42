// Areas that pour into a bar of width 1.

import { eased, gliding, mayGlide, timeline } from "../kit/motion.js";
import { calm } from "../kit/model.js";
import { fixed, whole } from "../kit/numbers.js";
import { renew, say, svg } from "../kit/parts.js";
import { tr } from "../kit/words.js";

const POUR = 900; // ms
// How wide the picture is, the line on which the areas stand, the unit of their sides; the bar's
// top and its height.
const [WIDE, FLOOR, SIDE] = [560, 80, 36];
const [TOP, HIGH] = [148, 46];
// where the bar begins and how long one whole is: for shares, and for scores, which need more room
const [SHARES, SCORES] = [
  [187, 186],
  [188, 88],
];
const [LATER, CUTS] = [0.2, 24]; // how much later each begins to fall; the corners of a stream's rim
const [ROOM, WORD] = [48, 70]; // of a number, and of one with its word
const TORN = 24; // of a rim behind which the bar goes on
/** A rim behind which the bar goes on: what is torn off, and an arrow that way. */
const torn = (x, way) =>
  svg(
    "g",
    { class: "wb-torn", transform: `translate(${x} ${TOP}) scale(${way} 1)` },
    svg("path", {
      d: `M-2-4H${TORN}L${TORN - 8} ${HIGH / 4}L${TORN} ${HIGH / 2}L${TORN - 8} ${0.75 * HIGH}L${TORN} ${HIGH + 4}H-2Z`,
    }),
    svg("path", { d: `M1 ${HIGH / 2}l11-8v16Z` }),
  );
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
  const wall = svg("path", { class: "wb-wall" });
  const [low, high] = [SHARES[0] - 14, SHARES[0] + SHARES[1] + 14];
  const struck = svg("path", {
    class: "wb-struck",
    d: `M${low} ${TOP + HIGH + 8}L${high} ${TOP - 8}M${low} ${TOP - 8}L${high} ${TOP + HIGH + 8}`,
  });
  const beyond = [0, 1].map(() => svg("rect", { class: "wb-beyond", y: TOP, height: HIGH + 1 }));
  const rims = [torn(0, 1), torn(WIDE, -1)];
  const ticks = [0, 1].map((x) => svg("text", { y: TOP + HIGH + 22 }, String(x)));
  const sum = svg("text", { y: TOP + HIGH + 22 });
  const root = svg(
    "svg",
    { class: "wb-vessel", role: "img", viewBox: `0 0 ${WIDE} ${TOP + HIGH + 30}` },
    svg("path", { class: "wb-floor", d: `M0 ${FLOOR}H${WIDE}` }),
    ...streams,
    ...areas,
    ...shares,
    ...names,
    ...beyond,
    ...rims,
    ...numbers,
    wall,
    struck,
    ...ticks,
    sum,
  );
  let scale = SHARES;
  let [full, dry] = [false, true]; // whether there are weights, and whether there were none
  const along = (x) => scale[0] + scale[1] * x;
  /** @type {number[][][]} of each word: shadow, arrow, start and end in the bar */
  let [now, goal] = [[], []];
  const draw = () => {
    const walls = [0, 1].map(along);
    renew(wall, { d: `M${walls[0]} ${TOP - 12}V${TOP + HIGH}H${walls[1]}V${TOP - 12}` });
    renew(beyond[0], { x: 0, width: walls[0] });
    renew(beyond[1], { x: walls[1], width: WIDE - walls[1] });
    ticks.forEach((tick, i) => renew(tick, { x: walls[i] }));
    renew(sum, { x: walls[1] + 18 });
    const ends = now.flatMap(([, , from, to]) => [along(from), along(to)]);
    const off = [Math.min(...ends) < -1, Math.max(...ends) > WIDE + 1];
    rims.forEach((rim, i) => rim.classList.toggle("wb-off", off[i]));
    const seen = [off[0] ? TORN : 0, off[1] ? WIDE - TORN : WIDE];
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
      // the walls cut it into pieces, of which the widest is written on
      const cuts = [seen[0], ...walls, seen[1]].map((x) => Math.min(Math.max(x, left), right));
      const wide = cuts.slice(1).map((x, i) => x - cuts[i]);
      const piece = wide.indexOf(Math.max(...wide));
      const told = wide[piece] > ROOM && fallen === 1 && Math.abs(to - goal[s][3]) < 0.005;
      const at = cuts[piece] + wide[piece] / 2;
      const named = wide[piece] > WORD;
      renew(numbers[s], { x: at, y: TOP + HIGH / 2 - (named ? 2 : 12) });
      for (const part of numbers[s].children) renew(part, { x: at });
      numbers[s].classList.toggle("wb-outside", piece !== 1);
      const text = told ? [named ? words[s] : "", fixed(to - from)] : ["", ""];
      [...numbers[s].children].forEach((part, i) => say(part, text[i]));
    });
  };
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
   * @param {boolean} raw whether these are the scores themselves
   * @param {string} told
   */
  const set = (sides, scores, ends, raw, told) => {
    renew(root, { "aria-label": told });
    names.forEach((name, s) => say(name, `${words[s]} ${fixed(scores[s])}`));
    goal = sides.map((side, s) => [...side, ...(ends?.[s] ?? [0, 0])]);
    [full, dry] = [ends !== null, !full];
    root.classList.toggle("wb-dry", !full);
    const pours = ([at, ...others]) => {
      [scale, now] = [at, others];
      draw();
    };
    glide.to("all", [raw ? SCORES : SHARES, ...goal], pours, !full || dry || !mayGlide(root));
    const total = (ends ?? []).reduce((all, [from, to]) => all + to - from, 0);
    say(sum, ends ? tr("sum {sum}", { sum: fixed(total) }) : "÷ 0");
    renew(sum, { class: whole(total) ? "" : "wb-wrong" });
  };
  return { root, set, pour, rest };
}
