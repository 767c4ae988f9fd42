// A second sentence beside the first, for the figure `loom`: which one, which of its pieces are the
// same, and its picture.

import { html } from "../kit/parts.js";
import { headTables } from "./heads.js";
import { stageOf } from "./stage.js";
import { lacking, subjectOf } from "./told.js";
import { HEADS, LAYERS } from "./woven.js";

/**
 * The sentence that differs least from the one that is shown, of those with the same word and
 * meanings.
 * @param {Model} model
 * @returns {number} -1 if there is none, or the sentence is the reader's own
 */
export function partnerOf(model) {
  const [i, subjects, axes, pieces] = ["sentence", "subjects", "axes", "pieces"].map((name) =>
    model.get(name),
  );
  if (model.get("own")) return -1;
  const apart = pieces.map((some, s) =>
    s === i || subjects[s] !== subjects[i] || `${axes[s]}` !== `${axes[i]}`
      ? Infinity
      : lacking(some, pieces[i]).length + lacking(pieces[i], some).length,
  );
  const least = Math.min(...apart);
  return least < Infinity ? apart.indexOf(least) : -1;
}

/**
 * Where another sentence has a piece of this one: the same, as often before it.
 * @param {string[]} pieces
 * @param {number} t
 * @param {string[]} others
 * @returns {number} -1 if it does not
 */
export function sameIn(pieces, t, others) {
  const nth = pieces.slice(0, t).filter((one) => one === pieces[t]).length;
  return others.flatMap((one, s) => (one === pieces[t] ? [s] : []))[nth] ?? -1;
}

/**
 * The second sentence's picture.
 * @param {HTMLElement} el
 * @param {(t: number) => void} ask takes a piece of the first sentence
 */
export function pairOf(el, ask) {
  const root = html("div", { class: "wb-half" });
  /** @type {ReturnType<typeof stageOf> & {key: string} | undefined} */
  let scene;
  /** @type {Woven | undefined} */
  let first;
  const stop = () => {
    scene?.stop();
    scene = undefined;
    root.replaceChildren();
  };
  /**
   * Show it, or nothing; which of its pieces ask.
   * @param {Woven} now the first sentence
   * @param {Woven | undefined} other
   * @param {number[]} asked pieces of the first
   * @param {any} seen the state of the first's picture
   * @param {boolean} jump
   */
  const set = (now, other, asked, seen, jump) => {
    root.hidden = !other;
    if (!other) {
      if (scene) stop();
      return [];
    }
    const key = `${now.key} ${other.key}`;
    if (scene?.key !== key) {
      stop();
      const { pieces } = other;
      const back = (t) => sameIn(pieces, t, first?.pieces ?? []);
      const made = stageOf(
        el,
        { ...other, layers: LAYERS, count: HEADS, second: true },
        { onAsk: (t) => back(t) >= 0 && ask(back(t)) },
      );
      made.canvas.addEventListener("click", (event) => {
        const t = back(made.under(event.offsetX / made.canvas.clientWidth, 0).t);
        if (t >= 0 && !first?.marks[t]) ask(t);
      });
      root.replaceChildren(made.root, made.words);
      scene = { ...made, key };
    }
    first = now;
    const same = asked.map((t) => sameIn(now.pieces, t, other.pieces)).filter((t) => t >= 0);
    const own = asked.every((t) => now.pieces[t] === now.word) || !same.length;
    const asks = own ? subjectOf(other) : same;
    const tables = headTables(other, seen.layer);
    const weights = tables?.map((table) => table[asks[asks.length - 1]]);
    const looks = seen.head ? tables?.[seen.head - 1] : undefined;
    const { leans, shares, steps } = other;
    const none = { taken: 0, silent: [], inner: 0, worked: undefined };
    scene?.set({ ...seen, ...none, asked: asks, weights, looks, leans, shares, steps }, jump);
    return asks;
  };
  return { root, set, stop, rise: (front) => scene?.rise(front) };
}
