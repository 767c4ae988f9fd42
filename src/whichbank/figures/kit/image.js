// The image file of a figure.

import { html, svg } from "./parts.js";

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
      style: `${colors.join("")}margin: 0; border: 0; padding: 12px; width: ${width}px`,
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
 * Save the figure as an image.
 * @param {HTMLElement} el
 * @param {HTMLElement} board
 * @param {string} name
 */
export async function saved(el, board, name) {
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
}
