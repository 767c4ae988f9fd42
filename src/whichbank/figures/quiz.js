import { marked, radios, shelf } from "./answers.js";
import { button, follow, html, readout, write } from "./parts.js";

function initialize({ model }) {
  const { get, put, follow: follows } = shelf(`answer/${model.get("page")}/`);
  const questions = () => model.get("questions");
  const recall = () =>
    questions().map(({ kind, text, choices }) => {
      const kept = get(text)?.answer;
      if (kind === "number") return Number.isFinite(kept) ? kept : null;
      const i = choices.findIndex((option) => option.text === kept);
      return i < 0 ? null : i;
    });
  let before = model.get("answers");
  const show = (answers) => {
    if (answers.some((answer, i) => answer !== before[i])) write(model, { answers: (before = answers) });
  };
  const save = () => {
    const answers = model.get("answers");
    const given = questions().map((question, i) => told(question, answers[i]));
    const changed = given.filter((_, i) => answers[i] !== before[i]);
    before = answers;
    if (changed.length) put(changed);
  };
  if (before.every((answer) => answer === null)) show(recall());
  model.on("change:answers", save);
  const leave = follows(() => show(recall())); // another tab, or a file
  return () => {
    leave();
    model.off("change:answers", save);
  };
}

/** What is kept of an answer, by the question: the answer (of a choice its text), and whether it is right. */
function told(question, answer) {
  if (answer === null) return [question.text, undefined];
  const kept = question.kind === "choice" ? question.choices[answer].text : answer;
  return [question.text, { answer: kept, right: verdict(question, answer).right }];
}

/** Right or not, and what to say: `verdict` in questions.py. @param {any} question @param {number} answer */
function verdict(question, answer) {
  if (question.kind === "choice") return question.choices[answer];
  const near = (x) => Math.abs(answer - x) <= question.tolerance + 1e-9;
  if (near(question.answer)) return { right: true, why: question.why };
  return { right: false, why: question.mistakes.find((m) => near(m.value))?.why ?? question.otherwise };
}

/** A table that a question shows, with its name above it. */
const table = ({ name, rows }) =>
  html("table", {}, html("caption", {}, name), ...rows.map((row) => html("tr", {}, ...row.map((x) => html("td", {}, x.replace("-", "−"))))));

/** The radio buttons of a choice question, below the tables that it shows. */
function choiceField({ choices, shown }, onPick) {
  const { labels, read, set } = radios(choices.map(({ text }) => text), onPick);
  const given = shown.length ? [html("div", { class: "wb-given" }, ...shown.map(table))] : [];
  return { nodes: [...given, ...labels], read, set, valid: (x) => x >= 0, ask: "Choose an answer first." };
}

/** The text field of a number question; it takes a decimal comma and a typographic minus sign. */
function numberField(_, onInput) {
  const input = html("input", { type: "text", inputmode: "decimal", autocomplete: "off", oninput: onInput });
  const read = () => (input.value.trim() ? Number(input.value.trim().replace(",", ".").replace("−", "-")) : NaN);
  const set = (answer) => (input.value = answer ?? "");
  return { nodes: [html("label", { class: "wb-number" }, "Your answer", input)], read, set, valid: Number.isFinite, ask: "Type a number, such as 0.25." };
}

/** One question: its field, a button, and what is said about the answer. */
function ask(question, i, onAnswer) {
  let shown;
  const said = readout();
  const tell = (mark, text) => {
    said.root.replaceChildren(...(mark ? [html("strong", {}, mark), " "] : []), ...marked(text));
    said.root.dataset.mark = mark;
  };
  const field = (question.kind === "choice" ? choiceField : numberField)(question, () => tell("", ""));
  const set = (answer) => {
    if (shown === answer) return; // a choice made and not yet checked stays
    shown = answer;
    field.set(answer);
    if (answer === null) return tell("", "");
    const { right, why } = verdict(question, answer);
    tell(right ? "Right." : "Not yet.", why);
  };
  const submit = (event) => {
    event.preventDefault();
    const answer = field.read();
    if (!field.valid(answer)) return tell("", field.ask);
    shown = undefined;
    onAnswer(answer);
    set(answer);
  };
  const check = html("button", { type: "submit", class: "wb-button", "aria-label": `Check answer ${i + 1}` }, "Check");
  const legend = html("legend", {}, `${i + 1}. `, ...marked(question.text));
  const fields = html("fieldset", {}, legend, ...field.nodes);
  return { root: html("form", { class: "wb-question", onsubmit: submit }, fields, check, said.root), set };
}

/** Questions with a choice or a number, a reason for every answer, and the score. */
function render({ model, el }) {
  const questions = model.get("questions");
  const asked = questions.map((question, i) =>
    ask(question, i, (x) => write(model, { answers: model.get("answers").map((old, j) => (j === i ? x : old)) })),
  );
  const score = readout();
  const again = button("Start over", () => write(model, { answers: questions.map(() => null) }));

  el.classList.add("wb-figure", "wb-quiz");
  el.replaceChildren(...asked.map((part) => part.root), html("div", { class: "wb-score" }, score.root, again));

  return follow(model, ["answers"], () => {
    const answers = model.get("answers");
    asked.forEach((part, i) => part.set(answers[i]));
    const right = questions.filter((question, i) => answers[i] !== null && verdict(question, answers[i]).right);
    score.set(`${right.length} of ${questions.length} right`);
  });
}

export default { initialize, render };
