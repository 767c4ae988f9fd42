import { framed } from "../kit/frame.js";
import { follow, write } from "../kit/model.js";
import { fixed } from "../kit/numbers.js";
import { choice, html, readout, renew, say, slider } from "../kit/parts.js";
import { listing } from "../kit/tables.js";
import { steered } from "../kit/plane.js";
import { mix } from "../nets/kernels.js";
import { across, panel } from "./panel.js";
import { tr } from "../kit/words.js";

const VALUES = { dog: [1, 0], man: [0, 1] };
const FOUR = [
  ["dog", "man"],
  ["man", "dog"],
  ["dog", "dog"],
  ["man", "man"],
];
const QUESTIONS = [tr("who"), tr("whom")];
const [STEP, TURN, FAR] = [0.05, 5, 0.6];
const snap = (x, step, most) =>
  Number(Math.min(Math.max(Math.round(x / step) * step, -most), most).toFixed(2));
const share = (x) => Math.max(snap(x, STEP, 1), 0);
/** An angle between -180 and 180 degrees. */
const around = (turn) => turn - 360 * Math.round(turn / 360);

/**
 * New bites in each of the four sentences, one vector a head.
 * @param {number[]} before the weight of each head on the word before
 * @returns {number[][][]}
 */
export const newBites = (before) =>
  FOUR.map(([who, whom]) =>
    mix(
      before.map((w) => [w, 0, 1 - w]),
      [VALUES[who], [0, 0], VALUES[whom]],
    ),
  );

/**
 * How far a point lies from a cut: above 0 it is read as dog, below 0 as man.
 * @param {number[]} at the dog's share in each head
 * @param {number} shift of the cut
 * @param {number} turn in degrees; a line of points is cut straight across
 * @returns {number}
 */
export function score(at, shift, turn) {
  const way = across(at.length === 2 ? turn : 0);
  return at.reduce((sum, x, i) => sum + (x - 0.5) * way[i], 0) - shift;
}

/**
 * What there is to see, in a sentence.
 * @param {number[]} before of the heads that there are
 * @param {number} wrong
 */
function tell(before, wrong) {
  const [w, other] = before;
  const count = wrong ? tr("{n} of 8 answers wrong", { n: wrong }) : tr("None of 8 answers wrong");
  if (other === undefined) {
    if (w === 0.5)
      return tr("{count}: with one half each, two sentences are one point.", { count });
    const [good, bad] = w > 0.5 ? QUESTIONS : [...QUESTIONS].reverse();
    return tr("{count}: this row can serve {good}, and no cut serves {bad}.", { count, good, bad });
  }
  if (w === other) return tr("{count}: two heads with one row are on one line again.", { count });
  return wrong
    ? tr("{count}: off the line, a cut can be turned by its ring.", { count })
    : tr("{count}: in the plane, each question has its cut.", { count });
}

/** Four points that one row of weights puts on a line and two rows in a plane, and two cuts. */
function render({ model, el }) {
  const heads = choice("", [tr("1 head"), tr("2 heads")], (i) => write(model, { heads: i + 1 }));
  const put = (i, w) =>
    write(model, { before: model.get("before").map((old, h) => (h === i ? share(w) : old)) });
  const weights = [0, 1].map((h) =>
    slider(
      tr("Head {h}", { h: h + 1 }),
      { min: 0, max: 1, step: STEP, format: (w) => tr("{share} before", { share: fixed(w) }) },
      (w) => put(h, w),
    ),
  );
  /** @returns {[number, number]} */
  const cutOf = (q) => [model.get("shifts")[q], model.get("turns")[q]];
  const setCut = (q, shift, turn) => {
    const renewed = (trait, value) => model.get(trait).map((old, i) => (i === q ? value : old));
    write(model, {
      shifts: renewed("shifts", snap(shift, STEP, FAR)),
      turns: renewed("turns", around(snap(turn, TURN, 360))),
    });
  };
  const drag = (at, i) => {
    const moved = i ? at.map((v) => 1 - v) : at;
    if (model.get("heads") === 2) write(model, { before: moved.map(share) });
    else put(0, moved[0]);
  };
  const views = QUESTIONS.map((name, q) => {
    const scene = panel(FOUR, q, drag, (from, to, turns, [shift, turn]) => {
      if (turns) {
        const [x, y] = to.map((v) => v - 0.5);
        const lean = Math.acos(Math.min(Math.max(shift / Math.hypot(x, y), -1), 1));
        setCut(q, shift, ((Math.atan2(y, x) + lean) * 180) / Math.PI);
      } else {
        const way = across(model.get("heads") === 2 ? turn : 0);
        setCut(q, shift + way.reduce((sum, v, d) => sum + v * (to[d] - from[d]), 0), turn);
      }
    });
    // left and right shift a cut, up and down turn it
    const steer = steered(
      scene,
      [
        [0, 1],
        [0, 1],
      ],
      tr("The cut for {name}", { name }),
      (at) => {
        const [shift, turn] = cutOf(q);
        const [dx, dy] = scene.end().map((v, d) => Math.sign(Number((at[d] - v).toFixed(3))));
        setCut(q, shift + STEP * dx, turn + TURN * dy);
      },
      [STEP, STEP],
      [
        [-1, 2],
        [-1, 2],
      ],
    );
    const found = html("b");
    const head = html("p", { class: "wb-asks" }, q ? tr("Bites whom?") : tr("Who bites?"), found);
    const set = (at, right) => {
      const wrong = right.filter((good) => !good).length;
      say(found, wrong ? tr("✗ {n} wrong", { n: wrong }) : tr("✓ all right"));
      renew(found, { class: wrong ? "wb-wrong" : "wb-good" });
      const [shift, turn] = cutOf(q);
      const read = at.map((one, s) => [FOUR[s], score(one, shift, turn) > 0 ? "dog" : "man"]);
      scene.set(
        at,
        [shift, turn],
        right,
        `${
          at[0].length === 2
            ? tr("Four points in a plane and a cut for {name}:", { name })
            : tr("Four points on a line from man to dog and a cut for {name}:", { name })
        } ${read.map(([[a, b], side]) => tr("{sentence} on the side of {side}", { sentence: `${a} bites ${b}`, side })).join(", ")}.`,
      );
      steer.set(
        scene.end(),
        at[0].length === 2
          ? tr("shifted by {shift}, turned by {turn} degrees", { shift: fixed(shift), turn })
          : tr("shifted by {shift}", { shift: fixed(shift) }),
      );
    };
    return { root: html("div", {}, head, steer.root), set };
  });
  const said = readout();
  const table = listing(
    tr("What is read off new bites"),
    [tr("sentence"), tr("new bites"), ...QUESTIONS],
    4,
  );
  const traits = ["heads", "before", "shifts", "turns"];
  const frame = framed(model, el, {
    name: "cutting",
    what: tr("Can one row of weights serve both questions?"),
    traits,
    fits: ({ heads: n, before, shifts, turns }) =>
      [1, 2].includes(n) &&
      before.every((w) => w >= 0 && w <= 1) &&
      shifts.every((v) => Math.abs(v) <= FAR) &&
      turns.every((v) => Math.abs(v) <= 180),
    wide: true,
    picture: [html("div", { class: "wb-panels" }, ...views.map(({ root }) => root))],
    controls: [heads.root, ...weights.map(({ root }) => root)],
    said: said.root,
    table: [table.root],
  });
  const stop = follow(model, traits, () => {
    const n = model.get("heads");
    const before = model.get("before").slice(0, n);
    const found = newBites(before);
    const dogs = found.map((one) => one.map(([dog]) => dog));
    const right = QUESTIONS.map((_, q) =>
      FOUR.map((pair, s) => (pair[q] === "dog" ? 1 : -1) * score(dogs[s], ...cutOf(q)) > 1e-9),
    );
    heads.set(n - 1);
    weights.forEach((one, h) => one.set(model.get("before")[h]));
    weights[1].root.classList.toggle("wb-unused", n === 1);
    views.forEach((view, q) => view.set(dogs, right[q]));
    said.set(tell(before, right.flat().filter((good) => !good).length));
    table.set(
      FOUR.map((pair, s) => [
        `${pair[0]} bites ${pair[1]}`,
        found[s]
          .flat()
          .map((x) => fixed(x))
          .join(" "),
        ...pair.map((answer, q) => (right[q][s] ? answer : tr("wrong"))),
      ]),
    );
  });
  return () => {
    stop();
    frame.stop();
  };
}

export default { render };
