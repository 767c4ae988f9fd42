import { bending } from "./bending.js";
import { chart } from "./chart.js";
import { framed } from "./frame.js";
import { mix, similarity, softmax } from "./kernels.js";
import { styles } from "./labels.js";
import { choice, fixed, follow, heatmap, html, readout, rebuilt, slider, stage, svg, write } from "./parts.js";
import { plane } from "./plane.js";

const MODES = ["scalars", "matrix"];
const NAMES = ["a number per word", "one matrix"];
const COLORS = { scalars: 4, matrix: 3 }; // and marks, of the settings tried; CSS draws the marks before the names
const REACH = 2;
const STEP = 0.1;
const NEED = 0.5; // a job wants more than this share
const [CLOSE, MOST] = [0.04, 300]; // nearer dots are one; the oldest go

/** What each word asks with and answers with, the scores of the two, and the weights.
 * @param {number[][]} vectors @param {string} mode "scalars": every vector times its word's number; "matrix": every
 * vector times the matrix, on the asking side alone @param {number[]} scalars @param {number[][]} matrix */
export function lookTable(vectors, mode, scalars, matrix) {
  const offers = mode === "scalars" ? vectors.map((vector, i) => vector.map((x) => x * scalars[i])) : vectors;
  const asks = mode === "scalars" ? offers : mix(offers, matrix);
  const scores = similarity(asks, offers);
  return { asks, offers, scores, weights: scores.map((row) => softmax(row)) };
}

const serves = (share) => share > NEED + 1e-9;

/** A square with a place for what each of two jobs gets, and dots for all that was tried.
 * @param {[string, string]} names of what is given in each job */
function record(names) {
  const ticks = [0, NEED, 1];
  const square = chart({ x: [0, 1], y: [0, 1], labels: names, ticks: { x: ticks, y: ticks }, format: { x: String, y: String }, size: [130, 130] });
  const [left, top, width] = ["left", "top", "width"].map((side) => parseFloat(square.frame[side]));
  square.root.append(svg("text", { x: `${left + 0.75 * width}%`, y: `${0.95 * top}%`, "text-anchor": "middle", "font-size": 12 }, "both jobs"));
  let tried = { scalars: [], matrix: [] };
  const forget = () => (tried = { scalars: [], matrix: [] });
  const set = (mode, at) => {
    const known = tried[mode].some((old) => Math.hypot(old[0] - at[0], old[1] - at[1]) < CLOSE);
    if (!known) tried[mode] = [...tried[mode].slice(1 - MOST), at];
    const told = MODES.map((name, i) => `${tried[name].length} with ${NAMES[i]}, of these ${tried[name].filter((old) => old.every(serves)).length} in the corner`);
    square.set([
      { key: "both", kind: "band", at: [[NEED, NEED, 1], [1, NEED, 1]], color: 2 },
      ...MODES.map((name) => ({ key: name, kind: "curve", at: tried[name], color: COLORS[name] })),
      { key: `now, ${mode}`, kind: "dot", at, color: COLORS[mode] },
    ], `A square: across, ${names[0]} ${fixed(at[0])}; up, ${names[1]} ${fixed(at[1])}. In the corner both are above one half. ` +
      `Dots, one for each setting tried: ${told.join("; ")}.`);
  };
  return { root: square.root, set, forget };
}

/** A plane and a square beside it; sliders in one mode, a matrix whose arrows are dragged in the other. */
function drawJobs(model, el) {
  const [words, axes, vectors, jobs, wants] = ["words", "axes", "vectors", "jobs", "wants"].map((name) => model.get(name));
  const colors = styles(words);
  const gives = wants.map(([asker, wanted]) => `${words[asker]} gives ${words[wanted]}`);
  const tops = vectors.map((vector) => vector.map((x) => REACH * x));
  const ends = [0, 1].map((d) => [Math.min(0, ...tops.map((at) => at[d])), Math.max(1, ...tops.map((at) => at[d]))]);
  const far = Math.max(...vectors.map(([x, y]) => REACH * (Math.abs(x) + Math.abs(y)))) + 0.5;

  const pick = choice("What you may change", NAMES, (i) => write(model, { mode: MODES[i] }));
  const numbers = words.map((word, i) => slider(word, { min: 0, max: REACH, step: STEP, color: colors[i] }, (x) =>
    write(model, { scalars: model.get("scalars").map((old, s) => (s === i ? Number(x.toFixed(2)) : old)) })));
  const grid = heatmap("The matrix: drag the gray tips", axes.map((axis) => `${axis} asks`), axes, { digits: 1, limits: [-REACH, REACH] });
  grid.root.classList.add("wb-matrix");
  const flat = plane({ x: [ends[0][0], ends[0][1] + 0.6], y: [ends[1][0], ends[1][1] + 0.4], labels: axes, size: 300, em: 15 });
  const bent = bending({ what: "Matrix", labels: axes, names: axes.map((axis) => `${axis} asks`), step: STEP, reach: REACH, far, size: 300 },
    (matrix) => write(model, { matrix }));
  const tried = record([gives[0], gives[1] ?? gives[0]]);
  const scores = heatmap("Scores: the row asks, the column answers", words, words, { limits: [-8, 8] });
  const weights = heatmap("Weights: softmax of each row", words, words, { sums: true });
  const [scenes, rows, said] = [stage(), stage(), readout()];
  const inputs = pick.root.querySelectorAll("input");
  const frame = framed(model, el, { name: "tasks", traits: ["mode", "scalars", "matrix"], keys: { n: inputs[0], m: inputs[1] },
    onReset: () => {
      tried.forget();
      draw();
    },
    fits: ({ mode, scalars, matrix }) => MODES.includes(mode) && scalars.every((x) => x >= 0 && x <= REACH) && matrix.flat().every((x) => Math.abs(x) <= REACH),
    picture: [scenes.root, tried.root], controls: [pick.root, rows.root], said: said.root, table: [scores.root, weights.root] });

  const draw = () => {
    const [mode, scalars, matrix] = ["mode", "scalars", "matrix"].map((name) => model.get(name));
    const found = lookTable(vectors, mode, scalars, matrix);
    const shares = wants.map(([asker, wanted]) => found.weights[asker][wanted]);
    const shown = [drawn(mode, words, colors, found), describe(mode, words, axes, found)];
    scenes.put(mode, () => (mode === "matrix" ? bent : flat));
    rows.put(mode, () => (mode === "matrix" ? grid : { root: html("div", {}, ...numbers.map((part) => part.root)) }));
    if (mode === "matrix") bent.set(matrix, ...shown);
    else flat.set(...shown);
    pick.set(MODES.indexOf(mode));
    numbers.forEach((part, i) => part.set(scalars[i]));
    grid.set(matrix);
    scores.set(found.scores);
    weights.set(found.weights);
    tried.set(mode, [shares[0], shares[1] ?? shares[0]]);
    said.set(`${shares.map((share, i) => `“${jobs[i]}” is ${serves(share) ? "served\u00a0✓" : "not served\u00a0✗"}: ${gives[i]} ${fixed(share)}`).join("; ")}.`);
  };
  const stop = follow(model, ["mode", "scalars", "matrix"], draw);
  return () => {
    stop();
    frame.stop();
  };
}

/** What stands in the plane: an arrow to what each word asks, and a mark at what it offers. */
function drawn(mode, words, colors, { asks, offers }) {
  const turned = mode === "matrix";
  return [
    ...words.map((word, i) => ({ key: `way ${word}`, kind: "arrow", at: [[0, 0], asks[i]], color: colors[i], ghost: turned })),
    ...words.map((word, i) => ({ key: word, kind: "point", at: offers[i], label: word, color: colors[i] })),
    ...(turned ? words.map((word, i) => ({ key: `ask ${word}`, kind: "point", at: asks[i], label: `${word} asks`, color: colors[i], ghost: true })) : []),
  ];
}

function describe(mode, words, axes, { asks, offers }) {
  const places = (name, list) => `${name}: ${words.map((word, i) => `${word} (${list[i].map((x) => fixed(x)).join(", ")})`).join(", ")}.`;
  const parts = mode === "matrix" ? [places("Offered", offers), places("Asked", asks)] : [places("Asked and offered", offers)];
  return `Plane of ${axes.join(" and ")}. ${parts.join(" ")}`;
}

/** Draw; when the sentence or its jobs change, build the figure anew. */
export default { render: rebuilt(["words", "axes", "vectors", "jobs", "wants"], drawJobs) };
