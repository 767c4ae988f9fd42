import { framed } from "../kit/frame.js";
import { ranked } from "../nets/kernels.js";
import {
  button,
  choice,
  chooser,
  fixed,
  html,
  ranking,
  readout,
  renew,
  say,
  slider,
  svg,
  thickness,
  typing,
  write,
} from "../kit/parts.js";
import { uniforms } from "../nets/random.js";
import { entropy, nextWeights, sampled } from "../nets/sampling.js";
import { computing } from "../nets/worker.js";

const SHOWN = 7; // letters to choose from, the likeliest first
const LONGEST = 400;
// from letter to letter on the line that is written, its height and where its letters rest
const [STEP, HIGH, LINE] = [11, 150, 140];
const SPOUT = 87; // percent of that height: from where the ways to the next letters lead
const PACE = 90; // ms from letter to letter while it plays
const AT_ONCE = 100;
const UNSEEN = { " ": "space", "\n": "end of item" };
const signOf = (letter) => ({ " ": "·", "\n": "¶" })[letter] ?? letter;
const QUESTION = ["text", "cached"];
const CHANGED = [...QUESTION, "begun", "temperature", "top_k", "seed", "head"];
const runs = new WeakMap();

/**
 * The letters that the model reads of a text: all, or where they are too many the last half of its
 * room and more.
 * @param {string} text
 * @param {number} room
 */
function seenOf(text, room) {
  const half = Math.floor(room / 2);
  return text.length <= room
    ? text || "\n"
    : text.slice(-(half + ((text.length - room - 1) % (room - half + 1))));
}

const known = { words: "", set: new Set() };

/**
 * Where words begin and end that are new to the model and that it wrote, at least in part. A word
 * that the text's end may have cut off does not count.
 * @param {string} text
 * @param {string} words that the model has read
 * @param {number} begun
 * @returns {number[][]}
 */
export function inventedIn(text, words, begun) {
  if (!words) return [];
  if (known.words !== words) Object.assign(known, { words, set: new Set(words.split(" ")) });
  const found = [...text.matchAll(/[A-Za-z]+(?:['’-][A-Za-z]+)*/g)].map(({ 0: word, index }) => [
    index,
    index + word.length,
  ]);
  return found.filter(
    ([from, to]) =>
      to > begun && to < text.length && !known.set.has(text.slice(from, to).toLowerCase()),
  );
}

/**
 * About how much comes, in 1000 bytes: 4 for the step of each row, and 9 bits a weight.
 * @param {[string, number, number][]} shapes
 */
const sizeOf = (shapes) =>
  Math.ceil(shapes.reduce((sum, [, n, m]) => sum + 4 * n + (9 / 8) * n * m, 0) / 1000);

/**
 * Read for all views of a model, and write on.
 * @param {Model} model
 */
function writing(model) {
  const [letters, sizes] = [model.get("letters"), model.get("sizes")];
  /** @type {Record<string, any>} */
  const run = { logits: null, weights: null, spent: [], left: 0, fast: false, answered: false };
  let timer = 0;
  const ids = () => [...seenOf(model.get("text"), sizes[5])].map((sign) => letters.indexOf(sign));
  const question = () => `${ids()} ${model.get("cached")}`;
  const changed = () => {
    if (run.question === question()) return;
    if (run.cached !== model.get("cached")) run.spent = [];
    Object.assign(run, {
      question: question(),
      cached: model.get("cached"),
      logits: null,
      weights: null,
    });
  };
  /** The letter that is drawn next, if the model has read the text. */
  run.drawn = () =>
    run.logits &&
    letters[
      sampled(
        run.logits,
        uniforms(1000003 * (model.get("seed") + 1) + model.get("text").length, letters.length),
        model.get("temperature"),
        model.get("top_k"),
      )
    ];
  run.append = (letter) => {
    if (letter && model.get("text").length < LONGEST)
      write(model, { text: model.get("text") + letter });
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
    // it answers an older question
    if (`${answer.ids} ${answer.cached}` !== run.question) return false;
    run.answered = true;
    run.spent = [
      ...run.spent.slice(-19),
      ...(answer.fresh === 1 || !answer.cached ? [answer.ms] : []),
    ];
    Object.assign(run, { logits: answer.logits, weights: answer.weights });
    clearTimeout(timer);
    if (run.left > 0) timer = setTimeout(proceed, run.fast ? 0 : PACE);
    return true;
  };
  /** @param {Record<string, any>} given */
  const begin = ({ weights }) => ({
    material: { weights, shapes: model.get("shapes"), heads: sizes[2] },
  });
  const ask = () => (run.logits ? null : { ids: ids(), cached: model.get("cached") });
  run.engine = computing(model, ["weights", "words"], CHANGED, () => !model.later, {
    changed,
    begin,
    ask,
    heard,
  });
  run.stop = () => {
    clearTimeout(timer);
    run.engine.stop();
  };
  return run;
}

/**
 * The line that is being written, its end at a fixed place: arcs from the last letter to those
 * before it, and a place for the next one.
 * @param {number} room letters that the model reads at most
 */
function line(room) {
  const wide = STEP * (room + 1);
  // how far right a letter is, counted from the place for the next
  const at = (back) => wide - STEP * (back + 0.5) - 3;
  const [signs, paths] = ["text", "path"].map((kind) =>
    Array.from({ length: room }, () =>
      svg(kind, kind === "path" ? { class: "wb-arc wb-c2" } : { y: LINE - 5 }),
    ),
  );
  const next = svg("text", { class: "wb-draw", x: at(0) + 2, y: LINE - 5 });
  const box = svg("rect", { x: at(0) - 4, y: LINE - 21, width: 12, height: 23, rx: 3 });
  const root = svg(
    "svg",
    {
      class: "wb-back",
      role: "img",
      viewBox: `0 0 ${wide} ${HIGH}`,
      preserveAspectRatio: "xMaxYMax slice",
    },
    ...paths,
    ...signs,
    box,
    next,
  );
  /**
   * @param {string} seen
   * @param {number[]|null} weights
   * @param {string} drawn
   * @param {string} label
   */
  const set = (seen, weights, drawn, label) => {
    renew(root, { "aria-label": label });
    say(next, signOf(drawn));
    const end = at(1);
    for (let i = 0; i < room; i++) {
      const [letter, weight, x] = [seen[i] ?? "", weights?.[i] ?? 0, at(seen.length - i)];
      say(signs[i], signOf(letter));
      renew(signs[i], {
        x,
        class: letter === " " ? "wb-gap" : i === seen.length - 1 ? "wb-asks" : "",
      });
      const [top, foot] = [
        LINE - 24,
        LINE - 22 - Math.min(150, 16 + 8.5 * Math.sqrt(Math.abs(end - x))),
      ];
      const d =
        x === end
          ? `M${x - 3} ${top}c-12 -24 18 -24 6 0`
          : `M${end} ${top}C${end} ${foot} ${x} ${foot} ${x} ${top}`;
      renew(paths[i], {
        d,
        "stroke-width": (0.5 * thickness(weight)).toFixed(2),
        "data-weight": weight.toFixed(4),
      });
    }
  };
  return { root, set };
}

/**
 * The likeliest next letters as buttons, each with its share as a bar, and ways that lead to them
 * from the line.
 * @param {number} count
 * @param {(letter: string) => void} onPick
 */
function offers(count, onPick) {
  const keys = Array.from({ length: count }, () => {
    const [name, share] = [html("b"), html("span")];
    const root = html(
      "button",
      { type: "button", class: "wb-letter", onclick: () => root.letter && onPick(root.letter) },
      name,
      " ",
      share,
    );
    return { root, name, share, way: svg("path", { class: "wb-arc wb-c0" }) };
  });
  const ways = svg(
    "svg",
    {
      class: "wb-ways",
      viewBox: "0 0 100 100",
      preserveAspectRatio: "none",
      "aria-hidden": "true",
    },
    ...keys.map(({ way }) => way),
  );
  const list = html(
    "div",
    { class: "wb-offers", role: "group", "aria-label": "The next letter: press one to write it" },
    ...keys.map(({ root }) => root),
  );
  keys.forEach(({ way }, i) =>
    renew(way, {
      d: `M0 ${SPOUT}C55 ${SPOUT} 45 ${(100 * (i + 0.5)) / count} 100 ${(100 * (i + 0.5)) / count}`,
    }),
  );
  /**
   * @param {(string|undefined)[]} letters
   * @param {number[]} shares
   * @param {string|undefined} drawn
   */
  const set = (letters, shares, drawn) =>
    keys.forEach(({ root, name, share, way }, i) => {
      const [letter, p] = [letters[i], shares[i] ?? 0];
      root.letter = letter;
      renew(root, {
        "aria-disabled": String(letter === undefined),
        style: `--wb-share: ${(100 * p).toFixed(1)}%`,
      });
      root.classList.toggle("wb-comes", letter !== undefined && letter === drawn);
      root.classList.toggle("wb-cut", letter !== undefined && p === 0);
      say(name, letter === undefined ? "–" : (UNSEEN[letter] ?? letter));
      say(share, letter === undefined ? "" : p && p < 0.005 ? "<0.01" : fixed(p));
      renew(way, { "stroke-width": thickness(p).toFixed(2) });
      way.classList.toggle("wb-faint", letter !== drawn);
    });
  return { ways, list, set };
}

/**
 * Begin a text, draw letters or choose them, at a temperature; arcs show where the last letter
 * looks.
 */
function render({ model, el }) {
  const run = runs.get(model);
  const [letters, beginnings, sizes] = ["letters", "beginnings", "sizes"].map((name) =>
    model.get(name),
  );
  const [all, kilobytes] = [letters.length, sizeOf(model.get("shapes"))];
  const begin = (text) => {
    run.go(0);
    const some = [...text]
      .filter((sign) => letters.includes(sign))
      .join("")
      .slice(0, LONGEST / 2);
    write(model, { text: some, begun: some.length });
  };
  const restart = () => {
    run.go(0);
    write(model, { text: model.get("text").slice(0, model.get("begun")) });
  };
  const play = button("Play", () => {
    if (run.left) return run.go(0);
    if (model.get("text").length >= LONGEST) restart();
    return run.go(LONGEST);
  });
  play.classList.add("wb-play", "wb-go");
  const one = button("One letter", () => run.go(1, true));
  const many = button(`${AT_ONCE} letters`, () => run.go(AT_ONCE, true));
  const again = button("Write again", () => {
    const n = model.get("text").length - model.get("begun");
    restart();
    run.go(n, true);
  });
  const picked = chooser("Beginning", beginnings, (i) => begin(beginnings[i]), "your own");
  const own = typing("Begin", { most: 120, holder: "your own words" }, begin);
  const heat = slider(
    "Temperature",
    { min: 0, max: 2, step: 0.1, format: (x) => fixed(x, 1) },
    (x) => write(model, { temperature: x }),
  );
  const cut = slider(
    "Top k",
    { min: 1, max: all, step: 1, format: (k) => (k === all ? `all ${all}` : String(k)) },
    (k) => write(model, { top_k: k }),
  );
  const seed = slider("Seed", { min: 0, max: 9, step: 1, format: String }, (x) =>
    write(model, { seed: x }),
  );
  const heads = Array.from(
    { length: sizes[2] * sizes[4] },
    (_, i) => `layer ${Math.floor(i / sizes[2]) + 1}, head ${(i % sizes[2]) + 1}`,
  );
  const head = chooser("Arcs of", heads, (i) => write(model, { head: i }));
  const cache = choice("Cache", ["cache", "no cache"], (i) => write(model, { cached: i === 0 }));
  const spent = html("span", { class: "wb-note" });
  const [back, next] = [
    line(sizes[5]),
    offers(Math.min(SHOWN, all), (letter) => {
      run.go(0);
      run.append(letter);
    }),
  ];
  const looker = html("span");
  const [page, said, whole] = [html("p", { class: "wb-written" }), readout(), html("p")];
  const table = ranking(
    "The likeliest next letters",
    ["letter", "probability", "drawn"],
    Math.min(SHOWN, all),
  );
  const fits = ({ text, begun, temperature, top_k: k, seed: s, head: h }) =>
    [...text].every((sign) => letters.includes(sign)) &&
    text.length <= LONGEST &&
    [begun, k, s, h].every((x) => Number.isInteger(x) && x >= 0) &&
    temperature >= 0 &&
    temperature <= 2 &&
    k >= 1 &&
    k <= all &&
    s <= 9 &&
    h < heads.length;
  const frame = framed(model, el, {
    name: "letters",
    what: "What comes next?",
    traits: CHANGED,
    fits,
    title: [picked.root],
    time: { play, step: one, rest: () => run.left && run.go(0) },
    near: () => ["weights", "words"].forEach((trait) => model.get(trait)),
    picture: [
      html(
        "div",
        { class: "wb-desk" },
        html("p", {}, looker, html("span", {}, "Pick another")),
        back.root,
        next.ways,
        next.list,
      ),
      page,
    ],
    controls: [
      html("div", { class: "wb-buttons" }, play, one, many, again),
      heat.root,
      html(
        "details",
        { class: "wb-fold" },
        html("summary", {}, "More settings"),
        html(
          "div",
          { class: "wb-twofold" },
          cut.root,
          seed.root,
          head.root,
          own.root,
          html("div", { class: "wb-buttons" }, cache.root, spent),
        ),
      ),
    ],
    said: said.root,
    table: [table.root, whole],
  });

  /**
   * Which letter is drawn, and whether it is the likeliest.
   * @param {string} letter
   * @param {string} likeliest
   * @param {number[]} weights
   */
  const drawing = (letter, likeliest, weights) => {
    const [drawn, first] = [letter, likeliest]
      .map((which) => ({ name: UNSEEN[which] ?? which, p: weights[letters.indexOf(which)] }))
      .map(({ name, p }) => `${name} (${p < 0.005 ? "<1" : fixed(100 * p, 0)}%)`);
    if (letter !== likeliest)
      return `The draw falls on ${drawn}, not on the likeliest letter, ${first}.`;
    return `${weights[letters.indexOf(letter)] === 1 ? "Only the likeliest letter can come" : "The draw falls on the likeliest letter"}: ${first}.`;
  };
  let written = "";
  const draw = () => {
    const [text, begun, temperature, k, h, cached] = [
      "text",
      "begun",
      "temperature",
      "top_k",
      "head",
      "cached",
    ].map((name) => model.get(name));
    const [seen, b] = [seenOf(text, sizes[5]), Math.min(begun, text.length)];
    picked.set(beginnings.indexOf(text.slice(0, b)));
    if (document.activeElement !== own.input)
      own.input.value = beginnings.includes(text.slice(0, b)) ? "" : text.slice(0, b);
    heat.set(temperature);
    cut.set(k);
    seed.set(model.get("seed"));
    head.set(h);
    cache.set(cached ? 0 : 1);
    say(play, run.left ? "Pause" : "Play");
    // the answer is a moment away: until then all stays
    if (run.answered && !run.logits && !run.engine.problem) return;
    // they come with the model, not before
    const fresh = inventedIn(text, run.logits ? model.get("words") : "", begun);
    if (written !== `${b} ${fresh.length} ${text}`) {
      written = `${b} ${fresh.length} ${text}`;
      const cuts = [...new Set([0, b, ...fresh.flat(), text.length])].sort((x, y) => x - y);
      const tag = (from) =>
        fresh.some(([start, end]) => start <= from && from < end) ? "u" : from < b ? "b" : "span";
      page.replaceChildren(
        ...cuts.slice(1).map((to, i) => html(tag(cuts[i]), {}, text.slice(cuts[i], to))),
      );
      page.scrollTop = LONGEST * 20; // its end
    }
    const best = run.logits ? ranked(run.logits).slice(0, SHOWN) : [];
    const weights = run.logits ? nextWeights(run.logits, temperature, k) : [];
    const letter = run.drawn();
    next.set(
      best.map((i) => letters[i]),
      best.map((i) => weights[i]),
      letter,
    );
    table.set(
      Array.from({ length: Math.min(SHOWN, all) }, (_, i) =>
        best.length
          ? [
              UNSEEN[letters[best[i]]] ?? letters[best[i]],
              weights[best[i]],
              letters[best[i]] === letter ? "←" : "",
            ]
          : ["–", 0, ""],
      ),
    );
    const row = run.weights?.slice(h * seen.length, (h + 1) * seen.length) ?? null;
    const top = row ? row.indexOf(Math.max(...row)) : 0;
    const place = seen.length - 1 - top;
    back.set(
      seen,
      row,
      letter ?? "",
      row
        ? `The last letter looks most at ${UNSEEN[seen[top]] ?? seen[top]}, ${place ? `${place} before it` : "itself"} (${fixed(100 * row[top], 0)}%).`
        : "Nothing is read yet.",
    );
    say(looker, `Where “${signOf(seen[seen.length - 1])}” looks`);
    say(
      spent,
      run.spent.length
        ? `${fixed(run.spent.reduce((a, x) => a + x, 0) / run.spent.length, 1)}\u00a0ms a letter`
        : "",
    );
    said.set(
      run.engine.problem ||
        (run.engine.waits
          ? `The model is on its way: ${kilobytes}\u00a0kB.`
          : !run.logits
            ? "Nothing is read yet."
            : text.length >= LONGEST
              ? `${LONGEST} letters: the page is full.`
              : `${drawing(letter, letters[best[0]], weights)}${fresh.length ? ` Underlined: ${fresh.length} new ${fresh.length === 1 ? "word" : "words"}.` : ""}`),
    );
    say(
      whole,
      `The model reads these ${seen.length} letters: ${seen}${best.length ? `. It is as uncertain as among ${fixed(Math.exp(entropy(weights)), 1)} equally likely letters.` : ""}`,
    );
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
