// Under each coding exercise: an editor with what the notebook's cell holds, run and checked by
// Python on this page. What the reader writes is kept with the progress.
import { lacks, play } from "./cell.js";
import { stop } from "./engine.js";
import { make } from "../pages/make.js";
import { button, fields } from "./field.js";
import { imports, labeled, results } from "./results.js";
import { tr } from "../pages/words.js";

const store = globalThis.wb.progress_store;
const [texts, done] = [store.shelf("code/"), store.shelf("done/")];
const [MOST, PAUSE] = [20_000, 300];
const HINTS = [tr("What fails"), tr("Hint"), tr("Line of thought")];

function practise(cell, create) {
  const id = cell.id.slice(4).replace("-", ".");
  const input = cell.querySelector(".cell_input");
  const stub = input.querySelector("pre").textContent.trimEnd();
  const place = make("div", { className: "wb-editor" });
  const box = create(place, texts.get(id) ?? stub, tr("Your answer to exercise {id}", { id }), run);
  const area = box.textarea;

  const again = button(labeled(tr("Run and check")), run, { ariaDisabled: "false" });
  const halt = button(tr("Stop"), stop, { hidden: true });
  const { shown: parts, say, clear, request } = results(again, halt);
  const report = make("div", { className: "wb-report", role: "status" });

  let [saving, shown] = [0, 0];
  let [before, attempted] = /** @type {(string | undefined)[]} */ ([]);
  /** @type {string[]} */
  let steps = [];
  /** @type {[string, string][]} */
  let places = [];
  let going = Promise.resolve(); // what Python is asked for
  /** A report's lines; one that names a section of the book is a link to it. */
  const linked = (text) =>
    text.split("\n").flatMap((line, i) => {
      const [, href] = places.find(([named]) => named === line.trim()) ?? [];
      return [i ? "\n" : "", href ? make("a", { href }, line.trim()) : line];
    });
  const save = () => {
    clearTimeout(saving);
    saving = 0;
    const text = area.value;
    if (text.length > MOST)
      return say(
        tr("Only texts of up to {most} characters are kept in this browser.", { most: MOST }),
      );
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
  store.follow(() => {
    // another tab has written, or all is forgotten
    const kept = texts.get(id) ?? stub;
    if (!saving && kept !== area.value && area.value.length <= MOST)
      box.setOptions({ value: kept });
  });

  function run() {
    if (again.ariaDisabled !== "true") going = attempt();
  }

  async function attempt() {
    save();
    clear();
    report.replaceChildren();
    [steps, shown, attempted] = [[], 0, undefined];
    hint.textContent = tr("Hint");
    const source = area.value;
    const result = await request({ what: "attempt", exercise: id, source, imports: imports() });
    if (!result) return;
    attempted = source;
    say("");
    places = result.places ?? [];
    const text = make("pre", { tabIndex: 0 }, ...linked(result.error ?? result.report));
    report.className = `wb-report ${result.ok ? "wb-passed" : "wb-failed"}`;
    report.append(
      ...(result.error ? [make("p", {}, tr("Your code ends in an error:"))] : []),
      text,
    );
    if (result.ok) done.put([[id, true]]);
  }

  /** One step more each time; a press while something runs waits for its end. */
  async function help() {
    if (attempted !== area.value) await attempt();
    if (attempted === undefined) return;
    if (!steps.length)
      steps =
        (await request({ what: "hints", exercise: id, source: attempted, imports: imports() })) ??
        [];
    say("");
    if (shown >= steps.length) return;
    report.append(
      make("h4", {}, HINTS[shown]),
      make("pre", { tabIndex: 0 }, ...linked(steps[shown])),
    );
    shown += 1;
    hint.textContent =
      shown < steps.length
        ? tr("Hint {n} of {all}", { n: shown + 1, all: steps.length })
        : tr("No more hints");
  }

  async function copy() {
    try {
      await navigator.clipboard.writeText(area.value);
    } catch {
      area.select();
      document.execCommand("copy");
    }
    say(tr("Your text is copied. In the notebook, paste it over the exercise’s cell."));
  }

  const hint = button(tr("Hint"), () => (going = going.then(help)));
  const reset = button(tr("Reset"), () => {
    if (area.value === stub) return;
    before = area.value;
    write(stub);
    undo.hidden = false;
  });
  const undo = button(
    tr("Undo reset"),
    () => {
      write(before);
      undo.hidden = true;
      reset.focus();
    },
    { hidden: true },
  );
  /** @type {HTMLAnchorElement | null} */
  const colab = document.querySelector('.wb-menu a[href^="https://colab.research.google.com/"]');
  const launch = colab
    ? [make("a", { href: colab.href, target: "_blank", rel: "noopener" }, tr("Open in Colab"))]
    : [];
  const keysHint = make(
    "p",
    { className: "wb-keys", id: `keys-${cell.id}` },
    tr("Ctrl+Enter runs. Tab indents; Escape, then Tab leaves the field."),
  );
  area.setAttribute("aria-describedby", keysHint.id);
  input.classList.add("wb-printed-only");
  for (const old of cell.querySelectorAll(".cell_output")) old.remove();
  input.after(
    place,
    make(
      "div",
      { className: "wb-try-tools" },
      again,
      halt,
      hint,
      reset,
      undo,
      button(tr("Copy"), copy),
      ...launch,
    ),
    keysHint,
    make("div", { className: "wb-results" }, ...parts, report),
  );
  cell.classList.add("wb-tried");
}

globalThis.wb.playing = {
  play,
  lacks,
  /** Put an editor at each exercise. */
  async practise() {
    const create = await fields();
    for (const cell of document.querySelectorAll(".wb-try:not(.wb-tried)")) practise(cell, create);
  },
};
