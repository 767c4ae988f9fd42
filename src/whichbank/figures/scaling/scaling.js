import { chart } from "../kit/chart.js";
import { framed } from "../kit/frame.js";
import { dot, softmax } from "../nets/kernels.js";
import { normals } from "../nets/random.js";
import { eased, gliding, mayGlide, timeline } from "../kit/motion.js";
import { rebuilt, follow, write } from "../kit/model.js";
import { fixed } from "../kit/numbers.js";
import { button, choice, readout, renew, say, svg, uniqueId } from "../kit/parts.js";
import { listing } from "../kit/tables.js";
import { steered } from "../kit/plane.js";
import { softmaxBars } from "./bars.js";
import { tr } from "../kit/words.js";

const [COUNT, LONGEST] = [16, 1024];
const SCALES = ["none", "root", "d"];
const NAMES = [tr("nothing"), "√d", "d"];
const POWERS = [0, 0.5, 1];
const FAR = 64; // of the axis of scores; few go beyond
const CLOSE = 4; // of the axis of divided scores
const SHRINKS = 600; // ms, in which scores shrink before the axis follows
const ZOOMS = 700; // ms, in which the axis follows
const PAUSE = 100; // ms, between the two on the way back
const RULES = [1, 2, 4, 8, 16, 32, 64]; // scores that have a line and a number while it does
// where a thread bends: at every half power of 2
const BENDS = [...new Set(Array.from({ length: 21 }, (_, i) => Math.round(2 ** (i / 2))))];
// bins of the histogram, each so many typical scores high
const [BINS, BIN] = [17, 0.4];
const NAME = 24; // to the right of the axis the name of the line has its middle
const [LONG, FLAT, TALL] = [56, 12, 24]; // of the histogram: its longest bar; height below which it is not seen, and from which it is

/**
 * Random vectors in two lists: queries and keys.
 * @param {number} seed
 * @returns {number[][][]}
 */
function vectors(seed) {
  const all = normals(seed, 2 * COUNT * LONGEST);
  return [0, COUNT].map((first) =>
    Array.from({ length: COUNT }, (_, i) =>
      all.slice((first + i) * LONGEST, (first + i + 1) * LONGEST),
    ),
  );
}

/**
 * Scores of all queries with all keys, divided; the weights of one query, and the length of the
 * softmax's gradient there.
 * @param {number} seed
 * @param {number} d
 * @param {number} power of d, by which the scores are divided
 * @param {number} row
 */
export const measure = (seed, d, power, row) => measured(vectors(seed), d, power, row);

/** @param {number[][][]} drawn */
function measured(drawn, d, power, row) {
  const [q, k] = drawn.map((list) => list.map((one) => one.slice(0, d)));
  const by = d ** power;
  const scores = q.map((query) => k.map((key) => dot(query, key) / by));
  const typical = Math.sqrt(scores.flat().reduce((sum, score) => sum + score ** 2, 0) / COUNT ** 2);
  const weights = softmax(scores[row]);
  const square = weights.reduce(
    (sum, w, i) =>
      sum + weights.reduce((all, v, j) => all + (i === j ? w * (1 - w) : w * v) ** 2, 0),
    0,
  );
  return { scores, typical, weights, gradient: Math.sqrt(square) };
}

/** How many scores lie in each bin, whose height follows what is typical for d. */
function counted(scores, unit) {
  const counts = Array.from({ length: BINS }, () => 0);
  for (const score of scores) {
    const bin = Math.floor(score / unit / BIN + BINS / 2);
    counts[Math.min(Math.max(bin, 0), BINS - 1)]++;
  }
  return counts;
}

/** What the numbers teach. */
function lesson(scale, d, largest) {
  if (largest > 0.9)
    return tr("One key takes nearly all, by chance, and hardly any gradient is left.");
  if (scale === "root") return tr("The choice is open, however large d is.");
  if (scale === "d" && d >= COUNT)
    return tr("All keys get about the same, whatever the query asks.");
  return largest > 0.5 ? tr("One key pulls away from the others.") : tr("The choice is open.");
}

/** Threads of scores, and the line that is dragged across them. */
function assemble(model, el) {
  const seed = model.get("seed");
  const drawn = vectors(seed);
  const tables = BENDS.map((d) => measured(drawn, d, 0, 0).scores);
  const ways = drawn[0].map((_, t) =>
    drawn[1].map((__, s) => tables.map((scores) => scores[t][s])),
  );
  /** @param {number} x the power of 2, which is one of quarters */
  const go = (x) =>
    write(model, { d: Math.round(2 ** (Math.round(4 * Math.min(Math.max(x, 0), 10)) / 4)) });
  const field = chart({
    x: [1, LONGEST],
    y: [-FAR, FAR],
    labels: [tr("d, the numbers in a query"), tr("score")],
    log: { x: true },
    ticks: {
      x: [1, 4, 16, 64, 256, 1024],
      y: [...RULES.map((v) => -v).reverse(), 0, ...RULES],
    },
    format: { y: (v) => fixed(v, 0) },
    names: ["1234567"],
    size: [244, 220],
  });
  const view = field.root.viewBox.baseVal;
  const [left, width] = [field.frame.left, field.frame.width].map(
    (x) => (parseFloat(x) * view.width) / 100,
  );
  const [top, height] = [field.frame.top, field.frame.height].map(
    (x) => (parseFloat(x) * view.height) / 100,
  );
  const across = (log) => left + (log / 10) * width;
  let far = model.get("scale") === SCALES[0] ? FAR : CLOSE;
  const up = (score) => top + height * (0.5 - score / far / 2);
  const [threads, own, best] = ["wb-threads", "wb-threads wb-own-threads", "wb-best"].map((name) =>
    svg("path", { class: name }),
  );
  const ahead = svg("rect", { class: "wb-ahead", y: top, height });
  const [heap, grip] = [
    svg("path", { class: "wb-heap" }),
    svg("circle", { class: "wb-grip", r: 7 }),
  ];
  const [id, room] = [uniqueId(), { x: 0, y: top, width: view.width, height: height + 1 }];
  field.root.lastChild.before(
    svg("clipPath", { id }, svg("rect", room)),
    svg("g", { "clip-path": `url(#${id})` }, threads, own, best, ahead, heap),
  );
  field.root.append(grip);
  const axis = field.root.querySelectorAll(".wb-axis")[1];
  const rules = [...field.root.querySelectorAll('.wb-tick[data-side="y"]')].map((number) => ({
    number,
    line: number.previousElementSibling,
    value: Number(number.dataset.value),
  }));
  /** Lines and numbers of the axis go with it: in at the middle, and out at the rim. */
  const rule = () => {
    for (const { number, line, value } of rules) {
      const [y, reach] = [up(value).toFixed(1), Math.abs(value) / far];
      const seen = value ? Math.min(4 * reach - 1, 6 - 5 * reach) : 1;
      renew(number, { y: Number(y) + 4 });
      renew(line, { y1: y, y2: y });
      for (const node of [number, line])
        Object.assign(node.style, {
          display: seen > 0.01 ? "" : "none",
          opacity: String(Math.min(Math.max(seen, 0), 1)),
        });
    }
  };
  const glide = gliding(field.root);

  const at = ({ clientX }) => {
    const box = field.root.getBoundingClientRect();
    return (10 * (((clientX - box.x) / box.width) * view.width - left)) / width;
  };
  field.root.addEventListener("pointerdown", ({ pointerId }) =>
    field.root.setPointerCapture(pointerId),
  );
  field.root.addEventListener("pointermove", (event) => event.buttons && go(at(event)));
  field.root.addEventListener("click", (event) => go(at(event)));
  const ends = [
    [0, 10],
    [0, 1],
  ];
  const steer = steered(field, ends, "d", ([x]) => go(x), [1, 1]);
  const bars = softmaxBars(COUNT);
  const divided = choice(tr("Divide by"), NAMES, (i) => write(model, { scale: SCALES[i] }));
  const next = button(tr("Another query"), () =>
    write(model, { row: (model.get("row") + 1) % COUNT }),
  );
  const numbers = listing(tr("The query and its keys"), ["", tr("score"), tr("weight")], COUNT);
  const said = readout();
  const frame = framed(model, el, {
    name: "scaling",
    what: tr("Why divide by √d?"),
    traits: ["d", "scale", "row"],
    fits: ({ d, scale, row }) =>
      Number.isInteger(d) &&
      d >= 1 &&
      d <= LONGEST &&
      SCALES.includes(scale) &&
      Number.isInteger(row) &&
      row >= 0 &&
      row < COUNT,
    wide: true,
    picture: [steer.root, bars.root],
    controls: [divided.root, next],
    said: said.root,
    table: [numbers.root],
  });

  const places = BENDS.map((d) => across(Math.log2(d)).toFixed(1));
  const path = (way, by) =>
    `M${way.map((score, i) => `${places[i]} ${Math.round(10 * up(score / by[i])) / 10}`).join("L")}`;
  let bent = "";
  /** Bend the threads for a power of d, by which they are divided. */
  const bend = (power, row, first) => {
    const by = BENDS.map((d) => d ** power);
    renew(best, { d: path(ways[row][first], by) });
    if (bent === (bent = `${power} ${row} ${far}`)) return;
    renew(own, { d: ways[row].map((way) => path(way, by)).join("") });
    renew(threads, {
      d: ways
        .filter((_, t) => t !== row)
        .flat()
        .map((way) => path(way, by))
        .join(""),
    });
  };
  let [power, waits] = [POWERS[SCALES.indexOf(model.get("scale"))], 0];
  /** @type {() => void} */
  let redraw = () => {};
  let [from, to] = [far, far];
  const squeeze = timeline(ZOOMS, (now) => {
    far = from * (to / from) ** eased(now / ZOOMS);
    rule();
    redraw();
  });
  squeeze.set(ZOOMS);
  const zoom = (goal) => {
    if (goal === to) return;
    squeeze.rest();
    [from, to] = [far, goal];
    squeeze.set(0);
    if (mayGlide(field.root)) squeeze.play();
    else squeeze.set(ZOOMS);
  };
  /** What a division does is seen on the axis as it is; only then the axis follows, or leads back. */
  const turn = (exponent, draw) => {
    const goal = exponent ? CLOSE : FAR;
    clearTimeout(waits);
    const bendTo = () => draw((power = exponent));
    if (exponent === power || !mayGlide(field.root)) {
      bendTo();
      zoom(goal);
      return;
    }
    if (goal > far) {
      draw(power);
      zoom(goal);
      waits = setTimeout(bendTo, ZOOMS + PAUSE);
    } else {
      bendTo();
      waits = setTimeout(() => zoom(goal), SHRINKS);
    }
  };
  const stop = follow(model, ["d", "scale", "row"], () => {
    const [d, scale, row] = ["d", "scale", "row"].map((name) => model.get(name));
    const i = SCALES.indexOf(scale);
    const { scores, typical, weights, gradient } = measured(drawn, d, POWERS[i], row);
    const first = weights.indexOf(Math.max(...weights));
    const near = fixed(typical, typical < 0.995 ? 2 : typical < 9.95 ? 1 : 0);
    divided.set(i);
    steer.set([Math.log2(d), 0], tr("d = {d}, typical score {near}", { d, near }));
    say(axis, i ? tr("↑ score ÷ {by}", { by: NAMES[i] }) : tr("↑ score"));
    const counts = counted(scores.flat(), d ** (0.5 - POWERS[i]));
    const paint = ([x, p, bins]) => {
      bend(p, row, first);
      const [line, unit] = [across(x), 2 ** (x * (0.5 - p)) * BIN];
      renew(ahead, { x: line.toFixed(1), width: (left + width + 1 - line).toFixed(1) });
      field.root.style.setProperty("--wb-aside", `${Math.max(0, NAME - line + left).toFixed(1)}px`);
      renew(grip, { cx: line.toFixed(1), cy: top + height });
      const span = (BINS * unit * height) / far / 2;
      heap.style.opacity = String(Math.min(Math.max((span - FLAT) / (TALL - FLAT), 0), 1));
      const by = LONG / Math.max(...bins);
      renew(heap, {
        d: `M${line.toFixed(1)} ${up((-BINS / 2) * unit).toFixed(1)}${bins
          .map(
            (count, n) =>
              `H${(line + by * count).toFixed(1)}V${up((n + 1 - BINS / 2) * unit).toFixed(1)}`,
          )
          .join("")}H${line.toFixed(1)}Z`,
      });
    };
    turn(POWERS[i], (by) =>
      glide.to("threads", [Math.log2(d), by, counts], (now) => {
        redraw = () => paint(now);
        redraw();
      }),
    );
    field.set(
      [{ key: "d", kind: "marker", at: d, name: `d = ${d}` }],
      tr(
        "Scores of random queries and keys with d = {d} numbers, divided by {by}: a typical one is {near} from 0.",
        { d, by: NAMES[i], near },
      ),
    );
    bars.set(weights, gradient);
    numbers.set(
      scores[row].map((score, s) => [tr("key {n}", { n: s + 1 }), fixed(score), fixed(weights[s])]),
    );
    said.set(
      `${
        i
          ? tr("A typical score ÷ {by} is {near} away from 0.", { by: NAMES[i], near })
          : tr("A typical score is {near} away from 0.", { near })
      } ${lesson(scale, d, weights[first])}`,
    );
  });
  return () => {
    clearTimeout(waits);
    squeeze.rest();
    stop();
    frame.stop();
  };
}

/** Draw; with other random numbers, build the figure anew. */
export default { render: rebuilt(["seed"], assemble) };
