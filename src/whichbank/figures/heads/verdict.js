// What readers answered, as a table with a mark for right and wrong.

import { html } from "../kit/parts.js";

/**
 * What the readers answered where the word was asked, a row a reader, with a mark for right and
 * wrong.
 * @param {string} word
 * @param {any[]} asked of this word
 * @param {any[][]} told the name of each reader and its answers
 */
export function verdict(word, asked, told) {
  const task =
    asked[0][1] === "means"
      ? "which of its meanings is it here?"
      : "which meaning comes before it, and which after?";
  const cell = ([answer, sure], right) =>
    html(
      "td",
      { translate: "no" },
      " ",
      html(
        "span",
        right ? { class: answer === right ? "wb-good" : "wb-wrong" } : {},
        right ? `${answer} ${answer === right ? "✓" : "✗"}` : answer,
      ),
      `${right ? "\u00a0" : " "}${sure}%`,
      html("span", { class: "wb-sure" }, "\u00a0sure"),
    );
  const head = (scope, text) => html("th", { scope }, text);
  return html(
    "table",
    { class: "wb-verdict" },
    html("caption", {}, `Asked at “${word}”: ${task}`),
    html(
      "thead",
      {},
      html("tr", {}, html("td"), ...asked.map(([, question]) => head("col", question))),
    ),
    html(
      "tbody",
      {},
      ...told.map(([name, given]) =>
        html("tr", {}, head("row", name), ...asked.map(([, , right], i) => cell(given[i], right))),
      ),
    ),
  );
}
