// A chord: one tone a clock, as loud as its two hands point alike. Silent until it is asked for.

import { button, renew } from "../kit/parts.js";
import { tr } from "../kit/words.js";

const PITCHES = [880, 660, 550, 440, 330, 275, 220, 165]; // hertz, fast clocks high
const LOUD = 0.05; // of a tone at most
const SMOOTH = 0.03; // s in which a tone gets louder or softer

/** How loud a tone is: not at all where the hands are opposite. */
const loudness = (product) => (LOUD * (1 + Math.min(Math.max(product, -1), 1))) / 2;

function chord() {
  /** @type {AudioContext | undefined} */
  let room;
  /** @type {GainNode[]} */
  let tones = [];
  /** @param {number[]} products of each clock's hands */
  const set = (products) =>
    tones.forEach(({ gain, context }, i) =>
      gain.setTargetAtTime(loudness(products[i] ?? -1), context.currentTime, SMOOTH),
    );
  const off = () => {
    room?.close();
    [room, tones] = [undefined, []];
  };
  /** @param {number[]} products */
  const on = (products) => {
    const hall = new AudioContext();
    room = hall;
    tones = products.map((_, i) => {
      const [source, tone] = [hall.createOscillator(), hall.createGain()];
      source.frequency.value = PITCHES[i % PITCHES.length] / 2 ** Math.floor(i / PITCHES.length);
      tone.gain.value = 0;
      source.connect(tone).connect(hall.destination);
      source.start();
      return tone;
    });
    set(products);
  };
  return { on, off, set, sounds: () => room !== undefined };
}

/** The button that makes it sound, and is set to the products of the clocks' hands. */
export function sounding() {
  const { on, off, set: change, sounds } = chord();
  let products = [];
  const hush = () => {
    off();
    renew(root, { "aria-pressed": "false" });
  };
  const root = button(tr("Sound"), () => {
    if (sounds()) return hush();
    on(products);
    return renew(root, { "aria-pressed": "true" });
  });
  renew(root, { "aria-pressed": "false" });
  const set = (now) => change((products = now));
  return { root, set, hush };
}
