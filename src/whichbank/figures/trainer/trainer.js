import { framed } from "../kit/frame.js";
import { animate } from "../kit/motion.js";
import { calm, follow, write } from "../kit/model.js";
import { wholeWithin } from "../kit/numbers.js";
import { button, chooser, html, readout, say, slider, typing } from "../kit/parts.js";
import { looking } from "./looking.js";
import { curving, swaying } from "./marks.js";
import { inksOf, others } from "./others.js";
import { fair, LETTERS, owning } from "./own.js";
import { EVERY, known, LONGEST, QUESTION, STEPS, training, wordsOf } from "./run.js";
import { meaningsOf, tell } from "./told.js";
import { tr } from "../kit/words.js";

const LEAP = 100; // steps between two pictures for a reader who asks for less motion
const KINDS = ["mean", "mix", "scaled", "Q and K only", "learned"];
const NAMES = [tr("mean"), tr("mix"), tr("scaled"), tr("Q and K only"), tr("learned")];
const RATES = [0.0001, 0.001, 0.003, 0.01, 0.02, 0.05, 0.1, 0.3, 1];
const AMOUNTS = [5, 20, 80, 225];
const runs = new WeakMap();

/**
 * What a training starts from, as controls.
 * @param {Model} model
 */
function choicesOf(model) {
  const learned = chooser(tr("Reader"), NAMES, (i) => write(model, { kind: KINDS[i] }));
  const amount = chooser(
    tr("From"),
    AMOUNTS.map((n) => tr("{n} a sense", { n })),
    (i) => write(model, { amount: AMOUNTS[i] }),
  );
  const seed = slider(tr("Seed"), { min: 0, max: 9, step: 1, format: String }, (x) =>
    write(model, { seed: x }),
  );
  const without = typing(tr("Without"), { most: LETTERS, holder: "launched" }, (text) =>
    write(model, { without: text }),
  );
  const rate = slider(
    tr("Rate"),
    { min: 0, max: RATES.length - 1, step: 1, format: (i) => String(RATES[i]) },
    (i) => write(model, { rate: RATES[i] }),
  );
  const set = () => {
    learned.set(KINDS.indexOf(model.get("kind")));
    rate.set(RATES.indexOf(model.get("rate")));
    seed.set(model.get("seed"));
    amount.set(AMOUNTS.indexOf(model.get("amount")));
    if (without.input.value !== model.get("without")) without.input.value = model.get("without");
  };
  const nodes = [learned.root, amount.root, seed.root, without.root];
  return { root: html("div", { class: "wb-twofold" }, ...nodes), rate: rate.root, set };
}

/**
 * Play, a step, and how far the training has come.
 * @param {Model} model
 * @param {Record<string, any>} run
 */
function timeOf(model, run) {
  const playing = () => run.step < model.get("steps");
  const play = button(tr("Play"), () => {
    if (run.step === STEPS) write(model, { steps: 0 }); // once more
    write(model, { steps: playing() ? run.step : STEPS });
  });
  play.classList.add("wb-go");
  const step = button(tr("{n} steps", { n: EVERY }), () =>
    write(model, { steps: Math.min(STEPS, run.step + EVERY) }),
  );
  const passed = slider(tr("Step"), { min: 0, max: STEPS, step: EVERY, format: String }, (x) => {
    run.leaps = true;
    write(model, { steps: x });
  });
  const rest = () => playing() && write(model, { steps: run.step });
  return { playing, play, step, passed, rest };
}

/** The known words of a text, as many as are read. */
function namesOf(model, text) {
  const { words, vocabulary } = wordsOf(model);
  return known(text, vocabulary)
    .slice(0, LONGEST)
    .map((i) => words[i]);
}

/** Where the first of them stands that has two senses. */
const placeOf = (model, names) => names.findIndex((name) => wordsOf(model).two.has(name));

/** The sentences of the test that are shown. */
function rowsOf(model, { sentences = [], p = [], weights = [] }) {
  const { words } = wordsOf(model);
  return sentences.map(({ ids, ...one }, i) => ({
    ...one,
    words: ids.map((id) => words[id]),
    p: p[i],
    weights: weights[i],
  }));
}

const fits = ({ kind, rate, seed, amount, added, held, word, steps }) =>
  KINDS.includes(kind) &&
  RATES.includes(rate) &&
  AMOUNTS.includes(amount) &&
  wholeWithin(seed, 0, 9) &&
  wholeWithin(word, 0, Infinity) &&
  wholeWithin(steps / EVERY, 0, STEPS / EVERY) &&
  fair(added, held);

/**
 * A sentence: tap a word to see where it looks by now. The training plays, and goes back; others of
 * the test are folded away at first.
 */
function render({ model, el }) {
  const run = runs.get(model);
  const sentences = model.get("sentences");
  const read = (text) =>
    write(model, { sentence: text, word: Math.max(0, placeOf(model, namesOf(model, text))) });
  const [curves, sway] = [curving(), swaying()];
  const rest = others((i) => {
    const row = rowsOf(model, run.wall ?? {})[i];
    if (row) write(model, { sentence: row.words.join(" "), word: row.at });
  }, curves.root);
  const time = timeOf(model, run);
  const { playing, play, step, passed } = time;
  const choices = choicesOf(model);
  const picked = chooser(tr("Reads"), sentences, (i) => read(sentences[i]), tr("another"));
  const own = owning(model, read, (text) => {
    const names = namesOf(model, text);
    return names[placeOf(model, names)];
  });
  const looks = looking((word) => write(model, { word }));
  const said = readout();
  const more = [html("summary", {}, tr("More")), picked.root, choices.root, ...own.nodes];
  const frame = framed(model, el, {
    name: "trainer",
    lively: true,
    what: tr("What does it listen to?"),
    traits: [...QUESTION, "word"],
    fits,
    wide: true,
    time,
    near: () => model.get("vectors"),
    picture: [looks.scene, sway.root, rest.root],
    controls: [
      html("details", { class: "wb-fold" }, ...more),
      html("div", { class: "wb-buttons" }, play, step),
      passed.root,
      choices.rate,
    ],
    said: said.root,
    table: [looks.table],
  });

  const draw = () => {
    say(play, playing() ? tr("Pause") : tr("Play"));
    if (calm.matches && playing() && run.step % LEAP) return;
    const text = model.get("sentence");
    const { senses } = wordsOf(model);
    const names = namesOf(model, text);
    const at = Math.max(0, Math.min(model.get("word"), names.length - 1));
    const meant = meaningsOf(names, senses, run.scores);
    const about = meant.find(({ name }) => name === names[at]) ?? meant[0];
    const ink = about && run.step ? inksOf(about.senses)[Number(about.p < 0.5)] : "";
    const top = looks.set(names, at, run.weights?.[at], run.step, ink);
    curves.set(run.curves, run.step);
    const rows = rowsOf(model, run.wall ?? {});
    rest.set(
      rows,
      senses,
      rows.findIndex((one) => one.words.join(" ") === names.join(" ")),
    );
    choices.set();
    passed.set(run.step);
    picked.set(sentences.indexOf(text));
    own.set(run.right, sentences.includes(text));
    sway.set(about);
    said.set(
      run.engine.problem || tell(model, run, meant, top === at ? [] : [names[at], names[top]]),
    );
  };
  let cease = () => {};
  const news = () => {
    cease();
    // a slow page gets more news than it has frames
    if (playing()) cease = animate(() => draw() ?? false);
    else draw();
  };
  run.engine.views.add(news);
  const leave = follow(model, ["word"], draw);
  return () => {
    cease();
    run.engine.views.delete(news);
    leave();
    frame.stop();
    looks.stop();
  };
}

/** All views of a model share one training. */
function initialize({ model }) {
  const run = training(model);
  runs.set(model, run);
  return () => run.engine.stop();
}

export default { initialize, render };
