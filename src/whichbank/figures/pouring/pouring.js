import { framed } from "../kit/frame.js";
import { styles } from "../kit/labels.js";
import { dot, mix, shadow, similarity, softmax } from "../nets/kernels.js";
import { follow, rebuilt, write } from "../kit/model.js";
import { fixed, small, whole } from "../kit/numbers.js";
import { choice, nameAloud, readout } from "../kit/parts.js";
import { listing } from "../kit/tables.js";
import { plane, steered } from "../kit/plane.js";
import { marks, shadowName } from "./marks.js";
import { vessel } from "./vessel.js";
import { series, tr } from "../kit/words.js";

const WAYS = { raw: tr("as they are"), sum: tr("÷ sum"), softmax: tr("softmax") };
const NOTHING = 1e-9; // a sum that is as near to 0 counts as 0
const STEP = 0.05; // the dragged word snaps to it, so that a score can be checked by hand
const ABOUT = [0.5, 1]; // under and above the room: for names
const pair = (at) => `(${at.map((x) => fixed(x)).join(", ")})`;
const add = (numbers) => numbers.reduce((a, b) => a + b, 0);

/**
 * Weights of scores in one of three ways; none where nothing can be divided by 0.
 * @param {number[]} scores
 * @param {string} way
 * @returns {number[]}
 */
export function weigh(scores, way) {
  if (way === "softmax") return softmax([...scores]);
  if (way === "raw") return scores;
  const total = add(scores);
  return Math.abs(total) > NOTHING ? scores.map((score) => score / total) : [];
}

/**
 * Where each weight lies in the bar: from 0 to the right, one after the other; from 0 to the left
 * if it is negative.
 * @param {number[]} weights
 * @returns {number[][]} start and end of each
 */
export function laid(weights) {
  const ends = [0, 0];
  return weights.map((weight) => {
    const side = Number(weight < 0);
    const from = ends[side];
    ends[side] += weight;
    return [from, ends[side]];
  });
}

/**
 * The way from one place to another, as far as it stays in the room.
 * @param {number[]} from
 * @param {number[]} to
 * @param {number[][]} room
 * @returns {number[]} where it ends: its goal itself, or a place on the rim
 */
export function until(from, to, room) {
  const shares = room.map(([low, high], d) =>
    to[d] > high
      ? (high - from[d]) / (to[d] - from[d])
      : to[d] < low
        ? (low - from[d]) / (to[d] - from[d])
        : 1,
  );
  const share = Math.min(...shares);
  return share < 1 ? from.map((x, d) => x + share * (to[d] - x)) : to;
}

/**
 * What this way makes of these scores, and what that teaches.
 * @param {string} way
 * @param {string[]} words
 * @param {number[]} scores
 * @param {number[]} weights
 * @param {{asks: string, moves: string}} who
 */
function tell(way, words, scores, weights, { asks, moves }) {
  const [sum, of] = [add(scores), words.indexOf(moves)];
  const minus = series(words.filter((_, s) => scores[s] < 0));
  if (way === "softmax")
    return tr(
      "Each share is above 0, and the bar is just full: {moves}, with the score {scores}, gets {weights}. Can you break it?",
      { moves, scores: fixed(scores[of]), weights: small(weights[of]) },
    );
  if (way === "raw") {
    if (whole(sum) && !minus) return tr("The scores happen to sum to 1. Move the word on.");
    const over = add(scores.filter((score) => score > 0)) > 1 + NOTHING;
    const named = { sum: fixed(sum), minus };
    if (over)
      return minus
        ? tr(
            "As they are, the scores sum to {sum}: the bar overflows, and {minus} falls out below 0.",
            named,
          )
        : tr("As they are, the scores sum to {sum}: the bar overflows.", named);
    return minus
      ? tr(
          "As they are, the scores sum to {sum}: the bar does not get full, and {minus} falls out below 0.",
          named,
        )
      : tr("As they are, the scores sum to {sum}: the bar does not get full.", named);
  }
  if (!weights.length)
    return tr("The scores sum to 0, and nothing can be divided by 0. No shares.");
  if (!minus) return tr("Divided by their sum the scores fill the bar, while none is negative.");
  if (sum > 0)
    return tr(
      "The shares sum to 1, but that of {minus} is below 0: {asks} is pushed away, out of the triangle.",
      { minus, asks },
    );
  const worst = scores.indexOf(Math.min(...scores));
  return tr("The sum is {sum}, so every sign turns: {worst}, which fits worst, gets most.", {
    sum: fixed(sum),
    worst: words[worst],
  });
}

/** Drag a word, choose how its scores become weights, and see whether they make a whole. */
function drawPouring(model, el) {
  const [words, axes, room, asks, moves] = ["words", "axes", "room", "asks", "moves"].map((name) =>
    model.get(name),
  );
  const colors = styles(words);
  const names = { words, colors, asks, moves };
  const [asking, moving] = [asks, moves].map((name) => words.indexOf(name));
  const ways = Object.keys(WAYS);
  const seen = [room[0], [room[1][0] - ABOUT[0], room[1][1] + ABOUT[1]]];
  const within = (at) =>
    at.map((v, d) => {
      const [low, high] = room[d];
      return Number((Math.round(Math.min(Math.max(v, low), high) / STEP) * STEP).toFixed(2));
    });
  const place = (at) =>
    write(model, {
      vectors: model.get("vectors").map((old, s) => (s === moving ? within(at) : old)),
    });
  const pick = nameAloud(
    choice(tr("How scores become weights"), Object.values(WAYS), (i) =>
      write(model, { way: ways[i] }),
    ),
  );
  const scene = plane({
    x: seen[0],
    y: seen[1],
    bounds: room,
    labels: axes,
    size: 500,
    em: 20,
    onDrag: (_, at) => place(at),
  });
  const steer = steered(scene, seen, moves, place, [STEP, STEP], room);
  const first = model.get("vectors");
  const cast = shadow(first[asking], first[words.findIndex((_, s) => s !== asking)]);
  scene.root.append(shadowName(scene, cast.foot));
  const bar = vessel(words, colors);
  const said = readout();
  const table = listing(
    tr("Three ways to weigh the words for {asks}", { asks }),
    ["", ...Object.values(WAYS)],
    words.length,
  );
  const frame = framed(model, el, {
    name: "pouring",
    what: tr("Drag {moves}. Which way always fills the bar?", { moves }),
    traits: ["way", "vectors"],
    fits: ({ way, vectors }) =>
      ways.includes(way) &&
      vectors.every((at) => at.every((v, d) => v >= room[d][0] && v <= room[d][1])),
    wide: true,
    picture: [steer.root, bar.root],
    controls: [pick.root],
    said: said.root,
    table: [table.root],
    time: { rest: bar.rest },
    onReset: bar.pour,
  });
  const opens = new IntersectionObserver(
    ([{ isIntersecting }]) => {
      if (!isIntersecting) return;
      opens.disconnect();
      bar.pour();
    },
    { threshold: 0.9 },
  );
  opens.observe(bar.root);

  const stop = follow(model, ["way", "vectors"], () => {
    const [way, old] = [model.get("way"), model.get("vectors")];
    const [scores] = similarity([old[asking]], old);
    const weights = weigh(scores, way);
    const casts = old.map((at) => shadow(old[asking], at));
    pick.set(ways.indexOf(way));
    const lesson = tell(way, words, scores, weights, { asks, moves });
    said.set(lesson);
    const all = ways.map((one) => weigh(scores, one));
    table.set(
      words.map((word, s) => [
        word,
        ...all.map((made) => (made.length ? fixed(made[s]) : tr("none"))),
      ]),
    );
    const listed = (numbers) => words.map((name, s) => `${name} ${fixed(numbers[s])}`).join(", ");
    const fresh = weights.length ? mix([weights], old)[0] : null;
    const end = fresh && until(old[asking], fresh, seen);
    steer.set(
      old[moving],
      `${moves}: ${axes.map((axis, d) => `${axis} ${fixed(old[moving][d])}`).join(", ")}`,
    );
    scene.set(
      marks(names, old, casts, fresh, end),
      `${tr("Plane of {axes}, an arrow for each word: {words}.", {
        axes: series(axes),
        words: words.map((name, s) => `${name} ${pair(old[s])}`).join(", "),
      })} ${
        fresh
          ? tr("New {asks} is at {place}.", { asks, place: pair(fresh) })
          : tr("There is no new {asks}.", { asks })
      }`,
    );
    bar.set(
      casts.map(({ length }, s) => [length, Math.sqrt(dot(old[s], old[s]))]),
      scores,
      weights.length ? laid(weights) : null,
      way === "raw",
      weights.length
        ? tr(
            "Scores as areas, shadow times arrow: {scores}. They pour into a bar of width 1: {weights}.",
            { scores: listed(scores), weights: listed(weights) },
          )
        : tr(
            "Scores as areas, shadow times arrow: {scores}. They pour into a bar of width 1, but cannot be divided by 0.",
            { scores: listed(scores) },
          ),
    );
  });
  return () => {
    opens.disconnect();
    stop();
    frame.stop();
  };
}

/** Draw; when the words or what they may do change, build the figure anew. */
export default { render: rebuilt(["words", "asks", "moves", "axes", "room"], drawPouring) };
