import { framed } from "./frame.js";
import { attend, dot, matmul } from "./kernels.js";
import { styles } from "./labels.js";
import { choice, chooser, fixed, follow, heatmap, html, readout, rebuilt, say, thickness, write } from "./parts.js";
import { plane, steered } from "./plane.js";
import { sentence } from "./sentence.js";

const STEP = 0.5; // of the tips, so that a query can be checked by hand
const WIDE = 1.2; // of a plane: names have room at its sides
const [BAND, MORE] = [6, 4]; // pixels: the shortest shadow, and how much wider each longer one is
const ROLES = [["W_q", "queries"], ["W_k", "keys"], ["W_v", "values"]];
const MATRICES = ROLES.map(([name]) => name);
const TIPS = ["tip 1", "tip 2"];
const LINES = [-1, -0.5, 0, 0.5, 1];
// The grid that is bent, in one stroke: up and down along one line after the other, then to and fro.
const GRID = [...LINES.flatMap((x, i) => (i % 2 ? [[x, 1], [x, -1]] : [[x, -1], [x, 1]])),
  ...LINES.flatMap((y, i) => (i % 2 ? [[-1, -y], [1, -y]] : [[1, -y], [-1, -y]]))];

/** A number as short as it can be. @param {number} x */
const short = (x) => fixed(x).replace(/\.?0+$/, "");
const pair = (at) => `(${at.map(short).join(", ")})`;
const list = (names) => [names.slice(0, -1).join(", "), names[names.length - 1]].filter(Boolean).join(" and ");

/** Where the shadow of each key ends on the line of a query: from 0 it is as long as their dot product is, divided by the
 * query's length. A query of 0 has no line. @param {number[]} query @param {number[][]} keys @returns {number[][]} */
export function shadows(query, keys) {
  const square = dot(query, query);
  return square ? keys.map((key) => query.map((x) => (dot(query, key) / square) * x)) : [];
}

/** A plane, and the matrix that is bent in it if it is the chosen one: its grid, the unit square, and an arrow for each
 * axis, dragged by its tip. It shows as little as holds all that is drawn; while a hand is on it, it only grows.
 * @param {any} model @param {string[]} own the matrices that are bent here @param {string[]} axes
 * @param {number} far how far from 0 anything can be */
function bench(model, own, axes, far) {
  const reach = model.get("reach");
  const [near, bounds] = [reach + 0.5, [[-reach, reach], [-reach, reach]]];
  const around = (span) => [WIDE * span, span].map((end) => [-end, end]);
  const ranges = around(far);
  const place = (at, i) => {
    const name = model.get("bent");
    const tip = at.map((v) => Math.min(Math.max(Math.round(v / STEP) * STEP, -reach), reach));
    write(model, { [name]: model.get(name).map((row, t) => (t === i ? tip : row)) });
  };
  const scene = plane({ x: ranges[0], y: ranges[1], labels: ["first number", "second number"], size: 300, em: 15, bounds, onDrag: (key, at) => place(at, TIPS.indexOf(key)) });
  const steer = steered(scene, ranges, axes.map((axis) => `Arrow of ${axis}`), place, [STEP, STEP], bounds);
  const handles = steer.root.querySelectorAll(".wb-pad > *");
  const caption = html("p");

  /** @param {string} title @param {Parameters<typeof scene.set>[0]} drawn what is drawn besides
   * @param {string} description of it */
  const set = (title, drawn, description) => {
    const matrix = own.includes(model.get("bent")) && model.get(model.get("bent"));
    const bent = matrix ? [{ key: "grid", kind: "curve", at: matmul(GRID, matrix), ghost: true },
      { key: "unit", kind: "area", at: matmul([[0, 0], [1, 0], [1, 1], [0, 1]], matrix) },
      ...matrix.map((tip, i) => ({ key: `arrow of ${TIPS[i]}`, kind: "arrow", at: [[0, 0], tip] }))] : [];
    const tips = matrix ? matrix.map((tip, i) => ({ key: TIPS[i], kind: "point", at: tip, label: axes[i], drag: true })) : [];
    const now = [...bent, ...tips, ...drawn].every(({ at }) => at.flat().every((v) => Math.abs(v) <= near)) ? near : far;
    if (ranges[1][1] !== now && (now === far || !scene.held())) {
      ranges.splice(0, 2, ...around(now));
      scene.look(...ranges);
    }
    // What lies above what is settled when it comes: with the grid all comes again.
    const items = drawn.map((item) => ({ ...item, key: `${item.key}${matrix ? "" : " alone"}` }));
    scene.set([...bent, ...items, ...tips], description + (matrix ? ` The arrows of the matrix end at ${axes.map((axis, i) => `${pair(matrix[i])} for ${axis}`).join(" and ")}.` : ""));
    for (const node of handles) if (node.hidden !== !matrix) node.hidden = !matrix;
    if (matrix) matrix.forEach((tip, i) => steer.set(tip, pair(tip), i));
    say(caption, `${title}${matrix ? ` · drag ${axes.join(" or ")}` : ""}`);
    root.classList.toggle("wb-now", Boolean(matrix));
  };
  const root = html("div", {}, caption, steer.root);
  return { root, scene, set };
}

/** What one word asks, finds and becomes, in a sentence. */
function tell(words, row, query, { scores, weights, out }) {
  const best = Math.max(...weights[row]);
  const found = words.filter((_, s) => best - weights[row][s] < 1e-9);
  const [word, score] = [words[row], short(scores[row][words.indexOf(found[0])])];
  const own = found.length === 1 && found[0] === word;
  const fit = found.length === 1 ? `${own ? "its own key" : `the key of ${found[0]}`} fits best` : found.length === words.length ? "all keys fit alike" : `the keys of ${list(found)} fit best`;
  const takes = found.length === 1 ? `most from ${own ? "itself" : found[0]} (${fixed(best)})` : found.length === words.length ? `${fixed(best)} of each value` : `${fixed(best)} from each`;
  return `${word} asks with ${pair(query)}; ${fit} (score ${score}), so ${word} takes ${takes} and becomes ${pair(out[row])}.`;
}

/** The sentence asks; in one plane the query meets the keys, in the other the values are mixed. */
function assemble(model, el) {
  const [words, axes, vectors, reach, versions] = ["words", "axes", "vectors", "reach", "versions"].map((name) => model.get(name));
  const colors = styles(words);
  const far = reach * Math.max(1, ...vectors.map((v) => Math.abs(v[0]) + Math.abs(v[1]))) + 0.5;
  const names = Object.keys(versions).sort();
  const load = chooser("Matrices", names, (i) => write(model, { W_q: versions[names[i]][0], W_k: versions[names[i]][1] }), "your own");
  const shares = words.map(() => html("small", {}, ""));
  const asks = sentence("Tap the word that asks", words, (row) => write(model, { row }), shares);
  asks.labels.forEach((label, s) => label.classList.add(`wb-c${colors[s]}`));
  const cards = choice("Matrix to bend", MATRICES, (i) => write(model, { bent: MATRICES[i] }));
  const entries = [...cards.root.querySelectorAll("label > span")].map((card, i) => {
    const numbers = Array.from({ length: 4 }, () => html("i", {}, ""));
    card.replaceChildren(html("b", {}, "W", html("sub", {}, ROLES[i][0][2].toUpperCase())), html("small", {}, ` ${ROLES[i][1]} `), html("em", {}, ...numbers));
    return numbers;
  });
  const [meet, take] = [["W_q", "W_k"], ["W_v"]].map((own) => bench(model, own, axes, far));
  const columns = ["q", "k", "v", "new "].flatMap((name) => ["₁", "₂"].map((n) => name + n));
  const numbers = heatmap("Queries, keys, values and new vectors", words, columns, { limits: [-far, far] });
  const high = 2 * reach ** 2;
  const scoreTable = heatmap("Scores: queries · keys", words, words, { limits: [-high, high] });
  const weightTable = heatmap("Weights: softmax of scores / √2", words, words);
  const said = readout();

  const frame = framed(model, el, { name: "matrices", what: "What does each of the three matrices do?", traits: [...MATRICES, "row", "bent"], title: names.length ? [load.root] : [],
    fits: ({ row, bent, ...traits }) => Number.isInteger(row) && row >= 0 && row < words.length && MATRICES.includes(bent) &&
      MATRICES.every((name) => traits[name].flat().every((x) => Math.abs(x) <= reach)),
    picture: [html("div", { class: "wb-roles" }, cards.root, asks.root), html("div", { class: "wb-benches" }, meet.root, take.root)], controls: [],
    said: said.root, table: [numbers.root, scoreTable.root, weightTable.root] });

  const draw = () => {
    const row = model.get("row");
    const matrices = MATRICES.map((name) => model.get(name));
    const [q, k, v] = matrices.map((matrix) => matmul(vectors, matrix));
    const found = attend(q, k, v);
    const [word, query, weights, scores, made] = [words[row], q[row], found.weights[row], found.scores[row], found.out[row]];
    const feet = shadows(query, k);
    const ends = scores.map((score) => score / dot(query, query)); // where they are, if the query's tip is at 1
    const longest = words.map((_, s) => s).sort((a, b) => Math.abs(scores[b]) - Math.abs(scores[a]));
    const point = (name, s, at, label = name) => ({ key: name, kind: "point", at, label, color: colors[s] });
    load.set(names.findIndex((name) => String(versions[name]) === String(matrices.slice(0, 2))));
    cards.set(MATRICES.indexOf(model.get("bent")));
    entries.forEach((cells, i) => matrices[i].flat().forEach((x, n) => say(cells[n], `${short(x)} `)));
    asks.set(row, [{ key: "row", weights, color: colors.map((c) => `wb-c${c}`) }], `${word} looks at ${words.map((name, s) => `${name} with ${fixed(weights[s])}`).join(", ")}.`);
    shares.forEach((share, s) => say(share, fixed(weights[s])));
    meet.set(`${word} asks the keys`, [
      ...(feet.length ? [{ key: `line ${word}`, kind: "curve", at: [Math.min(0, ...ends), Math.max(1, ...ends)].map((at) => query.map((x) => at * x)), color: colors[row], ghost: true }] : []),
      ...longest.filter((s) => feet[s]).map((s, i) => ({ key: `shadow ${words[s]}`, kind: "curve", at: [[0, 0], feet[s]], color: colors[s], thick: BAND + MORE * (words.length - 1 - i) })),
      ...words.filter((_, s) => feet[s]).map((name, s) => ({ key: `drop ${name}`, kind: "curve", at: [k[s], feet[s]], color: colors[s], ghost: true })),
      { key: `ask ${word}`, kind: "arrow", at: [[0, 0], query], color: colors[row] },
      { ...point(`query ${word}`, row, query, "query"), ghost: true },
      ...words.map((name, s) => point(name, s, k[s], `${name}: ${short(scores[s])}`)),
    ], `An arrow is the query of ${word}, ${pair(query)}. The keys, with the shadows that they throw on its line: ${words.map((name, s) => `${name} at ${pair(k[s])}, score ${short(scores[s])}`).join("; ")}.`);
    take.set(`${word} mixes the values`, [
      ...words.map((name, s) => ({ key: `share ${name}`, kind: "curve", at: [v[s], made], color: colors[s], thick: thickness(weights[s]) })),
      ...words.map((name, s) => point(name, s, v[s])),
      { ...point(`new ${word}`, row, made, `${word}′`), ghost: true },
    ], `Values: ${words.map((name, s) => `${name} at ${pair(v[s])}`).join(", ")}. The new vector of ${word}, ${pair(made)}, is mixed of ${words.map((name, s) => `${fixed(weights[s])} ${name}`).join(", ")}.`);
    numbers.set(words.map((_, t) => [...q[t], ...k[t], ...v[t], ...found.out[t]]), row);
    scoreTable.set(found.scores, row);
    weightTable.set(found.weights, row);
    said.set(tell(words, row, query, found));
  };
  const stop = follow(model, [...MATRICES, "row", "bent"], draw);
  for (const { scene } of [meet, take]) for (const end of ["pointerup", "pointercancel"]) scene.root.addEventListener(end, draw);
  return () => {
    stop();
    frame.stop();
    asks.stop();
  };
}

/** Draw; when the sentence, its vectors or the matrices on offer change, build the figure anew. */
export default { render: rebuilt(["words", "vectors", "axes", "versions", "reach"], assemble) };
