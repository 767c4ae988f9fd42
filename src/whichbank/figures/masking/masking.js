import { framed } from "../kit/frame.js";
import { attend } from "../nets/kernels.js";
import { styles } from "../kit/labels.js";
import { follow, rebuilt, write } from "../kit/model.js";
import { button, html, readout, renew, say } from "../kit/parts.js";
import { heatmap } from "../kit/tables.js";
import { sentence } from "../kit/sentence.js";
import { becoming } from "./becoming.js";
import { curtain } from "./curtain.js";
import { draggable } from "./moving.js";
import { toldOfLooks, toldOfMask, toldOfStep } from "./told.js";
import { tr } from "../kit/words.js";

const CHANGED = 1e-9; // a new vector has changed when one of its numbers has by more than this
const NOWHERE = [0, 0]; // the vector of a pad
const TRAITS = ["order", "hide_future", "hide_padding", "picked", "before"];

/**
 * Who may look at whom: the causal mask and the mask of the padding, or neither.
 * @param {number[]} order the tokens' numbers from first place to last
 * @param {number} words how many are words; padding has the numbers after them
 * @param {boolean} hideFuture
 * @param {boolean} hidePadding
 * @returns {boolean[][]} true: may attend
 */
export function maskOf(order, words, hideFuture, hidePadding) {
  return order.map((_, t) =>
    order.map((token, s) => (!hideFuture || s <= t) && (!hidePadding || token < words)),
  );
}

/**
 * Mask, weights in the order of the places, and new vectors by the tokens' numbers; and what both
 * would be without a mask.
 */
function work(model) {
  const [words, vectors, order] = ["words", "vectors", "order"].map((trait) => model.get(trait));
  const x = order.map((token) => vectors[token] ?? NOWHERE);
  const mask = maskOf(order, words.length, model.get("hide_future"), model.get("hide_padding"));
  const [{ weights, out }, open] = [attend(x, x, x, 1, mask), attend(x, x, x, 1)];
  const [fresh, free] = [out, open.out].map((rows) => order.map((_, n) => rows[order.indexOf(n)]));
  return { order, mask, weights, open: open.weights, fresh, free };
}

/**
 * Who looks at whom, and the vectors before and after.
 * @param {string[]} names of all tokens
 * @param {number} words how many of them are words
 * @param {string[]} axes
 * @param {number[][]} vectors
 */
function numbersOf(names, words, axes, vectors) {
  const table = heatmap(tr("Each row asks, and takes from the columns"), names, names);
  table.root.classList.add("wb-masked");
  const heads = ["thead th", "tbody th"].map((part) => [...table.root.querySelectorAll(part)]);
  const rows = [...table.root.querySelectorAll("tbody tr")];
  const cells = rows.map((row) => [...row.querySelectorAll("td")]);
  const most = Math.max(1, ...vectors.flat().map(Math.abs));
  const both = heatmap(
    tr("Vectors, as they came and new"),
    names,
    [...axes, ...axes.map((axis) => tr("new {name}", { name: axis }))],
    { limits: [-most, most] },
  );
  const set = ({ order, mask, weights, fresh }, picked, moved) => {
    order.forEach((token, slot) => {
      for (const some of heads) say(some[slot], names[token]);
      heads[1][slot].classList.toggle("wb-changed", token < words && moved[token]);
      rows[slot].hidden = token >= words; // nobody reads what a pad becomes
    });
    table.set(weights, order.indexOf(picked));
    mask.forEach((row, t) =>
      row.forEach((may, s) =>
        renew(cells[t][s], { class: may ? "" : `wb-hidden${mask[t + 1]?.[s] ? " wb-step" : ""}` }),
      ),
    );
    both.set(
      names.map((_, token) => [...(vectors[token] ?? NOWHERE), ...fresh[token]]),
      picked,
    );
  };
  return { roots: [table.root, both.root], set };
}

/**
 * What moves a word or puts a mask on, as buttons.
 * @param {Model} model
 * @param {(traits: Record<string, any>) => void} act
 * @param {(token: number, to: number) => void} move
 */
function buttonsOf(model, act, move) {
  const shift = (by) => () =>
    move(model.get("picked"), model.get("order").indexOf(model.get("picked")) + by);
  const toggle = (label, trait) => button(label, () => act({ [trait]: !model.get(trait) }));
  const future = toggle(tr("Hide later words"), "hide_future");
  const pads = toggle(tr("Hide padding"), "hide_padding");
  const [earlier, later] = [button(tr("◀ Earlier"), shift(-1)), button(tr("Later ▶"), shift(1))];
  const moved = html("span", {}, "");
  const padding = model.get("padding");
  const set = (name) => {
    renew(future, { "aria-pressed": String(model.get("hide_future")) });
    renew(pads, { "aria-pressed": String(model.get("hide_padding")) });
    say(moved, tr("Move {name}", { name }));
  };
  const row = (...nodes) => html("div", { class: "wb-buttons" }, ...nodes);
  return {
    keys: padding ? { e: earlier, l: later, h: future, p: pads } : { h: future },
    nodes: padding ? [row(future, pads), row(moved, earlier, later)] : [row(future)],
    set,
  };
}

/**
 * The sentence, whose words can be moved, under its curtain.
 * @param {Model} model
 * @param {string[]} names of all tokens
 * @param {(traits: Record<string, any>) => void} act
 * @param {(token: number, to: number) => void} move
 */
function sceneOf(model, names, act, move) {
  const order = () => model.get("order");
  const pick = (slot) => write(model, { picked: order()[slot] });
  const legend = model.get("padding")
    ? tr("Tap a word, drag it, or draw the curtain.")
    : tr("Tap a word, or draw the curtain.");
  const text = sentence(legend, names, pick);
  draggable(text.labels, (from, to) => move(order()[from], to));
  const veil = curtain(names.length, (slot) => {
    if (slot < 0 || !model.get("hide_future")) act({ hide_future: slot >= 0 });
    if (slot >= 0) pick(slot);
  });
  text.root.append(veil.root);
  const set = (found, at, color) => {
    const may = found.mask[at];
    found.order.forEach((token, slot) => {
      const label = text.labels[slot].lastChild;
      say(label, names[token]);
      renew(label, { class: `wb-movable ${color(token)}${may[slot] ? "" : " wb-hidden"}` });
    });
    text.set(
      at,
      [
        { key: "hidden", weights: found.open[at].map((w, s) => (may[s] ? 0 : w)), faint: true },
        { key: "row", weights: found.weights[at], color: found.order.map(color) },
      ],
      toldOfLooks(found, at, names),
    );
    veil.set(model.get("hide_future") ? at : -1);
  };
  const stop = () => {
    text.stop();
    veil.stop();
  };
  return { root: text.root, set, stop };
}

/**
 * Words that can be moved, two masks, and what these change: who is looked at, and the new vectors.
 */
function drawMasks(model, el) {
  const [words, vectors, axes, padding] = ["words", "vectors", "axes", "padding"].map((trait) =>
    model.get(trait),
  );
  const names = [...words, ...Array(padding).fill(tr("pad"))];
  const colors = styles(words);
  const color = (token) => (token < words.length ? `wb-c${colors[token]}` : "");
  const act = (traits) => write(model, { ...traits, before: work(model).fresh });
  const move = (token, to) => {
    const rest = model.get("order").filter((other) => other !== token);
    if (to >= 0 && to < names.length)
      act({ picked: token, order: [...rest.slice(0, to), token, ...rest.slice(to)] });
  };

  const places = becoming(words, vectors, axes);
  const scene = sceneOf(model, names, act, move);
  const key = html(
    "p",
    { class: "wb-aside" },
    padding
      ? tr("Hatched, dotted: hidden. Hollow: if nothing were.")
      : tr("Dotted: hidden. Hollow: if nothing were."),
  );
  const buttons = buttonsOf(model, act, move);
  const said = readout();
  const numbers = numbersOf(names, words.length, axes, vectors);
  const [looks, both] = numbers.roots;

  const frame = framed(model, el, {
    name: "masking",
    what: tr("What changes when later words are hidden?"),
    traits: TRAITS,
    fits: ({ order, picked }) =>
      String([...order].sort((a, b) => a - b)) === String([...names.keys()]) &&
      order.includes(picked),
    keys: buttons.keys,
    picture: [
      html("div", { class: "wb-asking" }, scene.root, ...(padding ? [looks] : [])),
      html(
        "div",
        { class: "wb-becoming" },
        html("p", { class: "wb-aside" }, tr("What each word becomes")),
        places.root,
      ),
      key,
    ],
    controls: buttons.nodes,
    said: said.root,
    table: padding ? [both] : [looks, both],
  });

  el.classList.add("wb-stepped"); // the curtain goes from word to word
  if (!padding) said.root.parentElement.classList.add("wb-bare");
  const stop = follow(model, TRAITS, () => {
    const found = work(model);
    const { order, mask, fresh, free } = found;
    const [picked, before] = [model.get("picked"), model.get("before")];
    const at = order.indexOf(picked);
    const moved = words.map((_, token) =>
      fresh[token].some((v, d) => Math.abs(v - before[token][d]) > CHANGED),
    );
    scene.set(found, at, color);
    places.set(picked, colors, fresh, free);
    numbers.set(found, picked, moved);
    buttons.set(names[picked]);
    key.classList.toggle("wb-idle", !mask.flat().includes(false));
    said.set(toldOfMask(found, at, names) + toldOfStep(order, words, moved));
  });
  return () => {
    stop();
    frame.stop();
    scene.stop();
  };
}

/** Draw; when the words change, build the figure anew. */
export default { render: rebuilt(["words", "vectors", "padding", "axes"], drawMasks) };
