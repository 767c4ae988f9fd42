// What the figure says of the next letter.

import { fixed } from "../kit/numbers.js";
import { html } from "../kit/parts.js";
import { UNSEEN } from "./line.js";
import { LONGEST } from "./writing.js";

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
  if (run.engine.waits) return `The model is on its way: ${sizeOf(model.get("shapes"))}\u00a0kB.`;
  if (!run.logits) return "Nothing is read yet.";
  if (model.get("text").length >= LONGEST) return `${LONGEST} letters: the page is full.`;
  const p = (which) => weights[model.get("letters").indexOf(which)];
  const named = (which) =>
    `${UNSEEN[which] ?? which} (${p(which) < 0.005 ? "<1" : fixed(100 * p(which), 0)}%)`;
  const made = fresh
    ? ` Underlined: ${fresh} ${fresh === 1 ? "word" : "words"} it never read.`
    : "";
  if (letter !== likeliest)
    return `The needle falls on ${named(letter)}, not on the likeliest letter, ${named(likeliest)}.${made}`;
  return `${p(letter) === 1 ? "Only the likeliest letter can come" : "The needle falls on the likeliest letter"}: ${named(letter)}.${made}`;
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
