// The part of the figure that is a bar of total 1, on which a needle falls: what comes next is the
// letter that it points at. And the futures that begin there.

import { gliding } from "../kit/motion.js";
import { calm } from "../kit/model.js";
import { fixed } from "../kit/numbers.js";
import { html, renew, say, svg } from "../kit/parts.js";
import { thickness } from "../kit/tables.js";
import { signOf, SPOUT, UNSEEN } from "./line.js";
import { tr } from "../kit/words.js";

const [NAMED, NUMBERED] = [0.06, 0.22]; // of the bar: wide enough for a letter, and for its share
const UP = 1.8; // rem: from where the needle falls

/** @param {number} p */
const shareOf = (p) => (p && p < 0.005 ? "<0.01" : fixed(p));

/**
 * The bar: a part for each of the likeliest letters, and one for the rest. A press takes a letter.
 * @param {number} count
 * @param {(letter: string) => void} onPick
 */
export function bar(count, onPick) {
  const parts = Array.from({ length: count + 1 }, (_, i) => {
    const [name, share] = [html("b"), html("span")];
    const rest = i === count ? " wb-rest" : "";
    return { name, share, root: html("i", { class: `wb-part${rest}` }, name, share) };
  });
  const needle = html("span", { class: "wb-needle" });
  const track = html("div", { class: "wb-one", role: "img" }, ...parts.map(({ root }) => root));
  const root = html("div", { class: "wb-bar-of-all", translate: "no" }, track, needle);
  const glide = gliding(root);
  /** @type {(string|undefined)[]} */
  let offered = [];
  let turn = "";
  track.addEventListener("click", (event) => {
    const i = parts.findIndex((part) => part.root.contains(/** @type {Node} */ (event.target)));
    const letter = offered[i];
    if (letter !== undefined) onPick(letter);
  });
  const lie = (ends) =>
    parts.forEach(({ root: part }, i) => {
      const from = i ? ends[i - 1] : 0;
      part.style.left = `${(100 * from).toFixed(2)}%`;
      part.style.width = `${(100 * Math.max(ends[i] - from, 0)).toFixed(2)}%`;
    });
  const fall = (high) =>
    (needle.style.transform = `translate(-50%, ${(-UP * high).toFixed(3)}rem)`);
  /**
   * @param {(string|undefined)[]} letters the likeliest first
   * @param {number[]} shares
   * @param {string|undefined} drawn
   * @param {number} at where the needle falls
   * @param {string} text by which it falls anew
   */
  const set = (letters, shares, drawn, at, text) => {
    offered = letters;
    let sum = 0;
    const ends = [...shares.map((p) => (sum += p)), 1];
    const still = calm.matches || root.matches(".wb-figure:active *");
    glide.to("ends", ends, lie, still);
    needle.style.left = `${(100 * at).toFixed(2)}%`;
    if (turn !== text) glide.to("fall", 1, fall, true);
    turn = text;
    glide.to("fall", 0, fall, calm.matches);
    const here = drawn === undefined ? -1 : letters.indexOf(drawn);
    parts.forEach(({ root: part, name, share }, i) => {
      const p = shares[i] ?? 0;
      const rest = i === parts.length - 1 && here < 0 && drawn !== undefined;
      const letter = rest ? drawn : letters[i];
      say(name, letter !== undefined && (rest || p > NAMED) ? signOf(letter) : "");
      say(share, letter !== undefined && p > NUMBERED ? fixed(p) : "");
      part.classList.toggle("wb-hit", rest || i === here);
    });
    const [first, p] = [letters[0], shares[0]];
    renew(track, {
      "aria-label":
        first === undefined
          ? tr("An empty bar.")
          : tr("A bar of total 1: {letter} has {p} of it. The needle stands at {at}.", {
              letter: UNSEEN[first] ?? first,
              p: shareOf(p),
              at: fixed(at),
            }),
    });
  };
  return { root, set, stop: glide.stop };
}

/**
 * Futures as lines that part where the text ends, each a button for its first letter.
 * @param {number} count
 * @param {(letter: string) => void} onPick
 */
export function futures(count, onPick) {
  const keys = Array.from({ length: count }, (_, i) => {
    const [name, share, text] = [html("b"), html("span"), html("span", { class: "wb-future" })];
    const root = html(
      "button",
      { type: "button", class: "wb-letter", onclick: () => root.letter && onPick(root.letter) },
      name,
      " ",
      share,
      " ",
      text,
    );
    const y = (100 * (i + 0.5)) / count;
    const d = `M0 ${SPOUT}C55 ${SPOUT} 45 ${y} 100 ${y}`;
    return { root, name, share, text, way: svg("path", { class: "wb-arc wb-c0", d }) };
  });
  const ways = svg(
    "svg",
    {
      class: "wb-ways",
      viewBox: "0 0 100 100",
      preserveAspectRatio: "none",
      "aria-hidden": "true",
    },
    ...keys.map(({ way }) => way),
  );
  const list = html(
    "div",
    {
      class: "wb-offers",
      role: "group",
      "aria-label": tr("Futures: press one to write its letter"),
    },
    ...keys.map(({ root }) => root),
  );
  /**
   * @param {(string|undefined)[]} letters
   * @param {number[]} shares
   * @param {string[]} texts
   * @param {string|undefined} drawn
   */
  const set = (letters, shares, texts, drawn) =>
    keys.forEach(({ root, name, share, text, way }, i) => {
      const [letter, p] = [letters[i], shares[i] ?? 0];
      root.letter = letter;
      renew(root, { "aria-disabled": String(letter === undefined) });
      root.classList.toggle("wb-comes", letter !== undefined && letter === drawn);
      root.classList.toggle("wb-cut", letter !== undefined && p === 0);
      say(name, letter === undefined ? "–" : (UNSEEN[letter] ?? letter));
      say(share, letter === undefined ? "" : shareOf(p));
      say(text, [...(texts[i] ?? letter ?? "")].map(signOf).join(""));
      renew(way, { "stroke-width": Math.max(thickness(p), 1).toFixed(2) });
      way.classList.toggle("wb-faint", letter !== drawn);
    });
  return { ways, list, set };
}
