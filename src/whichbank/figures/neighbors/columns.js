// Two lists of one word's neighbors, and a line for each word that both have.

import { gliding } from "../kit/motion.js";
import { html, renew, say, svg, uniqueId } from "../kit/parts.js";
import { tr } from "../kit/words.js";

export const MANY = 10;
const ROW = 30; // pixels: a finger's width

/**
 * How many of the neighbors the article has.
 * @param {boolean[][]} there
 */
export const gathered = (there) => there.flat().filter(Boolean).length;

/**
 * The ten nearest words of one table, with their cosines; each is a button that asks for it, if it
 * has a list.
 * @param {string} name
 * @param {(word: string, byKey: boolean) => void} onPick
 */
function listOf(name, onPick) {
  const head = uniqueId();
  const rows = Array.from({ length: MANY }, () => {
    const [word, more] = [html("span", {}, ""), html("span", { class: "wb-aloud" }, "")];
    const pick = html(
      "button",
      { type: "button", onclick: ({ detail }) => onPick(word.textContent, !detail) },
      word,
      more,
    );
    return { word, more, pick };
  });
  const root = html(
    "div",
    {},
    html("p", { id: head, class: "wb-strong" }, name),
    html("ol", { "aria-labelledby": head }, ...rows.map(({ pick }) => html("li", {}, pick))),
  );
  /**
   * @param {string[]} near
   * @param {number[]} cosines
   * @param {boolean[]} there
   * @param {string[]} both
   * @param {boolean[]} asked whether a word has a list
   */
  const set = (near, cosines, there, both, asked) =>
    rows.forEach(({ word, more, pick }, i) => {
      const [shared, here] = [both.includes(near[i]), there[i]];
      pick.disabled = !asked[i];
      say(word, near[i] ?? "–");
      pick.style.setProperty("--wb-share", `${near[i] ? 100 * cosines[i] : 0}%`);
      say(
        more,
        `${shared ? `, ${tr("in both lists")}` : ""}${here ? `, ${tr("in the same article")}` : ""} `,
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
  const set = ({ near, cosines, there, asked }, both) => {
    const marked = gathered(there) > MANY ? there : [[], []];
    [left, right].forEach((one, t) => one.set(near[t], cosines[t], marked[t], both, asked[t]));
    lines.forEach((line, i) => {
      line.classList.toggle("wb-idle", i >= both.length);
      const ends =
        i < both.length ? near.map((list) => (list.indexOf(both[i]) + 0.5) * ROW) : [0, 0];
      glide.to(String(i), ends, ([y1, y2]) => renew(line, { y1, y2 }));
    });
  };
  return { root, set, stop: glide.stop };
}
