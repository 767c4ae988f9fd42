// The sentence and its window.

import { choice, html, say } from "../kit/parts.js";
import { tr } from "../kit/words.js";

/**
 * The places of the context: at most m on either side, without the center.
 * @param {number} center
 * @param {number} m
 * @param {number} length
 * @returns {number[]}
 */
export const around = (center, m, length) =>
  Array.from({ length }, (_, place) => place).filter(
    (place) => place !== center && Math.abs(place - center) <= m,
  );

/**
 * The sentence in places of one width, and the window around its middle, whose ends are pulled.
 * @param {number} length
 * @param {(place: number) => void} onPick
 * @param {(place: number) => void} onPull where an end of the window is pulled to
 */
export function row(length, onPick, onPull) {
  const words = choice(tr("The word in the middle"), Array(length).fill(""), onPick);
  const names = [...words.root.querySelectorAll("span")];
  const frame = html("div", { class: "wb-brackets" });
  const root = html(
    "div",
    { class: "wb-tokens", style: `--wb-places: ${length}` },
    frame,
    words.root,
  );
  const pull = (event) => {
    if (event.isTrusted && !event.buttons) return;
    const { left, width } = root.getBoundingClientRect();
    onPull(Math.floor((length * (event.clientX - left)) / width));
  };
  for (const side of ["left", "right"])
    frame.append(
      html("span", {
        class: `wb-movable wb-${side}`,
        onpointerdown: (event) => event.target.setPointerCapture(event.pointerId),
        onpointermove: pull,
      }),
    );
  /**
   * @param {string[]} shown
   * @param {number} center
   * @param {number} m
   */
  const set = (shown, center, m) => {
    const ends = [Math.max(center - m, 0), Math.min(center + m, length - 1)];
    words.set(center);
    shown.forEach((word, i) => say(names[i], word));
    names.forEach((name, i) => name.classList.toggle("wb-near", i >= ends[0] && i <= ends[1]));
    frame.style.left = `${(100 * ends[0]) / length}%`;
    frame.style.right = `${100 - (100 * (ends[1] + 1)) / length}%`;
  };
  return { root, set };
}
