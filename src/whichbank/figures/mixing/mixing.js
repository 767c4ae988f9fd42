import { dot, mix } from "../nets/kernels.js";
import { framed } from "../kit/frame.js";
import { styles } from "../kit/labels.js";
import {
  button,
  chooser,
  fixed,
  heatmap,
  html,
  follow,
  readout,
  rebuilt,
  renew,
  say,
  slider,
  svg,
  total,
  whole,
  write,
} from "../kit/parts.js";
import { plane, steered } from "../kit/plane.js";
import { sentence } from "../kit/sentence.js";

const NEAR = 0.001; // how much a row would rather stay as it is, against the distance of its mix

/**
 * Whether a point lies inside the polygon that others span, its edge included. Seen from a point
 * inside, the others leave no gap wider than half a turn.
 * @param {number[]} point
 * @param {number[][]} others
 * @returns {boolean}
 */
export function inside(point, others) {
  const away = others.map((other) => other.map((x, d) => x - point[d]));
  if (away.some(([x, y]) => Math.hypot(x, y) < 1e-9)) return true;
  const turns = away.map(([x, y]) => Math.atan2(y, x)).sort((a, b) => a - b);
  const gaps = turns.map((turn, i) =>
    i ? turn - turns[i - 1] : turn - turns[turns.length - 1] + 2 * Math.PI,
  );
  return gaps.length > 0 && Math.max(...gaps) <= Math.PI + 1e-9;
}

/**
 * The corners of the polygon that points span, in the order of a walk around it.
 * @param {number[][]} points
 */
function corners(points) {
  const once = points.filter(
    (point, i) => points.findIndex((other) => String(other) === String(point)) === i,
  );
  const outer = once.filter(
    (point) =>
      !inside(
        point,
        once.filter((other) => other !== point),
      ),
  );
  const middle = mix([outer.map(() => 1 / outer.length)], outer)[0];
  /** @param {number[]} point */
  const turn = ([x, y]) => Math.atan2(y - middle[1], x - middle[0]);
  return outer.sort((a, b) => turn(a) - turn(b));
}

/**
 * Whether dividing a row by its sum mends it.
 * @param {number} sum
 */
const divisible = (sum) => !whole(sum) && sum >= 1e-9;

/**
 * Weights in whole hundredths: what is shown is what they are. Where they must sum to 1, the
 * largest takes what rounding leaves over.
 * @param {number[]} row
 * @param {boolean} locked
 * @returns {number[]}
 */
export function hundredths(row, locked) {
  const counts = row.map((weight) => Math.floor(100 * weight + 0.5));
  if (locked)
    counts[counts.indexOf(Math.max(...counts))] += 100 - counts.reduce((a, b) => a + b, 0);
  return counts.map((count) => count / 100);
}

/**
 * Weights whose sum is 1, with their proportions; equal shares where these are lost.
 * @param {number[]} row
 * @returns {number[]}
 */
export function divided(row) {
  const sum = row.reduce((a, b) => a + b, 0);
  if (whole(sum)) return row;
  return row.map((weight) => (sum >= 1e-9 ? weight / sum : 1 / row.length));
}

/**
 * A row with one weight changed; where the sum is locked, the others share what is left as they
 * shared it before.
 * @param {number[]} row
 * @param {number} at
 * @param {number} weight
 * @param {number} lowest
 * @param {boolean} locked
 * @returns {number[]}
 */
export function changed(row, at, weight, lowest, locked) {
  if (!locked || row.length < 2) return row.map((old, s) => (s === at ? weight : old));
  const others = row.map((old, s) => (s === at ? 0 : old - lowest));
  const sum = others.reduce((a, b) => a + b, 0);
  const left = 1 - weight - (row.length - 1) * lowest;
  const share = (s) => (sum > 1e-9 ? (others[s] * left) / sum : left / (row.length - 1));
  return hundredths(
    row.map((_, s) => (s === at ? weight : lowest + share(s))),
    true,
  );
}

/**
 * The row whose mix is as near to a point as weights from lowest to 1 can bring it; among these,
 * one near the row as it was. One weight after the other goes where it is best; where the sum is
 * locked, each pair exchanges what is best.
 * @param {number[]} row
 * @param {number[][]} vectors
 * @param {number[]} point
 * @param {number} lowest
 * @param {boolean} locked
 * @returns {number[]}
 */
export function pull(row, vectors, point, lowest, locked) {
  const start = locked ? divided(row) : row;
  const found = start.map((weight) => Math.min(Math.max(weight, lowest), 1));
  const unit = (i) => row.map((_, s) => Number(s === i));
  const pairs = row.flatMap((_, i) =>
    row.slice(0, i).map((__, j) => unit(i).map((x, s) => x - unit(j)[s])),
  );
  const ways = (locked ? pairs : row.map((_, i) => unit(i))).map((way) => ({
    way,
    away: mix([way], vectors)[0],
  }));
  for (let sweep = 0; sweep < 100; sweep++) {
    for (const { way, away } of ways) {
      const now = mix([found], vectors)[0];
      const rest =
        dot(
          away,
          point.map((x, d) => x - now[d]),
        ) -
        NEAR *
          dot(
            way,
            found.map((weight, s) => weight - start[s]),
          );
      const best = rest / (dot(away, away) + NEAR * dot(way, way));
      const free = found.map((weight, s) =>
        way[s] > 0
          ? [lowest - weight, 1 - weight]
          : way[s] < 0
            ? [weight - 1, weight - lowest]
            : [-Infinity, Infinity],
      );
      const step = Math.min(
        Math.max(best, ...free.map(([least]) => least)),
        ...free.map(([, most]) => most),
      );
      found.forEach((weight, s) => (found[s] = weight + step * way[s]));
    }
  }
  return hundredths(found, locked);
}

/**
 * What one row of weights makes of a word, and what that teaches.
 * @param {number} t which word
 * @param {string[]} words
 * @param {number[]} row
 * @param {number[][]} vectors
 * @param {string[]} axes
 */
function tell(t, words, row, vectors, axes) {
  const at = mix([row], vectors)[0];
  const sum = row.reduce((a, b) => a + b, 0);
  const negative = words.filter((_, s) => row[s] < 0);
  const name = `new ${words[t]}`;
  const shape = { 2: "line between them", 3: "triangle" }[words.length] ?? "area between them";
  const cure = divisible(sum) && !negative.length ? mix([divided(row)], vectors)[0] : null;
  const places = (point) => `(${point.map((x) => fixed(x)).join(", ")})`;
  const faults = [
    ...(negative.length
      ? [`${negative.join(" and ")} ${negative.length > 1 ? "weigh" : "weighs"} less than 0`]
      : []),
    ...(whole(sum) ? [] : [`the weights sum to ${total(sum)}, not 1`]),
  ].join(" and ");
  const fate = inside(at, vectors) ? "is in the TRIANGLE only by luck" : "leaves the TRIANGLE";
  const parts = words
    .map((_, s) => s)
    .filter((s) => Math.abs(row[s]) >= 0.005)
    .sort((a, b) => row[b] - row[a]);
  const moved = axes
    .map((axis, d) => ({ by: at[d] - vectors[t][d], axis, x: at[d] }))
    .filter(({ by }) => Math.abs(by) >= 0.005)
    .map(({ by, axis, x }) => `${by > 0 ? "more" : "less"} ${axis} (${fixed(x)})`)
    .join(" and ");
  const text = faults
    ? `${faults}: ${name} ${fate}.${cure ? ` Dividing by ${total(sum)} would bring it to ${places(cure)}.` : ""}`
    : `${name} is ${parts.map((s) => `${fixed(row[s])} ${words[s]}`).join(" + ")}, so it stays in the TRIANGLE: ${moved ? `${moved} than old ${words[t]}` : `just where old ${words[t]} is`}.`;
  return {
    at,
    sum,
    cure,
    text: text[0].toUpperCase() + text.slice(1).replace("TRIANGLE", shape),
    place: `New vector: ${places(at)}.`,
  };
}

/**
 * The sentence asks, its weights are bars under the words, and the mix is a point that one can
 * drag.
 */
function assemble(model, el) {
  const words = model.get("words");
  const colors = styles(words);
  const axes = model.get("axes");
  const lowest = model.get("lowest");
  const near = [0, 1]
    .map((d) => model.get("vectors").map((vector) => vector[d]))
    .map((values) => [
      Math.min(0, ...values, ...values.map((x) => lowest * x)) - 0.35,
      Math.max(1, ...values) + 0.45,
    ]);
  const longest = Math.max(...near.map(([low, high]) => high - low));
  // some room around, on either axis
  const ranges = near.map(([low, high]) => [low, Math.max(high, low + 0.8 * longest)]);
  const versions = Object.keys(model.get("versions")).sort();
  const first = String(model.get("weights"));
  // Reset brings the first ones back
  const others = versions.some((name) => String(model.get("versions")[name]) !== first);

  const row = () => model.get("weights")[model.get("row")];
  const setRow = (line) =>
    write(model, {
      weights: model.get("weights").map((old, t) => (t === model.get("row") ? line : old)),
    });
  const drag = (at) => setRow(pull(row(), model.get("vectors"), at, lowest, model.get("locked")));
  const scene = plane({
    x: ranges[0],
    y: ranges[1],
    labels: axes,
    size: 300,
    em: 16,
    onDrag: (_, at) => drag(at),
  });
  const steer = steered(scene, ranges, "The new vector", drag);
  const bars = words.map((word, s) =>
    slider(word, { min: lowest, max: 1, step: 0.01, color: colors[s] }, (x) =>
      setRow(changed(row(), s, x, lowest, model.get("locked"))),
    ),
  );
  bars.forEach((bar, s) =>
    bar.root.classList.add(`wb-c${colors[s]}`, lowest < 0 ? "wb-zeroed" : "wb-full"),
  );
  const asks = sentence(
    "Tap a word to mix its new vector",
    words,
    (place) => write(model, { row: place }),
    bars.map((bar) => bar.root),
  );
  asks.labels.forEach((label, s) => label.classList.add(`wb-c${colors[s]}`));
  const load = chooser(
    "Weights",
    versions,
    (i) => write(model, { weights: model.get("versions")[versions[i]] }),
    "your own",
  );
  const sums = html("p", { class: "wb-total" });
  const lock = button("Keep the sum at 1", () => {
    const locked = !model.get("locked");
    write(model, {
      locked,
      ...(locked && {
        weights: model
          .get("weights")
          .map((line, t) => (t === model.get("row") ? divided(line) : line)),
      }),
    });
  });
  const tick = svg("path");
  lock.classList.add("wb-lock");
  lock.prepend(
    svg(
      "svg",
      { viewBox: "0 0 20 20", "aria-hidden": "true" },
      svg("rect", { x: 3, y: 3, width: 14, height: 14 }),
      tick,
    ),
  );
  const divide = button("Divide by the sum", () => {
    if (divisible(row().reduce((a, b) => a + b, 0))) setRow(divided(row()));
  });
  const said = readout();
  const area = { key: "area", kind: "area", at: corners(model.get("vectors")) };
  const table = heatmap("Weights: each row is one recipe", words, words, { sums: true });
  const fits = ({ row: place, weights }) =>
    Number.isInteger(place) &&
    place >= 0 &&
    place < words.length &&
    weights.flat().every((weight) => Math.abs(weight) <= 10);

  const frame = framed(model, el, {
    name: "mixing",
    what: "What is the new vector made of?",
    traits: ["row", "weights", "locked"],
    fits,
    title: others ? [load.root] : [],
    picture: [steer.root],
    controls: [asks.root, sums, html("div", { class: "wb-buttons" }, divide, lock)],
    said: said.root,
    table: [table.root],
  });

  const stop = follow(model, ["row", "weights", "locked"], () => {
    const at = model.get("row");
    const weights = model.get("weights");
    const old = model.get("vectors");
    const mixed = tell(at, words, weights[at], old, axes);
    load.set(versions.findIndex((name) => String(model.get("versions")[name]) === String(weights)));
    bars.forEach((bar, s) => {
      bar.set(weights[at][s]);
      const [from, to] = [0, weights[at][s]]
        .sort((a, b) => a - b)
        .map((x) => `${(100 * (x - lowest)) / (1 - lowest)}%`);
      bar.input.style.setProperty("--wb-from", from);
      bar.input.style.setProperty("--wb-to", to);
      if (lowest < 0) bar.root.style.setProperty("--wb-zero", `${(100 * lowest) / (lowest - 1)}%`);
    });
    asks.labels.forEach((label, t) =>
      label.classList.toggle("wb-wrong", !whole(weights[t].reduce((a, b) => a + b, 0))),
    );
    asks.set(
      at,
      [{ key: "row", weights: weights[at], color: colors.map((c) => `wb-c${c}`) }],
      `New ${words[at]} takes ${words.map((word, s) => `${fixed(weights[at][s])} of ${word}`).join(", ")}.`,
    );
    say(sums, `Sum ${total(mixed.sum)}${whole(mixed.sum) ? "" : ", not 1"}`);
    sums.classList.toggle("wb-wrong", !whole(mixed.sum));
    renew(lock, { "aria-pressed": String(model.get("locked")) });
    renew(tick, { d: model.get("locked") ? "M6 10l3 3.5L14.5 6" : "" });
    // "disabled" itself would throw the focus out
    renew(divide, { "aria-disabled": String(!divisible(mixed.sum)) });
    table.set(weights, at);
    said.set(mixed.text);
    const shown = mixed.at.map((x, d) => Math.min(Math.max(x, ranges[d][0]), ranges[d][1]));
    const away = shown.some((x, d) => x !== mixed.at[d]);
    const stops = words.map((_, s) => mix([weights[at].map((w, i) => (i <= s ? w : 0))], old)[0]);
    steer.set(shown, axes.map((axis, d) => `${axis} ${fixed(mixed.at[d])}`).join(", "));
    scene.set(
      [
        area,
        ...stops.map((end, s) => ({
          key: `step${s}`,
          kind: "arrow",
          at: [s ? stops[s - 1] : [0, 0], end],
          color: colors[s],
          label: Math.abs(weights[at][s]) < 0.1 ? "" : `${fixed(weights[at][s])} ${words[s]}`,
        })),
        ...words.map((word, s) => ({
          key: `old${s}`,
          kind: "point",
          at: old[s],
          label: word,
          color: colors[s],
        })),
        ...(mixed.cure
          ? [
              { key: "way", kind: "curve", at: [mixed.at, mixed.cure], color: colors[at] },
              {
                key: "cure",
                kind: "point",
                at: mixed.cure,
                label:
                  Math.hypot(...mixed.cure.map((x, d) => x - mixed.at[d])) > 0.3
                    ? "if divided"
                    : "",
                color: colors[at],
                ghost: true,
              },
            ]
          : []),
        {
          key: `new${at}`,
          kind: "point",
          at: shown,
          label: `new ${words[at]}${away ? " (off the picture)" : ""}`,
          color: colors[at],
          ghost: true,
          drag: true,
        },
      ],
      `Plane of ${axes.join(" and ")}. Arrows, one a word, add up to the new vector. ${mixed.place} ${mixed.text}`,
    );
  });
  return () => {
    stop();
    frame.stop();
    asks.stop();
  };
}

/** Draw; when the sentence, its vectors or the tables on offer change, build the figure anew. */
export default { render: rebuilt(["words", "axes", "vectors", "versions", "lowest"], assemble) };
