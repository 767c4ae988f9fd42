import { chart } from "./chart.js";
import { framed } from "./frame.js";
import { dot } from "./kernels.js";
import { chooser, fixed, follow, heatmap, html, readout, rebuilt, renew, say, slider, svg, write } from "./parts.js";
import { player } from "./player.js";
import { sinusoidal } from "./positions.js";

const KINDS = ["sine and cosine of each wave", "sines alone", "exponent counts columns", "degrees"];
const PLACES = 100;
const OFFSETS = 30;
const PACE = 200; // ms for a place
const [WIDE, HIGH] = [320, 188]; // of the drawing
const [MIDDLE, ROUND] = [20, 16]; // of the clocks: how far down they are, and the radius at most
const BARS = [{ at: 104, name: 76 }, { at: 166, name: 138 }]; // where each code's zero is, and its name
const TALL = 20; // of a bar of 1

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

/** Two codes: each pair of numbers as the tip of a clock's hand, and below it as two bars, up for positive numbers and
 * down for negative ones. A hand is as high as the first number and as far to the right as the second.
 * @param {number} features */
function clocks(features) {
  const pairs = Array.from({ length: features / 2 }, (_, i) => i);
  const step = WIDE / pairs.length;
  const radius = Math.min(ROUND, step / 2 - 3);
  const middle = (i) => (i + 0.5) * step;
  const faces = pairs.map((i) => {
    const parts = { between: svg("polygon"), hands: [svg("line"), svg("line", { class: "wb-second-hand" })],
      tips: [svg("circle", { r: 3 }), svg("circle", { r: 3, class: "wb-second-hand" })], sum: svg("text", { x: middle(i), y: 52, "text-anchor": "middle" }) };
    const root = svg("g", { class: "wb-face" }, svg("circle", { class: "wb-rim", cx: middle(i), cy: MIDDLE, r: radius }), parts.between, ...parts.hands, ...parts.tips,
      ...(pairs.length > 8 ? [] : [parts.sum]));
    return { ...parts, root };
  });
  const codes = BARS.map(({ at, name }) => {
    const title = svg("text", { class: "wb-axis", x: 0, y: name });
    const rects = Array.from({ length: features }, (_, j) => svg("rect", { x: (step / 2) * j + 1, width: step / 2 - 2 }));
    return { title, rects, at, zero: svg("line", { class: "wb-zero", x1: 0, x2: WIDE, y1: at, y2: at }) };
  });
  const root = svg("svg", { class: "wb-bars", role: "img", viewBox: `0 0 ${WIDE} ${HIGH}` }, ...faces.map((face) => face.root),
    ...codes.flatMap(({ title, rects, zero }) => [title, ...rects, zero]));

  /** @param {string[]} names @param {number[][]} both codes @param {boolean} alone whether there are sines alone
   * @param {string} description */
  const set = (names, both, alone, description) => {
    renew(root, { "aria-label": description });
    faces.forEach(({ between, hands, tips, sum }, i) => {
      const ends = both.map((code) => [middle(i) + radius * code[2 * i + 1], MIDDLE - radius * code[2 * i]].map((v) => v.toFixed(2)));
      renew(between, { points: [[middle(i), MIDDLE], ...ends].join(" ") });
      ends.forEach(([x, y], n) => {
        renew(hands[n], { x1: middle(i), y1: MIDDLE, x2: x, y2: y });
        renew(tips[n], { cx: x, cy: y });
      });
      say(sum, fixed(both[0][2 * i] * both[1][2 * i] + both[0][2 * i + 1] * both[1][2 * i + 1]));
    });
    codes.forEach(({ title, rects, at }, n) => {
      say(title, names[n]);
      both[n].forEach((x, j) => renew(rects[j], { class: `wb-c${alone ? 0 : j % 2}`, y: (at - TALL * Math.max(x, 0)).toFixed(2), height: Math.max(TALL * Math.abs(x), 0.5).toFixed(2) }));
    });
  };
  return { root, set };
}

const count = (n) => Array.from({ length: n + 1 }, (_, i) => i);

/** Two codes, their dot product, and two charts of it: over the place, and over the offset. */
function drawBarcode(model, el) {
  const features = model.get("d_model");
  const most = features / 2;
  const time = player(PACE, () => {
    write(model, { position: (model.get("position") + 1) % (PLACES + 1) });
    return model.get("position") === PLACES;
  });
  const kinds = chooser("The code", KINDS, (i) => write(model, { kind: KINDS[i] }));
  const place = slider("place t", { min: 0, max: PLACES, step: 1, format: String }, (x) => {
    time.rest();
    write(model, { position: x });
  });
  const away = slider("offset k", { min: 0, max: OFFSETS, step: 1, format: String }, (x) => write(model, { offset: x }));
  const drawn = clocks(features);
  const limits = [Math.min(-2, -most / 2), Math.max(most, 1) * 1.25];
  const shape = { y: limits, size: [150, 96] };
  const overPlace = chart({ ...shape, x: [0, PLACES], labels: ["place t", "product, same k"], ticks: { x: [0, 50, PLACES] } });
  const overOffset = chart({ ...shape, x: [0, OFFSETS], labels: ["offset k", "product, same t"], ticks: { x: [0, 10, 20, OFFSETS] } });
  const said = readout();
  const table = heatmap("Both codes, number by number", ["place t", "place t + k"], count(features - 1).map(String), { limits: [-1, 1] });
  const tables = []; // the codes of all places, for each kind that was looked at
  const whole = (x, top) => Number.isInteger(x) && x >= 0 && x <= top;
  const frame = framed(model, el, { name: "barcode", traits: ["position", "offset", "kind"], time,
    fits: ({ position, offset, kind }) => whole(position, PLACES) && whole(offset, OFFSETS) && KINDS.includes(kind), picture: [drawn.root],
    controls: [kinds.root, place.root, away.root, html("div", { class: "wb-buttons" }, time.play, time.step), html("div", { class: "wb-pair" }, overPlace.root, overOffset.root)],
    said: said.root, table: [table.root] });

  const stop = follow(model, ["position", "offset", "kind"], () => {
    const [t, k] = ["position", "offset"].map((name) => model.get(name));
    const kind = KINDS.indexOf(model.get("kind"));
    if (!tables[kind]) tables[kind] = encodePlaces(kind, count(PLACES + OFFSETS), features);
    const codes = tables[kind];
    const products = count(PLACES).map((s) => [s, dot(codes[s], codes[s + k])]);
    const product = products[t][1];
    const [low, high] = [Math.min(...products.map((p) => p[1])), Math.max(...products.map((p) => p[1]))];
    kinds.set(kind);
    place.set(t);
    away.set(k);
    table.set([codes[t], codes[t + k]]);
    const names = [`place ${t}: full hands`, `place ${t + k}: dashed hands`];
    drawn.set(names, [codes[t], codes[t + k]], kind === 1,
      `${features / 2} clocks with two hands each, and both codes as bars. ${[t, t + k].map((s) => `Place ${s}: ${codes[s].map((x) => fixed(x)).join(", ")}`).join(". ")}.`);
    said.set(`Code of ${t} · code of ${t + k} = ${fixed(product)}. With offset ${k}, over all places from 0 to ${PLACES}: ` +
      (high - low < 1e-9 ? "always the same." : `from ${fixed(low)} to ${fixed(high)}.`));
    overPlace.set([{ key: "curve", kind: "curve", at: products, color: 0, marks: false }, { key: "dot", kind: "dot", at: [t, product], color: 1 }],
      `Dot product over the place, offset ${k}: from ${fixed(low)} to ${fixed(high)}.`);
    overOffset.set([{ key: "curve", kind: "curve", at: count(OFFSETS).map((s) => [s, dot(codes[t], codes[t + s])]), color: 0, marks: false },
      { key: "dot", kind: "dot", at: [k, product], color: 1 }], `Dot product over the offset, place ${t}: ${fixed(product)} at offset ${k}.`);
  });
  return () => {
    stop();
    frame.stop();
  };
}

/** Draw; with another number of features, build the figure anew. */
export default { render: rebuilt(["d_model"], drawBarcode) };
