// What the figure marks on its axes, and what it says of a text ten times as long.

import { tr } from "../kit/words.js";

/** @type {[string, number][][]} */
export const MARKED = [
  [
    ["1 ms", 1e-3],
    ["1 s", 1],
    ["1 min", 60],
    [tr("1 hour"), 3600],
    [tr("1 day"), 86400],
    [tr("1 year"), 31557600],
    [tr("1,000 years"), 31557600e3],
  ],
  [
    ["1 kB", 1e3],
    ["1 MB", 1e6],
    ["1 GB", 1e9],
    ["1 TB", 1e12],
    ["1 PB", 1e15],
  ],
];
/**
 * A factor for reading: of a large one a single digit.
 * @param {number} x
 */
export const rounded = (x) => Number(x.toPrecision(x < 10 ? 2 : 1));

/**
 * What ten times the text costs, in one sentence.
 * @param {string[]} ways
 * @param {number[]} factors
 * @param {boolean} known
 */
export function tenfold(ways, factors, known) {
  const [least, most] = [Math.min(...factors), Math.max(...factors)];
  const who = (factor) => ways[factors.indexOf(factor)];
  const found = { one: who(least), least: rounded(least), other: who(most), most: rounded(most) };
  if (most >= 2 * least)
    return known
      ? tr("Ten times the text costs {one} {least} times as much, {other} {most} times.", found)
      : tr(
          "Ten times the text would cost {one} {least} times as much, {other} {most} times.",
          found,
        );
  if (found.least === found.most)
    return known
      ? tr("Ten times the text costs about {most} times as much.", found)
      : tr("Ten times the text would cost about {most} times as much.", found);
  return known
    ? tr("Ten times the text costs {least} to {most} times as much.", found)
    : tr("Ten times the text would cost {least} to {most} times as much.", found);
}
