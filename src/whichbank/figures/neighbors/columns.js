// Two lists of one word's neighbors, and a line for each word that both have.

import { gliding } from "../kit/motion.js";
import { html, renew, say, svg, uniqueId } from "../kit/parts.js";
import { tr, trn } from "../kit/words.js";

export const MANY = 10;
const ROW = 30; // pixels: a finger's width

/**
 * How many of the neighbors the article has.
 * @param {boolean[][]} there
 */
export const gathered = (there) => there.flat().filter(Boolean).length;

/**
 * How far a word of both lists has moved, in places; up is nearer.
 * @param {string[][]} near the two lists
 * @param {string} word
 */
const moved = ([first, next], word) => first.indexOf(word) - next.indexOf(word);

/** The same, for those who hear it. */
const toldOfMove = (by) =>
  by > 0
    ? trn(by, { one: "1 place up", other: "{n} places up" })
    : by < 0
      ? trn(-by, { one: "1 place down", other: "{n} places down" })
      : tr("in the same place");

/**
 * The ten nearest words of one table; each is a button that asks for it, if it
 * has a list.
 * @param {string} name
 * @param {(word: string, byKey: boolean) => void} onPick
 */
function listOf(name, onPick) {
  const head = uniqueId();
  const rows = Array.from({ length: MANY }, () => {
    const [word, more] = [html("span", {}, ""), html("span", { class: "wb-aloud" }, "")];
    const move = html("small", { "aria-hidden": "true" });
    const pick = html(
      "button",
      { type: "button", onclick: ({ detail }) => onPick(word.textContent, !detail) },
      word,
      more,
      move,
    );
    return { word, more, move, pick };
  });
  const root = html(
    "div",
    {},
    html("p", { id: head, class: "wb-strong" }, name),
    html("ol", { "aria-labelledby": head }, ...rows.map(({ pick }) => html("li", {}, pick))),
  );
  /**
   * @param {string[]} near
   * @param {boolean[]} there
   * @param {string[]} both
   * @param {boolean[]} asked whether a word has a list
   * @param {((word: string) => number) | undefined} by how far a word of both lists has moved to get here
   */
  const set = (near, there, both, asked, by) =>
    rows.forEach(({ word, more, move, pick }, i) => {
      const [shared, here] = [both.includes(near[i]), there[i]];
      const way = shared && by ? by(near[i]) : undefined;
      pick.disabled = !asked[i];
      say(word, near[i] ?? "–");
      say(move, way ? `${way > 0 ? "↑" : "↓"}${Math.abs(way)}` : way === 0 ? "=" : "");
      say(
        more,
        `${shared ? `, ${tr("in both lists")}` : ""}${way === undefined ? "" : `, ${toldOfMove(way)}`}${here ? `, ${tr("in the same article")}` : ""} `,
      );
      renew(pick, { class: `${here ? "wb-there" : ""}${shared ? " wb-shared" : ""}` });
    });
  return { root, set };
}

/**
 * @param {string[]} names of the tables
 * @param {(word: string, byKey: boolean) => void} onPick
 */
export function columns(names, onPick) {
  const [left, right] = names.map((name) => listOf(name, onPick));
  const lines = Array.from({ length: MANY }, () =>
    svg("line", { class: "wb-idle", x1: 0, x2: 1, y1: 0, y2: 0 }),
  );
  const joins = svg(
    "svg",
    {
      class: "wb-joins",
      viewBox: `0 0 1 ${MANY * ROW}`,
      preserveAspectRatio: "none",
      "aria-hidden": "true",
    },
    ...lines,
  );
  const root = html("div", { class: "wb-near" }, left.root, joins, right.root);
  const glide = gliding(joins);
  /**
   * @param {any} found
   * @param {string[]} both
   */
  const set = ({ near, there, asked }, both) => {
    const marked = gathered(there) > MANY ? there : [[], []];
    const by = (word) => moved(near, word);
    [left, right].forEach((one, t) =>
      one.set(near[t], marked[t], both, asked[t], t ? by : undefined),
    );
    lines.forEach((line, i) => {
      line.classList.toggle("wb-idle", i >= both.length);
      line.classList.toggle("wb-stays", i < both.length && Math.abs(by(both[i])) < 2);
      const ends =
        i < both.length ? near.map((list) => (list.indexOf(both[i]) + 0.5) * ROW) : [0, 0];
      glide.to(String(i), ends, ([y1, y2]) => renew(line, { y1, y2 }));
    });
  };
  return { root, set, stop: glide.stop };
}
