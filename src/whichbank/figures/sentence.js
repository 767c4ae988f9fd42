// The part of a figure that is a sentence: tap a word and it asks; arcs go from it to the words it looks at.

import { choice, html, renew, svg } from "./parts.js";

const THICK = 16; // pixels of an arc whose weight is 1

/** The way of an arc between two words. Beside a line of words the way up is `out`; beside a column it is to the side.
 * @param {number} a along the line, where it starts @param {number} b where it ends @param {number} rim where words end
 * @param {number} out how far it goes out, below 0 to the other side @param {boolean} column */
function arcPath(a, b, rim, out, column) {
  const points = a === b
    ? [[a - 5, 0], [a - 30, 1.33], [a + 30, 1.33], [a + 5, 0]]
    : [[a, 0], [a + (b - a) * 0.12, 1.33], [b - (b - a) * 0.12, 1.33], [b, 0]];
  const [start, ...rest] = points.map(([along, far]) => {
    const across = rim - out * far;
    return (column ? [across, along] : [along, across]).map((v) => v.toFixed(1)).join(" ");
  });
  return `M${start}C${rest.join(" ")}`;
}

/** A sentence whose words are asked by a tap or the arrow keys. It runs in a line, or in a column where the styles say
 * so; the arcs follow. @param {string} legend @param {string[]} words @param {(place: number) => void} onAsk
 * @param {Node[]} [under] what belongs to each word, under it */
export function sentence(legend, words, onAsk, under = []) {
  const asks = choice(legend, words, onAsk);
  const list = asks.root.lastChild;
  const labels = [...list.children];
  list.replaceChildren(...labels.map((label, i) => html("div", {}, label, ...(under[i] ? [under[i]] : []))));
  const picture = svg("svg", { class: "wb-arcs", role: "img" });
  const root = html("div", { class: "wb-sentence" }, asks.root, picture);
  const nodes = new Map();
  let shown = null;
  let places = null; // where the words are: measured when the figure gets another size, not at every move

  const measure = () => {
    const column = getComputedStyle(list).flexDirection === "column";
    const home = root.getBoundingClientRect();
    const scale = home.width / root.offsetWidth || 1; // full screen enlarges
    const boxes = labels.map((label) => label.lastChild.getBoundingClientRect());
    const middle = (box) => (column ? box.y - home.y + box.height / 2 : box.x - home.x + box.width / 2) / scale;
    const sides = column ? ["right", "left", "x"] : ["top", "bottom", "y"];
    const [near, far] = sides.map((side) => boxes.map((box) => (box[side] - home[sides[2]]) / scale));
    const rims = column ? [Math.max(...near) + 3, Math.min(...far) - 3] : [Math.min(...near) - 2, Math.max(...far) + 2];
    const room = column ? [root.offsetWidth - rims[0], rims[1]]
      : [rims[0] - asks.root.firstChild.offsetHeight, root.offsetHeight - rims[1]];
    const apart = Math.min(12, Math.min(...boxes.map((box) => (column ? box.height : box.width))) / 4 / scale);
    places = { column, at: boxes.map(middle), rims, room, apart };
    renew(picture, { width: root.offsetWidth, height: root.offsetHeight });
  };
  const draw = () => {
    if (!shown || !places) return;
    const { at, looks } = shown;
    const { column, rims, room } = places;
    const span = Math.max(...places.at) - Math.min(...places.at) || 1;
    const lanes = [0, 1].map((side) => looks.filter(({ below = false }) => Number(below) === side));
    const given = new Set();
    for (const one of looks) {
      const side = Number(one.below ?? false);
      const lane = lanes[side].indexOf(one);
      const shift = (lane - (lanes[side].length - 1) / 2) * 5;
      const most = (room[side] - 10) / 1.04 * (1 - 0.13 * (lanes[side].length - 1 - lane));
      const turn = side === Number(column) ? 1 : -1; // which way is out: up and left are less
      one.weights.forEach((weight, s) => {
        const key = `${one.key} ${s}`;
        given.add(key);
        if (!nodes.has(key)) {
          nodes.set(key, svg("path", { class: "wb-arc" }));
          picture.append(nodes.get(key));
        }
        const away = Math.abs(places.at[s] - places.at[at]);
        const out = turn * (s === at ? Math.min(34, most) : most * (0.3 + 0.7 * Math.sqrt(away / span)));
        renew(nodes.get(key), {
          class: `wb-arc ${[one.color ?? ""].flat()[Array.isArray(one.color) ? s : 0]}${one.faint ? " wb-faint" : ""}${weight < 0 ? " wb-minus" : ""}`, "data-weight": weight.toFixed(4),
          d: arcPath(places.at[at] + shift + places.apart * Math.sign(s - at), places.at[s] + shift, rims[side], out, column),
          "stroke-width": (THICK * Math.min(Math.abs(weight), 1.2)).toFixed(2),
        });
      });
    }
    for (const [key, node] of nodes) {
      if (given.has(key)) continue;
      node.remove();
      nodes.delete(key);
    }
  };
  const sized = new ResizeObserver(() => {
    measure();
    draw();
  });
  sized.observe(root);
  /** Show who asks, and where it looks. @param {number} at
   * @param {{key: string, weights: number[], color?: string|string[], below?: boolean, faint?: boolean}[]} looks one a head; a color
   *   for all of it, or one a word
   * @param {string} description what the arcs show, for those who cannot see them */
  const set = (at, looks, description) => {
    asks.set(at);
    shown = { at, looks };
    renew(picture, { "aria-label": description });
    draw();
  };
  return { root, labels, set, stop: () => sized.disconnect() };
}
