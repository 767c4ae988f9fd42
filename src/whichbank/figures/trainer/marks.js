// The parts of the figure that show how well it reads by now: curves over the steps, and a word
// between its two senses.

import { chart } from "../kit/chart.js";
import { fixed } from "../kit/numbers.js";
import { html, say } from "../kit/parts.js";
import { STEPS } from "./run.js";
import { tr } from "../kit/words.js";
import { inksOf } from "./others.js";

/** The shares right and the loss over the steps, and below them what each is by now. */
export function curving() {
  const drawn = chart({
    x: [0, STEPS],
    y: [0, 1],
    labels: ["", ""],
    size: [112, 84],
    ticks: { x: [0, 400, 800], y: [0, 0.5, 1] },
  });
  const told = html("p", { class: "wb-legend", "aria-hidden": "true" });
  const root = html("div", { class: "wb-curves" }, drawn.root, told);
  const lines = [
    { key: "loss", name: tr("loss"), color: 5, sign: "—" },
    { key: "test", name: tr("test"), color: 0, sign: "—" },
    { key: "hand", name: tr("by hand"), color: 1, sign: "┄" },
  ];
  const words = lines.map(({ color }) => html("span", { class: `wb-word wb-c${color}` }));
  told.append(...words);
  /** @param {Record<string, number[][]>} curves @param {number} steps */
  const set = (curves, steps) => {
    const coin = [0, STEPS].map((x) => [x, 0.5]);
    drawn.set(
      [
        { key: "coin", kind: "curve", at: coin, faint: true, marks: false },
        ...lines.map(({ key, name, color }) => ({
          key,
          kind: "curve",
          at: curves[key],
          name: curves[key].length ? name : "",
          color,
          marks: key === "test" && curves[key].length === 1,
          dashed: key === "hand",
        })),
      ],
      tr(
        "Curves over {steps} steps: the loss, the share right on the test, and on sentences by hand.",
        { steps },
      ),
    );
    lines.forEach(({ key, name, sign }, i) => {
      const end = curves[key].at(-1)?.[1];
      const text = key === "loss" ? fixed(end ?? 0) : `${fixed(100 * (end ?? 0), 0)}%`;
      say(words[i], `${sign} ${name}${end === undefined ? "" : `: ${text}`}`);
    });
  };
  return { root, set };
}

/** A word between its two senses. */
export function swaying() {
  const [first, second, word] = [html("b"), html("b"), html("em")];
  const root = html(
    "p",
    { class: "wb-sway", "aria-hidden": "true" },
    first,
    html("i", {}, word),
    second,
  );
  /** @param {{name: string, senses: string[], p: number} | undefined} one p is of the first sense */
  const set = (one) => {
    root.classList.toggle("wb-idle", !one);
    if (!one) return;
    [first, second].forEach((end, i) => {
      say(end, one.senses[i]);
      end.className = `wb-${inksOf(one.senses)[i]}`;
    });
    say(word, one.name);
    root.style.setProperty("--wb-at", `${fixed(100 * (1 - one.p), 1)}%`);
  };
  return { root, set };
}
