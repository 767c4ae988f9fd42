// A clock with two hands, which turns with its first hand, and the product of both under it.

import { gliding } from "../kit/motion.js";
import { fixed } from "../kit/numbers.js";
import { html, renew, say, svg } from "../kit/parts.js";

const ROUND = 40; // the radius of a clock
// of the two hands, as marks are everywhere
export const TIPS = ["m-4.5 0a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0-9 0z", "m-6-6h12v12h-12z"];

/** A clock, which is set to what `clockOf` tells of two hands. */
export function clock() {
  const [wedge, ...hands] = ["wb-wedge wb-c2", "wb-needle wb-c0", "wb-needle wb-c1"].map((name) =>
    svg("path", { class: name }),
  );
  const turning = svg("g", { class: "wb-needles" }, wedge, hands[1], hands[0]);
  const number = html("b");
  const root = html(
    "div",
    { class: "wb-clock" },
    svg("svg", { viewBox: "-46 -46 92 92" }, svg("circle", { class: "wb-rim", r: ROUND }), turning),
    number,
  );
  let turned = 0;
  const glide = gliding(root);
  const draw = ([angle, between, one, other]) => {
    turning.style.transform = `rotate(${-angle}rad)`;
    const at = (length, away) =>
      [ROUND * length * Math.cos(away), -ROUND * length * Math.sin(away)].map((v) => v.toFixed(2));
    const near = Math.min(one, other);
    const r = (ROUND * near).toFixed(2);
    renew(wedge, {
      d: `M0 0L${at(near, 0)}A${r} ${r} 0 0 ${Number(between < 0)} ${at(near, between)}Z`,
    });
    hands.forEach((hand, n) =>
      renew(hand, { d: `M0 0L${at(n ? other : one, n * between)}${TIPS[n]}` }),
    );
  };
  const set = ({ turn, wedge: between, lengths, product }, jump) => {
    // the shorter way, so that it does not spin back
    turned += Math.atan2(Math.sin(turn - turned), Math.cos(turn - turned));
    glide.to("hands", [turned, between, ...lengths], draw, jump);
    say(number, fixed(product));
  };
  return { root, set, stop: () => glide.stop() };
}
