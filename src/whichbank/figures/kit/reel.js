// A time whose states have whole numbers: Play, which pauses, Step, and a scrubber that also goes
// between two states. Who has asked for less motion gets the states alone.

import { mayGlide, spring } from "./motion.js";
import { calm } from "./model.js";
import { button, html, slider } from "./parts.js";
import { player } from "./player.js";
import { tr } from "./words.js";

const ROUNDING = 1e-6;
const SOFT = 11; // 1/s: a step takes some 600 ms
const ARROWS = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 };

/**
 * The controls of a time, for the `time` of `framed` too.
 * @param {string} label
 * @param {{last: number, pace: number, fine?: number, format: (state: number) => string}} of pace is
 *   the ms from state to state, and fine how far the scrubber goes at once
 * @param {{root: Element, now: () => number, go: (state: number) => void, draw: (at: number) =>
 *   void}} film the picture; the model's state, what writes it, and what draws any moment
 */
export function reel(label, { last, pace, fine = 0.1, format }, { root, now, go, draw }) {
  const glide = spring(([moment]) => draw(moment), { stiff: SOFT });
  const whole = (moment) => Math.min(Math.floor(moment + ROUNDING), last);
  let at = NaN; // the moment of the scrubber
  let held = false; // somebody has the scrubber
  const show = (moment, jump = !mayGlide(root)) => {
    at = moment;
    scrub.set(moment);
    glide.to([moment], jump);
  };
  const reach = (moment, jump) => {
    show(moment, jump);
    if (whole(moment) !== now()) go(whole(moment));
  };
  /** Nothing rests between two states. */
  const settle = () => {
    if (!held && at - whole(at) > ROUNDING) go(whole(at) + 1);
  };
  const { time, play } = player(
    last * pace,
    (ms) => reach(ms / pace, true),
    () => {
      held = false;
      time.set(now() === last ? 0 : at * pace);
      time.play();
    },
    (plays) => {
      if (!plays) settle();
    },
  );
  const scrub = slider(
    label,
    { min: 0, max: last, step: fine, format: (moment) => format(whole(moment)) },
    (moment) => {
      held = true;
      time.rest();
      reach(calm.matches ? whole(moment) : moment);
    },
  );
  scrub.input.addEventListener("change", () => {
    held = false;
    settle();
  });
  scrub.input.addEventListener("keydown", (event) => {
    const way = ARROWS[event.key];
    if (!way) return;
    event.preventDefault();
    time.rest();
    go(Math.min(Math.max(now() + way, 0), last));
  });
  const step = button(tr("Step"), () => {
    time.rest();
    go((now() + 1) % (last + 1));
  });
  /**
   * Show the model's state, if it is another than the scrubber's.
   * @param {number} state
   */
  const set = (state) => {
    if (whole(at) !== state) show(state);
  };
  /**
   * Go to a state by hand.
   * @param {number} state
   */
  const to = (state) => {
    time.rest();
    reach(state, true);
  };
  const buttons = html("div", { class: "wb-buttons" }, play, step);
  const panel = html("div", { class: "wb-reel" }, buttons, scrub.root);
  return { play, step, panel, rest: time.rest, set, to, stop: glide.stop };
}
