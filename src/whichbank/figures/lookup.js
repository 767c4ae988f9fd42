import { chart } from "./chart.js";
import { framed } from "./frame.js";
import { mix, similarity, softmax } from "./kernels.js";
import { fixed, follow, heatmap, readout, rebuilt, slider, write } from "./parts.js";

const PER_KEY = 20; // stops of the slider between two keys
const COLOR = 0;

/** The vector at a place along the keys: a whole number is a key, between two of them lies a straight line.
 * @param {number[][]} keys @param {number} at @returns {number[]} */
export function between(keys, at) {
  const first = Math.min(Math.floor(at), keys.length - 2);
  const share = at - first;
  return keys[first].map((x, d) => (1 - share) * x + share * keys[first + 1][d]);
}

/** Scores, weights and the value that a query finds.
 * @param {number[][]} keys @param {number[]} values @param {number} at @param {number} temperature */
function look(keys, values, at, temperature) {
  const scores = similarity([between(keys, at)], keys)[0];
  const weights = softmax(scores, temperature);
  return { scores, weights, value: mix([weights], values.map((x) => [x]))[0][0] };
}

/** Where the query stands, in words. @param {string[]} names @param {number} at */
function stand(names, at) {
  const first = Math.min(Math.floor(at), names.length - 2);
  const share = at - first;
  if (share === 0 || share === 1) return `The query is ${names[first + share]}.`;
  return `The query is ${fixed(1 - share)} of ${names[first]} and ${fixed(share)} of ${names[first + 1]}.`;
}

/** A slider from key to key; scores, weights and the value that is looked up. */
function assemble(model, el) {
  const [names, values, keys] = ["names", "values", "key_vectors"].map((name) => model.get(name));
  const last = names.length - 1;
  const place = (at) => names[at] ?? fixed(at);
  const places = Array.from({ length: 2 * PER_KEY * last + 1 }, (_, i) => i / (2 * PER_KEY));
  const stops = slider("query", { min: 0, max: last * PER_KEY, step: 1, format: (i) => place(i / PER_KEY) },
    (i) => write(model, { query: i / PER_KEY }));
  const heat = slider("temperature", { min: -2, max: 1, step: 0.05, format: (x) => fixed(10 ** x) }, (x) =>
    write(model, { temperature: Number((10 ** x).toPrecision(3)) }),
  );
  const table = heatmap("Scores of the query, and their softmax", ["score", "weight"], names.map((name, s) => `${name}: ${values[s]}`));
  const room = 0.08 * (Math.max(...values) - Math.min(...values)) || 1;
  const graph = chart({ x: [0, last], y: [Math.min(...values) - room, Math.max(...values) + room], labels: ["query", "value looked up"],
    ticks: { x: names.map((_, s) => s), y: [...new Set(values)].sort((a, b) => a - b) }, format: { x: (s) => `${names[s]}: ${values[s]}`, y: String } });
  const said = readout();

  const fits = ({ query, temperature }) => query >= 0 && query <= last && temperature >= 0.01 && temperature <= 10;
  const frame = framed(model, el, { name: "lookup", traits: ["query", "temperature"], fits, picture: [graph.root], controls: [stops.root, heat.root],
    said: said.root, table: [table.root] });

  let drawn = null;
  let curve = [];
  const stop = follow(model, ["query", "temperature"], () => {
    const [at, temperature] = [model.get("query"), model.get("temperature")];
    const { scores, weights, value } = look(keys, values, at, temperature);
    if (temperature !== drawn) curve = places.map((x) => [x, look(keys, values, x, temperature).value]);
    drawn = temperature;
    stops.set(Math.round(at * PER_KEY));
    heat.set(Math.log10(temperature));
    table.set([scores, weights]);
    const sum = weights.map((w, s) => `${fixed(w, 3)}\u00a0·\u00a0${values[s]}`).join(" + ");
    said.set(`${stand(names, at)} Value looked up: ${sum} ≈ ${fixed(value, 3)}.`);
    graph.set([
      { key: "found", kind: "curve", at: curve, color: COLOR, marks: false },
      { key: "now", kind: "dot", at: [at, value], color: COLOR },
    ], `The value looked up, over the place of the query, at temperature ${fixed(temperature)}: ` +
      `${names.map((name, s) => `${fixed(look(keys, values, s, temperature).value)} on ${name}`).join(", ")}. ` +
      `The query stands at ${place(at)} and finds ${fixed(value)}.`);
  });
  return () => {
    stop();
    frame.stop();
  };
}

/** Draw; when the dictionary changes, build the figure anew. */
export default { render: rebuilt(["names", "values", "key_vectors"], assemble) };
