// What moves: one clock, springs that carry a picture from where it is to where it should be, and a
// timeline that plays, turns round and can be scrubbed. Who has asked for less motion gets the same
// states as steps.

import { calm } from "./model.js";

const STIFF = 16; // 1/s: a spring is there within 2 %, 0.35 s after it was let go
const SLOWEST = 1 / 20; // s of a frame: what comes later, after a hidden tab, counts as so much

/** @type {Set<(now: number) => boolean>} */
const moving = new Set();
let waiting = 0;

/**
 * Do something at each frame until it says that it is done.
 * @param {(now: number) => boolean} step takes the time in ms; whether it goes on
 * @returns {() => void} what ends it
 */
export function animate(step) {
  const run = (now) => {
    waiting = 0;
    for (const one of [...moving]) if (!one(now)) moving.delete(one);
    if (moving.size) waiting ||= requestAnimationFrame(run);
  };
  moving.add(step);
  waiting ||= requestAnimationFrame(run);
  return () => moving.delete(step);
}

/**
 * Whether a change may glide here now: not under a hand, which it would trail (unless what that does
 * there comes in steps), not in a picture that moves by itself, and not for a reader who asked for
 * less motion.
 * @param {Element} node
 */
export const mayGlide = (node) => {
  const figure = node.closest(".wb-figure");
  const still = ":active:not(.wb-stepped), .wb-lively, .wb-walks";
  return figure !== null && !calm.matches && !figure.matches(still);
};

/**
 * Numbers on springs: they go to where they should be from where they are, as fast as they are. A
 * spring of damping 1 comes to rest without swinging.
 * @param {(at: number[]) => void} draw
 * @param {{stiff?: number, damping?: number}} [of] stiff in 1/s
 * @returns {{to: (goal: number[], jump?: boolean) => void, stop: () => void}}
 */
export function spring(draw, { stiff = STIFF, damping = 1 } = {}) {
  /** @type {number[][]} */
  let [at, speed, goal] = [[], [], []];
  let [before, near] = [0, 0];
  let end = () => {};
  const step = (now) => {
    const time = Math.min(before ? (now - before) / 1000 : 1 / 60, SLOWEST);
    before = now;
    // small steps keep a stiff spring from bursting in a slow frame
    const parts = Math.ceil(time / 0.004);
    for (let part = 0; part < parts; part++)
      for (let i = 0; i < at.length; i++) {
        const pull = stiff * (goal[i] - at[i]) - 2 * damping * speed[i];
        speed[i] += (stiff * pull * time) / parts;
        at[i] += (speed[i] * time) / parts;
      }
    const rests = at.every(
      (x, i) => Math.abs(x - goal[i]) < near && Math.abs(speed[i]) < near * stiff,
    );
    if (rests) at = [...goal];
    draw(at);
    return !rests;
  };
  const to = (next, jump = false) => {
    end();
    const glides = !jump && next.length === at.length && [...at, ...next].every(Number.isFinite);
    goal = next;
    if (!glides || at.every((x, i) => x === next[i])) {
      at = [...next];
      speed = next.map(() => 0);
      draw(at);
      return;
    }
    near = Math.max(...next.map((x, i) => Math.abs(x - at[i]))) / 500;
    before = 0;
    end = animate(step);
  };
  return { to, stop: () => end() };
}

/**
 * Numbers in the shape of others.
 * @param {any} like a number, or lists of them
 * @param {Iterator<number>} numbers
 */
const shaped = (like, numbers) =>
  Array.isArray(like) ? like.map((one) => shaped(one, numbers)) : numbers.next().value;

/**
 * Springs by name: what is told under a name that is known glides there from where it is.
 * @param {Element} root what is drawn
 * @param {number} [stiff] of the springs, in 1/s
 */
export function gliding(root, stiff) {
  /** @type {Map<string, {draw: (at: number[]) => void, one: ReturnType<typeof spring>}>} */
  const known = new Map();
  /**
   * @param {string} key
   * @param {any} goal a number, or lists of them
   * @param {(at: any) => void} draw takes what has the same shape
   * @param {boolean} [jump]
   */
  const to = (key, goal, draw, jump = !mayGlide(root)) => {
    const found = known.get(key) ?? { draw, one: spring((at) => found.draw(at), { stiff }) };
    known.set(key, found);
    found.draw = (now) => draw(shaped(goal, now.values()));
    found.one.to([goal].flat(Infinity), jump);
  };
  const drop = (key) => {
    known.get(key)?.one.stop();
    known.delete(key);
  };
  return { to, drop, stop: () => [...known.keys()].forEach(drop) };
}

/**
 * Slow at both ends.
 * @param {number} t from 0 to 1
 */
export const eased = (t) => t * t * (3 - 2 * t);

/**
 * A time from 0 to `length` that plays forward and back and can be set by hand.
 * @param {number} length ms
 * @param {(at: number) => void} draw takes the time in ms
 * @param {(plays: boolean) => void} [tell] it starts, or has come to rest
 */
export function timeline(length, draw, tell = () => {}) {
  let at = 0;
  let end = () => {};
  let plays = false;
  const rest = () => {
    if (!plays) return;
    plays = false;
    end();
    tell(false);
  };
  /** @param {number} time */
  const set = (time) => {
    at = Math.min(Math.max(time, 0), length);
    draw(at);
  };
  /** @param {number} [goal] ms: where it comes to rest */
  const play = (goal = length) => {
    end();
    if (calm.matches) {
      set(goal);
      tell(false);
      return;
    }
    plays = true;
    tell(true);
    let before = 0;
    end = animate((now) => {
      const gone = Math.min(before ? now - before : 1000 / 60, 1000 * SLOWEST);
      before = now;
      const left = goal - at;
      set(Math.abs(left) <= gone ? goal : at + Math.sign(left) * gone);
      if (at === goal) rest();
      return plays;
    });
  };
  return { play, set, rest, at: () => at, plays: () => plays };
}
