// The row of the word that asks, cut into the parts of its heads: each a button that silences it.

import { icon } from "../kit/menu.js";
import { html, renew } from "../kit/parts.js";
import { tr } from "../kit/words.js";

const SPEAKER = "M4 9.5v5h3.5L12 18.5v-13L7.5 9.5ZM15.5 9.5l5 5M20.5 9.5l-5 5"; // switched off

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
        title: tr("Silence head {head}", { head: h + 1 }),
        onclick: () => onPick(h + 1),
      },
      html(
        "span",
        {},
        html("span", { class: "wb-aloud" }, tr("Silence"), " "),
        html("span", { class: "wb-sure" }, tr("head"), " "),
        String(h + 1),
        icon(SPEAKER),
      ),
      html("span", { class: "wb-cells", "aria-hidden": "true" }),
    ),
  );
  /**
   * @param {number[]} row as the heads give it; empty where it is not here yet
   * @param {number} count of heads
   * @param {number} silent from 1; 0 is none
   */
  const set = (row, count, silent) => {
    const size = row.length / count;
    const longest = Math.max(...row.map(Math.abs)) || 1;
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
  return { root: html("div", { class: "wb-silence" }, html("div", {}, ...chips)), set };
}
