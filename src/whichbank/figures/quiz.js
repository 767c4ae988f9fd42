import { button, follow, html, readout, write } from "./parts.js";

/** The answers stay in this browser, kept by the question's text, so that a changed question starts anew: on the course's
 * site with the rest of the reader's progress, elsewhere under a name of their own. */
const shelf = (page) => globalThis.wb?.progress_store?.answers(page) ?? ownShelf(`which-bank/quiz/${page}`);

/** Reading and keeping are quiet where a browser forbids it: private windows, sandboxed frames. */
function ownShelf(name) {
  const all = () => {
    try {
      return JSON.parse(localStorage.getItem(name)) ?? {};
    } catch {
      return {};
    }
  };
  const put = (given) => {
    const kept = { ...all(), ...Object.fromEntries(given) };
    try {
      localStorage.setItem(name, JSON.stringify(kept));
    } catch {
      // nothing is kept, and the questions work all the same
    }
  };
  return { get: (text) => all()[text], put, follow: () => () => {} };
}

function initialize({ model }) {
  const { get, put, follow: follows } = shelf(model.get("page"));
  const questions = () => model.get("questions");
  const recall = () =>
    questions().map(({ kind, text, choices }) => {
      const kept = get(text);
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

/** What is kept of an answer: the question, the answer (of a choice its text), and whether it is right. */
function told(question, answer) {
  if (answer === null) return [question.text, null, false];
  return [question.text, question.kind === "choice" ? question.choices[answer].text : answer, verdict(question, answer).right];
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
