import { selfAttention } from "./kernels.js";
import { styles } from "./labels.js";
import { button, choice, fixed, follow, heatmap, html, readout, slider, stage, write } from "./parts.js";
import { plane } from "./plane.js";

const STEP = 0.05; // dragged points snap to it, so that a score can be checked by hand
const snap = (x) => Number((Math.round(x / STEP) * STEP).toFixed(2));

/** Drag word vectors in the plane; scores, weights and new vectors follow. */
function render({ model, el }) {
  const words = model.get("words");
  const axes = model.get("axes");
  const reach = model.get("reach");
  const sentences = model.get("sentences").map((sentence) => sentence.split(" "));
  const limits = [-2 * reach, 2 * reach]; // of the colors of scores: 0 in the middle

  const place = (word, at) => {
    const vectors = model.get("vectors").map((vector, i) => (words[i] === word ? at.map(snap) : vector));
    write(model, { picked: word, vectors });
  };
  const setAxis = (axis) => (x) => {
    const word = current(model, sentences).word;
    place(word, model.get("vectors")[words.indexOf(word)].map((v, i) => (i === axis ? x : v)));
  };
  const range = { min: -reach, max: reach, step: STEP };
  const sentenceChoice = choice("Sentence", model.get("sentences"), (i) => {
    const picked = model.get("picked");
    write(model, { sentence: i, picked: sentences[i].includes(picked) ? picked : sentences[i][0] });
  });
  const sliders = axes.map((axis, i) => slider(axis, range, setAxis(i)));
  const heat = slider("temperature", { min: -1, max: 2, step: 0.05, format: (x) => fixed(10 ** x) }, (x) =>
    write(model, { temperature: Number((10 ** x).toPrecision(3)) }),
  );
  const reset = button("Reset", () => write(model, { vectors: model.get("start"), temperature: 1 }));
  const said = readout();

  const [picks, scenes, scoreTables, weightTables] = [stage(), stage(), stage(), stage()];
  /** The parts that know the words of one sentence. @param {number} i */
  const show = (i) => {
    const sentence = sentences[i];
    const unique = [...new Set(sentence)];
    return {
      unique,
      pick: picks.put(i, () => choice("Word to move", unique, (w) => write(model, { picked: unique[w] }))),
      scene: scenes.put(i, () => plane({ x: [-reach, reach], y: [-reach, reach], labels: axes, size: 330, onDrag: place })),
      scores: scoreTables.put(i, () => heatmap("Scores: dot products", sentence, sentence, { limits })),
      weights: weightTables.put(i, () => heatmap("Weights: softmax of each row", sentence, sentence, { sums: true })),
    };
  };
  const controls = html("div", { class: "wb-controls" }, ...(sentences.length > 1 ? [sentenceChoice.root] : []),
    picks.root, ...sliders.map((part) => part.root), heat.root, reset);
  el.classList.add("wb-figure");
  el.replaceChildren(html("div", { class: "wb-panels" }, html("div", { class: "wb-scene" }, scenes.root, said.root), controls),
    html("div", { class: "wb-panels" }, scoreTables.root, weightTables.root));

  return follow(model, ["sentence", "picked", "vectors", "temperature"], () => {
    const { sentence, row, word } = current(model, sentences);
    const shown = show(model.get("sentence"));
    const vectors = model.get("vectors");
    const at = (name) => vectors[words.indexOf(name)];
    const temperature = model.get("temperature");
    const { scores, weights, out } = selfAttention(sentence.map(at), temperature);

    sentenceChoice.set(model.get("sentence"));
    shown.pick.set(shown.unique.indexOf(word));
    sliders.forEach((part, i) => part.set(at(word)[i]));
    heat.set(Math.log10(temperature));
    shown.scores.set(scores, row);
    shown.weights.set(weights, row);
    const recipe = sentence.map((name, s) => `${fixed(weights[row][s])} ${name}`).join(" + ");
    const fresh = (name) => out[sentence.indexOf(name)];
    const others = shown.unique.filter((name) => name !== word).map((name) => `new ${name} is ${pair(fresh(name))}`);
    said.set(`New ${word} = ${recipe} = ${pair(out[row])}.${others.length ? ` And ${others.join(", ")}.` : ""}`);
    shown.scene.set(items(shown.unique, words, at, fresh),
      `Plane of ${axes.join(" and ")}. ${shown.unique.map((name) => `${name} at ${pair(at(name))}`).join(", ")}. ` +
      `New: ${shown.unique.map((name) => `${name} at ${pair(fresh(name))}`).join(", ")}.`);
  });
}

/** The sentence that is shown, and the row of the picked word in it: the first where it does not hold that word. */
function current(model, sentences) {
  const sentence = sentences[model.get("sentence")];
  const row = Math.max(0, sentence.indexOf(model.get("picked")));
  return { sentence, row, word: sentence[row] };
}

/** What stands in the plane: the triangle, an arrow from each old vector to the new one, and both ends of it. */
function items(names, words, old, fresh) {
  const colors = styles(words);
  const color = (name) => colors[words.indexOf(name)];
  const point = (key, name, at, label, more) => ({ key, kind: "point", at, label, color: color(name), ...more });
  const way = (name) => ({ key: `way ${name}`, kind: "arrow", at: [old(name), fresh(name)], color: color(name), ghost: true });
  return [
    ...(names.length === 3 ? [{ key: "area", kind: "area", at: names.map(old) }] : []),
    ...names.map(way),
    ...names.map((name) => point(name, name, old(name), name, { drag: true })),
    ...names.map((name) => point(`new ${name}`, name, fresh(name), `${name}′`, { ghost: true })),
  ];
}

const pair = (at) => `(${at.map((x) => fixed(x)).join(", ")})`;

export default { render };
