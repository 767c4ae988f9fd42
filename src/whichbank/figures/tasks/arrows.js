// The plane with what each word asks for, and the matrix that takes it there.

import { dot } from "../nets/kernels.js";
import { write } from "../kit/model.js";
import { fixed } from "../kit/numbers.js";
import { html, renew, say } from "../kit/parts.js";
import { plane, steered } from "../kit/plane.js";
import { series, tr } from "../kit/words.js";

export const REACH = 2; // of all numbers that a reader sets
export const STEP = 0.1;

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

function describe(words, axes, askers, { asks, offers }) {
  const places = (list, which) =>
    which.map((i) => `${words[i]} (${list[i].map((x) => fixed(x)).join(", ")})`).join(", ");
  return tr("Plane of {axes}. Offered: {offered}. Asked: {asked}.", {
    axes: series(axes),
    offered: places(
      offers,
      words.map((_, i) => i),
    ),
    asked: places(asks, askers),
  });
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
    size: 260,
    em: 15,
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
    free.map((i) => tr("What {word} asks for", { word: words[i] })),
    place,
    [STEP, STEP],
  );
  const set = (found) => {
    const { asks } = found;
    scene.set(
      [
        { key: "sheet", kind: "sheet", at: model.get("matrix") },
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
          label: tr("{word} asks", { word: words[i] }),
          color: colors[i],
          drag: true,
        })),
      ],
      describe(words, axes, askers, found),
    );
    free.forEach((i, k) =>
      keys.set(asks[i], axes.map((axis, d) => `${axis} ${fixed(asks[i][d], 1)}`).join(", "), k),
    );
  };
  keys.root.classList.add("wb-wanting");
  return { root: keys.root, set };
}

/**
 * The plane with what words ask for, and the matrix as numbers.
 * @param {Model} model
 * @param {number[]} colors of the words
 */
export function turning(model, colors) {
  const [words, wants] = ["words", "wants"].map((name) => model.get(name));
  const askers = [...new Set(wants.map(([asker]) => asker))];
  const entries = Array.from({ length: 4 }, () => html("i", {}, ""));
  const grid = html("p", { class: "wb-matrix", role: "group" }, ...entries);
  const plan = arrows(model, words, colors, askers);
  const set = (found) => {
    const rows = model.get("matrix").map((row) => row.map((x) => fixed(x, 1)));
    plan.set(found);
    rows.flat().forEach((text, i) => say(entries[i], text));
    const read = rows.map((row) => row.join(" ")).join("; ");
    renew(grid, { "aria-label": tr("The matrix: {rows}", { rows: read }) });
  };
  const nodes = [
    html("div", { class: "wb-turning" }, plan.root),
    html("div", { class: "wb-entries" }, html("i", {}, "W ="), grid),
  ];
  return { nodes, set };
}
