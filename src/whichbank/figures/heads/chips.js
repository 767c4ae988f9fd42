// The row of the word that asks, cut into the parts of its heads: each a button that silences it.

import { html, renew, say } from "../kit/parts.js";

/**
 * @param {number} most heads
 * @param {(head: number) => void} onPick from 1
 */
export function silencer(most, onPick) {
  const chips = Array.from({ length: most }, (_, h) =>
    html(
      "button",
      {
        type: "button",
        class: `wb-chip wb-c${h % 6}`,
        title: `Silence head ${h + 1}`,
        onclick: () => onPick(h + 1),
      },
      html(
        "span",
        {},
        html("span", { class: "wb-aloud" }, "Silence "),
        html("span", { class: "wb-sure" }, "head "),
        String(h + 1),
      ),
      html("span", { class: "wb-cells", "aria-hidden": "true" }),
    ),
  );
  const told = html("p", { class: "wb-aside" });
  /**
   * @param {number[]} row as the heads give it; empty where it is not here yet
   * @param {number} count of heads
   * @param {number} silent from 1; 0 is none
   */
  const set = (row, count, silent) => {
    const size = row.length / count;
    const longest = Math.max(...row.map(Math.abs)) || 1;
    say(told, `The tapped word’s numbers, cut into ${count} heads. Tap one to silence it.`);
    chips.forEach((chip, h) => {
      chip.hidden = h >= count;
      renew(chip, { "aria-pressed": String(silent === h + 1) });
      const cells = chip.lastElementChild;
      while (cells.children.length < size) cells.append(html("i"));
      while (cells.children.length > size) cells.lastChild.remove();
      [...cells.children].forEach((cell, i) =>
        renew(cell, {
          style: `opacity: ${h + 1 === silent ? 0 : Math.abs((row[h * size + i] ?? 0) / longest).toFixed(2)}`,
        }),
      );
    });
  };
  return { root: html("div", { class: "wb-silence" }, told, html("div", {}, ...chips)), set };
}
