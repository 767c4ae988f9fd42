import { mix } from "./kernels.js";
import { choice, fixed, follow, heatmap, html, plane, readout, slider, write } from "./parts.js";

/** Three weight sliders for one row; the mix moves in the plane, the whole table is a heatmap. */
function render({ model, el }) {
  const words = model.get("words");
  const axes = model.get("axes");
  const vectors = model.get("vectors");
  const reach = 0.6 + Math.max(1, ...vectors.flat().map(Math.abs));

  const setWeight = (s) => (x) => {
    const row = model.get("row");
    const weights = model.get("weights").map((line, t) => (t === row ? line.map((w, i) => (i === s ? x : w)) : line));
    write(model, { weights });
  };
  const rows = choice("Mix a new vector for", words, (row) => write(model, { row }));
  const sliders = words.map((word, s) => slider(word, { min: 0, max: 1, step: 0.01, color: s }, setWeight(s)));
  const scene = plane({ x: [0, reach], y: [0, reach], labels: axes });
  const table = heatmap("Weights: each row is one recipe", words, words, { sums: true });
  const said = readout();

  el.classList.add("wb-figure");
  const controls = html("div", { class: "wb-controls" }, rows.root, ...sliders.map((part) => part.root), said.root);
  el.replaceChildren(html("div", { class: "wb-panels" }, controls, scene.root, table.root));

  return follow(model, ["row", "weights", "vectors"], () => {
    const row = model.get("row");
    const weights = model.get("weights");
    const old = model.get("vectors");
    const mixed = mix(weights, old);
    const sum = weights[row].reduce((a, b) => a + b, 0);
    const whole = Math.abs(sum - 1) < 0.005;
    rows.set(row);
    sliders.forEach((part, s) => part.set(weights[row][s]));
    table.set(weights, row);
    const place = mixed[row].map((v) => fixed(v)).join(", ");
    said.set(`New ${words[row]} = (${place}). ` + (whole ? "The weights sum to 1: it lies inside the triangle."
      : `The weights sum to ${fixed(sum)}, not 1: this is not a mix of shares.`));
    scene.set([
      { key: "area", kind: "area", at: old },
      { key: "move", kind: "arrow", at: [old[row], mixed[row]], color: 5 },
      ...words.map((word, s) => ({ key: `old${s}`, kind: "point", at: old[s], label: word, color: s })),
      { key: "new", kind: "point", at: mixed[row], label: `new ${words[row]}`, color: 5, ghost: true },
    ], `Plane of ${axes.join(" and ")}: new ${words[row]} at (${place})`);
  });
}

export default { render };
