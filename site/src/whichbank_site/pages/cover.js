// What would give a result away is covered until the reader has guessed, or asks to see it. It is
// covered on the screen alone, and only where the question is alive and the browser keeps the
// guess: on paper, without scripts and for a search all is there. The first of the parts that wait
// for a guess becomes one line; the others take no room.
import { tr } from "./words.js";

const { shelf, follow, tell, trouble } = globalThis.wb.progress_store;
const models = JSON.parse(document.getElementById("wb-models")?.textContent ?? "{}");
const guesses = shelf("guess/");
const groups = [];

/** A prediction, and what it covers: the outputs and texts up to the next one. */
for (const node of document.querySelectorAll(".wb-live, .tag_guess-first, .wb-guess-first")) {
  const { module, state } = models[node.dataset.model ?? ""] ?? {};
  if (module === "predict")
    groups.push({ place: node, name: state.prediction.key, parts: [], open: false });
  const part = node.matches(".wb-guess-first")
    ? node
    : node.matches(".tag_guess-first") && node.querySelector(".cell_output");
  if (part && groups.length) groups[groups.length - 1].parts.push(part);
}

function cover(group, part) {
  const show = (text, open) => {
    const button = document.createElement("button");
    button.type = "button";
    button.append(text);
    button.addEventListener("click", () => {
      open();
      part.tabIndex = -1;
      part.focus({ preventScroll: true });
    });
    return button;
  };
  const one = show(tr("just show me"), () =>
    guesses.put([[group.name, { answer: null, right: false, off: 0 }]]),
  );
  const all = show(tr("all of this page"), () => {
    for (const other of groups) other.open = true;
    update();
  });
  const ask = document.createElement("a");
  ask.href = `#${group.place.id}`;
  ask.append(tr("Guess first"));
  const aloud = document.createElement("span");
  aloud.className = "wb-aloud";
  aloud.append(tr("A result is covered here. "));
  const said = document.createElement("p");
  const parts = { ask, one, all };
  const words = tr("{ask}, or {one}, or {all}.").split(/\{(\w+)\}/);
  said.append(aloud, ...words.map((word, i) => (i % 2 ? parts[word] : word)));
  const root = document.createElement("div");
  root.className = "wb-cover";
  root.append(said);
  return root;
}

function update() {
  for (const group of groups) {
    const hidden = !group.open && !trouble() && !guesses.get(group.name);
    if (hidden === Boolean(group.over)) continue;
    group.over?.remove();
    group.over = hidden && group.parts.length ? cover(group, group.parts[0]) : undefined;
    if (group.over) group.parts[0].append(group.over);
    for (const part of group.parts) part.classList.toggle("wb-covered", hidden);
  }
}

/**
 * A link to a place under a cover, or to a state of a figure there, takes it off for this visit.
 * Return that figure's place.
 */
function uncover() {
  /** @type {HTMLElement | null} */
  let target = null;
  const [called, state] = location.hash.slice(1).split("=");
  try {
    target =
      state === undefined
        ? document.getElementById(decodeURIComponent(called))
        : document.querySelector(`[data-called="${CSS.escape(called)}"]`);
  } catch {
    // an address may end in anything
  }
  for (const group of groups) group.open ||= group.parts.some((part) => part.contains(target));
  update();
  return state === undefined ? null : target;
}

if (globalThis.wb.predict && globalThis.wb.mounted) {
  follow(update);
  addEventListener("hashchange", () => uncover()?.scrollIntoView());
  uncover();
  document.documentElement.classList.remove("wb-guessing"); // what it hid before is covered now
  globalThis.wb.mounted.then(() => {
    // a question that could not be drawn covers nothing
    for (const group of groups) group.open ||= !group.place.model;
    tell();
  });
} else document.documentElement.classList.remove("wb-guessing");
