// A window slides over a sentence: what is given falls into one vector, and each guess is held to it.

import { framed } from "../kit/frame.js";
import { dot, ranked, similarity, softmax } from "../nets/kernels.js";
import {
  choice,
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
import { reel } from "../kit/reel.js";
import { guessing } from "./strips.js";

const FORMS = ["CBOW", "skip-gram"];
const GAMES = ["the middle (CBOW)", "neighbors (skip-gram)"];
const STAGES = ["given", "mean", "products", "sums"];
const TOP = 6;
const [LIKELY, ALIKE] = [0.1, 0.8]; // a chance, and a cosine

const cosine = (a, b) => dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b));
const scoresOf = (u, mean) => similarity(u, [mean]).map(([score]) => score);
const meanOf = (v, given) =>
  v[0].map((_, d) => given.reduce((sum, word) => sum + v[word][d], 0) / Math.max(given.length, 1));

/**
 * P of each word of the vocabulary: softmax of the scores of u against the mean of the given rows
 * of v.
 * @param {number[][]} v
 * @param {number[][]} u
 * @param {number[]} given numbers of the given words
 * @returns {number[]}
 */
export const guess = (v, u, given) => softmax(scoresOf(u, meanOf(v, given)));

/**
 * The places of the context: at most m on either side, without the center.
 * @param {number} center
 * @param {number} m
 * @param {number} length
 * @returns {number[]}
 */
const around = (center, m, length) =>
  Array.from({ length }, (_, place) => place).filter(
    (place) => place !== center && Math.abs(place - center) <= m,
  );

/**
 * Words in a row: "money, bank and grows".
 * @param {string[]} words
 */
const listed = (words) =>
  words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;

/**
 * The sentence in places of one width, and the window around its middle, whose ends are pulled.
 * @param {number} length
 * @param {(place: number) => void} onPick
 * @param {(place: number) => void} onPull where an end of the window is pulled to
 */
function row(length, onPick, onPull) {
  const words = choice("The word in the middle", Array(length).fill(""), onPick);
  const names = [...words.root.querySelectorAll("span")];
  const frame = html("div", { class: "wb-brackets" });
  const root = html(
    "div",
    { class: "wb-tokens", style: `--wb-places: ${length}` },
    frame,
    words.root,
  );
  const pull = (event) => {
    if (event.isTrusted && !event.buttons) return;
    const { left, width } = root.getBoundingClientRect();
    onPull(Math.floor((length * (event.clientX - left)) / width));
  };
  for (const side of ["left", "right"])
    frame.append(
      html("span", {
        class: `wb-movable wb-${side}`,
        onpointerdown: (event) => event.target.setPointerCapture(event.pointerId),
        onpointermove: pull,
      }),
    );
  /**
   * @param {string[]} shown
   * @param {number} center
   * @param {number} m
   */
  const set = (shown, center, m) => {
    const ends = [Math.max(center - m, 0), Math.min(center + m, length - 1)];
    words.set(center);
    shown.forEach((word, i) => say(names[i], word));
    names.forEach((name, i) => name.classList.toggle("wb-near", i >= ends[0] && i <= ends[1]));
    frame.style.left = `${(100 * ends[0]) / length}%`;
    frame.style.right = `${100 - (100 * (ends[1] + 1)) / length}%`;
  };
  return { root, set };
}

/**
 * What the neighbors settle, in words.
 * @param {string} middle
 * @param {string[]} near
 * @param {boolean} cbow
 * @param {(word: string) => number} chance
 * @param {string[]} fitting the words that are likely, the best first
 * @param {boolean} alike whether their vectors are
 */
function tell(middle, near, cbow, chance, fitting, alike) {
  if (!near.length) return `${middle} is alone: nothing is given, and nothing can be guessed.`;
  const told = (word) => `the chance of ${word} is ${fixed(chance(word))}`;
  if (!cbow) {
    const order = [...near].sort((a, b) => chance(b) - chance(a));
    return `One guess must serve all places around ${middle}: ${[...new Set([order[0], order.at(-1)])].map(told).join(", and ")}.`;
  }
  const few = [middle, ...fitting.filter((word) => word !== middle)].slice(0, 3);
  const lesson =
    !fitting.includes(middle) || !alike
      ? "These neighbors do not give it away"
      : few[1]
        ? `The words ${listed(few)} keep the same company and fit alike`
        : "These neighbors leave only one word";
  return `${lesson}: ${told(middle)}.`;
}

/** Tap the word in the middle, and pull the window's ends; the guesses follow. */
function slide(model, el) {
  const vocabulary = model.get("vocabulary");
  const numbers = new Map(vocabulary.map((word, i) => [word, i]));
  const [sentences, widest] = ["sentences", "widest"].map((name) => model.get(name));
  const length = sentences[0].length;
  const words = () => sentences[model.get("sentence")];
  const forms = choice("Guess", GAMES, (i) => write(model, { form: FORMS[i] }));
  const texts = chooser(
    "Sentence",
    sentences.map((s) => `${s[0]} … ${s.at(-1)}`),
    (i) => write(model, { sentence: i }),
  );
  const widen = (window) => write(model, { window: Math.min(Math.max(window, 1), widest) });
  const width = slider(
    "Window m",
    { min: 1, max: widest, step: 1, format: (m) => `± ${m}` },
    widen,
  );
  const tables = FORMS.map((_, i) =>
    ["v", "u"].map((side) => model.get(`${i ? "skip" : "cbow"}_${side}`)),
  );
  const largest = Math.max(...tables.flat(3).map(Math.abs));
  const part = (vector) => vector.map((x) => x / largest);
  const tokens = row(
    length,
    (center) => write(model, { center }),
    (place) => widen(Math.abs(place - model.get("center"))),
  );
  const shown = Math.min(TOP, vocabulary.length);
  const strips = guessing(length, tables[0][0][0].length, shown);
  const [said, whole] = [readout(), html("p")];
  const best = listing("The likeliest guesses", ["guess", "score", "chance (P)", "right"], shown);
  const film = reel(
    "Steps",
    { last: STAGES.length - 1, pace: 800, format: (stage) => STAGES[stage] },
    {
      root: strips.root,
      now: () => model.get("stage"),
      go: (stage) => write(model, { stage }),
      draw: strips.draw,
    },
  );
  const within = (i, low, high) => Number.isInteger(i) && i >= low && i <= high;
  const frame = framed(model, el, {
    name: "window",
    what: "Which word fits the gap?",
    traits: ["sentence", "center", "window", "form", "stage"],
    fits: ({ sentence, center, window: m, form, stage }) =>
      within(sentence, 0, sentences.length - 1) &&
      within(center, 0, length - 1) &&
      within(m, 1, widest) &&
      within(stage, 0, STAGES.length - 1) &&
      FORMS.includes(form),
    title: sentences.length > 1 ? [texts.root] : [],
    picture: [tokens.root, strips.root],
    controls: [film.panel, forms.root, width.root],
    said: said.root,
    table: [best.root, whole],
    time: film,
  });

  const stop = follow(model, ["sentence", "center", "window", "form", "stage"], () => {
    const [center, m, cbow] = [
      model.get("center"),
      model.get("window"),
      model.get("form") === FORMS[0],
    ];
    const context = around(center, m, length);
    const places = cbow ? context : [center];
    const given = places.map((place) => numbers.get(words()[place]));
    const [v, u] = tables[cbow ? 0 : 1];
    const middle = meanOf(v, given);
    const [scores, p] = [scoresOf(u, middle), guess(v, u, given)];
    const right = (cbow ? [center] : context).map((place) => words()[place]);
    const order = ranked(p).slice(0, shown);
    texts.set(model.get("sentence"));
    forms.set(cbow ? 0 : 1);
    width.set(m);
    tokens.set(words(), center, m);
    best.set(
      order.map((i) => [
        vocabulary[i],
        fixed(scores[i], 1),
        fixed(p[i]),
        right.includes(vocabulary[i]) ? "✓" : "",
      ]),
    );
    const fitting = ranked(p).filter((i) => p[i] >= LIKELY);
    const alike = fitting.every((i) => cosine(u[i], u[fitting[0]]) > ALIKE);
    const told = tell(
      words()[center],
      context.map((place) => words()[place]),
      cbow,
      (word) => p[numbers.get(word)],
      fitting.map((i) => vocabulary[i]),
      alike,
    );
    said.set(told);
    strips.set(
      {
        places,
        vectors: given.map((i) => part(v[i])),
        mean: part(middle),
        name: given.length > 1 ? `mean of ${given.length}` : "given",
      },
      order.map((i) => ({
        key: i,
        name: vocabulary[i],
        vector: part(u[i]),
        chance: p[i],
        right: right.includes(vocabulary[i]),
      })),
      `The vectors of ${listed(places.map((place) => words()[place]))} fall into one, and each guess is multiplied with it: ${order.map((i) => `${vocabulary[i]} ${fixed(p[i])}`).join(", ")}.`,
    );
    film.set(model.get("stage"));
    say(
      whole,
      `All ${vocabulary.length} words: ${ranked(p)
        .map((i) => `${vocabulary[i]} ${fixed(p[i], 3)}`)
        .join(", ")}.`,
    );
  });
  return () => {
    stop();
    film.stop();
    strips.stop();
    frame.stop();
  };
}

/** Draw; when the sentences, the vocabulary or the tables change, build the figure anew. */
const TRAITS = ["sentences", "vocabulary", "widest", "cbow_v", "cbow_u", "skip_v", "skip_u"];
export default { render: rebuilt(TRAITS, slide) };
