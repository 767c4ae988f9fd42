import { attend, matmul } from "./kernels.js";
import { styles } from "./labels.js";
import { choice, fixed, follow, heatmap, html, readout, rebuilt, slider, write } from "./parts.js";
import { plane } from "./plane.js";

const STEP = 0.5; // of the sliders, so that a query can be checked by hand
const UNIT = [[0, 0], [1, 0], [1, 1], [0, 1]]; // the corners of the unit square, which the matrices bend

const list = (numbers) => numbers.map((x) => fixed(x)).join(", ");

/** One matrix: its four sliders, and the plane that it bends.
 * @param {any} model @param {"W_q"|"W_k"} name @param {string} role @param {string[]} axes @param {number} far */
function bench(model, name, role, axes, far) {
  const reach = model.get("reach");
  const small = ["₁", "₂"].map((n) => role[0] + n);
  const change = (i, j) => (x) =>
    write(model, { [name]: model.get(name).map((row, t) => row.map((w, s) => (t === i && s === j ? x : w))) });
  const sliders = axes.map((axis, i) => small.map((to, j) => slider(`${axis} → ${to}`, { min: -reach, max: reach, step: STEP }, change(i, j))));
  const scene = plane({ x: [-far, far], y: [-far, far], labels: small, size: 300 });
  const heading = html("p", {}, html("strong", {}, role[0].toUpperCase() + role.slice(1)), ` = words · ${name}`);
  return { root: html("div", {}, heading, scene.root, ...sliders.flat().map((part) => part.root)), sliders, scene };
}

/** What one word asks and finds, and whether the scores are the same both ways, in words. */
function tell(words, row, query, { scores, weights }) {
  const best = weights[row].indexOf(Math.max(...weights[row]));
  const ties = words.filter((_, s) => weights[row][best] - weights[row][s] < 1e-9);
  const favorite = ties.length > 1 ? `It looks at ${ties.join(" and ")} alike` : `It looks most at ${ties[0] === words[row] ? "itself" : ties[0]}`;
  const even = scores.every((line, t) => line.every((x, s) => Math.abs(x - scores[s][t]) < 1e-9));
  return `${words[row]} asks with the query (${list(query)}). Scores with ${words.join(", ")}: ${list(scores[row])}. ` +
    `Divided by √2: ${list(scores[row].map((x) => x / Math.SQRT2))}. Weights: ${list(weights[row])}. ${favorite}. ` +
    `The table of scores is ${even ? "" : "not "}symmetric.`;
}

/** Sliders for both matrices; queries and keys in a plane each, scores and weights as heatmaps. */
function assemble(model, el) {
  const words = model.get("words");
  const axes = model.get("axes");
  const colors = styles(words);
  const far = model.get("reach") * Math.max(1, ...model.get("vectors").map((v) => Math.abs(v[0]) + Math.abs(v[1]))) + 0.5;
  const names = Object.keys(model.get("versions")).sort();
  const load = choice("Matrices", names, (i) => {
    const [W_q, W_k] = model.get("versions")[names[i]];
    write(model, { W_q, W_k });
  });
  const asks = choice("Whose query is drawn among the keys", words, (row) => write(model, { row }));
  const benches = { q: bench(model, "W_q", "queries", axes, far), k: bench(model, "W_k", "keys", axes, far) };
  const high = 2 * model.get("reach") ** 2;
  const scoreTable = heatmap("Scores: queries · keys", words, words, { limits: [-high, high] });
  const weightTable = heatmap("Weights: softmax of scores / √2", words, words, { sums: true });
  const said = readout();

  el.classList.add("wb-figure");
  el.replaceChildren(html("div", { class: "wb-panels" }, ...(names.length ? [load.root] : []), asks.root),
    html("div", { class: "wb-panels" }, benches.q.root, benches.k.root),
    html("div", { class: "wb-panels" }, scoreTable.root, weightTable.root), said.root);

  return follow(model, ["W_q", "W_k", "row"], () => {
    const [vectors, W_q, W_k, row] = ["vectors", "W_q", "W_k", "row"].map((name) => model.get(name));
    const [q, k] = [matmul(vectors, W_q), matmul(vectors, W_k)];
    const found = attend(q, k, k);
    load.set(names.findIndex((name) => String(model.get("versions")[name]) === String([W_q, W_k])));
    asks.set(row);
    for (const [part, matrix, made, title] of [[benches.q, W_q, q, "Queries"], [benches.k, W_k, k, "Keys"]]) {
      part.sliders.forEach((line, i) => line.forEach((one, j) => one.set(matrix[i][j])));
      const drawn = String([matrix, q[row], row]);
      if (part.drawn === drawn) continue; // nothing in this plane has moved
      part.drawn = drawn;
      part.scene.set([
        { key: "unit", kind: "area", at: matmul(UNIT, matrix) },
        ...axes.map((_, i) => ({ key: `axis${i}`, kind: "arrow", at: [[0, 0], matrix[i]], color: 5 })),
        { key: `ask${row}`, kind: "arrow", at: [[0, 0], q[row]], color: colors[row], ghost: title === "Keys" },
        ...words.map((word, t) => ({ key: word, kind: "point", at: made[t], label: word, color: colors[t], ghost: title === "Keys" })),
      ], `${title} in a plane: ${words.map((word, t) => `${word} at (${list(made[t])})`).join(", ")}. ` +
        `The arrow of the query of ${words[row]} goes to (${list(q[row])}). The gray area is what became of the unit square.`);
    }
    scoreTable.set(found.scores, row);
    weightTable.set(found.weights, row);
    said.set(tell(words, row, q[row], found));
  });
}

/** Draw; when the sentence, its vectors or the matrices on offer change, build the figure anew. */
export default { render: rebuilt(["words", "vectors", "axes", "versions", "reach"], assemble) };
