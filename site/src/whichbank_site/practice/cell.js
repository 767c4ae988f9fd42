// A chapter's code cells: each runs in one Python after those above it, and can be changed. Its
// result takes the place of the one on the page until the reader resets it.
import { stop } from "./engine.js";
import { make } from "../pages/make.js";
import { button, dressed, fields } from "./field.js";
import { imports, labeled, results } from "./results.js";
import { tr } from "../pages/words.js";
import { filled } from "../pages/counts.js";

const cells = [...document.querySelectorAll(".wb-runs")];
const played = new Map();
const QUIET = 300; // ms between two words on how far the cells above are

/** The way to a notebook, as the header offers it. */
function ways() {
  /** @type {NodeListOf<HTMLAnchorElement>} */
  const links = document.querySelectorAll(".wb-menu a");
  return [...links]
    .filter(({ href }) => /colab\.research|mybinder/.test(href))
    .map(({ href, textContent }) =>
      make("a", { href, target: "_blank", rel: "noopener" }, textContent),
    );
}

/** Words about what only a notebook does, with the ways to one. */
function launched(text) {
  const [one, other] = ways();
  const said = other
    ? tr("Open the notebook in {one} or {other}.")
    : one
      ? tr("Open the notebook in {one}.")
      : tr("Open the notebook.");
  return make("p", {}, text, " ", ...filled(said, { one: [one], other: [other] }));
}

/**
 * Say that a cell, and others like it, need a notebook, or take it away again.
 * @param {HTMLElement} cell
 */
export async function lacks(cell) {
  await dressed();
  const old = cell.querySelector(".wb-lacks");
  if (old) return old.remove();
  const place = make("div", { className: "wb-results wb-lacks", role: "status" });
  cell.querySelector(".cell_input")?.after(place);
  const many = document.querySelectorAll(".wb-needs").length;
  const needed =
    many > 1
      ? tr(
          "{many} cells of this page, this one first, need a library that the page does not have.",
          {
            many,
          },
        )
      : tr("This cell needs a library that the page does not have.");
  place.append(launched(needed));
}

/** What a cell can do once the reader has pressed. */
function playable(cell) {
  const number = cells.indexOf(cell) + 1;
  const input = cell.querySelector(".cell_input");
  const stored = input.querySelector("pre").textContent.trimEnd();
  const own = cell.querySelector(".cell_output");
  const output = own ?? make("div", { className: "cell_output" });
  const [again, halt] = [
    button(labeled(tr("Run")), run, { ariaDisabled: "false" }),
    button(tr("Stop"), stop, { hidden: true }),
  ];
  const [change, reset] = [button(tr("Edit"), () => edit()), button(tr("Reset"), back)];
  const { shown, printed, say, clear, request } = results(again, halt);
  const report = make("div", { className: "wb-report" });
  const [status, ...rest] = shown;
  const tools = make("div", { className: "wb-try-tools" }, again, halt, change, reset, status);
  const place = make("div", { className: "wb-results wb-played" }, ...rest, report, tools);
  /** @type {Field | undefined} */
  let field;
  /** @type {HTMLElement | undefined} */
  let editor;
  let told = 0;

  function show() {
    if (!own) cell.append(output);
    output.append(place);
  }

  function begins(at) {
    if (at + 1 === number || performance.now() - told < QUIET) return;
    told = performance.now();
    say(tr("Running cell {n} of {all}.", { n: at + 1, all: number }));
  }

  async function run() {
    if (again.ariaDisabled === "true") return;
    show();
    clear();
    report.replaceChildren();
    output.classList.remove("wb-replaced");
    told = performance.now();
    const sources = cells.slice(0, number).map((one) => ready(one).source());
    const result = await request({ what: "play", imports: imports(), sources }, begins);
    if (result) tell(result);
  }

  function tell({ error, at, picture }) {
    const as =
      [...output.querySelectorAll("img.only-light")].some(({ alt }) => alt === picture) &&
      printed.hidden;
    const silent = printed.hidden && !picture && !error;
    output.classList.toggle("wb-replaced", !as);
    report.className = `wb-report ${error ? "wb-failed" : ""}`;
    if (error) report.append(make("pre", { tabIndex: 0 }, error));
    else if (picture && !as)
      report.append(make("p", {}, picture), launched(tr("The page has no matplotlib to draw it.")));
    if (error && at + 1 < number) {
      report.append(
        make(
          "p",
          {},
          button(tr("Go to cell {n}", { n: at + 1 }), () => ready(cells[at]).enter()),
        ),
      );
      say(tr("Cell {n}, which comes first, ends in an error.", { n: at + 1 }));
    } else if (error) say(tr("The cell ends in an error."));
    else
      say(
        as
          ? tr("Cell {number} has run: the picture is as it was.", { number })
          : silent
            ? tr("Cell {number} has run, and shows nothing.", { number })
            : tr("Cell {number} has run.", { number }),
      );
  }

  /** Put a field in the place of the text, with the cursor where the reader has pressed. */
  async function edit(at = stored.length) {
    if (field) return field.textarea.focus();
    const create = await fields();
    if (field) return undefined;
    editor = make("div", { className: "wb-editor" });
    field = create(editor, stored, tr("Code of cell {number}", { number }), run);
    input.classList.add("wb-printed-only");
    input.after(editor);
    change.hidden = true;
    show();
    field.textarea.focus();
    return field.textarea.setSelectionRange(at, at);
  }

  function back() {
    if (again.ariaDisabled === "true") stop();
    editor?.remove();
    field = undefined;
    change.hidden = false;
    input.classList.remove("wb-printed-only");
    output.classList.remove("wb-replaced");
    clear();
    report.replaceChildren();
    place.remove();
    if (!own) output.remove();
    cell.querySelector(".wb-run").focus();
  }

  /** Bring the reader here. */
  const enter = () => (field?.textarea ?? cell.querySelector(".wb-run")).focus();

  return { run, edit, enter, source: () => field?.textarea.value ?? stored };
}

const ready = (cell) => {
  if (!played.has(cell)) played.set(cell, playable(cell));
  return played.get(cell);
};

/**
 * Run a cell, or change it where the reader has pressed.
 * @param {HTMLElement} cell
 * @param {number} [at]
 */
export async function play(cell, at) {
  await dressed();
  await (at === undefined ? ready(cell).run() : ready(cell).edit(at));
}
