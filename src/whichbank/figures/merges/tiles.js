// A line of words in letters: those of one token lie side by side, those of two apart.

import { eased } from "../kit/motion.js";
import { html, renew } from "../kit/parts.js";

const GAP = 0.33; // rem between two tokens of a word: letters that come together overlap a little

/**
 * A word, in whose place each letter has its own; where tokens are joined they slide together.
 * @param {string} word
 * @param {(word: string, stop: number) => number[]} lengths of its tokens, after the merges of a
 *   stop
 */
function tilesOf(word, lengths) {
  const cells = [...word].map((letter) => html("span", { class: "wb-cell" }, letter));
  const root = html("span", { class: "wb-chips" }, ...cells);
  const kept = new Map();
  /** Whether there is a gap to the left of each letter. */
  const gaps = (stop) => {
    if (!kept.has(stop)) {
      const open = cells.map(() => 0);
      let at = 0;
      for (const length of lengths(word, stop)) {
        open[at] = 1;
        at += length;
      }
      open[0] = 0;
      kept.set(stop, open);
    }
    return kept.get(stop);
  };
  const draw = (at) => {
    const [from, to] = [gaps(Math.floor(at)), gaps(Math.ceil(at))];
    const part = eased(at - Math.floor(at));
    const closed = cells.map((_, i) => (i ? 1 - from[i] + part * (from[i] - to[i]) : 0));
    let shift = 0; // a word shrinks to its first letter, so that lines begin alike
    cells.forEach((cell, i) => {
      shift -= closed[i];
      const move = shift ? `translateX(${(GAP * shift).toFixed(3)}rem)` : "";
      if (cell.style.transform !== move) cell.style.transform = move;
    });
  };
  /** @param {{name: string, lost: boolean, fresh: boolean, due: boolean}[]} tokens */
  const set = (tokens) => {
    let at = 0;
    const done = tokens.length === 1;
    for (const { name, lost, fresh, due } of tokens) {
      const end = at + [...name].length;
      const kind =
        (lost ? " wb-lost" : "") +
        (done ? " wb-whole" : "") +
        (fresh ? " wb-fresh" : "") +
        (due ? " wb-due" : "");
      for (const first = at; at < end; at++)
        renew(cells[at], {
          class: `wb-cell${at === first ? " wb-first" : ""}${at === end - 1 ? " wb-last" : ""}${kind}`,
        });
    }
    return tokens.map(({ name }) => name).join("·");
  };
  return { root, draw, set };
}

/**
 * One line of a text; it is read out token by token.
 * @param {string} line
 * @param {(word: string, stop: number) => number[]} lengths
 */
export function lineOf(line, lengths) {
  const words = line
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => tilesOf(word, lengths));
  const root = html(
    "p",
    { role: "img" },
    ...words.flatMap((word, i) => (i ? [" ", word.root] : [word.root])),
  );
  return {
    root,
    /** @param {number} at between which stops */
    draw: (at) => words.forEach((word) => word.draw(at)),
    /** @param {() => {name: string, lost: boolean, fresh: boolean, due: boolean}[]} next the tokens of the next word */
    set: (next) => renew(root, { "aria-label": words.map((word) => word.set(next())).join(" ") }),
  };
}
