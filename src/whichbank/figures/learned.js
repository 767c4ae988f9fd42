import { attend, matmul, softmax } from "./kernels.js";
import { choice, fixed, follow, html, percents, readout, rebuilt, slider, stage, write } from "./parts.js";
import { dequantize, split, wordNumbers } from "./words.js";

const LONGEST = 16;

/** A field for a sentence. @param {string} label @param {(text: string) => void} onInput */
function field(label, onInput) {
  const input = html("input", { type: "text", autocomplete: "off", spellcheck: "false", oninput: () => onInput(input.value) });
  const root = html("label", { class: "wb-typed" }, html("span", {}, label), input);
  return { root, set: (text) => input.value !== text && (input.value = text) };
}

/** The heatmap of a sentence. @param {string[]} words */
function lookTable(words) {
  const table = percents(" ", words, words);
  table.root.classList.add("wb-tight");
  return table;
}

/** All recordings as tables of numbers. @param {any} model */
function unpackAll(model) {
  const size = model.get("d_model");
  const n = 2 * model.get("senses").length;
  const d = dequantize(model.get("W_q")[0], size).length;
  const all = (name, columns) => model.get(name).map((packed) => dequantize(packed, columns));
  return { vectors: dequantize(model.get("vectors"), size), more: (packed) => dequantize(packed, size), W_q: all("W_q", d), W_k: all("W_k", d), readings: all("readings", n) };
}

/** A slider through the training, a sentence to type, and where its words look before and now. */
function scrub(model, el) {
  const tables = unpackAll(model);
  const here = tables.vectors.length;
  const vocabulary = model.get("vocabulary");
  const words = vocabulary.split(" ");
  const steps = model.get("steps");
  const senses = model.get("senses");
  const sentences = model.get("sentences");
  const counted = (i) => `${steps[i]} ${steps[i] === 1 ? "step" : "steps"}`;
  const scrubber = slider("Trained for", { min: 0, max: steps.length - 1, step: 1, format: counted }, (step) => write(model, { step }));
  const offered = choice("A sentence", sentences, (i) => write(model, { sentence: sentences[i] }));
  const typed = field("… or your own", (sentence) => write(model, { sentence }));
  const said = readout();
  const [left, right] = [stage(), stage()];
  let [shown, known, now] = [null, [], null];

  el.classList.add("wb-figure", "wb-learned");
  el.replaceChildren(offered.root, typed.root, scrubber.root, said.root, html("div", { class: "wb-panels" }, left.root, right.root));

  /** What one recording makes of the known words. @param {number} step */
  const read = (step) => {
    const x = known.map((i) => tables.vectors[i]);
    const [q, k, v] = ["W_q", "W_k", "readings"].map((name) => matmul(x, tables[name][step]));
    return known.length ? attend(q, k, v) : { weights: [], out: [] };
  };

  /** The senses of the known words, in words. @param {number[][]} scores */
  const mean = (scores) => known.flatMap((number, t) => {
    const i = senses.findIndex(([word]) => word === words[number]);
    if (i < 0) return [];
    const p = softmax(scores[t].slice(2 * i, 2 * i + 2));
    const best = p[1] > p[0] ? 1 : 0;
    return [`${words[number]} means ${senses[i][1 + best]} (${fixed(100 * p[best], 0)}\u00a0%)`];
  });

  const take = (sentence) => {
    const numbers = wordNumbers(sentence, vocabulary);
    known = numbers.filter((i) => i >= 0).slice(0, LONGEST);
    const packed = known.some((i) => i >= here) ? model.get("more") : ""; // a page of the site loads it when it is asked for
    if (packed && tables.vectors.length === here) tables.vectors.push(...tables.more(packed));
    const waits = typeof packed !== "string";
    if (waits) known = known.filter((i) => i < here);
    shown = { sentence, waits: !waits ? "" : packed === null ? "Some vectors could not be loaded: change the sentence to try again."
      : "Some vectors are still being loaded.", unknown: [...new Set(split(sentence).filter((_, i) => numbers[i] < 0))], cut: numbers.filter((i) => i >= 0).length > LONGEST };
    const names = known.map((i) => words[i]);
    const key = names.join(" ");
    left.show(key, () => {
      const before = lookTable(names);
      before.set(read(0).weights);
      before.name("Before training, in %");
      return [known.length ? [before.root] : []];
    });
    now = right.show(key, () => {
      const table = lookTable(names);
      return [known.length ? [table.root] : [], table];
    });
  };

  return follow(model, ["step", "sentence", "more"], () => {
    const [step, sentence] = [model.get("step"), model.get("sentence")];
    if (sentence !== shown?.sentence || shown.waits) take(sentence);
    const { weights, out } = read(step);
    scrubber.set(step);
    offered.set(sentences.indexOf(sentence));
    typed.set(sentence);
    now.set(weights);
    now.name(`After ${counted(step)}, in %`);
    const means = mean(out);
    said.set([
      shown.waits,
      shown.unknown.length ? `Not in the vocabulary, and left out: ${shown.unknown.join(", ")}.` : "",
      shown.cut ? `Only the first ${LONGEST} known words are read.` : "",
      means.length ? `After ${counted(step)}: ${means.join("; ")}.`
        : known.length ? "No word here has two senses for the model." : "No word to read.",
    ].filter(Boolean).join(" "));
  });
}

/** Draw; when the recordings or the sentences on offer change, build the figure anew. */
const TRAITS = ["vocabulary", "vectors", "W_q", "W_k", "readings", "d_model", "steps", "senses", "sentences"];
export default { render: rebuilt(TRAITS, scrub) };
