import { bending } from "./bending.js";
import { framed } from "./frame.js";
import { attend, matmul } from "./kernels.js";
import { styles } from "./labels.js";
import { choice, chooser, fixed, follow, heatmap, html, readout, rebuilt, thickness, write } from "./parts.js";

const STEP = 0.5; // of the tips, so that a query can be checked by hand
const ROLES = [["Queries", "W_q"], ["Keys", "W_k"], ["Values", "W_v"]];
const MATRICES = ROLES.map(([, name]) => name);

const pair = (at) => `(${at.map((x) => fixed(x)).join(", ")})`;

/** One matrix: its numbers, and the plane that it bends.
 * @param {any} model @param {string} role @param {string} name @param {string[]} axes @param {number} far */
function bench(model, role, name, axes, far) {
  const reach = model.get("reach");
  const small = ["₁", "₂"].map((n) => role[0].toLowerCase() + n);
  const grid = heatmap(`${role} = words · ${name}`, axes, small, { digits: 1, limits: [-reach, reach] });
  const scene = bending({ what: role, labels: small, names: axes, step: STEP, reach, far, size: 190 }, (matrix) => write(model, { [name]: matrix }));
  grid.root.classList.add("wb-matrix");
  return { root: html("div", { class: "wb-bench" }, scene.root, grid.root), grid, scene };
}

/** What one word asks, finds and becomes, and whether the scores are the same both ways, in words. */
function tell(words, row, query, { scores, weights, out }) {
  const best = Math.max(...weights[row]);
  const ties = words.filter((_, s) => best - weights[row][s] < 1e-9);
  const favorite = ties.length > 1 ? `looks at ${ties.join(" and ")} alike` : `looks most at ${ties[0] === words[row] ? "itself" : ties[0]}`;
  const even = scores.every((line, t) => line.every((x, s) => Math.abs(x - scores[s][t]) < 1e-9));
  return `${words[row]} asks with ${pair(query)}, ${favorite} (${fixed(best)}) and becomes ${pair(out[row])}; the table of scores is ${even ? "" : "not "}symmetric.`;
}

/** Three planes, bent by hand; in the last one the new vector of the word that asks. */
function assemble(model, el) {
  const [words, axes, vectors, reach, versions] = ["words", "axes", "vectors", "reach", "versions"].map((name) => model.get(name));
  const colors = styles(words);
  const far = reach * Math.max(1, ...vectors.map((v) => Math.abs(v[0]) + Math.abs(v[1]))) + 0.5;
  const names = Object.keys(versions).sort();
  const load = chooser("Matrices", names, (i) => write(model, { W_q: versions[names[i]][0], W_k: versions[names[i]][1] }), "your own");
  const asks = choice("Tap the word that asks", words, (row) => write(model, { row }));
  const benches = ROLES.map(([role, name]) => bench(model, role, name, axes, far));
  const tabs = choice("Plane", ROLES.map(([role]) => role), (i) => turn(i)); // where there is room for one only
  const turn = (i) => {
    tabs.set(i);
    benches.forEach(({ root }, b) => root.classList.toggle("wb-now", b === i));
  };
  turn(0);
  const shares = heatmap("Weights: softmax of scores / √2", words, words);
  const columns = ["q", "k", "v", "new "].flatMap((name) => ["₁", "₂"].map((n) => name + n));
  const numbers = heatmap("Queries, keys, values and new vectors", words, columns, { limits: [-far, far] });
  const high = 2 * reach ** 2;
  const scoreTable = heatmap("Scores: queries · keys", words, words, { limits: [-high, high] });
  const said = readout();
  shares.root.classList.add("wb-matrix");

  const frame = framed(model, el, { name: "matrices", traits: [...MATRICES, "row"], title: names.length ? [load.root] : [],
    fits: ({ row, ...traits }) => Number.isInteger(row) && row >= 0 && row < words.length && MATRICES.every((name) => traits[name].flat().every((x) => Math.abs(x) <= reach)),
    picture: [html("div", { class: "wb-turns" }, tabs.root), html("div", { class: "wb-benches" }, ...benches.map(({ root }) => root))],
    controls: [html("div", { class: "wb-sentence" }, asks.root), shares.root], said: said.root, table: [numbers.root, scoreTable.root] });

  const stop = follow(model, [...MATRICES, "row"], () => {
    const row = model.get("row");
    const matrices = MATRICES.map((name) => model.get(name));
    const [q, k, v] = matrices.map((matrix) => matmul(vectors, matrix));
    const found = attend(q, k, v);
    const [word, weights, made] = [words[row], found.weights[row], found.out[row]];
    const query = (ghost) => ({ key: `ask ${word}`, kind: "arrow", at: [[0, 0], q[row]], color: colors[row], ghost, label: ghost ? `${word} asks` : undefined });
    const extras = [
      { under: [query(false)], told: "" },
      { under: [query(true)], told: ` The query of ${word} is drawn among them, at ${pair(q[row])}.` },
      { under: words.map((name, s) => ({ key: `share ${name}`, kind: "curve", at: [v[s], made], color: colors[s], thick: thickness(weights[s]) })),
        over: [{ key: `new ${word}`, kind: "point", at: made, label: `${word}′`, color: colors[row], ghost: true }],
        told: ` The new vector of ${word}, ${pair(made)}, is mixed of ${words.map((name, s) => `${fixed(weights[s])} ${name}`).join(", ")}.` },
    ];
    [q, k, v].forEach((all, i) => {
      const { under, over = [], told } = extras[i];
      const points = words.map((name, t) => ({ key: name, kind: "point", at: all[t], label: name, color: colors[t] }));
      benches[i].grid.set(matrices[i]);
      benches[i].scene.set(matrices[i], [...under, ...points, ...over], `${ROLES[i][0]}: ${words.map((name, t) => `${name} at ${pair(all[t])}`).join(", ")}.${told}`);
    });
    load.set(names.findIndex((name) => String(versions[name]) === String(matrices.slice(0, 2))));
    asks.set(row);
    shares.set(found.weights, row);
    numbers.set(words.map((_, t) => [...q[t], ...k[t], ...v[t], ...found.out[t]]), row);
    scoreTable.set(found.scores, row);
    said.set(tell(words, row, q[row], found));
  });
  return () => {
    stop();
    frame.stop();
  };
}

/** Draw; when the sentence, its vectors or the matrices on offer change, build the figure anew. */
export default { render: rebuilt(["words", "vectors", "axes", "versions", "reach"], assemble) };
