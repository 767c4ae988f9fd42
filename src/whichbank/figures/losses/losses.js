import { framed } from "../kit/frame.js";
import { watch, write } from "../kit/model.js";
import { fixed } from "../kit/numbers.js";
import { button, choice, html, nameAloud, readout, say, typing } from "../kit/parts.js";
import { listing, stage } from "../kit/tables.js";
import { headNames } from "../letters/line.js";
import { computing } from "../nets/worker.js";
import { spelled, UNREAD } from "./spelled.js";
import { tr, trn } from "../kit/words.js";

const SETTINGS = ["text", "head", "instead", "guess", "done"];
const INSTEADS = ["mean", "zero"];
const LEAST_LETTERS = 2;
const runs = new WeakMap();

const meanLoss = (row) => row.reduce((a, b) => a + b, 0) / row.length;
const nameOf = (letter) => UNREAD[letter] ?? letter;
const signed = (x) => (x < 0 ? fixed(x) : `+${fixed(x)}`);

/**
 * Read the text with nothing cut, then without the chosen head, then without each other one.
 * @param {Model} model
 */
function reading(model) {
  const [letters, sizes] = ["letters", "sizes"].map((trait) => model.get(trait));
  const n = sizes[2] * sizes[4];
  /** @type {Record<string, any>} */
  const run = { key: "", rows: [], known: "", left: -1 };
  const keyOf = () => `${model.get("instead")} ${model.get("text")}`;
  const changed = () => (run.key = keyOf());
  const ask = () => {
    if (run.known === run.key) return null;
    const ids = [...`\n${model.get("text")}`].map((one) => letters.indexOf(one));
    const head = model.get("head");
    const others = Array.from({ length: n }, (_, i) => i).filter((i) => i !== head);
    return {
      key: run.key,
      ids: ids.slice(0, -1),
      wanted: ids.slice(1),
      zero: model.get("instead") === "zero",
      order: [-1, head, ...others],
    };
  };
  const heard = ({ key, head, losses, left, ms }) => {
    if (key !== run.key) return false; // it answers an older question
    // the old picture stays until the first two are there
    if (head < 0) run.coming = [];
    run.coming[head + 1] = losses;
    run.ms = ms;
    if (left < n) Object.assign(run, { rows: run.coming, known: key });
    run.left = left;
    return left === 0;
  };
  run.engine = computing(model, ["weights", "usual"], ["text", "instead"], () => !model.later, {
    changed,
    begin: ({ weights, usual }) => ({
      material: { weights, usual, shapes: model.get("shapes"), heads: sizes[2] },
    }),
    ask,
    heard,
  });
  return run;
}

/** A text that the model reads; a head is cut out of it; what each letter costs then. */
function render({ model, el }) {
  const run = runs.get(model);
  const [letters, sizes, others, shapes] = ["letters", "sizes", "others", "shapes"].map((trait) =>
    model.get(trait),
  );
  const [perLayer, room] = [sizes[2], sizes[5]];
  const names = headNames(sizes[4], perLayer);
  const anew = { guess: -1, done: false };
  const line = spelled(room, (i) => !model.get("done") && write(model, { guess: i }));
  // once something is cut, another head is cut in its place: one sees the colors move
  const heads = nameAloud(choice(tr("Head"), names, (head) => write(model, { head, guess: -1 })));
  heads.root.classList.add("wb-costs");
  const costs = [...heads.root.lastElementChild.children].map((label, i) => {
    const cost = [html("strong"), html("small")];
    const [layer, head] = names[i].split(", ");
    label.lastElementChild.replaceChildren(
      html("b", {}, html("i", {}, `${layer}, `), head),
      ...cost,
    );
    return cost;
  });
  const key = html(
    "p",
    { class: "wb-note" },
    tr("Nats more without it: here; below, on 120 other texts"),
  );
  const go = button(tr("Cut"), () => write(model, model.get("done") ? anew : { done: true }));
  go.classList.add("wb-go");
  const options = choice(tr("Instead:"), [tr("its mean"), tr("zero")], (i) =>
    write(model, { instead: INSTEADS[i] }),
  );
  options.root.classList.add("wb-lesser");
  const own = typing(tr("Your text"), { most: room }, (text) => {
    const some = [...text].filter((one) => letters.includes(one)).join("");
    if (some.length >= LEAST_LETTERS) write(model, { text: some.slice(0, room), ...anew });
  });
  const [said, table] = [readout(), stage()];
  const frame = framed(model, el, {
    name: "losses",
    wide: true,
    what: tr("Which letters need this head?"),
    traits: SETTINGS,
    fits: ({ text, head, instead, guess }) =>
      [...text].every((one) => letters.includes(one)) &&
      text.length >= LEAST_LETTERS &&
      text.length <= room &&
      Number.isInteger(head) &&
      head >= 0 &&
      head < names.length &&
      Number.isInteger(guess) &&
      guess >= -1 &&
      guess < room &&
      INSTEADS.includes(instead),
    near: () => ["weights", "usual"].forEach((trait) => model.get(trait)),
    picture: [
      html(
        "div",
        { class: "wb-losses-desk" },
        html("div", {}, heads.root, key),
        line.root,
        html("div", { class: "wb-buttons" }, go, options.root),
      ),
    ],
    controls: [own.root],
    said: said.root,
    table: [table.root],
  });

  const tell = (text, head, guess, done) => {
    const [before, now] = [run.rows[0], run.rows[head + 1]];
    if (!done)
      return tr(
        "The model needs {before} nats a letter here. Which letter will it guess worst without {head}? Tap one, then cut.",
        { before: fixed(meanLoss(before)), head: names[head] },
      );
    const lost = now.map((x, i) => x - before[i]);
    const worst = lost.indexOf(Math.max(...lost));
    const went = (i) => `${fixed(before[i], 1)} → ${fixed(now[i], 1)}`;
    const end = text.slice(0, worst + 1).slice(-10);
    const more = lost.filter((x) => x > lost[guess]).length;
    const yours = () =>
      trn(
        more,
        {
          one: "Your “{letter}”: {went}, and {n} letter loses more.",
          other: "Your “{letter}”: {went}, and {n} letters lose more.",
        },
        { letter: nameOf(text[guess]), went: went(guess) },
      );
    const marked = guess >= 0 && guess < text.length;
    const told = tr(
      "Without {head}: {now} nats a letter, with it {before}. Most is lost at the end of “{end}”: {went}.",
      {
        head: names[head],
        now: fixed(meanLoss(now)),
        before: fixed(meanLoss(before)),
        end,
        went: went(worst),
      },
    );
    return `${told} ${guess === worst ? tr("You tapped it.") : marked ? yours() : ""}`.trim();
  };
  const draw = () => {
    const [text, head, instead, guess, done] = SETTINGS.map((trait) => model.get(trait));
    heads.set(head);
    options.set(INSTEADS.indexOf(instead));
    if (document.activeElement !== own.input && own.input.value !== text) own.input.value = text;
    say(go, done ? tr("Put it back") : tr("Cut"));
    const { problem, waits } = run.engine;
    const fresh = run.known === run.key && Boolean(run.rows[head + 1]);
    if (problem) said.set(problem);
    else if (waits || !run.rows.length)
      said.set(
        tr("The model of the last chapter is on its way: {size}\u00a0kB.", {
          size: Math.ceil(
            shapes.reduce((sum, [, n, m]) => sum + 4 * n + (9 / 8) * n * m, 0) / 1000,
          ),
        }),
      );
    // the answer is a moment away: until then all stays
    if (!fresh && run.rows.length && !problem) return;
    const [before, now] = fresh ? [run.rows[0], run.rows[head + 1]] : [[], []];
    line.set(text, before, done ? now : [], guess, done);
    const more = names.map((_, i) => [
      run.rows[i + 1] && fresh ? meanLoss(run.rows[i + 1]) - meanLoss(before) : undefined,
      others[INSTEADS.indexOf(instead)][i + 1] - others[INSTEADS.indexOf(instead)][0],
    ]);
    costs.forEach((cost, i) => {
      const [here, there] = more[i];
      [here, there].forEach((x, k) => say(cost[k], done && x !== undefined ? signed(x) : ""));
    });
    key.classList.toggle("wb-unopened", !done);
    if (fresh) said.set(tell(text, head, guess, done));
    const rows = table.put(`${text.length}`, () =>
      listing(
        tr("What each letter costs, in nats"),
        [tr("letter"), tr("as learned"), tr("without the head")],
        text.length,
      ),
    );
    rows.set(
      [...text].map((one, i) => [
        nameOf(one),
        fresh ? fixed(before[i]) : "–",
        fresh && done ? fixed(now[i]) : "–",
      ]),
    );
  };
  run.engine.views.add(draw);
  draw();
  const stop = watch(model, ["head", "guess", "done"], draw);
  return () => {
    stop();
    run.engine.views.delete(draw);
    frame.stop();
    line.stop();
  };
}

/** All views of a model share one worker. */
function initialize({ model }) {
  const run = reading(model);
  runs.set(model, run);
  return () => run.engine.stop();
}

export default { initialize, render };
