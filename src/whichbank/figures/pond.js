import { button, choice, fixed, follow, heatmap, html, readout, rebuilt, slider, stage, write } from "./parts.js";
import { plane } from "./plane.js";
import { ripple, ripples } from "./positions.js";

const SIZE = 10;
const CELLS = { 1: 100, 2: 50, 3: 24 };
const APART = 1;
const MAX_STONES = 5;
const NAMES = { 1: "on the line", 2: "on the pond", 3: "in the room" };
const [ORANGE, BLUE] = [0xff006ee6, 0x00aa6e1e];
const AXES = ["east", "north", "depth"];

/** The middles of the pond's cells, the last axis fastest. @param {number} dims @returns {number[][]} */
export function pondPlaces(dims) {
  const side = Array.from({ length: CELLS[dims] }, (_, i) => ((i + 0.5) * SIZE) / CELLS[dims]);
  let grid = side.map((x) => [x]);
  for (let i = 1; i < dims; i++) grid = grid.flatMap((place) => side.map((x) => [...place, x]));
  return grid;
}

/** Which places, farther than 1 from the point, have its code to within `near` in every wave: 1 for these, else 0.
 * @param {number[][]} places @param {number[][]} heights of each wave, at all places @param {number[]} point
 * @param {number[]} code of the point @param {number} near @returns {number[]} */
export function pondElsewhere(places, heights, point, code, near) {
  return places.map((place, i) => {
    for (let s = 0; s < code.length; s++) if (Math.abs(heights[s][i] - code[s]) > near) return 0;
    let square = 0;
    for (let d = 0; d < place.length; d++) square += (place[d] - point[d]) ** 2;
    return square > APART * APART ? 1 : 0;
  });
}

/** The water of a number of dimensions: its cells, and the waves' heights there; only a wave whose stone moved is new. */
function water(dims) {
  const places = pondPlaces(dims);
  const heights = []; // of each wave, at all places: numbers in one block, for there are many
  const known = [];
  return (stones, wavelengths) => {
    stones.forEach((stone, s) => {
      if (known[s] === String(stone)) return;
      known[s] = String(stone);
      heights[s] ??= new Float64Array(places.length);
      for (let i = 0; i < places.length; i++) heights[s][i] = ripple(places[i], stone, wavelengths[s]);
    });
    return { places, heights: heights.slice(0, stones.length) };
  };
}

/** A canvas of as many pixels as the shown layer has cells: blue by the height of the water, orange where `same`. */
function paint(canvas, dims, layer, heights, same) {
  const n = CELLS[dims];
  const rows = dims === 1 ? 1 : n;
  const image = new ImageData(n, rows);
  const pixels = new Uint32Array(image.data.buffer); // a pixel's bytes, the last one first: alpha, blue, green, red
  const mean = (cell) => heights.reduce((sum, wave) => sum + wave[cell], 0) / heights.length;
  for (let x = 0; x < n; x++) {
    for (let y = 0; y < rows; y++) {
      const cell = dims === 1 ? x : dims === 2 ? x * n + y : (x * n + y) * n + layer;
      pixels[(rows - 1 - y) * n + x] = same[cell] ? ORANGE : BLUE + (Math.round(100 * (1 + mean(cell))) << 24);
    }
  }
  if (canvas.width !== n || canvas.height !== rows) [canvas.width, canvas.height] = [n, rows];
  canvas.getContext("2d").putImageData(image, 0, 0);
}

/** A plane with the water's canvas under it. A click on the water drops a stone; a drag does not. */
function pondScene(y, labels, onDrag, onDrop) {
  let dragged = false;
  const scene = plane({ x: [0, SIZE], y, labels, onDrag: (key, at) => ((dragged = true), onDrag(key, at)) });
  const canvas = html("canvas", { class: "wb-water", "aria-hidden": "true" });
  Object.assign(canvas.style, scene.frame);
  scene.root.addEventListener("pointerdown", (event) => (dragged = Boolean(event.target.closest(".wb-drag"))));
  scene.root.addEventListener("click", (event) => {
    const at = scene.pointer(event);
    if (!dragged && at.every((v, i) => v >= [0, y[0]][i] && v <= [SIZE, y[1]][i])) onDrop(at);
    dragged = false;
  });
  return { root: html("div", { class: "wb-pond" }, canvas, scene.root), canvas, set: scene.set };
}

/** Tabs, sliders and buttons around the water. */
function drawPond(model, el) {
  const lengths = model.get("wavelengths");
  const seas = {}; // by dimensions, each made when it is first shown
  const tenth = (v) => Math.min(Math.max(Math.round(10 * v) / 10, 0), SIZE);
  const moved = (place, at) => place.map((v, i) => (i < Math.min(at.length, model.get("dims")) ? tenth(at[i]) : v));
  const drop = (place) => {
    const stones = model.get("stones");
    if (stones.length < MAX_STONES) write(model, { stones: [...stones, place] });
  };
  const onDrag = (key, at) => {
    if (key === "point") write(model, { point: moved(model.get("point"), at) });
    else write(model, { stones: model.get("stones").map((stone, s) => (`stone${s}` === key ? moved(stone, at) : stone)) });
  };
  const onDrop = (at) => drop(moved(model.get("point"), at));
  const line = pondScene([-2.4, 2.4], ["east", "height"], (key, at) => onDrag(key, [at[0]]), (at) => onDrop([at[0]]));
  const map = pondScene([0, SIZE], ["east", "north"], onDrag, onDrop);
  const tabs = choice("The waves run", ["along a line, 1-D", "over a pond, 2-D", "through a room, 3-D"], (i) => write(model, { dims: i + 1 }));
  const sliders = AXES.map((name, i) => slider(`point, ${name}`, { min: 0, max: SIZE, step: 0.1, format: (x) => fixed(x, 1) },
    (x) => write(model, { point: model.get("point").map((v, j) => (j === i ? x : v)) })));
  const fall = button("Drop a stone at the point", () => drop(model.get("point")));
  const take = button("Take out the last stone", () => {
    const stones = model.get("stones");
    if (stones.length > 1) write(model, { stones: stones.slice(0, -1) });
  });
  const said = readout();
  const [scenes, codes] = [stage(), stage()];
  codes.root.classList.add("wb-code");
  const moves = sliders.map((part) => html("div", {}, part.root));
  const place = html("div", { class: "wb-scene" }, scenes.root, said.root);
  const controls = html("div", { class: "wb-controls" }, ...moves, html("div", { class: "wb-buttons" }, fall, take));

  el.classList.add("wb-figure");
  el.replaceChildren(tabs.root, html("div", { class: "wb-panels" }, place, controls), codes.root);

  return follow(model, ["dims", "stones", "point"], () => {
    const [dims, all, point] = [model.get("dims"), model.get("stones"), model.get("point")];
    const cut = (row) => row.slice(0, dims);
    const stones = all.map(cut);
    const scene = scenes.put(Math.min(dims, 2), () => (dims === 1 ? line : map));
    moves.forEach((row, i) => row.classList.toggle("wb-away", i >= dims));
    const barcode = codes.put(stones.length, () => heatmap("Code: the height of each wave at the point", ["code"],
      stones.map((_, s) => String(s + 1)), { limits: [-1, 1] }));
    const { places, heights } = (seas[dims] ??= water(dims))(stones, lengths);
    const [code] = ripples([cut(point)], stones, lengths);
    const same = pondElsewhere(places, heights, cut(point), code, model.get("near"));
    const count = same.reduce((a, b) => a + b, 0);
    const layer = Math.min(Math.floor((point[2] * CELLS[3]) / SIZE), CELLS[3] - 1);
    paint(scene.canvas, dims, layer, heights, same);
    tabs.set(dims - 1);
    sliders.forEach((part, i) => part.set(point[i]));
    barcode.set([code]);
    fall.setAttribute("aria-disabled", String(all.length >= MAX_STONES)); // "disabled" itself would throw the focus out
    take.setAttribute("aria-disabled", String(all.length <= 1));
    const where = `(${cut(point).map((v) => fixed(v, 1)).join(", ")})`;
    const found = count === 0 ? ": the code tells where the point is." : dims === 3 ? "; at the point's depth they are orange." : "; orange in the picture.";
    said.set(`${stones.length} ${stones.length === 1 ? "wave" : "waves"}, point at ${where}. Of ${places.length} places ${NAMES[dims]}, ` +
      `${count} elsewhere ${count === 1 ? "has" : "have"} its code, to ${fixed(model.get("near"), 1)} in every wave${found}`);
    scene.set(dims === 1 ? lineItems(stones, lengths, point, heights, places, code) : mapItems(all, point, dims),
      `Water in ${dims} ${dims === 1 ? "dimension" : "dimensions"}. Stones at ` +
      `${stones.map((stone) => `(${stone.map((v) => fixed(v, 1)).join(", ")})`).join(", ")}; the point at ${where}.`);
  });
}

/** On a line: one curve a wave, stones above, the point below, and a dot where each wave stands over it. */
function lineItems(stones, lengths, point, heights, places, code) {
  return [
    ...stones.map((_, s) => ({ key: `wave${s}`, kind: "curve", color: s, at: places.map(([x], i) => [x, heights[s][i]]) })),
    { key: "plumb", kind: "curve", color: 5, at: [[point[0], -1.6], [point[0], 1]] },
    ...code.map((height, s) => ({ key: `height${s}`, kind: "point", at: [point[0], height], label: "", color: s, ghost: true })),
    { key: "point", kind: "point", at: [point[0], -1.8], label: "point", color: 5, drag: true },
    ...stones.map(([x], s) => ({ key: `stone${s}`, kind: "point", at: [x, 1.6], label: `${s + 1}`, color: s, drag: true })),
  ];
}

/** Seen from above. In a room, a stone's depth stands beside its number. */
function mapItems(stones, point, dims) {
  return [
    { key: "point", kind: "point", at: point.slice(0, 2), label: "point", color: 5, drag: true },
    ...stones.map((stone, s) => ({ key: `stone${s}`, kind: "point", at: stone.slice(0, 2), color: s, drag: true,
      label: dims === 3 ? `${s + 1}, depth ${fixed(stone[2], 1)}` : `${s + 1}` })),
  ];
}

/** Draw; when what the stones are or how near is near changes, build the figure anew. */
export default { render: rebuilt(["wavelengths", "near"], drawPond) };
