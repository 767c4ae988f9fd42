// A curtain over a sentence, drawn by its hem from the right: what it covers comes later than the
// word that asks.

import { gliding } from "../kit/motion.js";
import { html } from "../kit/parts.js";

const PARKED = 0.4; // of the room beside the words: so far into it the hem is let go for good

/**
 * @param {number} words side by side, equally broad
 * @param {(word: number) => void} onDraw takes the last word that stays uncovered, −1 where the
 *   curtain is put away
 */
export function curtain(words, onDraw) {
  const hem = html("span", { class: "wb-hem" });
  const cloth = html("div", { class: "wb-cloth" }, hem);
  const beside = html("span", { class: "wb-beside" });
  const root = html("div", { class: "wb-curtain", "aria-hidden": "true" }, beside, cloth);
  const glide = gliding(root);
  let last = -1;
  /** @type {number | null} */
  let away = null; // how far from its middle the hem is held
  /** The hem stands after a share of the words, and a share of the room beside them. */
  const hang = (goal, jump) =>
    glide.to(
      "hem",
      goal,
      ([share, past]) => {
        cloth.style.setProperty("--wb-share", share.toFixed(4));
        cloth.style.setProperty("--wb-past", past.toFixed(4));
      },
      jump,
    );
  const set = (word) => {
    last = word;
    if (away === null) hang(word < 0 ? [1, 1] : [(word + 1) / words, 0]);
  };
  const move = (event) => {
    if (away === null) return;
    const { left, width } = root.getBoundingClientRect();
    const room = beside.getBoundingClientRect().width;
    const x = event.clientX - left + away;
    const [share, past] = [x / (width - room), (x + room - width) / room].map((v) =>
      Math.min(Math.max(v, 0), 1),
    );
    hang([share, past], true);
    const word = past > PARKED ? -1 : Math.max(Math.round(share * words), 1) - 1;
    if (word !== last) onDraw(word);
  };
  hem.addEventListener("pointerdown", (event) => {
    event.preventDefault();
    const { left, width } = hem.getBoundingClientRect();
    away = left + width / 2 - event.clientX;
    hem.setPointerCapture(event.pointerId);
  });
  hem.addEventListener("pointermove", move);
  for (const end of ["pointerup", "pointercancel"])
    hem.addEventListener(end, () => {
      away = null;
      set(last);
    });
  return { root, set, stop: () => glide.stop() };
}
