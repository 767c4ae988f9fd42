// The part of a figure that is a chart: curves over one number, each with its name at its end, and
// a line that moves.

import { lettered } from "./legible.js";
import { gliding } from "./motion.js";
import { fixed, tenToThe } from "./numbers.js";
import { renew, say, svg } from "./parts.js";

// One mark a color, the same as in a plane: each begins where the pen stands.
const CHART_MARKS = [
  "m-4.5 0a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0-9 0z",
  "m-4-4h8v8h-8z",
  "m0-5.5l5 9h-10z",
  "m0-5.5l5.5 5.5l-5.5 5.5l-5.5-5.5z",
  "m0 5.5l5-9h-10z",
  "m-2-5.5h4v3.5h3.5v4h-3.5v3.5h-4v-3.5h-3.5v-4h3.5z",
];

/**
 * A chart of curves over one number. Items are drawn in the order given; an item with the key of an
 * earlier one changes it, and one that is no longer given goes. What lies outside the limits is
 * drawn on the rim.
 * @param {{x: number[], y: number[], labels: string[], log?: {x?: boolean,
 *   y?: boolean}, ticks?: {x?: number[], y?: number[]}, format?: {x?: (v: number) => string, y?:
 *   (v: number) => string}, names?: string[], inside?: boolean, size?: number[]}} options names are
 *   the longest that will stand at the ends of curves; inside: names of two curves at most stand
 *   over and under their ends, and need no room beside the axes
 */
export function chart({
  x,
  y,
  labels,
  log = {},
  ticks = {},
  format = {},
  names = [],
  inside = false,
  size = [330, 250],
}) {
  const scales = [axisScale(x, log.x, ticks.x, format.x), axisScale(y, log.y, ticks.y, format.y)];
  const left = 12 + 8.5 * Math.max(...scales[1].ticks.map((v) => scales[1].format(v).length));
  const [top, width, height] = [inside ? 26 : 40, ...size];
  const right = Math.max(14, 20 + 9.3 * Math.max(0, ...names.map((name) => name.length)));
  const [wide, high] = [left + width + right, top + height + 44];
  /** @param {number[]} point */
  const place = ([a, b]) => [
    left + scales[0].share(a) * width,
    top + (1 - scales[1].share(b)) * height,
  ];
  const root = svg("svg", {
    class: `wb-chart${inside ? " wb-inside" : ""}`,
    role: "img",
    viewBox: `0 0 ${wide} ${high}`,
  });
  const layer = svg("g");
  lettered(root);
  root.append(...chartFrame(scales, place, [left, top, width, height], labels), layer);
  const nodes = new Map();
  const glide = gliding(root);

  /**
   * @param {ChartItem[]} items
   * @param {string} description what the picture shows, for those who cannot see it
   */
  const set = (items, description) => {
    renew(root, { "aria-label": description });
    const given = new Set(items.map((item) => item.key));
    let moved = false;
    for (const [key, { node }] of nodes) {
      if (given.has(key)) continue;
      node.remove();
      nodes.delete(key);
      glide.drop(key);
      glide.drop(`${key} name`);
      moved = true;
    }
    for (const item of items) {
      if (!nodes.has(item.key)) {
        const node = CHART_KINDS[item.kind].make(item);
        nodes.set(item.key, { node, drawn: undefined });
        layer.append(node);
      }
      const known = nodes.get(item.key);
      const drawn = `${item.at}${item.name}`;
      if (drawn === known.drawn) continue; // what stays as it was is not touched
      known.drawn = drawn;
      const { spots, move } = CHART_KINDS[item.kind];
      glide.to(item.key, spots(item.at, place), (now) =>
        move(known.node, now, item, [top, top + height]),
      );
      moved ||= item.kind in NAMED;
    }
    for (const kind of moved ? Object.keys(NAMED) : []) {
      const named = items
        .filter((item) => item.kind === kind && item.name && item.at.length)
        .map((item) => ({
          name: String(item.name),
          way: (item.kind === "curve" ? item.at : [item.at]).map(place),
          at: place(NAMED[kind](item.at)),
          to: (spot) =>
            glide.to(`${item.key} name`, spot, ([across, down]) =>
              renew(nodes.get(item.key).node.lastChild, { x: across, y: down }),
            ),
        }));
      if (inside) overAndUnder(named);
      else spreadNames(named, [top, top + height]);
    }
  };
  const share = (part, all) => `${(100 * part) / all}%`;
  const frame = {
    left: share(left, wide),
    top: share(top, high),
    width: share(width, wide),
    height: share(height, high),
  };
  return { root, set, frame }; // frame: where in the picture the axes are
}

// where a name stands, by kind
const NAMED = { curve: (points) => points[points.length - 1], value: (point) => point };
const CHART_KINDS = {
  band: {
    make: ({ color: c = 5 }) => svg("path", { class: `wb-band wb-c${c % 6}` }),
    spots: (at, place) =>
      [...at.map(([a, , high]) => [a, high]), ...at.map(([a, low]) => [a, low]).reverse()].map(
        place,
      ),
    move: (node, rim) => renew(node, { d: `M${rim.map((point) => point.map(tenth)).join("L")}Z` }),
  },
  curve: {
    make: ({ color: c = 5, dashed, faint }) =>
      svg(
        "g",
        { class: `wb-curve wb-c${c % 6}${dashed ? " wb-dashed" : ""}${faint ? " wb-faint" : ""}` },
        svg("path", { class: "wb-line" }),
        svg("path"),
        svg("text"),
      ),
    spots: (at, place) => at.map(place),
    move: (node, at, { name = "", color: c = 5, marks = true }) => {
      const points = at.map((point) => point.map(tenth));
      renew(node.children[0], { d: points.length ? `M${points.join("L")}` : "" });
      renew(node.children[1], {
        d: marks ? points.map((p) => `M${p}${CHART_MARKS[c % 6]}`).join("") : "",
      });
      say(node.children[2], name);
    },
  },
  dot: {
    make: ({ color: c = 5 }) => svg("circle", { class: `wb-dot wb-c${c % 6}`, r: 8 }),
    spots: (at, place) => place(at),
    move: (node, [cx, cy]) => renew(node, { cx: tenth(cx), cy: tenth(cy) }),
  },
  value: {
    make: ({ color: c = 5 }) => svg("g", { class: `wb-value wb-c${c % 6}` }, svg("text")),
    spots: () => [],
    move: (node, _, { name }) => say(node.firstChild, name),
  },
  marker: {
    make: () =>
      svg("g", { class: "wb-marker" }, svg("line"), svg("text", { "text-anchor": "middle" })),
    spots: (at, place) => place([at, Infinity])[0],
    move: (node, at, { name = "" }, [y1, y2]) => {
      const across = tenth(at);
      renew(node.children[0], { x1: across, x2: across, y1, y2 });
      renew(node.children[1], { x: across, y: y1 - 11 });
      say(node.children[1], name);
    },
  },
};

const tenth = (v) => Math.round(10 * v) / 10;

/**
 * Where a value stands on an axis, as a share of its length, and which values have a tick.
 * @param {number[]} ends
 * @param {boolean} [log]
 * @param {number[]} [given]
 * @param {(v: number) => string} [format]
 */
function axisScale([low, high], log, given, format) {
  const bend = log ? Math.log10 : (v) => v;
  const share = (v) =>
    Math.min(Math.max((bend(v) - bend(low)) / (bend(high) - bend(low)), 0), 1) || 0;
  const step = [1, 2, 5, 10]
    .map((n) => n * 10 ** Math.floor(Math.log10((high - low) / 5)))
    .filter((s) => (high - low) / s <= 6)[0];
  const every = log ? Math.ceil(Math.log10(high / low) / 6) : step;
  const first = Math.ceil(bend(low) / every - 1e-9);
  const count = Math.floor(bend(high) / every + 1e-9) - first + 1;
  const even = Array.from({ length: Math.max(count, 0) }, (_, i) =>
    log ? 10 ** ((first + i) * every) : (first + i) * every,
  );
  const digits = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
  const shown = given ?? even;
  const written = shown.every((v) => v > 0.0099 && v < 10000)
    ? (v) => String(Number(v.toPrecision(4)))
    : powerOfTen;
  return {
    share,
    log: Boolean(log),
    ticks: shown,
    format: format ?? (log ? written : (v) => fixed(v, digits)),
  };
}

/**
 * A tick of an axis that spans many powers of ten.
 * @param {number} v
 */
function powerOfTen(v) {
  const power = Math.round(Math.log10(v));
  return power === 0 ? "1" : tenToThe(power);
}

/**
 * Grid, ticks and the names of the axes. Each tick carries its value, so that a test can read the
 * chart back.
 * @param {ReturnType<typeof axisScale>[]} scales
 * @param {(at: number[]) => number[]} place
 * @param {number[]} box
 * @param {string[]} labels
 */
function chartFrame([across, up], place, [left, top, width, height], labels) {
  const rule = ([x1, y1], [x2, y2], zero) =>
    svg("line", { x1, y1, x2, y2, class: zero ? "wb-zero" : "wb-grid" });
  const number = (x, y, scale, v, side) =>
    svg(
      "text",
      {
        class: "wb-tick",
        x,
        y,
        "text-anchor": side === "x" ? "middle" : "end",
        "data-side": side,
        "data-value": v,
        "data-log": String(scale.log),
      },
      scale.format(v),
    );
  const [bottom, end] = [top + height, left + width];
  const columns = across.ticks.map((v) => tenth(place([v, 0])[0]));
  const rows = up.ticks.map((v) => tenth(place([0, v])[1]));
  return [
    ...columns.flatMap((x, i) => [
      rule([x, top], [x, bottom]),
      number(x, bottom + 18, across, across.ticks[i], "x"),
    ]),
    ...rows.flatMap((y, i) => [
      rule([left, y], [end, y]),
      number(left - 6, y + 4, up, up.ticks[i], "y"),
    ]),
    rule([left, bottom], [end, bottom], true),
    svg(
      "text",
      { class: "wb-axis", x: end, y: bottom + 37, "text-anchor": "end" },
      `${labels[0]} →`,
    ),
    svg("text", { class: "wb-axis", x: 2, y: 12 }, `↑ ${labels[1]}`),
  ];
}

/**
 * Put the names of two curves at most where they end, over the upper one and under the lower.
 * @param {{name: string, way: number[][], at: number[], to: (spot: number[]) => void}[]} ends
 */
function overAndUnder(ends) {
  const down = [...ends].sort((a, b) => a.at[1] - b.at[1]);
  down.forEach(({ name, way, at, to }, i) => {
    const rows = way.filter(([x]) => x >= at[0] - 8 * name.length).map(([, y]) => y);
    const over = i < down.length - 1;
    to([at[0] + 4, over ? Math.min(...rows) - 9 : Math.max(...rows) + 20]);
  });
}

/**
 * Put each name beside the end of its curve, pushed apart where two would meet.
 * @param {{at: number[], to: (spot: number[]) => void}[]} ends
 * @param {number[]} room top and bottom
 */
function spreadNames(ends, [top, bottom]) {
  const down = [...ends].sort((a, b) => a.at[1] - b.at[1]);
  const rows = [];
  for (const { at } of down)
    rows.push(Math.max(at[1], rows.length ? rows[rows.length - 1] + 17 : top));
  for (let i = rows.length - 1, floor = bottom; i >= 0; i--, floor = rows[i + 1] - 17)
    rows[i] = Math.min(rows[i], floor);
  down.forEach(({ at, to }, i) => to([at[0] + 11, rows[i] + 4]));
}
