// The part of a figure in which time runs: Play, which pauses, and Step. Who has asked for less
// motion has Step alone.

import { animate } from "./motion.js";
import { button, calm, say } from "./parts.js";

/**
 * Two buttons, and what brings the figure to rest when the reader moves it by hand or it goes:
 * `framed` takes it too.
 * @param {number} pace milliseconds for a step
 * @param {() => boolean} next takes a step; whether it was the last
 * @returns {{play: HTMLElement, step: HTMLElement, rest: () => void}}
 */
export function player(pace, next) {
  let plays = false;
  let end = () => {};
  const rest = () => {
    end();
    plays = false;
    say(play, "Play");
  };
  const go = () => {
    if (next()) rest();
  };
  const play = button("Play", () => {
    if (plays) return rest();
    if (calm.matches) return go();
    let last = 0;
    plays = true;
    end = animate((now) => {
      last ||= now;
      if (now - last >= pace) {
        last = now;
        go();
      }
      return plays;
    });
    say(play, "Pause");
    return go();
  });
  play.classList.add("wb-play", "wb-go");
  const step = button("Step", () => {
    rest();
    go();
  });
  return { play, step, rest };
}
