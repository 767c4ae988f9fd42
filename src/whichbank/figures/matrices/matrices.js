import { framed } from "../kit/frame.js";
import { attend, matmul, similarity } from "../nets/kernels.js";
import { styles } from "../kit/labels.js";
import {
  choice,
  chooser,
  fixed,
  follow,
  heatmap,
  html,
  ranking,
  readout,
  rebuilt,
  say,
  write,
} from "../kit/parts.js";
import { plane, steered } from "../kit/plane.js";
import { BOTH, marks, TIPS } from "./marks.js";

const STEP = 0.5; // of the tips, so that a query can be checked by hand
const WIDE = 1.2; // of the plane: names have room at its sides
const ROLES = [
  ["W_q", "queries"],
  ["W_k", "keys"],
  ["W_v", "values"],
];
const MATRICES = ROLES.map(([name]) => name);
const EVERY = [...MATRICES, BOTH];

/**
 * A number as short as it can be.
 * @param {number} x
 */
const short = (x) => fixed(x).replace(/\.?0+$/, "");
const pair = (at) => `(${at.map(short).join(", ")})`;
const list = (names) =>
  [names.slice(0, -1).join(", "), names[names.length - 1]].filter(Boolean).join(" and ");

/** Whose key fits the query of a word best, and the weight that this makes. */
function tell(words, row, weights) {
  const best = Math.max(...weights);
  const found = words.filter((_, s) => best - weights[s] < 1e-9);
  if (found.length === words.length)
    return `All keys reach equally far along ${words[row]}’s query: ${fixed(best)} each.`;
  const [keys, reach] = found.length > 1 ? ["keys", "reach"] : ["key", "reaches"];
  return `The ${keys} of ${list(found)} ${reach} farthest along ${words[row]}’s query: ${fixed(best)}${found.length > 1 ? " each" : ""}.`;
}

/** How far the second number of a new vector is above the first. */
function told(word, made) {
  const gap = made[1] - made[0];
  return `New ${word} is ${pair(made)}: its second number is ${fixed(Math.abs(gap))} ${gap < 0 ? "below" : "above"} the first.`;
}

/**
 * One plane: a query among the keys, or the values where their matrix is bent, each as thick as its
 * weight; beside it, what becomes of them. The axes' two arrows are the rows of the matrix that is
 * bent, and are dragged by their tips.
 */
function assemble(model, el) {
  const [words, axes, vectors, reach, versions] = [
    "words",
    "axes",
    "vectors",
    "reach",
    "versions",
  ].map((name) => model.get(name));
  const BENT = EVERY.filter((name) => model.get("offers").includes(name));
  const alone = String(BENT) === "W_v";
  const colors = styles(words);
  const far = reach * Math.max(1, ...vectors.map((v) => Math.abs(v[0]) + Math.abs(v[1]))) + 0.5;
  const names = Object.keys(versions).sort();
  const load = chooser(
    "Matrices",
    names,
    (i) => write(model, { W_q: versions[names[i]][0], W_k: versions[names[i]][1] }),
    "your own",
  );
  const asks = choice("Who asks?", words, (row) => write(model, { row }));
  const cards = choice(alone ? "Drag a gray arrow of" : "Drag a gray arrow", BENT, (i) =>
    write(model, { bent: BENT[i] }),
  );
  cards.root.classList.add("wb-roles");
  const entries = [...cards.root.querySelectorAll("label > span")].map((card, i) => {
    const numbers = Array.from({ length: 4 }, () => html("i", {}, ""));
    const name = (of) => html("b", {}, "W", html("sub", {}, of.toUpperCase()));
    const role = ROLES.find(([one]) => one === BENT[i]);
    card.replaceChildren(
      ...(role
        ? [name(role[0][2]), html("small", {}, ` ${role[1]} `)]
        : [name("q"), name("k"), html("sup", {}, "⊤"), html("small", {}, " both ")]),
      html("em", {}, ...numbers),
    );
    return numbers;
  });
  const place = (at, i) => {
    const name = model.get("bent");
    if (name === BOTH) return; // it is made of the other two
    const tip = at.map((v) => Math.min(Math.max(Math.round(v / STEP) * STEP, -reach), reach));
    write(model, { [name]: model.get(name).map((row, t) => (t === i ? tip : row)) });
  };
  const [ranges, near] = [far, reach + 0.5].map((span) =>
    [WIDE * span, span].map((end) => [-end, end]),
  );
  const bounds = axes.map(() => [-reach, reach]);
  const scene = plane({
    x: ranges[0],
    y: ranges[1],
    labels: ["", ""],
    size: 300,
    em: 15,
    bounds,
    near: alone ? undefined : near,
    onDrag: (key, at) => place(at, TIPS.indexOf(key)),
  });
  const steer = steered(
    scene,
    ranges,
    axes.map((axis) => `Arrow of ${axis}`),
    place,
    [STEP, STEP],
    bounds,
  );
  const looks = ranking("", ["", "score", "÷ √2", "weight ×", "value"], words.length + 1, 3);
  looks.root.classList.add("wb-dense");
  words.forEach((_, s) => looks.lines[s][0].parentNode.classList.add(`wb-c${colors[s]}`));
  const columns = ["q", "k", "v", "new "].flatMap((name) => ["₁", "₂"].map((n) => name + n));
  const numbers = heatmap("Queries, keys, values and new vectors", words, columns, {
    limits: [-far, far],
  });
  const high = 2 * reach ** 2;
  const scoreTable = heatmap("Scores: queries · keys", words, words, { limits: [-high, high] });
  const weightTable = heatmap("Weights: softmax of scores / √2", words, words);
  const said = readout();

  const frame = framed(model, el, {
    name: "matrices",
    what: alone ? "How far can you lift the second number?" : "What does each matrix do?",
    traits: [...MATRICES, "row", "bent"],
    title: names.length ? [load.root] : [],
    fits: ({ row, bent, ...traits }) =>
      Number.isInteger(row) &&
      row >= 0 &&
      row < words.length &&
      BENT.includes(bent) &&
      MATRICES.every((name) => traits[name].flat().every((x) => Math.abs(x) <= reach)),
    picture: [steer.root],
    controls: [...(alone ? [] : [asks.root]), cards.root, looks.root],
    said: said.root,
    table: [numbers.root, scoreTable.root, weightTable.root],
  });

  const draw = () => {
    const [row, bent] = [model.get("row"), EVERY.indexOf(model.get("bent"))];
    const matrices = MATRICES.map((name) => model.get(name));
    const sheets = [...matrices, similarity(matrices[0], matrices[1])];
    const [q, k, v] = matrices.map((matrix) => matmul(vectors, matrix));
    const found = attend(q, k, v);
    const [word, weights, made] = [words[row], found.weights[row], found.out[row]];
    const mixed = bent === 2;
    load.set(names.findIndex((name) => String(versions[name]) === String(matrices.slice(0, 2))));
    cards.set(BENT.indexOf(EVERY[bent]));
    asks.set(row);
    entries.forEach((cells, i) =>
      sheets[EVERY.indexOf(BENT[i])].flat().forEach((x, n) => say(cells[n], `${short(x)} `)),
    );
    say(looks.root.caption, `How much of each value goes into new ${word}`);
    looks.set([
      ...words.map((name, s) => [
        name,
        short(found.scores[row][s]),
        fixed(found.scores[row][s] / Math.SQRT2),
        weights[s],
        pair(v[s]),
      ]),
      [`new ${word}`, "", "", 1, pair(made)],
    ]);
    scene.set(
      marks({ words, colors, axes, row, alone }, model.get("bent"), sheets[bent], {
        old: vectors,
        q,
        k,
        v,
        asked: matmul(vectors, sheets[3]),
        weights,
        made,
      }),
      `${
        mixed
          ? `Values: ${words.map((name, s) => `${name} at ${pair(v[s])}`).join(", ")}. The new vector of ${word}, ${pair(made)}, is mixed of ${words.map((name, s) => `${fixed(weights[s])} ${name}`).join(", ")}.`
          : `The query of ${word} is ${pair(q[row])}. Keys: ${words.map((name, s) => `${name} at ${pair(k[s])}, score ${short(found.scores[row][s])}`).join("; ")}.`
      } ` +
        `The arrows of ${EVERY[bent] === BOTH ? "the two matrices together" : "the matrix"} end at ${axes.map((axis, i) => `${pair(sheets[bent][i])} for ${axis}`).join(" and ")}.`,
    );
    steer.root.classList.toggle("wb-fixed", EVERY[bent] === BOTH);
    sheets[bent].forEach((tip, i) => steer.set(tip, pair(tip), i));
    numbers.set(
      words.map((_, t) => [...q[t], ...k[t], ...v[t], ...found.out[t]]),
      row,
    );
    scoreTable.set(found.scores, row);
    weightTable.set(found.weights, row);
    said.set(alone ? told(word, made) : tell(words, row, weights));
  };
  const stop = follow(model, [...MATRICES, "row", "bent"], draw);
  return () => {
    stop();
    frame.stop();
  };
}

/** Draw; when the sentence, its vectors or the matrices on offer change, build the figure anew. */
export default {
  render: rebuilt(["words", "vectors", "axes", "versions", "reach", "offers"], assemble),
};
