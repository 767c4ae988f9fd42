// The parts that figures are made of: controls, read-out, heatmap. Each part is {root, set}: an
// element, and a function that shows new values. A part never reads the model; figures connect the
// two.

import { withPoint, tr } from "./words.js";

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
 * Round for reading: a fixed number of digits and a real minus sign.
 * @param {number} x
 * @param {number} [digits]
 */
export function fixed(x, digits = 2) {
  const text = x.toFixed(digits);
  return withPoint(Number(text) === 0 ? (0).toFixed(digits) : text.replace("-", "−"));
}

/**
 * A power of ten.
 * @param {number} power
 */
export const tenToThe = (power) =>
  "10" + [...String(power)].map((sign) => "⁻⁰¹²³⁴⁵⁶⁷⁸⁹"["-0123456789".indexOf(sign)]).join("");

/**
 * A small number for reading: two digits, or one; below 0.0005 with a power of ten.
 * @param {number} v
 */
export function small(v) {
  if (v >= 0.01) return fixed(v);
  if (v >= 0.0005) return String(Number(v.toPrecision(1)));
  const [lead, power] = v.toExponential(0).split("e");
  return `${lead} · ${tenToThe(Number(power))}`;
}

/**
 * Whether weights make a whole: they sum to 1, within rounding.
 * @param {number} sum
 */
export const whole = (sum) => Math.abs(sum - 1) < 1e-9;

/**
 * A sum for reading, with as many digits as it takes not to read 1 when it is not.
 * @param {number} sum
 */
export function total(sum) {
  const digits = whole(sum) ? 2 : [2, 4, 6, 9].find((n) => Number(sum.toFixed(n)) !== 1);
  return fixed(sum, digits);
}

/**
 * Follow traits: one call for all that one script changes, when it has come to its end, so that no
 * state is drawn that was never meant.
 * @param {Model} model
 * @param {string[]} traits
 * @param {() => void} call
 * @returns {() => void} what ends it
 */
export function watch(model, traits, call) {
  let due = false;
  const settle = () => {
    if (!due) return;
    due = false;
    call();
  };
  const gather = () => {
    if (!due) queueMicrotask(settle);
    due = true;
  };
  for (const trait of traits) model.on(`change:${trait}`, gather);
  return () => {
    due = false;
    for (const trait of traits) model.off(`change:${trait}`, gather);
  };
}

/**
 * Draw now, and again when traits have changed; returns the function that stops it.
 * @param {Model} model
 * @param {string[]} traits
 * @param {() => void} draw
 * @returns {() => void}
 */
export function follow(model, traits, draw) {
  draw();
  return watch(model, traits, draw);
}

/**
 * What an anywidget module hands out: draw, and when one of the traits changes that the whole
 * figure hangs on, build it anew.
 * @param {string[]} traits
 * @param {(model: any, el: HTMLElement) => () => void} build returns what stops the figure
 */
export const rebuilt =
  (traits, build) =>
  ({ model, el }) => {
    let stop = () => {};
    const ignore = follow(model, traits, () => {
      stop();
      stop = build(model, el);
    });
    return () => {
      ignore();
      stop();
    };
  };

/** Whether the reader has asked for less motion: `calm.matches`. */
export const calm = matchMedia("(prefers-reduced-motion: reduce)");

/**
 * Write traits and send them on.
 * @param {Model} model
 * @param {Record<string, any>} traits
 */
export function write(model, traits) {
  for (const [trait, value] of Object.entries(traits)) model.set(trait, value);
  model.save_changes();
}

/** Whether the page was loaded anew, which keeps its place. */
export function reloaded() {
  /** @type {any[]} */
  const [now] = performance.getEntriesByType("navigation");
  return now?.type === "reload";
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
 * @param {{most: number, holder?: string, aloud?: boolean}} room aloud: the label is not seen
 * @param {(text: string) => void} onInput
 */
export function typing(label, { most, holder, aloud }, onInput) {
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
    root: html(
      "div",
      { class: "wb-typing" },
      html("label", { for: id, class: aloud && "wb-aloud" }, label),
      input,
    ),
    input,
  };
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

/**
 * How a cell with a number looks, the same in the whole course: 0 is the page's own color, and says
 * nothing. A weight darkens it to full ink; a score that crosses zero has one hue above it and
 * another below. A number on it is black or white, whichever has the contrast, in both themes.
 * @param {number} x from 0 to 1, or from -1 where it crosses zero
 * @param {boolean} [crosses]
 * @returns {[string, string]} the cell's color and the number's
 */
export function shade(x, crosses = x < 0) {
  const size = Math.min(Math.abs(x), 1);
  const [hue, middle, dark] = !crosses
    ? ["--wb-ink", 0.47, 0.6]
    : x < 0
      ? ["--wb-minus", 0.655, 0.855]
      : ["--wb-plus", 0.625, 0.86];
  const text = size < middle ? "var(--wb-on-paper)" : size < dark ? "black" : "var(--wb-on-ink)";
  return [`color-mix(in srgb, var(${hue}) ${(100 * size).toFixed(1)}%, var(--wb-paper))`, text];
}

// pixels of a line that can just be seen, and of one whose weight is 1
const [THIN, THICK] = [1, 16];
const SEEN = 0.005; // a weight that reads 0.00 is not drawn

/**
 * How thick the line of a weight is, the same in the whole course.
 * @param {number} weight
 */
export const thickness = (weight) =>
  Math.abs(weight) < SEEN ? 0 : THIN + (THICK - THIN) * Math.min(Math.abs(weight), 1.2);

/**
 * A table of numbers with colored cells, so that a screen reader reads what the eye sees.
 * @param {string} caption
 * @param {string[]} rows
 * @param {string[]} columns
 * @param {{digits?: number, limits?: number[], sums?: boolean}} [options] sums adds a
 *   column of row sums
 */
export function heatmap(
  caption,
  rows,
  columns,
  { digits = 2, limits = [0, 1], sums = false } = {},
) {
  const cells = rows.map(() => columns.map(() => html("td", { translate: "no" })));
  const totals = rows.map(() => html("td", { class: "wb-sum", translate: "no" }));
  const heads = [...columns, ...(sums ? [tr("sum")] : [])].map((word) =>
    html("th", { scope: "col" }, html("span", {}, word)),
  );
  const lines = rows.map((word, t) =>
    html("tr", {}, html("th", { scope: "row" }, word), ...cells[t], ...(sums ? [totals[t]] : [])),
  );
  const corner = html("td", { class: "wb-corner" });
  const root = html(
    "table",
    { class: "wb-heatmap" },
    html("caption", {}, caption),
    html("thead", {}, html("tr", {}, corner, ...heads)),
    html("tbody", {}, ...lines),
  );
  // the colors of each number that was shown, by its text: of these there are few
  const looks = new Map();
  const look = (text, x) => {
    const [paper, ink] = shade(
      Number(x.toFixed(digits)) / Math.max(...limits.map(Math.abs)),
      limits[0] < 0 || undefined,
    );
    looks.set(text, { paper, ink });
    return looks.get(text);
  };
  const drawn = cells.map((line) =>
    line.map((node) => ({ node, style: node.style, text: "", paper: "", ink: "" })),
  );
  const set = (table, active = -1) => {
    table.forEach((row, t) => {
      row.forEach((x, s) => {
        const text = fixed(x, digits);
        const cell = drawn[t][s];
        if (cell.text === text) return;
        const { paper, ink } = looks.get(text) ?? look(text, x);
        say(cell.node, (cell.text = text));
        if (cell.paper !== paper) cell.style.backgroundColor = cell.paper = paper;
        if (cell.ink !== ink) cell.style.color = cell.ink = ink;
      });
      if (lines[t].classList.contains("wb-active") !== (t === active))
        lines[t].classList.toggle("wb-active");
      if (!sums) return;
      const sum = row.reduce((a, b) => a + b, 0);
      const text = whole(sum) ? total(sum) : tr("{sum}, not 1", { sum: total(sum) });
      if (totals[t].textContent === text) return;
      say(totals[t], text);
      totals[t].classList.toggle("wb-wrong", !whole(sum));
    });
  };
  return { root, set };
}

/**
 * A heatmap of shares in whole percents, whose caption can change.
 * @param {string} caption
 * @param {string[]} rows
 * @param {string[]} columns
 */
export function percents(caption, rows, columns) {
  const { root, set } = heatmap(caption, rows, columns, { digits: 0, limits: [0, 100] });
  const name = (text) => say(root.caption, text);
  return {
    root,
    name,
    set: (table, active) =>
      set(
        table.map((row) => row.map((share) => 100 * share)),
        active,
      ),
  };
}

/**
 * A table of texts; the first of each row names it.
 * @param {string} caption
 * @param {string[]} heads
 * @param {number} rows
 */
export function listing(caption, heads, rows) {
  const lines = Array.from({ length: rows }, () =>
    heads.map((_, i) => (i ? html("td", { translate: "no" }) : html("th", { scope: "row" }))),
  );
  const head = html(
    "tr",
    {},
    ...heads.map((name) =>
      html(name ? "th" : "td", name ? { scope: "col" } : { class: "wb-corner" }, name),
    ),
  );
  const root = html(
    "table",
    { class: "wb-heatmap" },
    html("caption", {}, caption),
    html("thead", {}, head),
    html("tbody", {}, ...lines.map((cells) => html("tr", {}, ...cells))),
  );
  const set = (texts) =>
    texts.forEach((row, i) => row.forEach((text, column) => say(lines[i][column], text)));
  return { root, lines, set };
}

/**
 * Things in rows, each with its share as a number and a bar.
 * @param {string} caption
 * @param {string[]} heads
 * @param {number} rows
 * @param {number} [at] the column of the shares
 */
export function ranking(caption, heads, rows, at = 1) {
  const { root, lines, set: fill } = listing(caption, heads, rows);
  root.classList.add("wb-ranking");
  for (const line of lines) line[at].className = "wb-bar";
  /** @param {any[][]} found */
  const set = (found) => {
    fill(
      found.map((row) =>
        row.slice(0, heads.length).map((text, i) => (i === at ? fixed(text) : text)),
      ),
    );
    found.forEach(({ [at]: share }, i) =>
      lines[i][at].style.setProperty("--wb-share", `${(100 * share).toFixed(1)}%`),
    );
  };
  return { root, lines, set };
}

const KEPT = 12;

/**
 * A place for one of several views. A view that goes stays laid out, out of sight: to show it again
 * is to paint it.
 */
export function stage() {
  const root = html("div");
  const views = new Map(); // by key, the last one shown at the end: {box, made}
  /** @type {{box: HTMLElement, made: any} | undefined} */
  let shown;
  /**
   * Show the view with this key.
   * @template T
   * @param {string|number} key
   * @param {() => [Node[], T]} build makes the nodes of a view that is not kept, and what goes with
   *   them
   * @returns {T}
   */
  const show = (key, build) => {
    let view = views.get(key);
    if (view && view === shown) return view.made;
    if (!view) {
      const [nodes, made] = build();
      view = { box: html("div", {}, ...nodes), made };
      root.append(view.box);
    }
    shown?.box.classList.add("wb-away");
    view.box.classList.remove("wb-away");
    shown = view;
    views.delete(key);
    views.set(key, view);
    if (views.size > KEPT) {
      const [oldest] = views.keys();
      views.get(oldest).box.remove();
      views.delete(oldest);
    }
    return view.made;
  };
  /**
   * Show one part.
   * @template {{root: Node}} T
   * @param {string|number} key
   * @param {() => T} make
   * @returns {T}
   */
  const put = (key, make) =>
    show(key, () => {
      const part = make();
      return [[part.root], part];
    });
  return { root, show, put };
}

/** A name that no other element has. */
export const uniqueId = () => `wb-${Math.random().toString(36).slice(2)}`;
