// What questions share, those of a quiz and those before a result: where answers are kept, texts,
// and radio buttons.

import { html, uniqueId } from "./parts.js";
import { tr } from "./words.js";

/**
 * Where answers are kept, by the question's short name, whatever its words: where a page has a
 * place for them, with the rest of the reader's progress, elsewhere under a name of their own.
 * @param {any} model
 * @param {string} start "answer/" or "guess/"
 * @returns {{get: (id: string) => any, put: (given: [string, any][]) => void, follow: (call: () =>
 *   void) => () => void}}
 */
export const shelf = (model, start) => model.shelf?.(start) ?? ownShelf(`which-bank/${start}`);

/** Reading and keeping are quiet where a browser forbids it: private windows, sandboxed frames. */
function ownShelf(name) {
  const all = () => {
    try {
      return JSON.parse(localStorage.getItem(name) ?? "{}");
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
  return { get: (id) => all()[id], put, follow: () => () => {} };
}

/**
 * Nodes for a text whose only markup is `code` and *emphasis*.
 * @param {string} text
 * @returns {(Node|string)[]}
 */
export function marked(text) {
  return text.split(/(`[^`]+`|\*[^\s*](?:[^*]*[^\s*])?\*)/).map((part, i) => {
    const [sign, inside] = [part[0], part.slice(1, -1)];
    return i % 2 === 0
      ? part
      : sign === "`"
        ? html("code", { translate: "no" }, inside)
        : html("em", {}, inside);
  });
}

/**
 * A link to the misconception behind a wrong answer, where a page knows one.
 * @param {any} model
 * @param {string} id of the question
 * @param {string|number|undefined} answer
 * @returns {(Node|string)[]}
 */
export function thought({ behind }, id, answer) {
  const found = behind?.[id]?.[String(answer)];
  const href = `misconceptions.html#${found}`;
  return found ? [" ", html("a", { class: "wb-thought", href }, tr("The thought behind it"))] : [];
}

/**
 * Radio buttons, one below the other.
 * @param {string[]} options
 * @param {(i: number) => void} onPick
 */
export function radios(options, onPick) {
  const name = uniqueId();
  const inputs = options.map((_, i) =>
    html("input", { type: "radio", name, value: i, onchange: () => onPick(i) }),
  );
  const labels = options.map((text, i) =>
    html("label", {}, inputs[i], html("span", {}, ...marked(text))),
  );
  const read = () => inputs.findIndex((input) => input.checked);
  const set = (picked) => inputs.forEach((input, i) => (input.checked = i === picked));
  return { labels, inputs, read, set };
}
