import { framed } from "../kit/frame.js";
import { animate } from "../kit/motion.js";
import {
  button,
  calm,
  chooser,
  fixed,
  follow,
  html,
  percents,
  readout,
  say,
  slider,
  stage,
  typing,
  write,
} from "../kit/parts.js";
import { sentence } from "../kit/sentence.js";
import { split } from "../nets/words.js";
import { curving, swaying } from "./marks.js";
import { fair, LETTERS, owning } from "./own.js";
import { EVERY, known, LONGEST, ownOf, QUESTION, STEPS, training, wordsOf } from "./run.js";
import { wall } from "./wall.js";

const LEAP = 100; // steps between two pictures for a reader who asks for less motion
const KINDS = ["mean", "mix", "scaled", "Q and K only", "learned"];
const RATES = [0.0001, 0.001, 0.003, 0.01, 0.02, 0.05, 0.1, 0.3, 1];
const AMOUNTS = [5, 20, 80, 225];
const runs = new WeakMap();

/**
 * A wall of sentences that learn at once, and one of them large: tap a word to see where it looks by
 * now. The training plays, and goes back.
 */
function render({ model, el }) {
  const run = runs.get(model);
  const sentences = model.get("sentences");
  const namesOf = (text) => {
    const { words, vocabulary } = wordsOf(model);
    return known(text, vocabulary)
      .slice(0, LONGEST)
      .map((i) => words[i]);
  };
  const firstOf = (text) => namesOf(text).findIndex((name) => wordsOf(model).two.has(name));
  const read = (text) => write(model, { sentence: text, word: Math.max(0, firstOf(text)) });
  const rowsOf = () => {
    const { words } = wordsOf(model);
    const { sentences: some = [], p = [], weights = [] } = run.wall ?? {};
    return some.map(({ ids, ...one }, i) => ({
      ...one,
      words: ids.map((id) => words[id]),
      p: p[i],
      weights: weights[i],
    }));
  };
  const wide = wall((i) => {
    const row = rowsOf()[i];
    if (row) write(model, { sentence: row.words.join(" "), word: row.at });
  });
  const playing = () => run.step < model.get("steps");
  const play = button("Play", () => {
    if (run.step === STEPS) write(model, { steps: 0 }); // once more
    write(model, { steps: playing() ? run.step : STEPS });
  });
  play.classList.add("wb-go");
  const step = button(`${EVERY} steps`, () =>
    write(model, { steps: Math.min(STEPS, run.step + EVERY) }),
  );
  const passed = slider("Step", { min: 0, max: STEPS, step: EVERY, format: String }, (x) => {
    run.leaps = true;
    write(model, { steps: x });
  });
  const rate = slider(
    "Rate",
    { min: 0, max: RATES.length - 1, step: 1, format: (i) => String(RATES[i]) },
    (i) => write(model, { rate: RATES[i] }),
  );
  const learned = chooser("Reader", KINDS, (i) => write(model, { kind: KINDS[i] }));
  const seed = slider("Seed", { min: 0, max: 9, step: 1, format: String }, (x) =>
    write(model, { seed: x }),
  );
  const amount = chooser(
    "From",
    AMOUNTS.map((n) => `${n} a sense`),
    (i) => write(model, { amount: AMOUNTS[i] }),
  );
  const without = typing("Without", { most: LETTERS, holder: "launched" }, (text) =>
    write(model, { without: text }),
  );
  const picked = chooser("Reads", sentences, (i) => read(sentences[i]), "another");
  const own = owning(model, read, (text) => namesOf(text)[firstOf(text)]);
  const said = readout();
  const [scene, table] = [stage(), stage()];
  scene.root.classList.add("wb-scene");
  const [curves, sway] = [curving(), swaying()];
  const whole = (x, least, most) => Number.isInteger(x) && x >= least && x <= most;
  const frame = framed(model, el, {
    name: "trainer",
    lively: true,
    what: "What does it listen to?",
    traits: [...QUESTION, "word"],
    fits: ({ kind, rate: r, seed: s, amount: n, added, held, word, steps }) =>
      KINDS.includes(kind) &&
      RATES.includes(r) &&
      AMOUNTS.includes(n) &&
      whole(s, 0, 9) &&
      whole(word, 0, Infinity) &&
      whole(steps / EVERY, 0, STEPS / EVERY) &&
      fair(added, held),
    wide: true,
    time: { play, step, rest: () => playing() && write(model, { steps: run.step }) },
    near: () => model.get("vectors"),
    picture: [scene.root, wide.root, curves.root, sway.root],
    controls: [
      html(
        "details",
        { class: "wb-fold" },
        html("summary", {}, "More"),
        picked.root,
        html("div", { class: "wb-twofold" }, learned.root, amount.root, seed.root, without.root),
        ...own.nodes,
      ),
      html("div", { class: "wb-buttons" }, play, step),
      passed.root,
      rate.root,
    ],
    said: said.root,
    table: [table.root],
  });

  const told = ({ name, senses: both, p }) =>
    `${name} means ${both[p >= 0.5 ? 0 : 1]} (${fixed(100 * Math.max(p, 1 - p), 0)}%)`;
  /** @type {ReturnType<typeof sentence> | null} */
  let part = null;
  let shown = "\n";
  const draw = () => {
    say(play, playing() ? "Pause" : "Play");
    if (calm.matches && playing() && run.step % LEAP) return;
    const [text, steps] = ["sentence", "steps"].map((name) => model.get(name));
    const { senses, words } = wordsOf(model);
    const names = namesOf(text);
    const at = Math.max(0, Math.min(model.get("word"), names.length - 1));
    if (shown !== names.join(" ")) {
      const focused = part?.root.contains(document.activeElement);
      shown = names.join(" ");
      part = scene.show(shown, () => {
        const made = names.length
          ? sentence("Where does it look?", names, (word) => write(model, { word }))
          : null;
        made?.root.style.setProperty("--wb-signs", String(shown.length + names.length));
        return [made ? [made.root] : [], made];
      });
      if (focused) part?.labels[at].control.focus();
    }
    const { weights, scores, step: done } = run;
    const row = weights?.[at] ?? names.map(() => 0);
    const top = row.indexOf(Math.max(...row));
    part?.set(
      at,
      [{ key: "now", weights: row, color: "wb-c5" }],
      weights
        ? `After ${done} steps “${names[at]}” looks most at ${top === at ? "itself" : names[top]} (${fixed(100 * row[top], 0)}%).`
        : "Nothing is computed yet.",
    );
    curves.set(run.curves, done);
    const looks = table.show(shown, () => {
      const made = names.length ? percents(" ", names, ["looks at"]) : null;
      return [made ? [made.root] : [], made];
    });
    looks?.name(`Where “${names[at]}” looks after ${done} steps, in %`);
    looks?.set(
      row.map((weight) => [weight]),
      at,
    );
    const rows = rowsOf();
    const here = rows.findIndex((one) => one.words.join(" ") === names.join(" "));
    wide.set(rows, senses, here);

    learned.set(KINDS.indexOf(model.get("kind")));
    rate.set(RATES.indexOf(model.get("rate")));
    seed.set(model.get("seed"));
    amount.set(AMOUNTS.indexOf(model.get("amount")));
    passed.set(done);
    picked.set(sentences.indexOf(text));
    if (without.input.value !== model.get("without")) without.input.value = model.get("without");
    own.set(run.right, sentences.includes(text));
    const meant = names.flatMap((name, t) => {
      const i = senses.findIndex(([word]) => word === name);
      if (i < 0 || !scores) return [];
      const p = 1 / (1 + Math.exp(scores[t][2 * i + 1] - scores[t][2 * i]));
      return [{ name, senses: senses[i].slice(1), p }];
    });
    sway.set(meant.find(({ name }) => name === names[at]) ?? meant[0]);
    said.set(run.engine.problem || telling(done, steps, names, at, top, meant, words));
  };
  /** What is learned so far, in a sentence or two. */
  const telling = (done, steps, names, at, top, meant, words) => {
    if (run.engine.waits) return "What this figure needs is on its way.";
    if (!run.curves.test.length) return "Nothing is trained yet. Press Play.";
    const [lessons, tests] = ["added", "held"].map((trait) => ownOf(model, trait).length);
    const right = run.right.slice(lessons).filter(Boolean).length;
    const strange = [...new Set(split(model.get("sentence")))].filter(
      (one) => !words.includes(one),
    );
    return [
      `${run.sentences === 0 ? "No sentence is left to learn from" : done ? `After ${done} of ${steps} steps` : "By chance"}${meant.length ? `: ${meant.map(told).join("; ")}` : ""}.`,
      done && top !== at ? `“${names[at]}” looks most at “${names[top]}”.` : "",
      tests && run.right.length ? `Your test: ${right} of ${tests} right.` : "",
      strange.length ? `Left out: ${strange.join(", ")}.` : "",
    ]
      .filter(Boolean)
      .join(" ");
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
    part?.stop();
    wide.stop();
  };
}

/** All views of a model share one training. */
function initialize({ model }) {
  const run = training(model);
  runs.set(model, run);
  return () => run.engine.stop();
}

export default { initialize, render };
