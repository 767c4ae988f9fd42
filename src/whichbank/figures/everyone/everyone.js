import { framed } from "../kit/frame.js";
import { styles } from "../kit/labels.js";
import { selfAttention } from "../nets/kernels.js";
import { follow, rebuilt, write } from "../kit/model.js";
import { fixed } from "../kit/numbers.js";
import { readout, slider } from "../kit/parts.js";
import { heatmap, thickness } from "../kit/tables.js";
import { plane, steered } from "../kit/plane.js";
import { begun, series, tr } from "../kit/words.js";

const STEP = 0.05; // dragged words snap to it
const EVEN = 0.02; // weights that are as near to each other count as the same
const WIDER = 1.2; // room to the right and below, for names
const ALONE = 0.98; // a weight above it leaves nothing to speak of
const pair = (at) => `(${at.map((x) => fixed(x)).join(", ")})`;

/**
 * Which word gives most to the new vectors of all.
 * @param {string[]} words
 * @param {number[][]} weights
 */
function tell(words, weights) {
  const flat = weights.flat();
  if (Math.max(...flat) - Math.min(...flat) < EVEN)
    return tr("All weights are nearly the same: the words meet in one place, their mean.");
  if (weights.every((row) => Math.max(...row) > ALONE))
    return tr("Each word takes its best match, and nothing else.");
  const given = words.map((_, s) => weights.reduce((sum, row) => sum + row[s], 0));
  const most = Math.max(...given);
  const best = words.filter((_, s) => most - given[s] < 1e-9);
  const named = { words: series(best), sum: fixed(most) };
  const text =
    best.length > 1
      ? tr("{words} give most: the column sums to {sum}.", named)
      : tr("{words} gives most: the column sums to {sum}.", named);
  return begun(text);
}

const NONE = [-1, -1];

/**
 * What a new vector is made of.
 * @param {string[]} words
 * @param {number[]} row of weights
 * @param {string} word
 */
const made = (words, row, word) =>
  tr("New {word} is {mix}.", {
    word,
    mix: words.map((name, s) => `${fixed(row[s])} ${name}`).join(" + "),
  });

/**
 * A table that is looked at: a row, by its name, or a row and one of its cells; under the mouse, or
 * pressed.
 * @param {HTMLTableElement} table
 * @param {() => void} onLook something else is looked at
 */
function asking(table, onLook) {
  const lines = [...table.tBodies[0].rows];
  let [kept, over] = [NONE, NONE];
  /** The row that asks, and the column that gives: -1 for none, or for all. */
  const asks = () => (over[0] < 0 ? kept : over);
  const set = (pressed, hovered) => {
    const before = String(asks());
    [kept, over] = [pressed, hovered];
    const [row, column] = asks();
    lines.forEach((line, t) => {
      line.classList.toggle("wb-looked", t === row);
      [...line.cells].forEach((cell, s) =>
        cell.classList.toggle("wb-gives", t === row && s === column + 1 && s > 0),
      );
    });
    if (String(asks()) !== before) onLook();
  };
  lines.forEach((line, t) =>
    [...line.cells].forEach((cell, s) => {
      const here = [t, s - 1];
      cell.addEventListener("click", () => set(String(kept) === String(here) ? NONE : here, NONE));
      cell.addEventListener("pointerenter", (event) => {
        if (event.pointerType === "mouse") set(kept, here);
      });
      cell.addEventListener("pointerleave", () => set(kept, NONE));
    }),
  );
  return { asks, look: (t) => set(kept, [t, -1]), keep: (t) => set([t, -1], NONE) };
}

/** Drag words and turn the temperature: all of them ask, and all move. */
function drawAll(model, el) {
  const [words, axes, reach] = ["words", "axes", "reach"].map((name) => model.get(name));
  const colors = styles(words);
  // behind the origin there is only as much room as it takes
  const low = Math.min(-0.3 * reach, ...model.get("vectors").flat());
  const whole = [low, reach];
  const broad = [low, WIDER * reach];
  const tall = [low - 0.5 * (WIDER - 1) * reach, reach];
  const place = (at, s) => {
    const within = at.map((v) =>
      Number((Math.round(Math.min(Math.max(v, low), reach) / STEP) * STEP).toFixed(2)),
    );
    write(model, {
      vectors: model.get("vectors").map((vector, i) => (i === s ? within : vector)),
    });
  };
  const scene = plane({
    x: broad,
    y: tall,
    bounds: [whole, whole],
    labels: axes,
    size: 300,
    em: 17,
    onDrag: (key, at) => {
      rows.keep(words.indexOf(key));
      place(at, words.indexOf(key));
    },
  });
  const steer = steered(scene, [broad, tall], words, place, [STEP, STEP], [whole, whole]);
  const heat = slider(
    tr("temperature"),
    { min: -1, max: 2, step: 0.05, format: (x) => fixed(10 ** x) },
    (x) => write(model, { temperature: Number((10 ** x).toPrecision(3)) }),
  );
  const looks = heatmap(tr("Each row asks: tap one"), words, words);
  const rows = asking(looks.root, () => draw());
  steer.root.querySelectorAll("input").forEach((input, s) => {
    input.addEventListener("focus", () => input.matches(":focus-visible") && rows.look(s));
    input.addEventListener("blur", () => rows.look(-1));
  });
  const numbers = heatmap(
    tr("Vectors, old and new"),
    words,
    [...axes, ...axes.map((axis) => tr("new {name}", { name: axis }))],
    { limits: [-reach, reach] },
  );
  const said = readout();
  const frame = framed(model, el, {
    name: "everyone",
    what: tr("Where does each word go?"),
    traits: ["vectors", "temperature"],
    fits: ({ vectors, temperature }) =>
      vectors.flat().every((v) => v >= low && v <= reach) && temperature > 0,
    picture: [steer.root],
    controls: [heat.root, looks.root],
    said: said.root,
    table: [numbers.root],
  });

  const draw = () => {
    const [old, temperature] = [model.get("vectors"), model.get("temperature")];
    const { weights, out } = selfAttention(old, temperature);
    heat.set(Math.log10(temperature));
    looks.set(weights);
    numbers.set(old.map((at, s) => [...at, ...out[s]]));
    old.forEach((at, s) =>
      steer.set(at, axes.map((axis, d) => `${axis} ${fixed(at[d])}`).join(", "), s),
    );
    const each = (item) => words.map((word, s) => ({ color: colors[s], ...item(word, s) }));
    const filled = words.length === 3;
    const [asks, gives] = rows.asks();
    said.set(asks < 0 ? tell(words, weights) : made(words, weights[asks], words[asks]));
    scene.root.classList.toggle("wb-one-asks", asks >= 0);
    // what the row that is looked at takes, from all or from the one whose cell it is
    const pulls = words.map((word, s) => ({
      key: `pull ${word}`,
      kind: "curve",
      at: [old[s], out[asks]],
      thick: gives < 0 || gives === s ? thickness(weights[asks]?.[s]) : 0,
      color: colors[s],
    }));
    const way = { key: "way", kind: "curve", at: [old[asks], out[asks]], thick: 2, ghost: true };
    scene.set(
      [
        ...(filled ? [{ key: "old", kind: "area", at: old }] : []),
        ...(filled ? [{ key: "new", kind: "area", at: out, color: 1 }] : []),
        ...(asks < 0 ? [] : [...pulls, { ...way, color: colors[asks] }]),
        ...each((word, s) => ({
          key: `arrow ${word}`,
          kind: "arrow",
          at: [[0, 0], old[s]],
          thick: 2,
        })),
        ...each((word, s) => ({
          key: `way ${word}`,
          kind: "arrow",
          at: [old[s], out[s]],
          ghost: true,
        })),
        ...each((word, s) => ({ key: word, kind: "point", at: old[s], label: word, drag: true })),
        ...each((word, s) => ({
          key: `new ${word}`,
          kind: "point",
          at: out[s],
          ghost: true,
          label: s === asks ? tr("new {name}", { name: word }) : "",
        })),
      ],
      `${tr("Plane of {axes}.", { axes: series(axes) })} ${words
        .map((word, s) =>
          tr("{word} at {old}, new {fresh}", { word, old: pair(old[s]), fresh: pair(out[s]) }),
        )
        .join("; ")}.`,
    );
  };
  const stop = follow(model, ["vectors", "temperature"], draw);
  return () => {
    stop();
    frame.stop();
  };
}

/** Draw; when the words change, build the figure anew. */
export default { render: rebuilt(["words", "axes", "reach"], drawAll) };
