import { button, follow, html, readout, write } from "./parts.js";

/** The answers of a page stay in this browser, kept by the question's text, so that a changed question starts anew. */
const place = (model) => `which-bank/quiz/${model.get("page")}`;

/** Reading and keeping are quiet where a browser forbids it: private windows, sandboxed frames. */
function recall(model) {
  try {
    return JSON.parse(localStorage.getItem(place(model))) ?? {};
  } catch {
    return {};
  }
}

function keep(model) {
  const kept = {};
  model.get("questions").forEach((question, i) => {
    const answer = model.get("answers")[i];
    if (answer !== null) kept[question.text] = question.kind === "choice" ? question.choices[answer].text : answer;
  });
  try {
    localStorage.setItem(place(model), JSON.stringify(kept));
  } catch {
    // nothing is kept, and the questions work all the same
  }
}

function initialize({ model }) {
  if (model.get("answers").every((answer) => answer === null)) {
    const kept = recall(model);
    const answers = model.get("questions").map(({ kind, text, choices }) => {
      if (kind === "number") return Number.isFinite(kept[text]) ? kept[text] : null;
      const i = choices.findIndex((option) => option.text === kept[text]);
      return i < 0 ? null : i;
    });
    if (answers.some((answer) => answer !== null)) write(model, { answers });
  }
  const save = () => keep(model);
  model.on("change:answers", save);
  return () => model.off("change:answers", save);
}

/** Right or not, and what to say: `verdict` in questions.py. @param {any} question @param {number} answer */
function verdict(question, answer) {
  if (question.kind === "choice") return question.choices[answer];
  const near = (x) => Math.abs(answer - x) <= question.tolerance + 1e-9;
  if (near(question.answer)) return { right: true, why: question.why };
  return { right: false, why: question.mistakes.find((m) => near(m.value))?.why ?? question.otherwise };
}

/** Nodes for a text whose only markup is `code` and *emphasis*. @param {string} text @returns {(Node|string)[]} */
function marked(text) {
  return text.split(/(`[^`]+`|\*[^\s*](?:[^*]*[^\s*])?\*)/).map((part, i) =>
    i % 2 ? html(part[0] === "`" ? "code" : "em", {}, part.slice(1, -1)) : part,
  );
}

/** The radio buttons of a choice question; each question is a form of its own, which keeps the groups apart. */
function choiceField({ choices }, onPick) {
  const inputs = choices.map((_, i) => html("input", { type: "radio", name: "answer", value: i, onchange: onPick }));
  const labels = choices.map(({ text }, i) => html("label", {}, inputs[i], html("span", {}, ...marked(text))));
  const read = () => inputs.findIndex((input) => input.checked);
  const set = (answer) => inputs.forEach((input, i) => (input.checked = i === answer));
  return { nodes: labels, read, set, valid: (x) => x >= 0, ask: "Choose an answer first." };
}

/** The text field of a number question; it takes a decimal comma and a typographic minus sign. */
function numberField(_, onInput) {
  const input = html("input", { type: "text", inputmode: "decimal", autocomplete: "off", oninput: onInput });
  const read = () => (input.value.trim() ? Number(input.value.trim().replace(",", ".").replace("−", "-")) : NaN);
  const set = (answer) => (input.value = answer ?? "");
  return { nodes: [html("label", {}, "Your answer", input)], read, set, valid: Number.isFinite, ask: "Type a number, such as 0.25." };
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
