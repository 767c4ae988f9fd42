// The fields in which a guess is made, one for each kind of prediction. Each is {root, set}: an
// element, and a function that shows a guess, or none, and after the reader has committed to it the
// result too.

import { marked, radios } from "../kit/shelf.js";
import { chart } from "../kit/chart.js";
import { styles } from "../kit/labels.js";
import { fixed } from "../kit/numbers.js";
import { html, renew, slider } from "../kit/parts.js";
import { framing, plane } from "../kit/plane.js";
import { series, tr } from "../kit/words.js";

const ROOM = 0.08; // of an axis, between two numbers: a finger must reach each

/**
 * A step that divides a range into 50 to 500.
 * @param {number} range
 */
const fine = (range) => 10 ** Math.floor(Math.log10(range / 50) + 1e-9);

/**
 * A number with as many digits as its steps have, and its unit.
 * @param {any} about
 * @param {number} guess
 */
export const amount = ({ step, unit }, guess) =>
  `${fixed(guess, (String(step).split(".")[1] ?? "").length)}${!unit || unit === "%" ? (unit ?? "") : ` ${unit}`}`;

/**
 * A point in words.
 * @param {number[]} at
 */
export const pair = (at) => `(${at.map((v) => fixed(v)).join(", ")})`;
/** The nearest step within bounds. */
const snap = (value, low, high, step) =>
  Number(Math.min(Math.max(low + Math.round((value - low) / step) * step, low), high).toFixed(6));

/** One of several texts. */
export function choiceField({ options, answer }, onGuess) {
  const { labels, inputs, set } = radios(options, onGuess);
  return {
    root: html("div", {}, ...labels),
    set: (guess, done) => {
      set(guess);
      inputs.forEach((input, i) => {
        input.disabled = done;
        labels[i].classList.toggle("wb-result", done && i === answer);
      });
    },
  };
}

/** A slider, and under it the result. */
export function numberField(about, onGuess) {
  const { low, high, step, answer } = about;
  const format = (x) => (Number.isNaN(x) ? "?" : amount(about, x));
  const part = slider(tr("Your guess"), { min: low, max: high, step, format }, (x) =>
    onGuess(Number.isNaN(x) ? null : x),
  );
  const share = (answer - low) / (high - low); // the words stand on the side that has more room
  const mark = html(
    "span",
    {
      class: "wb-here",
      style: `--wb-share: ${share}; --wb-side: ${share > 0.5 ? -100 : 0}%`,
      "aria-hidden": "true",
    },
    html("b", {}, "▲"),
    html("span", {}, amount(about, answer)),
  );
  part.root.append(mark);
  part.root.style.setProperty(
    "--wb-letters",
    String(Math.max(...[low, high].map((x) => amount(about, x).length))),
  );
  return {
    root: part.root,
    set: (guess, done) => {
      part.set(guess ?? NaN);
      part.input.value = String(guess ?? low); // its middle may be the answer
      part.input.disabled = done;
      mark.classList.toggle("wb-idle", !done);
    },
  };
}

/** A point on a plane, by its handle, by a tap, or by a slider for each axis. */
export function pointField({ axes, low, high, shown, answer }, onGuess) {
  const middle = low.map((v, i) => snap((v + high[i]) / 2, v, high[i], fine(high[i] - v)));
  let at = middle;
  const put = (place) =>
    onGuess(place.map((v, i) => snap(v, low[i], high[i], fine(high[i] - low[i]))));
  // room for names at the rim
  const [x, y] = low.map((v, i) => [v - (high[i] - v) / 10, high[i] + (high[i] - v) / 10]);
  const picture = plane({ x, y, labels: axes, onDrag: (_, place) => put(place) });
  // a finger that scrolls the page is not let go here, and no handle that is dragged is let go
  // twice
  let free = false;
  picture.root.addEventListener(
    "pointerdown",
    (event) => (free = !event.target.closest(".wb-drag")),
  );
  picture.root.addEventListener("pointerup", (event) => free && put(picture.pointer(event)));
  const sliders = axes.map((axis, i) =>
    slider(
      axis,
      {
        min: low[i],
        max: high[i],
        step: fine(high[i] - low[i]),
        format: (v) => (Number.isNaN(v) ? "?" : fixed(v)),
      },
      (v) => (Number.isNaN(v) ? onGuess(null) : put(at.map((old, j) => (i === j ? v : old)))),
    ),
  );
  const names = Object.keys(shown);
  // the value of a word has the word's own color and mark
  const colors = styles(names.map((name) => name.split(" ").at(-1) ?? name));
  return {
    root: html(
      "div",
      { class: "wb-panels" },
      picture.root,
      html("div", {}, ...sliders.map(({ root }) => root)),
    ),
    set: (guess, done) => {
      at = guess ?? middle;
      sliders.forEach((part, i) => {
        part.set(guess ? guess[i] : NaN);
        part.input.disabled = done;
      });
      const result = {
        key: " result",
        kind: "point",
        at: answer,
        label: tr("the result"),
        color: 5,
      };
      picture.set(
        [
          ...names.map((name, i) => ({
            key: name,
            kind: "point",
            at: shown[name],
            label: name,
            color: colors[i],
          })),
          ...(done ? [result] : []),
          ...(done && !guess
            ? []
            : [
                {
                  key: " guess",
                  kind: "point",
                  at,
                  label: tr("your guess"),
                  color: 5,
                  ghost: true,
                  drag: true,
                },
              ]),
        ],
        [
          tr("A plane of {axes}.", { axes: series(axes) }),
          guess ? tr("Your guess: {guess}.", { guess: pair(guess) }) : tr("No guess yet."),
          ...(done ? [tr("The result: {result}.", { result: pair(answer) })] : []),
        ].join(" "),
      );
    },
  };
}

/** An order: the items are pressed one after the other, and each gets its number. */
export function orderField({ items }, onGuess) {
  let order = [];
  const press = (i) =>
    onGuess(order.includes(i) ? order.filter((other) => other !== i) : [...order, i]);
  const parts = items.map((item, i) => {
    const number = html("span", {});
    const control = html(
      "button",
      { type: "button", class: "wb-button", onclick: () => press(i) },
      number,
      html("span", {}, ...marked(item)),
    );
    return { number, control };
  });
  return {
    root: html("div", { class: "wb-buttons wb-order" }, ...parts.map(({ control }) => control)),
    set: (guess, done) => {
      order = guess ?? [];
      parts.forEach(({ number, control }, i) => {
        const place = order.indexOf(i) + 1;
        number.textContent = place || "";
        renew(control, { "aria-pressed": String(place > 0) });
        control.disabled = done;
      });
    },
  };
}

/**
 * Where the numbers of an axis stand, from 0 to 1: to scale, and where two would come too near by
 * their factors.
 * @param {number[]} x
 */
function spread(x) {
  const stand = (values) =>
    values.map((v) => (v - values[0]) / (values[values.length - 1] - values[0]));
  const apart = stand(x).every((at, i, all) => !i || at - all[i - 1] >= ROOM);
  return stand(apart ? x : x.map((v, i) => (x[0] > 0 ? Math.log(v) : i)));
}

/** A curve, drawn with a finger or a mouse, or point by point with the arrow keys. */
export function curveField({ x, axes, low, high, answer }, onGuess) {
  const step = fine(high - low);
  const flat = x.map(() => snap((low + high) / 2, low, high, step));
  let at = flat;
  /** @type {[number, number] | null} */
  let from = null;
  const put = (changes) =>
    onGuess(at.map((old, i) => (i in changes ? snap(changes[i], low, high, step) : old)));
  const places = spread(x);
  const picture = chart({
    x: [0, 1],
    y: [low, high],
    labels: axes,
    size: [330, 170],
    names: [tr("your guess"), tr("the result")],
    ticks: { x: places },
    format: { x: (place) => String(x[places.indexOf(place)]) },
  });
  const inputs = x.map((name, i) =>
    html("input", {
      type: "range",
      min: low,
      max: high,
      step,
      "aria-label": tr("{what} at {place}", { what: axes[1], place: `${axes[0]} ${name}` }),
      oninput: () => put({ [i]: Number(inputs[i].value) }),
    }),
  );
  const draw = (event) => {
    const box = pad.getBoundingClientRect();
    const away = (i) => Math.abs(places[i] - (event.clientX - box.x) / box.width);
    const i = x.reduce((near, _, other) => (away(other) < away(near) ? other : near), 0);
    const value = high - ((event.clientY - box.y) / box.height) * (high - low);
    const [start, first] = from ?? [i, value];
    const changes = { [i]: value };
    const share = (k) => (places[k] - places[start]) / (places[i] - places[start]);
    for (let k = Math.min(start, i) + 1; k < Math.max(start, i); k++)
      changes[k] = first + (value - first) * share(k);
    from = [i, value];
    put(changes);
  };
  const pad = html(
    "div",
    {
      class: "wb-pad",
      style: framing(picture.frame),
      onpointerdown: (event) => {
        pad.setPointerCapture(event.pointerId);
        draw(event);
      },
      onpointermove: (event) => from && draw(event),
      onpointerup: () => (from = null),
      onpointercancel: () => (from = null),
    },
    ...inputs.flatMap((input) => [input, html("span")]),
  );
  return {
    root: html("div", { class: "wb-drawn" }, picture.root, pad),
    set: (guess, done) => {
      at = guess ?? flat;
      inputs.forEach((input, i) => {
        renew(input, { "aria-valuetext": guess ? fixed(at[i]) : "?" });
        input.value = String(at[i]);
        input.disabled = done;
        for (const node of [input, input.nextSibling])
          node.style.cssText = `left: ${100 * places[i]}%; bottom: ${(100 * (at[i] - low)) / (high - low)}%`;
      });
      const points = (values) => values.map((v, i) => [places[i], v]);
      const told = (values) =>
        values.map((v, i) => tr("{what} at {place}", { what: fixed(v), place: x[i] })).join(", ");
      const mine = {
        key: guess ? "guess" : "start",
        kind: "curve",
        at: points(at),
        name: guess ? tr("your guess") : "",
        color: 0,
      };
      const result = {
        key: "result",
        kind: "curve",
        at: points(answer),
        name: tr("the result"),
        color: 1,
      };
      pad.classList.toggle("wb-idle", done && !guess);
      picture.set(
        [...(done && !guess ? [] : [{ ...mine, dashed: !guess }]), ...(done ? [result] : [])],
        [
          tr("{up} over {across}.", { up: axes[1], across: axes[0] }),
          guess ? tr("Your guess: {guess}.", { guess: told(guess) }) : tr("No guess yet."),
          ...(done ? [tr("The result: {result}.", { result: told(answer) })] : []),
        ].join(" "),
      );
    },
  };
}
