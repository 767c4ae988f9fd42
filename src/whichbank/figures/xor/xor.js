import { framed } from "../kit/frame.js";
import { follow, rebuilt, write } from "../kit/model.js";
import { fixed } from "../kit/numbers.js";
import { choice, html, nameAloud, readout, renew, slider } from "../kit/parts.js";
import { listing } from "../kit/tables.js";
import { plane, steered } from "../kit/plane.js";
import { tr } from "../kit/words.js";

/** @type {[string, number[], boolean][]} */
const CASES = [
  [tr("neither"), [0, 0], false],
  ["money", [1, 0], true],
  ["river", [0, 1], true],
  [tr("both"), [1, 1], false],
];
const STAGES = [tr("as they are"), tr("two sums"), tr("ReLU")];
const EDGE = [-1.5, 2.5];
const NEAR = [-0.75, 1.75]; // where nothing is folded
const LINES = Array.from({ length: 7 }, (_, i) => -0.25 + i / 4); // of the sheet that is folded

/**
 * Move points to the sums of the two units (fold 1), and what is negative on to 0 (fold 2).
 * @param {number[][]} points
 * @param {number} fold
 */
export function folded(points, fold) {
  const [summed, bent] = [Math.min(fold, 1), Math.max(fold - 1, 0)];
  return points.map(([m, r]) =>
    [m + r - m, m + r - 1 - r]
      .map((step, d) => [m, r][d] + summed * step)
      .map((x) => (x < 0 ? (1 - bent) * x : x)),
  );
}

/**
 * How many of the points are on the right side of a cut, its better side being that of the clear
 * ones.
 * @param {number[][]} points
 * @param {boolean[]} clear
 * @param {number[][]} cut
 */
export function rightOf(points, clear, cut) {
  return sidesOf(points, clear, cut).filter(Boolean).length;
}

/**
 * Which of the points are on the right side of a cut.
 * @param {number[][]} points
 * @param {boolean[]} clear
 * @param {number[][]} cut
 */
function sidesOf(points, clear, [[x, y], [x2, y2]]) {
  const side = points.map(([a, b]) => (x2 - x) * (b - y) - (y2 - y) * (a - x));
  const [one, other] = [1, -1].map((sign) =>
    side.map((v, i) => (clear[i] ? sign * v > 1e-9 : sign * v < -1e-9)),
  );
  const count = (right) => right.filter(Boolean).length;
  return count(other) > count(one) ? other : one;
}

/**
 * A cut from edge to edge of the plane.
 * @param {number[][]} cut
 * @param {number[]} edge
 */
function across([[x, y], [x2, y2]], edge) {
  const [dx, dy] = [x2 - x, y2 - y];
  let [from, to] = [-Infinity, Infinity];
  for (const [at, step] of [
    [x, dx],
    [y, dy],
  ]) {
    if (Math.abs(step) < 1e-9) continue;
    const ends = edge.map((end) => (end - at) / step).sort((a, b) => a - b);
    [from, to] = [Math.max(from, ends[0]), Math.min(to, ends[1])];
  }
  if (!Number.isFinite(from) || from > to)
    return [
      [x, y],
      [x2, y2],
    ];
  return [from, to].map((t) => [x + t * dx, y + t * dy]);
}

/** The four cases on a sheet that is summed and bent, and a cut that the reader lays. */
function drawXor(model, el) {
  const folds = model.get("folds");
  const edge = folds ? EDGE : NEAR;
  const lay = (i, at) =>
    write(model, {
      cut: model
        .get("cut")
        .map((end, j) => (j === i ? at.map((v) => Math.min(Math.max(v, edge[0]), edge[1])) : end)),
    });
  const picture = plane({
    x: edge,
    y: edge,
    labels: folds ? [tr("m, then h₁"), tr("r, then h₂")] : [tr("m, money"), tr("r, river")],
    size: 280,
    em: 16,
    onDrag: (key, at) => lay(key === "second" ? 1 : 0, at),
  });
  const moved = steered(
    picture,
    [edge, edge],
    [tr("Cut, end A"), tr("Cut, end B")],
    (at, i) => lay(i, at),
    [0.1, 0.1],
  );
  const stages = nameAloud(choice(tr("Stage"), STAGES, (i) => write(model, { fold: i })));
  const fold = slider(tr("Fold"), { min: 0, max: 2, step: 0.05 }, (x) => write(model, { fold: x }));
  const said = readout();
  const starts = CASES.map(([, at]) => at);
  const clear = CASES.map(([, , one]) => one);
  const cases = listing(tr("Where each case is now"), ["", tr("across"), tr("up"), tr("side")], 4);
  cases.root.classList.add("wb-dense");
  const table = listing(
    tr("The four cases"),
    [tr("case"), "(m, r)", tr("two sums"), tr("after ReLU")],
    4,
  );
  table.set(
    CASES.map(([name], i) => [
      name,
      ...[0, 1, 2].map(
        (stop) =>
          `(${folded(starts, stop)
            [i].map((v) => fixed(v, 0))
            .join(", ")})`,
      ),
    ]),
  );
  const frame = framed(model, el, {
    name: "xor",
    what: tr("Can one straight cut separate filled from hollow?"),
    traits: ["fold", "cut"],
    fits: ({ fold: t, cut }) =>
      t >= 0 && t <= (folds ? 2 : 0) && cut.flat().every((v) => v >= edge[0] && v <= edge[1]),
    picture: [moved.root],
    controls: [...(folds ? [html("div", {}, stages.root, fold.root)] : []), cases.root],
    said: said.root,
    table: [table.root],
  });
  const stop = follow(model, ["fold", "cut"], () => {
    const [t, cut] = [model.get("fold"), model.get("cut")];
    const points = folded(starts, t);
    const right = rightOf(points, clear, cut);
    const short = Math.hypot(cut[0][0] - cut[1][0], cut[0][1] - cut[1][1]) < 1e-6;
    const told = short
      ? tr("Two ends in one place make no cut.")
      : right < 4
        ? `${tr("This cut has {n} of the 4 right.", { n: right })} ${t > 1 ? tr("Another one has all.") : tr("No cut has all.")}`
        : tr(
            "All 4 are on the right side: two folded sums and a cut say whether exactly one word is there.",
          );
    const sides = sidesOf(points, clear, cut);
    cases.set(
      CASES.map(([name], i) => [
        name,
        ...points[i].map((v) => fixed(v)),
        !short && sides[i] ? "✓" : "✗",
      ]),
    );
    cases.lines.forEach((line, i) =>
      renew(line[3], { class: !short && sides[i] ? "wb-good" : "wb-wrong" }),
    );
    stages.set([0, 1, 2].indexOf(t));
    fold.set(t);
    said.set(told);
    cut.forEach((end, i) =>
      moved.set(end, tr("{x} across, {y} up", { x: fixed(end[0]), y: fixed(end[1]) }), i),
    );
    // what lies on one spot shares a name
    const names = points.map((at, i) =>
      points.findIndex((other) => Math.hypot(other[0] - at[0], other[1] - at[1]) < 0.02) === i
        ? CASES.filter((_, j) => Math.hypot(points[j][0] - at[0], points[j][1] - at[1]) < 0.02)
            .map(([name]) => name)
            .join(", ")
        : "",
    );
    picture.set(
      [
        ...LINES.flatMap((v, i) => [
          {
            key: `up ${i}`,
            kind: "curve",
            at: folded(
              LINES.map((w) => [v, w]),
              t,
            ),
            thick: 0.7,
          },
          {
            key: `over ${i}`,
            kind: "curve",
            at: folded(
              LINES.map((w) => [w, v]),
              t,
            ),
            thick: 0.7,
          },
        ]),
        { key: "cut", kind: "curve", at: across(cut, edge), color: 1, thick: 2.5 },
        ...CASES.map(([name, , one], i) => ({
          key: name,
          kind: "point",
          at: points[i],
          label: names[i],
          color: name === "money" ? 0 : name === "river" ? 3 : 5,
          ghost: !one,
        })),
        ...["first", "second"].map((key, i) => ({
          key,
          kind: "point",
          at: cut[i],
          label: "AB"[i],
          color: 1,
          drag: true,
        })),
      ],
      `${tr("A sheet with four cases: {cases}.", {
        cases: CASES.map(([name], i) =>
          tr("{word} at ({place})", {
            word: name,
            place: points[i].map((v) => fixed(v)).join(", "),
          }),
        ).join(", "),
      })} ${told}`,
    );
  });
  return () => {
    stop();
    frame.stop();
  };
}

/** Draw; with and without the fold it is another figure. */
export default { render: rebuilt(["folds"], drawXor) };
