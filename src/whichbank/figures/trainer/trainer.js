import { chart } from "../kit/chart.js";
import { framed } from "../kit/frame.js";
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
  uniqueId,
  write,
} from "../kit/parts.js";
import { sentence } from "../kit/sentence.js";
import { computing } from "../nets/worker.js";
import { split, wordNumbers } from "../nets/words.js";

const LONGEST = 14;
const STEPS = 800;
const LEAP = 100; // steps between two pictures for a reader who asks for less motion
const EVERY = 5;
const MOST = 12; // sentences of the reader's own: a further one takes the place of the first
const LETTERS = 120; // of each
const KINDS = [
  ["mean", "nothing: the mean"],
  ["mix", "nothing: the mix"],
  ["scaled", "three scales"],
  ["Q and K only", "Q and K"],
  ["learned", "Q, K and V"],
];
const RATES = [0.0001, 0.001, 0.003, 0.01, 0.02, 0.05, 0.1, 0.3, 1];
const AMOUNTS = [5, 20, 80, 225];
const SETTINGS = ["kind", "rate", "seed", "amount"];
const QUESTION = [...SETTINGS, "without", "own", "added", "held", "sentence", "steps"];
const runs = new WeakMap();

/**
 * The known words of a text: their numbers.
 * @param {string} text
 * @param {string} vocabulary
 */
const known = (text, vocabulary) => wordNumbers(text, vocabulary).filter((i) => i >= 0);

const memory = new WeakMap();

/**
 * The words with two senses: the figure's, then the reader's, if it is written as "bat: animal,
 * club"; and all words with a vector: the vocabulary, the reader's word, and the new ones of the
 * sentences to learn from.
 * @param {Model} model
 */
function wordsOf(model) {
  const [given, vocabulary, own, added] = ["senses", "vocabulary", "own", "added"].map((name) =>
    model.get(name),
  );
  const before = memory.get(model);
  if (before?.own === own && before.added === added) return before;
  const [first, ...names] = own.split(/[:,]/).map((part) => part.trim());
  const [word] = split(first);
  const good =
    /^[^:,]+:[^:,]+,[^:,]+$/.test(own) &&
    names.every(Boolean) &&
    word === first.toLowerCase() &&
    !given.some(([one]) => one === word);
  const senses = good ? [...given, [word, ...names]] : given;
  const two = new Map(senses.map(([one, ...both]) => [one, both]));
  const more = added.filter(([, one]) => two.has(one)).flatMap(([text]) => split(text));
  const words = [...new Set([...vocabulary.split(" "), ...(good ? [word] : []), ...more])];
  const found = {
    own,
    added,
    senses,
    two,
    words,
    fresh: words.slice(vocabulary.split(" ").length),
    vocabulary: words.join(" "),
  };
  memory.set(model, found);
  return found;
}

/**
 * Those of the reader's own sentences that can be learned, or asked.
 * @param {Model} model
 * @param {string} trait added or held
 */
function ownOf(model, trait) {
  const { two, words } = wordsOf(model);
  return model.get(trait).filter(([, word]) => two.has(word) && words.includes(word));
}

/**
 * The settings of a training, as the worker takes them.
 * @param {Model} model
 */
function settingsOf(model) {
  const { senses, fresh, words, vocabulary } = wordsOf(model);
  const lines = (trait) =>
    ownOf(model, trait).map(([text, word, sense]) => {
      const ids = known(text, vocabulary);
      return [ids.indexOf(words.indexOf(word)), sense, ...ids.map((i) => words[i])].join(" ");
    });
  return JSON.stringify({
    ...Object.fromEntries(SETTINGS.map((name) => [name, model.get(name)])),
    without: split(model.get("without")),
    senses: senses.map(([word]) => word),
    fresh,
    added: lines("added"),
    held: lines("held"),
  });
}

/** Train for all views of a model. */
function training(model) {
  const run = {};
  const ids = () => known(model.get("sentence"), wordsOf(model).vocabulary).slice(0, LONGEST);
  const changed = () => {
    const [settings, asks] = [settingsOf(model), String(ids())];
    if (run.settings !== settings || run.step > model.get("steps"))
      Object.assign(run, {
        settings,
        step: 0,
        sentences: null,
        curves: { loss: [], test: [], hand: [] },
        right: [],
        weights: null,
        scores: null,
      });
    if (run.reads !== asks) Object.assign(run, { reads: asks, weights: null, scores: null });
  };
  const heard = ({ settings, step, sentences, curves, right, ids: read, weights, scores }) => {
    // it answers an older question
    if (settings !== run.settings || step > model.get("steps")) return false;
    Object.assign(
      run,
      { step, sentences, curves, right },
      String(read) === run.reads ? { weights, scores } : {},
    );
    return String(read) === run.reads;
  };
  const begin = (given) => ({ material: { ...given, vocabulary: model.get("vocabulary") } });
  const ask = () => ({ settings: run.settings, ids: ids(), goal: model.get("steps") });
  const eager = () => !model.later || model.get("steps") > 0;
  run.engine = computing(model, ["vectors", "corpus"], QUESTION, eager, {
    changed,
    begin,
    ask,
    heard,
  });
  return run;
}

/**
 * Choose what is learned, from which sentences and how fast; play; tap a word to see where it looks
 * by now.
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
  const playing = () => run.step < model.get("steps");
  const play = button("Play", () => write(model, { steps: playing() ? run.step : STEPS }));
  play.classList.add("wb-go");
  const step = button(`${EVERY} steps`, () =>
    write(model, { steps: Math.min(STEPS, run.step + EVERY) }),
  );
  const back = button("Start over", () => write(model, { steps: 0 }));
  const learned = chooser(
    "Learns",
    KINDS.map(([, name]) => name),
    (i) => write(model, { kind: KINDS[i][0] }),
  );
  const rate = slider(
    "Learning rate",
    { min: 0, max: RATES.length - 1, step: 1, format: (i) => String(RATES[i]) },
    (i) => write(model, { rate: RATES[i] }),
  );
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
  const picked = chooser("Sentence", sentences, (i) => read(sentences[i]), "your own");
  const own = typing("Sentence", { most: LETTERS, holder: "type any" }, read);
  const further = typing("New word", { most: LETTERS, holder: "bat: animal, club" }, (text) =>
    write(model, { own: text }),
  );
  const teach = [0, 1].map((sense) =>
    button("", () => {
      const text = model.get("sentence");
      const word = namesOf(text)[firstOf(text)];
      if (word) write(model, { added: [...model.get("added"), [text, word, sense]].slice(-MOST) });
    }),
  );
  const taught = html("ul", { class: "wb-taught", "aria-label": "Sentences that you have added" });
  const said = readout();
  const [scene, table] = [stage(), stage()];
  scene.root.classList.add("wb-scene");
  const curves = chart({
    x: [0, STEPS],
    y: [0, 1],
    labels: ["steps", "right, and loss"],
    size: [150, 180],
    ticks: { x: [0, 400, 800], y: [0, 0.5, 1] },
  });
  const legend = [
    ["loss", 5, "—"],
    ["test", 0, "—"],
    ["by hand", 1, "┄"],
  ].map(([name, c, line]) => ({
    name,
    line,
    root: html("span", { class: `wb-word wb-c${c}` }, ""),
  }));
  const sway = html(
    "p",
    { class: "wb-sway", "aria-hidden": "true" },
    html("b", {}, ""),
    html("i", {}, html("em", {}, "")),
    html("b", {}, ""),
  );
  const folded = (label, ...parts) =>
    html("details", { class: "wb-fold", name: group }, html("summary", {}, label), ...parts);
  const group = uniqueId(); // one of them is open at a time
  const sound = (one) =>
    Array.isArray(one) &&
    one.length === 3 &&
    typeof one[0] === "string" &&
    one[0].length <= LETTERS &&
    split(one[0]).includes(one[1]) &&
    [0, 1].includes(one[2]);
  const fits = ({ kind, rate: r, seed: s, amount: n, added, held, word, steps }) =>
    KINDS.some(([name]) => name === kind) &&
    RATES.includes(r) &&
    AMOUNTS.includes(n) &&
    Number.isInteger(s) &&
    s >= 0 &&
    s <= 9 &&
    Number.isInteger(word) &&
    word >= 0 &&
    Number.isInteger(steps / EVERY) &&
    steps >= 0 &&
    steps <= STEPS &&
    added.length + held.length <= 2 * MOST &&
    [...added, ...held].every(sound);
  const frame = framed(model, el, {
    name: "trainer",
    what: "How does attention learn which meaning is meant?",
    traits: [...QUESTION, "word"],
    fits,
    wide: true,
    title: [picked.root],
    time: { play, step, rest: () => playing() && write(model, { steps: run.step }) },
    near: () => model.get("vectors"),
    picture: [
      scene.root,
      html(
        "div",
        { class: "wb-curves" },
        curves.root,
        html("p", { class: "wb-legend", "aria-hidden": "true" }, ...legend.map(({ root }) => root)),
      ),
      sway,
    ],
    controls: [
      html("div", { class: "wb-buttons" }, play, step, back),
      rate.root,
      folded(
        "More settings",
        html("div", { class: "wb-twofold" }, learned.root, amount.root, seed.root, without.root),
      ),
      folded(
        "Your own sentences",
        further.root,
        own.root,
        html("div", { class: "wb-buttons" }, ...teach),
        taught,
      ),
    ],
    said: said.root,
    table: [table.root],
  });

  const told = ({ name, senses: both, p }) =>
    `${name} means ${both[p >= 0.5 ? 0 : 1]} (${fixed(100 * Math.max(p, 1 - p), 0)}%)`;
  /** @type {ReturnType<typeof sentence> | null} */
  let part = null;
  let [shown, listed] = ["\n", ""];
  /** The reader's own sentences, and whether their senses are found by now. */
  const list = () => {
    const { two } = wordsOf(model);
    const rows = ["added", "held"].flatMap((trait) =>
      model.get(trait).map((one, i) => ({ trait, i, one, names: two.get(one[1]) })),
    );
    if (listed !== JSON.stringify(rows)) {
      const kept = taught.contains(document.activeElement);
      listed = JSON.stringify(rows);
      taught.replaceChildren(
        ...rows.map(({ trait, i, one, names }) => {
          const other = trait === "added" ? "held" : "added";
          const rest = model.get(trait).filter((_, j) => j !== i);
          const act = (label, name, traits) =>
            html(
              "button",
              {
                type: "button",
                class: "wb-button",
                title: name,
                "aria-label": `${name}: ${one[0]}`,
                onclick: () => write(model, traits),
              },
              label,
            );
          return html(
            "li",
            {},
            html("b"),
            html("span", {}, `${one[0]} (${one[1]}: ${names?.[one[2]] ?? "no senses now"})`),
            act(
              ...(trait === "added" ? ["learned", "Keep for the test"] : ["test", "Learn from"]),
              { [trait]: rest, [other]: [...model.get(other), one].slice(-MOST) },
            ),
            act("×", "Take out", { [trait]: rest }),
          );
        }),
      );
      if (kept) own.input.focus();
    }
    const asked = ["added", "held"].flatMap((trait) => ownOf(model, trait));
    rows.forEach(({ one }, i) =>
      say(
        taught.children[i].firstChild,
        { true: "✓", false: "✗" }[run.right[asked.indexOf(one)]] ?? "",
      ),
    );
  };
  const draw = () => {
    say(play, playing() ? "Pause" : "Play");
    if (calm.matches && playing() && run.step % LEAP) return;
    const [text, steps] = ["sentence", "steps"].map((name) => model.get(name));
    const { senses, two, words } = wordsOf(model);
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
    const {
      weights,
      scores,
      curves: { loss, test, hand },
      step: done,
    } = run;
    const none = names.map(() => 0);
    const row = weights?.[at] ?? none;
    const top = row.indexOf(Math.max(...row));
    part?.set(
      at,
      [{ key: "now", weights: row, color: "wb-c5" }],
      weights
        ? `After ${done} steps “${names[at]}” looks most at ${top === at ? "itself" : names[top]} (${fixed(100 * row[top], 0)}%).`
        : "Nothing is computed yet.",
    );
    curves.set(
      [
        {
          key: "coin",
          kind: "curve",
          at: [
            [0, 0.5],
            [STEPS, 0.5],
          ],
          faint: true,
          marks: false,
        },
        {
          key: "test",
          kind: "curve",
          at: test,
          name: test.length ? "test" : "",
          color: 0,
          marks: test.length === 1,
        },
        {
          key: "hand",
          kind: "curve",
          at: hand,
          name: hand.length ? "by hand" : "",
          color: 1,
          marks: false,
          dashed: true,
        },
        {
          key: "loss",
          kind: "curve",
          at: loss,
          name: loss.length ? "loss" : "",
          color: 5,
          marks: false,
        },
      ],
      `Curves over ${done} steps: the loss, the share right on the test, and on sentences by hand.`,
    );
    const looks = table.show(shown, () => {
      const made = names.length ? percents(" ", names, ["looks at"]) : null;
      return [made ? [made.root] : [], made];
    });
    looks?.name(`Where “${names[at]}” looks after ${done} steps, in %`);
    looks?.set(
      row.map((weight) => [weight]),
      at,
    );

    learned.set(KINDS.findIndex(([name]) => name === model.get("kind")));
    rate.set(RATES.indexOf(model.get("rate")));
    seed.set(model.get("seed"));
    amount.set(AMOUNTS.indexOf(model.get("amount")));
    picked.set(sentences.indexOf(text));
    for (const [field, value] of [
      [without.input, model.get("without")],
      [further.input, model.get("own")],
      [own.input, sentences.includes(text) ? "" : text],
    ])
      if (field.value !== value) field.value = value;
    const which = firstOf(text);
    teach.forEach((one, sense) => {
      one.hidden = which < 0;
      say(one, which < 0 ? "" : `Add: ${names[which]} is ${two.get(names[which])[sense]}`);
    });
    list();
    const meant = names.flatMap((name, t) => {
      const i = senses.findIndex(([word]) => word === name);
      if (i < 0 || !scores) return [];
      return [
        {
          name,
          senses: senses[i].slice(1),
          p: 1 / (1 + Math.exp(scores[t][2 * i + 1] - scores[t][2 * i])),
        },
      ];
    });
    const swung = meant.find(({ name }) => name === names[at]) ?? meant[0];
    sway.classList.toggle("wb-idle", !swung);
    [...sway.querySelectorAll("b")].forEach((end, i) => say(end, swung?.senses[i] ?? ""));
    say(sway.querySelector("em"), swung?.name ?? "");
    sway.style.setProperty("--wb-at", `${fixed(100 * (1 - (swung?.p ?? 0.5)), 1)}%`);
    const [lessons, tests] = ["added", "held"].map((trait) => ownOf(model, trait).length);
    const mine =
      tests && run.right.length
        ? `Your test: ${run.right.slice(lessons).filter(Boolean).length} of ${tests} right.`
        : "";
    for (const { name, line, root } of legend) {
      const end = run.curves[name === "by hand" ? "hand" : name].at(-1)?.[1];
      say(
        root,
        `${line} ${name}${end === undefined ? "" : name === "loss" ? `: ${fixed(end)}` : `: ${fixed(100 * end, 0)}% right`}`,
      );
    }
    const strange = [...new Set(split(text).filter((word) => !words.includes(word)))];
    said.set(
      run.engine.problem ||
        (run.engine.waits
          ? "What this figure needs is on its way."
          : !test.length
            ? "Nothing is trained yet. Press Play."
            : [
                `${run.sentences === 0 ? "No sentence is left to learn from" : done ? `After ${done} of ${steps} steps` : "Before training it can only guess"}${meant.length ? `: ${meant.map(told).join("; ")}` : ""}.`,
                done
                  ? top !== at && `“${names[at]}” looks most at “${names[top]}”.`
                  : !playing() && "Press Play to train it.",
                mine,
                strange.length ? `Left out: ${strange.join(", ")}.` : "",
              ]
                .filter(Boolean)
                .join(" ")),
    );
  };
  run.engine.views.add(draw);
  const leave = follow(model, ["word"], draw);
  return () => {
    run.engine.views.delete(draw);
    leave();
    frame.stop();
    part?.stop();
  };
}

/** All views of a model share one training. */
function initialize({ model }) {
  const run = training(model);
  runs.set(model, run);
  return () => run.engine.stop();
}

export default { initialize, render };
