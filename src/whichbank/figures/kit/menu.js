// A quiet button that opens a short list of others.

import { html, renew, svg, uniqueId } from "./parts.js";

const DOTS = "M5 12h.01M12 12h.01M19 12h.01";

/**
 * A line drawing of 24 by 24.
 * @param {string} d
 */
export const icon = (d) =>
  svg("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, svg("path", { d }));

/**
 * The button and its list, which one of its own closes, as do Escape and whatever is pressed
 * outside.
 * @param {string} label
 * @param {HTMLElement[]} items
 */
export function menu(label, items) {
  const id = uniqueId();
  const list = html(
    "div",
    { id, class: "wb-items", role: "menu", "aria-label": label, hidden: true },
    ...items,
  );
  const button = html(
    "button",
    {
      type: "button",
      class: "wb-tool",
      title: label,
      "aria-label": label,
      "aria-haspopup": "menu",
      "aria-expanded": "false",
      "aria-controls": id,
      onclick: () => set(list.hidden),
    },
    icon(DOTS),
  );
  const root = html("div", { class: "wb-more" }, button, list);
  const outside = ({ target }) => root.contains(target) || set(false);
  /** @param {boolean} open */
  const set = (open) => {
    list.hidden = !open;
    renew(button, { "aria-expanded": String(open) });
    document[open ? "addEventListener" : "removeEventListener"]("pointerdown", outside);
    if (open) items[0].focus();
  };
  const step = (event) => {
    const last = items.length - 1;
    const at = items.indexOf(event.target);
    const next = {
      ArrowDown: at < last ? at + 1 : 0,
      ArrowUp: at > 0 ? at - 1 : last,
      Home: 0,
      End: last,
    }[event.key];
    if (event.key === "Tab") set(false);
    if (list.hidden) return;
    if (event.key === "Escape" || next !== undefined) {
      event.preventDefault();
      event.stopPropagation();
    }
    if (event.key === "Escape") back();
    else if (next !== undefined) items[next].focus();
  };
  const back = () => {
    if (list.hidden) return; // a key has pressed one of them
    set(false);
    button.focus();
  };
  for (const item of items) renew(item, { role: "menuitem", tabindex: -1 });
  list.addEventListener("click", back, { capture: true }); // before what it does
  root.addEventListener("keydown", step);
  return { root, stop: () => set(false) };
}
