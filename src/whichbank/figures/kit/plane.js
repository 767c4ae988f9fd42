// The part of a figure that is a plane: points, arrows, areas, circles and sheets on named axes.

import { moveSheet, sheet } from "./grid.js";
import { arrange } from "./labels.js";
import { lettered } from "./legible.js";
import { gliding } from "./motion.js";
import { fixed } from "./numbers.js";
import { html, renew, say, svg } from "./parts.js";

const FINGER = 24; // px: as far as a fingertip reaches around the place that it means
const BROAD = 12; // px

/**
 * A plane with named axes. Items are drawn in the order given; an item with the key of an earlier
 * one moves it, and one that is no longer given goes.
 * @param {{x: number[], y: number[], labels: string[], size?: number, em?:
 *   number, bounds?: number[][], near?: number[][], stiff?: number, onDrag?: (key: string, at: number[], finger:
 *   number) => void}} options bounds are how far a point may be dragged, finger how far a fingertip
 *   reaches there, 0 for a mouse; near is the part of the plane, of the same shape, that is shown while it
 *   holds all that is drawn: under a hand the plane only grows; stiff is that of what glides
 */
export function plane({ x, y, labels, size = 400, em = 14, bounds = [x, y], near, stiff, onDrag }) {
  const shown = [x, y];
  let unit = size / Math.max(x[1] - x[0], y[1] - y[0]);
  let [left, top] = [x[0], y[1]];
  const pad = 28;
  const [width, height] = [(x[1] - x[0]) * unit, (y[1] - y[0]) * unit];
  /** @param {number[]} point */
  const place = ([a, b]) => [pad + (a - left) * unit, 6 + (top - b) * unit];
  const root = svg("svg", {
    class: "wb-plane",
    role: "img",
    viewBox: `0 0 ${width + pad + 34} ${height + pad + 12}`,
    style: `--wb-em: ${em}px`,
  });
  const [ruled, layer] = [svg("g", {}, ...grid(x, y, place, labels)), svg("g")];
  root.append(ruled, layer);
  let type = em;
  lettered(root, (least) => {
    type = Math.max(em, least);
    if (nodes.size) set(...drawn);
  });
  const titles = () => {
    const long = labels.map((label) => 0.55 * type * (label.length + 2));
    return [
      { box: [pad + width - long[0], height - 1 - 0.8 * type], width: long[0] },
      { box: [place([Math.max(left, 0), 0])[0] + 6, 20 - 0.8 * type], width: long[1] },
    ]; // the names of the axes
  };
  const nodes = new Map();
  const last = new Map();
  const glide = gliding(root, stiff);
  /** @type {{key: string, id: number, event: PointerEvent, offset: number[]} | undefined} */
  let dragged;
  /** @type {[items: PlaneItem[], description: string]} */
  let drawn = [[], ""];

  const pointer = (event) => {
    const box = root.getScreenCTM().inverse();
    const p = new DOMPoint(event.clientX, event.clientY).matrixTransform(box);
    return [(p.x - pad) / unit + left, top - (p.y - 6) / unit];
  };
  const drag = (event) => {
    if (!dragged || event.pointerId !== dragged.id) return;
    dragged.event = event;
    const { offset } = dragged;
    const at = pointer(event).map((v, i) => v + offset[i]);
    onDrag?.(
      dragged.key,
      at.map((v, i) => Math.min(Math.max(v, bounds[i][0]), bounds[i][1])),
      event.pointerType === "touch" ? FINGER / (unit * root.getScreenCTM().a) : 0,
    );
  };
  root.addEventListener("pointermove", drag);
  for (const end of ["pointerup", "pointercancel"])
    root.addEventListener(end, () => {
      if (!dragged) return;
      dragged = undefined;
      set(...drawn); // names go to where they stand best
    });

  const held = (key, event) => {
    const at = pointer(event);
    return { key, id: event.pointerId, event, offset: last.get(key).map((v, i) => v - at[i]) };
  };
  const grab = (key) => (event) => {
    dragged = held(key, event);
    root.setPointerCapture(event.pointerId);
  };
  const makeDraggable = (node, key) => {
    node.addEventListener("pointerdown", grab(key));
    for (const start of ["mousedown", "touchstart"])
      // no selected text, and no scrolling page under the finger
      node.addEventListener(start, (event) => event.preventDefault(), { passive: false });
  };
  /**
   * @param {PlaneItem[]} items
   * @param {string} description what the picture shows, for those who cannot see it
   */
  const set = (items, description) => {
    drawn = [items, description];
    if (near) frameIn(items, near);
    renew(root, { "aria-label": description });
    const given = new Set(items.map((item) => item.key));
    for (const [key, node] of nodes) {
      if (given.has(key)) continue;
      node.remove();
      nodes.delete(key);
      glide.drop(key);
      glide.drop(`${key} name`);
    }
    let above = null; // what is named later lies above, also where it was there before
    for (const item of [...items].reverse()) {
      if (!nodes.has(item.key)) {
        const node = mark(item);
        if (item.drag) makeDraggable(node, item.key);
        nodes.set(item.key, node);
        layer.insertBefore(node, above);
      }
      above = nodes.get(item.key);
      last.set(item.key, item.at);
      const node = above;
      const { at, radius = 0, thick = -1 } = item;
      glide.to(item.key, [at, radius, thick], ([now, wide, line]) =>
        move(node, { ...item, at: now, radius: wide, thick: line }, place, shown),
      );
    }
    const arrows = items.filter((item) => item.kind === "arrow");
    // while a picture moves by itself, its names keep their sides as under a hand
    const walks = root.closest(".wb-walks") !== null;
    const middle = ([a, b]) => a.map((v, d) => (v + b[d]) / 2);
    const named = [
      ...items.filter((item) => ["point", "name"].includes(item.kind)),
      ...arrows.filter(({ label }) => label !== undefined),
    ];
    arrange(
      named.map(({ key, kind, at, label, color }) => ({
        text: nodes.get(key).lastChild,
        name: label,
        color: kind === "point" ? color : undefined,
        keeps: walks || Boolean(dragged),
        to: (spot, draw, jump) => glide.to(`${key} name`, spot, draw, jump),
        at: place(kind === "arrow" ? middle(at) : at),
      })),
      items
        .filter(({ kind, thick = 0 }) => kind === "arrow" || thick > 0)
        // a broad bar is covered by no name, if it can be helped
        .flatMap(({ at, thick = 0 }) =>
          Array.from({ length: thick < BROAD ? 1 : 4 }, () =>
            [at[0], at[at.length - 1]].map(place),
          ),
        ),
      titles(),
      [width + pad + 34, height + pad + 12],
      type,
    );
  };
  /** Show the part of the plane that holds what is drawn. What is dragged stays under the hand. */
  const frameIn = (items, part) => {
    const points = items.flatMap(({ at }) => (Array.isArray(at[0]) ? at : [at]));
    const wanted = points.every((at) => at.every((v, d) => v >= part[d][0] && v <= part[d][1]))
      ? part
      : [x, y];
    if (wanted[0] === shown[0] || (wanted === part && dragged)) return;
    shown.splice(0, 2, ...wanted);
    unit = size / Math.max(...shown.map(([low, high]) => high - low));
    [left, top] = [shown[0][0], shown[1][1]];
    ruled.replaceChildren(...grid(shown[0], shown[1], place, labels));
    if (dragged) dragged = held(dragged.key, dragged.event);
    root.dispatchEvent(new Event("wb-shown"));
  };
  const share = (part, whole) => `${(100 * part) / whole}%`;
  const frame = {
    left: share(pad, width + pad + 34),
    top: share(6, height + pad + 12),
    width: share(width, width + pad + 34),
    height: share(height, height + pad + 12),
  };
  // shown: the ranges; pointer: where on the plane an event is; place: where in the picture a point
  // is; frame: the plane's place in the picture; makeDraggable: lets an item be taken by another node
  return { root, set, shown, pointer, place, frame, makeDraggable };
}

/**
 * What the styles know of a plane's place in its picture.
 * @param {Record<string, string>} frame
 */
export const framing = (frame) =>
  Object.entries(frame)
    .map(([side, length]) => `--wb-${side}: ${length}`)
    .join("; ");

/**
 * A plane with points for the keyboard: the arrow keys move each as a finger does. Left and right
 * are a slider's own, up and down are its twins.
 * @param {{root: any, frame: Record<string, string>, shown?: number[][]}} picture
 * @param {number[][]} ranges of its axes
 * @param {string|string[]} labels a name for each point
 * @param {(at: number[], i: number) => void} onMove
 * @param {number[]} [steps] of a key, across and up
 * @param {number[][]} [bounds] of what keys can reach
 */
export function steered(
  picture,
  ranges,
  labels,
  onMove,
  steps = ranges.map(([low, high]) => (high - low) / 50),
  bounds = ranges,
) {
  const [low, high] = bounds[0];
  const [step, rise] = steps;
  const handles = [labels].flat().map((label, i) => {
    let now = [0, 0];
    const turn = (event) => {
      const up = ["ArrowDown", "ArrowUp"].indexOf(event.key);
      if (up < 0) return;
      event.preventDefault();
      onMove([now[0], now[1] + (up ? rise : -rise)], i);
    };
    const input = html("input", {
      type: "range",
      min: low,
      max: high,
      step,
      "aria-label": label,
      onkeydown: turn,
      oninput: () => onMove([Number(input.value), now[1]], i),
    });
    const nodes = [input, html("span")];
    const stand = () => {
      const [x, y] = (picture.shown ?? ranges).map(([least, most], d) =>
        ((100 * (now[d] - least)) / (most - least)).toFixed(1),
      );
      for (const node of nodes) node.style.cssText = `left: ${x}%; bottom: ${y}%`;
    };
    picture.root.addEventListener("wb-shown", stand);
    const set = (at, text) => {
      now = at;
      input.value = String(at[0]);
      renew(input, { "aria-valuetext": text });
      stand();
    };
    return { nodes, set };
  });
  const aspect = picture.root.viewBox.baseVal.width / picture.root.viewBox.baseVal.height;
  const root = html(
    "div",
    { class: "wb-steered", style: `--wb-aspect: ${aspect.toFixed(3)}` },
    picture.root,
    html(
      "div",
      { class: "wb-pad", style: framing(picture.frame) },
      ...handles.flatMap(({ nodes }) => nodes),
    ),
  );
  const set = (at, text, i = 0) => handles[i].set(at, text);
  return { root, set };
}

/**
 * @param {number[]} x
 * @param {number[]} y
 * @param {(at: number[]) => number[]} place
 * @param {string[]} labels
 */
function grid(x, y, place, [across, up]) {
  const lines = [];
  const coarse = x[1] - x[0] > 6 ? 2 : 1;
  for (const [v, text] of ticksOf(x, coarse))
    lines.push(line(place([v, y[0]]), place([v, y[1]]), v), tick(place([v, y[0]]), text, 0, 18));
  for (const [v, text] of ticksOf(y, coarse))
    lines.push(
      line(place([x[0], v]), place([x[1], v]), v),
      tick(place([x[0], v]), text, -8, 4, "end"),
    );
  const [right, bottom] = place([x[1], y[0]]);
  const [, first] = place([x[0], y[1]]);
  return [
    ...lines,
    svg(
      "text",
      { class: "wb-axis", x: right, y: bottom - 7, "text-anchor": "end" },
      across && `${across} →`,
    ),
    svg(
      "text",
      { class: "wb-axis", x: place([Math.max(x[0], 0), 0])[0] + 6, y: first + 14 },
      up && `↑ ${up}`,
    ),
  ];
}

/**
 * @param {number[]} from
 * @param {number[]} to
 * @param {number} v
 */
const line = ([x1, y1], [x2, y2], v) =>
  svg("line", { x1, y1, x2, y2, class: v === 0 ? "wb-zero" : "wb-grid" });
/**
 * @param {number[]} at
 * @param {string} text
 * @param {number} dx
 * @param {number} dy
 */
const tick = ([x, y], text, dx, dy, anchor = "middle") =>
  svg("text", { class: "wb-tick", x: x + dx, y: y + dy, "text-anchor": anchor }, text);

/**
 * The ticks of an axis with their texts: two at least.
 * @param {number[]} ends
 * @param {number} coarse
 * @returns {[number, string][]}
 */
function ticksOf([low, high], coarse) {
  const count = (step) => Math.floor(high / step + 1e-9) - Math.ceil(low / step - 1e-9) + 1;
  const step = [coarse, 0.5, 0.2, 0.1, 0.05, 0.02].find((size) => count(size) > 1) ?? 0.01;
  const first = Math.ceil(low / step - 1e-9);
  return Array.from({ length: count(step) }, (_, i) => (first + i) * step).map((v) => [
    v,
    fixed(v, step < 0.1 ? 2 : Number(step < 1)),
  ]);
}

/** @param {PlaneItem} item */
function mark({ kind, label, color: c = 5, ghost, drag }) {
  const name = `wb-${kind === "name" ? "point" : kind} wb-c${c % 6}${ghost ? " wb-ghost" : ""}${drag ? " wb-drag" : ""}`;
  if (kind === "area" || kind === "curve") return svg("path", { class: name });
  if (kind === "circle") return svg("circle", { class: name });
  if (kind === "sheet") return sheet(name);
  if (kind === "arrow")
    return svg(
      "g",
      { class: name },
      svg("path"),
      svg("path"),
      ...(label === undefined ? [] : [svg("text", {}, label)]),
    );
  const shapes = [
    "M-7 0a7 7 0 1 0 14 0a7 7 0 1 0-14 0Z",
    "M-6-6H6V6H-6Z",
    "M0-8L7 5H-7Z",
    "M0-8L8 0L0 8L-8 0Z",
    "M0 8L7-5H-7Z",
    "M-3-8H3V-3H8V3H3V8H-3V3H-8V-3H-3Z",
  ];
  const target = drag ? [svg("circle", { class: "wb-target", r: 22 })] : [];
  return svg(
    "g",
    { class: name },
    ...target,
    ...(kind === "name" ? [] : [svg("path", { d: shapes[c % 6] })]),
    svg("text", {}, label ?? ""),
  );
}

const path = (points) => `M${points.map((p) => p.join(" ")).join("L")}`;

/**
 * @param {any} node
 * @param {PlaneItem} item
 * @param {(at: number[]) => number[]} place
 * @param {number[][]} shown
 */
function move(node, { kind, at, radius = 0, label = "", thick = -1 }, place, shown) {
  if (thick >= 0) node.style.strokeWidth = thick.toFixed(2);
  if (kind === "area" || kind === "curve")
    renew(node, { d: path(at.map(place)) + (kind === "area" ? "Z" : "") });
  else if (kind === "sheet") moveSheet(node, at, shown, place);
  else if (kind === "circle") {
    const [[cx, cy], [rim]] = [at, [at[0] + radius, at[1]]].map(place);
    renew(node, { cx, cy, r: rim - cx });
  } else if (kind === "arrow") {
    const [[x1, y1], [x2, y2]] = at.map(place);
    const length = Math.hypot(x2 - x1, y2 - y1);
    const [ux, uy] = length > 0 ? [(x2 - x1) / length, (y2 - y1) / length] : [0, 0];
    const [shaft, tip, name] = node.children;
    // of a step that is shorter the tip is all
    const head = Math.min(name ? 12 : 9, length);
    const back = [x2 - head * ux, y2 - head * uy];
    renew(shaft, { d: path([[x1, y1], back]) });
    renew(tip, {
      d: `${path([
        [x2, y2],
        [back[0] - 0.45 * head * uy, back[1] + 0.45 * head * ux],
        [back[0] + 0.45 * head * uy, back[1] - 0.45 * head * ux],
      ])}Z`,
    });
    if (name) {
      say(name, label);
      renew(name, { transform: `translate(${(x1 + x2) / 2},${(y1 + y2) / 2})` });
    }
    const seen = length < 1 ? "hidden" : "";
    if (node.style.visibility !== seen) node.style.visibility = seen;
  } else {
    renew(node, { transform: `translate(${place(at).join(",")})` });
    say(node.lastChild, label);
  }
}
