import { framed } from "../kit/frame.js";
import { attend, dot, softmax, unpack } from "../nets/kernels.js";
import {
  chooser,
  choice,
  fixed,
  follow,
  html,
  percents,
  readoutOf,
  rebuilt,
  renew,
  say,
  stage,
  uniqueId,
  write,
} from "../kit/parts.js";
import { sinusoidal } from "../nets/positions.js";
import { sentence } from "../kit/sentence.js";

const LONGEST = 14;
const QUESTIONS = ["means", "before it", "after it"];
const NOTHING = "Unknown words are left out.";

/**
 * How much of a row goes to the words before a place, to the place, and to those after it.
 * @param {number[]} row
 * @param {number} at
 * @returns {number[]}
 */
export function sidesOf(row, at) {
  const sum = (part) => part.reduce((a, b) => a + b, 0);
  return [sum(row.slice(0, at)), row[at], sum(row.slice(at + 1))];
}

/**
 * Let a reader read one sentence: where each word looks in each head, and for each question and
 * each word the share of each meaning. Nothing goes on of the silent head (from 1; 0 is none).
 * @param {number[][]} rows its parameters
 * @param {number} known how many words it knows
 * @param {number[]} ids
 * @param {number} nHeads
 * @param {number} silent
 * @returns {{weights: number[][][], shares: number[][][]}}
 */
export function readRows(rows, known, ids, nHeads, silent) {
  const width = rows[0].length - 1;
  const linear = (x, first, count) =>
    x.map((vector) =>
      rows.slice(known + first, known + first + count).map((row) => dot(vector, row) + row[width]),
    );
  const places = sinusoidal(
    ids.map((_, t) => t),
    width,
  );
  const x = ids.map((id, t) => places[t].map((wave, d) => rows[id][d] + wave));
  const [q, k, v] = [0, 1, 2].map((i) => linear(x, i * width, width));
  const size = width / nHeads;
  const heads = Array.from({ length: nHeads }, (_, h) => {
    const cut = (table) => table.map((row) => row.slice(h * size, (h + 1) * size));
    const { weights, out } = attend(cut(q), cut(k), cut(v));
    return { weights, out: h + 1 === silent ? out.map((row) => row.map(() => 0)) : out };
  });
  const joined = linear(
    ids.map((_, t) => heads.flatMap(({ out }) => out[t])),
    3 * width,
    width,
  );
  const meanings = (rows.length - known - 4 * width) / 3;
  const shares = QUESTIONS.map((_, i) =>
    linear(joined, 4 * width + i * meanings, meanings).map((scores) => softmax(scores)),
  );
  return { weights: heads.map(({ weights }) => weights), shares };
}

const wordsOf = (text) =>
  (text.match(/[\p{L}\p{N}_]+(?:['’-][\p{L}\p{N}_]+)*/gu) ?? []).map((word) => word.toLowerCase());

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
 * What the readers answered where the word was asked, a row a reader, with a mark for right and
 * wrong.
 * @param {string} word
 * @param {any[]} asked of this word
 * @param {any[][]} told the name of each reader and its answers
 */
function verdict(word, asked, told) {
  const task =
    asked[0][1] === QUESTIONS[0]
      ? "which of its meanings is it here?"
      : "which meaning comes before it, and which after?";
  const cell = ([answer, sure], right) =>
    html(
      "td",
      { translate: "no" },
      " ",
      html(
        "span",
        right ? { class: answer === right ? "wb-good" : "wb-wrong" } : {},
        right ? `${answer} ${answer === right ? "✓" : "✗"}` : answer,
      ),
      `${right ? "\u00a0" : " "}${sure}%`,
      html("span", { class: "wb-sure" }, "\u00a0sure"),
    );
  const head = (scope, text) => html("th", { scope }, text);
  return html(
    "table",
    { class: "wb-verdict" },
    html("caption", {}, `Asked at “${word}”: ${task}`),
    html(
      "thead",
      {},
      html("tr", {}, html("td"), ...asked.map(([, question]) => head("col", question))),
    ),
    html(
      "tbody",
      {},
      ...told.map(([name, given]) =>
        html("tr", {}, head("row", name), ...asked.map(([, , right], i) => cell(given[i], right))),
      ),
    ),
  );
}

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
    wordsOf(text)
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
    (i) => write(model, { sentence: i, own: "", word: mostAsked(model.get("asked")[i]) }),
    "your own",
  );
  const id = uniqueId();
  const own = html("input", {
    type: "text",
    id,
    class: "wb-own",
    autocomplete: "off",
    spellcheck: "false",
    maxlength: 120,
    placeholder: "or your own: the bank …",
    "aria-label": "Your own sentence",
    oninput: () =>
      write(model, { own: own.value, word: mostAsked(askedOf(ownOf(own.value), meanings)) }),
  });
  const unknown = html("p", { class: "wb-unknown", "aria-live": "polite" }, NOTHING);
  const many = choice(
    "Above the words",
    readers.slice(1).map((n) => `${n} heads`),
    (i) => write(model, { reader: i + 1, silent: 0 }),
  );
  const chips = Array.from({ length: Math.max(...readers) }, (_, h) =>
    html(
      "button",
      {
        type: "button",
        class: `wb-chip wb-c${h % 6}`,
        title: `Silence head ${h + 1}`,
        onclick: () => write(model, { silent: model.get("silent") === h + 1 ? 0 : h + 1 }),
      },
      html(
        "span",
        {},
        html("span", { class: "wb-aloud" }, "Silence "),
        html("span", { class: "wb-sure" }, "head "),
        String(h + 1),
      ),
    ),
  );
  const silence = html(
    "div",
    { class: "wb-silence" },
    html("span", { "aria-hidden": "true" }, "Silence:"),
    ...chips,
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
    picture: [html("div", { class: "wb-lanes" }, many.root, silence), scene],
    controls: [picked.root, own, unknown],
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
  const stop = follow(
    model,
    ["sentence", "own", "word", "reader", "silent", "parameters", "sizes"],
    () => {
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
        : [0, ...chips.slice(0, readers[reader]).map((_, h) => start + h)].map(kept);
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
      if (own.value !== text) own.value = text;
      many.set(reader - 1);
      say(above, `${readers[reader]} heads`);
      chips.forEach((chip, h) => {
        chip.hidden = h >= readers[reader];
        renew(chip, { "aria-pressed": String(silent === h + 1) });
      });
      const strange = wordsOf(text).filter((word) => !numbers.has(word));
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
    },
  );
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
