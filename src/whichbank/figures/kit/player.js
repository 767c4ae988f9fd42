// A time with its button: Play, which pauses.

import { timeline } from "./motion.js";
import { button, say } from "./parts.js";
import { tr } from "./words.js";

/**
 * A timeline, and the button that begins it and lets it rest.
 * @param {number} length ms
 * @param {(at: number) => void} draw takes the time in ms
 * @param {(time: ReturnType<typeof timeline>) => void} begin plays it from where it should begin
 * @param {(plays: boolean) => void} [tell] it starts, or has come to rest
 */
export function player(length, draw, begin, tell = () => {}) {
  const time = timeline(length, draw, (plays) => {
    say(play, plays ? tr("Pause") : tr("Play"));
    tell(plays);
  });
  const play = button(tr("Play"), () => (time.plays() ? time.rest() : begin(time)));
  play.classList.add("wb-play", "wb-go");
  return { time, play };
}
