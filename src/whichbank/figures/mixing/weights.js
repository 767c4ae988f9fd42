// The arithmetic of a row of weights: what it needs to be a recipe, and how a hand changes it.

import { dot, mix } from "../nets/kernels.js";
import { whole } from "../kit/numbers.js";

const NEAR = 0.001; // how much a row would rather stay as it is, against the distance of its mix

/**
 * Whether a point lies inside the polygon that others span, its edge included. Seen from a point
 * inside, the others leave no gap wider than half a turn.
 * @param {number[]} point
 * @param {number[][]} others
 * @returns {boolean}
 */
export function inside(point, others) {
  const away = others.map((other) => other.map((x, d) => x - point[d]));
  if (away.some(([x, y]) => Math.hypot(x, y) < 1e-9)) return true;
  const turns = away.map(([x, y]) => Math.atan2(y, x)).sort((a, b) => a - b);
  const gaps = turns.map((turn, i) =>
    i ? turn - turns[i - 1] : turn - turns[turns.length - 1] + 2 * Math.PI,
  );
  return gaps.length > 0 && Math.max(...gaps) <= Math.PI + 1e-9;
}

/**
 * The corners of the polygon that points span, in the order of a walk around it.
 * @param {number[][]} points
 */
export function corners(points) {
  const once = points.filter(
    (point, i) => points.findIndex((other) => String(other) === String(point)) === i,
  );
  const outer = once.filter(
    (point) =>
      !inside(
        point,
        once.filter((other) => other !== point),
      ),
  );
  const middle = mix([outer.map(() => 1 / outer.length)], outer)[0];
  /** @param {number[]} point */
  const turn = ([x, y]) => Math.atan2(y - middle[1], x - middle[0]);
  return outer.sort((a, b) => turn(a) - turn(b));
}

/**
 * Whether dividing a row by its sum mends it.
 * @param {number} sum
 */
export const divisible = (sum) => !whole(sum) && sum >= 1e-9;

/**
 * Weights in whole hundredths: what is shown is what they are. Where they must sum to 1, the
 * largest takes what rounding leaves over.
 * @param {number[]} row
 * @param {boolean} locked
 * @returns {number[]}
 */
export function hundredths(row, locked) {
  const counts = row.map((weight) => Math.floor(100 * weight + 0.5));
  if (locked)
    counts[counts.indexOf(Math.max(...counts))] += 100 - counts.reduce((a, b) => a + b, 0);
  return counts.map((count) => count / 100);
}

/**
 * Weights whose sum is 1, with their proportions; equal shares where these are lost.
 * @param {number[]} row
 * @returns {number[]}
 */
export function divided(row) {
  const sum = row.reduce((a, b) => a + b, 0);
  if (whole(sum)) return row;
  return row.map((weight) => (sum >= 1e-9 ? weight / sum : 1 / row.length));
}

/**
 * A row with one weight changed; where the sum is locked, the others share what is left as they
 * shared it before.
 * @param {number[]} row
 * @param {number} at
 * @param {number} weight
 * @param {number} lowest
 * @param {boolean} locked
 * @returns {number[]}
 */
export function changed(row, at, weight, lowest, locked) {
  if (!locked || row.length < 2) return row.map((old, s) => (s === at ? weight : old));
  const others = row.map((old, s) => (s === at ? 0 : old - lowest));
  const sum = others.reduce((a, b) => a + b, 0);
  const left = 1 - weight - (row.length - 1) * lowest;
  const share = (s) => (sum > 1e-9 ? (others[s] * left) / sum : left / (row.length - 1));
  return hundredths(
    row.map((_, s) => (s === at ? weight : lowest + share(s))),
    true,
  );
}

/**
 * The row whose mix is as near to a point as weights from lowest to 1 can bring it; among these,
 * one near the row as it was. One weight after the other goes where it is best; where the sum is
 * locked, each pair exchanges what is best.
 * @param {number[]} row
 * @param {number[][]} vectors
 * @param {number[]} point
 * @param {number} lowest
 * @param {boolean} locked
 * @returns {number[]}
 */
export function pull(row, vectors, point, lowest, locked) {
  const start = locked ? divided(row) : row;
  const within = (weight) => Math.min(Math.max(weight, lowest), 1);
  const found = start.map(within);
  // what the limits take or give stays in the sum
  if (locked)
    found.forEach((weight, s) => {
      found[s] = within(weight + 1 - found.reduce((sum, one) => sum + one));
    });
  const unit = (i) => row.map((_, s) => Number(s === i));
  const pairs = row.flatMap((_, i) =>
    row.slice(0, i).map((__, j) => unit(i).map((x, s) => x - unit(j)[s])),
  );
  const ways = (locked ? pairs : row.map((_, i) => unit(i))).map((way) => ({
    way,
    away: mix([way], vectors)[0],
  }));
  for (let sweep = 0; sweep < 100; sweep++) {
    for (const { way, away } of ways) {
      const now = mix([found], vectors)[0];
      const rest =
        dot(
          away,
          point.map((x, d) => x - now[d]),
        ) -
        NEAR *
          dot(
            way,
            found.map((weight, s) => weight - start[s]),
          );
      const best = rest / (dot(away, away) + NEAR * dot(way, way));
      const free = found.map((weight, s) =>
        way[s] > 0
          ? [lowest - weight, 1 - weight]
          : way[s] < 0
            ? [weight - 1, weight - lowest]
            : [-Infinity, Infinity],
      );
      const step = Math.min(
        Math.max(best, ...free.map(([least]) => least)),
        ...free.map(([, most]) => most),
      );
      found.forEach((weight, s) => (found[s] = weight + step * way[s]));
    }
  }
  return hundredths(found, locked);
}
