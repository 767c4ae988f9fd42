// The waves on the water, also those that sink.

import { timeline } from "../kit/motion.js";
import { ripples } from "../nets/positions.js";
import { inks, painter, SIZE } from "./water.js";

const SPREAD = 900; // ms in which a wave runs over the pond
const FAR = SIZE * Math.SQRT2 + 1.2; // then it is everywhere

/**
 * @param {Model} model
 * @param {HTMLElement} el whose theme the water has
 * @param {HTMLCanvasElement} canvas
 */
export function waves(model, el, canvas) {
  const [lengths, near] = ["wavelengths", "near"].map((name) => model.get(name));
  const water = painter(canvas);
  let colors = inks(el);
  let fell = model.get("stones");
  let reach = fell.map(() => FAR); // how far from its stone each has run
  let [from, goal] = [reach, fell.length];
  const show = () => {
    const [code] = ripples([model.get("point")], fell, lengths);
    water.paint({ stones: fell, lengths, reach, code, near, colors });
  };
  const recolor = () => {
    colors = inks(el);
    show();
  };
  const wave = timeline(SPREAD, (at) => {
    reach = from.map((r, s) => r + (at / SPREAD) * ((s < goal ? FAR : 0) - r));
    show();
  });
  /** Those of new stones run, those of stones that are gone sink. */
  const set = () => {
    const stones = model.get("stones");
    fell = [...stones, ...fell.slice(stones.length)];
    if (stones.length === goal) return show();
    from = fell.map((_, s) => reach[s] ?? 0);
    goal = stones.length;
    wave.set(0);
    wave.play();
  };
  const theme = new MutationObserver(recolor);
  theme.observe(document.documentElement, {
    subtree: true,
    attributeFilter: ["data-theme", "data-jp-theme-light", "theme"],
  });
  requestAnimationFrame(recolor); // by now the figure is on the page
  const stop = () => {
    theme.disconnect();
    wave.rest();
    water.stop();
  };
  return { set, stop };
}
