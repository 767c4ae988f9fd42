import { framed } from "../kit/frame.js";
import { mix, similarity, softmax } from "../nets/kernels.js";
import { styles } from "../kit/labels.js";
import { follow, rebuilt, write } from "../kit/model.js";
import { button, html, readout, say, slider } from "../kit/parts.js";
import { heatmap } from "../kit/tables.js";
import { player } from "../kit/player.js";
import { uniforms } from "../nets/random.js";
import { REACH, turning } from "./arrows.js";
import { looks } from "./looks.js";
import { record } from "./record.js";
import { volumes } from "./volumes.js";
import { tr } from "../kit/words.js";

const TRAITS = ["scalars", "matrix", "tried"];
const MODES = ["scalars", "matrix"];
const NAMES = [tr("numbers"), tr("one matrix")];
// The colors, and below the marks, of the settings tried.
const COLORS = { scalars: 4, matrix: 3 };
const MARKS = ["▼", "◆"];
// A job wants more than this share.
const NEED = 0.5;
// Settings tried at random: the seed, how many at most, how many in a step, and the ms of all.
const [SEED, MOST, EACH, LENGTH] = [10, 300, 10, 4000];
const HIGH = { scalars: 88, matrix: 56 }; // of the arcs of a job

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
 * How many settings are tried at random, in time, and how many of them do both jobs.
 * @param {Model} model
 * @param {Record<string, number[][]>} drawn what each job gets from them, by mode
 */
function trying(model, drawn) {
  const mode = model.get("mode");
  const which = MODES.indexOf(mode);
  const tried = () => model.get("tried")[which];
  const put = (count) =>
    write(model, { tried: model.get("tried").map((old, i) => (i === which ? count : old)) });
  const { time, play } = player(
    LENGTH,
    (at) => put(Math.round((MOST * at) / LENGTH)),
    () => {
      time.set((((tried() % MOST) + 1) / MOST) * LENGTH); // the first is there at once
      time.play();
    },
  );
  const seek = (count) => {
    time.rest();
    time.set((count / MOST) * LENGTH);
  };
  const step = button(tr("Step"), () =>
    seek(tried() < MOST ? Math.min(tried() + EACH, MOST) : EACH),
  );
  const scrub = slider(
    tr("Random tries"),
    { min: 0, max: MOST, step: 1, format: (count) => String(count) },
    seek,
  );
  const shown = mode === "matrix" ? MODES : [mode];
  const lines = shown.map((name) => html("span", { class: `wb-word wb-c${COLORS[name]}` }, ""));
  const kinds = html("p", { class: "wb-kinds" }, ...lines);
  const set = () => {
    scrub.set(tried());
    lines.forEach((line, i) => {
      const at = MODES.indexOf(shown[i]);
      const count = model.get("tried")[at];
      const good = drawn[shown[i]].slice(0, count).filter((one) => one.every(serves)).length;
      const many = tr("{good}\u00a0of\u00a0{count} do both", { good, count });
      say(line, count ? `${MARKS[at]} ${NAMES[at]}: ${many}` : "");
    });
  };
  const root = html("div", { class: "wb-buttons" }, play, step, scrub.root, kinds);
  return { root, set, time: { play, step, rest: time.rest } };
}

/**
 * How many jobs are done, and what that teaches.
 * @param {boolean} turned whether by a matrix
 * @param {number} done
 * @param {number} all
 * @param {boolean} own whether each word still asks with its own vector
 */
function toldOf(turned, done, all, own) {
  const many = [tr("Neither job is done."), tr("Only one job is done."), tr("Both jobs are done.")];
  const count = all === 2 ? many[done] : tr("{done} of {all} jobs are done.", { done, all });
  const matrix =
    done === all
      ? tr("With a matrix, a word can ask for what it is not.")
      : tr("A word looks most at the mark farthest along its arrow.");
  const [before, after] = turned
    ? ["", matrix]
    : [
        tr("Can you bring the ring into the green corner?"),
        tr("A word that is louder for one job is louder for every job."),
      ];
  return `${count} ${own ? before : after}`.trim();
}

/**
 * The sentence with the arcs of its jobs; by the mode, a slider under each word or a plane with
 * what they ask for; and the square.
 */
function drawJobs(model, el) {
  const names = ["words", "vectors", "jobs", "wants", "mode"];
  const [words, vectors, jobs, wants, mode] = names.map((name) => model.get(name));
  const turned = mode === "matrix";
  const colors = styles(words);
  const looked = wants.map(([asker, wanted]) =>
    tr("{asker} looks at {wanted}", { asker: words[asker], wanted: words[wanted] }),
  );
  const drawn = Object.fromEntries(
    MODES.map((kind) => [kind, randomShares(vectors, wants, kind, MOST).map(pair)]),
  );
  const row = volumes(model, colors);
  const sides = wants.map((want, i) => looks(jobs[i], words, colors, want, i > 0, serves));
  const [first, ...others] = sides.map(({ root }) => root);
  const plan = turned ? turning(model, colors) : { nodes: [], set: () => {} };
  const kinds = MODES.map((kind, i) => ({ mode: kind, name: NAMES[i], color: COLORS[kind] }));
  const square = record(kinds, drawn, pair(looked), { need: NEED, serves });
  const tries = trying(model, drawn);
  const scores = heatmap(tr("Scores: the row asks, the column answers"), words, words, {
    limits: [-8, 8],
  });
  const weights = heatmap(tr("Weights: softmax of each row"), words, words, { sums: true });
  const said = readout();
  el.classList.toggle("wb-turned", turned);
  const frame = framed(model, el, {
    name: "tasks",
    what: turned ? tr("Can a matrix do both?") : tr("Can you do both jobs at once?"),
    traits: TRAITS,
    time: tries.time,
    onReset: () => {
      square.forget();
      draw();
    },
    fits: ({ scalars, matrix, tried }) =>
      scalars.every((x) => x >= 0 && x <= REACH) &&
      matrix.flat().every((x) => Math.abs(x) <= REACH) &&
      tried.every((n) => Number.isInteger(n) && n >= 0 && n <= MOST),
    picture: [
      html("div", { class: "wb-jobs" }, first, row.root, ...others),
      ...plan.nodes,
      square.root,
    ],
    controls: [tries.root],
    said: said.root,
    table: [scores.root, weights.root],
  });

  let before = jobs.length;
  const draw = () => {
    const [scalars, matrix, tried] = TRAITS.map((name) => model.get(name));
    const found = lookTable(vectors, mode, scalars, matrix);
    const shares = wants.map(([asker, wanted]) => found.weights[asker][wanted]);
    row.set(scalars);
    sides.forEach((side, i) => side.set(found.weights[wants[i][0]], HIGH[mode]));
    plan.set(found);
    scores.set(found.scores);
    weights.set(found.weights);
    square.set(mode, pair(shares), tried);
    tries.set();
    const [done, all] = [shares.filter(serves).length, shares.length];
    if (done === all && before < all) square.reached(pair(shares));
    before = done;
    const own = turned
      ? wants.every(([i]) => String(found.asks[i]) === String(vectors[i]))
      : scalars.every((x) => x === 1);
    said.set(toldOf(turned, done, all, own));
  };
  const stop = follow(model, TRAITS, draw);
  return () => {
    stop();
    tries.time.rest();
    square.rest();
    frame.stop();
  };
}

/** Draw; when the sentence, its jobs or what may be changed is another, build the figure anew. */
export default { render: rebuilt(["words", "axes", "vectors", "jobs", "wants", "mode"], drawJobs) };
