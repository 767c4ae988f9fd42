import { framed } from "./frame.js";
import { chooser, fixed, follow, html, listing, readout, rebuilt, slider, write } from "./parts.js";
import { plane } from "./plane.js";
import { player } from "./player.js";

const PACE = 1000; // ms from pass to pass while it plays

const MARKS = ["●", "■", "▲", "◆", "▼", "✚"]; // the plane's marks, in words' places

/** The names of points, where those that lie together share one: the first two, and how many more.
 * @param {string[]} words @param {number[][]} places @param {number} room @param {number} chosen is named in any case
 * @returns {string[]} one name a point, empty for a point that another one names */
function names(words, places, room, chosen) {
  const order = [chosen, ...words.keys()].filter((i, k, all) => all.indexOf(i) === k);
  const parties = [];
  for (const i of order) {
    const party = parties.find(([first]) => Math.hypot(...places[i].map((x, d) => x - places[first][d])) < room);
    if (party) party.push(i);
    else parties.push([i]);
  }
  const labels = words.map(() => "");
  for (const party of parties) {
    const more = party.length > 3 ? ` +${party.length - 2}` : "";
    labels[party[0]] = party.slice(0, more ? 2 : 3).map((i) => words[i]).join(", ") + more;
  }
  return labels;
}

/** The way of a word from its first place to its last, without the places where it has hardly moved.
 * @param {number[][]} path @param {number} room @returns {number[][]} */
function trail(path, room) {
  const kept = [path[0]];
  for (const place of path) if (Math.hypot(...place.map((x, d) => x - kept.at(-1)[d])) >= room) kept.push(place);
  const last = path.at(-1);
  if (kept.length > 1 && kept.at(-1) !== last) kept[kept.length - 1] = last;
  return kept;
}

/** What the snapshot shows, in words. */
function tell(step, losses, words, groups, nearest, word) {
  const own = nearest.filter((near, i) => groups[near] === groups[i]).length;
  const when = step === 0 ? "Before training" : `After pass ${step}`;
  return `${when}: mean loss ${fixed(losses[step])}. ${own} of ${words.length} words have their nearest neighbor in their own group. ` +
    `Nearest to ${words[word]}: ${words[nearest[word]]}.`;
}

/** A slider over the passes of a training; the words move on the plane, and the chosen one leaves a trail. */
function replay(model, el) {
  const words = model.get("words");
  const groups = model.get("groups");
  const places = model.get("places");
  const kinds = [...new Set(groups)];
  const colors = groups.map((group) => kinds.indexOf(group) % 6);
  const flat = places.flat();
  const range = [0, 1].map((d) => flat.map((place) => place[d])).map((xs) => [Math.min(-1, ...xs), Math.max(1, ...xs)])
    .map(([low, high], d) => [low - [0.15, 0.08][d] * (high - low), high + [0.18, 0.12][d] * (high - low)]); // with room for names
  const room = 0.045 * Math.max(...range.map(([low, high]) => high - low));
  const last = places.length - 1;
  const passes = slider("Passes", { min: 0, max: last, step: 1, format: (x) => fixed(x, 0) }, (step) => {
    time.rest();
    write(model, { step });
  });
  const time = player(PACE, () => {
    const step = (model.get("step") + 1) % places.length;
    write(model, { step });
    return step === last;
  });
  const chosen = chooser("Follow", words, (word) => write(model, { word }));
  const legend = kinds.map((kind, i) => html("span", { class: `wb-word wb-c${i % 6}` }, `${MARKS[i % 6]} ${kind}`));
  const said = readout();
  const scene = plane({ x: range[0], y: range[1], labels: ["direction 1", "direction 2"] });
  const table = listing("The words after this pass", ["", "direction 1", "direction 2", "nearest"], words.length);
  const fits = ({ step, word }) => [[step, places], [word, words]].every(([i, all]) => Number.isInteger(i) && i >= 0 && i < all.length);
  const frame = framed(model, el, { name: "snapshots", traits: ["step", "word"], fits, title: [chosen.root],
    picture: [html("p", { class: "wb-groups" }, ...legend), scene.root], said: said.root, table: [table.root], time,
    controls: [passes.root, html("div", { class: "wb-buttons" }, time.play, time.step)] });

  const stop = follow(model, ["step", "word"], () => {
    const [step, word] = [model.get("step"), model.get("word")];
    const now = places[step];
    const labels = names(words, now, room, word);
    const text = tell(step, model.get("losses"), words, groups, model.get("nearest")[step], word);
    const way = trail(places.slice(0, step + 1).map((place) => place[word]), 1.5 * room);
    const arrows = way.slice(1).map((place, k) => ({
      key: `trail ${word} ${k}`, kind: "arrow", at: [way[k], place], color: colors[word], ghost: true,
    }));
    passes.set(step);
    chosen.set(word);
    said.set(text);
    scene.set([
      ...arrows,
      ...words.map((name, i) => ({ key: `word ${i}`, kind: "point", at: now[i], label: labels[i], color: colors[i] })),
    ], `Plane of ${words.length} words in ${kinds.length} groups: ${kinds.join(", ")}. ${text}`);
    table.set(words.map((name, i) => [name, fixed(now[i][0]), fixed(now[i][1]), words[model.get("nearest")[step][i]]]));
  });
  return () => {
    stop();
    frame.stop();
  };
}

/** Draw; when anything but the snapshot and the word changes, build the figure anew. */
export default { render: rebuilt(["words", "groups", "places", "nearest", "losses"], replay) };
