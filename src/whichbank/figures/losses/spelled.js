// A text, letter by letter, each below a bar: what it costs with the head, and on top of it what it costs more without
// it, in the color that the letter takes as well.

import { gliding } from "../kit/motion.js";
import { fixed } from "../kit/numbers.js";
import { html, renew, say, uniqueId } from "../kit/parts.js";
import { tr } from "../kit/words.js";

const MOST_NATS = 8; // as high as a bar gets
const MOST_CHANGE = 4; // as strong as a letter's color gets
const LEAST_CHANGE = 0.3; // of less than it, a letter keeps its ground
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
    const bars = [html("i", { class: "wb-change" }), html("i")];
    const sign = html("b");
    return {
      input,
      bars,
      sign,
      root: html("label", {}, input, html("span", { class: "wb-stacked" }, ...bars), sign),
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
  let words = "";
  /** A line breaks after a space; a word that is longer than a line breaks within. */
  const breakAtWords = (text) => {
    if (words === (words = text)) return;
    const ends = [...text].map((one, i) => (/\s/.test(one) || i + 1 === text.length ? i + 1 : 0));
    const starts = [0, ...ends.filter(Boolean), most];
    root.replaceChildren(
      ...starts
        .slice(1)
        .map((end, n) =>
          html(
            "span",
            { class: starts[n] < text.length ? "wb-unbroken" : "wb-rest" },
            ...cells.slice(starts[n], end).map((cell) => cell.root),
          ),
        ),
    );
  };
  /**
   * @param {string} text
   * @param {number[]} before nats a letter; none if not known
   * @param {number[]} now
   * @param {number} guess
   * @param {boolean} done
   */
  const set = (text, before, now, guess, done) => {
    scale.classList.toggle("wb-unopened", !done);
    breakAtWords(text);
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
      glide.to(`${i}`, [was ?? 0, is ?? was ?? 0], ([old, cut]) => {
        const high = (nats) => Math.min(nats / MOST_NATS, 1);
        const change = Math.abs(high(cut) - high(old));
        const strong = (Math.abs(cut - old) - LEAST_CHANGE) / (MOST_CHANGE - LEAST_CHANGE);
        label.style.setProperty("--wb-strong", Math.min(Math.max(strong, 0), 1).toFixed(3));
        label.classList.toggle("wb-better", cut < old);
        bars[0].style.height = `${(100 * change).toFixed(1)}%`;
        bars[1].style.height = `${(100 * Math.min(high(old), high(cut))).toFixed(1)}%`;
      });
    });
  };
  return { root: html("div", {}, root, scale), set, stop: glide.stop };
}
