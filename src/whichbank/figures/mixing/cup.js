// The weights of a row in a cup that holds one whole: too much runs over, and what is less than
// nothing hangs below.

import { gliding } from "../kit/motion.js";
import { total, whole } from "../kit/numbers.js";
import { html, renew, say, svg } from "../kit/parts.js";
import { tr } from "../kit/words.js";

// the picture, the cup's rim, its bottom, how wide it is at both, and where its middle is
const [WIDE, HIGH, RIM, FLOOR, TOP, FOOT, MIDDLE] = [132, 124, 22, 94, 84, 52, 60];
const WHOLE = FLOOR - RIM; // of one
const MOST = 1.5; // what runs over makes no larger puddle than for so much

/** How wide the cup is at a height. */
const span = (y) => FOOT + ((TOP - FOOT) * Math.min(FLOOR - y, WHOLE)) / WHOLE;

/**
 * A cup, and the sum of what is in it.
 * @param {number[]} colors of the words
 */
export function cup(colors) {
  const layers = colors.map((c) => svg("path", { class: `wb-tea wb-c${c}` }));
  const debts = colors.map((c) => svg("path", { class: `wb-debt wb-c${c}` }));
  const spills = [-1, 1].map(() => svg("path", { class: "wb-spill" }));
  const [left, right] = [-1, 1].map((side) => MIDDLE + (side * TOP) / 2);
  const wall = `M${left} ${RIM}L${MIDDLE - FOOT / 2} ${FLOOR}H${MIDDLE + FOOT / 2}L${right} ${RIM}`;
  const ear = `M${right - 3} ${RIM + 14}c26 -10 26 38 -9 34`;
  const picture = svg(
    "svg",
    { class: "wb-cup", viewBox: `0 0 ${WIDE} ${HIGH}`, "aria-hidden": "true" },
    ...layers,
    ...debts,
    ...spills,
    svg("path", { class: "wb-china", d: wall + ear }),
  );
  const sum = html("p", { class: "wb-total" });
  const glide = gliding(picture);
  /** @param {number[]} weights */
  const pour = (weights) => {
    let [level, below, last] = [0, 0, colors[0]];
    weights.forEach((weight, s) => {
      const from = FLOOR - WHOLE * Math.min(level, 1);
      if (weight > 0) level += weight;
      const to = FLOOR - WHOLE * Math.min(level, 1);
      if (weight > 0.005) last = colors[s];
      const [low, high] = [span(from) / 2, span(to) / 2];
      renew(layers[s], {
        d: `M${MIDDLE - low} ${from}H${MIDDLE + low}L${MIDDLE + high} ${to}H${MIDDLE - high}Z`,
      });
      const deep = Math.max(0, -weight) * WHOLE;
      const top = FLOOR + 4 + below;
      below += deep;
      renew(debts[s], {
        d: deep > 0.5 ? `M${MIDDLE - FOOT / 2} ${top}h${FOOT}v${deep.toFixed(1)}h${-FOOT}Z` : "",
      });
    });
    const over = Math.min(Math.max(level - 1, 0), MOST);
    const low = span(FLOOR - 10) / 2;
    spills.forEach((spill, i) => {
      const side = i ? 1 : -1;
      const x = MIDDLE + (side * TOP) / 2;
      renew(spill, {
        class: `wb-spill wb-c${last}`,
        "stroke-width": over > 0.004 ? (2 + 1.2 * over).toFixed(1) : 0,
        // over the rim, down the wall, and into a puddle
        d: `M${MIDDLE} ${RIM - 4}Q${x} ${RIM - 4} ${x + 4 * side} ${RIM + 6}L${MIDDLE + (low + 4) * side} ${FLOOR - 10}V${HIGH - 4}h${((4 + 14 * over) * side).toFixed(1)}`,
      });
    });
  };
  /** @param {number[]} weights */
  const set = (weights) => {
    const all = weights.reduce((a, b) => a + b, 0);
    glide.to("all", weights, pour);
    const said = { sum: total(all) };
    say(sum, whole(all) ? tr("Sum {sum}", said) : tr("Sum {sum}, not 1", said));
    sum.classList.toggle("wb-wrong", !whole(all));
  };
  return { root: html("div", { class: "wb-brew" }, picture, sum), set };
}
