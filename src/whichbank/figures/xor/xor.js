import { framed } from "../kit/frame.js";
import { eased, mayGlide, timeline } from "../kit/motion.js";
import { follow, rebuilt, write } from "../kit/model.js";
import { fixed } from "../kit/numbers.js";
import { choice, html, nameAloud, readout, slider } from "../kit/parts.js";
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
const BACK = [...LINES].reverse();
const [FIRST, LAST] = [LINES[0], BACK[0]];
const RIM = [
  ...LINES.map((v) => [v, FIRST]),
  ...LINES.map((v) => [LAST, v]),
  ...BACK.map((v) => [v, LAST]),
  ...BACK.map((v) => [FIRST, v]),
];
// of the line that is bent, before that
const BENT = [
  [0, -1],
  [0.5, -0.5],
];
const FOLDS = 700; // ms, of a step of the sheet
// how large a mark is, and one that shows under another, on axes; and how near the two are then
const [MARK, UNDER, NEARBY] = [0.1, 0.19, 0.5];
// the numbers of the hues of what a cut says: above zero, clear; below, not
const [YES, NO] = [4, 2];
// the middles of places for these names, in shares of the plane: not those of the names of its axes
const PLACES = [
  [0.84, 0.9],
  [0.16, 0.1],
  [0.16, 0.9],
  [0.5, 0.1],
  [0.84, 0.5],
  [0.16, 0.5],
  [0.5, 0.5],
];

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
  return sidesOf(points, clear, cut).right.filter(Boolean).length;
}

/**
 * Which side of a cut is that of the clear points, 1 or -1, and which of all points are on the right
 * side then.
 * @param {number[][]} points
 * @param {boolean[]} clear
 * @param {number[][]} cut
 */
function sidesOf(points, clear, cut) {
  const side = points.map((at) => aside(cut, at));
  const [one, other] = [1, -1].map((sign) => ({
    sign,
    right: side.map((v, i) => (clear[i] ? sign * v > 1e-9 : sign * v < -1e-9)),
  }));
  const count = ({ right }) => right.filter(Boolean).length;
  return count(other) > count(one) ? other : one;
}

/**
 * How far a point is aside of a cut, times its length: left of it is above zero.
 * @param {number[][]} cut
 * @param {number[]} point
 */
const aside = ([[x, y], [x2, y2]], [a, b]) => (x2 - x) * (b - y) - (y2 - y) * (a - x);

/**
 * The part of the plane on one side of a cut: its corners in order, none where there is no cut.
 * @param {number[][]} cut
 * @param {number[]} edge
 * @param {number} sign
 */
function half(cut, [low, high], sign) {
  const square = [
    [low, low],
    [high, low],
    [high, high],
    [low, high],
  ];
  return square.flatMap((at, i) => {
    const next = square[(i + 1) % 4];
    const [here, there] = [at, next].map((one) => sign * aside(cut, one));
    const meets =
      here * there < 0 ? [at.map((v, d) => v + (here / (here - there)) * (next[d] - v))] : [];
    return [...(here > 0 ? [at] : []), ...meets];
  });
}

/**
 * Where a half has room for its name: in a place that it keeps until something comes near.
 * @param {number[][]} cut
 * @param {number[]} edge
 * @param {number} sign of the half
 * @param {number[][]} others what is drawn there
 * @param {number[] | undefined} kept
 */
function roomIn(cut, [low, high], sign, others, kept) {
  const size = high - low;
  const long = Math.hypot(cut[1][0] - cut[0][0], cut[1][1] - cut[0][1]);
  /** @param {number[]} at */
  const room = ([x, y]) =>
    Math.min(
      (sign * aside(cut, [x, y])) / long,
      ...others.map(([a, b]) => Math.hypot((x - a) / 2, y - b)), // a name is wide
    );
  if (kept && room(kept) > size / 10) return kept;
  return PLACES.map((place) => place.map((v) => low + v * size)).reduce((best, at) =>
    room(at) > room(best) ? at : best,
  );
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

/**
 * Both sides of a cut, tinted and named by what it says there.
 * @param {number[][]} cut
 * @param {number[]} edge
 * @param {number[][]} points
 * @param {boolean[]} clear
 * @param {number[][]} others what else is drawn there
 * @param {Record<number, number[]>} kept where the names are
 */
const halves = (cut, edge, points, clear, others, kept) => {
  const { sign } = sidesOf(points, clear, cut);
  const parts = [
    { hue: YES, label: tr("clear"), of: sign },
    { hue: NO, label: tr("not clear"), of: -sign },
  ]
    .map((part) => ({ ...part, at: half(cut, edge, part.of) }))
    .filter(({ at }) => at.length > 2);
  for (const { hue, of } of parts)
    kept[hue] = roomIn(cut, edge, of, [...points, ...cut, ...others], kept[hue]);
  return [
    ...parts.map(({ hue, at }) => ({ key: `half ${hue}`, kind: "area", at, color: hue })),
    ...parts.map(({ hue, label }) => ({
      key: `name of ${hue}`,
      kind: "name",
      at: [kept[hue][0] - 0.15 * (edge[1] - edge[0]), kept[hue][1]],
      label,
      color: hue,
    })),
  ];
};

/**
 * The sheet, folded so far; once it is a line, that line, and where it was before it was bent.
 * @param {number} fold
 */
const paper = (fold) => {
  const line = (key, ends, more) => ({ key, kind: "curve", at: ends, ...more });
  const [neither, one, rim] = folded([CASES[0][1], CASES[1][1], [LAST, LAST]], fold);
  return [
    { key: "sheet", kind: "area", at: folded(RIM, fold), thick: 2 + 2 * Math.min(fold, 1) },
    ...(fold < 1
      ? LINES.flatMap((v, i) => [
          line(
            `up ${i}`,
            folded(
              LINES.map((w) => [v, w]),
              fold,
            ),
          ),
          line(
            `over ${i}`,
            folded(
              LINES.map((w) => [w, v]),
              fold,
            ),
          ),
        ])
      : [line("near", [neither, one], { thick: 4 }), line("far", [one, rim], { thick: 4 })]),
    ...(fold > 1 ? [line("before", [BENT[0], one], { ghost: true })] : []),
  ];
};

/** The cut, the four cases, each with a cross if it is on the wrong side, and the ends of the cut. */
const marks = (cut, edge, points, clear, short) => {
  const { right } = sidesOf(points, clear, cut);
  const apart = Math.hypot(...points[1].map((v, d) => v - points[2][d]));
  return [
    { key: "cut", kind: "curve", at: across(cut, edge), color: 1, thick: 2.5 },
    // of two marks in one place the lower is larger, and both are seen
    ...(apart < NEARBY
      ? [
          {
            key: "under",
            kind: "circle",
            at: points[1],
            radius: UNDER - ((UNDER - MARK) * apart) / NEARBY,
            color: 0,
          },
        ]
      : []),
    ...CASES.map(([name, , one], i) => ({
      key: name,
      kind: "point",
      at: points[i],
      label: short || right[i] ? name : `${name} ✗`,
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
  ];
};

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
    em: 15,
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
    controls: folds ? [html("div", {}, stages.root, fold.root)] : [],
    said: said.root,
    table: [table.root],
    wide: !folds,
  });
  let [from, to, shown] = Array(3).fill(model.get("fold"));
  /** @type {Record<number, number[]>} */
  const kept = {};
  /** @type {() => void} what is seen at the fold that is shown */
  let show = () => {};
  const walk = timeline(
    FOLDS,
    (now) => {
      shown = from + eased(now / FOLDS) * (to - from);
      show();
    },
    (walks) => el.classList.toggle("wb-walks", walks),
  );
  /** A step is watched: the sheet goes through all that lies between. */
  const turn = (goal) => {
    if (goal === to) return show();
    walk.rest();
    [from, to] = [shown, goal];
    walk.set(0);
    if (mayGlide(picture.root)) walk.play();
    else walk.set(FOLDS);
  };
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
    const description = `${tr("A sheet with four cases: {cases}.", {
      cases: CASES.map(([name], i) =>
        tr("{word} at ({place})", { word: name, place: points[i].map((v) => fixed(v)).join(", ") }),
      ).join(", "),
    })} ${told}`;
    stages.set([0, 1, 2].indexOf(t));
    said.set(told);
    cut.forEach((end, i) =>
      moved.set(end, tr("{x} across, {y} up", { x: fixed(end[0]), y: fixed(end[1]) }), i),
    );
    show = () => {
      const now = folded(starts, shown);
      fold.set(shown);
      picture.set(
        [
          ...(short
            ? []
            : halves(cut, edge, now, clear, folds ? [...folded(RIM, shown), ...BENT] : [], kept)),
          ...(folds ? paper(shown) : []),
          ...marks(cut, edge, now, clear, short),
        ],
        description,
      );
    };
    turn(t);
  });
  return () => {
    walk.rest();
    stop();
    frame.stop();
  };
}

/** Draw; with and without the fold it is another figure. */
export default { render: rebuilt(["folds"], drawXor) };
