// What the phone and the lecture view know of a question.
import { make } from "../pages/make.js";

const { base, style: sheet } = globalThis.wb.poll_files;
/** Where this copy of the course lies, and the style of what asks a class. */
export const SITE = new URL("../..", base).href;
export const style = base + sheet;

/** The letter of a choice. */
export const letter = (i) => String.fromCharCode(65 + i);

/**
 * What a choice is called: its letter, or its number.
 * @param {PollItem} item
 * @param {number} i
 */
export const called = ({ cuts, o }, i) => (cuts ? o[i][0] : letter(i));

/**
 * A number as people type it: with a comma, or a typographic minus sign.
 * @param {string} text
 */
export const numbered = (text) =>
  text.trim() ? Number(text.trim().replace(/%$/, "").replace(",", ".").replace("−", "-")) : NaN;

/**
 * Which choice a number is; -1 where it is none.
 * @param {PollItem} item
 * @param {number} number
 */
export const choiceOf = ({ cuts = [] }, number) =>
  Number.isFinite(number) ? cuts.filter((cut) => number > cut).length : -1;

/**
 * The tables that a question shows.
 * @param {PollItem} item
 */
export const tables = ({ shown = [] }) =>
  shown.map(({ name, rows }) =>
    make(
      "table",
      {},
      make("caption", {}, name),
      make(
        "tbody",
        {},
        ...rows.map((row) =>
          make("tr", {}, ...row.map((x) => make("td", { translate: false }, x.replace("-", "−")))),
        ),
      ),
    ),
  );

/**
 * Load a script of the folder.
 * @param {string} address
 */
export const script = (address) =>
  new Promise((onload, onerror) =>
    document.head.append(make("script", { src: base + address, onload, onerror })),
  );

/**
 * What a page can ask.
 * @param {string} page
 * @returns {Promise<PollItem[]>}
 */
export async function loaded(page) {
  const { pages } = globalThis.wb.poll_files;
  if (!Object.hasOwn(pages, page)) throw new Error(`there is no page ${page}`);
  if (!globalThis.wb.poll_items?.[page]) await script(pages[page]);
  return globalThis.wb.poll_items?.[page] ?? [];
}
