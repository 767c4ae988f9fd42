// The part of the figure that is a wall: sentences of the test too small to read, in blocks of one
// sense each. The darker a word, the more it is looked at; its ink is the sense that is given.

import { html, renew } from "../kit/parts.js";
import { tr } from "../kit/words.js";

const GOLD = ["money", "company"]; // the course's own two meanings; of others the first is gold
const TEAL = ["river", "fruit"];
const INKS = ["ink", "soft", "panel", "gold-broad", "teal-broad"];
const [FAINT, BLANK, FILLED] = [0.07, 0.9, 0.62]; // of full ink; letters between words; of a row

/**
 * The inks of a word's two senses.
 * @param {string[]} names
 */
export const inksOf = ([first, second]) =>
  GOLD.includes(second) || TEAL.includes(first) ? ["teal", "gold"] : ["gold", "teal"];

const long = (words) => words.reduce((sum, word) => sum + word.length + BLANK, 0);

/**
 * Paint a block of sentences.
 * @param {HTMLCanvasElement} canvas
 * @param {number[]} size as it is seen
 * @param {any[]} rows
 * @param {number} most letters of any row
 * @param {number} picked row
 * @param {string[]} inks of the theme
 */
function paintBlock(canvas, [width, height], rows, most, picked, [black, gray, panel, gold, teal]) {
  const broad = { gold, teal };
  const zoom = devicePixelRatio || 1;
  if (canvas.width !== Math.round(width * zoom) || canvas.height !== Math.round(height * zoom))
    [canvas.width, canvas.height] = [Math.round(width * zoom), Math.round(height * zoom)];
  const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  pen.setTransform(zoom, 0, 0, zoom, 0, 0);
  pen.clearRect(0, 0, width, height);
  const fill = (color, opacity, x, y, wide, high) => {
    pen.globalAlpha = opacity;
    pen.fillStyle = color;
    pen.fillRect(x, y, wide, high);
  };
  const [pitch, letter] = [height / rows.length, width / most];
  const high = FILLED * pitch;
  rows.forEach(({ words, at, weights, p, inks }, i) => {
    const y = pitch * (i + (1 - FILLED) / 2);
    if (i === picked) {
      fill(panel, 1, 0, pitch * i, width, pitch);
      fill(black, 1, width - 2, y, 2, high);
    }
    const sure = Math.abs(2 * p - 1);
    const color = broad[inks[Number(p > 0.5)]];
    let x = 0;
    words.forEach((word, s) => {
      const wide = letter * word.length;
      const dark = FAINT + (1 - FAINT) * weights[s] ** 0.6;
      if (s === at) fill(black, 1, x, y, wide, high);
      else {
        fill(gray, dark * (1 - sure), x, y, wide, high);
        fill(color, dark * sure, x, y, wide, high);
      }
      x += letter * (word.length + BLANK);
    });
  });
}

/**
 * Each block has one sense, and a canvas for its sentences.
 * @param {{first: number, sense: number}[]} rows
 */
function blocksOf(rows) {
  const kinds = rows.map(({ first, sense }) => first + sense);
  return [...new Set(kinds)].map((kind) => ({
    kind,
    canvas: /** @type {HTMLCanvasElement} */ (html("canvas")),
    from: kinds.indexOf(kind),
    count: kinds.filter((one) => one === kind).length,
  }));
}

/** A block under the name of its sense. */
function blockOf(canvas, kind, senses) {
  const names = senses[Math.floor(kind / 2)].slice(1);
  const name = html("b", { class: `wb-${inksOf(names)[kind % 2]}` }, names[kind % 2]);
  return html("div", {}, name, canvas);
}

/**
 * The theme's inks: they are asked for once, for that is slow.
 * @param {Element} root
 * @param {() => void} onChange
 */
function themed(root, onChange) {
  /** @type {string[]} */
  let found = [];
  const theme = new MutationObserver(() => {
    found = [];
    onChange();
  });
  theme.observe(document.documentElement, {
    attributes: true,
    attributeFilter: ["data-theme", "data-jp-theme-light", "theme"],
  });
  const inks = () => {
    if (!found.length) {
      const seen = getComputedStyle(root);
      found = INKS.map((name) => seen.getPropertyValue(`--wb-${name}`));
    }
    return found;
  };
  return { inks, stop: () => theme.disconnect() };
}

/**
 * The sentence of a block that an event takes; none where it only moves under a finger.
 * @param {PointerEvent} event
 * @param {{canvas: HTMLCanvasElement, from: number, count: number}} block
 * @param {number} now the sentence that is picked
 * @returns {number | undefined}
 */
function pressed(event, { canvas, from, count }, now) {
  // a row is too thin for a finger: each tap takes the next one of its block
  if (event.pointerType === "touch") {
    if (event.type !== "pointerdown") return undefined;
    const next = now - from + 1;
    return from + (next > 0 && next < count ? next : 0);
  }
  const { top, height } = canvas.getBoundingClientRect();
  const row = Math.floor((count * (event.clientY - top)) / height);
  return from + Math.min(Math.max(row, 0), count - 1);
}

/**
 * Blocks of sentences, one a sense. A press takes a sentence, as do the arrow keys; a tap the next.
 * @param {(i: number) => void} onPick
 */
export function wall(onPick) {
  const blocks = html("div", { class: "wb-blocks", role: "img" });
  const keys = html("input", {
    type: "range",
    min: 0,
    max: 0,
    step: 1,
    "aria-label": tr("Sentence of the wall"),
    oninput: () => onPick(Number(keys.value)),
  });
  const root = html("div", { class: "wb-wall", translate: "no" }, keys, blocks);
  /** @type {ReturnType<typeof blocksOf>} */
  let parts = [];
  let [built, draw] = ["", () => {}];
  /** @type {number[][] | undefined} of the canvases */
  let sizes;

  const press = (event) => {
    if (event.type === "pointermove" && !event.buttons) return;
    const part = parts.find(({ canvas }) => canvas === event.target);
    if (!part) return;
    const i = pressed(event, part, Number(keys.value));
    if (i !== undefined) onPick(i);
  };
  for (const type of ["pointerdown", "pointermove"]) blocks.addEventListener(type, press);

  /** @param {any[]} rows @param {number} picked */
  const paint = (rows, picked) => {
    const most = Math.max(...rows.map(({ words }) => long(words)));
    sizes ??= parts.map(({ canvas }) => [canvas.clientWidth, canvas.clientHeight]);
    for (const [k, { canvas, from, count }] of parts.entries())
      paintBlock(
        canvas,
        sizes[k],
        rows.slice(from, from + count),
        most,
        picked - from,
        theme.inks(),
      );
  };
  const sized = new ResizeObserver(() => {
    sizes = undefined;
    draw();
  });
  sized.observe(blocks);
  const theme = themed(root, () => draw());
  /**
   * Show what is made of each sentence.
   * @param {{words: string[], at: number, first: number, sense: number, weights: number[], p:
   *   number}[]} rows p is the probability of the second sense
   * @param {string[][]} senses each word with its two senses
   * @param {number} picked
   */
  const set = (rows, senses, picked) => {
    const sentences = `${rows.map(({ words }) => words)} ${senses}`;
    if (sentences !== built) {
      built = sentences;
      sizes = undefined;
      parts = blocksOf(rows);
      blocks.replaceChildren(...parts.map(({ canvas, kind }) => blockOf(canvas, kind, senses)));
      keys.max = String(rows.length - 1);
    }
    if (!rows.length) return;
    const right = rows.filter(({ p, sense }) => Number(p > 0.5) === sense).length;
    renew(blocks, {
      "aria-label": tr("{n} sentences of the test, {right} of them right.", {
        n: rows.length,
        right,
      }),
    });
    keys.value = String(Math.max(picked, 0));
    renew(keys, { "aria-valuetext": rows[Math.max(picked, 0)].words.join(" ") });
    const inked = rows.map((row) => ({
      ...row,
      inks: inksOf(senses[Math.floor(row.first / 2)].slice(1)),
    }));
    draw = () => paint(inked, picked);
    draw();
  };
  const stop = () => {
    sized.disconnect();
    theme.stop();
  };
  return { root, set, stop };
}
