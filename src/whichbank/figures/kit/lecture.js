// Lecture view: one figure, or one guess, fills the window, in letters that are read from the last
// row. Escape leaves it; Page Down and Page Up go to the next figure and back, H hides what is
// pressed, F takes the whole screen. An address that ends in `?lecture` opens it.

import { READ, resized } from "./legible.js";
import { icon } from "./menu.js";
import { html } from "./parts.js";
import { tr } from "./words.js";

const LECTERN = {
  [tr("Previous figure (Page Up)")]: "M15 5l-7 7 7 7",
  [tr("Next figure (Page Down)")]: "M9 5l7 7-7 7",
  [tr("Hide the controls (H)")]: "M5 8l7 7 7-7M5 19h14",
  [tr("Leave (Escape)")]: "M6 6l12 12M18 6L6 18",
};
const LARGEST = 32; // pixels of the smallest letter of a picture: more is shouting
const OVER = 6; // pixels that a picture may stand out: there is room beside it
const SHOWABLE = ".wb-showable"; // figures that have the view: an event opens it, also another module's
const BEHIND = "wb-behind";

/**
 * The size of the smallest letters that are seen.
 * @param {HTMLElement} picture
 */
function least(picture) {
  const sizes = [];
  const texts = document.createTreeWalker(picture, NodeFilter.SHOW_TEXT);
  for (let node; (node = texts.nextNode());) {
    const parent = /** @type {any} */ (node.parentElement);
    if (!parent.getClientRects().length || parent.closest(".wb-lettered")) continue;
    const size = parseFloat(getComputedStyle(parent).fontSize);
    if (size > 2) sizes.push(size * (parent.getScreenCTM?.().d ?? 1)); // less is for the ear
  }
  return Math.min(READ, ...sizes);
}

/**
 * How wide a picture is to be laid out, and how much larger to be drawn, so that it fills a room
 * and its letters are large.
 * @param {HTMLElement} picture
 */
function fitted(picture) {
  const { style } = picture;
  style.width = style.zoom = "";
  style.setProperty("place-self", "stretch", "important");
  const [wide, high] = [picture.offsetWidth, picture.offsetHeight];
  style.setProperty("place-self", "center", "important");
  const words = [...picture.querySelectorAll(".wb-sentence .wb-choice > div > div")];
  const tables = [...picture.querySelectorAll("table")].filter((table) => table.checkVisibility());
  const parts = [...picture.children].flatMap((child) =>
    getComputedStyle(child).display === "contents" ? [...child.children] : [child],
  );
  let best = { score: 0, width: wide, zoom: 1 };
  for (let width = Math.min(360, wide); width <= wide; width *= 1.06) {
    style.width = `${width}px`;
    const boxes = parts.map((child) => child.getBoundingClientRect()).filter((box) => box.height);
    const drawn =
      Math.max(...boxes.map(({ right }) => right)) - Math.min(...boxes.map(({ left }) => left));
    const tight =
      drawn > width + OVER ||
      words.some((word) => (word.querySelector("span")?.scrollWidth ?? 0) > word.clientWidth + 1) ||
      tables.some((table) => table.offsetWidth > (table.parentElement?.clientWidth ?? 0) + 1);
    if (tight && width * 1.06 < wide) continue; // it needs more room
    const down = picture.scrollHeight;
    const letter = least(picture);
    const zoom = Math.min(wide / width, high / down, LARGEST / letter);
    const read = Math.min(1, (letter * zoom) / READ);
    const score = drawn * down * (zoom * read) ** 2;
    if (score > best.score) best = { score, width, zoom };
  }
  style.width = `${best.width}px`;
  style.zoom = best.zoom.toFixed(3);
  resized(picture);
}

/** The page is there again. */
function uncover() {
  for (const other of document.querySelectorAll(`.${BEHIND}`)) {
    other.inert = false;
    other.classList.remove(BEHIND);
  }
}

/**
 * @param {HTMLElement} el the figure
 * @param {{name?: string, label: string, bar: HTMLElement, arrange: () => HTMLElement, restore?: () => void, said: HTMLElement, press: (event: KeyboardEvent) => void, more?: [title: string, drawing: string, act: () => void][]}} parts
 *   name is its own in an address; bar takes the buttons of the view; arrange furnishes it and tells
 *   what is to fill it, restore takes that back; press hears the keys; more are buttons of its own
 */
export function lecture(
  el,
  { name, label, bar, arrange, restore = () => {}, said, press, more = [] },
) {
  const tool = ([title, d], act) =>
    html(
      "button",
      { type: "button", class: "wb-tool", title, "aria-label": title, onclick: act },
      icon(d),
    );
  const go = (step) => {
    const there = [...document.querySelectorAll(SHOWABLE)].filter(
      (other) => other === el || other.checkVisibility(),
    );
    const next = there[there.indexOf(el) + step];
    if (!next) return;
    close();
    next.dispatchEvent(new Event("wb-lecture"));
  };
  const hide = () => {
    el.classList.toggle("wb-quiet");
    el.focus(); // what is hidden hears no keys
  };
  const acts = [() => go(-1), () => go(1), hide, () => close()];
  const desk = html(
    "div",
    { class: "wb-lectern" },
    ...more.map(([title, d, act]) => tool([title, d], act)),
    ...Object.entries(LECTERN).map((one, i) => tool(one, acts[i])),
  );
  const open = () => {
    /** @type {HTMLElement | null} */
    const room = el.parentElement;
    if (is() || !room) return;
    room.style.minHeight = `${el.offsetHeight}px`; // the page stays as it is
    el.classList.add("wb-lecture");
    el.tabIndex = -1;
    el.dataset.lmSuppressShortcuts = "true";
    for (const [what, value] of Object.entries({
      role: "dialog",
      "aria-label": label,
      popover: "manual",
    }))
      el.setAttribute(what, value);
    el.showPopover?.();
    /** @type {HTMLElement | null} */
    let at = el;
    for (; at && at.localName !== "body"; at = at.parentElement)
      for (const other of at.parentElement?.children ?? [])
        if (other !== at && !other.inert) {
          other.inert = true;
          other.classList.add(BEHIND);
        }
    el.focus();
    furnish();
    address(true);
  };
  /** @type {HTMLElement} */
  let picture;
  const furnish = () => {
    picture = arrange();
    bar.append(desk);
    sized.observe(el);
    sized.observe(said);
  };
  const close = () => {
    if (!is()) return;
    sized.disconnect();
    el.hidePopover?.();
    for (const what of ["role", "aria-label", "popover", "tabindex", "data-lm-suppress-shortcuts"])
      el.removeAttribute(what);
    uncover();
    el.classList.remove("wb-lecture", "wb-quiet");
    desk.remove();
    for (const what of ["width", "zoom", "place-self"]) picture.style.removeProperty(what);
    resized(picture);
    said.style.minHeight = "";
    restore();
    el.parentElement?.style.removeProperty("min-height");
    el.scrollIntoView({ block: "nearest" });
    address(false);
  };
  const is = () => el.classList.contains("wb-lecture");
  const place = () => el.closest(".wb-live");
  /** @param {boolean} large */
  const address = (large) => {
    if (!name) return; // a notebook has none
    const here = location.hash.startsWith(`#${name}=`) ? location.hash : `#${place()?.id}`;
    history.replaceState(
      history.state,
      "",
      `${location.pathname}${large ? "?lecture" : ""}${here}`,
    );
  };
  const fit = () => {
    if (!is()) return;
    said.style.minHeight = `${said.offsetHeight}px`; // it only grows: the picture stays
    fitted(picture);
  };
  const sized = new ResizeObserver(fit);
  const hear = (event) => {
    if (!is() || event.defaultPrevented) return;
    const { key } = event;
    const turn = { PageUp: -1, PageDown: 1 }[key];
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (key === "Escape") close();
    else if (turn) go(turn);
    else if (event.target.type === "text") return;
    else if (key === "h") hide();
    else if (key === "f") whole();
    else return press(event);
    event.preventDefault();
    event.stopPropagation();
  };
  /** The page takes the screen, and the figure lies on it as before. */
  const whole = async () => {
    if (document.fullscreenElement) return document.exitFullscreen();
    await document.documentElement.requestFullscreen?.();
    el.hidePopover();
    el.showPopover();
    el.focus();
  };
  el.classList.add(SHOWABLE.slice(1));
  el.addEventListener("keydown", hear);
  el.addEventListener("wb-lecture", open);
  // the first figure that is named, or else the first
  const asked = () => {
    const { hash } = location;
    const named = (other) =>
      [other, other?.previousElementSibling].some((node) => node?.id && hash === `#${node.id}`);
    const others = [...document.querySelectorAll(".wb-live")].some(named);
    return (
      named(place()) ||
      hash.startsWith(`#${name}=`) ||
      (!others && !hash.includes("=") && document.querySelector(SHOWABLE) === el)
    );
  };
  if (name && new URLSearchParams(location.search).has("lecture"))
    setTimeout(() => {
      if (!asked()) return; // when it is on the page
      open();
      // a page that has come goes to the place that its address names, and the focus with it
      addEventListener("load", () => setTimeout(() => is() && el.focus()), { once: true });
    });
  if (is()) furnish(); // it is built anew under the reader's eyes
  const stop = () => {
    sized.disconnect();
    setTimeout(() => el.isConnected || uncover());
    el.removeEventListener("keydown", hear);
    el.removeEventListener("wb-lecture", open);
  };
  return { open, close, is, stop };
}
