import { chart } from "../kit/chart.js";
import { framed } from "../kit/frame.js";
import { dot } from "../nets/kernels.js";
import { player } from "../kit/player.js";
import {
  button,
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
import { sinusoidal } from "../nets/positions.js";
import { chord } from "./chord.js";
import { clock, TIPS } from "./clock.js";
import { grip } from "./pins.js";

const KINDS = ["sine and cosine of each wave", "sines alone", "exponent counts columns", "degrees"];
// what the list calls them
const SHORT = ["correct", "slip: sines alone", "slip: exponent", "slip: degrees"];
const [PLACES, OFFSETS] = [100, 30];
const PACE = 160; // ms for a place
const LAST = 94; // the last place with room for a name to the right of it, on a phone
const LEFT_OF_T = 34; // places that the name takes to the left of t, beyond that
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

const count = (n) => Array.from({ length: n + 1 }, (_, i) => i);

/**
 * Two places on a line, a clock for each wave with a hand for each place, and the dot product of
 * their codes.
 */
function drawBarcode(model, el) {
  const features = model.get("d_model");
  const most = features / 2;
  const sound = chord();
  let products = [];
  /** Turn all clocks to a place, which may lie between two of the line. */
  const turnTo = (place, jump) => {
    const both = encodePlaces(
      KINDS.indexOf(model.get("kind")),
      [place, place + model.get("offset")],
      features,
    );
    products = clocks.map(({ set }, i) => {
      const [a, b] = both.map((code) => code.slice(2 * i, 2 * i + 2));
      const hands = clockOf(a, b);
      set(hands, jump);
      return hands.product;
    });
    sound.set(products);
    say(sum, fixed(products.reduce((all, one) => all + one, 0)));
  };
  const { time: line, play } = player(
    PACE * PLACES,
    (at) => {
      const now = Math.round(at / PACE);
      if (now !== model.get("position")) write(model, { position: now });
      if (line.plays()) turnTo(at / PACE, true);
    },
    (time) => {
      time.set(PACE * (model.get("position") % PLACES));
      time.play();
    },
    (runs) => {
      if (!runs) turnTo(model.get("position"));
    },
  );
  const hush = () => {
    sound.off();
    renew(hear, { "aria-pressed": "false" });
  };
  const hear = button("Sound", () => {
    if (sound.sounds()) return hush();
    sound.on(products);
    return renew(hear, { "aria-pressed": "true" });
  });
  renew(hear, { "aria-pressed": "false" });
  const rest = () => {
    line.rest();
    hush();
  };
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
  const adds = html("span");
  const key = html(
    "p",
    { class: "wb-legend" },
    ...names.map((name, n) => html("span", {}, signs[n], name)),
    html("span", {}, html("i", { class: "wb-wedge" }), adds),
  );

  const go = (at, i) => {
    line.rest();
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
      labels: ["place", "sum"],
      size,
      ticks: { x: count(6).map((i) => 20 * i), y: [0, most / 2, most] },
    }),
  );
  const steer = steered(narrow, ranges, ["place t", "place t + k"], go, [1, 1]);
  const pad = steer.root.lastChild;
  grip(pad, PLACES + OFFSETS, go);
  pad.before(broad.root);
  for (const [side, length] of Object.entries(broad.frame))
    pad.style.setProperty(`--wb-broad-${side}`, length);
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
    time: { play, rest },
    wide: true,
    fits: ({ position, offset, kind }) =>
      whole(position, PLACES) && whole(offset, OFFSETS) && KINDS.includes(kind),
    picture: [key, row, html("div", { class: "wb-ground" }, steer.root)],
    controls: [html("div", { class: "wb-buttons" }, play, hear, kinds.root)],
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
    const round = kind === 0 || kind === 3; // all hands have the length 1
    say(adds, round ? " angle between: its cosine" : " product of the two hands");
    [t, t + k].forEach((s, n) => say(names[n], ` ${n ? "t + k" : "t"} = ${s}`));
    if (!line.plays()) turnTo(t);
    renew(row, {
      "aria-label":
        `${most} clocks, fast to slow, each with two hands, for place ${t} and place ${t + k}. Their dot products: ` +
        `${clocks.map(({ root }) => root.lastChild.textContent).join(", ")}; sum ${fixed(product)}.`,
    });
    table.set([codes[t], codes[t + k]]);
    said.set(
      "Slide both, and the sum " +
        (high - low < 1e-9
          ? `stays ${fixed(product)}: it depends on their distance alone${KINDS[kind] === "degrees" ? ", and hardly on that" : ""}.`
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
            at: [t + k > LAST ? t - LEFT_OF_T : t + k, level],
            name: `k = ${k}`,
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
    rest();
    stop();
    clocks.forEach((one) => one.stop());
    frame.stop();
  };
}

/** Draw; with another number of features, build the figure anew. */
export default { render: rebuilt(["d_model"], drawBarcode) };
