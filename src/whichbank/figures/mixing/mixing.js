import { mix } from "../nets/kernels.js";
import { framed } from "../kit/frame.js";
import { styles } from "../kit/labels.js";
import { timeline } from "../kit/motion.js";
import { follow, rebuilt, write } from "../kit/model.js";
import { fixed, whole } from "../kit/numbers.js";
import { button, choice, chooser, html, readout, renew, slider, svg } from "../kit/parts.js";
import { heatmap } from "../kit/tables.js";
import { plane, steered } from "../kit/plane.js";
import { cup } from "./cup.js";
import { barsAt } from "./bars.js";
import { tell } from "./told.js";
import { changed, corners, divided, divisible, pull } from "./weights.js";
import { series, tr } from "../kit/words.js";

const WALK = 900; // ms
const CATCH = 0.9; // how near a corner takes what comes to it, in steps of a key: a key leaves it again

/**
 * The triangle of the words, with a bar for each weight at its corner; the mix is a point, and like
 * the bars it is dragged. The weights fill a cup.
 */
function assemble(model, el) {
  const words = model.get("words");
  const colors = styles(words);
  const axes = model.get("axes");
  const lowest = model.get("lowest");
  const rays = barsAt(model.get("vectors"), lowest);
  const { ranges } = rays;
  const versions = Object.keys(model.get("versions")).sort();
  const first = String(model.get("weights"));
  // Reset brings the first ones back
  const others = versions.some((name) => String(model.get("versions")[name]) !== first);

  const row = () => model.get("weights")[model.get("row")];
  const setRow = (line) =>
    write(model, {
      weights: model.get("weights").map((old, t) => (t === model.get("row") ? line : old)),
    });
  const steps = ranges.map(([low, high]) => (high - low) / 50);
  const reach = CATCH * Math.min(...steps);
  // the word that a hand began at: it lets go of the hand, until that comes back to it
  let left = -1;
  /** The mix at a place; near a word, that word alone: as near as a key goes, or as a finger is wide. */
  const drag = (at, finger = 0) => {
    const old = model.get("vectors");
    const far = old.map((v) => Math.hypot(...v.map((x, d) => x - at[d])));
    const nearest = far.indexOf(Math.min(...far));
    if (left >= 0 && far[left] > finger) left = -1;
    const room = nearest === left ? reach : Math.max(reach, finger);
    const near = far[nearest] <= room ? nearest : -1;
    setRow(
      near < 0
        ? pull(row(), old, at, lowest, model.get("locked"))
        : words.map((_, s) => Number(s === near)),
    );
  };
  /** The word within whose reach the mix is; -1 where none is so near. */
  const within = (room) => {
    const old = model.get("vectors");
    const [now] = mix([row()], old);
    return old.findIndex((v) => Math.hypot(...v.map((x, d) => x - now[d])) <= room);
  };
  const turn = (s, weight) => setRow(changed(row(), s, weight, lowest, model.get("locked")));
  let held = false;
  const scene = plane({
    x: ranges[0],
    y: ranges[1],
    labels: axes,
    size: 300,
    em: 16,
    onDrag: (key, at, finger) => {
      if (!held) {
        arrive();
        left = within(finger);
      }
      held = true;
      const s = words.findIndex((_, i) => key === `bar${i}`);
      if (s < 0) drag(at, finger);
      else turn(s, rays.weight(s, at));
    },
  });
  const steer = steered(scene, ranges, tr("The new vector"), (at) => drag(at), steps);
  const bars = words.map((word, s) =>
    slider(word, { min: lowest, max: 1, step: 0.01, color: colors[s] }, (x) => turn(s, x)),
  );
  const asks = choice(tr("Mix new"), words, (place) => write(model, { row: place }));
  const labels = [...asks.root.querySelectorAll("label")];
  labels.forEach((label, s) => label.classList.add(`wb-c${colors[s]}`));
  // how many of its arrows the walk has made
  let walked = words.length;
  const walk = timeline(
    WALK,
    (at) => {
      walked = (words.length * at) / WALK;
      paint();
    },
    (walks) => el.classList.toggle("wb-walks", walks),
  );
  const arrive = () => {
    walk.rest();
    walk.set(WALK);
  };
  const letGo = () => {
    if (!held) return;
    held = false;
    walk.set(0);
    walk.play();
  };
  for (const end of ["pointerup", "pointercancel"]) scene.root.addEventListener(end, letGo);
  const load = chooser(
    tr("Weights"),
    versions,
    (i) => write(model, { weights: model.get("versions")[versions[i]] }),
    tr("your own"),
  );
  const brew = cup(colors);
  const lock = button(tr("Keep the sum at 1"), () => {
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
  const divide = button(tr("Divide by the sum"), () => {
    if (divisible(row().reduce((a, b) => a + b, 0))) setRow(divided(row()));
  });
  const said = readout();
  const area = { key: "area", kind: "area", at: corners(model.get("vectors")) };
  const table = heatmap(tr("Weights: each row is one recipe"), words, words, { sums: true });
  const fits = ({ row: place, weights }) =>
    Number.isInteger(place) &&
    place >= 0 &&
    place < words.length &&
    weights.flat().every((weight) => Math.abs(weight) <= 10);

  const frame = framed(model, el, {
    name: "mixing",
    what: tr("What is it made of?"),
    traits: ["row", "weights", "locked"],
    fits,
    title: others ? [load.root] : [],
    picture: [steer.root, html("div", { class: "wb-twins" }, ...bars.map(({ root }) => root))],
    controls: [brew.root, asks.root, html("div", { class: "wb-buttons" }, divide, lock)],
    said: said.root,
    table: [table.root],
    keys: Object.fromEntries(labels.map((label, s) => [String(s + 1), label])),
    time: { rest: arrive },
  });

  function paint() {
    const at = model.get("row");
    const line = model.get("weights")[at];
    const old = model.get("vectors");
    const mixed = tell(at, words, line, old);
    const shown = mixed.at.map((x, d) => Math.min(Math.max(x, ranges[d][0]), ranges[d][1]));
    const away = shown.some((x, d) => x !== mixed.at[d]);
    const stops = words.map((_, s) => {
      const gone = Math.min(Math.max(walked - s, 0), 1);
      return [0, gone].map(
        (part) => mix([line.map((w, i) => (i < s ? w : i > s ? 0 : part * w))], old)[0],
      );
    });
    steer.set(shown, axes.map((axis, d) => `${axis} ${fixed(mixed.at[d])}`).join(", "));
    const bar = (key, s, ends, more) => ({
      key: `${key}${s}`,
      kind: "curve",
      at: ends,
      color: colors[s],
      ...more,
    });
    scene.set(
      [
        area,
        ...rays.ends.map((ends, s) => bar("track", s, ends, { ghost: true })),
        ...words.map((_, s) => bar("weight", s, rays.bar(s, line[s]), { thick: 13 })),
        ...stops.map((ends, s) => ({ key: `step${s}`, kind: "arrow", at: ends, color: colors[s] })),
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
                    ? tr("if divided")
                    : "",
                color: colors[at],
                ghost: true,
              },
            ]
          : []),
        ...words.map((_, s) => ({
          key: `bar${s}`,
          kind: "point",
          at: rays.bar(s, line[s])[1],
          label: fixed(line[s]),
          color: colors[s],
          drag: true,
        })),
        {
          key: `new${at}`,
          kind: "point",
          at: shown,
          label: away
            ? tr("new {word} (off the picture)", { word: words[at] })
            : tr("new {word}", { word: words[at] }),
          color: colors[at],
          ghost: true,
          drag: true,
        },
      ],
      [
        tr("Plane of {axes}.", { axes: series(axes) }),
        tr("Arrows, one a word, add up to the new vector."),
        mixed.place,
        mixed.text,
      ].join(" "),
    );
  }

  const stop = follow(model, ["row", "weights", "locked"], () => {
    const at = model.get("row");
    const weights = model.get("weights");
    const mixed = tell(at, words, weights[at], model.get("vectors"));
    load.set(versions.findIndex((name) => String(model.get("versions")[name]) === String(weights)));
    bars.forEach((bar, s) => bar.set(weights[at][s]));
    labels.forEach((label, t) =>
      label.classList.toggle("wb-wrong", !whole(weights[t].reduce((a, b) => a + b, 0))),
    );
    asks.set(at);
    brew.set(weights[at]);
    renew(lock, { "aria-pressed": String(model.get("locked")) });
    renew(tick, { d: model.get("locked") ? "M6 10l3 3.5L14.5 6" : "" });
    // "disabled" itself would throw the focus out
    renew(divide, { "aria-disabled": String(!divisible(mixed.sum)) });
    divide.disabled = model.get("locked"); // the focus is on the lock then
    table.set(weights, at);
    said.set(mixed.text);
    paint();
  });
  return () => {
    walk.rest();
    stop();
    frame.stop();
  };
}

/** Draw; when the sentence, its vectors or the tables on offer change, build the figure anew. */
export default { render: rebuilt(["words", "axes", "vectors", "versions", "lowest"], assemble) };
