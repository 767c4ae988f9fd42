// The picture: a row of cards, ribbons from the cards that give to those that take, and what comes out
// below. With two heads in a row, the notes of the first stand between.

import { gliding } from "../kit/motion.js";
import { fixed } from "../kit/numbers.js";
import { choice, html, renew, say, svg } from "../kit/parts.js";
import { shade, thickness } from "../kit/tables.js";
import { tr } from "../kit/words.js";

const COLORS = { a: 0, e: 1, b: 2, c: 3, A: 0, B: 2 };
const HIGH = 100; // of a stage, in its own units
const LINES = ["asks", "shows", "scores"];

/** The color of what a card hands over. */
const colorOf = (card) => COLORS[card[0]] ?? (card === "*" ? 5 : 4);
/** One digit, or none where it would be 0. */
const short = (x) => fixed(x, Math.abs(x - Math.round(x)) < 0.05 ? 0 : 1);

/**
 * A vector for the eye: an arrow where its two numbers are up and right, otherwise a square a number.
 * @param {number[]} vector
 * @param {boolean} arrow
 */
function drawn(vector, arrow) {
  if (arrow) {
    const [up, right] = vector;
    const length = Math.hypot(up, right);
    const turn = (Math.atan2(right, up) * 180) / Math.PI;
    return svg(
      "svg",
      { viewBox: "-12 -12 24 24", "aria-hidden": "true" },
      length < 0.05
        ? svg("circle", { r: 2 })
        : svg("path", { d: "M0 9V-9M-5-3L0-9L5-3", transform: `rotate(${turn.toFixed(1)})` }),
    );
  }
  const parts = vector.map((x) => {
    const [paper, ink] = shade(x / 4, true);
    return html(
      "i",
      { style: `background:${paper};color:${ink}` },
      vector.length > 2 ? fixed(x, 0) : short(x),
    );
  });
  return html("span", { class: "wb-vector" }, ...parts);
}

/** How a card looks: its letter or number, and where it stands. */
function face(card, place, { hours, heads }) {
  const angle = (360 / hours) * (place - 1);
  const { rows, outs } = heads[heads.length - 1];
  const counts = [...rows, ...outs].includes("place");
  return html(
    "span",
    { class: `wb-card wb-c${colorOf(card)}` },
    html("b", {}, card === "*" ? "•" : card[0]),
    ...(card.length > 1 ? [html("small", {}, card.slice(1))] : []),
    ...(counts ? [html("small", {}, String(place))] : []),
    ...(hours
      ? [
          drawn(
            [angle * (Math.PI / 180)].flatMap((a) => [Math.cos(a), Math.sin(a)]),
            true,
          ),
        ]
      : []),
  );
}

/** What comes out of a card: shares of letters as a bar, or a number. */
function result(out, outs) {
  if (outs.length === 1)
    return [html("b", {}, fixed(out[0], Number.isInteger(Number(out[0].toFixed(2))) ? 0 : 2))];
  const big = outs.filter((_, i) => Math.abs(out[i]) >= 0.1);
  const bar = outs.map((name, i) =>
    html("i", {
      class: `wb-c${colorOf(name)}`,
      style: `flex-grow:${Math.max(out[i], 0).toFixed(3)}`,
    }),
  );
  return [html("b", {}, big.join("") || "–"), html("span", { class: "wb-mixed" }, ...bar)];
}

/**
 * Cards of one row, one line of text or signs below the other; and the ribbons.
 * @param {any} puzzle
 * @param {string[]} cards
 * @param {(t: number) => void} onAsk
 */
export function table(puzzle, cards, onAsk) {
  const asks = choice("", cards, onAsk);
  const labels = [...asks.root.lastChild.children];
  labels.forEach((label, t) => {
    label.lastChild.replaceWith(face(cards[t], t + 1, puzzle));
    renew(label.firstChild, {
      "aria-label": tr("Card {n}, {card}, asks", { n: t + 1, card: cards[t] }),
    });
  });
  const line = (name, kind = "") => {
    const cells = cards.map(() => html("div"));
    const head = html("span", { class: "wb-linehead" }, name);
    return { head, cells, root: html("div", { class: `wb-line-of ${kind}` }, head, ...cells) };
  };
  const lines = LINES.map((name) => line(name));
  const two = puzzle.heads.length > 1;
  const notes = line(tr("note"), "wb-notings");
  const out = line(tr("out"), "wb-outs");
  const wants = line(tr("is to be"), "wb-wants");
  const stages = puzzle.heads.map(() => {
    const paths = cards.map((_, t) =>
      cards.map((card, s) =>
        svg("path", { class: `wb-c${colorOf(card)}`, "data-at": t * 100 + s }),
      ),
    );
    const root = svg(
      "svg",
      {
        class: "wb-strands",
        role: "img",
        viewBox: `0 0 ${cards.length} ${HIGH}`,
        preserveAspectRatio: "none",
      },
      ...paths.flat(),
    );
    paths.forEach((row, t) =>
      row.forEach((path, s) =>
        renew(path, { d: `M${s + 0.5} 0C${s + 0.5} 45 ${t + 0.5} 55 ${t + 0.5} ${HIGH}` }),
      ),
    );
    return { root, paths, glide: gliding(root) };
  });
  const root = html(
    "div",
    { class: `wb-table${two ? " wb-storeys" : ""}`, style: `--n:${cards.length}` },
    html(
      "div",
      { class: "wb-line-of wb-cards" },
      html("span", { class: "wb-linehead" }),
      asks.root,
    ),
    ...lines.map((one) => one.root),
    stages[0].root,
    ...(two ? [notes.root, stages[1].root] : []),
    out.root,
    wants.root,
  );
  /**
   * Show what the heads do.
   * @param {any[]} heads
   * @param {number} at the head whose asking is shown
   * @param {number} card that asks
   * @param {{wanted: number[][], right: (boolean | undefined)[]}} told
   */
  const set = (heads, at, card, { wanted, right }) => {
    asks.set(card);
    const { outs } = puzzle.heads[heads.length - 1];
    const { rows, channels } = puzzle.heads[at];
    const arrows = channels === 2 && rows.includes("up");
    LINES.forEach((name, i) =>
      lines[i].cells.forEach((cell, s) => {
        const hidden = puzzle.causal && s > card;
        if (name === "scores") say(cell, hidden ? "–" : short(heads[at].scores[card][s]));
        else cell.replaceChildren(drawn(heads[at][name][s], arrows));
        cell.classList.toggle("wb-asker", name === "asks" && s === card);
      }),
    );
    say(lines[2].head, tr("{card} scores", { card: cards[card] === "*" ? "•" : cards[card][0] }));
    heads.forEach(({ weights }, h) => {
      const { root: stage, paths, glide } = stages[h];
      weights.forEach((row, t) =>
        row.forEach((weight, s) => {
          paths[t][s].classList.toggle("wb-fuller", t === card || (two && h === 0));
          glide.to(`${t} ${s}`, 0.9 * thickness(weight), (width) =>
            renew(paths[t][s], {
              "stroke-width": width.toFixed(2),
              "data-weight": weight.toFixed(4),
            }),
          );
        }),
      );
      const looks = weights.map((row, t) => {
        const s = row.indexOf(Math.max(...row));
        return tr("card {n} takes {share} from card {other}", {
          n: t + 1,
          share: fixed(row[s]),
          other: s + 1,
        });
      });
      renew(stage, {
        "aria-label": two
          ? tr("Ribbons of head {head}: {looks}.", { head: h + 1, looks: looks.join(", ") })
          : tr("Ribbons: {looks}.", { looks: looks.join(", ") }),
      });
    });
    if (two)
      notes.cells.forEach((cell, t) =>
        cell.replaceChildren(...result(heads[0].out[t], puzzle.heads[0].outs)),
      );
    out.cells.forEach((cell, t) => {
      cell.replaceChildren(...result(heads[heads.length - 1].out[t], outs));
      cell.className = right[t] === undefined ? "wb-idle-card" : "";
    });
    wants.cells.forEach((cell, t) => {
      cell.className = right[t] === undefined ? "" : right[t] ? "wb-good" : "wb-wrong";
      const target =
        outs.length > 1
          ? outs.filter((_, i) => wanted[t][i] > 0.5).join("")
          : fixed(wanted[t][0] ?? 0, Number.isInteger(wanted[t][0]) ? 0 : 2);
      say(cell, right[t] === undefined ? "" : `${target} ${right[t] ? "✓" : "✗"}`);
    });
  };
  return { root, set, stop: () => stages.forEach(({ glide }) => glide.stop()) };
}
