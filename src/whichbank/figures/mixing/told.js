// What a row of weights makes of a word, in words.

import { fixed, total, whole } from "../kit/numbers.js";
import { mix } from "../nets/kernels.js";
import { divided, divisible, inside } from "./weights.js";
import { begun, tr, trn } from "../kit/words.js";

const AND = tr(" and ");

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
  const name = tr("new {word}", { word: words[t] });
  const shape =
    { 2: tr("line between them"), 3: tr("triangle") }[words.length] ?? tr("area between them");
  const cure = divisible(sum) && !negative.length ? mix([divided(row)], vectors)[0] : null;
  const places = (point) => `(${point.map((x) => fixed(x)).join(", ")})`;
  const faults = [
    ...(negative.length
      ? [
          trn(
            negative.length,
            { one: "{words} weighs less than 0", other: "{words} weigh less than 0" },
            { words: negative.join(AND) },
          ),
        ]
      : []),
    ...(whole(sum) ? [] : [tr("the weights sum to {sum}, not 1", { sum: total(sum) })]),
  ].join(AND);
  const fate = inside(at, vectors)
    ? tr("{name} is in the {shape} only by luck", { name, shape })
    : tr("{name} leaves the {shape}", { name, shape });
  const parts = words
    .map((_, s) => s)
    .filter((s) => Math.abs(row[s]) >= 0.005)
    .sort((a, b) => row[b] - row[a]);
  const mended =
    cure &&
    tr("Dividing by {sum} would bring it to {place}.", { sum: total(sum), place: places(cure) });
  const text = faults
    ? [tr("{faults}: {fate}.", { faults, fate }), ...(mended ? [mended] : [])].join(" ")
    : tr("{name} is {parts}.", {
        name,
        parts: parts.map((s) => `${fixed(row[s])} ${words[s]}`).join(" + "),
      });
  return {
    at,
    sum,
    cure,
    text: begun(text),
    place: tr("New vector: {place}.", { place: places(at) }),
  };
}
