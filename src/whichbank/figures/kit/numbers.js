// Numbers as they are read.

import { withPoint } from "./words.js";

/**
 * Round for reading: a fixed number of digits and a real minus sign.
 * @param {number} x
 * @param {number} [digits]
 */
export function fixed(x, digits = 2) {
  const text = x.toFixed(digits);
  return withPoint(Number(text) === 0 ? (0).toFixed(digits) : text.replace("-", "−"));
}

/**
 * A power of ten.
 * @param {number} power
 */
export const tenToThe = (power) =>
  "10" + [...String(power)].map((sign) => "⁻⁰¹²³⁴⁵⁶⁷⁸⁹"["-0123456789".indexOf(sign)]).join("");

/**
 * A small number for reading: two digits, or one; below 0.0005 with a power of ten.
 * @param {number} v
 */
export function small(v) {
  if (v >= 0.01) return fixed(v);
  if (v >= 0.0005) return String(Number(v.toPrecision(1)));
  const [lead, power] = v.toExponential(0).split("e");
  return `${lead} · ${tenToThe(Number(power))}`;
}

/**
 * Whether this is a whole number from `low` to `high`.
 * @param {any} x
 * @param {number} low
 * @param {number} high
 */
export const wholeWithin = (x, low, high) => Number.isInteger(x) && x >= low && x <= high;

/**
 * Whether weights make a whole: they sum to 1, within rounding.
 * @param {number} sum
 */
export const whole = (sum) => Math.abs(sum - 1) < 1e-9;

/**
 * A sum for reading, with as many digits as it takes not to read 1 when it is not.
 * @param {number} sum
 */
export function total(sum) {
  const digits = whole(sum) ? 2 : [2, 4, 6, 9].find((n) => Number(sum.toFixed(n)) !== 1);
  return fixed(sum, digits);
}
