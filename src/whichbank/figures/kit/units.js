// Amounts for reading, from bytes to encyclopedias: two digits and the unit that suits them.

import { grouped, tr } from "./words.js";

/** @type {[string, number][]} */
export const TIMES = [
  ["µs", 1e-6],
  ["ms", 1e-3],
  ["s", 1],
  ["min", 60],
  [tr("hours"), 3600],
  [tr("days"), 86400],
  [tr("years"), 31557600],
];
/** @type {[string, number][]} */
export const BYTES = [
  [tr("bytes"), 1],
  ["kB", 1e3],
  ["MB", 1e6],
  ["GB", 1e9],
  ["TB", 1e12],
  ["PB", 1e15],
];

/**
 * Two digits and the unit that suits them.
 * @param {number} amount
 * @param {[string, number][]} units
 */
export function inUnits(amount, units) {
  const [name, unit] = [...units].reverse().find(([, one]) => amount >= one) ?? units[0];
  const shown = Number((amount / unit).toExponential(1));
  const digits = shown > 0 && shown < 10 ? 1 : 0;
  return `${grouped(shown, { minimumFractionDigits: digits, maximumFractionDigits: digits })} ${name}`;
}
