import { framed } from "./frame.js";
import { ranked } from "./kernels.js";
import { button, choice, chooser, fixed, html, readout, renew, say, slider, svg, typing, write } from "./parts.js";
import { uniforms } from "./random.js";
import { entropy, nextWeights, sampled } from "./sampling.js";
import { computing } from "./worker.js";

const SHOWN = 8; // letters to choose from, the likeliest first
const LONGEST = 400;
const BEFORE = 32; // letters that the arcs reach back at most
const PACE = 90; // ms from letter to letter while it plays
const AT_ONCE = 100;
const UNSEEN = { " ": "space", "\n": "end of item" };
const QUESTION = ["text", "cached"];
const CHANGED = [...QUESTION, "begun", "temperature", "top_k", "seed", "head"];
const runs = new WeakMap();

/** The letters that the model reads of a text: all, or where they are too many the last half of its room and more.
 * @param {string} text @param {number} room */
function seenOf(text, room) {
  const half = Math.floor(room / 2);
  return text.length <= room ? text || "\n" : text.slice(-(half + ((text.length - room - 1) % (room - half + 1))));
}

/** About how much comes, in 1000 bytes: 4 for the step of each row, and 9 bits a weight. @param {[string, number, number][]} shapes */
const sizeOf = (shapes) => Math.ceil(shapes.reduce((sum, [, n, m]) => sum + 4 * n + (9 / 8) * n * m, 0) / 1000);

/** Read for all views of a model, and write on. @param {any} model */
function writing(model) {
  const [letters, sizes] = [model.get("letters"), model.get("sizes")];
  const run = { logits: null, weights: null, spent: [], left: 0, fast: false, answered: false };
  let timer = 0;
  const ids = () => [...seenOf(model.get("text"), sizes[5])].map((sign) => letters.indexOf(sign));
  const question = () => `${ids()} ${model.get("cached")}`;
  const changed = () => {
    if (run.question === question()) return;
    if (run.cached !== model.get("cached")) run.spent = [];
    Object.assign(run, { question: question(), cached: model.get("cached"), logits: null, weights: null });
  };
  /** The letter that is drawn next, if the model has read the text. */
  run.drawn = () => run.logits && letters[sampled(run.logits, uniforms(1000003 * (model.get("seed") + 1) + model.get("text").length, letters.length),
    model.get("temperature"), model.get("top_k"))];
  run.append = (letter) => {
    if (letter && model.get("text").length < LONGEST) write(model, { text: model.get("text") + letter });
  };
  run.go = (left, fast = false) => {
    clearTimeout(timer);
    Object.assign(run, { left, fast });
    if (left > 0 && run.logits) proceed();
    else run.engine.views.forEach((draw) => draw());
  };
  const proceed = () => {
    run.left = model.get("text").length < LONGEST - 1 ? run.left - 1 : 0;
    run.append(run.drawn());
  };
  const heard = (answer) => {
    if (`${answer.ids} ${answer.cached}` !== run.question) return false; // it answers an older question
    run.answered = true;
    run.spent = [...run.spent.slice(-19), ...(answer.fresh === 1 || !answer.cached ? [answer.ms] : [])];
    Object.assign(run, { logits: answer.logits, weights: answer.weights });
    clearTimeout(timer);
    if (run.left > 0) timer = setTimeout(proceed, run.fast ? 0 : PACE);
    return true;
  };
  const begin = ({ weights }) => ({ material: { weights, shapes: model.get("shapes"), heads: sizes[2] } });
  const ask = () => (run.logits ? null : { ids: ids(), cached: model.get("cached") });
  const eager = () => !model.later || model.get("text") !== model.get("beginnings")[0];
  run.engine = computing(model, ["weights"], CHANGED, eager, { changed, begin, ask, heard });
  run.stop = () => {
    clearTimeout(timer);
    run.engine.stop();
  };
  return run;
}

/** Arcs from the last letter to those before it. */
function lookBack() {
  const [arcs, text] = [svg("g"), svg("g")];
  const root = svg("svg", { class: "wb-back", role: "img", viewBox: `0 0 ${14 * BEFORE + 12} 112` }, arcs, text);
  const signs = Array.from({ length: BEFORE }, (_, i) => svg("text", { x: 13 + 14 * i, y: 102, "text-anchor": "middle" }, ""));
  const paths = signs.map(() => svg("path", { class: "wb-arc wb-c0" }));
  text.append(...signs);
  arcs.append(...paths);
  /** @param {string} seen @param {number[]|null} weights @param {string} label */
  const set = (seen, weights, label) => {
    renew(root, { "aria-label": label });
    const first = Math.max(0, seen.length - BEFORE);
    const end = 13 + 14 * (Math.min(seen.length, BEFORE) - 1);
    signs.forEach((sign, i) => {
      const letter = seen[first + i] ?? "";
      say(sign, { " ": "·", "\n": "¶" }[letter] ?? letter);
      const [x, weight] = [13 + 14 * i, weights?.[first + i] ?? 0];
      const high = 84 - Math.min(78, 8 + 2.6 * Math.sqrt(Math.abs(end - x) + 14) * 2);
      const d = x === end ? `M${x - 3} 86C${x - 14} 66 ${x + 14} 66 ${x + 3} 86` : `M${end} 86C${end} ${high} ${x} ${high} ${x} 86`;
      renew(paths[i], { d, "stroke-width": (9 * weight).toFixed(2), "data-weight": weight.toFixed(4) });
    });
  };
  return { root, set };
}

/** Begin a text, draw letters or choose them, at a temperature; arcs show where the last letter looks. */
function render({ model, el }) {
  const run = runs.get(model);
  const [letters, beginnings, sizes] = ["letters", "beginnings", "sizes"].map((name) => model.get(name));
  const [all, kilobytes] = [letters.length, sizeOf(model.get("shapes"))];
  const begin = (text) => {
    run.go(0);
    const known = [...text].filter((sign) => letters.includes(sign)).join("").slice(0, LONGEST / 2);
    write(model, { text: known, begun: known.length });
  };
  const play = button("Play", () => (run.left ? run.go(0) : run.go(LONGEST)));
  play.classList.add("wb-play");
  const one = button("One letter", () => run.go(1, true));
  const many = button(`${AT_ONCE} letters`, () => run.go(AT_ONCE, true));
  const back = button("Start over", () => {
    run.go(0);
    write(model, { text: model.get("text").slice(0, model.get("begun")) });
  });
  const picked = chooser("Beginning", beginnings, (i) => begin(beginnings[i]), "your own");
  const own = typing("Begin", { most: 120 }, begin);
  const heat = slider("Temperature", { min: 0, max: 2, step: 0.1, format: (x) => fixed(x, 1) }, (x) => write(model, { temperature: x }));
  const cut = slider("Top k", { min: 1, max: all, step: 1, format: (k) => (k === all ? `all ${all}` : String(k)) }, (k) => write(model, { top_k: k }));
  const seed = slider("Seed", { min: 0, max: 9, step: 1, format: String }, (x) => write(model, { seed: x }));
  const heads = Array.from({ length: sizes[2] * sizes[4] }, (_, i) => `layer ${Math.floor(i / sizes[2]) + 1}, head ${(i % sizes[2]) + 1}`);
  const head = chooser("Arcs", heads, (i) => write(model, { head: i }));
  const cache = choice("Cache", ["cache", "no cache"], (i) => write(model, { cached: i === 0 }));
  const rows = Array.from({ length: Math.min(SHOWN, all) }, () => {
    const pick = html("button", { type: "button", class: "wb-letter", onclick: () => {
      run.go(0);
      run.append(pick.letter);
    } });
    const share = html("td");
    return { pick, share, root: html("tr", {}, html("th", { scope: "row" }, pick), share) };
  });
  const bars = html("table", { class: "wb-heatmap wb-ranking wb-picks" }, html("caption", {}, "The next letter: click to write"),
    html("tbody", {}, ...rows.map(({ root }) => root)));
  const [page, arcs, said] = [html("p", { class: "wb-written" }), lookBack(), readout()];
  const whole = html("p");
  const fits = ({ text, begun, temperature, top_k: k, seed: s, head: h }) => [...text].every((sign) => letters.includes(sign)) && text.length <= LONGEST
    && [begun, k, s, h].every((x) => Number.isInteger(x) && x >= 0) && temperature >= 0 && temperature <= 2 && k >= 1 && k <= all && s <= 9 && h < heads.length;
  const frame = framed(model, el, { name: "writing", traits: CHANGED, fits, wide: true, title: [picked.root], time: { play, step: one, rest: () => run.left && run.go(0) }, near: () => model.get("weights"),
    picture: [html("div", { class: "wb-scene" }, page, arcs.root), bars],
    controls: [html("div", { class: "wb-buttons" }, play, one, many, back, cache.root), heat.root, html("div", { class: "wb-twofold" }, cut.root, seed.root),
      html("div", { class: "wb-twofold" }, own.root, head.root)], said: said.root, table: [whole] });

  let written = -1;
  const draw = () => {
    const [text, begun, temperature, k, h, cached] = ["text", "begun", "temperature", "top_k", "head", "cached"].map((name) => model.get(name));
    const [seen, b] = [seenOf(text, sizes[5]), Math.min(begun, text.length)];
    picked.set(beginnings.indexOf(text.slice(0, b)));
    if (document.activeElement !== own.input) own.input.value = beginnings.includes(text.slice(0, b)) ? "" : text.slice(0, b);
    heat.set(temperature);
    cut.set(k);
    seed.set(model.get("seed"));
    head.set(h);
    cache.set(cached ? 0 : 1);
    say(play, run.left ? "Pause" : "Play");
    if (run.answered && !run.logits && !run.engine.problem) return; // the answer is a moment away: until then all stays
    const parts = [[0, b, "b"], [b, text.length, "span"]];
    if (page.textContent !== text || written !== b) {
      page.replaceChildren(...parts.map(([from, to, tag]) => html(tag, {}, text.slice(from, to))));
      page.scrollTop = LONGEST * 20; // its end
      written = b;
    }
    const best = run.logits ? ranked(run.logits).slice(0, rows.length) : [];
    const weights = run.logits ? nextWeights(run.logits, temperature, k) : [];
    const letter = run.drawn();
    rows.forEach(({ pick, share, root }, i) => {
      const found = letters[best[i]];
      pick.letter = found;
      renew(pick, { "aria-disabled": String(found === undefined) });
      say(pick, found === undefined ? "–" : UNSEEN[found] ?? found);
      say(share, found === undefined ? "" : `${fixed(weights[best[i]])}${found === letter ? " ←" : ""}`);
      share.style.setProperty("--wb-share", `${(100 * (weights[best[i]] ?? 0)).toFixed(1)}%`);
      root.classList.toggle("wb-cut", weights[best[i]] === 0);
    });
    const row = run.weights?.slice(h * seen.length, (h + 1) * seen.length) ?? null;
    const top = row ? row.indexOf(Math.max(...row)) : 0;
    const place = seen.length - 1 - top;
    arcs.set(seen, row, row ? `The last letter looks most at ${UNSEEN[seen[top]] ?? seen[top]}, ${place ? `${place} before it` : "itself"} (${fixed(100 * row[top], 0)}\u00a0%).` : "Nothing is read yet.");
    const open = Math.exp(entropy(weights));
    const spent = run.spent.length ? run.spent.reduce((a, x) => a + x, 0) / run.spent.length : null;
    said.set(run.engine.problem || (run.engine.waits ? `The model is on its way: ${kilobytes}\u00a0kB.` : !run.logits ? "Nothing is read yet."
      : text.length >= LONGEST ? `${LONGEST} letters: the page is full.`
        : `Next: ${UNSEEN[letter] ?? letter}. As open as a choice among ${fixed(open, 1)} equal letters. ${spent === null ? "" : `A letter takes ${fixed(spent, 1)}\u00a0ms ${cached ? "with" : "without"} the cache.`}`));
    say(whole, `The model reads these ${seen.length} letters: ${seen}`);
  };
  run.engine.views.add(draw);
  draw();
  return () => {
    run.engine.views.delete(draw);
    frame.stop();
  };
}

/** All views of a model share one text, and one worker. */
function initialize({ model }) {
  const run = writing(model);
  runs.set(model, run);
  return () => run.stop();
}

export default { initialize, render };
