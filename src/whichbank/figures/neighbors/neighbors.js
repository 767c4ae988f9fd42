// The neighbors of a word by two tables.

import { framed } from "../kit/frame.js";
import { follow, rebuilt, write } from "../kit/model.js";
import { fixed } from "../kit/numbers.js";
import { choice, nameAloud, readout, say, typing } from "../kit/parts.js";
import { listing } from "../kit/tables.js";
import { columns, MANY } from "./columns.js";
import { toldOfCounts, toldOfLists, toldOfNone } from "./told.js";
import { tr } from "../kit/words.js";

const LONGEST = 30; // letters that can be typed
const read = new WeakMap();

/**
 * Lists as `packed` in __init__.py writes them, read once.
 * @param {string[]} lists
 */
function tablesOf(lists) {
  if (!read.has(lists))
    read.set(lists, [
      lists[0].split(" "),
      lists[1].split(" "),
      atob(lists[2]),
      atob(lists[3]),
      lists[4].split("|"),
    ]);
  return read.get(lists);
}

/**
 * What lists tell of a word: nothing where they do not have it; else its count, the places of its
 * neighbors in the words, their cosines, whether each is in the article that the word shares with
 * most of them, the number of this article, and how often the word occurs there.
 * @param {string[]} lists
 * @param {string} word
 */
export function nearest(lists, word) {
  const [words, counts, places, shares] = tablesOf(lists);
  const at = words.indexOf(word);
  if (at < 0 || 2 * MANY * at >= shares.length) return {};
  const number = (i) =>
    places.charCodeAt(2 * (at * (2 * MANY + 2) + i)) +
    256 * places.charCodeAt(2 * (at * (2 * MANY + 2) + i) + 1);
  const rows = (of) =>
    [0, MANY].map((first) => Array.from({ length: MANY }, (_, i) => of(first + i)));
  const share = (i) => shares.charCodeAt(2 * MANY * at + i);
  return {
    count: Number(counts[at]),
    near: rows(number),
    cosines: rows((i) => (share(i) % 128) / 100),
    there: rows((i) => share(i) >= 128),
    home: number(2 * MANY),
    times: number(2 * MANY + 1),
  };
}

/**
 * What is known of a word: of the few at once, of the others when the lists are here.
 * @param {Model} model
 * @param {string} word
 * @returns {Record<string, any>}
 */
function look(model, word) {
  for (const name of ["opening", "lists"]) {
    const lists = model.get(name);
    if (!lists) return { lists };
    const found = nearest(lists, word);
    const [words, counts, , , begins] = tablesOf(lists);
    if (found.count)
      return {
        ...found,
        begins: begins[found.home],
        near: found.near.map((row) => row.map((i) => words[i])),
        asked: found.near.map((row) => row.map((i) => counts[i] >= model.get("least"))),
      };
  }
  return { lists: model.get("lists") };
}

/**
 * Type a word or tap one: its nearest by two tables, what both have, and which of them come from
 * one article.
 */
function drawNeighbors(model, el) {
  const [names, opening] = ["names", "opening"].map((name) => model.get(name));
  const [known] = tablesOf(opening);
  const offered = known.filter((word) => nearest(opening, word).count);
  const ask = (word) => write(model, { word });
  const few = nameAloud(choice(tr("A word to begin with"), offered, (i) => ask(offered[i])));
  const own = typing(tr("Nearest to"), { most: LONGEST }, ask);
  const near = columns(names, (word, byKey) => {
    ask(word);
    // what was pressed may have no list, and so be no button any more
    if (byKey) own.input.focus();
  });
  const said = readout();
  const table = listing(
    tr("The nearest words"),
    ["", ...names.flatMap((name) => [name, tr("cosine")])],
    MANY,
  );
  const frame = framed(model, el, {
    name: "neighbors",
    what: tr("Do two trainings find the same neighbors?"),
    traits: ["word"],
    keys: { w: own.input },
    fits: ({ word }) => word.length <= LONGEST,
    picture: [near.root],
    controls: [few.root, own.root],
    said: said.root,
    table: [table.root],
  });

  const stop = follow(model, ["word", "lists"], () => {
    const typed = model.get("word");
    const word = typed.trim().toLowerCase();
    const found = look(model, word);
    const [first, next] = found.near ?? [[], []];
    const both = first.filter((one) => next.includes(one));
    if (own.input.value !== typed) own.input.value = typed;
    few.set(offered.indexOf(word));
    // who types sees the last word's lines until there are others
    near.root.classList.toggle("wb-old", !found.count);
    if (found.count) near.set(found, both);
    const cell = (list, i, t) => (list[i] ? [list[i], fixed(found.cosines[t][i])] : ["", ""]);
    table.set(
      Array.from({ length: MANY }, (_, i) => [
        String(i + 1),
        ...[first, next].flatMap((list, t) => cell(list, i, t)),
      ]),
    );
    say(table.root.caption, found.count ? toldOfCounts(word, found) : tr("No list"));
    said.set(
      found.count
        ? toldOfLists(found, both, model.get("among"))
        : toldOfNone(model, word, found.lists),
    );
  });
  return () => {
    stop();
    near.stop();
    frame.stop();
  };
}

/** Draw; when the tables change, build the figure anew. */
export default { render: rebuilt(["names", "opening", "least", "among"], drawNeighbors) };
