// The words between the jobs, each with a slider for its number.

import { write } from "../kit/model.js";
import { fixed } from "../kit/numbers.js";
import { html, slider } from "../kit/parts.js";
import { REACH, STEP } from "./arrows.js";

/**
 * By the mode, the words stand alone.
 * @param {Model} model
 * @param {number[]} colors of the words
 */
export function volumes(model, colors) {
  const words = model.get("words");
  if (model.get("mode") === "matrix") {
    const plain = words.map((word, i) => html("b", { class: `wb-word wb-c${colors[i]}` }, word));
    return { root: html("div", { class: "wb-volumes" }, ...plain), set: () => {} };
  }
  const put = (i, x) =>
    write(model, {
      scalars: model.get("scalars").map((old, s) => (s === i ? Number(x.toFixed(2)) : old)),
    });
  const numbers = words.map((word, i) =>
    slider(
      word,
      { min: 0, max: REACH, step: STEP, color: colors[i], format: (x) => fixed(x, 1) },
      (x) => put(i, x),
    ),
  );
  numbers.forEach(({ root }, i) => root.classList.add(`wb-c${colors[i]}`));
  const set = (scalars) =>
    numbers.forEach((part, i) => {
      part.set(scalars[i]);
      part.root.style.setProperty("--wb-loud", scalars[i]);
    });
  return { root: html("div", { class: "wb-volumes" }, ...numbers.map(({ root }) => root)), set };
}
