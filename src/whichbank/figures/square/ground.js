// The picture of chapter cost: a square of scores, the squares of shorter texts in it, and things of
// known size beside it, on one scale.

import { calm } from "../kit/model.js";
import { mayGlide, spring } from "../kit/motion.js";
import { renew, say, svg, uniqueId } from "../kit/parts.js";
import { inUnits } from "../kit/units.js";
import { tr } from "../kit/words.js";

/** @type {[string, number][]} */
export const TEXTS = [
  [tr("line"), 10],
  [tr("page"), 300],
  [tr("chapter"), 3000],
  [tr("novel"), 30000],
  [tr("encyclopedia"), 3e7],
]; // of so many words
export const [LEAST, MOST] = [TEXTS[0][1], TEXTS[TEXTS.length - 1][1]];
/** @type {[string, number][]} */
export const LENGTHS = [
  ["mm", 1],
  ["cm", 10],
  ["m", 1e3],
  ["km", 1e6],
];
// What stands beside the square: how wide and how high it is in millimeters, and its shape in a box
// of 1 × 1. The largest that there is room for stands next to the square.
/** @type {[string, number, number, string][]} */
const THINGS = [
  [tr("rice"), 7, 2, "M0 .5C0-.17 1-.17 1 .5C1 1.17 0 1.17 0 .5Z"],
  [tr("coin"), 23, 23, "M0 .5a.5.5 0 0 1 1 0a.5.5 0 0 1-1 0Z"],
  [tr("paper"), 210, 297, "M0 0H.8L1 .14V1H0Z"],
  [tr("door"), 900, 2000, "M0 0H1V1H0ZM.78 .5V.58"],
  [
    tr("bus"),
    12000,
    3000,
    "M0 .1Q0 0 .03 0H.97Q1 0 1 .1V.85H0ZM.05 .15H.95V.45H.05ZM.17 .85v.15h.07v-.15ZM.76 .85v.15h.07v-.15Z",
  ],
  [
    tr("two courts"),
    28000,
    30000,
    `M0 0H1V1H0ZM0 .5H1M.5 0V1${[0.25, 0.75]
      .map(
        (y) =>
          `M.436 ${y}a.064 .06 0 0 1 .128 0a.064 .06 0 0 1-.128 0Z` +
          `M0 ${y - 0.08}H.2V${y + 0.08}H0M1 ${y - 0.08}H.8V${y + 0.08}H1` +
          `M0 ${y - 0.22}A.26 .22 0 0 1 0 ${y + 0.22}M1 ${y - 0.22}A.26 .22 0 0 0 1 ${y + 0.22}`,
      )
      .join("")}`,
  ],
  [tr("pitch"), 105000, 68000, "M0 0H1V1H0ZM.5 0V1M.41 .5a.09.13 0 0 1 .18 0a.09.13 0 0 1-.18 0Z"],
  [tr("tower"), 125000, 330000, "M.5 0C.52 .55 .68 .8 1 1H.78Q.5 .72 .22 1H0C.32 .8 .48 .55 .5 0Z"],
  [tr("city, 10 km"), 1e7, 1e7, "M0 .5a.5.5 0 0 1 1 0a.5.5 0 0 1-1 0Z"],
];
const [LEFT, ABOVE, BELOW, GAP] = [10, 26, 24, 12]; // pixels around the square
const [QUICK, SLOW] = [18, 5]; // 1/s: the square, and the frame, which is held and then follows
const BEYOND = 25; // pixels past the rim that make e times as many words
const [FIRST, LAST] = [0.27, 1]; // of the room: the side of the smallest square and of the largest

/**
 * Where a text stands between the shortest and the longest.
 * @param {number} n
 */
const share = (n) => Math.log(n / LEAST) / Math.log(MOST / LEAST);
/** @param {number} at */
const longAt = (at) => {
  const n = LEAST * (MOST / LEAST) ** Math.min(Math.max(at, 0), 1);
  return Math.round(Number(n.toPrecision(2)));
};
/** @param {number} x pixels */
const visible = (x, low, high) => Math.min(Math.max((x - low) / (high - low), 0), 1);
const tenth = (v) => Math.round(10 * v) / 10;

/**
 * The square, the squares of shorter texts in it, and things beside it, on one scale.
 * @param {(n: number) => void} onMove
 */
export function ground(onMove) {
  const id = uniqueId();
  const cells = svg("path", { class: "wb-rule" });
  const pattern = svg("pattern", { id, patternUnits: "userSpaceOnUse" }, cells);
  const whole = svg("rect", { class: "wb-whole" });
  const ruled = svg("rect", { fill: `url(#${id})` });
  const row = svg("rect", { class: "wb-row" });
  const wide = svg("text", { class: "wb-wide-as" });
  const under = svg("text", {}, tr("a row"));
  const inner = TEXTS.slice(0, -1).map(([name]) => {
    const [box, text] = [svg("rect"), svg("text", {}, name)];
    return { box, text, root: svg("g", { class: "wb-inner" }, box, text) };
  });
  const things = THINGS.map(([name, , , d]) => {
    const [shape, text] = [
      svg("path", { d, "vector-effect": "non-scaling-stroke" }),
      svg("text", { "text-anchor": "middle" }, name),
    ];
    return { shape, text, root: svg("g", { class: "wb-thing" }, shape, text) };
  });
  const corner = svg(
    "g",
    { class: "wb-drag" },
    svg("circle", { class: "wb-target", r: 24 }),
    svg("path", { d: "M-7 0a7 7 0 1 0 14 0a7 7 0 1 0-14 0Z" }),
  );
  const root = svg(
    "svg",
    { class: "wb-ground", role: "img" },
    svg("defs", {}, pattern),
    whole,
    ruled,
    ...inner.map((one) => one.root),
    row,
    wide,
    under,
    ...things.map((one) => one.root),
    corner,
  );
  let drawn = false;
  let at = 0; // the share that is drawn
  let frame = 0; // and the share at whose scale it is drawn, if that is smaller
  let held = 0; // pixels of a millimeter while a hand has the corner
  let told = LEAST;
  const room = () => [root.clientWidth || 320, root.clientHeight || 280];
  const side = () => {
    const most = Math.min(room()[1] - ABOVE - BELOW, room()[0] - 110);
    return [FIRST * most, LAST * most];
  };
  /** Pixels of a millimeter where the square of so large a share has its place. */
  const scaleAt = (one) => {
    const [small, large] = side();
    return (small + one * (large - small)) / (LEAST * (MOST / LEAST) ** one);
  };
  const draw = () => {
    const [width, height] = room();
    const [, large] = side();
    const n = LEAST * (MOST / LEAST) ** at;
    // of a millimeter, and of a score: under a hand the frame only gives way
    const pixels = held
      ? Math.min(held, large / n)
      : Math.min(scaleAt(Math.min(frame, at)), (3 * large) / n);
    const s = pixels * n;
    const base = height - BELOW;
    renew(whole, { x: LEFT, y: tenth(base - s), width: tenth(s), height: tenth(s) });
    renew(ruled, {
      x: LEFT,
      y: tenth(base - s),
      width: tenth(s),
      height: tenth(s),
      opacity: visible(pixels, 1.5, 4).toFixed(2),
    });
    renew(pattern, { x: LEFT, y: base, width: pixels, height: pixels });
    renew(cells, { d: `M0 ${pixels}V0H${pixels}` });
    const thick = Math.max(pixels, 1.5);
    renew(row, { x: LEFT, y: tenth(base - thick), width: tenth(s), height: tenth(thick) });
    say(wide, inUnits(told, LENGTHS));
    renew(wide, { x: LEFT, y: tenth(base - s - 8) });
    renew(under, { x: LEFT, y: base + 16 });
    inner.forEach(({ box, text, root: group }, i) => {
      const one = TEXTS[i][1] * pixels;
      const there = TEXTS[i][1] < 0.98 * n ? visible(one, 1, 4) : 0;
      renew(group, { opacity: there.toFixed(2) });
      renew(box, { x: LEFT, y: tenth(base - one), width: tenth(one), height: tenth(one) });
      renew(text, {
        x: tenth(LEFT + one + 5),
        y: tenth(base - one / 2 + 3),
        opacity: visible(one, 6, 9).toFixed(2),
      });
    });
    let x = LEFT + s + GAP;
    [...things.keys()].reverse().forEach((i) => {
      const { shape, text, root: group } = things[i];
      const [name, w, h] = [THINGS[i][0], THINGS[i][1] * pixels, THINGS[i][2] * pixels];
      const grown = visible(Math.max(w, h), 5, 12);
      const long = 6.4 * name.length + 4;
      const here = Math.max(w, long) * grown;
      const fits =
        (1 - visible(h, base - 18, base)) * (1 - visible(x + here, width - 10, width - 2));
      const [scaleX, scaleY] = [Math.max(w, 0.1), Math.max(h, 0.1)].map((v) => v.toFixed(2));
      renew(group, { opacity: (grown * fits).toFixed(2) });
      renew(shape, {
        transform: `translate(${tenth(x + here / 2 - w / 2)} ${tenth(base - h)}) scale(${scaleX} ${scaleY})`,
      });
      renew(text, { x: tenth(x + here / 2), y: base + 16 });
      x += (here + GAP * grown) * fits;
    });
    renew(corner, { transform: `translate(${tenth(LEFT + s)} ${tenth(base - s)})` });
  };
  const glide = spring(
    ([now]) => {
      at = now;
      draw();
    },
    { stiff: QUICK },
  );
  const zoom = spring(
    ([now]) => {
      frame = now;
      draw();
    },
    { stiff: SLOW },
  );

  // One finger takes the corner; two spread the square.
  /** @type {Map<number, PointerEvent>} */
  const fingers = new Map();
  let [offset, apart] = [[0, 0], 0];
  const spread = () => {
    const [a, b] = [...fingers.values()];
    return Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
  };
  const along = (event) => {
    const { left, bottom } = root.getBoundingClientRect();
    return [event.clientX - left - LEFT, bottom - BELOW - event.clientY];
  };
  const press = (event) => {
    fingers.set(event.pointerId, event);
    if (corner.contains(event.target)) {
      held = scaleAt(Math.min(frame, at));
      const s = held * LEAST * (MOST / LEAST) ** at;
      offset = along(event).map((v) => s - v);
      root.setPointerCapture(event.pointerId);
    }
    if (fingers.size === 2) apart = spread();
  };
  const move = (event) => {
    if (!fingers.has(event.pointerId)) return;
    fingers.set(event.pointerId, event);
    if (fingers.size === 2) {
      const now = spread();
      onMove(longAt(at + Math.log(now / apart) / 2));
      apart = now;
    } else if (held) {
      const s = along(event).reduce((sum, v, d) => sum + (v + offset[d]) / 2, 0);
      const [, rim] = side();
      const n = (Math.min(s, rim) / held) * Math.exp(Math.max(s - rim, 0) / BEYOND);
      onMove(longAt(share(Math.max(n, LEAST))));
    }
  };
  /** The share at whose scale the hand has drawn. */
  const frameOf = () => {
    const goal = Math.min(held, side()[1] / (LEAST * (MOST / LEAST) ** at));
    let [low, high] = [0, 1];
    for (let i = 0; i < 30; i++) {
      const middle = (low + high) / 2;
      if (scaleAt(middle) > goal) low = middle;
      else high = middle;
    }
    return low;
  };
  const lift = (event) => {
    fingers.delete(event.pointerId);
    if (!held || fingers.size) return;
    frame = frameOf(); // from what the hand has left, the frame goes to its place
    held = 0;
    zoom.to([frame], true);
    zoom.to([at], calm.matches);
  };
  root.addEventListener("pointerdown", press);
  root.addEventListener("pointermove", move);
  for (const end of ["pointerup", "pointercancel", "pointerleave"])
    root.addEventListener(end, lift);
  for (const start of ["mousedown", "touchstart"])
    // no selected text, and no scrolling page under the finger
    corner.addEventListener(start, (event) => event.preventDefault(), { passive: false });

  const sized = new ResizeObserver(draw);
  sized.observe(root);
  const set = (n, description) => {
    renew(root, { "aria-label": description });
    told = n;
    const still = calm.matches || !drawn;
    glide.to([share(n)], still || held > 0 || !mayGlide(root));
    if (!held) zoom.to([share(n)], still);
    drawn = true;
  };
  const stop = () => {
    sized.disconnect();
    glide.stop();
    zoom.stop();
  };
  return { root, set, stop };
}
