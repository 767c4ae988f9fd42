// The controls of the circuit lab.

import { write } from "../kit/model.js";
import {
  button,
  choice,
  chooser,
  html,
  nameAloud,
  renew,
  say,
  slider,
  typing,
} from "../kit/parts.js";
import { uniforms } from "../nets/random.js";
import { headName, LEAST_WORDS, MOST_WORDS, TABLED, VOCABULARY } from "./running.js";
import { tr } from "../kit/words.js";

/** @type {Record<string, [string, string[], string[], string]>} */
const OPTIONS = {
  cut: ["instead", ["mean", "zero"], [tr("its mean"), tr("zero")], tr("Instead:")],
  apart: ["instead", ["mean", "zero"], [tr("its mean"), tr("zero")], tr("In place of each head:")],
  look: [
    "pattern",
    ["learned", "previous", "even"],
    [tr("learned"), tr("one back"), tr("evenly")],
    tr("It looks"),
  ],
  build: [
    "made",
    ["previous", "induction", "both"],
    [tr("first head"), tr("second head"), tr("both")],
    tr("By hand"),
  ],
};

/**
 * Whether a task of the figure can show a state.
 * @param {string} task
 * @param {any} given
 */
export const fitsLab = (task, given) =>
  Array.isArray(given.words) &&
  given.words.length >= LEAST_WORDS &&
  given.words.length <= MOST_WORDS &&
  new Set(given.words).size === given.words.length &&
  given.words.every((word) => Number.isInteger(word) && word >= 0 && word < VOCABULARY.length) &&
  [0, 1, 2].includes(given.seed) &&
  [1, 2].includes(given.layers) &&
  (given.layers === 2 || task === "cut" || task === "look") &&
  [-1, 0, 1, 2, 3].includes(given.also) &&
  [0, TABLED].includes(given.cells.length) &&
  given.cells.every((x) => Number.isInteger(x) && Math.abs(x) <= 6) &&
  [...given.pair, given.at, given.begin, ...given.guess].every(
    (x) => Number.isInteger(x) && x >= 0 && x < MOST_WORDS,
  ) &&
  given.pair.length === 2 &&
  Number.isInteger(given.head) &&
  given.head >= 0 &&
  given.head < (task === "move" ? 2 : 2 * given.layers) &&
  Object.values(OPTIONS).every(([name, some]) => some.includes(given[name]));

/**
 * @param {Model} model
 * @param {string} task
 * @param {boolean} guesses whether a guess comes first
 * @param {number[]} kept the reader's own tables of puzzle 12
 * @param {(traits: Record<string, any>) => void} put
 * @param {() => Record<string, any>} anew
 * @param {(traits: Record<string, any>) => void} pick one of the options
 */
export function deskOf(model, task, guesses, kept, put, anew, pick) {
  const [trait, values, names, legend] = OPTIONS[task] ?? ["", [], [], ""];
  const options = nameAloud(choice(legend, names, (i) => pick({ [trait]: values[i] })));
  const lesser = trait === "instead"; // what a first look does not need
  const second = chooser(tr("Cut also"), [tr("no other"), ...[0, 1, 2, 3].map(headName)], (i) =>
    put({ also: i - 1 }),
  );
  const whose = nameAloud(
    choice(tr("Whose"), [tr("yours"), tr("ours")], (i) => write(model, { cells: i ? [] : kept })),
  );
  const none = html(
    "p",
    { class: "wb-note" },
    // a notebook has no other page
    ...tr("These are our heads. Try {puzzle}, and yours stand here.")
      .split("{puzzle}")
      .flatMap((part, i) => [
        ...(i
          ? [
              model.name
                ? html("a", { href: "puzzles.html" }, tr("puzzle 12"))
                : tr("puzzle 12 on the site"),
            ]
          : []),
        part,
      ]),
  );
  const go = button(tr("Cut"), () => write(model, model.get("done") ? anew() : { done: true }));
  go.classList.add("wb-go");
  let drawn = 0;
  const shuffle = button(tr("Other words"), () => {
    const n = model.get("words").length;
    const chances = uniforms(7919 * ++drawn + n, VOCABULARY.length + 1);
    const order = VOCABULARY.map((_, i) => i).sort((i, j) => chances[i] - chances[j]);
    put({ words: order.slice(0, n), begin: Math.floor(chances[VOCABULARY.length] * n) });
  });
  const long = slider(
    tr("Words"),
    { min: LEAST_WORDS, max: MOST_WORDS, step: 1, format: String },
    (n) => {
      const words = model.get("words");
      const rest = VOCABULARY.map((_, i) => i).filter((i) => !words.includes(i));
      put({ words: [...words, ...rest].slice(0, n) });
    },
  );
  const own = ownList(VOCABULARY, (words) => {
    if (words.length >= LEAST_WORDS) put({ words: words.slice(0, MOST_WORDS) });
  });
  const seeds = choice(
    tr("Trained with other random numbers"),
    [1, 2, 3].map((n) => tr("model {n}", { n })),
    (seed) => put({ seed }),
  );
  const depth = chooser(tr("Layers"), [tr("one layer"), tr("two layers")], (i) =>
    put({ layers: i + 1, head: i ? model.get("head") : model.get("head") % 2 }),
  );
  const act = html(
    "div",
    { class: "wb-buttons" },
    ...(guesses ? [go] : []),
    ...(trait && !lesser ? [options.root] : []),
    ...(task === "build" ? [kept.length ? whose.root : none] : []),
  );
  const nodes = [
    shuffle,
    html(
      "details",
      { class: "wb-fold" },
      html("summary", {}, tr("More")),
      long.root,
      ...(lesser ? [options.root] : []),
      ...(task === "cut" ? [second.root] : []),
      seeds.root,
      ...(task === "cut" || task === "look" ? [depth.root] : []),
      own.root,
    ),
  ];
  /**
   * @param {any} asked
   * @param {boolean} done
   */
  const set = (asked, done) => {
    long.set(asked.words.length);
    seeds.set(asked.seed);
    depth.set(asked.layers - 1);
    own.set(asked.words);
    if (trait) options.set(values.indexOf(asked[trait]));
    second.set(asked.also + 1);
    [...second.input.options].slice(2).forEach((option, i) => {
      option.disabled = i === asked.head || i >= 2 * asked.layers;
    });
    whose.set(asked.cells.length ? 0 : 1);
    say(
      go,
      task === "move"
        ? done
          ? tr("Swap back")
          : tr("Swap")
        : done
          ? tr("Put it back")
          : tr("Cut"),
    );
  };
  return { nodes, act, set };
}

/**
 * The words of the reader's own list: typed, or tapped.
 * @param {string[]} vocabulary
 * @param {(words: number[]) => void} onWords
 */
function ownList(vocabulary, onWords) {
  const taken = () =>
    [...new Set(input.value.toLowerCase().match(/[a-z]+/g) ?? [])]
      .map((word) => vocabulary.indexOf(word))
      .filter((word) => word >= 0);
  const { root, input } = typing(tr("Your words"), { most: 120 }, () => onWords(taken()));
  const chips = vocabulary.map((word, i) =>
    html(
      "button",
      {
        type: "button",
        class: "wb-chip-word",
        onclick: () => {
          const words = taken();
          const left = words.includes(i) ? words.filter((one) => one !== i) : [...words, i];
          input.value = left.map((one) => vocabulary[one]).join(" ");
          onWords(left);
        },
      },
      word,
    ),
  );
  /** @param {number[]} words */
  const set = (words) => {
    if (document.activeElement !== input) {
      const text = words.map((one) => vocabulary[one]).join(" ");
      if (input.value !== text) input.value = text;
    }
    chips.forEach((chip, i) => renew(chip, { "aria-pressed": String(words.includes(i)) }));
  };
  return {
    root: html(
      "div",
      { class: "wb-own-list" },
      root,
      html("div", { class: "wb-chip-words" }, ...chips),
    ),
    set,
  };
}
