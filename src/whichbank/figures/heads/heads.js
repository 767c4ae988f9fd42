import { framed } from "../kit/frame.js";
import { unpack } from "../nets/kernels.js";
import {
  chooser,
  choice,
  fixed,
  follow,
  html,
  percents,
  readoutOf,
  rebuilt,
  say,
  stage,
  typing,
  write,
} from "../kit/parts.js";
import { readRows, sidesOf } from "./reading.js";
import { sentence } from "../kit/sentence.js";
import { silencer } from "./chips.js";
import { split } from "../nets/words.js";
import { verdict } from "./verdict.js";

const LONGEST = 14;
const QUESTIONS = ["means", "before it", "after it"];
const NOTHING = "Unknown words are left out.";

/** What can be asked of a sentence of the reader's own: place, question, and no right answer. */
function askedOf(words, meanings) {
  const senses = meanings.map((meaning) => meaning.split(" (", 1)[0]);
  return words.flatMap((word, place) =>
    (senses.includes(word)
      ? QUESTIONS.slice(0, 1)
      : word === "while"
        ? QUESTIONS.slice(1)
        : []
    ).map((question) => [place, question, ""]),
  );
}

/** The place that is asked most often. */
const mostAsked = (asked) => {
  const places = asked.map(([place]) => place);
  return places.find((place, k) => places.indexOf(place) !== k) ?? places[0] ?? 0;
};

/**
 * Choose a sentence or write one, tap a word; arcs above it are the heads', arcs below it the one
 * wide head's.
 */
function drawHeads(model, el) {
  const [sentences, readers, meanings, known] = ["sentences", "readers", "meanings", "known"].map(
    (name) => model.get(name),
  );
  const numbers = new Map(known.map((word, i) => [word, i]));
  const ownOf = (text) =>
    split(text)
      .filter((word) => numbers.has(word))
      .slice(0, LONGEST);
  const short = (i) =>
    [...new Set(model.get("asked")[i].map(([place]) => place))]
      .sort((a, b) => a - b)
      .map((place) => sentences[i][place])
      .join(" … ");
  const picked = chooser(
    "Sentence",
    sentences.map((_, i) => short(i)),
    (i) =>
      write(model, { sentence: i, own: "", word: mostAsked(model.get("asked")[i]), silent: 0 }),
    "your own",
  );
  const own = typing(
    "Your own sentence",
    { most: 120, holder: "or your own: the bank …", aloud: true },
    (text) =>
      write(model, { own: text, word: mostAsked(askedOf(ownOf(text), meanings)), silent: 0 }),
  );
  const unknown = html("p", { class: "wb-unknown", "aria-live": "polite" }, NOTHING);
  const many = choice(
    "Above the words",
    readers.slice(1).map((n) => `${n} heads`),
    (i) => write(model, { reader: i + 1, silent: 0 }),
  );
  const silence = silencer(Math.max(...readers), (h) =>
    write(model, { silent: model.get("silent") === h ? 0 : h }),
  );
  const above = html("p", { class: "wb-above" });
  const sides = html("div", {}, above, html("p", { class: "wb-below" }, "one wide head"));
  const scene = html("div", {
    style: `--wb-most: ${Math.max(...sentences.map((words) => words.length))}`,
  }); // as high for each
  const said = readoutOf();
  const numbersView = stage();
  const fits = (state) =>
    ["sentence", "word", "reader", "silent"].every((name) => Number.isInteger(state[name])) &&
    state.sentence >= 0 &&
    state.sentence < sentences.length &&
    state.reader >= 1 &&
    state.reader < readers.length &&
    state.word >= 0 &&
    state.silent >= 0;
  const frame = framed(model, el, {
    name: "heads",
    what: "Do two heads see more than one?",
    traits: ["sentence", "own", "word", "reader", "silent"],
    fits,
    wide: true,
    near: () => {
      nearby = true;
      draw();
    },
    picture: [html("div", { class: "wb-lanes" }, many.root, silence.root), scene],
    controls: [picked.root, own.root, unknown],
    said,
    table: [
      numbersView.root,
      html(
        "p",
        { class: "wb-known" },
        `The readers know these words: ${[...known].sort().join(", ")}.`,
      ),
    ],
  });

  const rowsOf = [];
  const reading = (reader, words, silent) => {
    const [packed, sizes] = [model.get("parameters"), model.get("sizes")];
    if (!packed || !sizes) return null;
    const width = (sizes[reader].length - known.length - 3 * meanings.length) / 4 + 1;
    rowsOf[reader] ??= unpack(packed[reader], sizes[reader].length, width, 0).map((row, r) =>
      row.map((x) => (2 * x - 1) * sizes[reader][r]),
    );
    return readRows(
      rowsOf[reader],
      known.length,
      words.map((word) => numbers.get(word)),
      readers[reader],
      silent,
    );
  };
  const answersOf = ({ shares }, asked) =>
    asked.map(([place, question]) => {
      const row = shares[QUESTIONS.indexOf(question)][place];
      const best = row.indexOf(Math.max(...row));
      return [meanings[best], Math.round(100 * row[best])];
    });
  /** @type {ReturnType<typeof sentence> | undefined} */
  let part;
  let shown = "";
  let nearby = false; // then the readers are loaded, to show what their heads have found
  const draw = () => {
    const [i, reader, silent, text] = ["sentence", "reader", "silent", "own"].map((name) =>
      model.get(name),
    );
    const mine = ownOf(text);
    const reads = mine.length ? [reading(0, mine, 0), reading(reader, mine, silent)] : [];
    // the reader's own words wait for the readers
    const given = mine.length > 0 && reads.every(Boolean);
    const words = given ? mine : sentences[i];
    const asked = given ? askedOf(words, meanings) : model.get("asked")[i];
    const at = Math.min(model.get("word"), words.length - 1);
    const start = readers.slice(0, reader).reduce((a, b) => a + b, 0);
    const kept = (h) => unpack(model.get("weights")[i], words.length, words.length, h);
    const tables = given
      ? reads.flatMap((read) => read?.weights ?? [])
      : [0, ...Array.from({ length: readers[reader] }, (_, h) => start + h)].map(kept);
    const rows = tables.map((weights) => weights[at]);
    const columns = ["one wide", ...rows.slice(1).map((_, h) => `head ${h + 1}`)];

    if (shown !== words.join(" ")) {
      const focused = part?.root.contains(document.activeElement);
      part?.stop();
      shown = words.join(" ");
      part = sentence(
        "Tap a word: where does it look?",
        words,
        (word) => write(model, { word }),
        [],
        sides,
      );
      part.root.style.setProperty("--wb-signs", String(shown.length + words.length));
      scene.replaceChildren(part.root);
      if (focused) part.labels[at].control.focus();
    }
    const best = rows.map((row, h) => {
      const top = row.indexOf(Math.max(...row));
      return `${top === at ? "itself" : words[top]} in ${h ? columns[h] : "the one wide head"} (${fixed(100 * row[top], 0)}%)`;
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
      `“${words[at]}” looks most at: ${best.join(", ")}.`,
    );
    picked.set(mine.length ? -1 : i);
    if (own.input.value !== text) own.input.value = text;
    many.set(reader - 1);
    say(above, `${readers[reader]} heads`);
    const strange = split(text).filter((word) => !numbers.has(word));
    say(unknown, strange.length ? `Not known: ${strange.join(", ")}` : NOTHING);

    const { looks, sums } = numbersView.show(`${shown} ${reader}`, () => {
      const made = {
        looks: percents(" ", words, columns),
        sums: percents("In sum, in %", ["before it", "itself", "after it"], columns),
      };
      return [[html("div", { class: "wb-panels" }, made.looks.root, made.sums.root)], made];
    });
    looks.name(`Where “${words[at]}” looks, in %`);
    looks.set(
      words.map((_, s) => rows.map((row) => row[s])),
      at,
    );
    sums.set([0, 1, 2].map((side) => rows.map((row) => sidesOf(row, at)[side])));

    const lesser = silent && silent <= readers[reader];
    const name = `${readers[reader]} heads${lesser ? `, ${silent} silent` : ""}`;
    const measured = model.get("said")[i];
    const heard = given ? reads[1] : lesser ? reading(reader, words, silent) : null;
    const answers = [
      given && reads[0] ? answersOf(reads[0], asked) : measured[0],
      heard ? answersOf(heard, asked) : lesser ? null : measured[reader],
    ];
    const here = asked.map((one, k) => ({ one, k })).filter(({ one }) => one[0] === at);
    const told = [
      ["One wide head", answers[0]],
      [name, answers[1]],
    ].map(([who, all]) => [who, all && here.map(({ k }) => all[k])]);
    const missing = (mine.length > 0 && !given) || (lesser && !heard);
    const failed = missing && [model.get("parameters"), model.get("sizes")].includes(null);
    const wait = html(
      "p",
      {},
      `The readers ${failed ? "could not be loaded" : "are being loaded"}.`,
    );
    const none = html(
      "p",
      {},
      `“${words[at]}” is not asked what it means: it looks wherever the shared matrices send it.`,
    );
    said.replaceChildren(
      missing
        ? wait
        : here.length
          ? verdict(
              words[at],
              here.map(({ one }) => one),
              told,
            )
          : none,
    );
    const row = (nearby && reading(reader, words, silent)?.joined[at]) || [];
    silence.set(row, readers[reader], silent);
  };
  const traits = ["sentence", "own", "word", "reader", "silent", "parameters", "sizes"];
  const stop = follow(model, traits, draw);
  return () => {
    stop();
    frame.stop();
    part?.stop();
  };
}

/** Draw; when the sentences or the readers change, build the figure anew. */
export default {
  render: rebuilt(
    ["sentences", "readers", "weights", "asked", "said", "meanings", "known"],
    drawHeads,
  ),
};
