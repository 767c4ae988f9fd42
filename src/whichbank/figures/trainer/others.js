// The part of the figure that is folded away at first: forty sentences of the test, five of each
// sense, of which one sense is shown at a time. The darker a word, the more it is looked at; its ink
// is the sense that is given.

import { choice, html, renew, say } from "../kit/parts.js";
import { tr } from "../kit/words.js";

const GOLD = ["money", "company"]; // the course's own two meanings; of others the first is gold
const TEAL = ["river", "fruit"];

/**
 * The inks of a word's two senses.
 * @param {string[]} names
 */
export const inksOf = ([first, second]) =>
  GOLD.includes(second) || TEAL.includes(first) ? ["teal", "gold"] : ["gold", "teal"];

/** A sentence as a button, each of its words ready to be tinted. */
function lineOf(words, at, press) {
  const parts = words.map((word, s) => html(s === at ? "b" : "span", {}, word));
  const found = html("em");
  const root = html(
    "button",
    { type: "button", class: "wb-test-line", onclick: press },
    ...parts.flatMap((part) => [part, " "]),
    found,
  );
  return { root, parts, found };
}

/**
 * Senses to choose from, each with how many of its sentences are right, and the sentences of one.
 * A press takes a sentence.
 * @param {(i: number) => void} onPick
 * @param {Node} beside what is folded away with them
 */
export function others(onPick, beside) {
  const [chips, lines] = [html("div"), html("div", { class: "wb-read-lines", translate: "no" })];
  const root = html(
    "details",
    { class: "wb-fold wb-others", ontoggle: () => draw() },
    html("summary", {}, tr("Other sentences, and how many are right")),
    html("div", { class: "wb-blocks" }, chips, lines, beside),
  );
  /** @type {{kind: number, from: number, count: number, sum: HTMLElement}[]} */
  let blocks = [];
  /** @type {ReturnType<typeof lineOf>[]} */
  let shown = [];
  let [built, kind, draw] = ["", 0, () => {}];

  const build = (rows, senses) => {
    const kinds = rows.map(({ first, sense }) => first + sense);
    const several = [...new Set(kinds)];
    const names = several.map((one) => senses[Math.floor(one / 2)][1 + (one % 2)]);
    const pick = choice(tr("Sentences about"), names, (i) => {
      kind = i;
      list(rows);
      draw();
    });
    const labels = [...pick.root.querySelectorAll("label > span")];
    blocks = several.map((one, i) => {
      const sum = html("small");
      labels[i].append(" ", sum);
      const count = kinds.filter((other) => other === one).length;
      return { kind: one, from: kinds.indexOf(one), count, sum };
    });
    kind = 0;
    pick.set(kind);
    chips.replaceChildren(pick.root);
    list(rows);
  };
  const list = (rows) => {
    const { from, count } = blocks[kind];
    shown = rows
      .slice(from, from + count)
      .map(({ words, at }, i) => lineOf(words, at, () => onPick(from + i)));
    lines.replaceChildren(...shown.map((line) => line.root));
  };
  const paint = (rows, senses, picked) => {
    for (const { from, count, sum } of blocks) {
      const right = rows
        .slice(from, from + count)
        .filter(({ p, sense }) => Number(p > 0.5) === sense).length;
      say(sum, `${right}/${count}`);
    }
    const { from } = blocks[kind];
    shown.forEach(({ root: line, parts, found }, i) => {
      const { first, at, weights, p } = rows[from + i];
      const names = senses[Math.floor(first / 2)].slice(1);
      const given = Number(p > 0.5);
      renew(line, {
        class: `wb-test-line wb-${inksOf(names)[given]}`,
        style: `--wb-sure: ${Math.round(100 * Math.abs(2 * p - 1))}%`,
        "aria-pressed": String(from + i === picked),
      });
      say(found, `→ ${names[given]}`);
      parts.forEach((part, s) => {
        if (s !== at)
          part.style.setProperty("--wb-dark", `${(50 * weights[s] ** 0.6).toFixed(0)}%`);
      });
    });
  };
  /**
   * Show what is made of each sentence.
   * @param {{words: string[], at: number, first: number, sense: number, weights: number[], p:
   *   number}[]} rows p is the probability of the second sense
   * @param {string[][]} senses each word with its two senses
   * @param {number} picked
   */
  const set = (rows, senses, picked) => {
    const sentences = `${rows.map(({ words }) => words)} ${senses}`;
    draw = () => {
      if (!root.open || !rows.length) return; // nobody sees it
      if (sentences !== built) build(rows, senses);
      built = sentences;
      paint(rows, senses, picked);
    };
    draw();
  };
  return { root, set };
}
