// The tables of a head, cell by cell and in words: a list of rules fills the cells of its table, and
// says which rule they are.

import { fixed } from "../kit/numbers.js";
import { chooser, html, renew, say, uniqueId } from "../kit/parts.js";
import { shade } from "../kit/tables.js";
import { tr } from "../kit/words.js";

const NAMES = { asks: tr("Asks"), shows: tr("Shows"), hands: tr("Hands over") };
export const MOST = 6;
const CHANNELS = "①②③";

const GROUPS = ["asks", "shows", "hands"];

/**
 * The free tables of a puzzle, in the order of their cells.
 * @param {Record<string, any>} puzzle
 */
export function groupsOf(puzzle) {
  /** @type {{head: number, kind: string, rows: string[], columns: number, start: number}[]} */
  const found = [];
  let start = 0;
  puzzle.heads.forEach(({ rows, channels, outs, free, given }, head) => {
    if (given.length) return;
    for (const kind of GROUPS.slice(0, free ? 3 : 2)) {
      const columns = kind === "hands" ? outs.length : channels;
      found.push({ head, kind, rows, columns, start });
      start += rows.length * columns;
    }
  });
  return found;
}

/** @typedef {{head: number, kind: string, rows: string[], columns: number, start: number}} Group */

/**
 * The free tables of one head, side by side: a row for each feature of a card.
 * @param {Group[]} groups
 * @param {string[]} outs names what is handed over
 * @param {(cell: number) => void} onPick
 * @param {(cell: number, x: number) => void} onSet
 */
export function tables(groups, outs, onPick, onSet) {
  const name = uniqueId();
  const { rows } = groups[0];
  /** @type {HTMLInputElement[]} */
  const inputs = [];
  /** @type {HTMLElement[]} */
  const cells = [];
  /** @type {number[]} */
  let shown = [];
  let [at, fixedNow] = [0, false];
  const add = (cell, x) => onSet(cell, x > MOST ? -MOST : x);
  const labelOf = ({ kind }, column) =>
    kind === "hands" && outs.length > 1 ? outs[column] : CHANNELS[column];
  const cell = (group, r, c) => {
    const i = group.start + r * group.columns + c;
    const text = html("span", {}, "0");
    inputs[i] = html("input", {
      type: "radio",
      name,
      value: i,
      onchange: () => onPick(i),
      onclick: () => at === i && !fixedNow && add(i, Math.round(shown[i]) + 1),
    });
    cells[i] = text;
    return html("label", { class: c ? "" : "wb-begins" }, inputs[i], text);
  };
  const many = groups.some(({ columns }) => columns > 1);
  const heads = groups.map(({ kind, columns }) =>
    html("b", { class: `wb-begins`, style: `grid-column:span ${columns}` }, NAMES[kind]),
  );
  const columns = groups.flatMap((group) =>
    Array.from({ length: group.columns }, (_, c) =>
      html("small", { class: c ? "" : "wb-begins" }, group.columns > 1 ? labelOf(group, c) : ""),
    ),
  );
  const root = html(
    "fieldset",
    {
      class: "wb-tabled",
      "aria-label": tr("The tables: a tap chooses a number, one more adds 1"),
      style: `--n:${groups.reduce((n, one) => n + one.columns, 0)};--lines:${rows.length + 1 + Number(many)}`,
    },
    html("span"),
    ...heads,
    ...(many ? [html("span"), ...columns] : []),
    ...rows.flatMap((row, r) => [
      html("span", { class: "wb-feature" }, row === "every" ? tr("every card") : row),
      ...groups.flatMap((group) =>
        Array.from({ length: group.columns }, (_, c) => cell(group, r, c)),
      ),
    ]),
  );
  let minus = false; // typed before its digit
  root.addEventListener("keydown", (event) => {
    if (fixedNow || event.ctrlKey || event.metaKey || event.altKey) return;
    const digit = "0123456".indexOf(event.key);
    const next =
      digit >= 0
        ? digit * (minus ? -1 : 1)
        : { "-": -shown[at], "+": shown[at] + 1, Backspace: 0, Delete: 0 }[event.key];
    if (next === undefined) return;
    minus = event.key === "-" && !shown[at];
    event.preventDefault();
    event.stopPropagation(); // no digit chooses a card
    add(at, next);
  });
  /** What a cell is called. */
  const told = (i) => {
    const group = groups.find(
      ({ start, columns: wide }) => i >= start && i < start + rows.length * wide,
    );
    if (!group) return "";
    const [r, c] = [
      Math.floor((i - group.start) / group.columns),
      (i - group.start) % group.columns,
    ];
    const where = group.columns > 1 ? ` ${labelOf(group, c)}` : "";
    const row = rows[r] === "every" ? tr("every card") : rows[r];
    const said = {
      asks: tr("{row} asks", { row }),
      shows: tr("{row} shows", { row }),
      hands: tr("{row} hands over", { row }),
    };
    return said[group.kind] + where;
  };
  /**
   * @param {number[]} all
   * @param {number} picked
   * @param {boolean} stuck whether nothing can be changed
   */
  const set = (all, picked, stuck) => {
    [shown, at, fixedNow] = [all, picked, stuck];
    cells.forEach((text, i) => {
      const x = all[i];
      say(text, fixed(x, Number.isInteger(x) ? 0 : 1));
      const [paper, ink] = shade(x / 5, true);
      renew(text, { style: `background:${paper};color:${x ? ink : "var(--wb-soft)"}` });
      renew(inputs[i], { "aria-label": `${told(i)}: ${fixed(x, Number.isInteger(x) ? 0 : 1)}` });
      inputs[i].checked = i === picked;
    });
  };
  return { root, set, told };
}

/**
 * The rules in words for one table.
 * @param {Group} group
 * @param {[string, number[][]][]} rules each with the cells that it fills
 * @param {(cells: number[]) => void} onPick
 */
export function ruled(group, rules, onPick) {
  const size = group.rows.length * group.columns;
  const filled = [[], ...rules.map(([, cells]) => cells)].map((cells) => {
    const own = Array.from({ length: size }, () => 0);
    for (const [i, x] of cells) own[i] = x;
    return own;
  });
  const list = chooser(
    NAMES[group.kind],
    [tr("nothing"), ...rules.map(([says]) => says)],
    (i) => onPick(filled[i]),
    tr("as in the table"),
  );
  const set = (cells, stuck) => {
    list.set(filled.findIndex((own) => own.every((x, i) => x === cells[i])));
    list.input.disabled = stuck;
  };
  return { root: list.root, set };
}
