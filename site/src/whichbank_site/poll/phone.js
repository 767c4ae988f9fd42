// The page that a phone shows: one question, big, and after the answer a code to hand back. Nothing
// is sent. What was answered stays in this tab alone.
import { marked } from "../again/asking.js";
import { make } from "../pages/make.js";
import { save } from "../pages/save.js";
import { draw, spelled, understood } from "./codes.js";
import { keep, recall } from "./memory.js";
import { choiceOf, letter, loaded, numbered, tables } from "./items.js";
import { tr } from "../pages/words.js";
import { filled } from "../pages/counts.js";

const main = /** @type {HTMLElement} */ (document.querySelector("main"));
const ROUNDS = [tr("First answer"), tr("After talking to your neighbor")];
const parted = (code) => `${code.slice(0, 3)} ${code.slice(3)}`;

const button = (text, onclick) => make("button", { type: "button", onclick }, text);

function show(name, item) {
  // the characters drawn by chance, and the answers
  /** @type {{who: string, given: number[]}} */
  const state = recall(name) ?? { who: draw(), given: [] };
  const head = (round) => make("h1", { className: "round", tabIndex: -1 }, ROUNDS[round]);
  const enter = (...nodes) => {
    main.replaceChildren(...nodes);
    /** @type {HTMLElement} */ (main.firstElementChild).focus();
    scrollTo(0, 0);
  };

  /** @param {number} round */
  const ask = (round) => {
    const said = make("output");
    const number = item.cuts
      ? make("input", { inputMode: "decimal", autocomplete: "off", id: "number" })
      : undefined;
    const inputs = number
      ? []
      : item.o.map((_, i) => make("input", { type: "radio", name: "choice", value: String(i) }));
    const fields = number
      ? [
          make(
            "label",
            { htmlFor: "number" },
            tr("Your number"),
            item.unit ? ` (${item.unit})` : "",
          ),
          number,
        ]
      : item.o.map(([text], i) =>
          make("label", {}, inputs[i], make("b", {}, letter(i)), make("span", {}, ...marked(text))),
        );
    const onsubmit = (event) => {
      event.preventDefault();
      const choice = number
        ? choiceOf(item, numbered(number.value))
        : inputs.findIndex(({ checked }) => checked);
      if (choice < 0) {
        said.textContent = number
          ? tr("Type a number, such as 0.25.")
          : tr("Choose an answer first.");
        return;
      }
      state.given[round] = choice;
      keep(name, state);
      tell(round);
    };
    const again = make("input", { autocomplete: "off", id: "mine", maxLength: 12 });
    const note = make("output");
    const mine = () => {
      const found = understood(item, again.value.toUpperCase().replace(/[^\p{L}\p{N}]/gu, ""));
      if (!found) return void (note.textContent = tr("That is no code of this question."));
      state.who = found.who;
      state.given[found.round] = found.choice;
      keep(name, state);
      tell(found.round);
    };
    enter(
      head(round),
      make(
        "form",
        { onsubmit },
        make("fieldset", {}, make("legend", {}, ...marked(item.q)), ...tables(item), ...fields),
        make("button", {}, tr("Get my code")),
        said,
      ),
      ...(round || state.given.length
        ? []
        : [
            make(
              "details",
              {},
              make("summary", {}, tr("I had a code before")),
              make("label", { htmlFor: "mine" }, tr("Type it, and your next one counts as yours")),
              make("p", {}, again, button(tr("Go on"), mine)),
              note,
            ),
          ]),
    );
  };

  /** @param {number} round */
  const tell = (round) => {
    const code = spelled(item, state.who, state.given[round], round);
    const aloud = [...code].join(" ");
    enter(
      head(round),
      make(
        "p",
        { className: "code", translate: false },
        make("span", { ariaHidden: "true" }, parted(code)),
        make("span", { className: "aloud" }, aloud),
      ),
      make(
        "p",
        {},
        ...filled(tr("You said {answer}."), {
          answer: [
            item.cuts ? "" : `${letter(state.given[round])}: `,
            make("strong", {}, ...marked(item.o[state.given[round]][0])),
          ],
        }),
      ),
      make(
        "p",
        {},
        tr(
          "Hand this code in, as your instructor asks: say it, write it in the chat, or save it. Nothing has been sent.",
        ),
      ),
      make(
        "p",
        { className: "next" },
        ...(round ? [] : [button(tr("I have talked: answer again"), () => ask(1))]),
        button(tr("Change this answer"), () => ask(round)),
        button(tr("Save as a file"), () =>
          save(`${name.replace(/\W+/g, "-")}-${code}.txt`, `${code}\n`),
        ),
      ),
      make(
        "p",
        { className: "small" },
        tr(
          "It begins with {who}, drawn by chance. So your two answers to this question belong together, and nobody knows whose they are.",
          { who: state.who },
        ),
      ),
    );
  };
  if (state.given.length) tell(state.given.length - 1);
  else ask(0);
}

/** Read the address, and show what it asks for. */
async function start() {
  const [page, id] = location.hash.slice(1).split(/\/(.*)/s);
  document.title = tr("A question");
  try {
    const item = (await loaded(page)).find((one) => one.id === id);
    if (item) return show(`${page}/${id}`, item);
  } catch {
    // as below
  }
  main.replaceChildren(
    make(
      "h1",
      { className: "round" },
      page
        ? tr(
            "This question is not in this copy of the course, or could not be loaded. Ask for the link again, or load this page anew.",
          )
        : tr(
            "This page shows one question of a lecture. Its link names the question, and this one names none.",
          ),
    ),
  );
}
addEventListener("hashchange", start);
start();
