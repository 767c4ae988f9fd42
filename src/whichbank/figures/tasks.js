import { mix, similarity, softmax } from "./kernels.js";
import { styles } from "./labels.js";
import { button, choice, fixed, follow, heatmap, html, readoutOf, rebuilt, renew, say, slider, stage, write } from "./parts.js";
import { plane } from "./plane.js";

const MODES = ["scalars", "matrix"];
const REACH = 2;
const NEED = 0.5; // a job wants more than this share

/** What each word asks with and answers with, the scores of the two, and the weights.
 * @param {number[][]} vectors @param {string} mode "scalars": every vector times its word's number; "matrix": every
 * vector times the matrix, on the asking side alone @param {number[]} scalars @param {number[][]} matrix */
export function lookTable(vectors, mode, scalars, matrix) {
  const offers = mode === "scalars" ? vectors.map((vector, i) => vector.map((x) => x * scalars[i])) : vectors;
  const asks = mode === "scalars" ? offers : mix(offers, matrix);
  const scores = similarity(asks, offers);
  return { asks, offers, scores, weights: scores.map((row) => softmax(row)) };
}

/** One job: its question, a bar with a line at one half, and a verdict. @param {string} job @param {string} asker
 * @param {string} wanted */
function meter(job, asker, wanted) {
  const filled = html("span");
  const state = html("span");
  const bar = html("span", { class: "wb-bar", "aria-hidden": "true" }, filled);
  const root = html("div", { class: "wb-job" }, html("p", {}, html("strong", {}, job), ` ${asker} must give more than half to ${wanted}.`),
    bar, html("p", {}, state));
  const set = (share) => {
    const good = share > NEED + 1e-9;
    const text = `${asker} gives ${wanted} ${fixed(share)}: ${good ? "served\u00a0✓" : "not served\u00a0✗"}`;
    say(state, text);
    renew(state, { class: good ? "wb-good" : "wb-wrong" });
    bar.classList.toggle("wb-full", good);
    filled.style.width = `${100 * share}%`;
  };
  return { root, set };
}

/** Two sets of sliders, two planes, one table of scores and one of weights, a meter for each job. */
function drawJobs(model, el) {
  const [words, axes, vectors] = ["words", "axes", "vectors"].map((name) => model.get(name));
  const wants = model.get("wants");
  const colors = styles(words);
  const step = 0.1;
  const tidy = (x) => Number(x.toFixed(2));

  const pick = choice("What you may change", ["one number per word", "one matrix"], (i) => write(model, { mode: MODES[i] }));
  const numbers = words.map((word, i) => slider(word, { min: 0, max: REACH, step, color: colors[i] }, (x) =>
    write(model, { scalars: model.get("scalars").map((old, s) => (s === i ? tidy(x) : old)) })));
  const entries = axes.map((has, i) => axes.map((asked, j) => slider(`${has} asks ${asked}`, { min: -REACH, max: REACH, step }, (x) =>
    write(model, { matrix: model.get("matrix").map((row, r) => row.map((old, c) => (r === i && c === j ? tidy(x) : old))) }))));
  const reset = button("Reset", () => write(model, { scalars: words.map(() => 1), matrix: [[1, 0], [0, 1]] }));
  const meters = wants.map(([asker, wanted], i) => meter(model.get("jobs")[i], words[asker], words[wanted]));
  const said = readoutOf(...meters.map((part) => part.root));

  const tops = vectors.map((vector) => vector.map((x) => REACH * x));
  const ends = [0, 1].map((d) => [Math.min(0, ...tops.map((at) => at[d])), Math.max(1, ...tops.map((at) => at[d]))]);
  const far = Math.max(...vectors.map(([x, y]) => REACH * (Math.abs(x) + Math.abs(y)))) + 0.5;
  const planes = {
    scalars: plane({ x: [ends[0][0], ends[0][1] + 0.6], y: [ends[1][0], ends[1][1] + 0.4], labels: axes }),
    matrix: plane({ x: [-far, far], y: [-far, far], labels: axes, size: 340 }),
  };
  const sliders = { scalars: numbers, matrix: entries.flat() };
  const scores = heatmap("Scores: the row asks, the column answers", words, words, { limits: [-8, 8] });
  const weights = heatmap("Weights: softmax of each row", words, words, { sums: true });
  const [scenes, rows] = [stage(), stage()];

  el.classList.add("wb-figure");
  const controls = html("div", { class: "wb-controls" }, pick.root, rows.root, reset);
  const scene = html("div", { class: "wb-scene" }, scenes.root);
  el.replaceChildren(html("div", { class: "wb-panels wb-jobs" }, scene, controls), said,
    html("div", { class: "wb-panels" }, scores.root, weights.root));

  return follow(model, ["mode", "scalars", "matrix"], () => {
    const mode = model.get("mode");
    scenes.put(mode, () => planes[mode]);
    rows.put(mode, () => ({
      root: html("div", { class: mode === "matrix" ? "wb-stacked" : "" }, ...sliders[mode].map((part) => part.root)),
    }));
    const found = lookTable(vectors, mode, model.get("scalars"), model.get("matrix"));
    pick.set(MODES.indexOf(mode));
    numbers.forEach((part, i) => part.set(model.get("scalars")[i]));
    entries.forEach((row, i) => row.forEach((part, j) => part.set(model.get("matrix")[i][j])));
    meters.forEach((part, i) => part.set(found.weights[wants[i][0]][wants[i][1]]));
    scores.set(found.scores);
    weights.set(found.weights);
    planes[mode].set(drawn(mode, words, colors, found), describe(mode, words, axes, found));
  });
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
