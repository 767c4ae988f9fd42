import { framed } from "./frame.js";
import { ranked } from "./kernels.js";
import { chooser, fixed, follow, html, ranking, readout, rebuilt, slider, write } from "./parts.js";
import { entropy, nextWeights } from "./sampling.js";

const SHOWN = 10; // letters beside the sliders, the likeliest first
const UNSEEN = { " ": "space", "\n": "end of item" };
const HEADS = ["next letter", "share"];

/** A text as nodes: its beginning in bold, invented words underlined.
 * @param {string} text @param {number} begun letters of the beginning @param {number[]} places */
function marked(text, begun, places) {
  const nodes = [html("b", {}, text.slice(0, begun))];
  let at = begun;
  for (let i = 0; i < places.length; i += 2) {
    const from = Math.max(places[i], begun);
    if (places[i + 1] <= from) continue;
    nodes.push(text.slice(at, from), html("u", {}, text.slice(from, places[i + 1])));
    at = places[i + 1];
  }
  return [...nodes, text.slice(at)];
}

/** Sliders for temperature and top-k; the shares of the next letter, and what the model writes. */
function build(model, el) {
  const [beginnings, tokens, scores, temperatures, ks, texts, invented] =
    ["beginnings", "tokens", "scores", "temperatures", "top_ks", "texts", "invented"].map((name) => model.get(name));
  const all = tokens.length;
  const start = chooser("Beginning", beginnings.map((text) => `${text}…`), (i) => write(model, { beginning: i }));
  const heat = slider("Temperature", { min: 0, max: temperatures.length - 1, step: 1, format: (i) => fixed(temperatures[i]) },
    (i) => write(model, { temperature: temperatures[i] }));
  const cut = slider("Top k", { min: 0, max: ks.length - 1, step: 1, format: (i) => (ks[i] === all ? `all ${all}` : String(ks[i])) },
    (i) => write(model, { top_k: ks[i] }));
  const shown = Math.min(SHOWN, all);
  const [short, whole] = [ranking(`The ${shown} likeliest letters after the beginning`, HEADS, shown), ranking(`All ${all} letters`, HEADS, all)];
  short.root.classList.add("wb-letters");
  const page = html("p", { class: "wb-written" });
  const said = readout();
  const fits = ({ beginning, temperature, top_k: k }) => beginning in beginnings && temperatures.includes(temperature) && ks.includes(k);
  const frame = framed(model, el, { name: "temperature", traits: ["beginning", "temperature", "top_k"], fits, title: [start.root],
    picture: [page], controls: [heat.root, cut.root, short.root], said: said.root, table: [whole.root] });

  let drawn = null;
  const stop = follow(model, ["beginning", "temperature", "top_k"], () => {
    const [b, temperature, k] = [model.get("beginning"), model.get("temperature"), model.get("top_k")];
    const [i, j] = [temperatures.indexOf(temperature), ks.indexOf(k)];
    start.set(b);
    heat.set(i);
    cut.set(j);
    const weights = nextWeights(scores[b], temperature, k);
    const best = ranked(scores[b]).map((n) => [UNSEEN[tokens[n]] ?? tokens[n], weights[n]]);
    short.set(best.slice(0, shown));
    whole.set(best);
    const places = invented[b][i * ks.length + j];
    const text = texts[b][i * ks.length + j];
    if (text !== drawn) page.replaceChildren(...marked(text, beginnings[b].length, places));
    drawn = text;
    const open = Math.exp(entropy(weights));
    const count = places.length / 2;
    said.set(`The next letter is as open as a choice among ${fixed(open, 1)} equal ones; ${count || "no"} ${count === 1 ? "word here is" : "words here are"} new to the model${count ? " (underlined)" : ""}.`);
  });
  return () => {
    stop();
    frame.stop();
  };
}

export default { render: rebuilt(["beginnings", "tokens", "scores", "temperatures", "top_ks", "texts", "invented"], build) };
