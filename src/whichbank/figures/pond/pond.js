import { basin, CELLS, inks, SIZE, viewOf } from "./basin.js";
import { framed } from "../kit/frame.js";
import {
  button,
  calm,
  chooser,
  fixed,
  follow,
  heatmap,
  html,
  listing,
  readout,
  rebuilt,
  renew,
  say,
  slider,
  stage,
  write,
} from "../kit/parts.js";
import { ripple, ripples } from "../nets/positions.js";

const APART = 1;
const MAX_STONES = 5;
const NAMES = { 1: "on the line", 2: "on the pond", 3: "in the room" };
const AXES = ["east", "north", "depth"];
// ms in which the rings run outward by a wavelength, and until the water is frozen at most
const [PERIOD, GLIDE] = [2400, 250];
// The edges of the room: of each direction four, the first of them an axis.
const EDGES = AXES.flatMap((_, d) =>
  [0, 1, 2, 3].map((i) => {
    const from = [0, 0, 0];
    [from[(d + 1) % 3], from[(d + 2) % 3]] = [SIZE * (i & 1), SIZE * (i >> 1)];
    return [from, from.map((v, axis) => (axis === d ? SIZE : v))];
  }),
);

/**
 * The middles of the pond's cells, the last axis fastest.
 * @param {number} dims
 * @returns {number[][]}
 */
export function pondPlaces(dims) {
  const side = Array.from({ length: CELLS[dims] }, (_, i) => ((i + 0.5) * SIZE) / CELLS[dims]);
  let grid = side.map((x) => [x]);
  for (let i = 1; i < dims; i++) grid = grid.flatMap((place) => side.map((x) => [...place, x]));
  return grid;
}

/**
 * How many waves, from the first on, are as high at each place as at the point, to within `near`; 0
 * within 1 of it.
 * @param {number[][]} places
 * @param {number[][]} heights of each wave, at all places
 * @param {number[]} point
 * @param {number[]} code of the point
 * @param {number} near
 * @returns {number[]}
 */
export function pondElsewhere(places, heights, point, code, near) {
  return places.map((place, i) => {
    let alike = 0;
    while (alike < code.length && Math.abs(heights[alike][i] - code[alike]) <= near) alike++;
    if (!alike) return 0;
    let square = 0;
    for (let d = 0; d < place.length; d++) square += (place[d] - point[d]) ** 2;
    return square > APART * APART ? alike : 0;
  });
}

/**
 * The water of a number of dimensions: its cells, and the waves' heights there; only a wave whose
 * stone moved is new.
 */
function water(dims) {
  const places = pondPlaces(dims);
  const heights = []; // of each wave, at all places: numbers in one block, for there are many
  const known = [];
  return (stones, wavelengths) => {
    stones.forEach((stone, s) => {
      if (known[s] === String(stone)) return;
      known[s] = String(stone);
      heights[s] ??= new Float64Array(places.length);
      for (let i = 0; i < places.length; i++)
        heights[s][i] = ripple(places[i], stone, wavelengths[s]);
    });
    return { places, heights: heights.slice(0, stones.length) };
  };
}

/**
 * The height of a wave when its rings have run outward by a share of the wavelength; the water is
 * frozen at 0.
 */
function running(place, stone, wavelength, share) {
  let square = 0;
  for (let d = 0; d < place.length; d++) square += (place[d] - stone[d]) ** 2;
  return Math.cos(2 * Math.PI * (Math.sqrt(square) / wavelength - share));
}

/**
 * How far from a stone its wave has a height: a ring falling and a ring rising in every wavelength.
 * @param {number} height
 * @param {number} wavelength
 * @returns {number[]}
 */
export function pondRings(height, wavelength) {
  const first = (Math.acos(Math.min(Math.max(height, -1), 1)) * wavelength) / (2 * Math.PI);
  const count = Math.ceil((SIZE * Math.SQRT2) / wavelength) + 1;
  return Array.from({ length: count }, (_, n) => [
    n * wavelength + first,
    (n + 1) * wavelength - first,
  ]).flat();
}

/**
 * What the colors and signs of the picture mean.
 * @param {Node} rings the part about rings, which the pond alone has
 */
function legend(rings) {
  const parts = [
    ["low ", html("i", { class: "wb-heights" }), " high water"],
    [html("i", { class: "wb-twin" }), " looks like the point"],
  ];
  return html(
    "p",
    { class: "wb-legend" },
    ...parts.map((part) => html("span", {}, ...part)),
    rings,
  );
}

/**
 * The table of the code, and under each stone how many places elsewhere still look alike.
 * @param {number} count of stones
 */
function codeOf(count) {
  const { root, set } = heatmap(
    "Code: the height of each wave at the point",
    ["code"],
    Array.from({ length: count }, (_, s) => String(s + 1)),
    { limits: [-1, 1] },
  );
  say(root.querySelector(".wb-corner"), "stone");
  const trail = Array.from({ length: count }, () => html("td", { translate: "no" }));
  root.tBodies[0].append(
    html("tr", { class: "wb-alike" }, html("th", { scope: "row" }, "look alike"), ...trail),
  );
  return { root, set, trail };
}

const grouped = new Intl.NumberFormat("en").format; // 2,500
const where = (place) => `(${place.map((v) => fixed(v, 1)).join(", ")})`;

/**
 * Drop stones, move the point, turn the room, let the water run: the code is read where it is
 * frozen.
 */
function drawPond(model, el) {
  const [lengths, near] = [model.get("wavelengths"), model.get("near")];
  const seas = {}; // by dimensions, each made when it is first shown
  const tenth = (v) => Math.min(Math.max(Math.round(10 * v) / 10, 0), SIZE);
  const go = (traits) => write(model, { runs: false, ...traits });
  const view = () => viewOf(model.get("dims"), model.get("turn"), model.get("point")[2]);
  const moved = (place, at) => {
    const found = view().found(at, place[2]);
    return place.map((v, i) =>
      i < Math.min(found.length, model.get("dims")) ? tenth(found[i]) : v,
    );
  };
  const drop = (place) => {
    if (model.get("stones").length < MAX_STONES) go({ stones: [...model.get("stones"), place] });
  };
  const onDrag = (key, at) => {
    if (key === "point") go({ point: moved(model.get("point"), at) });
    else
      go({
        stones: model
          .get("stones")
          .map((stone, s) => (`stone${s}` === key ? moved(stone, at) : stone)),
      });
  };
  const onTap = (at) => {
    const point = model.get("point");
    if (
      view()
        .found(at, point[2])
        .every((v) => v >= 0 && v <= SIZE)
    )
      drop(moved(point, at));
  };
  const onTurn = (degrees) =>
    go({ turn: Number(((model.get("turn") + degrees + 360) % 360).toFixed(1)) });
  const spaces = chooser(
    "The waves run",
    ["On a line: 1-D", "On a pond: 2-D", "In a room: 3-D"],
    (i) => go({ dims: i + 1 }),
  );
  const play = button("Play", () => write(model, { runs: !model.get("runs") && !calm.matches }));
  play.classList.add("wb-play");
  const fall = button("Drop a stone", () =>
    drop(model.get("falls")[model.get("stones").length] ?? model.get("point")),
  );
  fall.classList.add("wb-go");
  const take = button("Take out the last", () => {
    if (model.get("stones").length > 1) go({ stones: model.get("stones").slice(0, -1) });
  });
  /** @returns {[Node[], any[]]} */
  const slides = (dims) => {
    const parts = AXES.slice(0, dims).map((name, i) =>
      slider(name, { min: 0, max: SIZE, step: 0.1, format: (x) => fixed(x, 1) }, (x) =>
        go({ point: model.get("point").map((v, j) => (j === i ? x : v)) }),
      ),
    );
    if (dims === 3)
      parts.push(
        slider("turn", { min: 0, max: 360, step: 5, format: (x) => `${fixed(x, 0)}°` }, (turn) =>
          go({ turn }),
        ),
      );
    return [[html("div", { class: "wb-twofold" }, ...parts.map(({ root }) => root))], parts];
  };
  const rings = html(
    "span",
    {},
    html("i", { class: "wb-ring" }),
    " one stone’s wave is as high as at the point",
  );
  const said = readout();
  const [scenes, codes, moves, tables] = [stage(), stage(), stage(), stage()];
  codes.root.classList.add("wb-code");
  moves.root.classList.add("wb-moves");
  const place = (at) =>
    Array.isArray(at) &&
    at.length === 3 &&
    at.every((v) => typeof v === "number" && v >= 0 && v <= SIZE);
  const fits = ({ stones, point, dims, turn }) =>
    stones.length > 0 &&
    stones.length <= MAX_STONES &&
    [point, ...stones].every(place) &&
    dims in CELLS &&
    turn >= 0 &&
    turn <= 360;
  const frame = framed(model, el, {
    name: "pond",
    what: "How many stones until no other place looks like the point?",
    traits: ["stones", "point", "dims", "turn"],
    lists: ["stones"],
    fits,
    title: [spaces.root],
    time: { play, rest: () => write(model, { runs: false }) },
    keys: { d: fall, x: take },
    picture: [scenes.root, legend(rings)],
    controls: [codes.root, html("div", { class: "wb-buttons" }, play, fall, take), moves.root],
    said: said.root,
    table: [tables.root],
  });

  // what is drawn, and how far the rings have run
  /** @type {Record<string, any>} */
  let shown = {};
  let [share, before, timer, colors] = [0, 0, 0, inks(el)];
  const show = () => {
    const { dims, stones, point, scene, places, code, layer, marks, circles, told } = shown;
    const n = CELLS[dims];
    const height = (x, y) => {
      const cell = dims === 1 ? x : dims === 2 ? x * n + y : (x * n + y) * n + layer;
      let sum = 0;
      for (let s = 0; s < stones.length; s++)
        sum += running(places[cell], stones[s], lengths[s], share);
      return sum / stones.length;
    };
    scene.paint(view(), height, ...marks, colors, circles);
    scene.set(
      [
        ...(dims === 1
          ? lineItems(stones, lengths, point, places, code, share, view())
          : dims === 3
            ? roomItems(stones, point, view())
            : []),
        ...stones.map((stone, s) => ({
          key: `stone${s}`,
          kind: "point",
          at: dims === 1 ? [stone[0], 2] : view().seen(stone),
          color: s,
          drag: true,
          label: `${s + 1}`,
        })),
        {
          key: "point",
          kind: "point",
          at: view().seen(point),
          label: "point",
          color: 5,
          drag: true,
        },
      ],
      told,
    );
  };
  const tick = (now) => {
    if (before) share += (now - before) / (model.get("runs") ? PERIOD : GLIDE);
    before = now;
    if (share >= 1) share = model.get("runs") ? share % 1 : 0;
    colors = inks(el); // by now the figure is on the page
    show();
    timer = model.get("runs") || share ? requestAnimationFrame(tick) : 0;
    if (!timer) before = 0;
  };
  const stop = follow(model, ["dims", "stones", "point", "turn", "runs"], () => {
    const [dims, all, point, runs] = ["dims", "stones", "point", "runs"].map((name) =>
      model.get(name),
    );
    const cut = (row) => row.slice(0, dims);
    const stones = all.map(cut);
    const { places, heights } = (seas[dims] ??= water(dims))(stones, lengths);
    const [code] = ripples([cut(point)], stones, lengths);
    const alike = pondElsewhere(places, heights, cut(point), code, near);
    const left = stones.map(() => 0); // after each stone
    for (const n of alike) for (let s = 0; s < n; s++) left[s]++;
    const twins = places.filter((_, i) => alike[i] === stones.length);
    const marks = [true, false].map((below) =>
      twins.filter((twin) => (dims === 3 && twin[2] > point[2]) === below),
    );
    const layer = Math.min(Math.floor((point[2] * CELLS[3]) / SIZE), CELLS[3] - 1);
    const [thrown, lies] =
      stones.length > 1
        ? [
            `${stones.length} stones`,
            `where rings of ${stones.length > 2 ? "all" : "both"} stones meet`,
          ]
        : ["1 stone", "on its rings"];
    const found = twins.length
      ? `With ${thrown}, ${grouped(twins.length)} of ${grouped(places.length)} places ${NAMES[dims]} ${twins.length > 1 ? "look" : "looks"} like the point: ` +
        (dims === 2
          ? `all lie ${lies}.`
          : `each wave is as high there, to within ${fixed(near, 1)}.`)
      : `With ${thrown}, no other place ${NAMES[dims]} looks like the point: its code names one place only.`;
    shown = {
      dims,
      stones,
      point,
      scene: scenes.put(dims, () => basin(dims, { onDrag, onTap, onTurn })),
      places,
      layer,
      marks,
      code: runs ? [] : code,
      circles:
        runs || dims !== 2
          ? []
          : stones.map((at, s) => ({ at, radii: pondRings(code[s], lengths[s]) })),
      told: `Water ${NAMES[dims]}. Stones at ${stones.map(where).join(", ")}; the point at ${where(cut(point))}. ${found}`,
    };
    if (runs) timer ||= requestAnimationFrame(tick);
    show();
    spaces.set(dims - 1);
    moves
      .show(dims, () => slides(dims))
      .forEach((part, i) => part.set(i < dims ? point[i] : model.get("turn")));
    const { set, trail } = codes.put(stones.length, () => codeOf(stones.length));
    set([code]);
    trail.forEach((cell, s) => say(cell, `${s ? "→ " : ""}${grouped(left[s])}`));
    tables
      .put(stones.length, () =>
        listing(
          "The code of the point",
          ["wave of", "fell at", "wavelength", "distance", "height"],
          stones.length,
        ),
      )
      .set(
        stones.map((stone, s) => [
          `stone ${s + 1}`,
          where(stone),
          fixed(lengths[s], 1),
          fixed(Math.hypot(...stone.map((v, d) => v - point[d]))),
          fixed(code[s]),
        ]),
      );
    rings.classList.toggle("wb-idle", runs || dims !== 2);
    say(play, runs ? "Freeze" : "Play");
    // "disabled" itself would throw the focus out
    renew(fall, { "aria-disabled": String(all.length >= MAX_STONES) });
    renew(take, { "aria-disabled": String(all.length <= 1) });
    said.set(runs ? "The water runs. Freeze it to read the point’s code." : found);
  });
  timer ||= requestAnimationFrame(tick);
  const theme = new MutationObserver(() => {
    if (inks(el).ink !== colors.ink) timer ||= requestAnimationFrame(tick);
  });
  theme.observe(document.documentElement, {
    subtree: true,
    attributeFilter: ["data-theme", "data-jp-theme-light", "theme"],
  });
  return () => {
    cancelAnimationFrame(timer);
    theme.disconnect();
    stop();
    frame.stop();
  };
}

/**
 * Above the water of a line: one curve a wave, and over the point, where the water is frozen, a dot
 * for each height.
 */
function lineItems(stones, lengths, point, places, code, share, { seen }) {
  return [
    ...stones.map((stone, s) => ({
      key: `wave${s}`,
      kind: "curve",
      color: s,
      at: places.map((place) => [place[0], running(place, stone, lengths[s], share)]),
    })),
    { key: "plumb", kind: "curve", color: 5, at: [seen(point), [point[0], 1]] },
    ...code.map((height, s) => ({
      key: `height${s}`,
      kind: "point",
      at: [point[0], height],
      label: "",
      color: s,
      ghost: true,
    })),
  ];
}

/**
 * The edges of a room, the hidden ones thinner, and from each stone a line to the layer of the
 * point.
 */
function roomItems(stones, point, { seen }) {
  const far = [0, SIZE]
    .flatMap((x) => [0, SIZE].map((y) => [x, y, SIZE]))
    .reduce((a, b) => (seen(a)[1] > seen(b)[1] ? a : b));
  return [
    ...EDGES.map(([from, to], i) => ({
      key: `edge${i}`,
      kind: i % 4 ? "curve" : "arrow",
      at: [seen(from), seen(to)],
      label: i % 4 ? undefined : AXES[i / 4],
      thick:
        i % 4 === 0 ? undefined : [from, to].some((end) => String(end) === String(far)) ? 0.5 : 1.5,
    })),
    ...stones.map((stone, s) => ({
      key: `plumb${s}`,
      kind: "curve",
      color: s,
      ghost: true,
      at: [seen(stone), seen([stone[0], stone[1], point[2]])],
    })),
  ];
}

/** Draw; when what the stones are or how near is near changes, build the figure anew. */
export default { render: rebuilt(["wavelengths", "near"], drawPond) };
