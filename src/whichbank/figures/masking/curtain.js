// A curtain over a sentence, drawn by its hem from the right: what it covers comes later than the
// word that asks.

import { held } from "../kit/drag.js";
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
    if (!holds()) hang(word < 0 ? [1, 1] : [(word + 1) / words, 0]);
  };
  const stands = () => {
    const [box, own] = [root, hem].map((node) => node.getBoundingClientRect());
    return (own.left + own.width / 2 - box.left) / box.width;
  };
  const move = (at) => {
    const [all, room] = [root, beside].map((node) => node.getBoundingClientRect().width);
    const part = room / all; // what is beside the words
    const [share, past] = [at / (1 - part), (at + part - 1) / part].map((v) =>
      Math.min(Math.max(v, 0), 1),
    );
    hang([share, past], true);
    const word = past > PARKED ? -1 : Math.max(Math.round(share * words), 1) - 1;
    if (word !== last) onDraw(word);
  };
  const holds = held(hem, root, stands, move, () => set(last));
  return { root, set, stop: () => glide.stop() };
}
