// What a row of weights makes of a word, in words.

import { fixed, total, whole } from "../kit/parts.js";
import { mix } from "../nets/kernels.js";
import { divided, divisible, inside } from "./weights.js";

/**
 * What one row of weights makes of a word, and what that teaches.
 * @param {number} t which word
 * @param {string[]} words
 * @param {number[]} row
 * @param {number[][]} vectors
 */
export function tell(t, words, row, vectors) {
  const at = mix([row], vectors)[0];
  const sum = row.reduce((a, b) => a + b, 0);
  const negative = words.filter((_, s) => row[s] < 0);
  const name = `new ${words[t]}`;
  const shape = { 2: "line between them", 3: "triangle" }[words.length] ?? "area between them";
  const cure = divisible(sum) && !negative.length ? mix([divided(row)], vectors)[0] : null;
  const places = (point) => `(${point.map((x) => fixed(x)).join(", ")})`;
  const faults = [
    ...(negative.length
      ? [`${negative.join(" and ")} ${negative.length > 1 ? "weigh" : "weighs"} less than 0`]
      : []),
    ...(whole(sum) ? [] : [`the weights sum to ${total(sum)}, not 1`]),
  ].join(" and ");
  const fate = inside(at, vectors) ? "is in the TRIANGLE only by luck" : "leaves the TRIANGLE";
  const parts = words
    .map((_, s) => s)
    .filter((s) => Math.abs(row[s]) >= 0.005)
    .sort((a, b) => row[b] - row[a]);
  const text = faults
    ? `${faults}: ${name} ${fate}.${cure ? ` Dividing by ${total(sum)} would bring it to ${places(cure)}.` : ""}`
    : `${name} is ${parts.map((s) => `${fixed(row[s])} ${words[s]}`).join(" + ")}.`;
  return {
    at,
    sum,
    cure,
    text: text[0].toUpperCase() + text.slice(1).replace("TRIANGLE", shape),
    place: `New vector: ${places(at)}.`,
  };
}
