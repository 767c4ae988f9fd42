// What has been won: a dot for each puzzle, which turns when it is solved, and a cell for each row of
// cards that a head is tried on.

import { gliding } from "../kit/motion.js";
import { html, renew, say, svg } from "../kit/parts.js";
import { tr } from "../kit/words.js";

const WIDEST = 20; // pixels of a cell
const PAD = 0.14; // of a cell, at each side

/**
 * The puzzles as dots. They are the list's twin for a hand, so they are read out there.
 * @param {string[]} titles
 * @param {(i: number) => void} onPick
 */
export function dotsOf(titles, onPick) {
  const dots = titles.map((title, i) => {
    const [face, node] = [html("i"), html("span", { title, onclick: () => onPick(i) })];
    node.append(face);
    return { face, node };
  });
  const root = html(
    "div",
    { class: "wb-ladder", "aria-hidden": "true" },
    ...dots.map((d) => d.node),
  );
  const glide = gliding(root);
  /**
   * @param {number} at
   * @param {boolean[]} solved
   */
  const set = (at, solved) =>
    dots.forEach(({ face, node }, i) => {
      node.classList.toggle("wb-at", i === at);
      glide.to(String(i), Number(solved[i]), (turn) => {
        face.className = turn > 0.5 ? "wb-won" : "";
        say(face, turn > 0.5 ? "✓" : String(i + 1));
        face.style.transform = `scaleX(${Math.abs(Math.cos(Math.PI * turn)).toFixed(3)})`;
      });
    });
  return { root, set, stop: glide.stop };
}

/** All rows that a puzzle asks about, a cell each: full where it is right, a cross where it is wrong. */
export function rowBoard() {
  const marks = ["wait", "right", "wrong", "seen"].map((name) => [
    name,
    svg("path", { class: `wb-row-${name}` }),
  ]);
  const paths = Object.fromEntries(marks);
  const picture = svg("svg", { role: "img" }, ...Object.values(paths));
  const [place, caption] = [html("div", {}, picture), html("small", { "aria-hidden": "true" })];
  const root = html("div", { class: "wb-row-board" }, caption, place);
  let [wide, high, again] = [0, 0, () => {}];
  const sized = new ResizeObserver(([{ contentRect }]) => {
    [wide, high] = [contentRect.width, contentRect.height];
    again();
  });
  sized.observe(place);
  const paint = (all, done, at) => {
    let columns = 1;
    let side = 0;
    for (let n = 1; n <= all.length; n++) {
      const one = Math.min(wide / n, high / Math.ceil(all.length / n), WIDEST);
      if (one > side) [columns, side] = [n, one];
    }
    if (!side) return;
    const lines = Math.ceil(all.length / columns);
    renew(picture, {
      viewBox: `0 0 ${columns} ${lines}`,
      width: (columns * side).toFixed(1),
      height: (lines * side).toFixed(1),
    });
    const ways = { wait: "", right: "", wrong: "", seen: "" };
    const box = (x, y, pad) =>
      `M${x + pad} ${y + pad}h${1 - 2 * pad}v${1 - 2 * pad}h${2 * pad - 1}z`;
    all.forEach((right, i) => {
      const [x, y] = [i % columns, Math.floor(i / columns)];
      if (i >= done) ways.wait += box(x, y, 2 * PAD);
      else if (right) ways.right += box(x, y, PAD);
      else ways.wrong += `M${x + 0.22} ${y + 0.22}l.56.56m0-.56l-.56.56`;
      if (i === at && done >= all.length) ways.seen = box(x, y, 0.02);
    });
    for (const [name, d] of Object.entries(ways)) renew(paths[name], { d });
  };
  /**
   * @param {boolean[]} all whether each row is right
   * @param {number} done so many of them have been tried
   * @param {number} at the row that is shown, if it fails
   */
  const set = (all, done, at) => {
    again = () => paint(all, done, at);
    again();
    const right = all.slice(0, done).filter(Boolean).length;
    const told = { right, n: all.length };
    say(caption, done ? tr("{right} of {n} right", told) : tr("{n} rows to try", told));
    renew(picture, {
      "aria-label": done
        ? tr("Rows: {right} of {n} are right.", told)
        : tr("{n} rows to try", told),
    });
  };
  return { root, set, stop: () => sized.disconnect() };
}
