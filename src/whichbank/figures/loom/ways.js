// The ways through the figure `loom`: what a hand, a key or a button does, and what plays.

import { timeline } from "../kit/motion.js";
import { calm, write } from "../kit/model.js";
import { button, say } from "../kit/parts.js";
import { STEPS } from "./inside.js";
import { partnerOf } from "./pair.js";
import { lacking, subjectOf } from "./told.js";
import { HEADS, LAYERS } from "./woven.js";
import { tr } from "../kit/words.js";

const [CLIMB, WORK] = [900, 900]; // ms a layer, and a step of a head
const START = 0.01; // where the work on a head begins
const BACK = { head: 0, inner: 0, twelve: false };

/**
 * @param {Model} model
 * @param {() => Woven} woven what is shown now
 * @param {{rise: (front: number) => void, deepen: (inner: number) => void, speak: () => void}} shows
 */
export function waysOf(model, woven, { rise, deepen, speak }) {
  const get = (name) => model.get(name);
  const at = { front: get("front"), inner: get("inner") };
  let begun = false; // the threads have risen by themselves
  let whole = false; // they rise to the end
  /** The pieces that ask. */
  const asked = () => {
    const t = get("piece");
    return t >= 0 && t < woven().pieces.length ? [t] : subjectOf(woven());
  };
  const asks = () => asked().slice(-1)[0];
  const rest = () => {
    line.rest();
    work.rest();
  };
  /** Nobody looks any more: what plays to the end is there at once, so that the text speaks of what is seen. */
  const away = () => {
    if (whole && line.plays()) line.set(LAYERS * CLIMB);
    if (work.plays()) work.set(STEPS * WORK);
    rest();
  };
  const ask = (t) => write(model, { piece: get("piece") === t && !get("layer") ? -1 : t });
  const take = (t) => {
    rest();
    write(model, {
      without: woven().taken === t ? 0 : t,
      layer: 0,
      ...BACK,
      ...speaks(),
      piece: -1,
    });
  };
  /** What is recorded has no head erased but the one that is shown alone. */
  const speaks = () => (woven().live ? {} : { silent: [] });
  const silence = (head) => {
    if (!head) return;
    rest();
    if (!woven().live) {
      const subjects = subjectOf(woven());
      const piece = subjects.includes(asks()) ? get("piece") : subjects.slice(-1)[0];
      const silent = erased() ? [] : [[get("layer"), head]];
      write(model, { silent, head, inner: 0, piece, twelve: false, without: 0 });
      return;
    }
    const here = [get("layer"), head];
    const others = get("silent").filter((one) => `${one}` !== `${here}`);
    const silent = others.length < get("silent").length ? others : [...others, here];
    silent.sort(([a, b], [c, d]) => a - c || b - d);
    write(model, { silent, head, inner: 0 });
  };
  const open = (layer) => {
    rest();
    const more = layer ? { front: LAYERS, piece: asks(), beside: false } : { piece: -1 };
    write(model, {
      layer,
      ...BACK,
      ...speaks(),
      ...more,
      ...(woven().live || !layer ? {} : { without: 0 }),
    });
  };
  /** Whether the head that is shown alone is erased. */
  const erased = () =>
    get("layer") > 0 &&
    woven().silent.some(([layer, head]) => layer === get("layer") && head === woven().head);
  /** Whether the head that is shown alone can be worked out. */
  const canWork = () => woven().live && woven().head > 0 && !get("inner") && !erased();
  /** The layer that the threads climb, or, where they are all up, the one that turned most. */
  const layerNow = () => {
    if (at.front < LAYERS) return Math.max(1, Math.ceil(at.front - 1e-6));
    const row = woven().leans[asks()];
    const turns = row.slice(1).map((lean, l) => Math.abs(lean - row[l]));
    return turns.indexOf(Math.max(...turns)) + 1;
  };
  const deeper = () => {
    if (!get("layer")) {
      open(layerNow());
      return;
    }
    rest();
    write(model, { inner: START, head: woven().head });
    work.set(0);
    work.play();
  };
  const out = () => {
    rest();
    if (get("inner")) write(model, { inner: 0 });
    else open(0);
  };
  const wave = (to) => {
    rest();
    write(
      model,
      get("inner") ? { inner: Math.max(to, START) } : { front: to, layer: 0, ...BACK, ...speaks() },
    );
  };

  const moves = (length, pace, name, step) =>
    timeline(
      length * pace,
      (time) => step(time / pace),
      (plays) => {
        say(play, plays ? tr("Pause") : tr("Play"));
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
    whole = goal(from, end) === end;
    one.set(from * pace);
    one.play(goal(from, end) * pace);
  };
  /** Where the threads have not risen yet, a tap lets them rise: whether it did. */
  const riseTo = (layer) => {
    if (get("layer") || line.plays() || at.front >= layer - 1 + START) return false;
    climb(() => layer);
    return true;
  };
  const play = button(tr("Play"), () => {
    if (line.plays() || work.plays()) rest();
    else if (!play.hidden) climb((_, end) => end);
  });
  play.classList.add("wb-play", "wb-go");
  const step = button(tr("Step"), () => {
    rest();
    climb((from) => Math.floor(from + 2 * START) + 1);
  });
  step.classList.add("wb-paces");
  const inside = button(tr("Look inside"), () => (!get("layer") || canWork()) && deeper());
  const leave = button(tr("Back"), out);
  const takeable = () => {
    const { taken, pieces, marks } = woven();
    const t = taken || get("piece");
    return t > 0 && t < pieces.length - 1 && !marks[t] ? t : 0;
  };
  const cut = button(tr("Take out"), () => {
    if (get("layer")) silence(woven().head);
    else if (takeable()) take(takeable());
  });
  const every = button(tr("All heads"), () =>
    write(model, { head: 0, twelve: woven().head > 0, inner: 0, ...speaks() }),
  );
  /** What the sentence that stands beside it has less, or more. */
  const otherName = () => {
    const [mine, its] = [get("sentence"), partnerOf(model)].map((s) => get("pieces")[s]);
    const [less, more] = [lacking(mine, its), lacking(its, mine)];
    if (less.length === 1 && !more.length) return tr("Without {word}", { word: less[0] });
    if (more.length === 1 && !less.length) return tr("With {word}", { word: more[0] });
    return tr("Compare");
  };
  const compare = button(tr("Compare"), () => {
    rest();
    write(model, { beside: !get("beside"), without: 0, piece: -1 });
  });
  /** Let the buttons say what they do now, and take over what has been written. */
  const set = () => {
    if (!line.plays()) at.front = get("front");
    if (!work.plays()) at.inner = get("inner");
    const [layer, inner] = ["layer", "inner"].map(get);
    const { taken, head } = woven();
    play.hidden = step.hidden = layer > 0 && !inner;
    leave.hidden = !layer;
    // what can do nothing now is not there
    inside.hidden = layer > 0 && !canWork();
    const two = get("beside") && partnerOf(model) >= 0;
    cut.hidden = layer ? inner > 0 || !head : !takeable() || two;
    compare.hidden = layer > 0 || partnerOf(model) < 0 || (!two && takeable() > 0);
    if (!compare.hidden) say(compare, two ? tr("One sentence") : otherName());
    every.hidden = !layer || inner > 0;
    say(every, head ? tr("All {n} heads", { n: HEADS }) : tr("One head"));
    const gone = layer ? erased() : taken;
    say(cut, gone ? tr("Put it back") : layer ? tr("Erase this head") : tr("Take out"));
  };
  /** Once it is seen, the threads rise by themselves. */
  const near = () => {
    if (begun || calm.matches || at.front < LAYERS || get("layer")) return;
    climb((_, end) => end);
  };
  const buttons = { play, step, compare, leave, inside, cut, every };
  const hands = { ask, take, silence, open, deeper, out, wave, canWork, riseTo };
  return { at, asked, asks, erased, rest, away, near, set, buttons, hands };
}
