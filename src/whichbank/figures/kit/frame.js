// What is around every figure: its picture, its controls, one sentence, the numbers as a second
// view, and in the corner a quiet button with what one does with a figure: reset, copy link, image
// file, lecture view, table.
// To adopt it, a figure
// - calls `framed` where it filled its element, with its nodes by their roles, and calls the
//   result's `stop` when it goes;
// - asks in `what` the one question that it answers, in a line above the picture;
// - names in `traits` what the reader can change (they make the link), and refuses in `fits` what
//   no figure can show; in `lists` it names those of them that may have any number of entries;
// - says with `lively` that its picture moves by itself: then nothing in it glides;
// - draws attention with `sentence` from sentence.js, and gives numbers in cells the colors of
//   `shade` from tables.js;
// - names in `keys` the buttons that a letter presses in lecture view; the one of the space bar is
//   pressed anywhere;
// - gives in `time` its Play, Step and what stops them (see player.js), if time runs in it: they
//   get the keys p, s and space, in lecture view the arrows too, and Reset, leaving the screen and
//   a wish for less motion stop it;
// - forgets in `onReset` what it has kept besides its traits;
// - lets go of rules for its own heights: `--wb-lines` says how many lines the sentence takes at
//   most;
// - puts what changes the whole figure, such as a chooser, into `title`.
// The picture is first on a phone, and beside the controls from 40 rem of room. A figure whose
// picture needs the whole width says so with `wide`. One that opens a chapter is an `opener`: large,
// without a card, and its controls are there for the keyboard alone, for its picture is what is
// moved. In lecture view the picture is laid out and enlarged until it fills the window (see
// lecture.js); rules of a figure's own begin there with `.wb-lecture`.

import { saved } from "./image.js";
import { lecture } from "./lecture.js";
import { spell, unspell } from "./link.js";
import { icon, menu } from "./menu.js";
import { calm, reloaded, write } from "./model.js";
import { html, uniqueId } from "./parts.js";
import { tr } from "./words.js";

// the drawings of its tools, by what they are called in English
const ICONS = {
  Reset: "M4.5 12a7.5 7.5 0 1 0 2.4-5.5L4.5 9M4.5 4v5h5",
  "Copy link":
    "M10 14.5a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-5.5l-1 1M14 9.5a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 5.5l1-1",
  "Image file": "M4 5h16v14H4zM4 16l5-5 4 4 3-3 4 4M15.5 9h.01",
  Table: "M4 5h16v14H4zM4 10h16M4 14.5h16M10 5v14",
  "Lecture view": "M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5",
};

const BAR = 0.18; // of the window's height: what controls may take in lecture view

/**
 * Put a figure together.
 * @param {Model} model
 * @param {HTMLElement} el
 * @param {{name: string, what: string, traits: string[], title?: Node[], picture: Node[], controls:
 *   Node[], said: HTMLElement, table: Node[], wide?: boolean, opener?: boolean, keys?: Record<string, HTMLElement | undefined>, time?:
 *   {play?: HTMLElement, step?: HTMLElement, rest: () => void, away?: () => void}, lists?: string[], near?: () =>
 *   void, onReset?: () => void, lively?: boolean, fits?: (state: any) => boolean}} options
 * @returns {{stop: () => void}}
 */
export function framed(
  model,
  el,
  {
    name,
    what,
    traits,
    title = [],
    picture,
    controls,
    said,
    table,
    wide = false,
    opener = false,
    keys = {},
    time,
    lists = [],
    near = () => {},
    onReset = () => {},
    lively = false,
    fits = () => true,
  },
) {
  const start = Object.fromEntries(traits.map((trait) => [trait, model.get(trait)]));
  const rest = time?.rest ?? (() => {});
  const away = time?.away ?? rest;
  if (time) keys = { p: time.play, s: time.step, " ": time.play ?? time.step, ...keys };
  const id = uniqueId();
  const note = html("span", { class: "wb-note", "aria-live": "polite" });
  const view = html("div", { class: "wb-second", id, hidden: true }, ...table);
  const tool = (kind, label, act, more = {}) =>
    html(
      "button",
      { type: "button", class: "wb-tool", "aria-label": label, onclick: act, ...more },
      icon(ICONS[kind]),
      html("span", { "aria-hidden": "true" }, label),
    );

  const copy = async () => {
    const changed = traits.filter(
      (trait) => JSON.stringify(model.get(trait)) !== JSON.stringify(start[trait]),
    );
    const state = Object.fromEntries(changed.map((trait) => [trait, model.get(trait)]));
    history.replaceState(history.state, "", `#${model.name}=${spell(state)}`);
    try {
      await navigator.clipboard.writeText(location.href);
      note.textContent = tr("Link copied.");
    } catch {
      note.textContent = tr("The link is in the address bar.");
    }
  };
  const image = async () => {
    await saved(el, board, name);
    note.textContent = tr("Image saved.");
  };
  const toggle = () => {
    view.hidden = !view.hidden;
    tools.Table.setAttribute("aria-expanded", String(!view.hidden));
  };
  const tools = {
    Reset: tool("Reset", tr("Reset"), () => {
      note.textContent = "";
      rest();
      write(model, start);
      onReset();
    }),
    // a notebook has no address to put it in
    ...(model.name ? { "Copy link": tool("Copy link", tr("Copy link"), copy) } : {}),
    "Image file": tool("Image file", tr("Image file"), image),
    Table: tool("Table", tr("Table"), toggle, { "aria-expanded": "false", "aria-controls": id }),
    "Lecture view": tool("Lecture view", tr("Lecture view"), () => large.open()),
  };
  const more = menu(tr("What to do with this figure"), Object.values(tools));

  const drawing = html("div", { class: "wb-picture", translate: "no" }, ...picture);
  const desk = html("div", { class: "wb-controls" }, ...controls);
  const corner = html(
    "div",
    { class: `wb-tools${title.length ? "" : " wb-alone"}` },
    ...title,
    note,
    more.root,
  );
  const board = html(
    "div",
    { class: `wb-board${wide ? " wb-wide" : ""}` },
    corner,
    drawing,
    desk,
    said,
    view,
  );
  const room = html("div", { class: "wb-room" }, html("p", { class: "wb-what" }, what), board);
  el.classList.add("wb-figure", "wb-framed", `wb-${name}`);
  el.classList.toggle("wb-lively", lively);
  el.classList.toggle("wb-opener", opener);
  el.replaceChildren(room);

  // what the arrows take back in lecture view
  /** @type {any[]} */
  const past = [];
  const step = (forward) => {
    const go = time?.step ?? time?.play;
    if (!go) return;
    if (!forward) return (rest(), past.length && write(model, past.pop()));
    past.push(Object.fromEntries(traits.map((trait) => [trait, model.get(trait)])));
    go.click();
  };
  const press = (event) => {
    if (event.key === " ") return; // heard below
    const turn = { ArrowRight: true, ArrowLeft: false }[event.key];
    if (turn !== undefined) {
      if (!event.target.closest("input, select, [role=menu]")) step(turn);
      return;
    }
    const digit = "123456789".indexOf(event.key);
    const asked = el.querySelectorAll(".wb-sentence input[type=radio]");
    const found =
      digit >= 0 && asked.length
        ? asked[digit]
        : (keys[event.key.toLowerCase()] ??
          Object.entries(tools).find(
            ([label]) => label[0].toLowerCase() === event.key.toLowerCase(),
          )?.[1]);
    found?.click();
  };
  const large = lecture(el, {
    name: model.name,
    label: what,
    bar: room,
    arrange: () => {
      // Where a picture is among the controls, or they are too many for a bar, all of them are the
      // picture.
      const woven =
        getComputedStyle(drawing).display === "contents" ||
        desk.scrollHeight > BAR * innerHeight ||
        desk.querySelector("table, canvas, svg:not(button svg), .wb-inked");
      el.classList.toggle("wb-woven", Boolean(woven));
      if (woven) room.append(corner, said);
      return woven ? board : drawing;
    },
    restore: () => {
      el.classList.remove("wb-woven");
      board.prepend(corner);
      view.before(said);
    },
    said,
    press,
  });
  const hear = (event) => {
    clear();
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.type === "text") return;
    if (event.key !== " " || !keys[" "] || event.target.closest("button, select, .wb-second"))
      return;
    event.preventDefault(); // no page scrolls
    keys[" "].click();
  };
  const clear = () => (note.textContent = ""); // it covers the title until the reader goes on
  const heard = { keydown: hear, pointerdown: clear };
  for (const [event, call] of Object.entries(heard)) el.addEventListener(event, call);

  const open = () => {
    if (!model.name || !location.hash.startsWith(`#${model.name}=`)) return false;
    const state = unspell(location.hash.slice(model.name.length + 2), {
      ...start,
      ...Object.fromEntries(lists.map((list) => [list, []])),
    });
    const good = state !== null && fits({ ...start, ...state });
    note.textContent = good ? "" : tr("This link cannot be read: here is the figure as it was.");
    if (good) write(model, { ...start, ...state });
    return true;
  };
  const follow = () => open() && el.scrollIntoView();
  // a reload keeps its place
  if (open() && !reloaded()) setTimeout(() => el.scrollIntoView()); // when it is on the page
  addEventListener("hashchange", follow);
  // Nothing is fetched before somebody looks. Nothing runs where nobody looks, nor for a reader who
  // asks for less motion.
  let seen = false;
  const leaving = new IntersectionObserver((news) => {
    const before = seen;
    seen = news[news.length - 1].isIntersecting;
    if (before && !seen) away();
    if (seen && !before) near();
  });
  leaving.observe(el);
  calm.addEventListener("change", rest);
  const stop = () => {
    rest();
    more.stop();
    large.stop();
    leaving.disconnect();
    calm.removeEventListener("change", rest);
    removeEventListener("hashchange", follow);
    for (const [event, call] of Object.entries(heard)) el.removeEventListener(event, call);
  };
  return { stop };
}
