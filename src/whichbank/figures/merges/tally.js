// Pairs with their counts as bars, the most frequent on top; they change places before one's eyes.

import { gliding } from "../kit/motion.js";
import { html, renew, say } from "../kit/parts.js";
import { grouped } from "../kit/words.js";

/** @param {number} most how many are shown */
export function tally(most) {
  const root = html("ol", { class: "wb-tally", style: `--wb-most: ${most}` });
  const glide = gliding(root);
  /** @type {Map<string, {row: HTMLElement, bar: HTMLElement, number: HTMLElement}>} */
  const rows = new Map();
  const place =
    ({ row, bar }) =>
    ([rank, share, ink]) => {
      row.style.cssText = `transform: translateY(${(100 * rank).toFixed(1)}%); opacity: ${Math.max(ink, 0).toFixed(3)}`;
      bar.style.width = `${Math.max(100 * share, 0).toFixed(2)}%`;
    };
  const make = (pair) => {
    const [bar, number] = [html("i"), html("b")];
    const row = html("li", {}, html("span", {}, pair), html("div", {}, bar), number);
    const made = { row, bar, number };
    rows.set(pair, made);
    glide.to(pair, [most, 0, 0], place(made), true);
    return made;
  };
  /**
   * @param {{pair: string, count: number, over: boolean}[]} found and whether each is merged already
   * @param {boolean} goes on: the first is merged next
   */
  const set = (found, goes) => {
    const top = Math.max(1, ...found.map(({ count }) => count));
    const given = new Set(found.map(({ pair }) => pair));
    for (const [pair, one] of rows) {
      if (given.has(pair)) continue;
      one.row.remove();
      glide.drop(pair);
      rows.delete(pair);
    }
    found.forEach(({ pair, count, over }, rank) => {
      const one = rows.get(pair) ?? make(pair);
      say(one.number, grouped(count));
      renew(one.row, { class: over ? "wb-past" : goes && !rank ? "wb-soon" : "" });
      if (root.children[rank] !== one.row) root.insertBefore(one.row, root.children[rank] ?? null);
      glide.to(pair, [rank, count / top, 1], place(one));
    });
  };
  return { root, set, stop: glide.stop };
}
