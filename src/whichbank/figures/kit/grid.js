// A plane as a sheet of 21 × 21 lines: what a 2×2 matrix makes of it.

import { renew, svg } from "./parts.js";

// lines on either side of the middle one, and how far apart they are
const [EITHER, MESH] = [10, 0.5];

/**
 * A sheet: its unit square, the lines at whole numbers, and those between them. What lies outside
 * the part of the plane that is shown is cut off.
 * @param {string} name
 */
export const sheet = (name) => svg("svg", { class: name }, svg("path"), svg("path"), svg("path"));

/**
 * Move a sheet that was ruled before a matrix moved it.
 * @param {Element} node
 * @param {number[][]} matrix whose rows are where the two axes' units go
 * @param {number[][]} shown the part of the plane
 * @param {(at: number[]) => number[]} place
 */
export function moveSheet(node, [first, second], [x, y], place) {
  const at = (a, b) =>
    place([0, 1].map((d) => a * first[d] + b * second[d]))
      .map((v) => v.toFixed(1))
      .join(" ");
  const ends = Array.from({ length: 2 * EITHER + 1 }, (_, i) => (i - EITHER) * MESH);
  const far = EITHER * MESH;
  const ruled = (whole) =>
    ends
      .filter((n) => Number.isInteger(n) === whole)
      .map((n) => `M${at(n, -far)}L${at(n, far)}M${at(-far, n)}L${at(far, n)}`)
      .join("");
  const square = `M${at(0, 0)}L${at(1, 0)}L${at(1, 1)}L${at(0, 1)}Z`;
  [square, ruled(true), ruled(false)].forEach((d, i) => renew(node.children[i], { d }));
  const [[left, top], [right, bottom]] = [
    [x[0], y[1]],
    [x[1], y[0]],
  ].map(place);
  const [width, height] = [right - left, bottom - top];
  renew(node, { x: left, y: top, width, height, viewBox: [left, top, width, height].join(" ") });
}
