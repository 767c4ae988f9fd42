import { framed } from "../kit/frame.js";
import {
  chooser,
  fixed,
  follow,
  html,
  listing,
  readout,
  rebuilt,
  say,
  slider,
  write,
} from "../kit/parts.js";
import { plane } from "../kit/plane.js";
import { player } from "../kit/player.js";

const PACE = 1000; // ms from pass to pass while it plays
const MARGIN = [0.12, 0.14]; // of the plane, around the places: for names
const WIDTH = 1.1; // of the plane, at least, as a share of its height

/**
 * The names of points, where those that lie together share one: the first two, and how many more.
 * @param {string[]} words
 * @param {number[][]} places
 * @param {number} room
 * @param {number} chosen is named in any case
 * @returns {string[]} one name a point, empty for a point that another one names
 */
function names(words, places, room, chosen) {
  const order = [chosen, ...words.keys()].filter((i, k, all) => all.indexOf(i) === k);
  const parties = [];
  for (const i of order) {
    const party = parties.find(
      ([first]) => Math.hypot(...places[i].map((x, d) => x - places[first][d])) < room,
    );
    if (party) party.push(i);
    else parties.push([i]);
  }
  const labels = words.map(() => "");
  for (const party of parties) {
    const more = party.length > 3 ? ` +${party.length - 2}` : "";
    labels[party[0]] =
      party
        .slice(0, more ? 2 : 3)
        .map((i) => words[i])
        .join(", ") + more;
  }
  return labels;
}

/**
 * The way of a word from its first place to its last, without the places where it has hardly moved.
 * @param {number[][]} path
 * @param {number} room
 * @returns {number[][]}
 */
function trail(path, room) {
  let last = path[0];
  const kept = [last];
  for (const place of path)
    if (Math.hypot(...place.map((x, d) => x - last[d])) >= room) kept.push((last = place));
  const end = path[path.length - 1];
  if (kept.length > 1 && last !== end) kept[kept.length - 1] = end;
  return kept;
}

/**
 * The place that is farthest in a direction.
 * @param {number[][]} places
 * @param {number[]} direction
 */
function farthest(places, [x, y]) {
  const along = (place) => place[0] * x + place[1] * y;
  return places.reduce((far, place) => (along(place) > along(far) ? place : far));
}

/**
 * The outline around places.
 * @param {number[][]} places
 */
const outline = (places) =>
  Array.from({ length: 24 }, (_, k) =>
    farthest(places, [Math.cos((k * Math.PI) / 12), Math.sin((k * Math.PI) / 12)]),
  );

/**
 * The middle of places.
 * @param {number[][]} places
 */
const middle = (places) =>
  [0, 1].map((d) => places.reduce((sum, place) => sum + place[d], 0) / places.length);

/** What the snapshot shows, in words. */
function tell(step, words, groups, nearest, word) {
  const own = nearest.filter((near, i) => groups[near] === groups[i]).length;
  const most = own > words.length / 2;
  return (
    `${step ? `After pass ${step}` : "Before training"}, ${most ? "" : "only "}${own} of ${words.length} words are nearest to a word of their own group` +
    `${step && most ? ": words that keep the same company end up together" : ""}. “${words[word]}” is nearest to “${words[nearest[word]]}”.`
  );
}

/**
 * A slider over the passes of a training; the words move on the plane, and the chosen one leaves a
 * trail.
 */
function replay(model, el) {
  const words = model.get("words");
  const groups = model.get("groups");
  const places = model.get("places");
  const kinds = [...new Set(groups)];
  const colors = groups.map((group) => kinds.indexOf(group) % 6);
  const members = kinds.map((kind) => [...words.keys()].filter((i) => groups[i] === kind));
  const flat = places.flat();
  const range = [0, 1]
    .map((d) => flat.map((place) => place[d]))
    .map((xs) => [Math.min(...xs), Math.max(...xs)])
    .map(([low, high], d) => [low - MARGIN[d] * (high - low), high + MARGIN[d] * (high - low)]);
  const [wide, high] = range.map(([low, top]) => top - low);
  const more = Math.max(0, WIDTH * high - wide) / 2;
  range[0] = [range[0][0] - more, range[0][1] + more];
  const room = 0.045 * Math.max(wide, high);
  const last = places.length - 1;
  const passes = slider(
    "Passes",
    { min: 0, max: last, step: 1, format: (x) => fixed(x, 0) },
    (step) => {
      time.rest();
      write(model, { step });
    },
  );
  const time = player(PACE, () => {
    const step = (model.get("step") + 1) % places.length;
    write(model, { step });
    return step === last;
  });
  const chosen = chooser("Follow", words, (word) => write(model, { word }));
  const said = readout();
  const scene = plane({ x: range[0], y: range[1], labels: ["", ""], em: 14.5 });
  const table = listing(
    "The words after this pass",
    ["", "direction 1", "direction 2", "nearest"],
    words.length,
  );
  const fits = ({ step, word }) =>
    [
      [step, places],
      [word, words],
    ].every(([i, all]) => Number.isInteger(i) && i >= 0 && i < all.length);
  const frame = framed(model, el, {
    name: "snapshots",
    what: "Which words does training bring together?",
    traits: ["step", "word"],
    fits,
    title: [chosen.root],
    picture: [
      html(
        "p",
        { class: "wb-aside" },
        "Closer words have more similar vectors. The dashed line is the path of the ringed word.",
      ),
      scene.root,
    ],
    said: said.root,
    table: [table.root],
    time,
    controls: [html("div", { class: "wb-buttons" }, time.play, time.step), passes.root],
  });

  const stop = follow(model, ["step", "word"], () => {
    const [step, word] = [model.get("step"), model.get("word")];
    const now = places[step];
    const labels = names(words, now, room, word);
    const text = tell(step, words, groups, model.get("nearest")[step], word);
    const way = trail(
      places.slice(0, step + 1).map((place) => place[word]),
      1.5 * room,
    );
    const parties = members.map((party) => party.map((i) => now[i]));
    const centers = parties.map(middle);
    const rims = parties.map((party, g) =>
      farthest(party, [0, centers[g][1] - middle(centers)[1]]),
    ); // out there is room for a group's name
    const apart = (at) =>
      centers.every(
        (other) => other === at || Math.hypot(at[0] - other[0], at[1] - other[1]) > 0.45 * room,
      );
    passes.set(step);
    chosen.set(word);
    said.set(text);
    scene.set(
      [
        ...parties.map((party, g) => ({
          key: `area ${g}`,
          kind: "area",
          at: outline(party),
          color: g,
        })),
        ...way.slice(1).map((place, k) => ({
          key: `trail ${word} ${k}`,
          kind: "arrow",
          at: [way[k], place],
          color: colors[word],
          ghost: true,
        })),
        { key: "start", kind: "circle", at: way[0], radius: 0.25 * room, color: colors[word] },
        {
          key: "followed",
          kind: "circle",
          at: now[word],
          radius: 0.75 * room,
          color: colors[word],
        },
        ...words.map((name, i) => ({
          key: `word ${i}`,
          kind: "point",
          at: now[i],
          label: labels[i],
          color: colors[i],
        })),
        ...kinds.map((kind, g) => ({
          key: `group ${g}`,
          kind: "point",
          at: rims[g],
          label: apart(centers[g]) ? kind : "",
          color: g % 6,
          ghost: true,
        })),
      ],
      `Plane of ${words.length} words in ${kinds.length} groups: ${kinds.join(", ")}. ${text}`,
    );
    say(
      table.root.caption,
      `The words after pass ${step}; mean loss ${fixed(model.get("losses")[step])}`,
    );
    table.set(
      words.map((name, i) => [
        name,
        fixed(now[i][0]),
        fixed(now[i][1]),
        words[model.get("nearest")[step][i]],
      ]),
    );
  });
  return () => {
    stop();
    frame.stop();
  };
}

/** Draw; when anything but the snapshot and the word changes, build the figure anew. */
export default { render: rebuilt(["words", "groups", "places", "nearest", "losses"], replay) };
