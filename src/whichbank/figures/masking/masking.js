import { framed } from "../kit/frame.js";
import { attend } from "../nets/kernels.js";
import { styles } from "../kit/labels.js";
import {
  button,
  fixed,
  follow,
  heatmap,
  html,
  readout,
  rebuilt,
  renew,
  say,
  write,
} from "../kit/parts.js";
import { plane } from "../kit/plane.js";
import { sentence } from "../kit/sentence.js";
import { curtain } from "./curtain.js";
import { draggable } from "./moving.js";

const CHANGED = 1e-9; // a new vector has changed when one of its numbers has by more than this
const MARK = 0.1; // of the plane's unit: an arrow ends before the mark of its word

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
 * Words that can be moved, two masks, and what these change: who is looked at, and the new vectors.
 */
function drawMasks(model, el) {
  const [words, vectors, axes, padding] = ["words", "vectors", "axes", "padding"].map((trait) =>
    model.get(trait),
  );
  const numbers = [...words.keys(), ...Array.from({ length: padding }, (_, i) => words.length + i)];
  const name = (token) => words[token] ?? "pad";
  const old = (token) => vectors[token] ?? [0, 0];
  const colors = styles(words);
  const color = (token) => (token < words.length ? `wb-c${colors[token]}` : "");

  /**
   * Mask, weights in the order of the places, and new vectors by the tokens' numbers; and what both
   * would be without a mask.
   */
  const work = () => {
    const order = model.get("order");
    const x = order.map(old);
    const mask = maskOf(order, words.length, model.get("hide_future"), model.get("hide_padding"));
    const [{ weights, out }, open] = [attend(x, x, x, 1, mask), attend(x, x, x, 1)];
    const [fresh, free] = [out, open.out].map((rows) =>
      numbers.map((token) => rows[order.indexOf(token)]),
    );
    return { order, mask, weights, open: open.weights, fresh, free };
  };
  const act = (traits) => write(model, { ...traits, before: work().fresh });
  const move = (token, to) => {
    const rest = model.get("order").filter((other) => other !== token);
    if (to >= 0 && to < numbers.length)
      act({ picked: token, order: [...rest.slice(0, to), token, ...rest.slice(to)] });
  };
  const shift = (by) => () =>
    move(model.get("picked"), model.get("order").indexOf(model.get("picked")) + by);
  const toggle = (label, trait) => button(label, () => act({ [trait]: !model.get(trait) }));

  const [x, y] = [0, 1]
    .map((axis) => vectors.map((vector) => vector[axis]))
    .map((span, axis) => [Math.min(0, ...span) - 0.3 - 0.2 * axis, Math.max(1, ...span) + 0.3]);
  const places = plane({ x, y, labels: axes, size: 230, em: padding ? 18.5 : 15 });
  const asks = padding
    ? "Tap a word, drag it, or draw the curtain."
    : "Tap a word, or draw the curtain.";
  const text = sentence(asks, numbers.map(name), (slot) =>
    write(model, { picked: model.get("order")[slot] }),
  );
  const names = text.labels.map((label) => label.lastChild);
  draggable(text.labels, (from, to) => move(model.get("order")[from], to));
  const veil = curtain(numbers.length, (slot) => {
    if (slot < 0 || !model.get("hide_future")) act({ hide_future: slot >= 0 });
    if (slot >= 0) write(model, { picked: model.get("order")[slot] });
  });
  text.root.append(veil.root);
  const key = html(
    "p",
    { class: "wb-aside" },
    `${padding ? "Hatched, dotted" : "Dotted"}: hidden. Hollow: if nothing were.`,
  );
  const [future, pads] = [
    toggle("Hide later words", "hide_future"),
    toggle("Hide padding", "hide_padding"),
  ];
  const [earlier, later] = [button("◀ Earlier", shift(-1)), button("Later ▶", shift(1))];
  const moved = html("span", {}, "");
  const said = readout();
  const table = heatmap(
    "Each row asks, and takes from the columns",
    numbers.map(name),
    numbers.map(name),
  );
  table.root.classList.add("wb-masked");
  const heads = ["thead th", "tbody th"].map((part) => [...table.root.querySelectorAll(part)]);
  const rows = [...table.root.querySelectorAll("tbody tr")];
  const cells = rows.map((row) => [...row.querySelectorAll("td")]);
  const most = Math.max(1, ...vectors.flat().map(Math.abs));
  const both = heatmap(
    "Vectors, as they came and new",
    numbers.map(name),
    [...axes, ...axes.map((axis) => `new ${axis}`)],
    { limits: [-most, most] },
  );

  const frame = framed(model, el, {
    name: "masking",
    what: "What changes when later words are hidden?",
    traits: ["order", "hide_future", "hide_padding", "picked", "before"],
    fits: ({ order, picked }) =>
      String([...order].sort((a, b) => a - b)) === String(numbers) && numbers.includes(picked),
    keys: {
      ...(padding ? { e: earlier, l: later } : {}),
      h: future,
      ...(padding ? { p: pads } : {}),
    },
    picture: [
      html("div", { class: "wb-asking" }, text.root, ...(padding ? [table.root] : [])),
      html(
        "div",
        { class: "wb-becoming" },
        html("p", { class: "wb-aside" }, "What each word becomes"),
        places.root,
      ),
      key,
    ],
    controls: [
      html("div", { class: "wb-buttons" }, future, ...(padding ? [pads] : [])),
      ...(padding ? [html("div", { class: "wb-buttons" }, moved, earlier, later)] : []),
    ],
    said: said.root,
    table: padding ? [both.root] : [table.root, both.root],
  });

  if (!padding) said.root.parentElement.classList.add("wb-bare");
  const stop = follow(model, ["order", "hide_future", "hide_padding", "picked", "before"], () => {
    const { order, mask, weights, open, fresh, free } = work();
    const [picked, before] = [model.get("picked"), model.get("before")];
    const at = order.indexOf(picked);
    const changed = (token) =>
      token < words.length && fresh[token].some((v, d) => Math.abs(v - before[token][d]) > CHANGED);
    const same = (token) => token < words.length && !changed(token);
    order.forEach((token, slot) => {
      for (const node of [names[slot], heads[0][slot], heads[1][slot]]) say(node, name(token));
      renew(names[slot], {
        class: `wb-movable ${color(token)}${mask[at][slot] ? "" : " wb-hidden"}`,
      });
    });
    const all = [...words.keys()];
    const away = (token) => Math.hypot(...fresh[token].map((v, d) => v - free[token][d]));
    places.set(
      [
        ...all.flatMap((token) => [
          {
            key: `step ${token}`,
            kind: "arrow",
            color: colors[token],
            ghost: true,
            at: [free[token], shortened(free[token], fresh[token])],
          },
          {
            key: `free ${token}`,
            kind: "point",
            color: colors[token],
            ghost: true,
            at: free[token],
          },
        ]),
        { key: "asks", kind: "circle", color: 5, radius: 0.17, at: fresh[picked] },
        ...all.map((token) => ({
          key: name(token),
          kind: "point",
          color: colors[token],
          label: name(token),
          at: fresh[token],
        })),
      ],
      `What each word becomes: ${all.map((token) => `${name(token)} (${fresh[token].map((v) => fixed(v)).join(", ")})`).join("; ")}.`,
    );
    const [seen, unseen] = [true, false].map((may) => [
      ...new Set(
        order
          .filter((_, s) => mask[at][s] === may)
          .map((token) =>
            token === picked ? "itself" : token < words.length ? name(token) : "padding",
          ),
      ),
    ]);
    const hidden = open[at].map((weight, s) => (mask[at][s] ? 0 : weight));
    text.set(
      at,
      [
        { key: "hidden", weights: hidden, faint: true },
        { key: "row", weights: weights[at], color: order.map(color) },
      ],
      `Arcs from ${name(picked)}, place ${at + 1}, to what it sees: ${order.map((token, s) => (mask[at][s] ? `${fixed(weights[at][s])} ${name(token)}` : `${name(token)} hidden`)).join(", ")}.`,
    );
    renew(future, { "aria-pressed": String(model.get("hide_future")) });
    renew(pads, { "aria-pressed": String(model.get("hide_padding")) });
    table.set(weights, at);
    mask.forEach((row, t) => {
      row.forEach((may, s) =>
        renew(cells[t][s], { class: may ? "" : `wb-hidden${mask[t + 1]?.[s] ? " wb-step" : ""}` }),
      );
      heads[1][t].classList.toggle("wb-changed", changed(order[t]));
      rows[t].hidden = order[t] >= words.length; // nobody reads what a pad becomes
    });
    key.classList.toggle("wb-idle", !mask.flat().includes(false));
    veil.set(model.get("hide_future") ? at : -1);
    both.set(
      numbers.map((token) => [...old(token), ...fresh[token]]),
      picked,
    );
    say(moved, `Move ${name(picked)}`);
    said.set(
      `${
        mask.flat().every(Boolean)
          ? "Nothing is hidden: every word sees every other. Which will move when later ones are hidden?"
          : `${name(picked).replace(/^./u, (first) => first.toUpperCase())} ${
              mask[at].every(Boolean)
                ? "comes last and still sees every word, so hiding does not move it."
                : seen.length
                  ? `no longer sees ${listed(unseen)}, only ${listed(seen)}: that moves it by ${fixed(away(picked))} on the plane.`
                  : "sees nothing, so its weights are all 0."
            }`
      }` +
        (!order.some(changed)
          ? ""
          : !order.some(same)
            ? " The last step moved every word."
            : ` The last step moved ${listed(order.filter(changed).map(name))}; ${listed(order.filter(same).map(name))} stayed.`),
    );
  });
  return () => {
    stop();
    frame.stop();
    text.stop();
    veil.stop();
  };
}

/**
 * The end of an arrow that stops at a mark.
 * @param {number[]} a
 * @param {number[]} b
 */
function shortened(a, b) {
  const step = b.map((v, d) => v - a[d]);
  const length = Math.hypot(...step);
  return length < CHANGED ? a : a.map((v, d) => v + step[d] * Math.max(0, 1 - MARK / length));
}

const listed = (all) => all.join(", ").replace(/, ([^,]*)$/, " and $1");

/** Draw; when the words change, build the figure anew. */
export default { render: rebuilt(["words", "vectors", "padding", "axes"], drawMasks) };
