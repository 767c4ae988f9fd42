// What stands beside the sheet of the circuit lab: the heads as they sit, and the parts of a logit.

import { fixed } from "../kit/numbers.js";
import { choice, html, nameAloud, renew, say, svg } from "../kit/parts.js";
import { listing } from "../kit/tables.js";
import { headName } from "./running.js";
import { tr } from "../kit/words.js";

const LEVELS = [0.06, 0.25, 0.5, 0.8]; // of the weights that a head's small picture tells apart

/**
 * The heads, the second layer above the first, each with a small picture of where it looks.
 * @param {(head: number) => void} onPick
 */
export function headButtons(onPick) {
  const names = [0, 1, 2, 3].map(headName);
  const { root, set: check } = nameAloud(choice(tr("Head"), names, onPick));
  const labels = [...root.lastElementChild.children];
  const faces = labels.map((label, i) => {
    const paths = LEVELS.map((level) => svg("path", { opacity: level }));
    const face = svg("svg", { class: "wb-face", "aria-hidden": "true" }, ...paths);
    const [layer, head = ""] = names[i].split(", ");
    const [aloud, part] = [html("i", { class: "wb-aloud" }), html("small")];
    label.lastElementChild.replaceChildren(face, html("b", {}, aloud, part, ` ${head}`));
    return { face, paths, label, part, aloud, layer };
  });
  root.classList.add("wb-stack");
  /** @type {number[]|null} */
  let drawn = null;
  /**
   * @param {number} head that is picked
   * @param {number} layers
   * @param {number[]} weights of all heads, (heads, T, T)
   * @param {(head: number) => string} partOf what was done with it
   * @param {number} most heads from here on cannot be picked
   */
  const set = (head, layers, weights, partOf, most) => {
    check(head);
    faces.forEach(({ label, part, aloud, layer }, i) => {
      const here = i < 2 * layers;
      const done = partOf(i);
      label.querySelector("input").disabled = !here || i >= most;
      label.className = `wb-c${i} ${here ? "" : "wb-idle"} ${done && done !== tr("by hand") ? "wb-cut-out" : ""}`;
      say(aloud, done ? `${layer}, ` : "");
      say(part, done || `${layer},`);
    });
    if (drawn === weights) return;
    drawn = weights;
    const T = Math.sqrt(weights.length / 2 / layers);
    faces.slice(0, 2 * layers).forEach(({ face, paths }, h) => {
      renew(face, { viewBox: `0 0 ${T} ${T}` });
      const ways = LEVELS.map(() => "");
      for (let t = 0; t < T; t++)
        for (let s = 0; s <= t; s++) {
          const weight = weights[(h * T + t) * T + s];
          const level = LEVELS.findLastIndex((least) => weight >= least);
          if (level >= 0) ways[level] += `M${s} ${t}h1v1h-1z`;
        }
      paths.forEach((path, k) => renew(path, { d: ways[k] }));
    });
  };
  return { root, set };
}

const COLUMNS = [
  tr("part"),
  tr("adds"),
  tr("weight"),
  tr("length"),
  tr("weight × length"),
  tr("lost"),
];

const captionOf = (word) =>
  tr("The logit of “{word}”, each head's look at it, and the logit lost without it", { word });

/** What each part adds to a logit, as bars from 0, and beside each head what its look weighs. */
export function partsOf() {
  const names = [tr("the word itself"), ...[0, 1, 2, 3].map(headName), tr("biases"), tr("logit")];
  const { root, lines, set: fill } = listing(tr("adds to the logit"), COLUMNS, names.length);
  root.classList.add("wb-adds");
  // as high before the answer as after it
  fill(names.map((name) => [name]));
  say(root.caption, captionOf("…"));
  const bars = lines.map((cells, i) => {
    const [bar, number] = [html("i"), html("b", {}, "–")];
    if (names[i].startsWith("layer")) bar.className = `wb-c${i - 1}`;
    cells[1].replaceChildren(bar, number);
    return { bar, number };
  });
  /**
   * @param {number[]} parts the six of them
   * @param {number[][]} glances (4, 4)
   * @param {string} word whose logit it is
   * @param {number} head that is picked
   */
  const set = (parts, glances, word, head) => {
    const all = [...parts, parts.reduce((a, b) => a + b, 0)];
    const [low, high] = [Math.min(0, ...all), Math.max(0, ...all)];
    const wide = high - low || 1;
    say(root.caption, captionOf(word));
    all.forEach((x, i) => {
      const { bar, number } = bars[i];
      say(number, fixed(x));
      bar.style.left = `${((100 * (Math.min(x, 0) - low)) / wide).toFixed(1)}%`;
      bar.style.width = `${((100 * Math.abs(x)) / wide).toFixed(1)}%`;
      lines[i][0].parentElement.classList.toggle("wb-active", i - 1 === head);
      const look = glances[i - 1];
      COLUMNS.slice(2).forEach((__, k) =>
        say(lines[i][k + 2], look ? fixed(look[k], k ? 1 : 2) : ""),
      );
    });
  };
  return { root, set };
}
