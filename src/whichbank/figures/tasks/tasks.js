import { framed } from "../kit/frame.js";
import { mix, similarity, softmax } from "../nets/kernels.js";
import { styles } from "../kit/labels.js";
import {
  button,
  fixed,
  follow,
  heatmap,
  html,
  readout,
  rebuilt,
  renew,
  say,
  slider,
  write,
} from "../kit/parts.js";
import { player } from "../kit/player.js";
import { uniforms } from "../nets/random.js";
import { arrows, REACH, STEP } from "./arrows.js";
import { looks } from "./looks.js";
import { record } from "./record.js";

const TRAITS = ["scalars", "matrix", "tried"];
const MODES = ["scalars", "matrix"];
const NAMES = ["numbers", "one matrix"];
// The colors, and below the marks, of the settings tried.
const COLORS = { scalars: 4, matrix: 3 };
const MARKS = ["▼", "◆"];
// A job wants more than this share.
const NEED = 0.5;
// Settings tried at random: the seed, how many at most, how many in a step, and the ms of all.
const [SEED, MOST, EACH, LENGTH] = [10, 300, 10, 4000];
const HIGH = { scalars: 88, matrix: 70 }; // of the arcs of a job

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

const serves = (share) => share > NEED + 1e-9;
const pair = (shares) => [shares[0], shares[1] ?? shares[0]];

/**
 * The sentence with the arcs of its jobs; by the mode, a slider under each word or a plane with
 * what they ask for; and the square.
 */
function drawJobs(model, el) {
  const names = ["words", "vectors", "jobs", "wants", "mode"];
  const [words, vectors, jobs, wants, mode] = names.map((name) => model.get(name));
  const turned = mode === "matrix";
  const colors = styles(words);
  const looked = wants.map(([asker, wanted]) => `${words[asker]} looks at ${words[wanted]}`);
  const askers = [...new Set(wants.map(([asker]) => asker))];
  const drawn = Object.fromEntries(
    MODES.map((kind) => [kind, randomShares(vectors, wants, kind, MOST).map(pair)]),
  );

  const numbers = words.map((word, i) =>
    slider(
      word,
      { min: 0, max: REACH, step: STEP, color: colors[i], format: (x) => fixed(x, 1) },
      (x) =>
        write(model, {
          scalars: model.get("scalars").map((old, s) => (s === i ? Number(x.toFixed(2)) : old)),
        }),
    ),
  );
  numbers.forEach(({ root }, i) => root.classList.add(`wb-c${colors[i]}`));
  const plain = words.map((word, i) => html("b", { class: `wb-word wb-c${colors[i]}` }, word));
  const sides = wants.map((want, i) => looks(jobs[i], words, colors, want, i > 0, serves));
  const row = html(
    "div",
    { class: "wb-volumes" },
    ...(turned ? plain : numbers.map(({ root }) => root)),
  );
  const entries = Array.from({ length: 4 }, () => html("i", {}, ""));
  const grid = html("p", { class: "wb-matrix", role: "group" }, ...entries);
  const plan = arrows(model, words, colors, askers);
  const kinds = MODES.map((kind, i) => ({ mode: kind, name: NAMES[i], color: COLORS[kind] }));
  const square = record(kinds, drawn, pair(looked), { need: NEED, serves });
  const which = MODES.indexOf(mode);
  const put = (count) =>
    write(model, { tried: model.get("tried").map((old, i) => (i === which ? count : old)) });
  const { time, play } = player(
    LENGTH,
    (at) => put(Math.round((MOST * at) / LENGTH)),
    () => {
      const now = model.get("tried")[which];
      time.set((((now % MOST) + 1) / MOST) * LENGTH); // the first is there at once
      time.play();
    },
  );
  const seek = (count) => {
    time.rest();
    time.set((count / MOST) * LENGTH);
  };
  const step = button("Step", () => {
    const now = model.get("tried")[which];
    seek(now < MOST ? Math.min(now + EACH, MOST) : EACH);
  });
  const scrub = slider(
    "Random tries",
    { min: 0, max: MOST, step: 1, format: (count) => String(count) },
    seek,
  );
  const scores = heatmap("Scores: the row asks, the column answers", words, words, {
    limits: [-8, 8],
  });
  const weights = heatmap("Weights: softmax of each row", words, words, { sums: true });
  const said = readout();
  const turning = turned
    ? [
        html("div", { class: "wb-turning" }, plan.root),
        html("div", { class: "wb-entries" }, html("i", {}, "W ="), grid),
      ]
    : [];
  const tries = (turned ? MODES : [mode]).map((name) =>
    html("span", { class: `wb-word wb-c${COLORS[name]}` }, ""),
  );
  el.classList.toggle("wb-turned", turned);
  const frame = framed(model, el, {
    name: "tasks",
    what: turned ? "Can a matrix do both?" : "Can you do both jobs at once?",
    traits: TRAITS,
    time: { play, step, rest: time.rest },
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
        play,
        step,
        scrub.root,
        html("p", { class: "wb-kinds" }, ...tries),
      ),
    ],
    said: said.root,
    table: [scores.root, weights.root],
  });

  let before = jobs.length;
  const draw = () => {
    const [scalars, matrix, tried] = TRAITS.map((name) => model.get(name));
    const found = lookTable(vectors, mode, scalars, matrix);
    const shares = wants.map(([asker, wanted]) => found.weights[asker][wanted]);
    numbers.forEach((part, i) => {
      part.set(scalars[i]);
      part.root.style.setProperty("--wb-loud", scalars[i]);
    });
    sides.forEach((side, i) => side.set(found.weights[wants[i][0]], HIGH[mode]));
    if (turned) plan.set(found);
    matrix.flat().forEach((x, i) => say(entries[i], fixed(x, 1)));
    renew(grid, {
      "aria-label": `The matrix: ${matrix.map((own) => own.map((x) => fixed(x, 1)).join(" ")).join("; ")}`,
    });
    scores.set(found.scores);
    weights.set(found.weights);
    square.set(mode, pair(shares), tried);
    scrub.set(tried[which]);
    tries.forEach((line, i) => {
      const at = turned ? i : which;
      const good = drawn[MODES[at]].slice(0, tried[at]).filter((one) => one.every(serves)).length;
      say(
        line,
        tried[at] ? `${MARKS[at]} ${NAMES[at]}: ${good}\u00a0of\u00a0${tried[at]} do both` : "",
      );
    });
    const [done, all] = [shares.filter(serves).length, shares.length];
    if (done === all && before < all) square.reached(pair(shares));
    before = done;
    const own = turned
      ? askers.every((i) => String(found.asks[i]) === String(vectors[i]))
      : scalars.every((x) => x === 1);
    const lessons = turned
      ? [
          "",
          done === all
            ? "With a matrix, a word can ask for what it is not."
            : "A word looks most at the mark farthest along its arrow.",
        ]
      : [
          "Can you bring the ring into the green corner?",
          "A word that is louder for one job is louder for every job.",
        ];
    said.set(
      `${all === 2 ? ["Neither job is", "Only one job is", "Both jobs are"][done] : `${done} of ${all} jobs are`} done. ${lessons[Number(!own)]}`.trim(),
    );
  };
  const stop = follow(model, TRAITS, draw);
  return () => {
    stop();
    time.rest();
    square.rest();
    frame.stop();
  };
}

/** Draw; when the sentence, its jobs or what may be changed is another, build the figure anew. */
export default { render: rebuilt(["words", "axes", "vectors", "jobs", "wants", "mode"], drawJobs) };
