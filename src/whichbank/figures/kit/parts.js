// The parts that figures are made of: controls, read-out. Each part is {root, set}: an element, and
// a function that shows new values. A part never reads the model; figures connect the two.

import { fixed } from "./numbers.js";

/**
 * Make an HTML element.
 * @param {string} tag
 * @param {Record<string, any>} [attributes]
 * @param {...(Node|string)} children
 */
export function html(tag, attributes = {}, ...children) {
  return furnish(document.createElement(tag), attributes, children);
}

/**
 * Make an SVG element.
 * @param {string} tag
 * @param {Record<string, any>} [attributes]
 * @param {...(Node|string)} children
 */
export function svg(tag, attributes = {}, ...children) {
  return furnish(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, children);
}

function furnish(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (value !== false && value !== undefined)
      node.setAttribute(name, value === true ? "" : value);
  }
  // JupyterLab takes arrows and Enter for commands of its own wherever a control does not say that
  // it needs them.
  if (["input", "button", "select"].includes(node.localName))
    node.setAttribute("data-lm-suppress-shortcuts", "true");
  node.append(...children);
  return node;
}

/**
 * A labelled slider.
 * @param {string} label
 * @param {{min: number, max: number, step: number, format?: (x: number) => string, color?: number}}
 *   range
 * @param {(x: number) => void} onInput
 */
export function slider(label, { min, max, step, format = fixed, color: c }, onInput) {
  const id = uniqueId();
  const tell = () => onInput(Number(input.value));
  // a finger that turns out to scroll the page leaves the slider where it was
  let [shown, before] = [NaN, { value: "", shown: NaN }];
  const back = () => {
    if (input.value === before.value) return;
    input.value = before.value;
    onInput(before.shown);
  };
  const input = html("input", {
    type: "range",
    id,
    min,
    max,
    step,
    oninput: tell,
    onpointerdown: () => (before = { value: input.value, shown }),
    onpointercancel: back,
  });
  // the slider itself is read out
  const output = html("output", { for: id, "aria-live": "off", translate: "no" });
  const name = html("label", { for: id }, label);
  if (c !== undefined) name.className = `wb-word wb-c${c % 6}`;
  const set = (x) => {
    shown = x;
    if (Number(input.value) !== x) input.value = String(x);
    const text = format(x);
    renew(input, { "aria-valuetext": text });
    say(output, text);
  };
  return { root: html("div", { class: "wb-slider" }, name, input, output), input, set };
}

/**
 * One of several, as radio buttons.
 * @param {string} legend
 * @param {string[]} options
 * @param {(i: number) => void} onPick
 */
export function choice(legend, options, onPick) {
  const name = uniqueId();
  const inputs = options.map((_, i) =>
    html("input", { type: "radio", name, value: i, onchange: () => onPick(i) }),
  );
  const labels = options.map((option, i) => html("label", {}, inputs[i], html("span", {}, option)));
  const root = html(
    "fieldset",
    { class: "wb-choice" },
    html("legend", {}, legend),
    html("div", {}, ...labels),
  );
  let shown = NaN;
  const set = (i) => {
    if (i === shown && (i < 0 || inputs[i].checked)) return;
    shown = i;
    inputs.forEach((input, j) => (input.checked = i === j));
  };
  return { root, set };
}

/**
 * One of several, as a short list that opens: it takes one line, however many there are.
 * @param {string} label
 * @param {string[]} options
 * @param {(i: number) => void} onPick
 * @param {string} [none] what is shown where it is none of them
 */
export function chooser(label, options, onPick, none) {
  const id = uniqueId();
  const other = html("option", { value: -1, hidden: true, disabled: true }, none ?? "");
  const input = html(
    "select",
    { id, onchange: () => onPick(Number(input.value)) },
    other,
    ...options.map((option, i) => html("option", { value: i }, option)),
  );
  const set = (i) => (input.value = String(i));
  return {
    root: html("div", { class: "wb-chooser" }, html("label", { for: id }, label), input),
    input,
    set,
  };
}

/**
 * A line to type in.
 * @param {string} label
 * @param {{most: number, holder?: string}} room
 * @param {(text: string) => void} onInput
 */
export function typing(label, { most, holder }, onInput) {
  const id = uniqueId();
  const input = html("input", {
    type: "text",
    id,
    class: "wb-own",
    autocomplete: "off",
    spellcheck: "false",
    maxlength: most,
    placeholder: holder,
    oninput: () => onInput(input.value),
  });
  return {
    root: html("div", { class: "wb-typing" }, html("label", { for: id }, label), input),
    input,
  };
}

/**
 * A control whose name is heard and not seen.
 * @template {{root: HTMLElement}} T
 * @param {T} part
 * @returns {T}
 */
export function nameAloud(part) {
  part.root.querySelector("legend,label")?.classList.add("wb-aloud");
  return part;
}

/**
 * A push button.
 * @param {string} label
 * @param {() => void} onPress
 */
export function button(label, onPress) {
  return html("button", { type: "button", class: "wb-button", onclick: onPress }, label);
}

/**
 * Write a text where it differs: what stays as it was is not laid out, painted or read out again.
 * @param {Node} node
 * @param {string} text
 */
export function say(node, text) {
  const only = /** @type {Text | null} */ (node.firstChild);
  if (only?.nodeType === Node.TEXT_NODE && !only.nextSibling) {
    if (only.data !== text) only.data = text;
  } else node.textContent = text;
}

/**
 * Write attributes where they differ.
 * @param {Element} node
 * @param {Record<string, string|number>} attributes
 */
export function renew(node, attributes) {
  for (const [name, value] of Object.entries(attributes))
    if (node.getAttribute(name) !== String(value)) node.setAttribute(name, String(value));
}

/**
 * Lines that are read out when they change.
 * @param {...Node} lines
 */
export const readoutOf = (...lines) =>
  html("div", { class: "wb-readout", role: "status", "aria-live": "polite" }, ...lines);

/** A sentence that is read out when it changes. */
export function readout() {
  const root = html("p", { class: "wb-readout", role: "status", "aria-live": "polite" });
  return { root, set: (text) => say(root, text) };
}

/** A name that no other element has. */
export const uniqueId = () => `wb-${Math.random().toString(36).slice(2)}`;
