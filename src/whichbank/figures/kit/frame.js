// What is around every figure: its picture, its controls, one sentence, the numbers as a second
// view, and in the corner a row of quiet buttons: reset, copy link, image file, full screen, table.
// To adopt it, a figure
// - calls `framed` where it filled its element, with its nodes by their roles, and calls the
//   result's `stop` when it goes;
// - asks in `what` the one question that it answers, in a line above the picture;
// - names in `traits` what the reader can change (they make the link), and refuses in `fits` what
//   no figure can show; in `lists` it names those of them that may have any number of entries;
// - draws attention with `sentence` from sentence.js, and gives numbers in cells the colors of
//   `shade` from parts.js;
// - names in `keys` the buttons that a letter presses in full screen; the one of the space bar is
//   pressed anywhere;
// - gives in `time` its Play, Step and what stops them (see player.js), if time runs in it: they
//   get the keys p, s and space, and Reset, leaving the screen and a wish for less motion stop it;
// - forgets in `onReset` what it has kept besides its traits;
// - lets go of rules for its own heights: `--wb-lines` says how many lines the sentence takes at
//   most;
// - puts what changes the whole figure, such as a chooser, into `title`: it takes no line of its
//   own.
// The picture is first on a phone, and beside the controls from 40 rem of room. A figure whose
// picture needs the whole width says so with `wide`.

import { calm, html, reloaded, svg, uniqueId, write } from "./parts.js";

const ICONS = {
  Reset: "M4.5 12a7.5 7.5 0 1 0 2.4-5.5L4.5 9M4.5 4v5h5",
  "Copy link":
    "M10 14.5a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-5.5l-1 1M14 9.5a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 5.5l1-1",
  "Image file": "M4 5h16v14H4zM4 16l5-5 4 4 3-3 4 4M15.5 9h.01",
  "Full screen": "M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5",
  Table: "M4 5h16v14H4zM4 10h16M4 14.5h16M10 5v14",
};
const SIGNS = [
  ["%5B", "("],
  ["%5D", ")"],
  ["%2C", ","],
  ["%22", "'"],
];

/**
 * Write traits as a part of an address.
 * @param {Record<string, any>} state
 */
export function spell(state) {
  const strict = (text) =>
    encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
  const short = (text) => SIGNS.reduce((all, [long, sign]) => all.replaceAll(long, sign), text);
  return Object.entries(state)
    .map(([name, value]) => `${name}:${short(strict(JSON.stringify(value)))}`)
    .join(";");
}

// A list that is empty at the start may be of any length: what it holds is for `fits` to say.
const alike = (a, b) =>
  Array.isArray(b)
    ? Array.isArray(a) &&
      (!b.length || (a.length === b.length && a.every((x, i) => alike(x, b[i]))))
    : typeof a === typeof b && (typeof a !== "number" || Number.isFinite(a));

/**
 * Read what `spell` wrote: the traits, or null where that is not what these traits can hold.
 * @param {string} text
 * @param {Record<string, any>} like the traits as they are
 * @returns {Record<string, any>|null}
 */
export function unspell(text, like) {
  try {
    const parts = text
      .split(";")
      .filter(Boolean)
      .map((part) => [part.split(":", 1)[0], part.slice(part.indexOf(":") + 1)]);
    const long = (value) => SIGNS.reduce((all, [code, sign]) => all.replaceAll(sign, code), value);
    const state = Object.fromEntries(
      parts.map(([name, value]) => [name, JSON.parse(decodeURIComponent(long(value)))]),
    );
    return Object.entries(state).every(
      ([name, value]) => Object.hasOwn(like, name) && alike(value, like[name]),
    )
      ? state
      : null;
  } catch {
    return null;
  }
}

/**
 * The figure in an SVG: what is drawn, the sentence, and where it comes from; no buttons. It needs
 * no other file.
 * @param {HTMLElement} el
 * @param {HTMLElement} board
 * @returns {{source: string, width: number, height: number}}
 */
function pictured(el, board) {
  const rules = [...document.styleSheets]
    .filter(({ media }) => matchMedia(media.mediaText || "all").matches)
    .flatMap((sheet) => {
      try {
        return [...sheet.cssRules]
          .map(({ cssText }) => cssText)
          .filter((text) => text.includes(".wb-"));
      } catch {
        return []; // a sheet from elsewhere; ours are of the page
      }
    })
    .join("\n");
  const seen = getComputedStyle(el);
  const colors = [...new Set(rules.match(/--wb-[\w-]+/g))]
    .map((name) => `${name}: ${seen.getPropertyValue(name)};`)
    .filter((rule) => !rule.endsWith(": ;"));
  const copy = /** @type {HTMLElement} */ (board.cloneNode(true));
  const [now, then] = [board, copy].map((root) => [...root.querySelectorAll("input")]);
  now.forEach(({ value, checked }, i) => {
    then[i].setAttribute("value", value);
    if (checked) then[i].setAttribute("checked", "");
  });
  const painted = [board, copy].map((root) => [...root.querySelectorAll("canvas")]);
  painted[0].forEach((canvas, i) =>
    painted[1][i].replaceWith(
      html("img", {
        src: canvas.toDataURL(),
        class: canvas.className,
        style: canvas.style.cssText,
      }),
    ),
  );
  copy
    .querySelectorAll(".wb-tools, .wb-second, .wb-button, select, input[type=text], .wb-unknown")
    .forEach((node) => node.remove());
  const width = board.offsetWidth + 24;
  const room = html(
    "div",
    { class: "wb-room" },
    ...(board.previousSibling ? [board.previousSibling.cloneNode(true)] : []),
    copy,
    html("p", { class: "wb-note" }, `${document.title} · ${location.host || "Which Bank?"}`),
  );
  const figure = html(
    "div",
    {
      class: el.className,
      style: `${colors.join("")}margin: 0; border: 0; border-radius: 0; width: ${width}px`,
    },
    room,
  );
  el.append(figure);
  const height = figure.offsetHeight;
  figure.remove();
  const sheet = html("style");
  sheet.textContent = rules;
  const root = svg(
    "svg",
    { width, height },
    svg("foreignObject", { width, height }, sheet, figure),
  );
  return { source: new XMLSerializer().serializeToString(root), width, height };
}

/**
 * Put a figure together.
 * @param {Model} model
 * @param {HTMLElement} el
 * @param {{name: string, what: string, traits: string[], title?: Node[], picture: Node[], controls:
 *   Node[], said: Node, table: Node[], wide?: boolean, keys?: Record<string, HTMLElement | undefined>, time?:
 *   {play?: HTMLElement, step?: HTMLElement, rest: () => void}, lists?: string[], near?: () =>
 *   void, onReset?: () => void, fits?: (state: any) => boolean}} options
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
    keys = {},
    time,
    lists = [],
    near = () => {},
    onReset = () => {},
    fits = () => true,
  },
) {
  const start = Object.fromEntries(traits.map((trait) => [trait, model.get(trait)]));
  const rest = time?.rest ?? (() => {});
  if (time) keys = { p: time.play, s: time.step, " ": time.play, ...keys };
  const id = uniqueId();
  const note = html("span", { class: "wb-note", "aria-live": "polite" });
  const view = html("div", { class: "wb-second", id, hidden: true }, ...table);
  const tool = (label, act, more = {}) =>
    html(
      "button",
      {
        type: "button",
        class: "wb-tool",
        title: `${label} (${label[0]})`,
        "aria-label": label,
        onclick: act,
        ...more,
      },
      svg("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, svg("path", { d: ICONS[label] })),
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
      note.textContent = "Link copied.";
    } catch {
      note.textContent = "The link is in the address bar.";
    }
  };
  const image = async () => {
    const { source, width, height } = pictured(el, board);
    let [file, address] = [
      `${name}.svg`,
      `data:image/svg+xml;charset=utf-8,${encodeURIComponent(source)}`,
    ];
    try {
      const drawn = new Image();
      drawn.src = address;
      await drawn.decode();
      const canvas = html("canvas", { width: 2 * width, height: 2 * height });
      canvas.getContext("2d").drawImage(drawn, 0, 0, 2 * width, 2 * height);
      [file, address] = [`${name}.png`, canvas.toDataURL()];
    } catch {
      // a browser that keeps such pictures from a canvas: then it is the drawing itself
    }
    html("a", { href: address, download: file }).click();
    note.textContent = "Image saved.";
  };
  const toggle = () => {
    view.hidden = !view.hidden;
    tools.Table.setAttribute("aria-expanded", String(!view.hidden));
    enlarge();
  };
  const full = () =>
    (document.fullscreenElement === el ? document.exitFullscreen() : el.requestFullscreen()).catch(
      () => {},
    );
  const tools = {
    Reset: tool("Reset", () => {
      note.textContent = "";
      rest();
      write(model, start);
      onReset();
    }),
    // a notebook has no address to put it in
    ...(model.name ? { "Copy link": tool("Copy link", copy) } : {}),
    "Image file": tool("Image file", image),
    ...(document.fullscreenEnabled ? { "Full screen": tool("Full screen", full) } : {}),
    Table: tool("Table", toggle, { "aria-expanded": "false", "aria-controls": id }),
  };

  const board = html(
    "div",
    { class: `wb-board${wide ? " wb-wide" : ""}` },
    html("div", { class: "wb-tools" }, ...title, note, ...Object.values(tools)),
    html("div", { class: "wb-picture", translate: "no" }, ...picture),
    html("div", { class: "wb-controls" }, ...controls),
    said,
    view,
  );
  el.classList.add("wb-figure", "wb-framed", `wb-${name}`);
  el.replaceChildren(
    html("div", { class: "wb-room" }, html("p", { class: "wb-what" }, what), board),
  );

  // In a lecture hall the figure fills the screen, and each control has a key.
  const enlarge = () => {
    const large = document.fullscreenElement === el;
    el.style.setProperty("--wb-zoom", "1");
    if (large)
      el.style.setProperty(
        "--wb-zoom",
        Math.max(
          1,
          Math.min(
            el.clientWidth / (board.offsetWidth + 48),
            el.clientHeight / (board.offsetHeight + 32),
          ),
        ).toFixed(3),
      );
  };
  const press = (event) => {
    clear();
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.type === "text") return;
    const space =
      event.key === " " && keys[" "] && !event.target.closest("button, select, .wb-second");
    if (space) event.preventDefault(); // no page scrolls
    if (!space && document.fullscreenElement !== el) return;
    const digit = "123456789".indexOf(event.key);
    const found =
      digit >= 0
        ? el.querySelectorAll(".wb-sentence input[type=radio]")[digit]
        : (keys[event.key.toLowerCase()] ??
          Object.entries(tools).find(
            ([label]) => label[0].toLowerCase() === event.key.toLowerCase(),
          )?.[1]);
    if (!space) found?.focus();
    found?.click();
  };
  const clear = () => (note.textContent = ""); // it covers the title until the reader goes on
  const heard = { fullscreenchange: enlarge, keydown: press, pointerdown: clear };
  for (const [event, call] of Object.entries(heard)) el.addEventListener(event, call);

  const open = () => {
    if (!model.name || !location.hash.startsWith(`#${model.name}=`)) return false;
    const state = unspell(location.hash.slice(model.name.length + 2), {
      ...start,
      ...Object.fromEntries(lists.map((list) => [list, []])),
    });
    const good = state !== null && fits({ ...start, ...state });
    note.textContent = good ? "" : "This link cannot be read: here is the figure as it was.";
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
    if (before && !seen) rest();
    if (seen && !before) near();
  });
  leaving.observe(el);
  calm.addEventListener("change", rest);
  const stop = () => {
    rest();
    leaving.disconnect();
    calm.removeEventListener("change", rest);
    removeEventListener("hashchange", follow);
    for (const [event, call] of Object.entries(heard)) el.removeEventListener(event, call);
  };
  return { stop };
}
