import { chart } from "./chart.js";
import { dot } from "./kernels.js";
import { choice, fixed, follow, html, readout, rebuilt, renew, say, slider, svg, write } from "./parts.js";
import { sinusoidal } from "./positions.js";

const KINDS = ["sine and cosine of each wave", "sines alone", "exponent counts features", "degrees"];
const PLACES = 100;
const OFFSETS = 30;

/** The codes of places, made as it should be (kind 0) or with one of three slips.
 * @param {number} kind @param {number[]} positions @param {number} dModel @returns {number[][]} */
export function encodePlaces(kind, positions, dModel) {
  if (kind === 0) return sinusoidal(positions, dModel);
  if (kind === 3) return sinusoidal(positions.map((t) => (t * Math.PI) / 180), dModel);
  const alone = kind === 1;
  return positions.map((t) => Array.from({ length: dModel }, (_, j) => {
    const angle = t * 10000 ** (-(alone ? j : 2 * j) / dModel);
    return !alone && j % 2 ? Math.cos(angle) : Math.sin(angle);
  }));
}

/** One code as bars, up for positive numbers and down for negative ones. @param {number} features @param {boolean} alone */
function bars(features) {
  const title = svg("text", { class: "wb-axis", x: 0, y: 12 });
  const rects = Array.from({ length: features }, (_, j) => svg("rect", { x: (320 / features) * j + 1, width: 320 / features - 2 }));
  const middle = svg("line", { class: "wb-zero", x1: 0, x2: 320, y1: 52, y2: 52 });
  const root = svg("svg", { class: "wb-bars", role: "img", viewBox: "0 0 320 88" }, title, ...rects, middle);
  const set = (name, code, alone) => {
    say(title, name);
    renew(root, { "aria-label": `${name}: ${code.map((x) => fixed(x)).join(", ")}` });
    code.forEach((x, j) => {
      renew(rects[j], { class: `wb-c${alone ? 0 : j % 2}`, y: 52 - 32 * Math.max(x, 0), height: Math.max(32 * Math.abs(x), 0.5) });
    });
  };
  return { root, set };
}

const count = (n) => Array.from({ length: n + 1 }, (_, i) => i);

/** Two barcodes, their dot product, and two charts of it: over the place, and over the offset. */
function drawBarcode(model, el) {
  const features = model.get("d_model");
  const most = features / 2;
  const kinds = choice("The code", KINDS, (i) => write(model, { kind: KINDS[i] }));
  const whole = (x) => String(x);
  const place = slider("place t", { min: 0, max: PLACES, step: 1, format: whole }, (x) => write(model, { position: x }));
  const step = slider("offset k", { min: 0, max: OFFSETS, step: 1, format: whole }, (x) => write(model, { offset: x }));
  const strips = [bars(features), bars(features)];
  const limits = [Math.min(-2, -most / 2), Math.max(most, 1) * 1.25];
  const overPlace = chart({ x: [0, PLACES], y: limits, labels: ["place t", "dot product, same k"] });
  const overOffset = chart({ x: [0, OFFSETS], y: limits, labels: ["offset k", "dot product, same t"] });
  const said = readout();
  const tables = []; // the codes of all places, for each kind that was looked at

  el.classList.add("wb-figure");
  el.replaceChildren(kinds.root, place.root, step.root, html("div", { class: "wb-panels" }, ...strips.map((part) => part.root)),
    said.root, html("div", { class: "wb-panels" }, overPlace.root, overOffset.root));

  return follow(model, ["position", "offset", "kind"], () => {
    const [t, k] = ["position", "offset"].map((name) => model.get(name));
    const kind = KINDS.indexOf(model.get("kind"));
    if (!tables[kind]) tables[kind] = encodePlaces(kind, count(PLACES + OFFSETS), features);
    const codes = tables[kind];
    const products = count(PLACES).map((s) => [s, dot(codes[s], codes[s + k])]);
    const product = products[t][1];
    const [low, high] = [Math.min(...products.map((p) => p[1])), Math.max(...products.map((p) => p[1]))];
    kinds.set(kind);
    place.set(t);
    step.set(k);
    strips[0].set(`place ${t}`, codes[t], kind === 1);
    strips[1].set(`place ${t + k}`, codes[t + k], kind === 1);
    said.set(`Code of ${t} · code of ${t + k} = ${fixed(product)}. With offset ${k}, over all places from 0 to ${PLACES}: ` +
      (high - low < 1e-9 ? "always the same." : `from ${fixed(low)} to ${fixed(high)}.`));
    overPlace.set([{ key: "curve", kind: "curve", at: products, color: 0, marks: false }, { key: "dot", kind: "dot", at: [t, product], color: 1 }],
      `Dot product over the place, offset ${k}: from ${fixed(low)} to ${fixed(high)}.`);
    overOffset.set([{ key: "curve", kind: "curve", at: count(OFFSETS).map((s) => [s, dot(codes[t], codes[t + s])]), color: 0, marks: false },
      { key: "dot", kind: "dot", at: [k, product], color: 1 }], `Dot product over the offset, place ${t}: ${fixed(product)} at offset ${k}.`);
  });
}

/** Draw; with another number of features, build the figure anew. */
export default { render: rebuilt(["d_model"], drawBarcode) };
