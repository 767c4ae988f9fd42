// Tables, and what colors and widths their numbers have.

import { tr } from "./words.js";
import { html, say } from "./parts.js";
import { fixed, total, whole } from "./numbers.js";

/**
 * How a cell with a number looks, the same in the whole course: 0 is the page's own color, and says
 * nothing. A weight darkens it to full ink; a score that crosses zero has one hue above it and
 * another below. A number on it is black or white, whichever has the contrast, in both themes.
 * @param {number} x from 0 to 1, or from -1 where it crosses zero
 * @param {boolean} [crosses]
 * @returns {[string, string]} the cell's color and the number's
 */
export function shade(x, crosses = x < 0) {
  const size = Math.min(Math.abs(x), 1);
  const [hue, middle, dark] = !crosses
    ? ["--wb-ink", 0.47, 0.6]
    : x < 0
      ? ["--wb-minus", 0.655, 0.855]
      : ["--wb-plus", 0.625, 0.86];
  const text = size < middle ? "var(--wb-on-paper)" : size < dark ? "black" : "var(--wb-on-ink)";
  return [`color-mix(in srgb, var(${hue}) ${(100 * size).toFixed(1)}%, var(--wb-paper))`, text];
}

// pixels of a line that can just be seen, and of one whose weight is 1
const [THIN, THICK] = [1, 16];

const SEEN = 0.005; // a weight that reads 0.00 is not drawn

/**
 * How thick the line of a weight is, the same in the whole course.
 * @param {number} weight
 */
export const thickness = (weight) =>
  Math.abs(weight) < SEEN ? 0 : THIN + (THICK - THIN) * Math.min(Math.abs(weight), 1.2);

/**
 * A table of numbers with colored cells, so that a screen reader reads what the eye sees.
 * @param {string} caption
 * @param {string[]} rows
 * @param {string[]} columns
 * @param {{digits?: number, limits?: number[], sums?: boolean}} [options] sums adds a
 *   column of row sums
 */
export function heatmap(
  caption,
  rows,
  columns,
  { digits = 2, limits = [0, 1], sums = false } = {},
) {
  const cells = rows.map(() => columns.map(() => html("td", { translate: "no" })));
  const totals = rows.map(() => html("td", { class: "wb-sum", translate: "no" }));
  const heads = [...columns, ...(sums ? [tr("sum")] : [])].map((word) =>
    html("th", { scope: "col" }, html("span", {}, word)),
  );
  const lines = rows.map((word, t) =>
    html("tr", {}, html("th", { scope: "row" }, word), ...cells[t], ...(sums ? [totals[t]] : [])),
  );
  const corner = html("td", { class: "wb-corner" });
  const root = html(
    "table",
    { class: "wb-heatmap" },
    html("caption", {}, caption),
    html("thead", {}, html("tr", {}, corner, ...heads)),
    html("tbody", {}, ...lines),
  );
  // the colors of each number that was shown, by its text: of these there are few
  const looks = new Map();
  const look = (text, x) => {
    const [paper, ink] = shade(
      Number(x.toFixed(digits)) / Math.max(...limits.map(Math.abs)),
      limits[0] < 0 || undefined,
    );
    looks.set(text, { paper, ink });
    return looks.get(text);
  };
  const drawn = cells.map((line) =>
    line.map((node) => ({ node, style: node.style, text: "", paper: "", ink: "" })),
  );
  const set = (table, active = -1) => {
    table.forEach((row, t) => {
      row.forEach((x, s) => {
        const text = fixed(x, digits);
        const cell = drawn[t][s];
        if (cell.text === text) return;
        const { paper, ink } = looks.get(text) ?? look(text, x);
        say(cell.node, (cell.text = text));
        if (cell.paper !== paper) cell.style.backgroundColor = cell.paper = paper;
        if (cell.ink !== ink) cell.style.color = cell.ink = ink;
      });
      if (lines[t].classList.contains("wb-active") !== (t === active))
        lines[t].classList.toggle("wb-active");
      if (!sums) return;
      const sum = row.reduce((a, b) => a + b, 0);
      const text = whole(sum) ? total(sum) : tr("{sum}, not 1", { sum: total(sum) });
      if (totals[t].textContent === text) return;
      say(totals[t], text);
      totals[t].classList.toggle("wb-wrong", !whole(sum));
    });
  };
  return { root, set };
}

/**
 * A heatmap of shares in whole percents, whose caption can change.
 * @param {string} caption
 * @param {string[]} rows
 * @param {string[]} columns
 */
export function percents(caption, rows, columns) {
  const { root, set } = heatmap(caption, rows, columns, { digits: 0, limits: [0, 100] });
  const name = (text) => say(root.caption, text);
  return {
    root,
    name,
    set: (table, active) =>
      set(
        table.map((row) => row.map((share) => 100 * share)),
        active,
      ),
  };
}

/**
 * A table of texts; the first of each row names it.
 * @param {string} caption
 * @param {string[]} heads
 * @param {number} rows
 */
export function listing(caption, heads, rows) {
  const lines = Array.from({ length: rows }, () =>
    heads.map((_, i) => (i ? html("td", { translate: "no" }) : html("th", { scope: "row" }))),
  );
  const head = html(
    "tr",
    {},
    ...heads.map((name) =>
      html(name ? "th" : "td", name ? { scope: "col" } : { class: "wb-corner" }, name),
    ),
  );
  const root = html(
    "table",
    { class: "wb-heatmap" },
    html("caption", {}, caption),
    html("thead", {}, head),
    html("tbody", {}, ...lines.map((cells) => html("tr", {}, ...cells))),
  );
  const set = (texts) =>
    texts.forEach((row, i) => row.forEach((text, column) => say(lines[i][column], text)));
  return { root, lines, set };
}

/**
 * Things in rows, each with its share as a number and a bar.
 * @param {string} caption
 * @param {string[]} heads
 * @param {number} rows
 * @param {number} [at] the column of the shares
 */
export function ranking(caption, heads, rows, at = 1) {
  const { root, lines, set: fill } = listing(caption, heads, rows);
  root.classList.add("wb-ranking");
  for (const line of lines) line[at].className = "wb-bar";
  /** @param {any[][]} found */
  const set = (found) => {
    fill(
      found.map((row) =>
        row.slice(0, heads.length).map((text, i) => (i === at ? fixed(text) : text)),
      ),
    );
    found.forEach(({ [at]: share }, i) =>
      lines[i][at].style.setProperty("--wb-share", `${(100 * share).toFixed(1)}%`),
    );
  };
  return { root, lines, set };
}

const KEPT = 12;

/**
 * A place for one of several views. A view that goes stays laid out, out of sight: to show it again
 * is to paint it.
 */
export function stage() {
  const root = html("div");
  const views = new Map(); // by key, the last one shown at the end: {box, made}
  /** @type {{box: HTMLElement, made: any} | undefined} */
  let shown;
  /**
   * Show the view with this key.
   * @template T
   * @param {string|number} key
   * @param {() => [Node[], T]} build makes the nodes of a view that is not kept, and what goes with
   *   them
   * @returns {T}
   */
  const show = (key, build) => {
    let view = views.get(key);
    if (view && view === shown) return view.made;
    if (!view) {
      const [nodes, made] = build();
      view = { box: html("div", {}, ...nodes), made };
      root.append(view.box);
    }
    shown?.box.classList.add("wb-away");
    view.box.classList.remove("wb-away");
    shown = view;
    views.delete(key);
    views.set(key, view);
    if (views.size > KEPT) {
      const [oldest] = views.keys();
      views.get(oldest).box.remove();
      views.delete(oldest);
    }
    return view.made;
  };
  /**
   * Show one part.
   * @template {{root: Node}} T
   * @param {string|number} key
   * @param {() => T} make
   * @returns {T}
   */
  const put = (key, make) =>
    show(key, () => {
      const part = make();
      return [[part.root], part];
    });
  return { root, show, put };
}
