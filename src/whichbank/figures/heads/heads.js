import { framed } from "../kit/frame.js";
import { follow, rebuilt, write } from "../kit/model.js";
import { fixed } from "../kit/numbers.js";
import { choice, chooser, html, nameAloud, readoutOf, say, typing } from "../kit/parts.js";
import { percents, stage } from "../kit/tables.js";
import { sentence } from "../kit/sentence.js";
import { silencer } from "./chips.js";
import { askedOf, reading } from "./readers.js";
import { sidesOf } from "./reading.js";
import { verdict } from "./verdict.js";
import { tr } from "../kit/words.js";

const NOTHING = tr("Unknown words are left out.");
const TRAITS = ["sentence", "own", "word", "reader", "silent"];

/** The place that is asked most often. */
const mostAsked = (asked) => {
  const places = asked.map(([place]) => place);
  return places.find((place, k) => places.indexOf(place) !== k) ?? places[0] ?? 0;
};

/**
 * The sentence: arcs above it are the heads', arcs below it the one wide head's.
 * @param {number} most words of any sentence
 * @param {(word: number) => void} onAsk
 */
function sceneOf(most, onAsk) {
  const above = html("p", { class: "wb-above" });
  const sides = html("div", {}, above, html("p", { class: "wb-below" }, tr("one wide head")));
  const root = html("div", { style: `--wb-most: ${most}` }); // as high for each
  /** @type {ReturnType<typeof sentence> | undefined} */
  let part;
  let shown = "";
  /**
   * @param {string[]} words
   * @param {number} at the one that asks
   * @param {number[][]} rows where it looks, first in the wide head
   * @param {number} silent head
   */
  const set = (words, at, rows, silent) => {
    if (shown !== words.join(" ")) {
      const focused = part?.root.contains(document.activeElement);
      part?.stop();
      shown = words.join(" ");
      part = sentence(tr("Where does this word look?"), words, onAsk, [], sides);
      part.root.style.setProperty("--wb-signs", String(shown.length + words.length));
      root.replaceChildren(part.root);
      if (focused) part.labels[at].control.focus();
    }
    const best = rows.map((row, h) => {
      const top = row.indexOf(Math.max(...row));
      return tr("{word} in {head} ({percent}%)", {
        word: top === at ? tr("itself") : words[top],
        head: h ? tr("head {head}", { head: h }) : tr("the one wide head"),
        percent: fixed(100 * row[top], 0),
      });
    });
    part?.set(
      at,
      [
        ...rows.slice(1).map((weights, h) => ({
          key: `head${h}`,
          weights,
          color: `wb-c${h % 6}`,
          faint: silent === h + 1,
        })),
        { key: "wide", weights: rows[0], below: true },
      ],
      tr("“{word}” looks most at: {best}.", { word: words[at], best: best.join(", ") }),
    );
    say(above, tr("{n} heads", { n: rows.length - 1 }));
  };
  return { root, set, stop: () => part?.stop() };
}

/** Where the word that asks looks, in percent, and how much of it goes to either side. */
function numbersOf() {
  const view = stage();
  const set = (words, at, rows) => {
    const columns = [
      tr("one wide"),
      ...rows.slice(1).map((_, h) => tr("head {head}", { head: h + 1 })),
    ];
    const { looks, sums } = view.show(`${words.join(" ")} ${rows.length}`, () => {
      const made = {
        looks: percents(" ", words, columns),
        sums: percents(
          tr("In sum, in %"),
          [tr("before it"), tr("itself"), tr("after it")],
          columns,
        ),
      };
      return [[html("div", { class: "wb-panels" }, made.looks.root, made.sums.root)], made];
    });
    looks.name(tr("Where “{word}” looks, in %", { word: words[at] }));
    looks.set(
      words.map((_, s) => rows.map((row) => row[s])),
      at,
    );
    sums.set([0, 1, 2].map((side) => rows.map((row) => sidesOf(row, at)[side])));
  };
  return { root: view.root, set };
}

/** What the reader sets: a sentence or one of their own, how many heads, and which is silent. */
function controlsOf(model, { sentences, readers, meanings, wordsOf, strangersOf }) {
  const short = (i) =>
    [...new Set(model.get("asked")[i].map(([place]) => place))]
      .sort((a, b) => a - b)
      .map((place) => sentences[i][place])
      .join(" … ");
  const picked = nameAloud(
    chooser(
      tr("Sentence"),
      sentences.map((_, i) => short(i)),
      (i) =>
        write(model, { sentence: i, own: "", word: mostAsked(model.get("asked")[i]), silent: 0 }),
      tr("your own"),
    ),
  );
  const own = nameAloud(
    typing(tr("Your own sentence"), { most: 120, holder: tr("or your own: the bank …") }, (text) =>
      write(model, { own: text, word: mostAsked(askedOf(wordsOf(text), meanings)), silent: 0 }),
    ),
  );
  const unknown = html("p", { class: "wb-unknown", "aria-live": "polite" }, NOTHING);
  const many = nameAloud(
    choice(
      tr("Above the words"),
      readers.slice(1).map((n) => tr("{n} heads", { n })),
      (i) => write(model, { reader: i + 1, silent: 0 }),
    ),
  );
  const silence = silencer(Math.max(...readers), (h) =>
    write(model, { silent: model.get("silent") === h ? 0 : h }),
  );
  /**
   * @param {boolean} mine whether the sentence is the reader's own
   * @param {number[]} row of the word that asks, as the heads give it
   */
  const set = (mine, row) => {
    const [text, reader] = ["own", "reader"].map((name) => model.get(name));
    picked.set(mine ? -1 : model.get("sentence"));
    if (own.input.value !== text) own.input.value = text;
    many.set(reader - 1);
    const strange = strangersOf(text);
    say(
      unknown,
      strange.length ? tr("Not known: {words}", { words: strange.join(", ") }) : NOTHING,
    );
    silence.set(row, readers[reader], model.get("silent"));
  };
  const lanes = html("div", { class: "wb-lanes" }, many.root, silence.root);
  return { lanes, title: [picked.root], nodes: [own.root, unknown], set };
}

/** Choose a sentence or write one, tap a word, and see where it looks. */
function drawHeads(model, el) {
  const reads = reading(model);
  const { sentences, readers, known } = reads;
  const controls = controlsOf(model, reads);
  const scene = sceneOf(Math.max(...sentences.map((words) => words.length)), (word) =>
    write(model, { word }),
  );
  const said = readoutOf();
  const table = numbersOf();
  const knows = tr("The readers know these words: {known}.", {
    known: [...known].sort().join(", "),
  });
  let nearby = false; // then the readers are loaded, to show what their heads have found
  const frame = framed(model, el, {
    name: "heads",
    what: tr("Do two heads see more than one?"),
    traits: TRAITS,
    fits: (state) =>
      ["sentence", "word", "reader", "silent"].every((name) => Number.isInteger(state[name])) &&
      state.sentence >= 0 &&
      state.sentence < sentences.length &&
      state.reader >= 1 &&
      state.reader < readers.length &&
      state.word >= 0 &&
      state.silent >= 0,
    wide: true,
    near: () => {
      nearby = true;
      draw();
    },
    title: controls.title,
    picture: [controls.lanes, scene.root],
    controls: controls.nodes,
    said,
    table: [table.root, html("p", { class: "wb-known" }, knows)],
  });

  const draw = () => {
    const { own, words, at, rows, asked, names, answers, missing, found } = reads.now();
    scene.set(words, at, rows, model.get("silent"));
    table.set(words, at, rows);
    const failed = [model.get("parameters"), model.get("sizes")].includes(null);
    const waits = failed
      ? tr("The readers could not be loaded.")
      : tr("The readers are being loaded.");
    said.replaceChildren(
      missing ? html("p", {}, waits) : verdict(words[at], at, asked, names, answers),
    );
    controls.set(own, (nearby && found()) || []);
  };
  const stop = follow(model, [...TRAITS, "parameters", "sizes"], draw);
  return () => {
    stop();
    frame.stop();
    scene.stop();
  };
}

/** Draw; when the sentences or the readers change, build the figure anew. */
export default {
  render: rebuilt(
    ["sentences", "readers", "weights", "asked", "said", "meanings", "known"],
    drawHeads,
  ),
};
