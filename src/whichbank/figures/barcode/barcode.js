import { chart } from "../kit/chart.js";
import { framed } from "../kit/frame.js";
import { dot } from "../nets/kernels.js";
import {
  chooser,
  fixed,
  follow,
  heatmap,
  html,
  readout,
  rebuilt,
  renew,
  say,
  svg,
  write,
} from "../kit/parts.js";
import { steered } from "../kit/plane.js";
import { player } from "../kit/player.js";
import { sinusoidal } from "../nets/positions.js";

const KINDS = ["sine and cosine of each wave", "sines alone", "exponent counts columns", "degrees"];
// what the list calls them
const SHORT = ["correct", "slip: sines alone", "slip: exponent", "slip: degrees"];
const [PLACES, OFFSETS] = [100, 30];
const PACE = 300; // ms for a place
const ROUND = 40; // the radius of a clock
// of the two hands, as marks are everywhere
const TIPS = ["m-4.5 0a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0-9 0z", "m-6-6h12v12h-12z"];
const LAST = 94; // the last place with room for a name to the right of it, on a phone
const SHAPES = [
  [282, 146],
  [606, 158],
]; // of the chart, on a phone and where there is room

/**
 * The codes of places, made as it should be (kind 0) or with one of three slips.
 * @param {number} kind
 * @param {number[]} positions
 * @param {number} dModel
 * @returns {number[][]}
 */
export function encodePlaces(kind, positions, dModel) {
  if (kind === 0) return sinusoidal(positions, dModel);
  if (kind === 3)
    return sinusoidal(
      positions.map((t) => (t * Math.PI) / 180),
      dModel,
    );
  const alone = kind === 1;
  return positions.map((t) =>
    Array.from({ length: dModel }, (_, j) => {
      const angle = t * 10000 ** (-(alone ? j : 2 * j) / dModel);
      return !alone && j % 2 ? Math.cos(angle) : Math.sin(angle);
    }),
  );
}

/**
 * Two hands of a clock, each as high as its first number and as far to the right as its second: the
 * angle of the one, in radians, that from it to the other, their lengths, and their dot product.
 * @param {number[]} a
 * @param {number[]} b
 * @returns {{turn: number, wedge: number, lengths: number[], product: number}}
 */
export function clockOf(a, b) {
  const product = dot(a, b);
  return {
    turn: Math.atan2(a[0], a[1]),
    wedge: Math.atan2(b[0] * a[1] - b[1] * a[0], product),
    lengths: [Math.hypot(...a), Math.hypot(...b)],
    product,
  };
}

/** A clock, which turns with its first hand, and under it the dot product of its two hands. */
function clock() {
  const [wedge, ...hands] = ["wb-wedge wb-c2", "wb-needle wb-c0", "wb-needle wb-c1"].map((name) =>
    svg("path", { class: name }),
  );
  const turning = svg("g", { class: "wb-needles" }, wedge, hands[1], hands[0]);
  const number = html("b");
  const root = html(
    "div",
    { class: "wb-clock" },
    svg("svg", { viewBox: "-46 -46 92 92" }, svg("circle", { class: "wb-rim", r: ROUND }), turning),
    number,
  );
  let turned = 0;
  const set = (a, b) => {
    const { turn, wedge: angle, lengths, product } = clockOf(a, b);
    // the shorter way, so that it does not spin back
    turned += Math.atan2(Math.sin(turn - turned), Math.cos(turn - turned));
    turning.style.transform = `rotate(${-turned}rad)`;
    const at = (length, away) =>
      [ROUND * length * Math.cos(away), -ROUND * length * Math.sin(away)].map((v) => v.toFixed(2));
    const near = Math.min(...lengths);
    const r = (ROUND * near).toFixed(2);
    renew(wedge, {
      d: `M0 0L${at(near, 0)}A${r} ${r} 0 0 ${Number(angle < 0)} ${at(near, angle)}Z`,
    });
    hands.forEach((hand, n) => renew(hand, { d: `M0 0L${at(lengths[n], n * angle)}${TIPS[n]}` }));
    say(number, fixed(product));
  };
  return { root, set };
}

const count = (n) => Array.from({ length: n + 1 }, (_, i) => i);

/**
 * Two places on a line, a clock for each wave with a hand for each place, and the dot product of
 * their codes.
 */
function drawBarcode(model, el) {
  const features = model.get("d_model");
  const most = features / 2;
  const time = player(PACE, () => {
    write(model, { position: (model.get("position") + 1) % (PLACES + 1) });
    return model.get("position") === PLACES;
  });
  const kinds = chooser("The code", SHORT, (i) => write(model, { kind: KINDS[i] }));
  const clocks = Array.from({ length: most }, clock);
  const sum = html("b");
  const row = html(
    "div",
    { class: "wb-clocks", role: "img" },
    ...clocks.map(({ root }) => root),
    html("div", { class: "wb-clock-sum" }, html("span", {}, "sum"), sum),
  );
  const names = [html("span"), html("span")];
  const signs = TIPS.map((d, n) =>
    svg(
      "svg",
      { viewBox: "-6 -6 12 12", class: `wb-c${n}`, "aria-hidden": "true" },
      svg("path", { d }),
    ),
  );
  const key = html(
    "p",
    { class: "wb-legend" },
    html("span", {}, "Clocks, fast to slow:"),
    ...names.map((name, n) => html("span", {}, signs[n], name)),
    html("span", {}, html("i", { class: "wb-wedge" }), " angle between, its cosine below"),
  );

  const go = (at, i) => {
    time.rest();
    const [t, k] = [model.get("position"), model.get("offset")];
    const x = Math.round(at[0] + at[1]); // up and down are as right and left
    if (i) write(model, { offset: Math.min(Math.max(x - t, 0), OFFSETS) });
    else write(model, { position: Math.min(Math.max(x, 0), PLACES), offset: k });
  };
  const ranges = [
    [0, PLACES + OFFSETS],
    [0, 1],
  ];
  const [narrow, broad] = SHAPES.map((size) =>
    chart({
      x: ranges[0],
      y: [-0.8 * most, 1.3 * most],
      labels: ["place", "sum: dot product of the two codes"],
      size,
      ticks: { x: count(6).map((i) => 20 * i), y: [0, most / 2, most] },
    }),
  );
  const steer = steered(narrow, ranges, ["place t", "place t + k"], go, [1, 1]);
  const pad = steer.root.lastChild;
  grip(pad, go);
  pad.before(broad.root);
  for (const [side, length] of Object.entries(broad.frame))
    pad.style.setProperty(`--wb-${side}`, length);
  const said = readout();
  const table = heatmap(
    "Both codes, number by number",
    ["place t", "place t + k"],
    count(features - 1).map(String),
    { limits: [-1, 1] },
  );
  const tables = []; // the codes of all places, for each kind that was looked at
  const level = -0.6 * most; // of the bar from pin to pin, below what a product can be
  const whole = (x, top) => Number.isInteger(x) && x >= 0 && x <= top;
  const frame = framed(model, el, {
    name: "barcode",
    what: "Can two codes tell how far apart their places are?",
    traits: ["position", "offset", "kind"],
    time,
    wide: true,
    fits: ({ position, offset, kind }) =>
      whole(position, PLACES) && whole(offset, OFFSETS) && KINDS.includes(kind),
    picture: [key, row, html("div", { class: "wb-ground" }, steer.root)],
    controls: [
      html(
        "div",
        { class: "wb-buttons" },
        html("span", {}, "Slide both:"),
        time.play,
        time.step,
        kinds.root,
      ),
    ],
    said: said.root,
    table: [table.root],
  });

  const stop = follow(model, ["position", "offset", "kind"], () => {
    const [t, k] = ["position", "offset"].map((name) => model.get(name));
    const kind = KINDS.indexOf(model.get("kind"));
    const codes = (tables[kind] ??= encodePlaces(kind, count(PLACES + OFFSETS), features));
    const track = count(PLACES).map((s) => [s + k, dot(codes[s], codes[s + k])]);
    const product = track[t][1];
    const [low, high] = [Math.min(...track.map((p) => p[1])), Math.max(...track.map((p) => p[1]))];
    kinds.set(kind);
    [t, t + k].forEach((s, n) => say(names[n], ` place ${n ? "t + k" : "t"} = ${s}`));
    clocks.forEach(({ set }, i) => set(...[t, t + k].map((s) => codes[s].slice(2 * i, 2 * i + 2))));
    say(sum, fixed(product));
    renew(row, {
      "aria-label":
        `${most} clocks, fast to slow, each with two hands, for place ${t} and place ${t + k}. Their dot products: ` +
        `${clocks.map(({ root }) => root.lastChild.textContent).join(", ")}; sum ${fixed(product)}.`,
    });
    table.set([codes[t], codes[t + k]]);
    said.set(
      `Slide both places, ${k} apart, and the sum ` +
        (high - low < 1e-9
          ? `stays ${fixed(product)}: it depends on their distance alone.`
          : `runs from ${fixed(low)} to ${fixed(high)}: it depends on where they are, too.`),
    );
    for (const picture of [narrow, broad])
      picture.set(
        [
          {
            key: "stay",
            kind: "curve",
            at: count(OFFSETS).map((far) => [t + far, dot(codes[t], codes[t + far])]),
            color: 5,
            marks: false,
          },
          { key: "track", kind: "curve", at: track, color: 2, marks: false, dashed: true },
          { key: "walk", kind: "curve", at: track.slice(0, t + 1), color: 2, marks: false },
          { key: "here", kind: "dot", at: [t + k, product], color: 2 },
          {
            key: "apart",
            kind: "band",
            at: [t, t + k].map((s) => [s, level - 0.04 * most, level + 0.04 * most]),
            color: 5,
          },
          {
            key: "k",
            kind: "value",
            at: [Math.min(t + k, LAST), level],
            name: `k = ${k} apart`,
            color: 5,
          },
          {
            key: "alone",
            kind: "value",
            at: [Math.min(t, 0.7 * LAST), 1.2 * most],
            name: "only t + k slides",
            color: 5,
          },
          {
            key: "together",
            kind: "value",
            at: [t < 0.7 * LAST ? t + OFFSETS : k, product + 0.2 * most],
            name: "both slide",
            color: 2,
          },
        ],
        `Dot product over the place. Walking with offset ${k}: from ${fixed(low)} to ${fixed(high)}. Staying at place ${t}: ${fixed(product)} with place ${t + k}.`,
      );
    steer.set([t, 0], `t = ${t}`, 0);
    steer.set([t + k, 0], `t + k = ${t + k}, k = ${k}`, 1);
  });
  return () => {
    stop();
    frame.stop();
  };
}

/**
 * Make the two places of a number line pins that a mouse or a finger drags.
 * @param {Element} pad
 * @param {(at: number[], i: number) => void} onMove
 */
function grip(pad, onMove) {
  [...pad.querySelectorAll("span")].forEach((pin, i) => {
    pin.classList.add("wb-drag", `wb-c${i}`);
    pin.append(
      html("b", {}, ["t", "t + k"][i]),
      svg("svg", { viewBox: "0 0 12 8" }, svg("path", { d: "M0 0H12L6 8Z" })),
    );
    /** @type {number | null} */
    let away = null; // how far from the pin's place it is held
    const at = (event) => {
      const { left, width } = pad.getBoundingClientRect();
      return ((event.clientX - left) / width) * (PLACES + OFFSETS);
    };
    pin.addEventListener("pointerdown", (event) => {
      event.preventDefault();
      const handle = /** @type {HTMLInputElement} */ (pin.previousSibling);
      away = Number(handle.value) - at(event);
      pin.setPointerCapture(event.pointerId);
    });
    pin.addEventListener(
      "pointermove",
      (event) => away !== null && onMove([at(event) + away, 0], i),
    );
    for (const end of ["pointerup", "pointercancel"])
      pin.addEventListener(end, () => (away = null));
  });
}

/** Draw; with another number of features, build the figure anew. */
export default { render: rebuilt(["d_model"], drawBarcode) };
