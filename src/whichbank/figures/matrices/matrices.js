import { framed } from "../kit/frame.js";
import { attend, dot, matmul, mix, similarity } from "../nets/kernels.js";
import { styles } from "../kit/labels.js";
import { follow, rebuilt, write } from "../kit/model.js";
import { fixed } from "../kit/numbers.js";
import { choice, chooser, html, nameAloud, readout, say } from "../kit/parts.js";
import { timeline } from "../kit/motion.js";
import { heatmap, ranking } from "../kit/tables.js";
import { plane, steered } from "../kit/plane.js";
import { ASK, BOTH, marks, TIPS } from "./marks.js";
import { begun, series, tr, trn } from "../kit/words.js";

const FLAT = 300; // ms in which a sheet goes back to the plane as it is, before a matrix bends it
const SLOW = 15; // of the sheet, in 1/s
const STEP = 0.5; // of the tips, so that a query can be checked by hand
const WIDE = 1.2; // of the plane: names have room at its sides
const ROLES = [
  ["W_q", tr("queries")],
  ["W_k", tr("keys")],
  ["W_v", tr("values")],
];
const MATRICES = ROLES.map(([name]) => name);
const EVERY = [...MATRICES, BOTH];
const FLATS = [
  [1, 0],
  [0, 1],
]; // what changes nothing

/**
 * A number as short as it can be.
 * @param {number} x
 */
const short = (x) => fixed(x).replace(/[.,]?0+$/, "");
const pair = (at) => `(${at.map(short).join(", ")})`;

/** The words with the largest weight. */
const bestOf = (words, weights) => words.filter((_, s) => Math.max(...weights) - weights[s] < 1e-9);

/** Whose key fits the query of a word best, and the weight that this makes. */
function tell(words, row, weights) {
  const found = bestOf(words, weights);
  const known = { word: words[row], share: fixed(Math.max(...weights)) };
  if (found.length === words.length)
    return tr("All keys reach equally far along {word}’s query: {share} each.", known);
  return trn(
    found.length,
    {
      one: "The key of {words} reaches farthest along {word}’s query: {share}.",
      other: "The keys of {words} reach farthest along {word}’s query: {share} each.",
    },
    { ...known, words: series(found) },
  );
}

/** What the word that asks looks at, where the matrices stand between the words as they are. */
function tellBoth(words, row, weights) {
  const found = bestOf(words, weights);
  const known = { word: words[row], words: series(found), share: fixed(Math.max(...weights)) };
  if (found.length === words.length)
    return tr("All words lie equally far along what {word} asks: {share} each.", known);
  return trn(
    found.length,
    {
      one: "{words} lies farthest along what {word} asks: {share}.",
      other: "{words} lie farthest along what {word} asks: {share} each.",
    },
    { ...known, words: begun(known.words) },
  );
}

/** What becomes of the word that asks, and of what most of it is made. */
function tellNew(words, row, weights, old, made) {
  const found = bestOf(words, weights);
  const known = {
    ...{ word: begun(words[row]), old: pair(old), place: pair(made) },
    ...{ words: series(found), share: fixed(Math.max(...weights)) },
  };
  const becomes = tr("{word}, {old}, becomes {place}.", known);
  const most =
    found.length === words.length
      ? tr("All values go in equally: {share} each.", known)
      : trn(
          found.length,
          {
            one: "The value of {words} goes in most: {share}.",
            other: "The values of {words} go in most: {share} each.",
          },
          known,
        );
  return `${becomes} ${most}`;
}

/** How far the second number of a new vector is above the first, and how far it has been. */
function told(word, made, best) {
  const gap = made[1] - made[0];
  const known = { word, place: pair(made), far: fixed(Math.abs(gap)) };
  const now =
    gap < 0
      ? tr("New {word} is {place}: its second number is {far} below the first.", known)
      : tr("New {word} is {place}: its second number is {far} above the first.", known);
  return gap < best && best > 0 ? `${now} ${tr("Your best: {far}.", { far: fixed(best) })}` : now;
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
  const kept = model.get("W_v"); // what all versions have
  const load = chooser(
    tr("Matrices"),
    names,
    (i) => write(model, { W_q: versions[names[i]][0], W_k: versions[names[i]][1], W_v: kept }),
    tr("your own"),
  );
  const asks = choice(tr("Who asks?"), words, (row) => write(model, { row }));
  const cards = choice(tr("Drag an arrow of"), BENT, (i) => write(model, { bent: BENT[i] }));
  if (alone) nameAloud(cards);
  cards.root.classList.add("wb-roles");
  cards.root.classList.toggle("wb-alone", alone);
  const called = (name) => {
    const one = (of) => html("b", {}, "W", html("sub", {}, of.toUpperCase()));
    return name === BOTH ? [one("q"), one("k"), html("sup", {}, "⊤")] : [one(name[2])];
  };
  cards.root.querySelectorAll("label > span").forEach((card, i) => {
    const role = ROLES.find(([one]) => one === BENT[i])?.[1] ?? tr("both");
    card.replaceChildren(...called(BENT[i]), html("small", {}, ` ${role} `));
  });
  // the numbers of the one that is bent
  const [label, entries] = [html("strong"), Array.from({ length: 4 }, () => html("i"))];
  cards.root.lastChild.before(
    html("p", { class: "wb-numbers" }, label, " = ", html("em", {}, ...entries)),
  );
  const place = (at, i) => {
    const name = model.get("bent");
    if (name === BOTH) return; // it is made of the other two
    const tip = at.map(settled);
    write(model, { [name]: model.get(name).map((row, t) => (t === i ? tip : row)) });
  };
  const settled = (v) => Math.min(Math.max(Math.round(v / STEP) * STEP, -reach), reach);
  /** Take the query of the word that asks to a place: its matrix goes along, no more than it must. */
  const carry = (at) => {
    const vector = vectors[model.get("row")];
    if (model.get("bent") !== "W_q" || !dot(vector, vector)) return;
    const matrix = model.get("W_q");
    const [now] = matmul([vector], matrix);
    const share = (r) => vector[r] / dot(vector, vector);
    write(model, {
      W_q: matrix.map((line, r) => line.map((x, c) => settled(x + share(r) * (at[c] - now[c])))),
    });
  };
  const take = (at, i) => (i === TIPS.length ? carry(at) : place(at, i));
  const [ranges, near] = [far, reach + 0.5].map((span) =>
    [WIDE * span, span].map((end) => [-end, end]),
  );
  const bounds = axes.map(() => [0.5 - far, far - 0.5]);
  const scene = plane({
    x: ranges[0],
    y: ranges[1],
    labels: alone ? [tr("first number"), tr("second number")] : ["", ""],
    size: 300,
    em: 13,
    bounds,
    near: alone ? undefined : near,
    stiff: SLOW,
    onDrag: (key, at) => take(at, [...TIPS, ASK].indexOf(key)),
  });
  const steer = steered(
    scene,
    ranges,
    [
      ...axes.map((axis) => tr("Arrow of {axis}", { axis })),
      ...(BENT.includes("W_q") ? [tr("Query of the word that asks")] : []),
    ],
    take,
    [STEP, STEP],
    bounds,
  );
  const asking = steer.root.querySelectorAll("input")[TIPS.length];
  const dots = html("p", { class: "wb-dots-are" });
  const looks = ranking("", ["", tr("weight")], words.length);
  looks.root.classList.add("wb-dense");
  words.forEach((_, s) => looks.lines[s][0].parentNode.classList.add(`wb-c${colors[s]}`));
  const columns = ["q", "k", "v", `${tr("new")} `].flatMap((name) =>
    ["₁", "₂"].map((n) => name + n),
  );
  const numbers = heatmap(tr("Queries, keys, values and new vectors"), words, columns, {
    limits: [-far, far],
  });
  const high = 2 * reach ** 2;
  const scoreTable = heatmap(tr("Scores: queries · keys"), words, words, { limits: [-high, high] });
  const weightTable = heatmap(tr("Weights: softmax of scores / √2"), words, words);
  const said = readout();

  const frame = framed(model, el, {
    name: "matrices",
    what: alone ? tr("How far can you lift the second number?") : tr("What does each matrix do?"),
    traits: [...MATRICES, "row", "bent"],
    title: names.length ? [load.root] : [],
    fits: ({ row, bent, ...traits }) =>
      Number.isInteger(row) &&
      row >= 0 &&
      row < words.length &&
      BENT.includes(bent) &&
      MATRICES.every((name) => traits[name].flat().every((x) => Math.abs(x) <= reach)),
    picture: alone ? [steer.root] : [dots, steer.root],
    controls: [...(alone ? [] : [asks.root]), cards.root, looks.root],
    said: said.root,
    table: [numbers.root, scoreTable.root, weightTable.root],
    onReset: () => (best = -Infinity),
  });

  /** Draw the plane, bent or as it is. */
  let paint = (_flat) => {};
  const bends = timeline(
    FLAT,
    (at) => paint(at < FLAT),
    (plays) => model.underway?.[plays ? "add" : "delete"]("bends"),
  );
  let last = model.get("bent");
  let best = -Infinity; // of what the reader has tried
  const draw = () => {
    const [row, bent] = [model.get("row"), EVERY.indexOf(model.get("bent"))];
    const matrices = MATRICES.map((name) => model.get(name));
    const sheets = [...matrices, similarity(matrices[0], matrices[1])];
    const [q, k, v] = matrices.map((matrix) => matmul(vectors, matrix));
    const found = attend(q, k, v);
    const [word, weights, made] = [words[row], found.weights[row], found.out[row]];
    const mixed = bent === 2;
    say(
      dots,
      EVERY[bent] === BOTH
        ? tr("Dots: the words as they are")
        : mixed
          ? tr("Dots: the values")
          : tr("Dots: the keys"),
    );
    load.set(names.findIndex((name) => String([...versions[name], kept]) === String(matrices)));
    cards.set(BENT.indexOf(EVERY[bent]));
    asks.set(row);
    if (label.dataset.of !== EVERY[bent]) label.replaceChildren(...called(EVERY[bent]));
    label.dataset.of = EVERY[bent];
    sheets[bent].flat().forEach((x, n) => say(entries[n], `${short(x)} `));
    say(looks.root.caption, tr("How much of each value goes into new {word}", { word }));
    looks.set(words.map((name, s) => [name, weights[s]]));
    const asked = matmul(vectors, sheets[3]);
    const sentence = { words, colors, axes, row, reach, alone, ends: [WIDE * far, far] };
    const here = { old: vectors, q, k, v, asked, weights, made };
    // a matrix that does nothing leaves all words of its kind where they are
    const still = { ...here, [["q", "k", "v", "asked"][bent]]: vectors };
    if (mixed) still.made = mix([weights], vectors)[0];
    /** @type {[PlaneItem[], PlaneItem[]]} */
    const [flat, moved] = [
      marks(sentence, EVERY[bent], FLATS, still),
      marks(sentence, EVERY[bent], sheets[bent], here),
    ];
    const description = [
      mixed
        ? tr("Values: {values}. The new vector of {word}, {place}, is mixed of {parts}.", {
            values: words
              .map((name, s) => tr("{what} at {place}", { what: name, place: pair(v[s]) }))
              .join(", "),
            word,
            place: pair(made),
            parts: words.map((name, s) => `${fixed(weights[s])} ${name}`).join(", "),
          })
        : tr("The query of {word} is {place}. Keys: {keys}.", {
            word,
            place: pair(q[row]),
            keys: words
              .map((name, s) =>
                tr("{word} at {place}, score {score}", {
                  word: name,
                  place: pair(k[s]),
                  score: short(found.scores[row][s]),
                }),
              )
              .join("; "),
          }),
      tr(
        EVERY[bent] === BOTH
          ? tr("The arrows of the two matrices together end at {ends}.")
          : tr("The arrows of the matrix end at {ends}."),
        {
          ends: series(
            axes.map((axis, i) => tr("{place} for {axis}", { place: pair(sheets[bent][i]), axis })),
          ),
        },
      ),
    ].join(" ");
    let lies;
    paint = (as) => {
      if (as === lies) return;
      lies = as;
      scene.set(as ? flat : moved, description);
    };
    bends.rest();
    if (last === EVERY[bent]) paint(false);
    else {
      bends.set(0);
      bends.play();
    }
    last = EVERY[bent];
    steer.root.classList.toggle("wb-fixed", EVERY[bent] === BOTH);
    sheets[bent].forEach((tip, i) => steer.set(tip, pair(tip), i));
    if (asking) steer.set(q[row], pair(q[row]), TIPS.length);
    asking?.classList.toggle("wb-idle", EVERY[bent] !== "W_q");
    numbers.set(
      words.map((_, t) => [...q[t], ...k[t], ...v[t], ...found.out[t]]),
      row,
    );
    scoreTable.set(found.scores, row);
    weightTable.set(found.weights, row);
    best = Math.max(best, made[1] - made[0]);
    said.set(
      alone
        ? told(word, made, best)
        : mixed
          ? tellNew(words, row, weights, vectors[row], made)
          : (EVERY[bent] === BOTH ? tellBoth : tell)(words, row, weights),
    );
  };
  const stop = follow(model, [...MATRICES, "row", "bent"], draw);
  return () => {
    stop();
    bends.rest();
    frame.stop();
  };
}

/** Draw; when the sentence, its vectors or the matrices on offer change, build the figure anew. */
export default {
  render: rebuilt(["words", "vectors", "axes", "versions", "reach", "offers"], assemble),
};
