// Under each coding exercise: an editor with what the notebook's cell holds, run and checked by Python on this page.
// What the reader writes is kept with the progress.
import { Stopped, ask, base, editor, megabytes, started, stop, style } from "./practice_engine.js";

const store = globalThis.wb.progress_store;
const [texts, done] = [store.shelf("code/"), store.shelf("done/")];
const [MOST, PATIENCE, PAUSE, STEP] = [20_000, 10_000, 300, 25];
const STEPS = ["What fails", "Hint", "Line of thought"];

/** @param {string} tag @param {Record<string, any>} [properties] @param {...(Node|string)} children */
function make(tag, properties = {}, ...children) {
  const node = Object.assign(document.createElement(tag), properties);
  node.append(...children);
  return node;
}
const button = (text, onclick, more = {}) => make("button", { type: "button", className: "wb-press", onclick, ...more }, text);

/** The packaged editor's parts; none without its files, or at a page opened from a folder: then a plain field does. */
async function parts() {
  if (!editor || location.protocol === "file:") return undefined;
  const paths = ["index.js", "extensions/commands/index.js", "languages/python.js", "prism/languages/python.js"];
  try {
    const [{ createEditor }, { defaultCommands, editHistory }] = await Promise.all(paths.map((path) => import(base + editor + path)));
    return (place, value) => createEditor(place, { language: "python", tabSize: 4, lineNumbers: false, value }, defaultCommands(), editHistory());
  } catch {
    return undefined;
  }
}

/** A plain field, as high as its text; Tab indents. */
function plain(place, value) {
  const textarea = make("textarea", { value, className: "wb-plain", wrap: "off" });
  const size = () => (textarea.rows = textarea.value.split("\n").length);
  textarea.addEventListener("input", size);
  textarea.addEventListener("keydown", (event) => {
    const { selectionStart: at, value: text } = textarea;
    const line = text.slice(text.lastIndexOf("\n", at - 1) + 1, at);
    const indent = event.key === "Enter" && !event.ctrlKey && !event.metaKey && `\n${line.match(/^ */)[0]}${/:\s*$/.test(line) ? "    " : ""}`;
    const typed = event.key === "Tab" && !event.shiftKey ? " ".repeat(4 - (line.length % 4)) : indent;
    if (!typed || event.isComposing) return;
    event.preventDefault();
    document.execCommand("insertText", false, typed); // unlike a new value, the reader can undo it
  });
  size();
  place.append(textarea);
  return { textarea, setOptions: (given) => (Object.assign(textarea, given), size()) };
}

/** Keys that both kinds share: they come before the editor's own. */
function keys(place, run) {
  let leaving = false;
  place.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      event.stopPropagation();
      run();
    } else if (event.key === "Tab" && leaving) event.stopPropagation(); // and the browser goes on
    if (event.key !== "Shift") leaving = event.key === "Escape";
  }, true);
}

function practise(cell, create) {
  const id = cell.id.slice(4).replace("-", ".");
  const input = cell.querySelector(".cell_input");
  const stub = input.querySelector("pre").textContent.trimEnd();
  const imports = [...document.querySelectorAll("article .cell_input pre")].map((pre) => pre.textContent)
    .filter((code) => /^(from|import) /.test(code)).join("\n");

  const place = make("div", { className: "wb-editor" });
  const box = create(place, texts.get(id) ?? stub);
  const area = box.textarea;
  area.setAttribute("aria-label", `Your answer to exercise ${id}`);
  area.spellcheck = false;
  Object.assign(area, { autocapitalize: "off", autocomplete: "off" });

  const status = make("p", { className: "wb-status", role: "status" });
  const bar = make("progress", { hidden: true, ariaLabel: "Python on its way" });
  const printed = make("pre", { className: "wb-printed", hidden: true, tabIndex: 0, ariaLabel: "Printed" });
  const report = make("div", { className: "wb-report", role: "status" });
  const results = make("div", { className: "wb-results" }, status, bar, printed, report);
  const say = (text) => status.textContent === text || (status.textContent = text);

  let [saving, before, attempted, steps, shown, places] = [0, undefined, undefined, [], 0, []];
  /** A report's lines; one that names a section of the book is a link to it. */
  const linked = (text) => text.split("\n").flatMap((line, i) => {
    const [, href] = places.find(([named]) => named === line.trim()) ?? [];
    return [i ? "\n" : "", href ? make("a", { href }, line.trim()) : line];
  });
  const save = () => {
    clearTimeout(saving);
    saving = 0;
    const text = area.value;
    if (text.length > MOST) return say(`Only texts of up to ${MOST} characters are kept in this browser.`);
    texts.put([[id, text === stub ? undefined : text]]);
  };
  const write = (text) => {
    box.setOptions({ value: text });
    save();
  };
  area.addEventListener("input", () => {
    undo.hidden = true;
    clearTimeout(saving);
    saving = setTimeout(save, PAUSE);
  });
  addEventListener("pagehide", () => saving && save());
  store.follow(() => { // another tab has written, or all is forgotten
    const kept = texts.get(id) ?? stub;
    if (!saving && kept !== area.value && area.value.length <= MOST) box.setOptions({ value: kept });
  });

  /** Ask Python, show how far it is, and say what went wrong; undefined then. */
  async function request(message) {
    let [clock, told] = [0, -1];
    again.ariaDisabled = "true";
    halt.hidden = false;
    say(started() ? "Running." : "Python is on its way.");
    try {
      return await ask(message, {
        out: (text) => {
          printed.hidden = false;
          printed.append(text);
        },
        loads: (part) => {
          bar.hidden = part === 1;
          bar.value = part;
          const percent = Math.floor((part * 100) / STEP) * STEP;
          if (percent > told) say(part === 1 ? "Python starts." : `Python is on its way: ${(told = percent)} %.`);
        },
        runs: () => {
          bar.hidden = true;
          say("Running.");
          clock = setTimeout(() => say("It has been running for ten seconds. Is there a loop that never ends? Stop ends it."), PATIENCE);
        },
      });
    } catch (error) {
      say(error instanceof Stopped ? "Stopped. What you have written stays." : error.message);
      return undefined;
    } finally {
      clearTimeout(clock);
      bar.hidden = true;
      if (document.activeElement === halt) again.focus();
      halt.hidden = true;
      again.ariaDisabled = "false";
      if (started()) again.textContent = "Run and check";
    }
  }

  async function run() {
    if (again.ariaDisabled === "true") return;
    save();
    printed.replaceChildren();
    printed.hidden = true;
    report.replaceChildren();
    [steps, shown, attempted] = [[], 0, undefined];
    hint.textContent = "Hint";
    const source = area.value;
    const result = await request({ what: "attempt", exercise: id, source, imports });
    if (!result) return;
    attempted = source;
    say("");
    places = result.places ?? [];
    const text = make("pre", { tabIndex: 0 }, ...linked(result.error ?? result.report));
    report.className = `wb-report ${result.ok ? "wb-passed" : "wb-failed"}`;
    report.append(...(result.error ? [make("p", {}, "Your code ends in an error:")] : []), text);
    if (result.ok) done.put([[id, true]]);
  }

  /** One step more each time. */
  async function help() {
    if (attempted !== area.value) await run();
    if (attempted === undefined) return;
    if (!steps.length) steps = (await request({ what: "hints", exercise: id, source: attempted, imports })) ?? [];
    say("");
    if (shown >= steps.length) return;
    report.append(make("h4", {}, STEPS[shown]), make("pre", { tabIndex: 0 }, ...linked(steps[shown])));
    shown += 1;
    hint.textContent = shown < steps.length ? `Hint ${shown + 1} of ${steps.length}` : "No more hints";
  }

  async function copy() {
    try {
      await navigator.clipboard.writeText(area.value);
    } catch {
      area.select();
      document.execCommand("copy");
    }
    say("Your text is copied. In the notebook, paste it over the exercise’s cell.");
  }

  const again = button(started() ? "Run and check" : `Run and check (loads ${megabytes} MB once)`, run, { ariaDisabled: "false" });
  const halt = button("Stop", stop, { hidden: true });
  const hint = button("Hint", help);
  const reset = button("Reset", () => {
    if (area.value === stub) return;
    before = area.value;
    write(stub);
    undo.hidden = false;
  });
  const undo = button("Undo reset", () => {
    write(before);
    undo.hidden = true;
    reset.focus();
  }, { hidden: true });
  const colab = document.querySelector('.wb-menu a[href^="https://colab.research.google.com/"]');
  const launch = colab ? [make("a", { href: colab.href, target: "_blank", rel: "noopener" }, "Open in Colab")] : [];
  const keysHint = make("p", { className: "wb-keys", id: `keys-${cell.id}` }, "Ctrl+Enter runs. Tab indents; Escape, then Tab leaves the field.");
  area.setAttribute("aria-describedby", keysHint.id);
  keys(place, run);
  input.classList.add("wb-printed-only");
  for (const old of cell.querySelectorAll(".cell_output")) old.remove();
  input.after(place, make("div", { className: "wb-try-tools" }, again, halt, hint, reset, undo, button("Copy", copy), ...launch), keysHint, results);
  cell.classList.add("wb-tried");
}

async function all() {
  const sheets = [style, ...(editor ? [`${editor}layout.css`] : [])].map((path) => {
    const link = make("link", { rel: "stylesheet", href: base + path });
    document.head.append(link);
    return new Promise((next) => (link.onload = link.onerror = next));
  });
  const [create] = await Promise.all([parts(), ...sheets]);
  for (const cell of document.querySelectorAll(".wb-try")) practise(cell, create ?? plain);
}
all();
