// A clock for each wave, with a hand for each of the two places, and what all hands make together.

import { fixed } from "../kit/numbers.js";
import { html, renew, say, svg } from "../kit/parts.js";
import { clock, TIPS } from "./clock.js";
import { clockOf, encodePlaces } from "./codes.js";
import { tr } from "../kit/words.js";

const LARGE = 4; // clocks, the fast ones; on a phone the others have one number

/** @param {number} features of a code */
export function dials(features) {
  const clocks = Array.from({ length: features / 2 }, clock);
  const sum = html("b");
  const [calm, slow] = [clocks.slice(LARGE), html("b")];
  const row = html(
    "div",
    { class: "wb-clocks", role: "img" },
    ...clocks.map(({ root }) => root),
    html("div", { class: "wb-clock-sum" }, html("span", {}, tr("sum")), sum),
    ...(calm.length
      ? [html("p", { class: "wb-slow" }, tr("{n} slow:", { n: calm.length }), " ", slow)]
      : []),
  );
  const names = [html("span"), html("span")];
  const signs = TIPS.map((d, n) =>
    svg(
      "svg",
      { viewBox: "-6 -6 12 12", class: `wb-c${n}`, "aria-hidden": "true" },
      svg("path", { d }),
    ),
  );
  const adds = html("span");
  const key = html(
    "p",
    { class: "wb-legend" },
    ...names.map((name, n) => html("span", {}, signs[n], name)),
    html("span", {}, html("i", { class: "wb-wedge" }), adds),
  );
  /**
   * Turn all clocks to a place, which may lie between two of the line.
   * @param {number} kind of the code
   * @param {number[]} places
   * @param {boolean} [jump]
   * @returns {number[]} the product of each clock's hands
   */
  const turn = (kind, places, jump) => {
    const both = encodePlaces(kind, places, features);
    const products = clocks.map(({ set: show }, i) => {
      const [a, b] = both.map((code) => code.slice(2 * i, 2 * i + 2));
      const hands = clockOf(a, b);
      show(hands, jump);
      return hands.product;
    });
    const total = (some) => fixed(some.reduce((all, one) => all + one, 0));
    say(sum, total(products));
    say(slow, total(products.slice(LARGE)));
    return products;
  };
  /** Say which places these are, and what the clocks show. */
  const set = (kind, places, product) => {
    const round = kind === 0 || kind === 3; // all hands have the length 1
    say(adds, ` ${round ? tr("angle between: its cosine") : tr("product of the two hands")}`);
    names.forEach((name, n) => say(name, ` ${n ? "t + k" : "t"} = ${places[n]}`));
    const each = clocks.map(({ root }) => root.lastChild.textContent).join(", ");
    renew(row, {
      "aria-label": tr(
        "{n} clocks, fast to slow, each with two hands, for place {t} and place {other}. Their dot products: {each}; sum {sum}.",
        { n: clocks.length, t: places[0], other: places[1], each, sum: fixed(product) },
      ),
    });
  };
  return { nodes: [key, row], turn, set, stop: () => clocks.forEach((one) => one.stop()) };
}
