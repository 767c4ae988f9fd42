// What the figure says of the next letter.

import { fixed } from "../kit/numbers.js";
import { html } from "../kit/parts.js";
import { UNSEEN } from "./line.js";
import { LONGEST } from "./writing.js";
import { tr, trn } from "../kit/words.js";

/**
 * About how much comes, in 1000 bytes: 4 for the step of each row, and 9 bits a weight.
 * @param {[string, number, number][]} shapes
 */
const sizeOf = (shapes) =>
  Math.ceil(shapes.reduce((sum, [, n, m]) => sum + 4 * n + (9 / 8) * n * m, 0) / 1000);

/**
 * Where the needle falls, and whether that is the likeliest letter.
 * @param {Record<string, any>} run
 * @param {Model} model
 * @param {string} letter
 * @param {string} likeliest
 * @param {number[]} weights
 * @param {number} fresh words that it never read
 */
export function told(run, model, letter, likeliest, weights, fresh) {
  if (run.engine.waits)
    return tr("The model is on its way: {size}\u00a0kB.", { size: sizeOf(model.get("shapes")) });
  if (!run.logits) return tr("Nothing is read yet.");
  if (model.get("text").length >= LONGEST)
    return tr("{n} letters: the page is full.", { n: LONGEST });
  const p = (which) => weights[model.get("letters").indexOf(which)];
  const named = (which) =>
    `${UNSEEN[which] ?? which} (${p(which) < 0.005 ? "<1" : fixed(100 * p(which), 0)}%)`;
  const made = fresh
    ? ` ${trn(fresh, { one: "Underlined: {n} word it never read.", other: "Underlined: {n} words it never read." })}`
    : "";
  if (letter !== likeliest)
    return (
      tr("The needle falls on {letter}, not on the likeliest letter, {likeliest}.", {
        letter: named(letter),
        likeliest: named(likeliest),
      }) + made
    );
  return (
    (p(letter) === 1
      ? tr("Only the likeliest letter can come: {letter}.", { letter: named(letter) })
      : tr("The needle falls on the likeliest letter: {letter}.", { letter: named(letter) })) + made
  );
}

/** What is written so far: its beginning is bold, and words that are new are underlined. */
export function written() {
  const root = html("p", { class: "wb-written" });
  let shown = "";
  /** @param {string} text @param {number} begun @param {number[][]} fresh */
  const set = (text, begun, fresh) => {
    if (shown === `${begun} ${fresh.length} ${text}`) return;
    shown = `${begun} ${fresh.length} ${text}`;
    const cuts = [...new Set([0, begun, ...fresh.flat(), text.length])].sort((x, y) => x - y);
    const tag = (from) =>
      fresh.some(([start, end]) => start <= from && from < end) ? "u" : from < begun ? "b" : "span";
    root.replaceChildren(
      ...cuts.slice(1).map((to, i) => html(tag(cuts[i]), {}, text.slice(cuts[i], to))),
    );
    root.scrollTop = LONGEST * 20; // its end
  };
  return { root, set };
}
