// Two lists of one word's neighbors, and a line for each word that both have.

import { framed } from "../kit/frame.js";
import { gliding } from "../kit/motion.js";
import {
  choice,
  fixed,
  follow,
  html,
  listing,
  readout,
  rebuilt,
  renew,
  say,
  svg,
  typing,
  uniqueId,
  write,
} from "../kit/parts.js";

const MANY = 10;
const LONGEST = 30; // letters that can be typed
const ROW = 30; // pixels: a finger's width
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
 * The ten nearest words of one table, with their cosines; each is a button that asks for it, if it
 * has a list.
 * @param {string} name
 * @param {(word: string, byKey: boolean) => void} onPick
 */
function listOf(name, onPick) {
  const head = uniqueId();
  const rows = Array.from({ length: MANY }, () => {
    const [word, more] = [html("span", {}, ""), html("span", { class: "wb-aloud" }, "")];
    const pick = html(
      "button",
      { type: "button", onclick: ({ detail }) => onPick(word.textContent, !detail) },
      word,
      more,
    );
    return { word, more, pick };
  });
  const root = html(
    "div",
    {},
    html("p", { id: head, class: "wb-strong" }, name),
    html("ol", { "aria-labelledby": head }, ...rows.map(({ pick }) => html("li", {}, pick))),
  );
  /**
   * @param {string[]} near
   * @param {number[]} cosines
   * @param {boolean[]} there
   * @param {string[]} both
   * @param {boolean[]} asked whether a word has a list
   */
  const set = (near, cosines, there, both, asked) =>
    rows.forEach(({ word, more, pick }, i) => {
      const [shared, here] = [both.includes(near[i]), there[i]];
      pick.disabled = !asked[i];
      say(word, near[i] ?? "–");
      pick.style.setProperty("--wb-share", `${near[i] ? 100 * cosines[i] : 0}%`);
      say(more, `${shared ? ", in both lists" : ""}${here ? ", in the same article" : ""} `);
      renew(pick, { class: `${here ? "wb-there" : ""}${shared ? " wb-shared" : ""}` });
    });
  return { root, set };
}

/**
 * How many of the neighbors the article has.
 * @param {boolean[][]} there
 */
const gathered = (there) => there.flat().filter(Boolean).length;

/**
 * Type a word or tap one: its nearest by two tables, what both have, and which of them come from
 * one article.
 */
function drawNeighbors(model, el) {
  const [names, opening, least] = ["names", "opening", "least"].map((name) => model.get(name));
  const [known] = tablesOf(opening);
  const offered = known.filter((word) => nearest(opening, word).count);
  const ask = (word) => write(model, { word });
  const few = choice("A word to begin with", offered, (i) => ask(offered[i]));
  const own = typing("Nearest to", { most: LONGEST }, ask);
  const columns = names.map((name) =>
    listOf(name, (word, byKey) => {
      ask(word);
      // what was pressed may have no list, and so be no button any more
      if (byKey) own.input.focus();
    }),
  );
  const lines = Array.from({ length: MANY }, () =>
    svg("line", { class: "wb-idle", x1: 0, x2: 1, y1: 0, y2: 0 }),
  );
  const joins = svg(
    "svg",
    {
      class: "wb-joins",
      viewBox: `0 0 1 ${MANY * ROW}`,
      preserveAspectRatio: "none",
      "aria-hidden": "true",
    },
    ...lines,
  );
  const slopes = html("div", { class: "wb-near" }, columns[0].root, joins, columns[1].root);
  const glide = gliding(joins);
  const said = readout();
  const table = listing(
    "The nearest words",
    ["", ...names.flatMap((name) => [name, "cosine"])],
    MANY,
  );
  const frame = framed(model, el, {
    name: "neighbors",
    what: "Do two trainings find the same neighbors?",
    traits: ["word"],
    keys: { w: own.input },
    fits: ({ word }) => word.length <= LONGEST,
    picture: [slopes],
    controls: [few.root, own.root],
    said: said.root,
    table: [table.root],
  });

  /**
   * What is known of a word: of the few at once, of the others when the lists are here.
   * @param {string} word
   * @returns {{lists?: string|null, count?: number, times?: number, begins?: string, near?:
   *   string[][], there?: any[][], cosines?: any[][], asked?: boolean[][]}}
   */
  const look = (word) => {
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
          asked: found.near.map((row) => row.map((i) => counts[i] >= least)),
        };
    }
    return { lists: model.get("lists") };
  };
  /**
   * @param {string} word
   * @param {ReturnType<typeof look>} found
   * @param {string[]} both
   */
  const tell = (word, { lists, count, near = [[]], there = [[]], begins }, both) => {
    if (count) {
      const shared = both.length
        ? `The lists share ${both.length} of ${near[0].length} words. That is hardly chance: both learned them from the text.`
        : "The lists share no word: this text is too small to settle which words are nearest.";
      const inside = gathered(there);
      return (
        shared +
        (inside > MANY
          ? ` ${inside} of the ${2 * near[0].length} (underlined) occur in one article, which begins “${begins}”.`
          : "")
      );
    }
    if (!word) return "Type a word, or tap one.";
    if (lists === undefined) return "The lists of all other words are being loaded.";
    if (lists === null)
      return "The lists of other words could not be loaded. The next word tries again.";
    return `“${word}” has no list: it occurs fewer than ${least} times in this text.`;
  };
  /**
   * Draw the lists and the lines between them.
   * @param {any} found
   * @param {string[]} both
   */
  const draw = ({ near, cosines, there, asked }, both) => {
    const marked = gathered(there) > MANY ? there : [[], []];
    columns.forEach(({ set }, t) => set(near[t], cosines[t], marked[t], both, asked[t]));
    lines.forEach((line, i) => {
      line.classList.toggle("wb-idle", i >= both.length);
      const ends =
        i < both.length ? near.map((list) => (list.indexOf(both[i]) + 0.5) * ROW) : [0, 0];
      glide.to(String(i), ends, ([y1, y2]) => renew(line, { y1, y2 }));
    });
  };
  const stop = follow(model, ["word", "lists"], () => {
    const typed = model.get("word");
    const word = typed.trim().toLowerCase();
    const found = look(word);
    const { near = [[], []], cosines = [[], []] } = found;
    const both = near[0].filter((one) => near[1].includes(one));
    if (own.input.value !== typed) own.input.value = typed;
    few.set(offered.indexOf(word));
    // who types sees the last word's lines until there are others
    slopes.classList.toggle("wb-old", !found.count);
    if (found.count) draw(found, both);
    table.set(
      lines.map((_, i) => [
        String(i + 1),
        ...near.flatMap((list, t) => (list[i] ? [list[i], fixed(cosines[t][i])] : ["", ""])),
      ]),
    );
    say(
      table.root.caption,
      found.count
        ? `“${word}” occurs ${found.count.toLocaleString("en")} times in the text, ${found.times === 1 ? "once" : `${found.times} times`} in the article.`
        : "No list",
    );
    said.set(tell(word, found, both));
  });
  return () => {
    stop();
    glide.stop();
    frame.stop();
  };
}

/** Draw; when the tables change, build the figure anew. */
export default { render: rebuilt(["names", "opening", "least"], drawNeighbors) };
