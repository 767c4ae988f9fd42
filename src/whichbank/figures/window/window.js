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
  renew,
  say,
  shade,
  slider,
  write,
} from "../kit/parts.js";

const FORMS = ["CBOW", "skip-gram"];
const GAMES = ["the middle (CBOW)", "neighbors (skip-gram)"];
const TOP = 6;
const [LIKELY, ALIKE] = [0.1, 0.8]; // a chance, and a cosine

const cosine = (a, b) => dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b));
const scoresOf = (u, mean) => similarity(u, [mean]).map((row) => row[0]);
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
 * A vector as a strip of colored cells, one for each number; small numbers are seen, too.
 * @param {number} length
 * @param {number} largest
 */
function strip(length, largest) {
  const cells = Array.from({ length }, () => html("i"));
  const shown = cells.map(() => "");
  const root = html("span", { class: "wb-strip", "aria-hidden": "true" }, ...cells);
  const set = (vector) =>
    vector.forEach((x, d) => {
      const [paper] = shade(Math.sign(x) * Math.sqrt(Math.abs(x) / largest), true);
      if (shown[d] !== paper) cells[d].style.background = shown[d] = paper;
    });
  return { root, set };
}

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
 * The sentence, a box for each word: what the word is good for, and the vector of one that is
 * given; the one that is tapped is the center.
 * @param {number} length
 * @param {() => ReturnType<typeof strip>} made
 * @param {(place: number) => void} onPick
 */
function tokens(length, made, onPick) {
  const names = Array.from({ length }, () => html("span", { class: "wb-token-name" }));
  const roles = names.map(() => html("span", { class: "wb-token-role" }));
  const strips = names.map(made);
  const boxes = names.map((name, i) =>
    html("button", { type: "button", onclick: () => onPick(i) }, name, roles[i], strips[i].root),
  );
  const root = html(
    "ol",
    { class: "wb-tokens", "aria-label": "The sentence and the window" },
    ...boxes.map((box) => html("li", {}, box)),
  );
  /**
   * @param {string[]} words
   * @param {number} center
   * @param {number[]} context
   * @param {boolean} cbow
   * @param {(word: string) => number[]} rowOf
   */
  const set = (words, center, context, cbow, rowOf) =>
    words.forEach((word, i) => {
      const [isCenter, near] = [i === center, context.includes(i)];
      const part = isCenter
        ? cbow
          ? "to guess"
          : "given"
        : near
          ? cbow
            ? "given"
            : "to guess"
          : "";
      say(names[i], word);
      say(roles[i], part);
      strips[i].root.classList.toggle("wb-idle", part !== "given");
      strips[i].set(rowOf(word));
      renew(boxes[i], {
        "aria-pressed": String(isCenter),
        class: isCenter ? "wb-token-center" : near ? "wb-token-near" : "",
      });
    });
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

/** Tap the word in the middle, and set how wide the window is; the guesses follow. */
function slide(model, el) {
  const vocabulary = model.get("vocabulary");
  const numbers = new Map(vocabulary.map((word, i) => [word, i]));
  const sentences = model.get("sentences");
  const length = sentences[0].length;
  const words = () => sentences[model.get("sentence")];
  const forms = choice("Guess", GAMES, (i) => write(model, { form: FORMS[i] }));
  const texts = chooser(
    "Sentence",
    sentences.map((s) => `${s[0]} … ${s.at(-1)}`),
    (i) => write(model, { sentence: i }),
  );
  const width = slider(
    "Window m",
    { min: 1, max: model.get("widest"), step: 1, format: (m) => `± ${m}` },
    (m) => write(model, { window: m }),
  );
  const tables = FORMS.map((_, i) =>
    ["v", "u"].map((side) => model.get(`${i ? "skip" : "cbow"}_${side}`)),
  );
  const largest = Math.max(...tables.flat(3).map(Math.abs));
  const made = () => strip(tables[0][0][0].length, largest);
  const row = tokens(length, made, (center) => write(model, { center }));
  const [said, whole] = [readout(), html("p")];
  const shown = Math.min(TOP, vocabulary.length);
  const best = listing(
    "Strips are vectors: blue above 0, orange below. The more like the top one, the likelier.",
    ["guess", "vector (u)", "score", "chance (P)", ""],
    shown,
  );
  const [mean, meant] = [made(), html("th", { scope: "row" })];
  best.root.tHead.append(
    html("tr", {}, meant, html("td", {}, mean.root), html("td", { colspan: 2 }, "")),
  );
  const strips = best.lines.map(([, cell]) => {
    const one = made();
    cell.append(one.root);
    return one;
  });

  const fits = ({ sentence, center, window: m, form }) =>
    [sentence, center, m].every(Number.isInteger) &&
    sentence >= 0 &&
    sentence < sentences.length &&
    center >= 0 &&
    center < length &&
    m >= 1 &&
    m <= model.get("widest") &&
    FORMS.includes(form);
  const frame = framed(model, el, {
    name: "window",
    what: "Which word fits the gap?",
    traits: ["sentence", "center", "window", "form"],
    fits,
    title: sentences.length > 1 ? [texts.root] : [],
    picture: [row.root, best.root],
    controls: [forms.root, width.root],
    said: said.root,
    table: [whole],
  });

  const stop = follow(model, ["sentence", "center", "window", "form"], () => {
    const [center, m, cbow] = [
      model.get("center"),
      model.get("window"),
      model.get("form") === FORMS[0],
    ];
    const context = around(center, m, length);
    const given = (cbow ? context : [center]).map((place) => numbers.get(words()[place]));
    const [v, u] = tables[cbow ? 0 : 1];
    const middle = meanOf(v, given);
    const [scores, p] = [scoresOf(u, middle), guess(v, u, given)];
    const right = (cbow ? [center] : context).map((place) => words()[place]);
    const order = ranked(p).slice(0, shown);
    texts.set(model.get("sentence"));
    forms.set(cbow ? 0 : 1);
    width.set(m);
    row.set(words(), center, context, cbow, (word) => v[numbers.get(word)]);
    mean.set(middle);
    say(meant, given.length > 1 ? `mean of ${given.length} (v̂)` : "given (v)");
    order.forEach((i, at) => {
      const [name, , score, chance, mark] = best.lines[at];
      say(name, vocabulary[i]);
      strips[at].set(u[i]);
      say(score, fixed(scores[i], 1));
      say(chance, fixed(p[i]));
      chance.style.setProperty("--wb-share", `${(100 * p[i]).toFixed(1)}%`);
      say(mark, right.includes(vocabulary[i]) ? "✓" : "");
    });
    const fitting = ranked(p).filter((i) => p[i] >= LIKELY);
    const alike = fitting.every((i) => cosine(u[i], u[fitting[0]]) > ALIKE);
    said.set(
      tell(
        words()[center],
        context.map((place) => words()[place]),
        cbow,
        (word) => p[numbers.get(word)],
        fitting.map((i) => vocabulary[i]),
        alike,
      ),
    );
    say(
      whole,
      `All ${vocabulary.length} words: ${ranked(p)
        .map((i) => `${vocabulary[i]} ${fixed(p[i], 3)}`)
        .join(", ")}.`,
    );
  });
  return () => {
    stop();
    frame.stop();
  };
}

/** Draw; when the sentences, the vocabulary or the tables change, build the figure anew. */
const TRAITS = ["sentences", "vocabulary", "widest", "cbow_v", "cbow_u", "skip_v", "skip_u"];
export default { render: rebuilt(TRAITS, slide) };
