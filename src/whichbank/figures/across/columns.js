// Two columns of words, and what runs between them while one is written.

import { gliding } from "../kit/motion.js";
import { fixed } from "../kit/numbers.js";
import { choice, html, nameAloud, renew, say, svg } from "../kit/parts.js";
import { shade, thickness } from "../kit/tables.js";
import { tr } from "../kit/words.js";

const GROWN = 0.7; // of a word's time, until its ribbons have arrived
const APART = 0.4; // of a row, between the lines of two heads

/** @param {boolean} good */
const verdict = (good) =>
  html(
    "b",
    {
      class: good ? "wb-fits" : "wb-fails",
      role: "img",
      lang: document.documentElement.lang || "en",
      "aria-label": good ? tr("right here") : tr("wrong here"),
    },
    good ? "✓" : "✗",
  );

/**
 * Two columns of words, and between them lines from the word that is written to those that are
 * read.
 * @param {string[]} english
 * @param {string[]} hindi
 * @param {string[]} told what each Hindi word means
 * @param {number} high how many words there is room for
 * @param {number} heads
 * @param {(word: number) => void} onPick
 * @param {boolean[]} [right] which Hindi words are right here; without it nothing is marked
 */
export function columns(english, hindi, told, high, heads, onPick, right) {
  const picks = nameAloud(choice(tr("It writes: tap a word"), hindi, onPick));
  picks.root.setAttribute("lang", "hi-Latn");
  const pens = [...picks.root.querySelectorAll("label > span")].map((word, t) => {
    const [done, rest] = [html("bdi"), html("bdi", { class: "wb-coming" })];
    const gloss = html("small", { lang: "en" }, told[t]);
    const mark = right && verdict(right[t]);
    word.replaceChildren(html("bdi", {}, done, rest), gloss, ...(mark ? [mark] : []));
    return { done, rest };
  });
  const words = english.map((word) =>
    html("li", {}, html("span", {}, word), html("small", {}, "")),
  );
  const middle = (i, { length }) => (high - length) / 2 + i + 0.5;
  const lines = Array.from({ length: heads }, () => english.map(() => svg("path")));
  const trails = hindi.map(() => english.map(() => svg("path")));
  const picture = svg(
    "svg",
    { role: "img", viewBox: `0 0 100 ${high}`, preserveAspectRatio: "none" },
    ...trails.flat(),
    ...lines.flat(),
  );
  const root = html(
    "div",
    { class: "wb-two", style: `--wb-rows: ${high}` },
    html("p", {}, tr("It reads English")),
    html("p", { "aria-hidden": "true" }, tr("It writes Hindi")),
    html("ol", {}, ...words),
    picture,
    picks.root,
  );
  const labels = [...picks.root.querySelectorAll("label")];

  const ends = (s, t, shift) => [middle(s, english) + shift, middle(t, hindi) + shift];
  const blend = (a, b, part) => a.map((v, i) => v + part * (b[i] - v));
  /** The first part of the way across. */
  const way = (from, to, part) => {
    const points = [
      [0, from],
      [50, from],
      [50, to],
      [100, to],
    ];
    const row = [points[0]];
    for (let left = points; left.length > 1; row.push(left[0]))
      left = left.slice(1).map((point, i) => blend(left[i], point, part));
    const [a, b, c, d] = row.map((point) => point.map((v) => v.toFixed(2)).join(" "));
    return `M${a}C${b} ${c} ${d}`;
  };
  const glide = gliding(picture);
  let grown = 1;
  const laid = new Map(); // of each line where it runs and how thick it is
  const lay = (line) => {
    const [from, to, thick] = laid.get(line);
    renew(line, { d: way(from, to, grown), "stroke-width": thick.toFixed(2) });
  };
  /** Show a part of the word that is written, and of its lines. */
  const grow = (word, part) => {
    grown = Math.min(part / GROWN, 1);
    lines.flat().forEach((line) => laid.has(line) && lay(line));
    pens.forEach(({ done, rest }, t) => {
      const signs = [...hindi[t]];
      const count = t === word ? Math.round(grown * signs.length) : signs.length;
      say(done, signs.slice(0, count).join(""));
      say(rest, signs.slice(count).join(""));
    });
  };

  /**
   * @param {number[][][]} weights where each head looks while it writes each word
   * @param {number} word
   * @param {number} head
   * @param {number} meant
   * @param {string} description
   * @param {boolean} [jump]
   */
  const set = (weights, word, head, meant, description, jump) => {
    const rows = weights.map((table) => table[word]);
    const apart = (h) => APART * (h - (heads - 1) / 2);
    picks.set(word);
    renew(picks.root, { class: `wb-choice wb-c${head % 6}` });
    labels.forEach((label, t) => label.classList.toggle("wb-unread", t > word));
    words.forEach((one, s) => {
      const [paper, ink] = shade(rows[head][s]);
      renew(one, {
        class: s === meant ? "wb-meant" : "",
        style: `background-color: ${paper}; color: ${ink}`,
      });
      say(one.lastChild, rows[head][s] < 0.005 ? "" : `${fixed(100 * rows[head][s], 0)}%`);
    });
    lines.forEach((paths, h) =>
      paths.forEach((line, s) => {
        renew(line, {
          "data-weight": rows[h][s].toFixed(4),
          class: `wb-arc wb-c${h % 6}${h === head ? "" : " wb-faint"}`,
        });
        const goal = [...ends(s, word, apart(h)), thickness(rows[h][s])];
        const draw = (now) => {
          laid.set(line, now);
          lay(line);
        };
        glide.to(`${h} ${s}`, goal, draw, jump);
      }),
    );
    trails.forEach((paths, t) =>
      paths.forEach((line, s) =>
        renew(line, {
          d: way(...ends(s, t, apart(head)), 1),
          class: `wb-trail wb-c${head % 6}`,
          "stroke-width": (t < word ? thickness(weights[head][t][s]) / 2 : 0).toFixed(2),
        }),
      ),
    ); // of the words that are written already
    renew(picture, { "aria-label": description });
  };
  return { root, set, grow };
}
