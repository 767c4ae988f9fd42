// The part of the figure that is drawn: scores as bars, a block that moves along them, and what is
// kept as bars below, at the end divided and beside the softmax of all scores at once.

import { eased } from "../kit/motion.js";
import { fixed } from "../kit/numbers.js";
import { renew, say, svg } from "../kit/parts.js";
import { tr } from "../kit/words.js";

export const PHASES = 3; // of a block: read, fade, add; after the last block all is divided by the sum
const [WIDE, SKY, BASE] = [352, 20, 92]; // the picture, and where bars of scores end and begin
const [ROW, LEFT, THICK] = [30, 146, 16]; // what is kept: a row each, where bars begin
const KEPT = 138; // where the first row is

/** @param {number} x whole numbers without a point */
export const short = (x) => fixed(x, Math.abs(x - Math.round(x)) < 1e-9 ? 0 : 2);

/**
 * The scores as bars, a block that moves along them, and what is kept as bars below.
 * @param {string[]} words
 * @param {number[]} scores
 * @param {number[]} whole the new vector by a softmax of all scores at once
 * @param {number} block
 * @param {string[]} axes
 * @param {(at: number) => number[]} kept after so many steps
 */
export function river(words, scores, whole, block, axes, kept) {
  const count = Math.ceil(words.length / block);
  const column = (WIDE - 8) / words.length;
  const [low, high] = [Math.min(0, ...scores), Math.max(1, ...scores)];
  const up = (score) => BASE - ((BASE - SKY) * (score - low)) / (high - low);
  const ends = Array.from({ length: PHASES * count }, (_, i) => kept(i + 1));
  const unit = (WIDE - LEFT - 6) / Math.max(...ends.flatMap((all) => all.slice(1)));
  const shared = (WIDE - LEFT - 6) / Math.max(...whole, 1e-9); // the unit when all is divided
  const x = (i) => 4 + column * (i + 0.5);
  const columns = words.map((word, i) => {
    const bar = svg("rect", {
      class: "wb-level",
      x: x(i) - 9,
      width: 18,
      y: Math.min(up(scores[i]), up(0)) - 2,
      height: Math.abs(up(scores[i]) - up(0)) + 2,
    });
    const number = svg(
      "text",
      { x: x(i), y: up(Math.max(scores[i], 0)) - 7, "text-anchor": "middle" },
      short(scores[i]),
    );
    const shown = svg("g", {}, bar, number);
    const name = svg(
      "text",
      { class: "wb-name", x: x(i), y: BASE + 17, "text-anchor": "middle" },
      word,
    );
    const power = svg("rect", { class: "wb-power", height: THICK });
    return { shown, name, power };
  });
  const frame = svg("rect", {
    class: "wb-view",
    y: 2,
    height: BASE + 22,
    rx: 6,
  });
  const top = svg("line", { class: "wb-top", x1: 4 });
  const mixes = axes.map((name) => tr("mix: {name}", { name }));
  const row = (name, r, kind) => {
    const y = KEPT + ROW * r;
    const bar = svg("rect", { class: `wb-kept ${kind}`, x: LEFT, y, height: THICK });
    const number = svg("text", {
      x: LEFT - 8,
      y: y + 13,
      class: "wb-amount",
      "text-anchor": "end",
    });
    const title = svg("text", { x: 4, y: y + 13 }, name);
    return { bar, number, title, root: svg("g", {}, bar, title, number) };
  };
  const rows = [tr("largest"), tr("sum"), ...mixes].map((name, r) => row(name, r, `wb-kept-${r}`));
  // below each that is divided the same number from all scores at once
  const wholes = whole.map((_, d) =>
    row(tr("all at once"), 2 * d + 1, `wb-whole wb-kept-${d + 2}`),
  );
  const factor = svg("text", {
    class: "wb-fade",
    x: WIDE - 4,
    y: KEPT + 13,
    "text-anchor": "end",
  });
  const root = svg(
    "svg",
    { class: "wb-river", role: "img", viewBox: `0 0 ${WIDE} ${KEPT + ROW * rows.length}` },
    frame,
    ...columns.map(({ shown }) => shown),
    top,
    ...[...wholes, ...rows].map((one) => one.root),
    ...columns.map(({ power }) => power),
    ...columns.map(({ name }) => name),
    factor,
  );
  /** @param {number} at steps, with what is between them */
  const draw = (at) => {
    const [largest, sum, ...mixed] = kept(at);
    const now = Math.min(Math.floor(at / PHASES), count - 1); // the block
    const inside = at - PHASES * now;
    const enters = eased(Math.min(inside, 1));
    const adds = Math.min(Math.max(inside - 2, 0), 1);
    const first = now ? now - 1 + enters : 0; // it does not come from outside
    const split = eased(Math.min(Math.max(at - PHASES * count, 0), 1)); // all is divided by the sum
    const between = (a, b) => a + split * (b - a);
    renew(frame, {
      x: (4 + between(column * block * first, 0)).toFixed(1),
      width: between(column * block, column * words.length).toFixed(1),
      opacity: now ? 1 : enters,
    });
    columns.forEach(({ shown, name, power }, i) => {
      const mine = Math.floor(i / block);
      const seen = mine > now ? 0 : mine === now ? enters : mine === now - 1 ? 1 - enters : 0;
      const ghost = mine < now ? 0.06 : mine > now ? 0.3 : 0.3 * (1 - seen);
      renew(shown, { opacity: between(Math.max(ghost, seen), 1).toFixed(2) });
      renew(name, { opacity: between(0.6 + 0.4 * seen, 1).toFixed(2) });
      const moves = mine === now && adds > 0 && adds < 1;
      renew(power, { visibility: moves ? "visible" : "hidden" });
      if (!moves) return;
      const size = Math.exp(scores[i] - largest) * unit;
      const before = scores
        .slice(now * block, i)
        .reduce((all, score) => all + Math.exp(score - largest) * unit, 0);
      const start = ends[PHASES * now + 1][1] * unit + LEFT + before;
      const way = eased(adds);
      renew(power, {
        x: (x(i) - size / 2 + way * (start - x(i) + size / 2)).toFixed(1),
        y: (BASE - THICK + way * (KEPT + ROW - BASE + THICK)).toFixed(1),
        width: Math.max(size, 1).toFixed(1),
        opacity: (0.85 - 0.5 * way).toFixed(2),
      });
    });
    const there = Number.isFinite(largest);
    const y = up(there ? largest : low).toFixed(1);
    renew(top, {
      y1: y,
      y2: y,
      x2: (4 + column * block * (now + enters)).toFixed(1),
      opacity: there ? 1 : 0,
    });
    const before = now ? ends[PHASES * now - 1][0] : Infinity; // the largest, up to this block
    const fades = inside > 1 && !split && ends[PHASES * now + 1][0] > before;
    say(
      factor,
      fades
        ? tr("what was kept × {factor}", {
            factor: fixed(Math.exp(before - ends[PHASES * now + 1][0])),
          })
        : "",
    );
    // the largest score is the level line above
    [0, sum, ...mixed].forEach((long, r) => {
      const { bar, number, title, root: line } = rows[r];
      const d = r - 2;
      const wide = d < 0 ? long * unit : between(long * unit, (long / (sum || 1)) * shared);
      renew(bar, { width: wide.toFixed(1) });
      const told = d < 0 ? long : long / between(1, sum || 1);
      say(number, r ? fixed(told) : there ? fixed(largest) : "–");
      if (d < 0) renew(line, { opacity: (1 - split).toFixed(2) });
      else {
        say(title, split > 0.5 ? tr("{name} ÷ sum", { name: axes[d] }) : mixes[d]);
        renew(line, { transform: `translate(0 ${((d - 2) * ROW * split).toFixed(1)})` });
      }
    });
    wholes.forEach(({ bar, number, root: line }, d) => {
      renew(line, { opacity: split.toFixed(2) });
      renew(bar, { width: (whole[d] * shared * split).toFixed(1) });
      say(number, fixed(whole[d]));
    });
  };
  return { root, draw, steps: PHASES * count + 1 };
}
