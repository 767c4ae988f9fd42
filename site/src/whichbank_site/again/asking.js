// One thing that was asked, in another form: a claim to judge, an exercise with other numbers, or a
// question to answer in one's head.
import { make } from "../pages/make.js";
import { check, number, parts, RIGHT, unfinished, unpack } from "../practice/hand_check.js";
import { KNOWN, MISSED } from "./plan.js";
import { tr } from "../pages/words.js";
import { filled } from "../pages/counts.js";

const FINE = tr("That is right.");

/**
 * Nodes for a text whose only markup is `code`, *emphasis* and a letter with an index between dollars.
 * @param {string} text
 */
export const marked = (text) =>
  text.split(/(`[^`]+`|\*[^\s*](?:[^*]*[^\s*])?\*|\$[^$]+\$)/).map((part, i) => {
    if (i % 2 === 0) return part;
    const inside = part.slice(1, -1);
    if (part[0] === "`") return make("code", { translate: false }, inside);
    const [letter, index] = inside
      .replace(/\\text\{(\w+)\}/g, "$1")
      .replace(/\\gamma/, "γ")
      .replace(/\\beta/, "β")
      .split(/[_^]/);
    const small = inside.includes("^") ? "sup" : "sub";
    const plain = (index ?? "").replace(/[{}]/g, "");
    return make("em", {}, letter, ...(index ? [make(small, {}, plain)] : []));
  });

/**
 * Another order of some things, the same for the same number.
 * @template T
 * @param {T[]} list
 * @param {number} by
 */
function turned(list, by) {
  const at = by % list.length;
  return [...list.slice(at), ...list.slice(0, at)];
}

const said = () => make("output", { className: "wb-again-said" });
const press = (text, more = {}) => make("button", { className: "wb-press", ...more }, text);

/** A number for a text, and for how often it was asked: what it decides on looks like chance. */
const drawn = (text, nth) =>
  [...`${text}/${nth}`].reduce((sum, sign) => (31 * sum + sign.charCodeAt(0)) % 65_521, 7);

/**
 * A claim and what can be said of it. Each time it is another one, until all have been there; what can
 * be said stands in another order.
 * @param {AgainItem} item
 * @param {number} nth
 */
export function claimed({ key, claims = [], r = "" }, nth) {
  const at = (drawn(key, 0) + nth) % (claims.length + 1);
  const options = turned(
    claims.map(([, why]) => why),
    drawn(key, nth + 1),
  );
  options.push(FINE);
  const [claim, answer] = claims[at] ?? [r, FINE];
  return { claim, answer, options: [...new Set(options)] };
}

/**
 * The form for one item.
 * @param {AgainItem} item
 * @param {number} nth how often it has come back
 * @param {string} address where it was asked
 * @param {(grade: number) => void} onGrade
 */
export async function asking(item, nth, address, onGrade) {
  if (item.claims?.length) return judging(item, nth, onGrade);
  if (item.numbers) return counting(item, await unpack(item.numbers), nth, address, onGrade);
  return recalling(item, onGrade);
}

/** Without the stop at its end, where another follows. */
const unstopped = (text) => text.replace(/\.$/, "");

/** Tell what is right, once: what means it may begin with it. */
function answerOf({ r, w = "" }) {
  const twice = r && w.toLowerCase().startsWith(r.toLowerCase());
  const answer =
    r && !twice
      ? [
          ...filled(tr("The answer: {answer}."), {
            answer: [make("strong", {}, ...marked(unstopped(r)))],
          }),
          " ",
        ]
      : [];
  return [...answer, ...marked(w)];
}

/** What the chapter lets its readers reason from. */
const hint = ({ h }) =>
  h ? [make("details", {}, make("summary", {}, tr("Hint")), make("p", {}, ...marked(h)))] : [];

/** What is to be said of a choice that was wrong. */
const amiss = (picked, answer) =>
  answer === FINE
    ? tr("There is nothing wrong with it.")
    : picked === FINE
      ? tr("What is wrong with it stands in bold.")
      : tr("That is true of another answer. What is wrong with this one stands in bold.");

const tables = (shown = []) =>
  shown.map(({ name, rows }) =>
    make(
      "table",
      { className: "wb-again-table" },
      make("caption", {}, name),
      ...rows.map((row) => make("tr", {}, ...row.map((x) => make("td", {}, x)))),
    ),
  );

function judging(item, nth, onGrade) {
  const { claim, answer, options } = claimed(item, nth);
  const out = said();
  const fields = options.map((text) => {
    const input = make("input", { type: "radio", name: "again", value: text });
    return { input, root: make("label", {}, input, make("span", {}, ...marked(text))) };
  });
  const button = press(tr("Check"), { type: "submit" });
  const onsubmit = (event) => {
    event.preventDefault();
    const picked = fields.find(({ input }) => input.checked);
    if (!picked) return void (out.textContent = tr("Choose an answer first."));
    const right = picked.input.value === answer;
    for (const { input, root } of fields) {
      input.disabled = true;
      root.classList.toggle("wb-right", input.value === answer);
    }
    button.remove();
    out.replaceChildren(
      make("strong", {}, right ? tr("Right.") : tr("Not yet."), " "),
      ...(right ? [] : [amiss(picked.input.value, answer), " "]),
      ...answerOf(item),
    );
    onGrade(right ? KNOWN : MISSED);
  };
  return make(
    "form",
    { onsubmit },
    make("p", {}, ...marked(item.q)),
    ...tables(item.shown),
    ...hint(item),
    make(
      "fieldset",
      {},
      make(
        "legend",
        {},
        ...filled(tr("Somebody answers “{claim}”. What do you say?"), {
          claim: marked(unstopped(claim)),
        }),
      ),
      ...fields.map(({ root }) => root),
    ),
    button,
    out,
  );
}

function counting(item, sets, nth, address, onGrade) {
  const { lines, ...table } = sets[nth % sets.length];
  const inputs = item.labels.map(() => make("input", { inputMode: "text", autocomplete: "off" }));
  const out = said();
  let first = true;
  const onsubmit = (event) => {
    event.preventDefault();
    const found = inputs.map((input) => parts(input.value).map(number));
    const listed = found.some((some) => some.length > 1);
    const text = check(table, listed ? found.flat() : found.map(([one]) => one ?? null));
    const right = text === RIGHT;
    out.textContent = text[0].toUpperCase() + text.slice(1);
    if (unfinished(text) || !first) return;
    first = false;
    onGrade(right ? KNOWN : MISSED);
  };
  return make(
    "form",
    { onsubmit },
    make(
      "p",
      {},
      ...filled(tr("The exercise {exercise}, with other numbers:"), {
        exercise: [make("a", { href: address, target: "_blank" }, item.q)],
      }),
    ),
    make("ul", {}, ...lines.map((line) => make("li", {}, ...marked(line)))),
    ...item.labels.map((label, i) => make("label", { className: "wb-field" }, label, inputs[i])),
    press(tr("Check"), { type: "submit" }),
    out,
  );
}

function recalling(item, onGrade) {
  const out = said();
  const grade = (text, value) =>
    press(text, {
      type: "button",
      onclick: () => {
        grades.remove();
        onGrade(value);
      },
    });
  const grades = make(
    "span",
    { className: "wb-together" },
    grade(tr("I had it, roughly"), KNOWN),
    grade(tr("I did not"), MISSED),
  );
  const show = press(tr("Show"), {
    type: "button",
    onclick: () => {
      out.replaceChildren(...answerOf(item), " ", grades);
      show.remove();
    },
  });
  return make(
    "form",
    { onsubmit: (event) => event.preventDefault() },
    make("p", {}, ...marked(item.q)),
    ...hint(item),
    make(
      "p",
      {},
      tr("Say your answer to yourself; roughly is enough. Then look, and be your own judge."),
    ),
    show,
    out,
  );
}
