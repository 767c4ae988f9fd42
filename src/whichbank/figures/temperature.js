import { ranked } from "./kernels.js";
import { choice, fixed, follow, html, ranking, readoutOf, rebuilt, say, slider, write } from "./parts.js";
import { entropy, nextWeights } from "./sampling.js";

const SHOWN = 10; // letters in the table, the likeliest first
const UNSEEN = { " ": "space", "\n": "end of item" };

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
  const start = choice("Beginning", beginnings, (i) => write(model, { beginning: i }));
  const heat = slider("Temperature", { min: 0, max: temperatures.length - 1, step: 1, format: (i) => fixed(temperatures[i]) },
    (i) => write(model, { temperature: temperatures[i] }));
  const cut = slider("Top k", { min: 0, max: ks.length - 1, step: 1, format: (i) => (ks[i] === all ? `all ${all}` : String(ks[i])) },
    (i) => write(model, { top_k: ks[i] }));
  const shown = Math.min(SHOWN, all);
  const table = ranking(`The ${shown} likeliest letters`, ["next letter", "share"], shown);
  table.root.classList.add("wb-letters");
  const lines = [html("p"), html("p")];
  const said = readoutOf(...lines);
  const page = html("p", { class: "wb-written" });

  el.classList.add("wb-figure");
  el.replaceChildren(start.root, heat.root, cut.root, html("div", { class: "wb-panels" },
    html("div", { class: "wb-scene" }, page, said), html("div", { class: "wb-controls" }, table.root)));

  let drawn = null;
  return follow(model, ["beginning", "temperature", "top_k"], () => {
    const [b, temperature, k] = [model.get("beginning"), model.get("temperature"), model.get("top_k")];
    const [i, j] = [temperatures.indexOf(temperature), ks.indexOf(k)];
    start.set(b);
    heat.set(i);
    cut.set(j);
    const weights = nextWeights(scores[b], temperature, k);
    const best = ranked(scores[b]).slice(0, shown);
    table.set(best.map((n) => [UNSEEN[tokens[n]] ?? tokens[n], weights[n]]));
    const places = invented[b][i * ks.length + j];
    const text = texts[b][i * ks.length + j];
    if (text !== drawn) page.replaceChildren(...marked(text, beginnings[b].length, places));
    drawn = text;
    const open = Math.exp(entropy(weights));
    say(lines[0], `Next letter: as open as a choice among ${fixed(open, 1)} equal ones (entropy ${fixed(Math.log(open))}).`);
    say(lines[1], `Underlined: ${places.length / 2} ${places.length === 2 ? "word" : "words"} that the model has not read anywhere.`);
  });
}

export default { render: rebuilt(["beginnings", "tokens", "scores", "temperatures", "top_ks", "texts", "invented"], build) };
