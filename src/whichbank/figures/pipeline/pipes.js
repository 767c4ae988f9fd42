// The picture of the figure `pipeline`: boxes in rows, a lane for each word, and lines between them.

import { renew, say, svg } from "../kit/parts.js";
import { shade, thickness } from "../kit/tables.js";
import { share, vector } from "./told.js";
import { tr } from "../kit/words.js";

const [LANE, HIGH, TALL] = [92, 44, 28]; // a word's lane, a row, a box in pixels
/** The row of the mix. */
export const LAST = 7;
const END = 1.5; // how high that row is: the lines meet there

/**
 * @param {string[]} words
 * @param {number[]} colors
 * @param {(row: number) => void} onRow
 */
export function pipesOf(words, colors, onRow) {
  const [width, height] = [LANE * words.length, HIGH * (LAST + END)];
  const [x, y] = [(s) => LANE * (s + 0.5), (row) => HIGH * (row + (row === LAST ? END / 2 : 0.5))];
  const half = LANE / 2 - 12;
  const room = Math.min(98, width / 2 - 4); // of the last box, which names the new vector
  const inside = (at) => Math.min(Math.max(x(at), room + 4), width - room - 4);
  const [lines, boxes] = [svg("g"), svg("g")];
  const stripes = Array.from({ length: LAST + 1 }, (_, row) =>
    svg("rect", {
      x: -1,
      y: HIGH * row,
      width: width + 2,
      height: HIGH * (row === LAST ? END : 1),
    }),
  );
  const picture = svg(
    "svg",
    {
      class: "wb-pipes",
      role: "img",
      viewBox: `0 0 ${width} ${height}`,
      onclick: (event) => {
        const { top, height: tall } = picture.getBoundingClientRect();
        onRow(Math.min(LAST, Math.floor(((event.clientY - top) / tall) * (LAST + END))));
      },
    },
    ...stripes,
    lines,
    boxes,
  );
  const box = (stage, s) => {
    const node = svg(
      "g",
      { class: `wb-pipe wb-c${colors[s]}` },
      svg("rect", {
        x: stage === LAST ? -room : -half,
        y: -TALL / 2,
        width: 2 * (stage === LAST ? room : half),
        height: TALL,
        rx: 6,
      }),
      svg("text", { "text-anchor": "middle", y: 5 }),
    );
    boxes.append(node);
    return { node, stage, s };
  };
  const cells = stripes.flatMap((_, stage) =>
    stage === 1 || stage === LAST ? [box(stage, 0)] : words.map((__, s) => box(stage, s)),
  );
  const pipe = (stage, s, to, key) => {
    const node = svg("path", { class: `wb-flow wb-c${colors[s]}`, pathLength: 1 });
    lines.append(node);
    return { node, stage, s, to, key };
  };
  // From the words to query, keys and values along the sides of each lane; from the query to each
  // key; then straight on.
  const flows = words.flatMap((_, s) => [
    pipe(2, s, 2, "left"),
    pipe(6, s, 6, "right"),
    pipe(3, s, 2, "query"),
    pipe(3, s, 3, "down"),
    pipe(4, s, 4, "down"),
    pipe(5, s, 5, "down"),
    pipe(LAST, s, LAST, "mix"),
  ]);
  flows.push(pipe(1, 0, 1, "ask"));
  const way = ({ s, to, key }, at) => {
    const [top, bottom] = [(row) => y(row) - TALL / 2, (row) => y(row) + TALL / 2];
    const side = key === "left" ? -1 : 1;
    const rail = x(s) + side * (half + 5);
    return {
      left: `M${x(s) + side * half} ${y(0)}H${rail}V${y(to)}H${x(s) + side * half}`,
      right: `M${x(s) + side * half} ${y(0)}H${rail}V${y(to)}H${x(s) + side * half}`,
      ask: `M${x(at)} ${bottom(0)}V${top(1)}`,
      query: `M${x(at)} ${bottom(1)}C${x(at)} ${top(to)} ${x(s)} ${bottom(1)} ${x(s)} ${top(to)}`,
      down: `M${x(s)} ${bottom(to - 1)}V${top(to)}`,
      mix: `M${x(s)} ${bottom(5)}V${bottom(6)}C${x(s)} ${top(to) - 6} ${inside(at)} ${bottom(6)} ${inside(at)} ${top(to)}`,
    }[key];
  };

  /**
   * @param {Record<string, any>} parts what the boxes hold
   * @param {number} row the word that asks
   * @param {number} stage how far it has come
   */
  const set = (parts, row, stage) => {
    /** @type {any[][]} */
    const held = [
      parts.words,
      [parts.query],
      parts.keys,
      parts.scores,
      parts.scaled,
      parts.weights,
      parts.values,
      [parts.mix],
    ];
    for (const { node, stage: own, s } of cells) {
      const alone = own === 1 || own === LAST;
      const numbers = held[own][s];
      const [paper, ink] = own === 5 && stage >= own ? shade(numbers) : ["", ""];
      renew(node, {
        transform: `translate(${own === LAST ? inside(row) : x(alone ? row : s)} ${y(own)})`,
        class: `wb-pipe wb-c${colors[alone ? row : s]}${own > stage ? " wb-later" : own === stage ? " wb-now" : ""}`,
      });
      say(
        node.lastChild,
        own > stage
          ? ""
          : (own === LAST ? `${tr("new {name}", { name: words[row] })} ` : "") +
              (Array.isArray(numbers) ? vector(numbers) : share(numbers)),
      );
      if (node.firstChild.style.fill !== paper) node.firstChild.style.fill = paper;
      if (node.lastChild.style.fill !== ink) node.lastChild.style.fill = ink;
    }
    for (const flow of flows) {
      const color = flow.key === "query" || flow.key === "ask" ? colors[row] : colors[flow.s];
      const thick = flow.key === "mix" ? thickness(parts.weights[flow.s]) : 1.5;
      renew(flow.node, {
        d: way(flow, row),
        "stroke-width": thick.toFixed(2),
        class: `wb-flow wb-c${color}${flow.stage > stage ? " wb-later" : flow.stage === stage ? " wb-now" : ""}`,
      });
    }
    stripes.forEach((stripe, own) =>
      renew(stripe, { class: `wb-stripe${own === stage ? " wb-now" : ""}` }),
    );
  };

  /**
   * What is drawn of the row that is being reached: its lines first, then what is in its boxes.
   * @param {number} stage
   * @param {number} part from 0 to 1
   */
  const grow = (stage, part) => {
    for (const { node, stage: own } of flows)
      node.setAttribute(
        "stroke-dasharray",
        own === stage && part < 1 ? `${Math.min(1, 1.4 * part)} 1` : "none",
      );
    for (const { node, stage: own } of cells)
      node.lastChild.style.opacity = own === stage ? String(Math.max(0, 3 * part - 2)) : "";
  };
  return { picture, width, set, grow };
}
