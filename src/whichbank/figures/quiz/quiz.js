import { marked, radios, shelf, thought } from "../kit/shelf.js";
import { follow, reloaded, write } from "../kit/model.js";
import { button, html, readout, renew } from "../kit/parts.js";
import { tr } from "../kit/words.js";

function initialize({ model }) {
  const { get, put, follow: follows } = shelf(model, "answer/");
  const questions = () => model.get("questions");
  const recall = () =>
    questions().map(({ id, kind, choices }) => {
      const kept = get(id)?.answer;
      if (kind === "number") return Number.isFinite(kept) ? kept : null;
      const i = choices.findIndex((option) => option.id === kept);
      return i < 0 ? null : i;
    });
  let before = model.get("answers");
  const show = (answers) => {
    if (answers.some((answer, i) => answer !== before[i]))
      write(model, { answers: (before = answers) });
  };
  const save = () => {
    const answers = model.get("answers");
    const given = questions().map((question, i) => told(question, answers[i]));
    const changed = given.filter((_, i) => answers[i] !== before[i]);
    before = answers;
    if (changed.length) put(changed);
  };
  if (before.every((answer) => answer === null)) show(recall());
  // the first that is open
  if (model.get("place") === 0) write(model, { place: Math.max(0, before.indexOf(null)) });
  model.on("change:answers", save);
  const leave = follows(() => show(recall())); // another tab, or a file
  return () => {
    leave();
    model.off("change:answers", save);
  };
}

/**
 * What is kept of an answer, by the question: the answer (of a choice its id), and whether it is
 * right.
 */
function told(question, answer) {
  if (answer === null) return [question.id, undefined];
  const kept = question.kind === "choice" ? question.choices[answer].id : answer;
  return [question.id, { answer: kept, right: verdict(question, answer).right }];
}

/**
 * Right or not, and what to say, `verdict` in questions.py; and the choice's id, or the known wrong
 * number.
 * @param {any} question
 * @param {number} answer
 */
function verdict(question, answer) {
  if (question.kind === "choice") return question.choices[answer];
  const near = (x) => Math.abs(answer - x) <= question.tolerance + 1e-9;
  if (near(question.answer)) return { right: true, why: question.why };
  const made = question.mistakes.find((m) => near(m.value));
  return { right: false, why: made?.why ?? question.otherwise, id: made?.value };
}

// what the styles know, and what a reader sees
const MARKS = { "Right.": tr("Right."), "Not yet.": tr("Not yet.") };

/** A table that a question shows, with its name above it. */
const table = ({ name, rows }) =>
  html(
    "table",
    {},
    html("caption", {}, name),
    ...rows.map((row) =>
      html("tr", {}, ...row.map((x) => html("td", { translate: "no" }, x.replace("-", "−")))),
    ),
  );

/** The radio buttons of a choice question, below the tables that it shows. */
function choiceField({ choices, shown }, onPick) {
  const { labels, read, set } = radios(
    choices.map(({ text }) => text),
    onPick,
  );
  const given = shown.length ? [html("div", { class: "wb-given" }, ...shown.map(table))] : [];
  return {
    nodes: [...given, ...labels],
    read,
    set,
    valid: (x) => x >= 0,
    ask: tr("Choose an answer first."),
  };
}

/** The text field of a number question; it takes a decimal comma and a typographic minus sign. */
function numberField(_, onInput) {
  const input = html("input", {
    type: "text",
    inputmode: "decimal",
    autocomplete: "off",
    oninput: onInput,
  });
  const read = () =>
    input.value.trim() ? Number(input.value.trim().replace(",", ".").replace("−", "-")) : NaN;
  const set = (answer) => (input.value = answer ?? "");
  return {
    nodes: [html("label", { class: "wb-number" }, tr("Your answer"), input)],
    read,
    set,
    valid: Number.isFinite,
    ask: tr("Type a number, such as 0.25."),
  };
}

/**
 * One question: its field, a button, and what is said about the answer. Its `turn` tells its place
 * where others are out of sight.
 */
function ask(question, i, { model, page, turn }, onAnswer) {
  let shown;
  const said = readout();
  const tell = (mark, text, more = []) => {
    const head = mark ? [html("strong", {}, MARKS[mark]), " "] : [];
    said.root.replaceChildren(...head, ...marked(text), ...more);
    said.root.dataset.mark = mark;
  };
  const field = (question.kind === "choice" ? choiceField : numberField)(question, () =>
    tell("", ""),
  );
  const set = (answer) => {
    if (shown === answer) return; // a choice made and not yet checked stays
    shown = answer;
    field.set(answer);
    if (answer === null) return tell("", "");
    const { right, why, id } = verdict(question, answer);
    tell(right ? "Right." : "Not yet.", why, thought(model, question.id, id));
  };
  const submit = (event) => {
    event.preventDefault();
    const answer = field.read();
    if (!field.valid(answer)) return tell("", field.ask);
    shown = undefined;
    onAnswer(answer);
    set(answer);
  };
  const check = html(
    "button",
    { type: "submit", class: "wb-button", "aria-label": tr("Check answer {n}", { n: i + 1 }) },
    tr("Check"),
  );
  const heading = [
    html("span", { class: "wb-nth" }, `${i + 1}. `),
    html("span", { class: "wb-turn" }, turn),
  ];
  const legend = html("legend", {}, ...heading, ...marked(question.text));
  const fields = html("fieldset", {}, legend, ...field.nodes);
  const root = html(
    "form",
    { class: "wb-question", id: `question-${page}-${i + 1}`, onsubmit: submit },
    fields,
    check,
    said.root,
  );
  return { root, fields, set };
}

/**
 * Questions with a choice or a number, a reason for every answer, and the score. All are there; a
 * narrow page shows the one at `place`, and two buttons that go on and back.
 */
function render({ model, el }) {
  const [page, questions] = [model.get("page"), model.get("questions")];
  const asked = questions.map((question, i) =>
    ask(
      question,
      i,
      { model, page, turn: tr("Question {n} of {all}", { n: i + 1, all: questions.length }) },
      (x) => write(model, { answers: model.get("answers").map((old, j) => (j === i ? x : old)) }),
    ),
  );
  const score = readout();
  const again = button(tr("Start over"), () =>
    write(model, { answers: questions.map(() => null), place: 0 }),
  );
  const ways = [
    { name: tr("Previous"), step: -1 },
    { name: tr("Next"), step: 1 },
  ];
  const turns = ways.map(({ name, step }) => {
    const there = () => asked[model.get("place") + step];
    const go = () => {
      if (!there()) return;
      const { fields } = there();
      write(model, { place: model.get("place") + step });
      fields.tabIndex = -1; // a group with the question's name: that is read out
      queueMicrotask(() => fields.focus()); // when it is shown
    };
    return { root: button(name, go), there };
  });

  el.classList.add("wb-figure", "wb-quiz");
  el.replaceChildren(
    html(
      "div",
      { class: "wb-room" },
      html("div", { class: "wb-asked" }, ...asked.map(({ root }) => root)),
      html("div", { class: "wb-turns" }, ...turns.map(({ root }) => root)),
      html("div", { class: "wb-score" }, score.root, again),
    ),
  );

  const open = () => {
    const place = asked.findIndex(({ root }) => location.hash === `#${root.id}`);
    if (place < 0) return;
    write(model, { place });
    queueMicrotask(() => asked[place].root.scrollIntoView());
  };
  // a reload keeps its place
  if (!reloaded()) setTimeout(open); // when it is on the page
  addEventListener("hashchange", open);
  const stop = follow(model, ["answers", "place"], () => {
    const [answers, place] = [model.get("answers"), model.get("place")];
    asked.forEach((part, i) => {
      part.set(answers[i]);
      part.root.classList.toggle("wb-now", i === place);
    });
    turns.forEach(({ root, there }) => renew(root, { "aria-disabled": String(!there()) }));
    const right = questions.filter(
      (question, i) => answers[i] !== null && verdict(question, answers[i]).right,
    );
    score.set(tr("{n} of {all} right", { n: right.length, all: questions.length }));
  });
  return () => {
    removeEventListener("hashchange", open);
    stop();
  };
}

export default { initialize, render };
