// The square with a place for what each of two jobs gets.

import { chart } from "../kit/chart.js";
import { eased, timeline } from "../kit/motion.js";
import { fixed } from "../kit/numbers.js";
import { renew, svg } from "../kit/parts.js";
import { tr } from "../kit/words.js";

// The reader's own settings: nearer dots are one; the oldest go.
const [CLOSE, LATEST] = [0.04, 200];
const BURST = 800; // ms of the ring when both jobs are done

/**
 * A square with dots for all that was tried.
 * @param {{mode: string, name: string, color: number}[]} modes
 * @param {Record<string, number[][]>} drawn at random, by mode
 * @param {string[]} names of what is given in each job
 * @param {{need: number, serves: (share: number) => boolean}} jobs
 */
export function record(modes, drawn, names, { need, serves }) {
  const ticks = [0, need, 1];
  const square = chart({
    x: [0, 1],
    y: [0, 1],
    labels: names,
    ticks: { x: ticks, y: ticks },
    format: { x: String, y: String },
    size: [200, 200],
  });
  const [left, top, width, height] = ["left", "top", "width", "height"].map((side) =>
    parseFloat(square.frame[side]),
  );
  square.root.append(
    svg(
      "text",
      {
        class: "wb-both",
        x: `${left + 0.75 * width}%`,
        y: `${top + 0.1 * height}%`,
        "text-anchor": "middle",
      },
      tr("both\u00a0✓"),
    ),
  );
  const ring = svg("circle", { class: "wb-burst" });
  square.root.append(ring);
  const burst = timeline(BURST, (ms) => {
    const t = eased(ms / BURST);
    renew(ring, { r: (8 + 90 * t).toFixed(1), opacity: (1 - t).toFixed(2) });
  });
  /**
   * The corner is reached.
   * @param {any[]} at
   */
  const reached = (at) => {
    const [x, y] = at;
    renew(ring, { cx: `${left + x * width}%`, cy: `${top + (1 - y) * height}%` });
    burst.set(0);
    burst.play();
  };
  let own = { scalars: [], matrix: [] };
  const forget = () => (own = { scalars: [], matrix: [] });
  const set = (mode, at, tried) => {
    const known = own[mode].some((old) => Math.hypot(old[0] - at[0], old[1] - at[1]) < CLOSE);
    if (!known) own[mode] = [...own[mode].slice(1 - LATEST), at];
    const all = modes.map((one, i) => [...drawn[one.mode].slice(0, tried[i]), ...own[one.mode]]);
    const told = modes.map(({ name }, i) => {
      const good = all[i].filter((old) => old.every(serves)).length;
      return tr("{n} with {name}, of these {good} in the corner", { n: all[i].length, name, good });
    });
    square.set(
      [
        {
          key: "both",
          kind: "band",
          at: [
            [need, need, 1],
            [1, need, 1],
          ],
          color: 2,
        },
        ...modes.map((one, i) => ({ key: one.mode, kind: "curve", at: all[i], color: one.color })),
        {
          key: `now, ${mode}`,
          kind: "dot",
          at,
          color: modes.find((one) => one.mode === mode)?.color,
        },
      ],
      tr(
        "A square: across, {across} {x}; up, {up} {y}. In the corner both are over half. Dots, one for each setting tried: {told}.",
        { across: names[0], x: fixed(at[0]), up: names[1], y: fixed(at[1]), told: told.join("; ") },
      ),
    );
  };
  return { root: square.root, set, forget, reached, rest: burst.rest };
}
