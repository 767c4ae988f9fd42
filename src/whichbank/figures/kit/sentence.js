// The part of a figure that is a sentence: tap a word and it asks; arcs go from it to the words it
// looks at.

import { gliding } from "./motion.js";
import { choice, html, renew, svg } from "./parts.js";
import { thickness } from "./tables.js";

/**
 * The four points of an arc between two words, or of a loop on the one that looks at itself: one
 * curve each, so that they can turn into each other. A place is along the words, then across them.
 * @param {number[]} a where it starts
 * @param {number[]} b where it ends
 * @param {number} far how far across it is drawn, three quarters of which it goes; of a loop the
 *   far side
 */
export function arcPoints(a, b, far) {
  const bend = (b[0] - a[0]) * 0.12;
  if (a !== b) return [a, [a[0] + bend, far], [b[0] - bend, far], b];
  const [out, half] = [a[1] + (far - a[1]) / 0.75, Math.abs(far - a[1])];
  return [a, [a[0] - half, out], [a[0] + half, out], a];
}

/**
 * The way through them.
 * @param {number[][]} points
 * @param {boolean} [column] whether the words run down
 */
export function arcPath(points, column = false) {
  const [a, b, c, d] = points.map(([along, across]) =>
    (column ? [across, along] : [along, across]).map((v) => v.toFixed(1)).join(" "),
  );
  return `M${a}C${b} ${c} ${d}`;
}

/**
 * @typedef {{key: string, weights: number[], color?: string|string[], below?: boolean, faint?:
 *   boolean}} Look where a head looks
 */

/**
 * A sentence whose words are asked by a tap or the arrow keys. It runs in a line, or in a column
 * where the styles say so; the arcs follow.
 * @param {string} legend
 * @param {string[]} words
 * @param {(place: number) => void} onAsk
 * @param {Node[]} [under] what belongs to each word, under it
 * @param {HTMLElement} [beside] what is written among the arcs
 */
export function sentence(legend, words, onAsk, under = [], beside) {
  const asks = choice(legend, words, onAsk);
  const list = asks.root.lastChild;
  const labels = [...list.children];
  list.replaceChildren(
    ...labels.map((label, i) => html("div", {}, label, ...(under[i] ? [under[i]] : []))),
  );
  const picture = svg("svg", { class: "wb-arcs", role: "img" });
  const root = html(
    "div",
    { class: "wb-sentence" },
    asks.root,
    picture,
    ...(beside ? [beside] : []),
  );
  const nodes = new Map();
  const glide = gliding(picture);
  /** @type {{at: number, looks: Look[]} | undefined} */
  let shown;
  // where the words are: measured when the figure gets another size, not at every move
  /** @type {ReturnType<typeof measure> | undefined} */
  let places;

  const measure = () => {
    const column = getComputedStyle(list).flexDirection === "column";
    const home = root.getBoundingClientRect();
    const scale = home.width / root.offsetWidth || 1; // lecture view enlarges
    const boxes = labels.map((label) => label.lastChild.getBoundingClientRect());
    const middle = (box) =>
      (column ? box.y - home.y + box.height / 2 : box.x - home.x + box.width / 2) / scale;
    // the side of the arcs, and of those below
    const [first, second] = column ? ["right", "left"] : ["top", "bottom"];
    const ends = [first, second].map((side) =>
      boxes.map((box) => (box[side] - home[column ? "x" : "y"]) / scale),
    );
    const rims = ends.map((side, i) => Math[i === Number(column) ? "min" : "max"](...side));
    const room = column
      ? [root.offsetWidth - rims[0], rims[1]]
      : [rims[0] - asks.root.firstChild.offsetHeight, root.offsetHeight - rims[1]];
    const sizes = boxes.map((box) => (column ? box.height : box.width) / scale);
    renew(picture, { width: root.offsetWidth, height: root.offsetHeight });
    return { column, at: boxes.map(middle), ends, rims, room, sizes };
  };
  const draw = () => {
    if (!shown || !places) return;
    const { at, looks } = shown;
    const { column, at: middles, ends, rims, room, sizes } = places;
    const span = Math.max(...middles) - Math.min(...middles) || 1;
    const lanes = [0, 1].map((side) => looks.filter(({ below = false }) => Number(below) === side));
    const spread = Math.max(5, Math.min(28, sizes[at] / 2 - 4));
    const given = new Set();
    for (const one of looks) {
      const side = Number(one.below ?? false);
      const lane = lanes[side].indexOf(one);
      const shift = (lane - (lanes[side].length - 1) / 2) * 5;
      const most = (room[side] - 14) * (1 - 0.13 * (lanes[side].length - 1 - lane)) - 3;
      const turn = side === Number(column) ? -1 : 1; // which way is out: up and left are less
      const rim = (s) => ends[side][s] + 3 * turn;
      one.weights.forEach((weight, s) => {
        const key = `${one.key} ${s}`;
        given.add(key);
        if (!nodes.has(key)) {
          nodes.set(key, svg("path", { class: "wb-arc" }));
          picture.append(nodes.get(key));
        }
        const away = Math.abs(middles[s] - middles[at]);
        // The arc of the nearest word leaves from the edge of the one that asks, that of the
        // farthest from its middle.
        const others = s < at ? at : words.length - 1 - at;
        const leave = (Math.sign(s - at) * spread * (others + 1 - Math.abs(s - at))) / others;
        const from =
          s === at
            ? [middles[at], rim(at) + (turn * thickness(weight)) / 2]
            : [middles[at] + leave + shift / 2, rim(at)];
        const out =
          s === at
            ? Math.min(column ? 18 + 5 * lane : 26 + 8 * lane, most)
            : 1.33 * most * (0.3 + 0.7 * Math.sqrt(away / span));
        const far = (s === at ? from[1] : rims[side]) + turn * out;
        const node = nodes.get(key);
        renew(node, {
          class: `wb-arc ${[one.color ?? ""].flat()[Array.isArray(one.color) ? s : 0]}${one.faint ? " wb-faint" : ""}${weight < 0 ? " wb-minus" : ""}`,
          "data-weight": weight.toFixed(4),
        });
        const points = arcPoints(from, s === at ? from : [middles[s] + shift, rim(s)], far);
        glide.to(key, [points, thickness(weight)], ([now, thick]) =>
          renew(node, { d: arcPath(now, column), "stroke-width": thick.toFixed(2) }),
        );
      });
    }
    for (const [key, node] of nodes) {
      if (given.has(key)) continue;
      node.remove();
      nodes.delete(key);
      glide.drop(key);
    }
  };
  const sized = new ResizeObserver(() => {
    places = measure();
    draw();
  });
  sized.observe(root);
  /**
   * Show who asks, and where it looks.
   * @param {number} at
   * @param {Look[]} looks one a head; a color for all of it, or one a word
   * @param {string} description what the arcs show, for those who cannot see them
   */
  const set = (at, looks, description) => {
    asks.set(at);
    shown = { at, looks };
    renew(picture, { "aria-label": description });
    draw();
  };
  const stop = () => {
    sized.disconnect();
    glide.stop();
  };
  return { root, labels, set, stop };
}
