// Words move on a plane while a model trains; a word is pulled along its trail, and time follows.

import { framed } from "../kit/frame.js";
import { arrange } from "../kit/labels.js";
import { follow, rebuilt, write } from "../kit/model.js";
import { fixed, wholeWithin } from "../kit/numbers.js";
import { chooser, readout, renew, say, svg } from "../kit/parts.js";
import { listing } from "../kit/tables.js";
import { plane } from "../kit/plane.js";
import { reel } from "../kit/reel.js";
import { tr } from "../kit/words.js";
import { travels } from "./travels.js";

const LENGTH = 6000; // ms that all of it takes
const MARGIN = [0.1, 0.05]; // of the plane, around the places: for names
const EM = 17;
const TAIL = 10; // moments of a trail that is not followed
const JUMP = 0.15; // of the plane: what it costs a pulled word to jump through all of the time
const DROP = 0.33; // of the type: from a name's middle down to its line
const NEAR = 14; // from a mark to a name that needs no thread

/**
 * The outline around places.
 * @param {number[][]} places
 */
const outline = (places) =>
  Array.from({ length: 24 }, (_, k) => {
    const [x, y] = [Math.cos((k * Math.PI) / 12), Math.sin((k * Math.PI) / 12)];
    const along = (place) => place[0] * x + place[1] * y;
    return places.reduce((far, place) => (along(place) > along(far) ? place : far));
  });

/** What the moment shows, in words. */
function tell(read, words, groups, nearest, word) {
  const own = nearest.filter((near, i) => groups[near] === groups[i]).length;
  const most = own > words.length / 2;
  const found = { passes: fixed(read), own, all: words.length };
  const groups_ = read
    ? most
      ? tr(
          "After {passes} passes, {own} of {all} words are nearest to one of their own group: words that keep the same company end up together.",
          found,
        )
      : tr(
          "After {passes} passes, only {own} of {all} words are nearest to one of their own group.",
          found,
        )
    : most
      ? tr("Before training, {own} of {all} words are nearest to one of their own group.", found)
      : tr(
          "Before training, only {own} of {all} words are nearest to one of their own group.",
          found,
        );
  return `${groups_} ${tr("“{word}” is nearest to “{other}”.", { word: words[word], other: words[nearest[word]] })}`;
}

/**
 * The names of marks: round the heap at first, each with a thread to its mark, and beside it in the end.
 * @param {ReturnType<typeof plane>} scene
 * @param {string[]} words
 * @param {number[]} colors
 * @param {number[][][]} places of the words, at each moment
 */
function namesOn(scene, words, colors, places) {
  const names = words.map((name, i) => svg("text", { class: `wb-c${colors[i]}` }, name));
  const threads = words.map((_, i) => svg("line", { class: `wb-c${colors[i]}` }));
  scene.root.append(svg("g", { class: "wb-names" }, ...threads, ...names));
  const spots = words.map(() => [0, 0]);
  const { width, height } = scene.root.viewBox.baseVal;
  const marks = places.map((row) => row.map((place) => scene.place(place)));
  const named = words.map((name, i) => ({
    text: names[i],
    name,
    at: marks[marks.length - 1][i],
    color: colors[i],
    to: (spot) => (spots[i] = spot),
  }));
  const gone = marks[0].map((from, i) => [from, marks[marks.length - 1][i]]);
  arrange(named, gone, [], [width, height], EM);
  const back = { start: 0.5, middle: 0, end: -0.5 };
  const boxes = words.map((name) => [0.59 * EM * name.length, EM]);
  const middles = spots.map(([x, y], i) => [
    x + back[names[i].getAttribute("text-anchor")] * boxes[i][0],
    y - DROP * EM,
  ]);
  for (const name of names) renew(name, { "text-anchor": "middle" });
  names.forEach((name, i) => scene.makeDraggable(name, `word ${i}`));
  const ways = travels(marks, middles, boxes, [width, height]);
  /**
   * @param {number[][]} now
   * @param {number} moment
   * @param {number} chosen
   */
  return (now, moment, chosen) => {
    const [from, to] = [ways[Math.floor(moment)], ways[Math.ceil(moment)]];
    names.forEach((name, i) => {
      const [x1, y1] = scene.place(now[i]);
      const [dx, dy] = from[i].map((v, d) => v + (moment % 1) * (to[i][d] - v));
      const [wide, high] = boxes[i].map((v) => v / 2);
      const x2 = x1 + Math.sign(dx) * Math.max(Math.abs(dx) - wide, 0);
      const y2 = y1 + Math.sign(dy) * Math.max(Math.abs(dy) - high, 0);
      const long = Math.hypot(x2 - x1, y2 - y1);
      renew(name, { x: (x1 + dx).toFixed(1), y: (y1 + dy + DROP * EM).toFixed(1) });
      renew(threads[i], {
        ...{ x1: x1.toFixed(1), y1: y1.toFixed(1), x2: x2.toFixed(1), y2: y2.toFixed(1) },
        opacity: Math.min(Math.max((long - NEAR) / NEAR, 0), 0.5).toFixed(2),
      });
      name.classList.toggle("wb-chosen", i === chosen);
    });
  };
}

/** A training plays; the words move on the plane, and leave trails. */
function replay(model, el) {
  const [words, groups, places, nearest, passes] = [
    "words",
    "groups",
    "places",
    "nearest",
    "passes",
  ].map((name) => model.get(name));
  const kinds = [...new Set(groups)];
  const colors = groups.map((group) => kinds.indexOf(group) % 6);
  const members = kinds.map((kind) => [...words.keys()].filter((i) => groups[i] === kind));
  const flat = places.flat();
  const range = [0, 1]
    .map((d) => flat.map((place) => place[d]))
    .map((xs) => [Math.min(...xs), Math.max(...xs)])
    .map(([low, high], d) => [low - MARGIN[d] * (high - low), high + MARGIN[d] * (high - low)]);
  const last = places.length - 1;
  const wide = range[0][1] - range[0][0];
  const read = (step) => (passes * step) / Math.max(last, 1);
  /** Where each word is at a moment. */
  const at = (moment) => {
    const [from, to] = [places[Math.floor(moment)], places[Math.ceil(moment)]];
    const part = moment - Math.floor(moment);
    return from.map((place, i) => place.map((x, d) => x + part * (to[i][d] - x)));
  };
  /** Pull a word along its trail. */
  const pull = (key, to) => {
    const i = Number(key.slice(5));
    if (model.get("word") !== i) write(model, { word: i });
    const away = (step) => Math.hypot(...places[step][i].map((x, d) => x - to[d]));
    const now = model.get("step");
    // where the trail crosses itself it stays in its time
    const cost = (step) => away(step) + (JUMP * wide * Math.abs(step - now)) / last;
    film.to(
      [...places.keys()].reduce((best, step) => (cost(step) < cost(best) ? step : best), now),
    );
  };
  const scene = plane({ x: range[0], y: range[1], labels: ["", ""], em: EM, onDrag: pull });
  const nameAll = namesOn(scene, words, colors, places);
  const chosen = chooser(tr("Follow"), words, (word) => write(model, { word }));
  const said = readout();
  const table = listing(
    tr("The words"),
    ["", tr("direction 1"), tr("direction 2"), tr("nearest")],
    words.length,
  );
  let moment = 0;
  const draw = () => {
    const [now, word] = [at(moment), model.get("word")];
    const done = Math.floor(moment);
    const trail = (i, from) => [...places.slice(from, done + 1).map((row) => row[i]), now[i]];
    scene.set(
      [
        ...members.map((party, g) => ({
          key: `area ${g}`,
          kind: "area",
          at: outline(party.map((i) => now[i])),
          color: g,
        })),
        ...words.flatMap((_, i) => [
          {
            key: `way ${i}`,
            kind: "curve",
            // of the others only what they have just gone, and nothing at the end
            at: trail(i, i === word ? 0 : Math.max(done - Math.min(TAIL, last - done), 0)),
            color: colors[i],
            ghost: i !== word,
          },
        ]),
        ...words.map((_, i) => ({
          key: `word ${i}`,
          kind: "point",
          at: now[i],
          color: colors[i],
          drag: true,
        })),
      ],
      `${tr("Plane of {n} words in {all} groups: {groups}.", {
        n: words.length,
        all: kinds.length,
        groups: kinds.join(", "),
      })} ${said.root.textContent}`,
    );
    nameAll(now, moment, word);
  };
  const film = reel(
    tr("Passes"),
    { last, pace: LENGTH / Math.max(last, 1), fine: 1, format: (step) => fixed(read(step)) },
    {
      root: scene.root,
      now: () => model.get("step"),
      go: (step) => write(model, { step }),
      draw: (to) => {
        moment = to;
        draw();
      },
    },
  );
  const frame = framed(model, el, {
    name: "snapshots",
    what: tr("Which words does training bring together?"),
    traits: ["step", "word"],
    fits: ({ step, word }) =>
      wholeWithin(step, 0, places.length - 1) && wholeWithin(word, 0, words.length - 1),
    title: [chosen.root],
    picture: [scene.root],
    controls: [film.panel],
    said: said.root,
    table: [table.root],
    time: film,
    lively: true,
  });

  const stop = follow(model, ["step", "word"], () => {
    const [step, word] = [model.get("step"), model.get("word")];
    chosen.set(word);
    said.set(tell(read(step), words, groups, nearest[step], word));
    film.set(step);
    draw();
    say(table.root.caption, tr("The words after {step} passes", { step: fixed(read(step)) }));
    table.set(
      words.map((name, i) => [
        name,
        ...places[step][i].map((x) => fixed(x)),
        words[nearest[step][i]],
      ]),
    );
  });
  return () => {
    stop();
    film.stop();
    frame.stop();
  };
}

/** Draw; when anything but the moment and the word changes, build the figure anew. */
export default { render: rebuilt(["words", "groups", "places", "nearest", "passes"], replay) };
