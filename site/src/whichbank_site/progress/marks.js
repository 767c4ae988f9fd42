// What a reader has done, shown in the contents, and what marks it: boxes at the exercises, a
// button at the end.
import { offer, writeDown } from "../again/come.js";
import { make } from "../pages/make.js";
import { among, count, course, follow, load, lost, own, put, tell, within } from "./store.js";
import { tr } from "../pages/words.js";

// Seconds on a page before its end, once seen, marks it as read.
const LEAST = 120;

// Three shapes, so that no one needs a color: a disc half full, a check, a check in a full disc.
const stroke = (d, color = "currentColor") =>
  `<path d="${d}" fill="none" stroke="${color}" stroke-width="2"/>`;
const SHAPES = {
  begun:
    '<circle cx="8" cy="8" r="6" fill="none" stroke="currentColor" stroke-width="1.5"/><path d="M8 2a6 6 0 0 1 0 12z"/>',
  read: stroke("M2.5 8.5l3.5 4 7.5-9"),
  whole: `<circle cx="8" cy="8" r="8"/>${stroke("M4 8.5l2.8 3 5.4-6.5", "var(--color-background-primary)")}`,
};

/**
 * One of the three shapes, for the eye alone.
 * @param {Shape} kind
 */
export function shape(kind) {
  const node = make("span", { className: "wb-shape" });
  node.innerHTML = `<svg viewBox="0 0 16 16" aria-hidden="true" fill="currentColor">${SHAPES[kind]}</svg>`;
  return node;
}

/**
 * What is done of a chapter, as a shape and in words; undefined where nothing is.
 * @param {Chapter} chapter
 * @param {Items} items
 * @returns {{kind: Shape, words: string} | undefined}
 */
export function summary(chapter, items) {
  const { read, tried, right, done } = count(chapter, items);
  if (!read && !tried && !done && !among("guess/", chapter.guesses, items).length) return undefined;
  const [questions, exercises] = [chapter.questions.length, chapter.exercises.length];
  const kind = !read ? "begun" : right === questions && done === exercises ? "whole" : "read";
  const words = [read ? tr("read") : tr("begun")];
  if (tried) words.push(tr("quiz {right} of {all}", { right, all: questions }));
  if (done) words.push(tr("exercises {done} of {all}", { done, all: exercises }));
  return { kind, words: words.join(", ") };
}

/** Keep a mark at the end of a link to a chapter. */
function follows(link, chapter) {
  const node = make("span", { className: "wb-mark" });
  follow((items) => {
    const found = summary(chapter, items);
    node.replaceChildren(
      ...(found
        ? [shape(found.kind), make("span", { className: "wb-aloud" }, `, ${found.words}`)]
        : []),
    );
    if (found) link.append(node);
    else node.remove();
  });
}

/**
 * A box to tick for an exercise.
 * @param {string} exercise
 * @param {boolean} [bare] whether its words are only read out
 */
function tick(exercise, bare = false) {
  const name = `done/${exercise}`;
  const box = make("input", {
    type: "checkbox",
    onchange: () => put([[name, box.checked || undefined]]),
  });
  follow((items) => (box.checked = items.has(name)));
  const words = make("span", { className: bare ? "wb-aloud" : "" }, tr("Done"));
  return make(
    "label",
    { className: "wb-done" },
    box,
    words,
    make("span", { className: "wb-aloud" }, `: ${tr("exercise {exercise}", { exercise })}`),
  );
}

/**
 * The end of a chapter: a button to mark it as read. The sight of it does so too, after two minutes
 * on the page.
 */
function ending(chapter) {
  const name = `read/${chapter.name}`;
  let found = "";
  const press = () => put([[name, load().get(name) !== true]]);
  const button = make("button", { type: "button", className: "wb-press", onclick: press });
  const said = make("span", { role: "status" });
  const root = make(
    "div",
    { className: "wb-end" },
    button,
    said,
    make("a", { href: "progress.html" }, tr("Your progress")),
  );
  follow((items) => {
    const read = items.get(name) === true;
    button.textContent = read ? tr("Mark as unread") : tr("Mark as read");
    const text = read ? `${found}${tr("You have read this chapter.")}` : "";
    if (said.textContent !== text) said.textContent = text;
  });
  let [seconds, seen] = [0, false];
  new IntersectionObserver(([{ isIntersecting }]) => (seen = isIntersecting)).observe(root);
  const clock = setInterval(() => {
    // Said already, the one or the other.
    if (load().has(name)) return clearInterval(clock);
    if (document.hidden || ++seconds < LEAST || !seen) return;
    found = `${tr("You have come to its end.")} `;
    put([[name, true]]);
  }, 1000);
  return root;
}

// What is marked and not kept: a line says so, where it was marked.
const unkept = make("p", { className: "wb-trouble", role: "status" });
follow(() => {
  const [text, place] = [
    lost(),
    document.activeElement?.closest(".wb-done, .wb-end, .wb-hand, .wb-live"),
  ];
  if (text && place) place.after(unkept);
  // Read out where it stands already.
  if (unkept.textContent !== text) setTimeout(() => (unkept.textContent = text));
});

const page = within(location.href.replace(/[?#].*/s, ""));
const article = /** @type {HTMLElement} */ (document.querySelector("article"));
/** @type {NodeListOf<HTMLAnchorElement>} */
const links = document.querySelectorAll(
  ".sidebar-tree a[href], article dl:not(.glossary) dd > p > a:first-child",
);
for (const link of links) {
  const chapter = course.find((one) => one.page === within(link.href));
  if (chapter && !link.previousSibling?.textContent?.trim()) follows(link, chapter);
}
const here = course.find((one) => one.page === page);
if (here) {
  for (const exercise of here.exercises) {
    article
      .querySelector(`[id^="exercise-${exercise.replace(".", "-")}-"] > :is(h2, h3)`)
      ?.after(tick(exercise));
  }
  article.querySelector("section")?.append(ending(here));
}
if (page === "book/exercises") {
  /** @type {NodeListOf<HTMLAnchorElement>} */
  const listed = article.querySelectorAll("li a[href*='#exercise-']");
  for (const link of listed) {
    const [, chapter, number] = link.hash.match(/^#exercise-([a-z]+)-(\d+)-/) ?? [];
    if (number) link.before(tick(`${chapter}.${number}`, true));
  }
}
writeDown();
if (globalThis.wb.again_script) offer(here?.name, new URL(globalThis.wb.again_script, own).href);
tell();
