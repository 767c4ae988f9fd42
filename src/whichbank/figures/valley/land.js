// The part of the figure that is the land: shaded by its height, with the walk across it, and what
// can be said of a walk.

import { fixed } from "../kit/numbers.js";
import { renew, svg } from "../kit/parts.js";
import { tr } from "../kit/words.js";

export const LAND = [-3, 6]; // of both numbers
const LEVELS = [0.36, 0.4, 0.5, 0.75, 1, 1.25, 1.5, 1.75, 2, 2.25, 2.5, 2.75, 3, 3.25, 3.5];
const NUMBERED = [1, 2, 3]; // the lines that have a number
const ROWS = 150; // in which the lines are looked for
const UNIT = 100; // of the drawing
const STEEP = 0.1; // where nobody has arrived

export const inside = (at) => at.every((v) => v >= LAND[0] && v <= LAND[1]);

const drawn = ([x, y]) => [Math.round(UNIT * x), Math.round(-UNIT * y)];
const lineOf = (points) => (points.length ? `M${points.map(drawn).join("L")}` : "");

/**
 * The ground as it is: the darker, the higher, with a line for each of some heights.
 * @param {(at: number[]) => number} height
 * @param {Record<string, string>} frame where in its picture it lies
 */
export function land(height, { left: x, top: y, width, height: tall }) {
  const size = (LAND[1] - LAND[0]) / ROWS;
  const grid = Array.from({ length: ROWS + 1 }, (_, i) => LAND[0] + i * size);
  const heights = grid.map((up) => grid.map((across) => height([across, up])));
  /** What is lower than a level: the loss is convex, so in each row it is one stretch. */
  const below = (level) => {
    /** @type {number[][][]} */
    const rims = [[], []];
    heights.forEach((row, k) => {
      const ends = [row.findIndex((h) => h < level), row.findLastIndex((h) => h < level)];
      if (ends[0] < 0) return;
      ends.forEach((i, side) => {
        const next = i + (side ? 1 : -1);
        const part = next in row ? (level - row[i]) / (row[next] - row[i]) : 1;
        rims[side].push([grid[i] + (next - i) * part * size, grid[k]]);
      });
    });
    for (const rim of rims)
      for (const [i, edge, put] of [
        [0, 0, "unshift"],
        [rim.length - 1, ROWS, "push"],
      ])
        if (rim.length && rim[i][1] === grid[edge])
          rim[put]([rim[i][0], grid[edge] + (edge ? size : -size)]);
    return [...rims[0], ...rims[1].reverse()];
  };
  const around = "M-1e4-1e4H1e4V1e4H-1e4Z";
  const shades = LEVELS.map((level) =>
    svg("path", {
      class: `wb-height${NUMBERED.includes(level) ? " wb-numbered" : ""}`,
      d: `${around}${lineOf(below(level))}Z`,
    }),
  );
  const names = NUMBERED.map((level) => {
    const across =
      grid.find((v) => height([v, LAND[0] + LAND[1] - v - 0.5]) > level && v > 1.5) ?? 0;
    const [left, top] = drawn([across, LAND[0] + LAND[1] - across - 0.5]);
    return svg("text", { x: left, y: top }, `${level === NUMBERED[0] ? "loss " : ""}${level}`);
  });
  const [ahead, gone, dots] = ["wb-ahead", "wb-gone", "wb-dots"].map((kind) =>
    svg("path", { class: `wb-walk ${kind}` }),
  );
  const [wide, start] = [UNIT * (LAND[1] - LAND[0]), drawn([LAND[0], LAND[1]])];
  const root = svg(
    "svg",
    { x, y, width, height: tall, viewBox: `${start.join(" ")} ${wide} ${wide}`, class: "wb-land" },
    ...shades,
    ...names,
    ahead,
    gone,
    dots,
  );
  /** The walk, of which is gone what is before the ball; a dot for each step. */
  const set = (path, step, ball) => {
    renew(ahead, { d: lineOf(path) });
    renew(gone, { d: lineOf([...path.slice(0, step + 1), ball]) });
    renew(dots, { d: path.map((at) => `M${drawn(at)}h0`).join("") });
  };
  return { root, set };
}

/**
 * What is drawn of new bank: the sides of money and river, and where it is on each page.
 * @param {{name: string, at: number[], sense: number}[]} pages
 * @returns {PlaneItem[]}
 */
export function skyOf(pages) {
  const [low, high] = LAND;
  const side = (key, corner, color) => ({
    key,
    kind: "area",
    at: [[low, low], corner, [high, high]],
    color,
  });
  return [
    side("river", [low, high], 3),
    side("money", [high, low], 0),
    ...pages.map(({ name, at, sense }) => ({
      key: `bank ${name}`,
      kind: "point",
      at,
      color: name === "mixed" ? 5 : 3 * sense,
      label: name,
    })),
  ];
}

/** What becomes of a walk, and what that teaches. */
export function tell(path, losses, slopes) {
  const end = tr("After {n} steps the loss is {loss}.", {
    n: path.length - 1,
    loss: fixed(losses[losses.length - 1]),
  });
  const turns = slopes
    .slice(1)
    .map((slope, k) => slope[0] * slopes[k][0] + slope[1] * slopes[k][1] < 0);
  const steep = Math.hypot(...slopes[slopes.length - 1]) > STEEP;
  const out = path.findIndex((at) => !inside(at));
  if (out === 1)
    return `${tr("Far too long: the first step throws the walker off the map.")} ${end}`;
  if (out > 1)
    return `${tr("Too long: the walker is tossed from wall to wall, and off the map.")} ${end}`;
  if (steep && turns[turns.length - 1])
    return `${tr("Too long: the walker is tossed from wall to wall.")} ${end}`;
  if (steep) return `${tr("Too short: the walker creeps.")} ${end}`;
  if (turns[0])
    return `${tr("The first steps cross the floor, but the walker swings less each time.")} ${end}`;
  return `${tr("The walker comes down, and then along the floor.")} ${end}`;
}
