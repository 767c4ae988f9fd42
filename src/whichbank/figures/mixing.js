import { mix } from "./kernels.js";
import { styles } from "./labels.js";
import {
  button, choice, fixed, follow, heatmap, html, readout, rebuilt, slider, total, whole, write,
} from "./parts.js";
import { plane } from "./plane.js";

/** Whether a point lies inside the polygon that others span, its edge included. Seen from a point inside, the others
 * leave no gap wider than half a turn. @param {number[]} point @param {number[][]} others @returns {boolean} */
export function inside(point, others) {
  const away = others.map((other) => other.map((x, d) => x - point[d]));
  if (away.some(([x, y]) => Math.hypot(x, y) < 1e-9)) return true;
  const turns = away.map(([x, y]) => Math.atan2(y, x)).sort((a, b) => a - b);
  const gaps = turns.map((turn, i) => (i ? turn - turns[i - 1] : turn - turns[turns.length - 1] + 2 * Math.PI));
  return gaps.length > 0 && Math.max(...gaps) <= Math.PI + 1e-9;
}

/** The corners of the polygon that points span, in the order of a walk around it. @param {number[][]} points */
function corners(points) {
  const once = points.filter((point, i) => points.findIndex((other) => String(other) === String(point)) === i);
  const outer = once.filter((point) => !inside(point, once.filter((other) => other !== point)));
  const middle = mix([outer.map(() => 1 / outer.length)], outer)[0];
  const turn = ([x, y]) => Math.atan2(y - middle[1], x - middle[0]);
  return outer.sort((a, b) => turn(a) - turn(b));
}

/** Whether dividing a row by its sum mends it. @param {number} sum */
const divisible = (sum) => !whole(sum) && sum >= 1e-9;

/** What one row of weights makes of the vectors, in words.
 * @param {string} word @param {string[]} words @param {number[]} row @param {number[][]} vectors */
function tell(word, words, row, vectors) {
  const at = mix([row], vectors)[0];
  const sum = row.reduce((a, b) => a + b, 0);
  const negative = words.filter((_, s) => row[s] < 0);
  const shares = whole(sum) && !negative.length;
  const within = shares || inside(at, vectors);
  const parts = words.map((name, s) => `${fixed(row[s])} ${name}`).join(" + ").replaceAll("+ −", "− ");
  const shape = words.length === 3 ? "triangle" : "old vectors' polygon";
  const edge = shares && words.length === 3 && row.some((w) => w < 1e-9);
  const place = `${within ? "inside" : "outside"} the ${shape}${edge ? ", on its edge" : ""}`;
  const reason = shares ? `No weight is negative and they sum to 1: it lies ${place}.`
    : [negative.length ? `The weight of ${negative.join(" and ")} is negative.` : "",
      whole(sum) ? "The weights sum to 1." : `The weights sum to ${total(sum)}, not to 1: this is not a mix of shares.`,
      within ? `It happens to lie ${place}.` : `It lies ${place}.`].filter(Boolean).join(" ");
  return { at, sum, text: `New ${word} = ${parts} = (${at.map((x) => fixed(x)).join(", ")}). ${reason}` };
}

/** Sliders for the weights of one row; the mix moves in the plane, the whole table is a heatmap. */
function assemble(model, el) {
  const words = model.get("words");
  const colors = styles(words);
  const axes = model.get("axes");
  const flat = model.get("vectors").flat();
  const range = [Math.min(0, ...flat) - 0.35, Math.max(1, ...flat) + 0.45];
  const lowest = model.get("lowest");
  const versions = Object.keys(model.get("versions")).sort();

  const setRow = (change) => {
    const row = model.get("row");
    write(model, { weights: model.get("weights").map((line, t) => (t === row ? line.map(change) : line)) });
  };
  const load = choice("Weights", versions, (i) => write(model, { weights: model.get("versions")[versions[i]] }));
  const rows = choice("Mix a new vector for", words, (row) => write(model, { row }));
  const sliders = words.map((word, s) =>
    slider(word, { min: lowest, max: 1, step: 0.01, color: colors[s] }, (x) => setRow((w, i) => (i === s ? x : w))),
  );
  const divide = button("Divide the row by its sum", () => {
    const sum = model.get("weights")[model.get("row")].reduce((a, b) => a + b, 0);
    if (divisible(sum)) setRow((w) => w / sum);
  });
  divide.style.marginBottom = "1rem";
  const said = readout();
  const scene = plane({ x: range, y: range, labels: axes });
  scene.root.style.flex = "3 1 20rem";
  const area = { key: "area", kind: "area", at: corners(model.get("vectors")) };
  const table = heatmap("Weights: each row is one recipe", words, words, { sums: true });

  el.classList.add("wb-figure", "wb-mixing");
  const choices = html("div", { class: "wb-panels" }, ...(versions.length ? [load.root] : []), rows.root);
  const panels = html("div", { class: "wb-panels" }, scene.root, table.root);
  el.replaceChildren(choices, ...sliders.map((part) => part.root), divide, panels, said.root);

  return follow(model, ["row", "weights"], () => {
    const row = model.get("row");
    const weights = model.get("weights");
    const old = model.get("vectors");
    const { at, sum, text } = tell(words[row], words, weights[row], old);
    load.set(versions.findIndex((name) => String(model.get("versions")[name]) === String(weights)));
    rows.set(row);
    sliders.forEach((part, s) => part.set(weights[row][s]));
    divide.setAttribute("aria-disabled", String(!divisible(sum))); // "disabled" itself would throw the focus out
    table.set(weights, row);
    said.set(text);
    const shown = at.map((x) => Math.min(Math.max(x, range[0]), range[1]));
    const away = shown.some((x, d) => x !== at[d]);
    const stops = words.map((_, s) => mix([weights[row].map((w, i) => (i <= s ? w : 0))], old)[0]);
    scene.set([
      area,
      ...stops.map((stop, s) => ({ key: `step${s}`, kind: "arrow", at: [s ? stops[s - 1] : [0, 0], stop], color: colors[s] })),
      ...words.map((word, s) => ({ key: `old${s}`, kind: "point", at: old[s], label: word, color: colors[s] })),
      { key: `new${row}`, kind: "point", at: shown, label: `${words[row]}′${away ? " (off the picture)" : ""}`, color: colors[row], ghost: true },
    ], `Plane of ${axes.join(" and ")}. Arrows, one a word, add up to the new vector. ${text}`);
  });
}

/** Draw; when the sentence, its vectors or the tables on offer change, build the figure anew. */
export default { render: rebuilt(["words", "axes", "vectors", "versions", "lowest"], assemble) };
