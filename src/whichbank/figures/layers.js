import { unpack } from "./kernels.js";
import { styles } from "./labels.js";
import { choice, fixed, follow, percents, readout, rebuilt, slider, stage, write } from "./parts.js";
import { plane } from "./plane.js";

const LAYERS = 6;
const HEADS = 12;
const VIEWS = [["plane", "words on the plane"], ["head", "one attention head"]];

/** Which meaning a word leans to, in words. @param {string} name @param {number} lean @param {string[]} axes */
function leaning(name, lean, axes) {
  if (Math.abs(lean) < 0.0005) return `${name} leans to neither ${axes[0]} nor ${axes[1]}`;
  return `${name} leans to ${axes[lean > 0 ? 0 : 1]} (${fixed(lean, 3)})`;
}

/** A sentence on its way through the layers: words on the plane of two meanings, and one head of the layer. */
function drawLayers(model, el) {
  const sentences = model.get("sentences");
  const places = model.get("paths").flat(3);
  const [low, high] = [Math.min(0, ...places) - 0.06, Math.max(1, ...places) + 0.06];
  const colors = model.get("names").map(styles);
  const picked = choice("Sentence", sentences, (sentence) => write(model, { sentence }));
  const whole = (x) => fixed(x, 0);
  const layers = slider("Layer", { min: 0, max: LAYERS, step: 1, format: whole }, (layer) => write(model, { layer }));
  const heads = slider("Head", { min: 1, max: HEADS, step: 1, format: whole }, (head) => write(model, { head }));
  const said = readout();
  const views = choice("Show", VIEWS.map(([, label]) => label), (view) => write(model, { view: VIEWS[view][0] }));
  const shown = stage();
  shown.root.classList.add("wb-scroll");
  el.classList.add("wb-figure", "wb-layers");
  el.replaceChildren(picked.root, layers.root, heads.root, said.root, views.root, shown.root);

  return follow(model, ["sentence", "layer", "head", "view", "weights"], () => {
    const [i, layer, head, view] = ["sentence", "layer", "head", "view"].map((name) => model.get(name));
    const [axes, pieces, names, paths, focus] = ["axes", "pieces", "names", "paths", "focus"].map((name) => model.get(name)[i]);
    picked.set(i);
    layers.set(layer);
    heads.set(head);
    views.set(VIEWS.findIndex(([name]) => name === view));
    const packed = layer > 0 ? model.get("weights") : undefined; // a page of the site loads them when they are asked for
    const table = view === "head" ? shown.put(`head of ${i}`, () => percents(" ", pieces, pieces)) : null;
    table?.root.classList.add("wb-tight");
    table?.root.classList.toggle("wb-idle", !packed);
    const at = paths.map((path) => path[layer]);
    const leans = focus.map(([name]) => leaning(names[name], at[name][0] - at[name][1], axes)).join("; ");
    let looks = "Layer 0 has no heads: no word has looked at another yet.";
    if (layer > 0 && !packed) {
      looks = packed === null ? "The weights of the heads could not be loaded: move a slider to try again."
        : "The weights of the heads are being loaded.";
    } else if (layer > 0) {
      const weights = unpack(packed[i], pieces.length, pieces.length, (layer - 1) * HEADS + head - 1);
      const most = focus.map(([name, piece]) => {
        const best = weights[piece].indexOf(Math.max(...weights[piece]));
        return `${names[name]} looks most at ${best === piece ? "itself" : pieces[best]} (${whole(100 * weights[piece][best])}\u00a0%)`;
      });
      looks = `In head ${head}, ${most.join("; ")}.`;
      table?.set(weights, focus[0][1]);
      table?.name(`Layer ${layer}, head ${head}: where each piece looks, in %`);
    }
    said.set(`After layer ${layer}, ${leans}. ${looks}`);
    if (table) return;
    const scene = shown.put(`plane of ${i}`, () => plane({ x: [low, high], y: [low, high], labels: axes }));
    scene.set([
      { key: "middle", kind: "curve", at: [[low, low], [high, high]], color: 5, ghost: true },
      ...focus.map(([name]) => ({ key: `path${name}`, kind: "curve", at: paths[name].slice(0, layer + 1), color: colors[i][name] })),
      ...names.map((label, w) => ({ key: `word${w}`, kind: "point", at: at[w], label, color: colors[i][w] })),
    ], `Plane of the cosines to ${axes.join(" and ")}, after layer ${layer}. ` +
      names.map((name, w) => `${name} at (${at[w].map((x) => fixed(x)).join(", ")})`).join(", ") + ".");
  });
}

/** Draw; when the sentences on offer change, build the figure anew. */
export default { render: rebuilt(["sentences", "axes", "pieces", "names", "paths", "focus"], drawLayers) };
