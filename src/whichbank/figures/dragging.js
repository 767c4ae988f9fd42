import { framed } from "./frame.js";
import { dot, selfAttention } from "./kernels.js";
import { styles } from "./labels.js";
import { choice, chooser, fixed, follow, heatmap, html, readout, rebuilt, renew, slider, stage, write } from "./parts.js";
import { plane, steered } from "./plane.js";

const STEP = 0.05; // dragged points snap to it, so that a score can be checked by hand
const AROUND = 0.5; // how far around the first vectors the plane shows, as long as all are there
const snap = (x) => Number((Math.round(x / STEP) * STEP).toFixed(2));
const pair = (at) => `(${at.map((x) => fixed(x)).join(", ")})`;

/** The shadow of one vector on another's arrow: where it ends, the angle between the two in degrees, and their dot
 * product, which is the shadow's length times the arrow's. @param {number[]} a @param {number[]} b
 * @returns {{foot: number[], angle: number, score: number}} */
export function shadow(a, b) {
  const [score, square] = [dot(a, b), dot(b, b)];
  const foot = b.map((x) => (square ? (score / square) * x : 0));
  const turn = Math.atan2(b[0] * a[1] - b[1] * a[0], score); // from b to a
  return { foot, angle: (turn * 180) / Math.PI, score };
}

/** The word that asks as an arrow and a shadow on each other arrow; where each word goes, and it in each sentence.
 * @param {string[]} names of the sentence @param {string} word that asks @param {(name: string) => number} color
 * @param {(name: string) => number[]} old @param {(name: string) => number[]} fresh
 * @param {{name: string, at: number[]}[]} elsewhere the word in the other sentences @param {number} span of the plane */
function items(names, word, color, old, fresh, elsewhere, span) {
  const far = names.filter((name) => name !== word && Math.hypot(...old(name)) > 0 && Math.hypot(...old(word)) > 0);
  const arc = (name, i) => {
    const { angle } = shadow(old(word), old(name));
    const from = Math.atan2(old(name)[1], old(name)[0]);
    const radius = span * (0.1 + 0.035 * i);
    return Array.from({ length: 17 }, (_, n) => from + (angle * Math.PI * n) / 180 / 16).map((turn) => [radius * Math.cos(turn), radius * Math.sin(turn)]);
  };
  const point = (key, at, label, c, more) => ({ key, kind: "point", at, label, color: c, ...more });
  return [
    ...(names.length === 3 ? [{ key: "area", kind: "area", at: names.map(old) }] : []),
    ...far.map((name) => ({ key: `shadow ${word} ${name}`, kind: "curve", at: [[0, 0], shadow(old(word), old(name)).foot], color: color(word), ghost: true })),
    ...names.map((name) => ({ key: `arrow ${name}`, kind: "arrow", at: [[0, 0], old(name)], color: color(name) })),
    ...far.map((name, i) => ({ key: `angle ${word} ${name}`, kind: "curve", at: arc(name, i), color: color(name) })),
    ...far.map((name) => ({ key: `drop ${word} ${name}`, kind: "arrow", at: [old(word), shadow(old(word), old(name)).foot], color: color(name), ghost: true })),
    ...elsewhere.map(({ name, at }) => point(`elsewhere ${name}`, at, name, color(word), { ghost: true })),
    ...names.map((name) => point(name, old(name), name, color(name), { drag: true })),
    ...names.map((name) => point(`new ${name}`, fresh(name), name === word ? `${name}′` : "", color(name), { ghost: true })),
  ];
}

/** Drag word vectors in the plane; angles, shadows, scores, weights and new vectors follow. */
function drawDragging(model, el) {
  const [words, axes, reach] = ["words", "axes", "reach"].map((name) => model.get(name));
  const colors = styles(words);
  const color = (name) => colors[words.indexOf(name)];
  const sentences = model.get("sentences").map((sentence) => sentence.split(" "));
  const limits = [-2 * reach, 2 * reach]; // of the colors of scores: 0 in the middle
  const first = model.get("start").flat();
  const whole = [-reach, reach];
  const near = [Math.max(-reach, Math.min(0, ...first) - AROUND), Math.min(reach, Math.max(0, ...first) + AROUND)];
  const ranges = [whole, whole]; // what the plane shows

  const place = (word, at) => {
    const within = at.map((v) => snap(Math.min(Math.max(v, -reach), reach)));
    write(model, { picked: word, vectors: model.get("vectors").map((vector, i) => (words[i] === word ? within : vector)) });
  };
  /** The sentence that is shown, and the row of the picked word in it: the first where it does not hold that word. */
  const current = () => {
    const sentence = sentences[model.get("sentence")];
    const row = Math.max(0, sentence.indexOf(model.get("picked")));
    return { sentence, row, word: sentence[row] };
  };
  const texts = chooser("Sentence", model.get("sentences"), (i) => {
    const picked = model.get("picked");
    write(model, { sentence: i, picked: sentences[i].includes(picked) ? picked : sentences[i][0] });
  });
  const heat = slider("temperature", { min: -1, max: 2, step: 0.05, format: (x) => fixed(10 ** x) }, (x) =>
    write(model, { temperature: Number((10 ** x).toPrecision(3)) }));
  const scene = plane({ x: near, y: near, labels: axes, size: 300, em: 16, bounds: ranges.slice(), onDrag: place });
  const steer = steered(scene, ranges, "The word that asks", (at) => place(current().word, at), [STEP, STEP]);
  const swatch = html("i");
  const key = html("p", { class: "wb-legend" }, html("span", {}, swatch, " shadow × arrow = score"), html("span", {}, "hollow: new vector"));
  const said = readout();
  const [picks, tables, vectorTables] = [stage(), stage(), stage()];
  const show = (i) => {
    const sentence = sentences[i];
    const unique = [...new Set(sentence)];
    return {
      unique,
      pick: picks.put(i, () => choice("Drag an arrow’s tip. Which word asks?", unique, (w) => write(model, { picked: unique[w] }))),
      vectors: vectorTables.put(i, () => heatmap("Vectors, old and new", sentence, [...axes, ...axes.map((axis) => `new ${axis}`)], { limits: whole })),
      ...tables.show(i, () => {
        const made = { scores: heatmap("Scores: dot products", sentence, sentence, { limits }), weights: heatmap("Weights: softmax", sentence, sentence) };
        return [[html("div", { class: "wb-pair" }, made.scores.root, made.weights.root)], made];
      }),
    };
  };
  const frame = framed(model, el, { name: "dragging", what: "Which words point the same way?", traits: ["sentence", "picked", "vectors", "temperature"], title: sentences.length > 1 ? [texts.root] : [],
    fits: ({ sentence, picked, vectors, temperature }) => sentences[sentence]?.includes(picked) && vectors.flat().every((v) => Math.abs(v) <= reach) && temperature > 0,
    picture: [steer.root, key], controls: [picks.root, heat.root, tables.root], said: said.root, table: [vectorTables.root] });

  const draw = () => {
    const { sentence, row, word } = current();
    const shown = show(model.get("sentence"));
    const at = (name) => model.get("vectors")[words.indexOf(name)];
    const temperature = model.get("temperature");
    const attended = (names) => selfAttention(names.map(at), temperature);
    const { scores, weights, out } = attended(sentence);
    const fresh = (name) => out[sentence.indexOf(name)];
    const others = sentences.filter((other) => other !== sentence && other.includes(word));
    const elsewhere = others.map((other) => ({ name: `${other.find((name) => name !== word) ?? ""} ${word}′`, at: attended(other).out[other.indexOf(word)] }));

    // All that the plane has to show; while a hand is on it, it only grows.
    const now = shown.unique.map(at).flat().every((v) => v >= near[0] && v <= near[1]) ? near : whole;
    if (ranges[0] !== now && (now === whole || !scene.held())) {
      ranges.fill(now);
      scene.look(now, now);
    }
    texts.set(model.get("sentence"));
    shown.pick.set(shown.unique.indexOf(word));
    heat.set(Math.log10(temperature));
    renew(swatch, { class: `wb-shadow wb-c${color(word)}` });
    shown.scores.set(scores, row);
    shown.weights.set(weights, row);
    shown.vectors.set(sentence.map((name, i) => [...at(name), ...out[i]]), row);
    steer.set(at(word), `${word}: ${axes.map((axis, d) => `${axis} ${fixed(at(word)[d])}`).join(", ")}`);
    said.set(`New ${word} = ${sentence.map((name, s) => `${fixed(weights[row][s])} ${name}`).join(" + ")} = ${pair(out[row])}` +
      `${others.map((other, i) => `; in “${other.join(" ")}” it is ${pair(elsewhere[i].at)}`).join("")}.`);
    const seen = shown.unique.filter((name) => name !== word).map((name) => ({ name, ...shadow(at(word), at(name)) }));
    scene.set(items(shown.unique, word, color, at, fresh, elsewhere, ranges[0][1] - ranges[0][0]),
      `Plane of ${axes.join(" and ")}, an arrow for each word: ${shown.unique.map((name) => `${name} ${pair(at(name))}`).join(", ")}. ` +
      `${seen.map(({ name, angle, score }) => `Between ${word} and ${name}: ${fixed(Math.abs(angle), 0)} degrees, score ${fixed(score)}`).join("; ")}. ` +
      `New: ${shown.unique.map((name) => `${name} at ${pair(fresh(name))}`).join(", ")}.`);
  };
  const stop = follow(model, ["sentence", "picked", "vectors", "temperature"], draw);
  for (const end of ["pointerup", "pointercancel"]) scene.root.addEventListener(end, draw);
  return () => {
    stop();
    frame.stop();
  };
}

/** Draw; when the words or the sentences change, build the figure anew. */
export default { render: rebuilt(["words", "sentences", "axes", "reach", "start"], drawDragging) };
