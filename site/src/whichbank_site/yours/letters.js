// Stage 1: the writer goes on from the reader's text, whole or with a box that is broken.
import { make } from "../pages/make.js";
import { fault, runner } from "./run.js";
import { tr } from "../pages/words.js";

const [COUNT, SEED] = [160, 0];
const [MOST_BEGUN, BEGIN] = [60, "The bank"];
const GUESSES = [
  ["same", tr("The same text")],
  ["words", tr("Another text, still in words")],
  ["salad", tr("Words that do not exist, or a salad")],
  ["error", tr("None: it stops")],
];
const AS_WORDS = 0.55; // the share of its letters in known words from which on a text is in words

/** @type {Promise<Set<string>> | undefined} */
let known;

/**
 * Which share of the letters of a text's words stand in words of the news; the last word may be cut
 * off. Letters are counted, for in noise too many a short word is known, such as "b" or "p".
 * @param {string} text
 * @param {string} file
 */
async function shareOf(text, file) {
  known ??= fetch(file)
    .then((answer) => answer.text())
    .then((all) => new Set(all.split(" ")));
  const all = await known;
  const found = (text.toLowerCase().match(/[a-z]+(?:['’-][a-z]+)*/g) ?? []).slice(0, -1);
  const count = (words) => words.join("").length;
  return count(found.filter((word) => all.has(word))) / Math.max(1, count(found));
}

/** What the texts say about a guess. */
function verdict({ error, text, shares }, whole, guess) {
  const [share] = shares;
  const found = error ? "error" : text === whole ? "same" : share >= AS_WORDS ? "words" : "salad";
  const [percent, first] = shares.map((one) => `${Math.round(100 * one)}%`);
  const beside = tr(
    "{percent} of its letters stand in words of the news that it has read; of the whole one’s, {first}.",
    { percent, first },
  );
  const said = {
    error: tr("It stops: the next box can make nothing of what comes out."),
    same: tr("The same text, to the letter: here the change makes no difference."),
    words: `${tr("Another text:")} ${beside}`,
    salad: `${tr("Too few of its words exist:")} ${beside}`,
  }[found];
  return `${guess ? (guess === found ? `${tr("As you guessed.")} ` : `${tr("Not as you guessed.")} `) : ""}${said}`;
}

/** A field for a line of text, with its label. */
export function line(label, value, most = MOST_BEGUN) {
  const input = make("input", { type: "text", value, maxLength: most, autocomplete: "off" });
  return { input, root: make("label", { className: "wb-my-line" }, label, input) };
}

/**
 * A text that grows, and where it began; until then, what will be there.
 * @param {string} label
 * @param {string} awaited
 */
function page(label, awaited) {
  const [hint, begun, rest] = [make("i", {}, awaited), make("b"), make("span")];
  const paper = make(
    "p",
    { className: "wb-my-paper", tabIndex: 0, role: "group", ariaLabel: label },
    hint,
    begun,
    rest,
  );
  return {
    root: make("div", {}, make("p", { className: "wb-my-over" }, label), paper),
    begin(text) {
      hint.hidden = text !== "";
      begun.textContent = text;
      rest.textContent = "";
    },
    add(letter) {
      rest.append(letter);
      paper.scrollTop = paper.scrollHeight;
    },
    text: () => rest.textContent,
  };
}

/**
 * @param {Desk} desk
 */
export function letters({ held, machine, go, kept }) {
  const begin = line(tr("Go on from"), BEGIN);
  const heat = make("input", { type: "range", min: "0.2", max: "1.6", step: "0.1", value: "0.7" });
  const shownHeat = make("output", {}, heat.value);
  heat.addEventListener("input", () => (shownHeat.textContent = heat.value));
  const run = runner(tr("Run it"), write);
  const compared = run.also(tr("Compare with a cache"), compare);
  const paper = page(
    tr("What it writes"),
    tr("{n} letters will come here, one after the other.", { n: COUNT }),
  );
  const report = make("div", { className: "wb-my-said" });
  const asked = () => ({
    boxes: held.asked("letters"),
    prompt: begin.input.value,
    n: COUNT,
    seed: SEED,
    heat: Number(heat.value),
  });

  async function write() {
    const prompt = begin.input.value;
    const start = { at: 0, n: 0 };
    paper.begin(prompt);
    report.replaceChildren();
    const result = await run.request(
      { stage: "letters", ...asked() },
      {
        box: machine.at,
        letter: (letter) => {
          start.at ||= performance.now();
          start.n += 1;
          paper.add(letter);
          run.part(start.n, COUNT);
          machine.say(prompt + paper.text(), letter);
        },
      },
    );
    machine.rest();
    if (!result) return;
    if (result.error) return failed(report, result, run, go);
    const seconds = (performance.now() - start.at) / 1000;
    run.beside.textContent = tr("{n} letters a second", { n: Math.round((start.n - 1) / seconds) });
    kept.sample = prompt + paper.text();
    held.tell();
    return run.say(held.whose("letters"));
  }

  async function compare() {
    const prompt = begin.input.value;
    let n = 0;
    report.replaceChildren();
    const result = await run.request(
      { stage: "cache", ...asked() },
      {
        paper: () => paper.begin(prompt),
        letter: (letter) => {
          paper.add(letter);
          run.part((n += 1), 2 * COUNT);
        },
      },
    );
    if (!result) return undefined;
    if (result.error) return failed(report, result, run, go);
    const [without, cached] = result.paces.map(Math.round);
    const found = { without, cached, times: (result.paces[1] / result.paces[0]).toFixed(1) };
    return run.say(
      result.same
        ? tr(
            "Without a cache it wrote {without} letters a second, with one {cached}: {times} times as many, and the same text.",
            found,
          )
        : tr(
            "Without a cache it wrote {without} letters a second, with one {cached}: {times} times as many, and another text. In your machine earlier letters hang on later ones, so nothing may be kept.",
            found,
          ),
    );
  }

  return [
    make(
      "div",
      { className: "wb-my-hands" },
      begin.root,
      make("label", { className: "wb-my-line" }, tr("Temperature"), heat, shownHeat),
    ),
    make("div", { className: "wb-my-hands" }, run.again, run.halt, compared),
    run.line,
    paper.root,
    report,
  ];
}

/** Show why a run has ended. */
export function failed(place, { error, box }, run, go) {
  place.replaceChildren(fault({ box, text: error }, go));
  run.say(box ? tr("The run stops in {box}.", { box }) : tr("The run stops."));
}

/**
 * The same run with a box that is broken: a guess, then both texts.
 * @param {Desk} desk
 */
export function breaking({ held, machine, go, breaks, words: file }) {
  const own = make("option", { value: "" }, "");
  const what = make(
    "select",
    {
      onchange: () => {
        said.replaceChildren();
        for (const { firstChild } of guesses)
          /** @type {HTMLInputElement} */ (firstChild).checked = false;
      },
    },
    own,
    ...breaks.map(([place, box, name]) =>
      make("option", { value: String(place) }, `${held.named(box).title}: ${name}`),
    ),
  );
  const guesses = GUESSES.map(([value, text]) =>
    make("label", {}, make("input", { type: "radio", name: "wb-guess", value }), text),
  );
  const guess = () =>
    guesses
      .map(({ firstChild }) => /** @type {HTMLInputElement} */ (firstChild))
      .find(({ checked }) => checked)?.value;
  const run = runner(tr("Break it and run"), write);
  const [whole, broken] = [
    page(tr("Whole"), tr("Here it writes with every box as it is.")),
    page(tr("Broken"), tr("Here it writes with one box broken.")),
  ];
  const said = make("div", { className: "wb-my-said" });
  const change = () => {
    const names = [...held.changed()];
    own.textContent = names.length
      ? tr("what I changed: {names}", { names: names.join(", ") })
      : tr("nothing: change a box of yours above");
    if (names.length) what.value = "";
  };
  held.views.add(change);
  change();
  // the page has just asked about it
  what.value = String((breaks.find(([, , name]) => name === "no mask") ?? breaks[0])[0]);

  async function write() {
    if (!guess()) return run.say(tr("Guess first: what will it write?"));
    said.replaceChildren();
    const texts = [whole, broken];
    for (const paper of texts) paper.begin("");
    const result = await run.request(
      {
        stage: "breaking",
        boxes: held.asked("letters"),
        saved: held.asked("letters", true),
        broken: what.value,
        prompt: BEGIN,
        n: COUNT / 2,
        seed: SEED,
        heat: 0.7,
      },
      {
        box: machine.at,
        paper: (at) => texts[at].begin(BEGIN),
        letter: ([at, letter]) => {
          texts[at].add(letter);
          run.part(
            texts[at].text().length,
            COUNT / 2,
            ` ${at ? tr("of the broken text") : tr("of the whole text")}`,
          );
        },
      },
    );
    machine.rest();
    if (!result) return undefined;
    const text = broken.text() ?? "";
    const shares = [0, 0];
    for (const [i, one] of [text, whole.text() ?? ""].entries())
      shares[i] = await shareOf(one, file).catch(() => 0);
    const words = verdict({ error: result.error, text, shares }, whole.text(), guess());
    said.replaceChildren(
      ...(result.error ? [fault({ box: result.box, text: result.error }, go)] : []),
      make("p", {}, words),
      ...(result.mistake
        ? [
            make(
              "p",
              {},
              ...tr("What the check of the exercise says: {hint}", { hint: result.mistake })
                .split("`")
                .map((part, i) => (i % 2 ? make("code", { translate: false }, part) : part)),
            ),
          ]
        : []),
    );
    return run.say(what.value ? tr("The box is whole again: only this run had it broken.") : "");
  }

  return [
    make("label", { className: "wb-my-line" }, tr("Break"), what),
    make("fieldset", {}, make("legend", {}, tr("What will it write?")), ...guesses),
    make("div", { className: "wb-my-hands" }, run.again, run.halt),
    run.line,
    make("div", { className: "wb-my-both" }, whole.root, broken.root),
    said,
  ];
}
