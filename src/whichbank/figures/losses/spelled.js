// A text, letter by letter, each below two bars: what it costs with the head, and without it. Its color says how much
// worse it is guessed then, or better.

import { gliding } from "../kit/motion.js";
import { fixed } from "../kit/numbers.js";
import { html, renew, say, uniqueId } from "../kit/parts.js";
import { tr } from "../kit/words.js";

const MOST_NATS = 8; // as high as a bar gets
const MOST_CHANGE = 4; // as strong as a letter's color gets
export const UNREAD = { " ": tr("space"), "\n": tr("end of item") };
const SEEN_AS = { " ": "·", "\n": "¶" };

/**
 * @param {number} most letters
 * @param {(i: number) => void} onPick
 */
export function spelled(most, onPick) {
  const name = uniqueId();
  const cells = Array.from({ length: most }, (_, i) => {
    const input = html("input", { type: "radio", name, value: i, onchange: () => onPick(i) });
    const bars = [html("i"), html("i", { class: "wb-after-cut" })];
    const sign = html("b");
    return {
      input,
      bars,
      sign,
      root: html("label", {}, input, html("span", { class: "wb-two-bars" }, ...bars), sign),
    };
  });
  const root = html(
    "fieldset",
    { class: "wb-spelled", "aria-label": tr("The letters: tap the one that will lose most") },
    ...cells.map((cell) => cell.root),
  );
  const scale = html(
    "p",
    { class: "wb-note wb-nats" },
    tr("Guessed better"),
    html("i", { "aria-hidden": "true" }),
    tr("worse, {n} nats or more", { n: MOST_CHANGE }),
  );
  const glide = gliding(root);
  /**
   * @param {string} text
   * @param {number[]} before nats a letter; none if not known
   * @param {number[]} now
   * @param {number} guess
   * @param {boolean} done
   */
  const set = (text, before, now, guess, done) => {
    scale.classList.toggle("wb-unopened", !done);
    cells.forEach(({ input, bars, sign, root: label }, i) => {
      label.hidden = i >= text.length;
      if (label.hidden) return;
      say(sign, SEEN_AS[text[i]] ?? text[i]);
      const [was, is] = [before[i], now[i]];
      const costs =
        was === undefined
          ? ""
          : `: ${
              is === undefined
                ? tr("{was} nats", { was: fixed(was, 1) })
                : tr("{was} nats, without the head {is}", { was: fixed(was, 1), is: fixed(is, 1) })
            }`;
      renew(input, { "aria-label": `${UNREAD[text[i]] ?? text[i]}${costs}` });
      input.checked = i === guess;
      input.disabled = done && i !== guess;
      label.classList.toggle("wb-guessed", i === guess);
      glide.to(`${i} more`, is === undefined ? 0 : is - was, (more) => {
        const strong = Math.min(Math.abs(more) / MOST_CHANGE, 1);
        sign.style.setProperty("--wb-strong", strong.toFixed(3));
        sign.classList.toggle("wb-better", more < 0);
      });
      [was ?? 0, is ?? 0].forEach((nats, k) =>
        glide.to(`${i} ${k}`, Math.min(nats / MOST_NATS, 1), (share) => {
          bars[k].style.height = `${(100 * share).toFixed(1)}%`;
        }),
      );
    });
  };
  return { root: html("div", {}, root, scale), set, stop: glide.stop };
}
