// What a reader has done: chapters read, questions answered, exercises done and what is typed in
// their fields. It is kept in this browser, and nothing here sends anything. course.py hands in
// the course: what there is to do in each chapter.

import { tr } from "../pages/words.js";

const fours = (marks) => marks.match(/..../g) ?? [];
/** @type {Chapter[]} */
export const course = globalThis.wb.course.map(([name, questions, guesses, exercises]) => ({
  name,
  page: `book/${name}`,
  questions: fours(questions),
  guesses: fours(guesses),
  exercises: Array.from({ length: exercises }, (_, i) => `${name}.${i + 1}`),
}));
export const { src: own } = /** @type {HTMLScriptElement} */ (document.currentScript);
const { pathname: root } = new URL("..", own);
const src = new URL("progress_moved.js", own);
// A fork under the same host has another root, and keeps its own.
const key = `which-bank/progress/1:${root}`;
const aside = `${key}:unreadable`;
const format = "which-bank progress";
// With 3 came what is typed and written for the exercises, with 4 short names of questions in the
// place of their texts, with 5 names of chapters in the place of numbers, with 6 when each thing was
// answered, and how, for what comes back, with 7 the answers before and after the course.
const version = 7;

// An item is a name and a value. A chapter that the reader marks as unread stays false; all else
// that is not is absent.
const logged = (fits) => (value) =>
  Array.isArray(value) && value.length > 0 && value.every((one) => one?.[0] > 0 && fits(one[1]));
/** @type {[RegExp, (value: any) => boolean][]} */
const kinds = [
  [/^read\/\w+$/, (value) => typeof value === "boolean"],
  [/^(done\/\w+\.\d+|quiet\/again)$/, (value) => value === true],
  [
    /^typed\/\w+\.\d+$/,
    (value) => Array.isArray(value) && value.every((text) => typeof text === "string"),
  ],
  [
    /^answer\/./,
    (value) =>
      typeof value?.right === "boolean" && ["string", "number"].includes(typeof value.answer),
  ],
  [
    /^guess\/./,
    (value) => typeof value?.right === "boolean" && Number.isFinite(value.off) && "answer" in value,
  ],
  [/^code\/\w+\.\d+$/, (value) => typeof value === "string" && value.length <= 20_000],
  // when it was answered, in minutes since 1970, and how
  [/^again\/./, logged((grade) => grade % 2)],
  [/^(before|after)\/[\w-]+\.[AB]$/, logged((choice) => typeof choice === "string")],
  [/^form\/drawn$/, (value) => value === "A" || value === "B"],
];
const sound = ([name, value]) => kinds.some(([names, fits]) => names.test(name) && fits(value));

/**
 * Read a kept or saved text.
 * @param {string} text
 * @returns {{items: Items, fault: string, bad?: string}}
 */
export function parse(text) {
  const items = new Map();
  let data;
  try {
    data = JSON.parse(text);
  } catch {
    return { items, fault: "text" };
  }
  if (data?.format !== format || !Number.isInteger(data.version))
    return { items, fault: "foreign" };
  if (data.version > version) return { items, fault: "newer" };
  if (typeof data.items !== "object" || !data.items || Array.isArray(data.items))
    return { items, fault: "foreign" };
  const entries = Object.entries(data.items);
  for (const [name, value] of entries.filter(sound)) items.set(name, value);
  const bad = entries.find((entry) => !sound(entry))?.[0];
  return { items, fault: bad === undefined ? "" : "damaged", bad };
}

/**
 * Write the items as text.
 * @param {Items} items
 * @param {Record<string, any>} [more]
 */
export const dump = (items, more = {}) =>
  JSON.stringify(
    { format, version, ...more, items: Object.fromEntries([...items].sort()) },
    null,
    1,
  );

// The script that knows the texts of before, once it is asked for.
let moving;

/**
 * The changes that put items with the names of an older version under those of this one.
 * @param {Items} [items] those that are kept, if not given
 */
export const renames = (items) => {
  moving ??= new Promise((onload, onerror) =>
    document.head.append(Object.assign(document.createElement("script"), { src, onload, onerror })),
  );
  return moving.then(() => globalThis.wb.moved(items ?? load(), mark));
};

// Why what is kept cannot be used: the browser forbids it, or a newer version of this site wrote
// it.
let reading = "";
// Why what is done now is not kept.
let writing = "";
// Changes that the browser did not take; they last as long as the page.
const unsaved = new Map();

const TROUBLE = {
  blocked: tr(
    "This browser keeps nothing for this site. What you mark lasts until you leave the page.",
  ),
  full: tr(
    "This browser has no room left for this site. What you mark now lasts until you leave the page.",
  ),
  newer: tr(
    "A newer version of this site has written what is kept here. Load this page again; until then nothing is kept.",
  ),
};

/** Why new marks are not kept, in words; an empty text where they are. */
export const trouble = () => TROUBLE[reading || writing] ?? "";

/** Why something that was marked on this page is not kept. */
export const lost = () => (unsaved.size ? trouble() : "");

/** Find out whether there is room, before anything is marked. */
export function probe() {
  try {
    localStorage.setItem(`${key}:room`, "?".repeat(200));
    localStorage.removeItem(`${key}:room`);
  } catch {
    writing = "full";
  }
}

/**
 * What the browser keeps, read anew each time: another tab may have written.
 * @returns {Items}
 */
export function load() {
  /** @type {string | null} */
  let text = null;
  reading = "";
  try {
    text = localStorage.getItem(key);
  } catch {
    reading = "blocked";
  }
  const { items, fault } = text === null ? { items: new Map(), fault: "" } : parse(text);
  if (fault === "newer") reading = fault;
  else if (fault) setAside(text, items);
  if (!moving && [...items].some(([name]) => /\/\d\d/.test(name))) renames().then(put, tell);
  for (const change of unsaved) apply(items, change);
  return items;
}

export const apply = (items, [name, value]) =>
  value === undefined ? items.delete(name) : items.set(name, value);

/**
 * Keep a copy of what could not be read before anything is written in its place; the sound items go
 * on.
 */
function setAside(text, items) {
  try {
    const earlier = localStorage.getItem(aside);
    if (!earlier?.endsWith(text))
      localStorage.setItem(aside, earlier ? `${earlier}\n${text}` : text);
    localStorage.setItem(key, dump(items));
  } catch {
    // Nothing is written over what could not be copied.
    reading = "full";
  }
}

/**
 * Change items, for this tab and all others.
 * @param {Change[]} changes undefined takes an item away
 */
export function put(changes) {
  const items = load();
  for (const [name, value] of changes) {
    if (JSON.stringify(items.get(name)) === JSON.stringify(value)) continue;
    apply(items, [name, value]);
    unsaved.set(name, value);
  }
  if (!reading && unsaved.size) {
    try {
      localStorage.setItem(key, dump(items));
      writing = "";
      unsaved.clear();
    } catch {
      writing = "full";
    }
  }
  tell();
}

/** Take everything away, also what was set aside. */
export function forget() {
  unsaved.clear();
  writing = "";
  try {
    for (const name of [key, aside]) localStorage.removeItem(name);
  } catch {
    // there is nothing where nothing is kept
  }
  tell();
}

/**
 * What could not be read, and was set aside.
 * @returns {string | null}
 */
export function leftover() {
  try {
    return localStorage.getItem(aside);
  } catch {
    return null;
  }
}

const listeners = new Set();

/**
 * Call back after each change, in this tab or another.
 * @param {(items: Items) => void} call
 */
export function follow(call) {
  listeners.add(call);
  return () => listeners.delete(call);
}

/** Call back all who follow. */
export function tell() {
  const items = load();
  for (const call of [...listeners]) call(items);
}

addEventListener("storage", (event) => {
  if (event.key !== null && event.key !== key) return;
  // Forgotten in another tab.
  if (event.newValue === null) unsaved.clear();
  tell();
});
// Back to a page that slept and heard nothing.
addEventListener("pageshow", (event) => event.persisted && tell());

/**
 * Items whose names have the same start: the answers to questions.
 * @param {string} start
 */
export const shelf = (start) => ({
  /** @param {string} id */
  get: (id) => load().get(start + id),
  /** @param {Change[]} given undefined takes an answer away */
  put: (given) => put(given.map(([id, value]) => [start + id, value])),
  follow,
});

/**
 * The first 16 bits of FNV-1a, as in course.py.
 * @param {string} text
 */
export const mark = (text) =>
  (
    ([...text].reduce(
      (sum, c) => Math.imul(sum ^ Number(c.codePointAt(0)), 0x01000193),
      0x811c9dc5,
    ) >>>
      16) |
    65536
  )
    .toString(16)
    .slice(1);

// For the questions, and for what covers results.
globalThis.wb.progress_store = { shelf, mark, follow, load, tell, trouble };

/**
 * The items of one kind that are among these, which the course knows by their marks.
 * @param {"answer/" | "guess/"} kind
 * @param {string[]} known
 * @param {Items} items
 */
export const among = (kind, known, items) =>
  [...items].filter(
    ([name]) => name.startsWith(kind) && known.includes(mark(name.slice(kind.length))),
  );

/**
 * How much of a chapter is done.
 * @param {Chapter} chapter
 * @param {Items} items
 */
export function count({ name, questions, exercises }, items) {
  // A question that is no longer asked does not count.
  const given = among("answer/", questions, items);
  return {
    read: items.get(`read/${name}`) === true,
    tried: given.length,
    right: given.filter(([, { right }]) => right).length,
    done: exercises.filter((exercise) => items.has(`done/${exercise}`)).length,
  };
}

/**
 * An address within the site, without its ending; undefined for one outside.
 * @param {string} address
 */
export function within(address) {
  const { pathname } = new URL(address, document.baseURI);
  return pathname.startsWith(root) ? pathname.slice(root.length).replace(/\.html$/, "") : undefined;
}
