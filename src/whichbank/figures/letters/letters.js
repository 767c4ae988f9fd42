import { framed } from "../kit/frame.js";
import { write } from "../kit/model.js";
import { fixed } from "../kit/numbers.js";
import {
  button,
  choice,
  chooser,
  html,
  nameAloud,
  readout,
  say,
  slider,
  typing,
} from "../kit/parts.js";
import { ranking } from "../kit/tables.js";
import { ranked } from "../nets/kernels.js";
import { entropy } from "../nets/sampling.js";
import { bar, futures } from "./bar.js";
import { headNames, line, signOf, UNSEEN } from "./line.js";
import { told, written } from "./told.js";
import { CHANGED, LONGEST, seenOf, writing } from "./writing.js";
import { tr } from "../kit/words.js";

const KEEPS = [1, 2, 3, 5, 8, 13, 21, 34, 55]; // how many letters may be drawn; and all
const SHOWN = 7; // letters of the bar, the likeliest first
const runs = new WeakMap();

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
 * Begin a text and let it grow, at a temperature: a needle falls on the bar of what may come, futures
 * part, arcs show where the last letter looks. It goes on, and back.
 */
function render({ model, el }) {
  const run = runs.get(model);
  const [letters, beginnings, sizes] = ["letters", "beginnings", "sizes"].map((name) =>
    model.get(name),
  );
  const all = letters.length;
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
  const play = button(tr("Play"), () => {
    if (run.left) return run.go(0);
    if (model.get("text").length >= LONGEST) restart();
    return run.go(LONGEST);
  });
  play.classList.add("wb-play", "wb-go");
  const one = button(tr("One letter"), () => run.go(1, true));
  const passed = slider(tr("Letter"), { min: 0, max: LONGEST, step: 1, format: String }, (x) => {
    const [text, begun] = ["text", "begun"].map((name) => model.get(name));
    run.go(0);
    if (x <= run.known.length) write(model, { text: run.known.slice(0, Math.max(x, begun)) });
    else run.go(x - text.length, true);
    passed.set(model.get("text").length);
  });
  const again = button(tr("Write again"), () => {
    const n = model.get("text").length - model.get("begun");
    restart();
    run.go(n, true);
  });
  const picked = chooser(tr("Beginning"), beginnings, (i) => begin(beginnings[i]), tr("your own"));
  const own = typing(tr("Begin"), { most: 120, holder: tr("your own words") }, begin);
  const heat = slider(
    tr("Temperature"),
    { min: 0, max: 2, step: 0.1, format: (x) => fixed(x, 1) },
    (x) => write(model, { temperature: x }),
  );
  const keeps = [...KEEPS.filter((k) => k < all), all];
  const keptNow = () =>
    model.get("top_k") === all ? tr("all {n}", { n: all }) : String(model.get("top_k"));
  const cut = slider(
    tr("Top k"),
    { min: 0, max: keeps.length - 1, step: 1, format: keptNow },
    (i) => write(model, { top_k: keeps[i] }),
  );
  const seed = slider(tr("Seed"), { min: 0, max: 9, step: 1, format: String }, (x) =>
    write(model, { seed: x }),
  );
  const heads = headNames(sizes[4], sizes[2]);
  const head = nameAloud(choice(tr("Arcs of"), heads, (i) => write(model, { head: i })));
  head.root.classList.add("wb-whose-arcs");
  [...head.root.lastElementChild.children].forEach((label, i) => {
    label.firstElementChild.setAttribute("aria-label", heads[i]);
    const [layer, place] = [Math.floor(i / sizes[2]) + 1, (i % sizes[2]) + 1];
    label.lastElementChild.textContent = `${layer}·${place}`;
  });
  const cache = nameAloud(
    choice(tr("Cache"), [tr("cache"), tr("no cache")], (i) => write(model, { cached: i === 0 })),
  );
  const spent = html("span", { class: "wb-note" });
  const pick = (letter) => {
    run.go(0);
    run.append(letter);
  };
  const shown = Math.min(SHOWN, all);
  const [back, chances, next] = [line(sizes[5]), bar(shown, pick), futures(Math.min(3, all), pick)];
  const looker = html("span");
  const [page, said, whole] = [written(), readout(), html("p")];
  const table = ranking(
    tr("The likeliest next letters"),
    [tr("letter"), tr("probability"), tr("drawn")],
    shown,
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
    lively: true,
    what: tr("What comes next?"),
    traits: CHANGED,
    fits,
    time: { play, step: one, rest: () => run.left && run.go(0) },
    near: () => ["weights", "words"].forEach((trait) => model.get(trait)),
    picture: [
      html(
        "div",
        { class: "wb-desk" },
        html("p", {}, looker),
        back.root,
        next.ways,
        next.list,
        head.root,
      ),
      chances.root,
      page.root,
    ],
    controls: [
      html("div", { class: "wb-buttons" }, play, one, again),
      passed.root,
      heat.root,
      html(
        "details",
        { class: "wb-fold" },
        html("summary", {}, tr("More")),
        picked.root,
        own.root,
        cut.root,
        seed.root,
        html("div", { class: "wb-buttons" }, cache.root, spent),
      ),
    ],
    said: said.root,
    table: [table.root, whole],
  });

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
    passed.set(text.length);
    cut.set(keeps.findLastIndex((some) => some <= k));
    seed.set(model.get("seed"));
    head.set(h);
    cache.set(cached ? 0 : 1);
    say(play, run.left ? tr("Pause") : tr("Play"));
    // the answer is a moment away: until then all stays
    if (run.answered && !run.logits && !run.engine.problem) return;
    // they come with the model, not before
    const fresh = inventedIn(text, run.logits ? model.get("words") : "", begun);
    page.set(text, b, fresh);
    const best = run.logits ? ranked(run.logits).slice(0, SHOWN) : [];
    const weights = run.shares();
    const letter = run.drawn();
    const of = (some, list) => some.map((i) => list[i]);
    chances.set(of(best, letters), of(best, weights), letter, run.needle(), text);
    const begins = run.logits ? run.branches() : [];
    next.set(of(begins, letters), of(begins, weights), run.futures(), letter);
    const found = best.map((i) => [
      UNSEEN[letters[i]] ?? letters[i],
      weights[i],
      letters[i] === letter ? "←" : "",
    ]);
    table.set(found.length ? found : Array.from({ length: shown }, () => ["–", 0, ""]));
    const row = run.weights?.slice(h * seen.length, (h + 1) * seen.length) ?? null;
    const top = row ? row.indexOf(Math.max(...row)) : 0;
    const place = seen.length - 1 - top;
    const looked = {
      letter: UNSEEN[seen[top]] ?? seen[top],
      n: place,
      percent: fixed(100 * (row?.[top] ?? 0), 0),
    };
    back.set(
      seen,
      row,
      letter ?? "",
      row
        ? place
          ? tr("The last letter looks most at {letter}, {n} before it ({percent}%).", looked)
          : tr("The last letter looks most at {letter}, itself ({percent}%).", looked)
        : tr("Nothing is read yet."),
    );
    say(
      looker,
      tr("Where “{letter}” looks in {head}", {
        letter: signOf(seen[seen.length - 1]),
        head: heads[h],
      }),
    );
    say(
      spent,
      run.spent.length
        ? tr("{ms}\u00a0ms a letter", {
            ms: fixed(run.spent.reduce((a, x) => a + x, 0) / run.spent.length, 1),
          })
        : "",
    );
    said.set(
      run.engine.problem || told(run, model, letter, letters[best[0]], weights, fresh.length),
    );
    say(
      whole,
      tr("The model reads these {n} letters: {letters}", { n: seen.length, letters: seen }) +
        (best.length
          ? `. ${tr("It is as uncertain as among {n} equally likely letters.", { n: fixed(Math.exp(entropy(weights)), 1) })}`
          : ""),
    );
  };
  run.engine.views.add(draw);
  draw();
  return () => {
    run.engine.views.delete(draw);
    frame.stop();
    chances.stop();
  };
}

/** All views of a model share one text, and one worker. */
function initialize({ model }) {
  const run = writing(model);
  runs.set(model, run);
  return () => run.stop();
}

export default { initialize, render };
