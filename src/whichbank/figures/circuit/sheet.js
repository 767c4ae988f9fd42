// The sheet of the circuit lab: a list of words on its first reading at the left and on its second at
// the right, ribbons from each word to those it looks at, and what is said after each word.

import { gliding } from "../kit/motion.js";
import { html, renew, say, svg } from "../kit/parts.js";
import { thickness } from "../kit/tables.js";
import { MOST_WORDS, wordOf } from "./running.js";
import { tr } from "../kit/words.js";

const SHOWN = 0.04; // a weight below it is not drawn
const WIDE = 100; // of the gap, in its own units; a row is 10 high
const ROW = 10;

/**
 * The way of a ribbon, from the word that looks to the one it looks at.
 * @param {number} t
 * @param {number} s
 * @param {number} n words a reading
 */
export function ribbonPath(t, s, n) {
  const y = (place) => ROW * ((place % n) + 0.5);
  const [a, b] = [t, s].map((place) => (place < n ? 0 : WIDE));
  if (a !== b) return `M${a} ${y(t)}C${WIDE / 2} ${y(t)} ${WIDE / 2} ${y(s)} ${b} ${y(s)}`;
  const out = (a ? -1 : 1) * (14 + 30 * Math.sqrt(Math.abs(t - s) / n));
  const [from, to] = t === s ? [y(t) - 2, y(t) + 2] : [y(t) - 1.5, y(s) + 1.5];
  return `M${a} ${from}C${a + out} ${from} ${a + out} ${to} ${b} ${to}`;
}

/**
 * @param {(place: number) => void} onFirst a word of the first reading was tapped
 * @param {(place: number) => void} onSecond
 */
export function sheet(onFirst, onSecond) {
  const lines = Array.from({ length: MOST_WORDS }, (_, i) => {
    const made = {
      first: html("button", { type: "button", class: "wb-told-word", onclick: () => onFirst(i) }),
      note: html("small"),
      second: html("button", { type: "button", class: "wb-told-word", onclick: () => onSecond(i) }),
      said: html("span", { class: "wb-follower" }),
      mark: html("b"),
      bars: [html("i", { class: "wb-before-cut" }), html("i", { class: "wb-after-cut" })],
    };
    const { first, note, second, said, mark, bars } = made;
    const root = html(
      "div",
      { class: "wb-line-of-two" },
      html("div", {}, first, note),
      html("div", {}, second),
      html(
        "div",
        { class: "wb-says", onclick: () => onSecond(i) },
        said,
        mark,
        html("div", { class: "wb-chances" }, ...bars),
      ),
    );
    return { ...made, root };
  });
  const picture = svg("svg", {
    class: "wb-ribbons",
    role: "img",
    preserveAspectRatio: "none",
  });
  const legend = html("span", { class: "wb-key-of-bars" });
  const heads = [tr("first reading"), tr("second reading"), tr("says next")].map((text, i) =>
    html("span", {}, text, ...(i > 1 ? [legend] : [])),
  );
  const root = html(
    "div",
    { class: "wb-twice-read" },
    html("div", { class: "wb-line-of-two wb-heads-of-lines", "aria-hidden": "true" }, ...heads),
    html("div", { class: "wb-lines-of-two" }, ...lines.map((line) => line.root), picture),
  );
  const nodes = new Map();
  const glide = gliding(picture);
  let high = 0;
  /**
   * Draw where words look.
   * @param {number[]} weights (2N, 2N)
   * @param {number} n
   * @param {number[]} at the places that ask; none is all
   * @param {string} color
   * @param {boolean} gone
   * @param {string} told for those who cannot see it
   */
  const look = (weights, n, at, color, gone, told) => {
    const size = 2 * n;
    renew(picture, {
      viewBox: `0 0 ${WIDE} ${ROW * n}`,
      class: `wb-ribbons ${color}${gone ? " wb-lost-looks" : ""}`,
      "aria-label": told,
    });
    if (high !== n) {
      for (const node of nodes.values()) node.remove();
      for (const key of nodes.keys()) glide.drop(key);
      nodes.clear();
      high = n;
    }
    for (let t = 0; t < size; t++)
      for (let s = 0; s <= t; s++) {
        const [key, weight] = [`${t} ${s}`, weights[t * size + s]];
        if (weight < SHOWN && !nodes.has(key)) continue;
        if (!nodes.has(key)) {
          nodes.set(key, svg("path", { d: ribbonPath(t, s, n) }));
          picture.append(nodes.get(key));
          glide.to(key, 0, () => {}, true);
        }
        const node = nodes.get(key);
        renew(node, {
          class: !at.length || at.includes(t) ? "wb-look-ribbon" : "wb-look-ribbon wb-faint",
          "data-weight": weight.toFixed(4),
        });
        glide.to(key, weight < SHOWN ? 0 : 0.6 * thickness(weight), (thick) =>
          renew(node, { "stroke-width": thick.toFixed(2) }),
        );
      }
  };
  /**
   * Show the words, and what is known of each.
   * @param {number[]} once
   * @param {number[]} again
   * @param {(i: number) => Record<string, any>} first of a word of the first reading: pressed, mark, note, off, never
   * @param {(i: number) => Record<string, any>} second
   * @param {(i: number) => Record<string, any>} result: said, was, now, right, known
   */
  const set = (once, again, first, second, result) => {
    const n = once.length;
    root.classList.toggle("wb-many", n > 10);
    const two = once.some((_, i) => (result(i).now ?? -1) >= 0);
    if (Boolean(legend.firstChild) !== two)
      legend.replaceChildren(
        ...(two
          ? [html("i"), tr("was"), " ", html("i", { class: "wb-after-cut" }), tr("now")]
          : []),
      );
    lines.forEach((line, i) => {
      line.root.hidden = i >= n;
      for (const node of [line.first, line.second]) node.disabled = i >= n;
      if (i >= n) return;
      const sides = /** @type {[HTMLButtonElement, number, Record<string, any>][]} */ ([
        [line.first, once[i], first(i)],
        [line.second, again[i], second(i)],
      ]);
      for (const [
        node,
        id,
        { pressed, mark = "", never = false, off = false, aloud = "" },
      ] of sides) {
        say(node, wordOf(id));
        renew(node, {
          class: `wb-told-word ${mark}`,
          "aria-label": `${wordOf(id)}${aloud && `, ${aloud}`}`,
          "aria-disabled": String(off),
        });
        node.disabled = never;
        if (pressed === undefined) node.removeAttribute("aria-pressed");
        else renew(node, { "aria-pressed": String(pressed) });
      }
      say(line.note, first(i).note ?? "");
      const { said = "", was = -1, now = -1, right, known = true } = result(i);
      say(line.said, said);
      // the next line has this word already
      line.said.classList.toggle("wb-said-below", right === true && said === wordOf(again[i + 1]));
      say(line.mark, right === undefined ? "" : right ? "✓" : "✗");
      renew(line.mark, { class: right ? "wb-good" : "wb-wrong" });
      [was, now].forEach((chance, k) =>
        glide.to(`bar ${i} ${k}`, Math.max(chance, 0), (share) => {
          line.bars[k].style.width = `${(100 * share).toFixed(1)}%`;
        }),
      );
      line.root.classList.toggle("wb-unasked", !known);
      line.root.classList.toggle("wb-two-runs", now >= 0);
    });
  };
  return { root, set, look, stop: glide.stop };
}
