// The part of the figure that is the line being written, with arcs to where its last letter looks.

import { renew, say, svg } from "../kit/parts.js";
import { thickness } from "../kit/tables.js";
import { tr } from "../kit/words.js";

// from letter to letter, its height and where its letters rest
const [STEP, HIGH, LINE] = [11, 116, 106];
export const SPOUT = (100 * (LINE - 10)) / HIGH; // percent of that height: from where the futures lead
export const UNSEEN = { " ": tr("space"), "\n": tr("end of item") };
export const signOf = (letter) => ({ " ": "·", "\n": "¶" })[letter] ?? letter;

/**
 * The names of the heads, from the first layer on.
 * @param {number} layers
 * @param {number} perLayer
 */
export const headNames = (layers, perLayer) =>
  Array.from({ length: layers * perLayer }, (_, i) =>
    tr("layer {layer}, head {head}", {
      layer: Math.floor(i / perLayer) + 1,
      head: (i % perLayer) + 1,
    }),
  );

/**
 * The line that is being written, its end at a fixed place: arcs from the last letter to those
 * before it, and a place for the next one.
 * @param {number} room letters that the model reads at most
 */
export function line(room) {
  const wide = STEP * (room + 1);
  // how far right a letter is, counted from the place for the next
  const at = (back) => wide - STEP * (back + 0.5) - 3;
  const [signs, paths] = ["text", "path"].map((kind) =>
    Array.from({ length: room }, () =>
      svg(kind, kind === "path" ? { class: "wb-arc wb-c2" } : { y: LINE - 5 }),
    ),
  );
  const next = svg("text", { class: "wb-draw", x: at(0) + 2, y: LINE - 5 });
  const box = svg("rect", { x: at(0) - 4, y: LINE - 21, width: 12, height: 23, rx: 3 });
  const root = svg(
    "svg",
    {
      class: "wb-back",
      role: "img",
      viewBox: `0 0 ${wide} ${HIGH}`,
      preserveAspectRatio: "xMaxYMax slice",
    },
    ...paths,
    ...signs,
    box,
    next,
  );
  /**
   * @param {string} seen
   * @param {number[]|null} weights
   * @param {string} drawn
   * @param {string} label
   */
  const set = (seen, weights, drawn, label) => {
    renew(root, { "aria-label": label });
    say(next, signOf(drawn));
    const end = at(1);
    for (let i = 0; i < room; i++) {
      const [letter, weight, x] = [seen[i] ?? "", weights?.[i] ?? 0, at(seen.length - i)];
      say(signs[i], signOf(letter));
      renew(signs[i], {
        x,
        class: letter === " " ? "wb-gap" : i === seen.length - 1 ? "wb-asks" : "",
      });
      const [top, foot] = [
        LINE - 24,
        LINE - 22 - Math.min(110, 16 + 7 * Math.sqrt(Math.abs(end - x))),
      ];
      const d =
        x === end
          ? `M${x - 3} ${top}c-12 -24 18 -24 6 0`
          : `M${end} ${top}C${end} ${foot} ${x} ${foot} ${x} ${top}`;
      renew(paths[i], {
        d,
        "stroke-width": (0.5 * thickness(weight)).toFixed(2),
        "data-weight": weight.toFixed(4),
      });
    }
  };
  return { root, set };
}
