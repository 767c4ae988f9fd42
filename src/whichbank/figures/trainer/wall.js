// The part of the figure that is a wall: sentences of the test too small to read, in blocks of one
// sense each. The darker a word, the more it is looked at; its ink is the sense that is given.

import { html, renew } from "../kit/parts.js";

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
    "aria-label": "Sentence of the wall",
    oninput: () => onPick(Number(keys.value)),
  });
  const root = html("div", { class: "wb-wall", translate: "no" }, keys, blocks);
  /** @type {{canvas: HTMLCanvasElement, from: number, count: number}[]} */
  let parts = [];
  let [built, draw] = ["", () => {}];
  /** @type {string[]} */
  let known = [];
  /** @type {number[][] | undefined} of the canvases */
  let sizes;

  const build = (rows, senses) => {
    const kinds = [...new Set(rows.map(({ first, sense }) => first + sense))];
    parts = kinds.map((kind) => ({
      canvas: /** @type {HTMLCanvasElement} */ (html("canvas")),
      from: rows.findIndex(({ first, sense }) => first + sense === kind),
      count: rows.filter(({ first, sense }) => first + sense === kind).length,
    }));
    blocks.replaceChildren(
      ...parts.map(({ canvas }, i) => {
        const names = senses[Math.floor(kinds[i] / 2)].slice(1);
        const name = html("b", { class: `wb-${inksOf(names)[kinds[i] % 2]}` }, names[kinds[i] % 2]);
        return html("div", {}, name, canvas);
      }),
    );
    keys.max = String(rows.length - 1);
  };
  const press = (event) => {
    if (event.type === "pointermove" && !event.buttons) return;
    const part = parts.find(({ canvas }) => canvas === event.target);
    if (!part) return;
    // a row is too thin for a finger: each tap takes the next one of its block
    if (event.pointerType === "touch") {
      const next = Number(keys.value) - part.from + 1;
      if (event.type === "pointerdown")
        onPick(part.from + (next > 0 && next < part.count ? next : 0));
      return;
    }
    const { top, height } = part.canvas.getBoundingClientRect();
    const row = Math.floor((part.count * (event.clientY - top)) / height);
    onPick(part.from + Math.min(Math.max(row, 0), part.count - 1));
  };
  for (const type of ["pointerdown", "pointermove"]) blocks.addEventListener(type, press);

  /** The theme's inks: they are asked for once, for that is slow. */
  const theInks = () => {
    if (!known.length) {
      const seen = getComputedStyle(root);
      known = INKS.map((name) => seen.getPropertyValue(`--wb-${name}`));
    }
    return known;
  };
  /** @param {any[]} rows @param {number} picked */
  const paint = (rows, picked) => {
    const [black, gray, panel, gold, teal] = theInks();
    const broad = { gold, teal };
    const long = (words) => words.reduce((sum, word) => sum + word.length + BLANK, 0);
    const most = Math.max(...rows.map(({ words }) => long(words)));
    sizes ??= parts.map(({ canvas }) => [canvas.clientWidth, canvas.clientHeight]);
    for (const [k, { canvas, from, count }] of parts.entries()) {
      const [width, height] = sizes[k];
      const zoom = devicePixelRatio || 1;
      if (canvas.width !== Math.round(width * zoom) || canvas.height !== Math.round(height * zoom))
        [canvas.width, canvas.height] = [Math.round(width * zoom), Math.round(height * zoom)];
      const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
      pen.setTransform(zoom, 0, 0, zoom, 0, 0);
      pen.clearRect(0, 0, width, height);
      const [pitch, letter] = [height / count, width / most];
      rows.slice(from, from + count).forEach(({ words, at, weights, p, inks }, i) => {
        const y = pitch * (i + (1 - FILLED) / 2);
        const fill = (color, opacity, x, wide) => {
          pen.globalAlpha = opacity;
          pen.fillStyle = color;
          pen.fillRect(x, y, wide, FILLED * pitch);
        };
        if (from + i === picked) {
          pen.globalAlpha = 1;
          pen.fillStyle = panel;
          pen.fillRect(0, pitch * i, width, pitch);
          fill(black, 1, width - 2, 2);
        }
        const sure = Math.abs(2 * p - 1);
        const color = broad[inks[Number(p > 0.5)]];
        let x = 0;
        words.forEach((word, s) => {
          const wide = letter * word.length;
          if (s === at) fill(black, 1, x, wide);
          else {
            const dark = FAINT + (1 - FAINT) * weights[s] ** 0.6;
            fill(gray, dark * (1 - sure), x, wide);
            fill(color, dark * sure, x, wide);
          }
          x += letter * (word.length + BLANK);
        });
      });
    }
  };
  const sized = new ResizeObserver(() => {
    sizes = undefined;
    draw();
  });
  sized.observe(blocks);
  const theme = new MutationObserver(() => {
    known = [];
    draw();
  });
  theme.observe(document.documentElement, {
    attributes: true,
    attributeFilter: ["data-theme", "data-jp-theme-light", "theme"],
  });
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
      build(rows, senses);
    }
    if (!rows.length) return;
    const right = rows.filter(({ p, sense }) => Number(p > 0.5) === sense).length;
    renew(blocks, {
      "aria-label": `${rows.length} sentences of the test, ${right} of them right.`,
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
    theme.disconnect();
  };
  return { root, set, stop };
}
