// The ways through the figure `loom`: what a hand, a key or a button does, and what plays.

import { timeline } from "../kit/motion.js";
import { button, calm, renew, say, write } from "../kit/parts.js";
import { STEPS } from "./inside.js";
import { twice } from "./told.js";
import { LAYERS } from "./woven.js";

const [CLIMB, WORK] = [900, 900]; // ms a layer, and a step of a head
const START = 0.01; // where the work on a head begins
const BACK = { head: 0, inner: 0 };

/**
 * @param {Model} model
 * @param {() => Woven} woven what is shown now
 * @param {{rise: (front: number) => void, deepen: (inner: number) => void, speak: () => void}} shows
 */
export function waysOf(model, woven, { rise, deepen, speak }) {
  const get = (name) => model.get(name);
  const at = { front: get("front"), inner: get("inner") };
  let begun = false; // the threads have risen by themselves
  /** The pieces that ask. */
  const asked = () => {
    const [t, { pieces, places }] = [get("piece"), woven()];
    if (t >= 0 && t < pieces.length) return [t];
    return places?.length ? places : twice(pieces);
  };
  const asks = () => asked().slice(-1)[0];
  const rest = () => {
    line.rest();
    work.rest();
  };
  const ask = (t) => write(model, { piece: get("piece") === t && !get("layer") ? -1 : t });
  const take = (t) => {
    rest();
    write(model, { without: woven().taken === t ? 0 : t, layer: 0, ...BACK, piece: -1 });
  };
  const silence = (head) => {
    if (!woven().live || !head) return;
    rest();
    const here = [get("layer"), head];
    const others = get("silent").filter((one) => `${one}` !== `${here}`);
    const silent = others.length < get("silent").length ? others : [...others, here];
    silent.sort(([a, b], [c, d]) => a - c || b - d);
    write(model, { silent, head, inner: 0 });
  };
  const open = (layer) => {
    rest();
    const more = layer ? { front: LAYERS, piece: asks() } : { piece: -1 };
    write(model, { layer, ...BACK, ...more, ...(woven().live || !layer ? {} : { without: 0 }) });
  };
  const quiet = () =>
    woven().silent.some(([layer, head]) => layer === get("layer") && head === get("head"));
  /** Whether the head that is shown alone can be worked out. */
  const canWork = () => woven().live && get("head") > 0 && !get("inner") && !quiet();
  const deeper = () => {
    if (!get("layer")) {
      open(Math.max(1, Math.ceil(at.front - 1e-6)));
      return;
    }
    rest();
    write(model, { inner: START });
    work.set(0);
    work.play();
  };
  const out = () => {
    rest();
    if (get("inner")) write(model, { inner: 0 });
    else if (get("head")) write(model, { head: 0 });
    else open(0);
  };
  const wave = (to) => {
    rest();
    write(model, get("inner") ? { inner: Math.max(to, START) } : { front: to, layer: 0, ...BACK });
  };

  const moves = (length, pace, name, step) =>
    timeline(
      length * pace,
      (time) => step(time / pace),
      (plays) => {
        say(play, plays ? "Pause" : "Play");
        if (!plays) write(model, { [name]: at[name] });
      },
    );
  const line = moves(LAYERS, CLIMB, "front", (to) => {
    const before = Math.floor(at.front);
    at.front = to;
    if (Math.floor(to) !== before) speak();
    rise(to);
  });
  const work = moves(STEPS, WORK, "inner", (to) => {
    const before = Math.ceil(at.inner);
    at.inner = Math.max(to, START);
    if (Math.ceil(at.inner) !== before) speak();
    deepen(at.inner);
  });
  const climb = (goal) => {
    begun = true;
    const inner = get("inner") > 0;
    if (get("layer") && !inner) open(0);
    const [one, pace, end] = inner ? [work, WORK, STEPS] : [line, CLIMB, LAYERS];
    const now = inner ? at.inner : at.front;
    const from = now >= end ? 0 : now;
    one.set(from * pace);
    one.play(goal(from, end) * pace);
  };
  const play = button("Play", () => {
    if (line.plays() || work.plays()) rest();
    else if (!play.hidden) climb((_, end) => end);
  });
  play.classList.add("wb-play", "wb-go");
  const step = button("Step", () => {
    rest();
    climb((from) => Math.floor(from + 2 * START) + 1);
  });
  const inside = button("Look inside", () => (!get("layer") || canWork()) && deeper());
  const leave = button("Back", out);
  const takeable = () => {
    const { taken, pieces, marks } = woven();
    const t = taken || get("piece");
    return t > 0 && t < pieces.length - 1 && !marks[t] ? t : 0;
  };
  const cut = button("Take out", () => {
    if (get("layer")) silence(get("head"));
    else if (takeable()) take(takeable());
  });
  /** Let the buttons say what they do now, and take over what has been written. */
  const set = () => {
    if (!line.plays()) at.front = get("front");
    if (!work.plays()) at.inner = get("inner");
    const [layer, head, inner] = ["layer", "head", "inner"].map(get);
    const { live, taken } = woven();
    play.hidden = step.hidden = layer > 0 && !inner;
    leave.hidden = !layer;
    inside.hidden = cut.hidden = inner > 0 || (layer > 0 && !live);
    renew(inside, { "aria-disabled": String(layer > 0 && !canWork()) });
    renew(cut, { "aria-disabled": String(layer ? !head : !takeable()) });
    say(cut, layer ? (quiet() ? "Let it speak" : "Silence") : taken ? "Put it back" : "Take out");
  };
  /** Once it is seen, the threads rise by themselves. */
  const near = () => {
    if (begun || calm.matches || at.front < LAYERS || get("layer")) return;
    climb((_, end) => end);
  };
  const buttons = { play, step, leave, inside, cut };
  const hands = { ask, take, silence, open, deeper, out, wave, canWork };
  return { at, asked, asks, rest, near, set, buttons, hands };
}
