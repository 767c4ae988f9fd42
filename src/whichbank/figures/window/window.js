// A window slides over a sentence: what is given falls into one vector, and each guess is held to it.

import { framed } from "../kit/frame.js";
import { dot, ranked, similarity, softmax } from "../nets/kernels.js";
import { follow, rebuilt, write } from "../kit/model.js";
import { fixed, wholeWithin } from "../kit/numbers.js";
import { choice, chooser, html, nameAloud, readout, say, slider } from "../kit/parts.js";
import { listing } from "../kit/tables.js";
import { reel } from "../kit/reel.js";
import { series, tr } from "../kit/words.js";
import { around, row } from "./row.js";
import { guessing } from "./strips.js";
import { tell } from "./told.js";

const FORMS = ["CBOW", "skip-gram"];
const GAMES = [tr("the middle (CBOW)"), tr("neighbors (skip-gram)")];
const STAGES = [tr("given"), tr("mean"), tr("products"), tr("sums")];
const TOP = 6;
const TRAITS = ["sentence", "center", "window", "form", "stage"];
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
 * The likeliest words; a word that is right is among them, if need be in the place of the last.
 * @param {number[]} all the best first
 * @param {number[]} right
 * @param {number} shown how many
 */
export function listed(all, right, shown) {
  const [top, best] = [all.slice(0, shown), all.find((i) => right.includes(i))];
  return best === undefined || top.includes(best) ? top : [...top.slice(0, -1), best];
}

/**
 * The controls beside the sentence.
 * @param {Model} model
 * @param {(window: number) => void} widen
 */
function controlsOf(model, widen) {
  const [sentences, widest] = ["sentences", "widest"].map((name) => model.get(name));
  const forms = nameAloud(choice(tr("Guess"), GAMES, (i) => write(model, { form: FORMS[i] })));
  const texts = chooser(
    tr("Sentence"),
    sentences.map((s) => `${s[0]} … ${s.at(-1)}`),
    (i) => write(model, { sentence: i }),
  );
  const width = slider(
    tr("Window m"),
    { min: 1, max: widest, step: 1, format: (m) => `± ${m}` },
    widen,
  );
  const set = () => {
    texts.set(model.get("sentence"));
    forms.set(FORMS.indexOf(model.get("form")));
    width.set(model.get("window"));
  };
  const title = sentences.length > 1 ? [texts.root] : [];
  return { title, nodes: [forms.root, width.root], set };
}

/**
 * The likeliest guesses as a table, and the chance of each word as a line.
 * @param {string[]} vocabulary
 * @param {number} shown
 */
function numbersOf(vocabulary, shown) {
  const best = listing(
    tr("The likeliest guesses"),
    [tr("guess"), tr("score"), tr("chance (P)"), tr("right")],
    shown,
  );
  const whole = html("p");
  const set = ({ scores, p, all, right }) => {
    best.set(
      listed(all, right, shown).map((i) => [
        vocabulary[i],
        fixed(scores[i], 1),
        fixed(p[i]),
        right.includes(i) ? "✓" : "",
      ]),
    );
    const each = all.map((i) => `${vocabulary[i]} ${fixed(p[i], 3)}`).join(", ");
    say(whole, tr("All {n} words: {each}.", { n: vocabulary.length, each }));
  };
  return { nodes: [best.root, whole], set };
}

/**
 * A guess: the places and the words that are given and those that are right, the score and the
 * chance of each word, all words by their chances, and what that teaches.
 * @param {Model} model
 * @param {number[][][][]} tables
 * @param {string[]} vocabulary
 */
function guessed(model, tables, vocabulary) {
  const [sentence, center, m, form] = ["sentence", "center", "window", "form"].map((name) =>
    model.get(name),
  );
  const ids = model.get("sentences")[sentence].map((word) => vocabulary.indexOf(word));
  const cbow = form === FORMS[0];
  const context = around(center, m, ids.length);
  const [places, wanted] = cbow ? [context, [center]] : [[center], context];
  const [v, u] = tables[FORMS.indexOf(form)];
  const given = places.map((place) => ids[place]);
  const mean = meanOf(v, given);
  const p = guess(v, u, given);
  const all = ranked(p);
  const fitting = all.filter((i) => p[i] >= LIKELY);
  const told = tell(
    vocabulary[ids[center]],
    context.map((place) => vocabulary[ids[place]]),
    cbow,
    (word) => p[vocabulary.indexOf(word)],
    fitting.map((i) => vocabulary[i]),
    fitting.every((i) => cosine(u[i], u[fitting[0]]) > ALIKE),
  );
  const right = wanted.map((place) => ids[place]);
  return { v, u, places, given, right, mean, scores: scoresOf(u, mean), p, all, told };
}

/** Tap the word in the middle, and pull the window's ends; the guesses follow. */
function slide(model, el) {
  const [vocabulary, sentences, widest] = ["vocabulary", "sentences", "widest"].map((name) =>
    model.get(name),
  );
  const length = sentences[0].length;
  const widen = (window) => write(model, { window: Math.min(Math.max(window, 1), widest) });
  const controls = controlsOf(model, widen);
  const tables = FORMS.map((_, i) =>
    ["v", "u"].map((side) => model.get(`${i ? "skip" : "cbow"}_${side}`)),
  );
  const largest = Math.max(...tables.flat(3).map(Math.abs));
  const part = (vector) => vector.map((x) => x / largest);
  const tokens = row(length, (center) => write(model, { center }), widest, widen);
  const shown = Math.min(TOP, vocabulary.length);
  const strips = guessing(length, tables[0][0][0].length, shown);
  const numbers = numbersOf(vocabulary, shown);
  const said = readout();
  const film = reel(
    tr("Steps"),
    { last: STAGES.length - 1, pace: 800, format: (stage) => STAGES[stage] },
    {
      root: strips.root,
      now: () => model.get("stage"),
      go: (stage) => write(model, { stage }),
      draw: strips.draw,
    },
  );
  const frame = framed(model, el, {
    name: "window",
    what: tr("Which word fits the gap?"),
    traits: TRAITS,
    fits: ({ sentence, center, window: m, form, stage }) =>
      wholeWithin(sentence, 0, sentences.length - 1) &&
      wholeWithin(center, 0, length - 1) &&
      wholeWithin(m, 1, widest) &&
      wholeWithin(stage, 0, STAGES.length - 1) &&
      FORMS.includes(form),
    title: controls.title,
    picture: [tokens.root, strips.root],
    controls: [film.panel, ...controls.nodes],
    said: said.root,
    table: numbers.nodes,
    time: film,
  });

  const stop = follow(model, TRAITS, () => {
    const found = guessed(model, tables, vocabulary);
    const { v, u, places, given, right, mean, p, all, told } = found;
    const best = listed(all, right, shown);
    const behind = (i) =>
      all.indexOf(i) < shown
        ? ""
        : tr("rank {n} of {all}", { n: all.indexOf(i) + 1, all: all.length });
    controls.set();
    tokens.set(sentences[model.get("sentence")], model.get("center"), model.get("window"));
    numbers.set(found);
    said.set(told);
    strips.set(
      {
        words: sentences[model.get("sentence")],
        places,
        vectors: given.map((i) => part(v[i])),
        mean: part(mean),
        name: given.length > 1 ? tr("mean of {n}", { n: given.length }) : tr("given"),
      },
      best.map((i) => ({
        key: i,
        name: vocabulary[i],
        vector: part(u[i]),
        chance: p[i],
        right: right.includes(i),
        behind: behind(i),
      })),
      tr("The vectors of {words} fall into one, and each guess is multiplied with it: {guesses}.", {
        words: series(given.map((i) => vocabulary[i])),
        guesses: best.map((i) => `${vocabulary[i]} ${fixed(p[i])} ${behind(i)}`.trim()).join(", "),
      }),
    );
    film.set(model.get("stage"));
  });
  return () => {
    stop();
    film.stop();
    tokens.stop();
    strips.stop();
    frame.stop();
  };
}

/** Draw; when the sentences, the vocabulary or the tables change, build the figure anew. */
const GIVEN = ["sentences", "vocabulary", "widest", "cbow_v", "cbow_u", "skip_v", "skip_u"];
export default { render: rebuilt(GIVEN, slide) };
