import { QUESTION, askingOf } from "./asking.js";
import { chart } from "./chart.js";
import { framed } from "./frame.js";
import { unpack } from "./kernels.js";
import { styles } from "./labels.js";
import { button, choice, chooser, fixed, follow, heatmap, html, percents, readout, rebuilt, renew, say, slider, stage, typing, write } from "./parts.js";
import { plane } from "./plane.js";

const LAYERS = 6;
const HEADS = 12;
const VIEWS = [["plane", "plane"], ["lean", "lean by layer"], ["head", "one head"]];
const TYPING_PAUSE = 400; // ms without a key before the model is asked
const runs = new WeakMap();

/** Which meaning a word leans to, in words. @param {string} name @param {number} lean @param {string[]} axes */
function leaning(name, lean, axes) {
  if (Math.abs(lean) < 0.0005) return `${name} leans to neither ${axes[0]} nor ${axes[1]}`;
  return `${name} leans to ${axes[lean > 0 ? 0 : 1]} (${fixed(lean, 3)})`;
}

const PARTS = { axes: "axes", pieces: "pieces", names: "names", path: "paths", focus: "focus" };

/** What is shown: the reader's sentences as far as they are answered, or a recorded one. */
function shownOf(model, run) {
  const i = model.get("sentence");
  if (!model.get("asking") || !run.answer) {
    const found = Object.fromEntries(Object.entries(PARTS).map(([part, trait]) => [part, model.get(trait)[i]]));
    return { ...found, key: i, pulls: null, packed: () => model.get("weights")?.[i] ?? model.get("weights") };
  }
  const { senses, own, word, path, pieces, names, focus, words, pulls, weights } = run.answer;
  const axes = senses.map((text, s) => text.split(/[,;]/).map((part) => part.trim()).find(Boolean) ?? `sense ${s + 1}`);
  return { axes, pieces, words, word, pulls, names: names ?? [], path: path ?? [], focus: focus ?? [], waits: !path && run.answer.whole === false,
    key: `${[own, senses, word]}`, packed: () => weights };
}

/** A sentence on its way through the layers: words on the plane of two meanings, their leans, or one head of the layer. */
function drawLayers(model, el) {
  const run = runs.get(model);
  const sentences = model.get("sentences");
  const whole = (x) => fixed(x, 0);
  const picked = chooser("Sentence", sentences, (sentence) => write(model, { sentence, asking: false }), "your own");
  const layers = slider("Layer", { min: 0, max: LAYERS, step: 1, format: whole }, (layer) => write(model, { layer }));
  const heads = slider("Head", { min: 1, max: HEADS, step: 1, format: whole }, (head) => write(model, { head }));
  const views = choice("Show", VIEWS.map(([, label]) => label), (view) => write(model, { view: VIEWS[view][0] }));
  const [said, shown, panel] = [readout(), stage(), stage()];
  shown.root.classList.add("wb-scroll");

  let timer = 0;
  const typed = (trait, i, label, holder) => ({ trait, i, label, ...typing(label, { most: 200, holder }, () => {
    clearTimeout(timer);
    model.underway?.add("typing");
    timer = setTimeout(() => {
      model.underway?.delete("typing");
      const now = (name) => inputs.filter((one) => one.trait === name).map((one) => one.input.value);
      for (const name of ["own", "senses"]) if (JSON.stringify(now(name)) !== JSON.stringify(model.get(name))) write(model, { [name]: now(name) });
    }, TYPING_PAUSE);
  }) });
  const inputs = [typed("own", 0, "Sentence"), typed("own", 1, "Another"), typed("senses", 0, "One sense", "river, shore"), typed("senses", 1, "The other", "money, loan")];
  const words = stage();
  const note = html("p", { class: "wb-aside" });
  const progress = html("progress", { "aria-label": "How much of the model is here", max: 1, value: 0 });
  const stop = button("Stop", () => {
    write(model, { asking: false });
    ask.focus();
  });
  const again = button("Ask again", () => run.again());
  const ask = button(`Ask it yourself (${model.get("files") === "kernel" ? "in Python" : `${fixed(model.get("megabytes"), 1)}\u00a0MB`})`, () => {
    write(model, { asking: true, view: "lean", layer: model.get("layer") || LAYERS }); // at layer 0 nothing is told apart
    inputs[0].input.focus();
  });
  const why = html("p", { class: "wb-aside" }, run.hindrance);
  const fits = ({ sentence, layer, head, view, own, senses }) => [sentence, layer, head].every(Number.isInteger) && sentence >= 0 && sentence < sentences.length
    && layer >= 0 && layer <= LAYERS && head >= 1 && head <= HEADS && VIEWS.some(([name]) => name === view) && [own, senses].every((two) => two.length === 2);
  const leans = stage();
  const frame = framed(model, el, { name: "layers", traits: ["sentence", "layer", "head", "view", ...QUESTION], fits, title: [picked.root],
    picture: [shown.root], controls: [html("div", { class: "wb-twofold" }, layers.root, heads.root), views.root, panel.root], said: said.root, table: [leans.root] });

  const draw = () => {
    const [layer, head, view, own] = ["layer", "head", "view", "asking"].map((name) => model.get(name));
    const now = shownOf(model, run);
    const { axes, pieces, names, path, focus, key } = now;
    picked.set(own ? -1 : model.get("sentence"));
    layers.set(layer);
    heads.set(head);
    views.set(VIEWS.findIndex(([name]) => name === view));
    drawPanel(own, now);

    const packed = layer > 0 ? now.packed() : undefined; // a page of the site loads them when they are asked for
    const leanOf = (name, at = layer) => path[name][at][0] - path[name][at][1];
    let looks = "Layer 0 has no heads: no word has looked at another yet.";
    let weights = null;
    if (layer > 0 && !packed) {
      looks = packed === null ? "The weights of the heads could not be loaded: move a slider to try again." : "The weights of the heads are being loaded.";
    } else if (layer > 0) {
      weights = unpack(packed, pieces.length, pieces.length, (layer - 1) * HEADS + head - 1);
      const most = focus.filter(([, piece]) => piece >= 0).map(([name, piece]) => {
        const best = weights[piece].indexOf(Math.max(...weights[piece]));
        return `${names[name]} looks most at ${best === piece ? "itself" : pieces[best]} (${whole(100 * weights[piece][best])}\u00a0%)`;
      });
      looks = most.length ? `In head ${head}, ${most.join("; ")}.` : "";
    }
    const where = focus.map(([name]) => leaning(names[name], leanOf(name), axes)).join("; ");
    said.set(own && run.loading ? "The model is on its way." : own && run.problem ? run.problem : now.waits ? "The model reads the examples of the senses."
      : where ? `After layer ${layer}, ${where}. ${looks}` : `Give a sentence, and an example of each sense. ${looks}`);

    const { rows } = leans.show(`${names}`, () => {
      const table = heatmap("Cosine to the first meaning minus cosine to the second", names, [0, 1, 2, 3, 4, 5, 6].map((l) => `layer ${l}`), { limits: [-0.2, 0.2] });
      table.root.classList.add("wb-tight");
      return [[table.root], { rows: table }];
    });
    rows.set(path.map((_, name) => path[name].map((__, l) => leanOf(name, l))), focus[0]?.[0]);
    if (view === "head") drawHead(now, weights, `Layer ${layer}, head ${head}: where each piece looks, in %`);
    else if (view === "lean") drawLeans(now, layer, leanOf);
    else drawPlane(now, layer, key);
  };

  const drawHead = ({ pieces, focus, key }, weights, title) => {
    const table = shown.put(`head of ${key}`, () => percents(" ", pieces, pieces));
    table.root.classList.add("wb-tight");
    table.root.classList.toggle("wb-idle", !weights);
    if (!weights) return;
    table.set(weights, focus[0]?.[1]);
    table.name(title);
  };

  const drawPlane = ({ axes, names, path, focus, key }, layer) => {
    const all = [...model.get("paths").flat(3), ...path.flat(2)];
    const [low, high] = [Math.min(0, ...all) - 0.06, Math.max(1, ...all) + 0.06];
    const colors = styles(names);
    const at = path.map((places) => places[layer]);
    const scene = shown.put(`plane of ${key} ${names}`, () => plane({ x: [low, high], y: [low, high], labels: axes }));
    scene.set([
      { key: "middle", kind: "curve", at: [[low, low], [high, high]], color: 5, ghost: true },
      ...focus.map(([name]) => ({ key: `path${name}`, kind: "curve", at: path[name].slice(0, layer + 1), color: colors[name] })),
      ...names.map((label, w) => ({ key: `word${w}`, kind: "point", at: at[w], label, color: colors[w] })),
    ], `Plane of the cosines to ${axes.join(" and ")}, after layer ${layer}. ` +
      names.map((name, w) => `${name} at (${at[w].map((x) => fixed(x)).join(", ")})`).join(", ") + ".");
  };

  /** The lean of each word that is asked about, and under it what each other word does to it. */
  const drawLeans = ({ axes, names, path, focus, key, words: two, word, pulls }, layer, leanOf) => {
    const colors = styles(names);
    const called = focus.map(([name]) => names[name]);
    const top = Math.max(0.05, ...path.flat().map(([x, y]) => Math.abs(x - y)));
    const tables = (pulls ?? []).map((rows, s) => (rows.length ? { rows, words: two[s], s } : null)).filter(Boolean);
    const { curves, rows } = shown.show(`leans of ${key} ${names} ${Boolean(pulls)}`, () => {
      const lines = chart({ x: [0, LAYERS], y: [-top, top], labels: ["layer", `lean: ${axes[0]} above 0, ${axes[1]} below`], names: called.map((name) => `${name} `), size: [300, 150] });
      const most = Math.max(0.001, ...tables.flatMap((one) => one.rows.flat().map(Math.abs)));
      const made = tables.map((one) => heatmap(one.s ? "… in the other sentence" : `Pull on “${word}”, in thousandths`, [axes[0]], one.words, { digits: 0, limits: [-1000 * most, 1000 * most] }));
      made.forEach(({ root }) => root.classList.add("wb-tight"));
      return [[lines.root, html("div", { class: "wb-pulls" }, ...made.map(({ root }) => root))], { curves: lines, rows: made }];
    });
    curves.set([...focus.map(([name]) => ({ key: `lean${name}`, kind: "curve", name: names[name], color: colors[name], at: path[name].map((_, l) => [l, leanOf(name, l)]) })),
      { key: "layer", kind: "marker", at: layer, name: `layer ${layer}` }],
    `Lean by layer. ${called.map((name, i) => `${name}: ${path[focus[i][0]].map((_, l) => fixed(leanOf(focus[i][0], l), 3)).join(", ")}`).join("; ")}.`);
    rows.forEach((table, i) => table.set([tables[i].rows.map((row) => 1000 * row[layer])]));
  };

  const drawPanel = (own, { words: two, word }) => {
    if (!own || run.hindrance) {
      panel.show("closed", () => [[run.hindrance ? why : ask], null]);
      return;
    }
    panel.show("open", () => [[inputs[0].root, inputs[1].root, html("div", { class: "wb-senses" }, inputs[2].root, inputs[3].root, words.root), html("div", { class: "wb-buttons" }, progress, stop, again), note], null]);
    for (const { trait, i, input } of inputs) if (document.activeElement !== input && !model.underway?.has("typing")) input.value = model.get(trait)[i];
    const options = [...new Set(two?.[0] ?? [])];
    const { pick } = words.show(`${options}`, () => {
      const made = chooser("Word", options, (i) => write(model, { word: options[i] }));
      return [options.length ? [made.root] : [], { pick: made }];
    });
    pick.set(options.indexOf(word));
    const cut = (run.answer?.lengths ?? []).flatMap(([read, all], i) => (read < all ? [`${inputs[i].label}: only the first ${read} of its ${all} pieces are read. `] : []));
    renew(progress, { value: run.here / 1e6, max: model.get("megabytes") });
    for (const [node, here] of [[progress, run.loading], [stop, run.loading], [again, run.problem]]) node.hidden = !here;
    say(note, run.loading ? `${fixed(run.here / 1e6, 1)} of ${fixed(model.get("megabytes"), 1)} MB. ` : `${cut.join("")}What you type stays in this browser.${run.kept ? "" : " The browser had no room to keep the model: the next visit loads it again."}`);
  };

  run.views.add(draw);
  const leave = follow(model, ["sentence", "layer", "head", "view", "weights"], draw);
  return () => {
    clearTimeout(timer);
    leave();
    run.views.delete(draw);
    frame.stop();
  };
}

/** All views of a model share one download and one worker. */
function initialize({ model }) {
  const run = askingOf(model);
  runs.set(model, run);
  return () => run.stop();
}

/** Draw; when the sentences on offer change, build the figure anew. */
export default { initialize, render: rebuilt(["sentences", "axes", "pieces", "names", "paths", "focus"], drawLayers) };
