// A field for code: the packaged editor, or a plain field where it is not there.
import { base, editor, style } from "./engine.js";
import { make } from "../pages/make.js";

export const button = (text, onclick, more = {}) =>
  make("button", { type: "button", className: "wb-press", onclick, ...more }, text);

/**
 * The packaged editor's parts; none without its files, or at a page opened from a folder: then a
 * plain field does.
 */
async function parts() {
  if (!editor || location.protocol === "file:") return undefined;
  const paths = [
    "index.js",
    "extensions/commands/index.js",
    "languages/python.js",
    "prism/languages/python.js",
  ];
  try {
    const [{ createEditor }, { defaultCommands, editHistory }] = await Promise.all(
      paths.map((path) => import(base + editor + path)),
    );
    return (place, value) =>
      createEditor(
        place,
        { language: "python", tabSize: 4, lineNumbers: false, value },
        defaultCommands(),
        editHistory(),
      );
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
    const indent =
      event.key === "Enter" &&
      !event.ctrlKey &&
      !event.metaKey &&
      `\n${line.match(/^ */)?.[0]}${/:\s*$/.test(line) ? "    " : ""}`;
    const typed =
      event.key === "Tab" && !event.shiftKey ? " ".repeat(4 - (line.length % 4)) : indent;
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
  place.addEventListener(
    "keydown",
    (event) => {
      if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
        event.preventDefault();
        event.stopPropagation();
        run();
      } else if (event.key === "Tab" && leaving) event.stopPropagation(); // and the browser goes on
      if (event.key !== "Shift") leaving = event.key === "Escape";
    },
    true,
  );
}

/** @type {Record<string, Promise<Event>>} */
const sheets = {};
/**
 * Fetch a style sheet, once.
 * @param {string} path
 */
const sheet = (path) =>
  (sheets[path] ??= new Promise((next) => {
    const link = make("link", {
      rel: "stylesheet",
      href: base + path,
      onload: next,
      onerror: next,
    });
    document.head.append(link);
  }));

/** Get the styles of what a run says. */
export const dressed = () => sheet(style);

/** @type {((place: HTMLElement, value: string) => Field) | undefined} */
let create;

/**
 * Get ready; then a field can be made in a place, with a text, a name, and what Ctrl+Enter does.
 */
export async function fields() {
  [create] = await Promise.all([
    create ?? parts(),
    dressed(),
    editor && sheet(`${editor}layout.css`),
  ]);
  const field = (create ??= plain);
  return (place, value, name, run) => {
    const box = field(place, value);
    Object.assign(box.textarea, {
      spellcheck: false,
      autocapitalize: "off",
      autocomplete: "off",
      ariaLabel: name,
    });
    keys(place, run);
    return box;
  };
}
