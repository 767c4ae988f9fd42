// What readers answered, as a table with a mark for right and wrong.

import { html } from "../kit/parts.js";
import { tr } from "../kit/words.js";

/** What is asked of a word, by the names that readers know. */
export const NAMES = {
  means: tr("means"),
  "before it": tr("before it"),
  "after it": tr("after it"),
};

/**
 * What the readers answered where the word was asked, a row a reader, with a mark for right and
 * wrong.
 * @param {string} word
 * @param {number} at its place
 * @param {any[][]} all that is asked of the sentence
 * @param {string[]} names of the readers
 * @param {any[][]} answers of each reader to all
 */
export function verdict(word, at, all, names, answers) {
  const here = [...all.keys()].filter((k) => all[k][0] === at);
  const asked = here.map((k) => all[k]);
  if (!asked.length)
    return html(
      "p",
      {},
      tr("“{word}” is not asked what it means: it looks wherever the shared matrices send it.", {
        word,
      }),
    );
  const task =
    asked[0][1] === "means"
      ? tr("which of its meanings is it here?")
      : tr("which meaning comes before it, and which after?");
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
      html("span", { class: "wb-sure" }, `\u00a0${tr("sure")}`),
    );
  const head = (scope, text) => html("th", { scope }, text);
  return html(
    "table",
    { class: "wb-verdict" },
    html("caption", {}, tr("Asked at “{word}”: {task}", { word, task })),
    html(
      "thead",
      {},
      html(
        "tr",
        {},
        html("td"),
        ...asked.map(([, question]) => head("col", NAMES[question] ?? question)),
      ),
    ),
    html(
      "tbody",
      {},
      ...names.map((name, i) =>
        html("tr", {}, head("row", name), ...here.map((k) => cell(answers[i][k], all[k][2]))),
      ),
    ),
  );
}
