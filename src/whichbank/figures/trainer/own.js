// The part of the figure that is the reader's own: further words with two senses, and sentences to
// learn from or to test with.

import { write } from "../kit/model.js";
import { button, html, say, typing } from "../kit/parts.js";
import { split } from "../nets/words.js";
import { ownOf, wordsOf } from "./run.js";
import { tr } from "../kit/words.js";

const MOST = 12; // sentences of the reader's own: a further one takes the place of the first
export const LETTERS = 120; // of each

/**
 * Whether something from an address is a sentence with a word of it and a sense.
 * @param {any} one
 */
const sound = (one) =>
  Array.isArray(one) &&
  one.length === 3 &&
  typeof one[0] === "string" &&
  one[0].length <= LETTERS &&
  split(one[0]).includes(one[1]) &&
  [0, 1].includes(one[2]);

/**
 * @param {any[]} added
 * @param {any[]} held
 */
export const fair = (added, held) =>
  added.length + held.length <= 2 * MOST && [...added, ...held].every(sound);

/**
 * Fields for a word and a sentence, and what was added by them.
 * @param {Model} model
 * @param {(text: string) => void} read
 * @param {(text: string) => string | undefined} asked the word of a text that has two senses
 */
export function owning(model, read, asked) {
  const own = typing(tr("Sentence"), { most: LETTERS, holder: tr("type any") }, read);
  const further = typing(tr("New word"), { most: LETTERS, holder: "bat: animal, club" }, (text) =>
    write(model, { own: text }),
  );
  const teach = [0, 1].map((sense) =>
    button("", () => {
      const text = model.get("sentence");
      const word = asked(text);
      if (word) write(model, { added: [...model.get("added"), [text, word, sense]].slice(-MOST) });
    }),
  );
  const taught = html("ul", {
    class: "wb-taught",
    "aria-label": tr("Sentences that you have added"),
  });
  let listed = "";
  const row = ({ trait, i, one, names }) => {
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
      html("span", {}, `${one[0]} (${one[1]}: ${names?.[one[2]] ?? tr("no senses now")})`),
      act(
        ...(trait === "added"
          ? [tr("learned"), tr("Keep for the test")]
          : [tr("test"), tr("Learn from")]),
        {
          [trait]: rest,
          [other]: [...model.get(other), one].slice(-MOST),
        },
      ),
      act("×", tr("Take out"), { [trait]: rest }),
    );
  };
  /**
   * The reader's own sentences, and whether their senses are found by now.
   * @param {boolean[]} right
   * @param {boolean} offered whether the sentence is one of the figure's
   */
  const set = (right, offered) => {
    const { two } = wordsOf(model);
    const rows = ["added", "held"].flatMap((trait) =>
      model.get(trait).map((one, i) => ({ trait, i, one, names: two.get(one[1]) })),
    );
    if (listed !== JSON.stringify(rows)) {
      const kept = taught.contains(document.activeElement);
      listed = JSON.stringify(rows);
      taught.replaceChildren(...rows.map(row));
      if (kept) own.input.focus();
    }
    const asks = ["added", "held"].flatMap((trait) => ownOf(model, trait));
    rows.forEach(({ one }, i) =>
      say(taught.children[i].firstChild, { true: "✓", false: "✗" }[right[asks.indexOf(one)]] ?? ""),
    );
    const text = model.get("sentence");
    for (const [field, value] of [
      [further.input, model.get("own")],
      [own.input, offered ? "" : text],
    ])
      if (field.value !== value) field.value = value;
    const word = asked(text);
    teach.forEach((one, sense) => {
      one.hidden = !word;
      say(one, word ? tr("Add: {word} is {sense}", { word, sense: two.get(word)[sense] }) : "");
    });
  };
  const nodes = [further.root, own.root, html("div", { class: "wb-buttons" }, ...teach), taught];
  return { nodes, set };
}
