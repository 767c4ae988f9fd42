import { marked, shelf, thought } from "../kit/shelf.js";
import {
  amount,
  choiceField,
  curveField,
  numberField,
  orderField,
  pair,
  pointField,
} from "./guessing.js";
import { lecture } from "../kit/lecture.js";
import { follow, write } from "../kit/model.js";
import { fixed } from "../kit/numbers.js";
import { button, html, readout } from "../kit/parts.js";
import { tr } from "../kit/words.js";

/**
 * How far a guess is from the answer: `away` in guesses.py.
 * @param {string} kind
 * @param {any} guess
 * @param {any} answer
 * @returns {number}
 */
export function away(kind, guess, answer) {
  if (kind === "choice") return Number(guess !== answer);
  if (kind === "number") return Math.abs(guess - answer);
  if (kind === "point") return Math.hypot(guess[0] - answer[0], guess[1] - answer[1]);
  if (kind === "curve") return mean(answer.map((a, i) => Math.abs(guess[i] - a)));
  const pairs = answer.flatMap((first, i) => answer.slice(i + 1).map((second) => [first, second]));
  return mean(pairs.map(([first, second]) => Number(guess.indexOf(first) > guess.indexOf(second))));
}

/**
 * How far from the answer a guess can be: `farthest` in guesses.py.
 * @param {string} kind
 * @param {any} answer
 * @param {any} low
 * @param {any} high
 * @returns {number}
 */
export function farthest(kind, answer, low, high) {
  if (kind === "number") return Math.max(answer - low, high - answer);
  if (kind === "point")
    return Math.hypot(...answer.map((a, i) => Math.max(a - low[i], high[i] - a)));
  if (kind === "curve") return mean(answer.map((a) => Math.max(a - low, high - a)));
  return kind === "choice" ? 2 : 1;
}

/**
 * The words with which a result gives the answer, and the rest of it: up to the first sign after which there is a gap, or all of it.
 * @param {string} text
 */
export function opening(text) {
  const [first] = text.match(/^.*?[.:;!?।](?=\s|$)/) ?? [text];
  return [first, text.slice(first.length)];
}

// what the styles know, and what a reader sees
const VERDICTS = {
  "Right.": tr("Right."),
  "Not quite.": tr("Not quite."),
  "A surprise.": tr("A surprise."),
};
const mean = (numbers) => numbers.reduce((a, b) => a + b, 0) / numbers.length;
const right = ({ kind, answer, within = 0 }, guess) => away(kind, guess, answer) <= within + 1e-9;
const off = ({ kind, answer, low, high }, guess) =>
  away(kind, guess, answer) / farthest(kind, answer, low, high);

/**
 * A kind of guess: `ask` is said as long as it is not `made`; `told` puts it into a sentence, if it is wrong; `why`
 * says what tempts in it, and it is `answer` among those known; `truth` is the result, where it must name the right one;
 * `kept` and `found` turn a guess into what is kept, and back.
 */
const KINDS = {
  choice: {
    ask: tr("Choose an answer first."),
    build: choiceField,
    made: ({ options }, guess) => guess in options,
    told: ({ options }, guess) => tr("You guessed: {guess}.", { guess: options[guess] }),
    why: ({ why }, guess) => why[guess],
    answer: ({ keys }, guess) => keys[guess],
    kept: ({ keys }, guess) => keys[guess],
    found: ({ keys }, kept) => [...keys].indexOf(kept),
  },
  number: {
    ask: tr("Move the slider first."),
    build: numberField,
    made: ({ low, high }, guess) => inside(guess, low, high),
    told: (about, guess) => tr("You guessed {guess}.", { guess: amount(about, guess) }),
    why: (about, guess) => nearest(about, guess)?.why ?? "",
    answer: (about, guess) => nearest(about, guess)?.value,
  },
  point: {
    ask: tr("Move your point first."),
    build: pointField,
    made: ({ low, high }, guess) =>
      guess?.length === 2 && guess.every((v, i) => inside(v, low[i], high[i])),
    told: (_, guess) => tr("You guessed {guess}.", { guess: pair(guess) }),
  },
  order: {
    ask: tr("Press all of them, in your order."),
    build: orderField,
    made: ({ items }, guess) =>
      guess?.length === items.length && items.every((_, i) => guess.includes(i)),
    told: (about, guess) => tr("You guessed {guess}.", { guess: names(about, guess) }),
    truth: (about) => {
      const order = names(about, about.answer);
      const told = about.result.toLowerCase().startsWith(order.toLowerCase());
      return told ? about.result : `${tr("{order}.", { order })} ${about.result}`;
    },
    kept: ({ keys }, guess) => guess.map((i) => keys[i]),
    found: ({ keys }, kept) => kept.map((key) => [...keys].indexOf(key)),
  },
  curve: {
    ask: tr("Draw your curve first."),
    build: curveField,
    made: ({ x, low, high }, guess) =>
      guess?.length === x.length && guess.every((v) => inside(v, low, high)),
    told: ({ answer }, guess) =>
      tr("Your curve is {far} away on average.", { far: fixed(away("curve", guess, answer)) }),
  },
};

/** The known wrong number that a guess is, if it is one. */
function nearest({ mistakes, answer, within }, guess) {
  const far = ({ value }) => Math.abs(guess - value);
  const [made] = [...mistakes].sort((one, other) => far(one) - far(other));
  return made && far(made) <= Math.min(within + 1e-9, Math.abs(guess - answer)) ? made : undefined;
}

const inside = (v, low, high) => typeof v === "number" && v >= low && v <= high;
const names = ({ items }, order) => order.map((i) => items[i]).join(", ");

function initialize({ model }) {
  const about = model.get("prediction");
  const kind = KINDS[about.kind];
  const { get, put, follow: follows } = shelf(model, "guess/");
  const recall = () => {
    const found = get(about.key);
    // The traits are set one by one: a figure that is drawn between the two has no verdict on a
    // guess that is gone.
    if (!found) return { answered: "no", guess: null };
    if (found.answer === null) return { answered: "shown", guess: null };
    const guess =
      Array.isArray(found.answer) === Array.isArray(about.answer)
        ? (kind.found?.(about, found.answer) ?? found.answer)
        : null;
    return kind.made(about, guess)
      ? { guess, answered: "guessed" }
      : { answered: "no", guess: null };
  };
  const show = () => {
    const found = recall();
    if (found.answered !== model.get("answered")) write(model, found);
  };
  const save = () => {
    const [guess, answered] = [model.get("guess"), model.get("answered")];
    const kept = { answer: kind.kept?.(about, guess ?? []) ?? guess, right: false, off: 0 };
    if (answered === "guessed")
      Object.assign(kept, { right: right(about, guess), off: off(about, guess) });
    put([
      [
        about.key,
        answered === "no" ? undefined : answered === "shown" ? { ...kept, answer: null } : kept,
      ],
    ]);
  };
  if (model.get("answered") === "no" && model.get("guess") === null) show();
  model.on("change:answered", save);
  const leave = follows(show); // another tab, or a file
  return () => {
    leave();
    model.off("change:answered", save);
  };
}

/**
 * A question, a field for the guess, and after it guess and result in one line, where the buttons
 * were.
 */
function render({ model, el }) {
  const about = model.get("prediction");
  const kind = KINDS[about.kind];
  const field = kind.build(
    about,
    (guess) => model.get("answered") === "no" && write(model, { guess }),
  );
  const [said, missing] = [readout(), readout()];
  const why = (guess) => (right(about, guess) ? "" : kind.why?.(about, guess)) ?? "";
  const verdict = (guess) =>
    right(about, guess) ? "Right." : why(guess) ? "Not quite." : "A surprise.";
  const result = kind.truth?.(about) ?? about.result;
  const answerTo = (mark, guess) => {
    const head = [html("strong", {}, VERDICTS[mark]), " "];
    if (right(about, guess)) return [...head, ...marked(about.result)];
    const texts = [kind.told(about, guess), why(guess)];
    const more = why(guess) ? thought(model, about.key, kind.answer?.(about, guess)) : [];
    const [first, rest] = opening(result);
    const truth = [html("strong", {}, ...marked(first)), ...marked(rest)];
    return [
      ...head,
      ...marked(texts.filter(Boolean).join(" ")),
      ...more,
      " ",
      html("span", { class: "wb-truth" }, ...truth),
    ];
  };
  const finish = (answered) => {
    write(model, answered === "shown" ? { guess: null, answered } : { answered });
    said.root.tabIndex = -1;
    queueMicrotask(() => said.root.focus({ preventScroll: true })); // when it is drawn
  };
  const commit = button(tr("That’s my guess"), () =>
    kind.made(about, model.get("guess")) ? finish("guessed") : missing.set(kind.ask),
  );
  const skip = button(tr("Just show me"), () => finish("shown"));
  const again = button("↺", () => {
    write(model, { answered: "no", guess: null });
    queueMicrotask(() => fields.querySelector("input, button").focus());
  });
  for (const name of ["aria-label", "title"]) again.setAttribute(name, tr("Start over"));
  const hint = () => html("p", {}, ...marked(about.reason_from));
  const reason = about.reason_from
    ? [html("details", { class: "wb-reason" }, html("summary", {}, tr("Hint")), hint())]
    : [];
  const fields = html(
    "fieldset",
    {},
    html("legend", {}, ...marked(about.question)),
    ...reason,
    field.root,
  );
  const actions = html("div", { class: "wb-actions" });
  said.root.addEventListener("blur", () => said.root.removeAttribute("tabindex"));
  missing.root.className = "wb-missing";

  el.classList.add("wb-figure", "wb-question", "wb-predict");
  const told = html("div", { class: "wb-told" }, said.root, actions);
  const asked = html("div", { class: "wb-asked-one" }, fields, told);
  const room = html("div", { class: "wb-room" }, asked);
  el.replaceChildren(room);
  /** The figure that comes next on the page, in lecture view, and the result uncovered. */
  const onward = () => {
    if (model.get("answered") === "no") skip.click();
    large.close();
    const places = [...document.querySelectorAll(".wb-showable:not(.wb-predict)")];
    const next = places.find(
      (other) => el.compareDocumentPosition(other) & 4 && other.checkVisibility(),
    );
    next?.dispatchEvent(new Event("wb-lecture"));
  };
  const ask = async () => {
    try {
      await model.poll(el, `guess/${about.key}`, onward);
    } catch {
      missing.set(tr("The question to the class cannot be loaded now."));
    }
  };
  const asking = model.poll && ["choice", "number"].includes(about.kind);
  // In lecture view digits choose, and a key brings the answer.
  const press = ({ key, target }) => {
    const option = el.querySelectorAll("input[type=radio]")["123456789".indexOf(key)];
    const answers =
      (["a", "ArrowRight"].includes(key) && !target.closest("input")) ||
      (key === " " && !target.closest("input, button, summary"));
    if (option) option.click();
    else if (key === "c" && asking) ask();
    else if (answers && model.get("answered") === "no")
      (kind.made(about, model.get("guess")) ? commit : skip).click();
  };
  const large = lecture(el, {
    name: model.name,
    label: about.question.replace(/[*`]/g, ""),
    bar: room,
    arrange: () => asked,
    said: told,
    press,
    more: asking ? [[tr("Ask the class (C)"), "M4 20v-9h4v9M10 20V5h4v15M16 20v-6h4v6", ask]] : [],
  });
  let before;
  const ignore = follow(model, ["guess", "answered"], () => {
    const [guess, answered] = [model.get("guess"), model.get("answered")];
    const done = answered !== "no";
    field.set(guess, done);
    missing.set("");
    const mark = answered === "guessed" ? verdict(guess) : "";
    said.root.replaceChildren(...(mark ? answerTo(mark, guess) : done ? marked(result) : []));
    said.root.dataset.mark = mark;
    if (before !== done)
      actions.replaceChildren(...(done ? [again] : [commit, skip, missing.root]));
    before = done;
  });
  return () => {
    ignore();
    large.stop();
  };
}

export default { initialize, render };
