// The parts that figures are made of: controls, heatmap, plane. Each part is {root, set}: an element, and a function
// that shows new values. A part never reads the model; figures connect the two.

import { arrange } from "./labels.js";

/** Make an HTML element. @param {string} tag @param {Record<string, any>} [attributes] @param {...(Node|string)} children */
export function html(tag, attributes = {}, ...children) {
  return furnish(document.createElement(tag), attributes, children);
}

/** Make an SVG element. @param {string} tag @param {Record<string, any>} [attributes] @param {...(Node|string)} children */
export function svg(tag, attributes = {}, ...children) {
  return furnish(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, children);
}

function furnish(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (value !== false && value !== undefined) node.setAttribute(name, value === true ? "" : value);
  }
  // JupyterLab takes arrows and Enter for commands of its own wherever a control does not say that it needs them.
  if (["input", "button", "select"].includes(node.localName)) node.setAttribute("data-lm-suppress-shortcuts", "true");
  node.append(...children);
  return node;
}

/** Round for reading: a fixed number of digits and a real minus sign. @param {number} x @param {number} [digits] */
export function fixed(x, digits = 2) {
  const text = x.toFixed(digits);
  return Number(text) === 0 ? (0).toFixed(digits) : text.replace("-", "−");
}

/** Whether weights make a whole: they sum to 1, within rounding. @param {number} sum */
export const whole = (sum) => Math.abs(sum - 1) < 1e-9;

/** A sum for reading, with as many digits as it takes not to read 1 when it is not. @param {number} sum */
export function total(sum) {
  const digits = whole(sum) ? 2 : [2, 4, 6, 9].find((n) => Number(sum.toFixed(n)) !== 1);
  return fixed(sum, digits);
}

/** Draw now, and again when one of the traits changes; returns the function that stops it.
 * @param {any} model @param {string[]} traits @param {() => void} draw @returns {() => void} */
export function follow(model, traits, draw) {
  for (const trait of traits) model.on(`change:${trait}`, draw);
  draw();
  return () => traits.forEach((trait) => model.off(`change:${trait}`, draw));
}

/** Write traits and send them on. @param {any} model @param {Record<string, any>} traits */
export function write(model, traits) {
  for (const [trait, value] of Object.entries(traits)) model.set(trait, value);
  model.save_changes();
}

/** A labelled slider. @param {string} label
 * @param {{min: number, max: number, step: number, format?: (x: number) => string, color?: number}} range
 * @param {(x: number) => void} onInput */
export function slider(label, { min, max, step, format = fixed, color }, onInput) {
  const id = uniqueId();
  const input = html("input", { type: "range", id, min, max, step, oninput: () => onInput(Number(input.value)) });
  const output = html("output", { for: id });
  const name = html("label", { for: id }, label);
  if (color !== undefined) name.className = `wb-word wb-c${color % 6}`;
  const set = (x) => {
    if (Number(input.value) !== x) input.value = String(x);
    input.setAttribute("aria-valuetext", format(x));
    output.textContent = format(x);
  };
  return { root: html("div", { class: "wb-slider" }, name, input, output), input, set };
}

/** One of several, as radio buttons. @param {string} legend @param {string[]} options @param {(i: number) => void} onPick */
export function choice(legend, options, onPick) {
  const name = uniqueId();
  const inputs = options.map((_, i) => html("input", { type: "radio", name, value: i, onchange: () => onPick(i) }));
  const labels = options.map((option, i) => html("label", {}, inputs[i], html("span", {}, option)));
  const root = html("fieldset", { class: "wb-choice" }, html("legend", {}, legend), html("div", {}, ...labels));
  return { root, set: (i) => inputs.forEach((input, j) => (input.checked = i === j)) };
}

/** A push button. @param {string} label @param {() => void} onPress */
export function button(label, onPress) {
  return html("button", { type: "button", class: "wb-button", onclick: onPress }, label);
}

/** A sentence that is read out when it changes. */
export function readout() {
  const root = html("p", { class: "wb-readout", role: "status", "aria-live": "polite" });
  return { root, set: (text) => root.textContent !== text && (root.textContent = text) };
}

// Seven stops of the cividis scale: even steps of lightness, safe for color blindness.
const STOPS = [[0, 34, 78], [40, 63, 110], [88, 91, 108], [124, 123, 120], [165, 156, 116], [209, 193, 96], [254, 232, 56]];

/** Color of a share between 0 and 1, as [r, g, b]. @param {number} share */
export function color(share) {
  const x = Math.min(Math.max(share, 0), 1) * (STOPS.length - 1);
  const i = Math.min(Math.floor(x), STOPS.length - 2);
  return STOPS[i].map((low, c) => Math.round(low + (x - i) * (STOPS[i + 1][c] - low)));
}

/** A table of numbers with colored cells, so that a screen reader reads what the eye sees.
 * @param {string} caption @param {string[]} rows @param {string[]} columns
 * @param {{digits?: number, limits?: [number, number], sums?: boolean}} [options] sums adds a column of row sums */
export function heatmap(caption, rows, columns, { digits = 2, limits = [0, 1], sums = false } = {}) {
  const cells = rows.map(() => columns.map(() => html("td")));
  const totals = rows.map(() => html("td", { class: "wb-sum" }));
  const heads = [...columns, ...(sums ? ["sum"] : [])].map((word) => html("th", { scope: "col" }, word));
  const lines = rows.map((word, t) =>
    html("tr", {}, html("th", { scope: "row" }, word), ...cells[t], ...(sums ? [totals[t]] : [])),
  );
  const corner = html("td", { class: "wb-corner" });
  const root = html("table", { class: "wb-heatmap" }, html("caption", {}, caption),
    html("thead", {}, html("tr", {}, corner, ...heads)), html("tbody", {}, ...lines));
  const set = (table, active = -1) => {
    table.forEach((row, t) => {
      row.forEach((x, s) => {
        const text = fixed(x, digits);
        if (cells[t][s].textContent === text) return;
        const [r, g, b] = color((x - limits[0]) / (limits[1] - limits[0]));
        cells[t][s].textContent = text;
        cells[t][s].style.background = `rgb(${r} ${g} ${b})`;
        cells[t][s].style.color = 0.3 * r + 0.59 * g + 0.11 * b > 125 ? "#000" : "#fff";
      });
      const sum = row.reduce((a, b) => a + b, 0);
      totals[t].textContent = total(sum) + (whole(sum) ? "" : ", not 1");
      totals[t].classList.toggle("wb-wrong", !whole(sum));
      lines[t].classList.toggle("wb-active", t === active);
    });
  };
  return { root, set };
}

/** A plane with named axes. Items are drawn in the order given; an item with the key of an earlier one moves it, and one
 * that is no longer given goes.
 * @param {{x: [number, number], y: [number, number], labels: [string, string], size?: number,
 *   onDrag?: (key: string, at: [number, number]) => void}} options */
export function plane({ x, y, labels, size = 400, onDrag }) {
  const unit = size / Math.max(x[1] - x[0], y[1] - y[0]);
  const [left, top, pad] = [x[0], y[1], 28];
  const [width, height] = [(x[1] - x[0]) * unit, (y[1] - y[0]) * unit];
  const place = ([a, b]) => [pad + (a - left) * unit, 6 + (top - b) * unit];
  const root = svg("svg", { class: "wb-plane", role: "img", viewBox: `0 0 ${width + pad + 34} ${height + pad + 12}` });
  const layer = svg("g");
  root.append(...grid(x, y, place, labels), layer);
  const nodes = new Map();
  const last = new Map();
  let dragged = null;

  const pointer = (event) => {
    const box = root.getScreenCTM().inverse();
    const p = new DOMPoint(event.clientX, event.clientY).matrixTransform(box);
    return [(p.x - pad) / unit + left, top - (p.y - 6) / unit];
  };
  const drag = (event) => {
    if (event.pointerId !== dragged?.id) return;
    const at = pointer(event).map((v, i) => v + dragged.offset[i]);
    onDrag(dragged.key, at.map((v, i) => Math.min(Math.max(v, [x, y][i][0]), [x, y][i][1])));
  };
  root.addEventListener("pointermove", drag);
  for (const end of ["pointerup", "pointercancel"]) root.addEventListener(end, () => (dragged = null));

  const grab = (key) => (event) => {
    const at = pointer(event);
    dragged = { key, id: event.pointerId, offset: last.get(key).map((v, i) => v - at[i]) };
    root.setPointerCapture(event.pointerId);
  };
  const makeDraggable = (node, key) => {
    node.addEventListener("pointerdown", grab(key));
    for (const start of ["mousedown", "touchstart"]) // no selected text, and no scrolling page under the finger
      node.addEventListener(start, (event) => event.preventDefault(), { passive: false });
  };
  /** @param {{key: string, kind: "point"|"arrow"|"area"|"circle", at: any, radius?: number, label?: string, color?: number, ghost?: boolean,
   *   drag?: boolean}[]} items  @param {string} description what the picture shows, for those who cannot see it */
  const set = (items, description) => {
    root.setAttribute("aria-label", description);
    const given = new Set(items.map((item) => item.key));
    for (const [key, node] of nodes) if (!given.has(key)) (node.remove(), nodes.delete(key));
    for (const item of items) {
      if (!nodes.has(item.key)) {
        const node = mark(item);
        if (item.drag) makeDraggable(node, item.key);
        nodes.set(item.key, node);
        layer.append(node);
      }
      last.set(item.key, item.at);
      move(nodes.get(item.key), item, place);
    }
    const points = items.filter((item) => item.kind === "point");
    arrange(points.map(({ key, at, label }) => ({ text: nodes.get(key).lastChild, name: label, at: place(at) })),
      items.filter((item) => item.kind === "arrow").map((item) => item.at.map(place)), [width + pad + 34, height + pad + 12]);
  };
  return { root, set };
}

function grid(x, y, place, [across, up]) {
  const lines = [];
  const step = x[1] - x[0] > 6 ? 2 : 1;
  const from = (low) => Math.ceil(low / step) * step;
  for (let v = from(x[0]); v <= x[1]; v += step) lines.push(line(place([v, y[0]]), place([v, y[1]]), v), tick(place([v, y[0]]), v, 0, 18));
  for (let v = from(y[0]); v <= y[1]; v += step) lines.push(line(place([x[0], v]), place([x[1], v]), v), tick(place([x[0], v]), v, -8, 4, "end"));
  const [right, bottom] = place([x[1], y[0]]);
  const [, first] = place([x[0], y[1]]);
  return [...lines, svg("text", { class: "wb-axis", x: right, y: bottom - 7, "text-anchor": "end" }, `${across} →`),
    svg("text", { class: "wb-axis", x: place([Math.max(x[0], 0), 0])[0] + 6, y: first + 14 }, `↑ ${up}`)];
}

const line = ([x1, y1], [x2, y2], v) => svg("line", { x1, y1, x2, y2, class: v === 0 ? "wb-zero" : "wb-grid" });
const tick = ([x, y], v, dx, dy, anchor = "middle") =>
  svg("text", { class: "wb-tick", x: x + dx, y: y + dy, "text-anchor": anchor }, fixed(v, 0));

function mark({ kind, label, color: c = 5, ghost, drag }) {
  const name = `wb-${kind} wb-c${c % 6}${ghost ? " wb-ghost" : ""}${drag ? " wb-drag" : ""}`;
  if (kind === "area") return svg("polygon", { class: name });
  if (kind === "circle") return svg("circle", { class: name });
  if (kind === "arrow") return svg("g", { class: name }, svg("line"), svg("polygon"));
  const shapes = ["M-7 0a7 7 0 1 0 14 0a7 7 0 1 0-14 0Z", "M-6-6H6V6H-6Z", "M0-8L7 5H-7Z", "M0-8L8 0L0 8L-8 0Z", "M0 8L7-5H-7Z", "M-3-8H3V-3H8V3H3V8H-3V3H-8V-3H-3Z"];
  const target = drag ? [svg("circle", { class: "wb-target", r: 22 })] : [];
  return svg("g", { class: name }, ...target, svg("path", { d: shapes[c % 6] }), svg("text", {}, label ?? ""));
}

function move(node, { kind, at, radius, label }, place) {
  if (kind === "area") node.setAttribute("points", at.map((p) => place(p).join(",")).join(" "));
  else if (kind === "circle") {
    const [[cx, cy], [rim]] = [at, [at[0] + radius, at[1]]].map(place);
    for (const [name, v] of Object.entries({ cx, cy, r: rim - cx })) node.setAttribute(name, v);
  } else if (kind === "arrow") {
    const [[x1, y1], [x2, y2]] = at.map(place);
    const length = Math.hypot(x2 - x1, y2 - y1);
    const [ux, uy] = length > 0 ? [(x2 - x1) / length, (y2 - y1) / length] : [0, 0];
    const [shaft, tip] = node.children;
    for (const [name, v] of Object.entries({ x1, y1, x2, y2 })) shaft.setAttribute(name, v);
    tip.setAttribute("points", [[x2, y2], [x2 - 9 * ux - 4 * uy, y2 - 9 * uy + 4 * ux], [x2 - 9 * ux + 4 * uy, y2 - 9 * uy - 4 * ux]].map(String).join(" "));
    node.style.visibility = length < 9 ? "hidden" : "";
  } else {
    node.setAttribute("transform", `translate(${place(at).join(",")})`);
    if (label !== undefined && node.lastChild.textContent !== label) node.lastChild.textContent = label;
  }
}

const uniqueId = () => `wb-${Math.random().toString(36).slice(2)}`;
