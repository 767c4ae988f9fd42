import { chart } from "../kit/chart.js";
import { framed } from "../kit/frame.js";
import { dot, mix, similarity, softmax } from "../nets/kernels.js";
import { styles } from "../kit/labels.js";
import {
  fixed,
  follow,
  heatmap,
  html,
  readout,
  rebuilt,
  renew,
  say,
  slider,
  svg,
  thickness,
  write,
} from "../kit/parts.js";
import { plane, steered } from "../kit/plane.js";
import { player } from "../kit/player.js";
import { uniforms } from "../nets/random.js";
import { arcPath } from "../kit/sentence.js";

const TRAITS = ["scalars", "matrix", "tried"];
const MODES = ["scalars", "matrix"];
const NAMES = ["a number per word", "one matrix"];
// The colors, and below the marks, of the settings tried.
const COLORS = { scalars: 4, matrix: 3 };
const MARKS = ["▼", "◆"];
const REACH = 2;
const STEP = 0.1;
// A job wants more than this share.
const NEED = 0.5;
// Settings tried at random: the seed, how many at most, how many at a time, and after how many ms
// the next.
const [SEED, MOST, EACH, PACE] = [10, 300, 10, 100];
// The reader's own settings: nearer dots are one; the oldest go.
const [CLOSE, LATEST] = [0.04, 200];
// The size of the arcs of a job.
const [WIDE, HIGH] = [360, { scalars: 88, matrix: 70 }];

/**
 * What each word asks with and answers with, the scores of the two, and the weights.
 * @param {number[][]} vectors
 * @param {string} mode "scalars": every vector times its word's number; "matrix": every vector
 *   times the matrix, on the asking side alone
 * @param {number[]} scalars
 * @param {number[][]} matrix
 */
export function lookTable(vectors, mode, scalars, matrix) {
  const offers =
    mode === "scalars" ? vectors.map((vector, i) => vector.map((x) => x * scalars[i])) : vectors;
  const asks = mode === "scalars" ? offers : mix(offers, matrix);
  const scores = similarity(asks, offers);
  return { asks, offers, scores, weights: scores.map((row) => softmax(row)) };
}

/**
 * What each job gets from settings of a mode that are drawn at random, anywhere in their range.
 * @param {number[][]} vectors
 * @param {number[][]} wants
 * @param {string} mode
 * @param {number} count
 * @returns {number[][]}
 */
export function randomShares(vectors, wants, mode, count) {
  const [size, low] = mode === "scalars" ? [vectors.length, 0] : [4, -REACH];
  const numbers = uniforms(SEED, count * size).map((x) => low + (REACH - low) * x);
  return Array.from({ length: count }, (_, k) => {
    const own = numbers.slice(k * size, (k + 1) * size);
    const { weights } = lookTable(vectors, mode, own, [own.slice(0, 2), own.slice(2)]);
    return wants.map(([asker, wanted]) => weights[asker][wanted]);
  });
}

/**
 * A matrix with which a word asks for a place, as near to it as its numbers allow. What one other
 * word asks for stays, if a matrix can do that.
 * @param {number[][]} matrix
 * @param {number[]} vector of the word
 * @param {number[]} other vector
 * @param {number[]} place
 */
function steer(matrix, vector, other, place) {
  // what changes along this the other word does not see
  const blind = [-other[1], other[0]];
  const lever = dot(blind, vector) ? blind : vector;
  const steps = place.map((x, c) => {
    const ends = lever.flatMap((by, r) =>
      by ? [[-REACH, REACH].map((end) => (end - matrix[r][c]) / by).sort((a, b) => a - b)] : [],
    );
    const wanted =
      (x -
        dot(
          vector,
          matrix.map((row) => row[c]),
        )) /
      dot(lever, vector);
    return Math.min(Math.max(wanted, ...ends.map(([low]) => low)), ...ends.map(([, high]) => high));
  });
  return matrix.map((row, r) => row.map((x, c) => Number((x + lever[r] * steps[c]).toFixed(2))));
}

const serves = (share) => share > NEED + 1e-9;
const verdict = (share) => (serves(share) ? "✓" : "✗");
const pair = (shares) => [shares[0], shares[1] ?? shares[0]];

/**
 * One job: its question, and arcs from the word that asks to all that it looks at, above the words
 * or below them.
 * @param {string} job
 * @param {string[]} words
 * @param {number[]} colors
 * @param {number[]} want
 * @param {boolean} below
 */
function looks(job, words, colors, [asker, wanted], below) {
  const at = words.map((_, i) => ((i + 0.5) * WIDE) / words.length);
  const turn = below ? 1 : -1;
  const arcs = words.map((_, s) =>
    svg(
      "g",
      { class: s === wanted ? `wb-wanted wb-c${colors[asker]}` : "" },
      svg("path", { class: "wb-arc" }),
      svg("path", { class: "wb-head" }),
      svg("text", { "text-anchor": "middle" }, ""),
    ),
  );
  const picture = svg(
    "svg",
    { class: "wb-looks", role: "img" },
    ...arcs.slice(0, wanted),
    ...arcs.slice(wanted + 1),
    arcs[wanted],
  );
  const question = html(
    "p",
    { class: "wb-job" },
    html("b", { class: `wb-word wb-c${colors[asker]}` }, job),
    html("span", {}, `${words[asker]} must give ${words[wanted]} over half`),
  );
  const set = (weights, high) => {
    const rim = below ? 3 : high - 3;
    renew(picture, {
      viewBox: `0 0 ${WIDE} ${high}`,
      "aria-label": `${words[asker]} looks at ${words.map((word, s) => `${word} ${fixed(weights[s])}`).join(", ")}.`,
    });
    weights.forEach((weight, s) => {
      const thick = thickness(weight);
      const [arc, head, number] = arcs[s].children;
      const [steps, most] = [Math.abs(s - asker), s < asker ? asker : words.length - 1 - asker];
      // the nearest arc from the edge of the word
      const leave = (22 * Math.sign(s - asker) * (most + 1 - steps)) / (most || 1);
      const [start, end] = [
        [at[asker] + leave, rim],
        [at[s], rim + 8 * turn],
      ];
      const ring = [at[s], rim + (turn * thick) / 2];
      const [out, half] =
        s === asker
          ? [28, 0]
          : [(high - 16) * (0.5 + (0.5 * (steps - 1)) / (words.length - 2 || 1)), 4 + thick / 2];
      const inner = out - thick / 2; // the number stands under its arc, and above its ring
      renew(arc, {
        d:
          s === asker
            ? arcPath(ring, ring, rim + turn * out, false)
            : arcPath(start, end, rim + 1.33 * turn * out, false),
        "stroke-width": thick.toFixed(2),
        "data-weight": weight.toFixed(4),
      });
      renew(head, {
        d: thick && half ? `M${end[0]} ${rim}l${-half} ${10 * turn}h${2 * half}Z` : "",
      });
      renew(number, {
        x: (start[0] + end[0]) / 2,
        y:
          rim + turn * (s === asker ? out + thick / 2 + 9 : steps > 1 ? inner - 11 : inner / 2) + 5,
      });
      say(
        number,
        s === wanted ? `${fixed(weight)}\u00a0${verdict(weight)}` : thick ? fixed(weight) : "",
      );
    });
  };
  return {
    root: html("div", { class: "wb-side" }, ...(below ? [picture, question] : [question, picture])),
    set,
  };
}

/**
 * A square with a place for what each of two jobs gets, and dots for all that was tried.
 * @param {string[]} names of what is given in each job
 * @param {Record<string, number[][]>} drawn at random, by mode
 */
function record(names, drawn) {
  const ticks = [0, NEED, 1];
  const square = chart({
    x: [0, 1],
    y: [0, 1],
    labels: names,
    ticks: { x: ticks, y: ticks },
    format: { x: String, y: String },
    size: [200, 200],
  });
  const [left, top, width, height] = ["left", "top", "width", "height"].map((side) =>
    parseFloat(square.frame[side]),
  );
  square.root.append(
    svg(
      "text",
      {
        class: "wb-both",
        x: `${left + 0.75 * width}%`,
        y: `${top + 0.1 * height}%`,
        "text-anchor": "middle",
      },
      "both\u00a0✓",
    ),
  );
  let own = { scalars: [], matrix: [] };
  const forget = () => (own = { scalars: [], matrix: [] });
  const set = (mode, at, tried) => {
    const known = own[mode].some((old) => Math.hypot(old[0] - at[0], old[1] - at[1]) < CLOSE);
    if (!known) own[mode] = [...own[mode].slice(1 - LATEST), at];
    const all = MODES.map((name, i) => [...drawn[name].slice(0, tried[i]), ...own[name]]);
    const told = MODES.map(
      (_, i) =>
        `${all[i].length} with ${NAMES[i]}, of these ${all[i].filter((old) => old.every(serves)).length} in the corner`,
    );
    square.set(
      [
        {
          key: "both",
          kind: "band",
          at: [
            [NEED, NEED, 1],
            [1, NEED, 1],
          ],
          color: 2,
        },
        ...MODES.map((name, i) => ({ key: name, kind: "curve", at: all[i], color: COLORS[name] })),
        { key: `now, ${mode}`, kind: "dot", at, color: COLORS[mode] },
      ],
      `A square: across, ${names[0]} ${fixed(at[0])}; up, ${names[1]} ${fixed(at[1])}. In the corner both are over half. ` +
        `Dots, one for each setting tried: ${told.join("; ")}.`,
    );
  };
  return { root: square.root, set, forget };
}

/**
 * A plane with an arrow for each word that asks, from 0 to what it asks for: its tip is dragged, or
 * moved by keys.
 * @param {Model} model
 * @param {string[]} words
 * @param {number[]} colors
 * @param {number[]} askers
 */
function arrows(model, words, colors, askers) {
  const [axes, vectors] = ["axes", "vectors"].map((name) => model.get(name));
  const far = Math.max(...vectors.map(([x, y]) => REACH * (Math.abs(x) + Math.abs(y)))) + 0.5;
  const [ranges, near] = [far, REACH + 0.5].map((end) => axes.map(() => [-end, end]));
  // a word at 0 asks for 0
  const free = askers.filter((i) => dot(vectors[i], vectors[i]));
  const place = (at, i) => {
    const other = free.find((k) => k !== free[i]) ?? -1;
    write(model, {
      matrix: steer(
        model.get("matrix"),
        vectors[free[i]],
        vectors[other] ?? [0, 0],
        at.map((x) => Math.round(x / STEP) * STEP),
      ),
    });
  };
  const scene = plane({
    x: ranges[0],
    y: ranges[1],
    labels: axes,
    size: 200,
    near,
    onDrag: (key, at) =>
      place(
        at,
        free.findIndex((i) => key === `tip ${i}`),
      ),
  });
  const keys = steered(
    scene,
    ranges,
    free.map((i) => `What ${words[i]} asks for`),
    place,
    [STEP, STEP],
  );
  const set = (asks, description) => {
    scene.set(
      [
        ...words.map((word, i) => ({
          key: word,
          kind: "point",
          at: vectors[i],
          label: askers.includes(i) && String(asks[i]) === String(vectors[i]) ? "" : word,
          color: colors[i],
        })),
        ...askers.map((i) => ({
          key: `way ${i}`,
          kind: "arrow",
          at: [[0, 0], asks[i]],
          color: colors[i],
        })),
        ...free.map((i) => ({
          key: `tip ${i}`,
          kind: "point",
          at: asks[i],
          label: `${words[i]} asks`,
          color: colors[i],
          drag: true,
        })),
      ],
      description,
    );
    free.forEach((i, k) =>
      keys.set(asks[i], axes.map((axis, d) => `${axis} ${fixed(asks[i][d], 1)}`).join(", "), k),
    );
  };
  keys.root.classList.add("wb-wanting");
  return { root: keys.root, set };
}

/**
 * The sentence with the arcs of its jobs; by the mode, a slider under each word or a plane with
 * what they ask for; and the square.
 */
function drawJobs(model, el) {
  const [words, axes, vectors, jobs, wants, mode] = [
    "words",
    "axes",
    "vectors",
    "jobs",
    "wants",
    "mode",
  ].map((name) => model.get(name));
  const turned = mode === "matrix";
  const colors = styles(words);
  const gives = wants.map(([asker, wanted]) => `${words[asker]} gives ${words[wanted]}`);
  const askers = [...new Set(wants.map(([asker]) => asker))];
  const drawn = Object.fromEntries(
    MODES.map((kind) => [kind, randomShares(vectors, wants, kind, MOST).map(pair)]),
  );

  const numbers = words.map((word, i) =>
    slider(
      word,
      { min: 0, max: REACH, step: STEP, color: colors[i], format: (x) => `volume ${fixed(x, 1)}` },
      (x) =>
        write(model, {
          scalars: model.get("scalars").map((old, s) => (s === i ? Number(x.toFixed(2)) : old)),
        }),
    ),
  );
  numbers.forEach(({ root }, i) => root.classList.add(`wb-c${colors[i]}`));
  const plain = words.map((word, i) => html("b", { class: `wb-word wb-c${colors[i]}` }, word));
  const sides = wants.map((want, i) => looks(jobs[i], words, colors, want, i > 0));
  const row = html(
    "div",
    { class: "wb-volumes" },
    ...(turned ? plain : numbers.map(({ root }) => root)),
  );
  const entries = Array.from({ length: 4 }, () => html("i", {}, ""));
  const grid = html("p", { class: "wb-matrix", role: "group" }, ...entries);
  const plan = arrows(model, words, colors, askers);
  const legend = html(
    "p",
    { class: "wb-asking" },
    "Drag an arrow to change what its word asks for. This matrix makes the arrow from the word’s own place:",
  );
  const square = record(pair(gives), drawn);
  const time = player(PACE, () => {
    const at = MODES.indexOf(mode);
    const now = model.get("tried")[at];
    const next = now < MOST ? Math.min(now + EACH, MOST) : EACH;
    write(model, { tried: model.get("tried").map((old, i) => (i === at ? next : old)) });
    return next === MOST;
  });
  const scores = heatmap("Scores: the row asks, the column answers", words, words, {
    limits: [-8, 8],
  });
  const weights = heatmap("Weights: softmax of each row", words, words, { sums: true });
  const said = readout();
  const turning = turned
    ? [
        html("div", { class: "wb-turning" }, plan.root),
        html("div", { class: "wb-entries" }, legend, grid),
      ]
    : [];
  const tries = (turned ? MODES : [mode]).map((name) =>
    html("span", { class: `wb-word wb-c${COLORS[name]}` }, ""),
  );
  el.classList.toggle("wb-turned", turned);
  const frame = framed(model, el, {
    name: "tasks",
    what: "Can you do both jobs at once?",
    traits: TRAITS,
    time,
    onReset: () => {
      square.forget();
      draw();
    },
    fits: ({ scalars, matrix, tried }) =>
      scalars.every((x) => x >= 0 && x <= REACH) &&
      matrix.flat().every((x) => Math.abs(x) <= REACH) &&
      tried.every((n) => Number.isInteger(n) && n >= 0 && n <= MOST),
    picture: [
      html(
        "div",
        { class: "wb-jobs" },
        sides[0].root,
        row,
        ...sides.slice(1).map(({ root }) => root),
      ),
      ...turning,
      square.root,
    ],
    controls: [
      html(
        "div",
        { class: "wb-buttons" },
        html("span", {}, "Try at random"),
        time.play,
        time.step,
        html("p", { class: "wb-kinds" }, ...tries),
      ),
    ],
    said: said.root,
    table: [scores.root, weights.root],
  });

  const draw = () => {
    const [scalars, matrix, tried] = TRAITS.map((name) => model.get(name));
    const found = lookTable(vectors, mode, scalars, matrix);
    const shares = wants.map(([asker, wanted]) => found.weights[asker][wanted]);
    numbers.forEach((part, i) => {
      part.set(scalars[i]);
      part.root.style.setProperty("--wb-loud", scalars[i]);
    });
    sides.forEach((side, i) => side.set(found.weights[wants[i][0]], HIGH[mode]));
    if (turned) plan.set(found.asks, describe(words, axes, askers, found));
    matrix.flat().forEach((x, i) => say(entries[i], fixed(x, 1)));
    renew(grid, {
      "aria-label": `The matrix: ${matrix.map((own) => own.map((x) => fixed(x, 1)).join(" ")).join("; ")}`,
    });
    scores.set(found.scores);
    weights.set(found.weights);
    square.set(mode, pair(shares), tried);
    tries.forEach((line, i) => {
      const at = turned ? i : MODES.indexOf(mode);
      const good = drawn[MODES[at]].slice(0, tried[at]).filter((one) => one.every(serves)).length;
      say(
        line,
        tried[at] ? `${MARKS[at]} ${NAMES[at]}: ${good}\u00a0of\u00a0${tried[at]} do both` : "",
      );
    });
    const [done, all] = [shares.filter(serves).length, shares.length];
    const own = turned
      ? askers.every((i) => String(found.asks[i]) === String(vectors[i]))
      : scalars.every((x) => x === 1);
    const lesson = turned
      ? [
          done === all && !own && "With a matrix, a word can ask for what it is not.",
          own && "Each word still asks for what it is: drag an arrow.",
          "A word gives most to the mark farthest along its arrow.",
        ]
      : [
          own && "Can you bring the ring into the green corner?",
          "A word that is louder for one job is louder for every job.",
        ];
    said.set(
      `${all === 2 ? ["Neither job is", "Only one job is", "Both jobs are"][done] : `${done} of ${all} jobs are`} done: ${gives.map((give, i) => `${give} ${fixed(shares[i])}`).join(", ")}. ${lesson.find(Boolean)}`,
    );
  };
  const stop = follow(model, TRAITS, draw);
  return () => {
    stop();
    frame.stop();
  };
}

function describe(words, axes, askers, { asks, offers }) {
  const places = (name, list, which) =>
    `${name}: ${which.map((i) => `${words[i]} (${list[i].map((x) => fixed(x)).join(", ")})`).join(", ")}.`;
  return `Plane of ${axes.join(" and ")}. ${places(
    "Offered",
    offers,
    words.map((_, i) => i),
  )} ${places("Asked", asks, askers)}`;
}

/** Draw; when the sentence, its jobs or what may be changed is another, build the figure anew. */
export default { render: rebuilt(["words", "axes", "vectors", "jobs", "wants", "mode"], drawJobs) };
