// Threads rise through the layers of a real model: a tap on a word asks, the wave can be dragged, a
// layer opens into its heads, and a head into its numbers. Once the model is here, it computes anew
// what the reader writes, takes out or silences.

import { framed } from "../kit/frame.js";
import { calm, follow, rebuilt, write } from "../kit/model.js";
import { wholeWithin } from "../kit/numbers.js";
import { choice, chooser, html, readout, renew } from "../kit/parts.js";
import { listing, stage } from "../kit/tables.js";
import { askingOf } from "./asking.js";
import { toldOfErased } from "./erased.js";
import { handsOn } from "./hands.js";
import { headTables, telling } from "./heads.js";
import { STEPS, workedOut } from "./inside.js";
import { pairOf, partnerOf } from "./pair.js";
import { panelOf } from "./panel.js";
import { rowsOf } from "./rows.js";
import { stageOf } from "./stage.js";
import { toldOfHeads, toldOfInside, toldOfPair, toldOfThreads } from "./told.js";
import { waysOf } from "./ways.js";
import { HEADS, LAYERS, wovenOf } from "./woven.js";
import { tr } from "../kit/words.js";

const TRAITS = [
  "sentence",
  "front",
  "piece",
  "weighs",
  "layer",
  "head",
  "twelve",
  "inner",
  "without",
  "beside",
];
const ASKED = ["own", "word", "senses", "silent"];
const LATE = ["gifts", "weights", "looks", "covered_leans", "covered", "added", "erased"];
const runs = new WeakMap();

/** Sentences on the loom. */
function drawLoom(model, el) {
  const run = runs.get(model);
  const { weave, recorded } = wovenOf(model, run);
  let now = weave();
  const get = (name) => model.get(name);
  const ways = waysOf(model, () => now, {
    rise: (front) => [setUp(), pair].forEach((one) => one.rise(front)),
    deepen: (inner) => setUp().deepen(inner),
    speak: () => speak(),
  });
  const { at, asked, asks, erased, hands } = ways;
  const { play, step, compare, inside, ...rest } = ways.buttons;

  const half = html("div", { class: "wb-half" });
  const pair = pairOf(el, hands.ask);
  const cloth = html("div", { class: "wb-cloth" }, half, pair.root);
  /** @type {ReturnType<typeof stageOf> & {key: string} | undefined} */
  let scene;
  const setUp = () => {
    if (scene?.key === now.key) return scene;
    scene?.stop();
    const { key, marks } = now;
    const made = stageOf(
      el,
      { ...now, layers: LAYERS, count: HEADS },
      {
        onAsk: hands.ask,
        onTake: hands.take,
        onSilence: (h) => hands.silence(h + 1),
        onHead: (h) => write(model, { head: h + 1, twelve: false }),
        onWave: hands.wave,
        onOpen: hands.open,
      },
    );
    handsOn(made.canvas, {
      ask: (x, y) => {
        const { t, layer } = made.under(x, y);
        if (hands.riseTo(layer)) return;
        if (!marks[t]) hands.ask(t);
      },
      open: (y) => (get("layer") ? hands.deeper() : hands.open(made.under(0, y).layer)),
      leave: hands.out,
      inside: () => get("layer") > 0 && !hands.canWork(),
      within: () => get("layer") > 0,
    });
    half.replaceChildren(made.root, made.words);
    return (scene = { ...made, key });
  };

  const widths = choice(tr("Ribbon:"), [tr("what arrives"), tr("the weight")], (w) =>
    write(model, { weighs: w === 1 }),
  );
  const anew = { piece: -1, layer: 0, head: 0, twelve: false, inner: 0, without: 0 };
  const sentences = chooser(
    tr("Sentence"),
    get("sentences"),
    (s) => {
      const silent = now.live ? get("silent") : [];
      write(model, { sentence: s, own: "", word: "", senses: ["", ""], ...anew, silent });
    },
    tr("your own"),
  );
  const panel = panelOf(model, run);
  // what a first look does not need, and on a cover all but Play
  const more = get("plain") ? [compare, inside, widths.root, panel.root] : [widths.root];
  const fold = html("details", { class: "wb-fold" }, html("summary", {}, tr("More")), ...more);
  const shown = get("plain") ? [] : [compare, inside];
  const [said, lists] = [readout(), stage()];
  const frame = framed(model, el, {
    name: "loom",
    lively: true,
    what: tr("What becomes of a word? Tap it."),
    traits: [...TRAITS, ...ASKED],
    lists: ["silent"],
    fits: (state) => wholeWithin(state.sentence, 0, get("sentences").length - 1) && fits(state),
    title: [sentences.root],
    picture: [cloth],
    controls: [
      html("div", { class: "wb-buttons" }, play, step, ...shown, ...Object.values(rest)),
      ...(get("plain") ? [] : [panel.root]),
      fold,
    ],
    said: said.root,
    table: [lists.root],
    time: { play, step, rest: ways.rest, away: ways.away },
    near: ways.near,
  });

  /** @type {number[][] | undefined} */
  let weights;
  /** @type {Woven | undefined} */
  let other;
  /** @type {number[]} */
  let theirs = []; // its pieces that ask
  /** @type {ReturnType<typeof workedOut> | undefined} */
  let worked;
  const tell = () => {
    if (get("asking") && run.loading)
      return tr("The model is on its way: until it answers, the picture is the recorded one.");
    if (get("asking") && run.problem) return run.problem;
    if (now.stale)
      return tr(
        "The model is computing: until it answers, the picture is of what was asked before.",
      );
    if (now.lacks)
      return get(now.lacks) === null
        ? tr("What becomes of it could not be loaded: press the button again.")
        : tr("What becomes of it is being loaded.");
    const [layer, { head }] = [get("layer"), now];
    const risen = Math.floor(at.front + 1e-6);
    if (!layer && other) return toldOfPair(now, other, asked(), theirs, risen);
    if (!layer) return toldOfThreads(now, asked(), risen);
    if (worked) return toldOfInside(now.pieces, asks(), worked, at.inner);
    if (erased()) return toldOfErased(now, asks(), layer, head);
    const first = !get("head");
    if (weights) return toldOfHeads(now, asks(), layer, head, weights, first);
    return now.packed === null
      ? tr("The weights of the heads could not be loaded: press the button again.")
      : tr("The weights of the heads are being loaded.");
  };
  const speak = () => {
    const text = tell();
    said.set(text);
    if (scene) renew(scene.canvas, { "aria-label": `${now.text}. ${text}` });
  };
  const tabulate = () => {
    const { caption, heads, rows } = rowsOf(now, get("layer"), worked, erased() && asked());
    const table = lists.put(`${caption} ${heads} ${rows.length}`, () =>
      listing(caption, heads, rows.length),
    );
    table.set(rows);
  };
  const draw = () => {
    now = weave();
    const layer = get("layer");
    const i = get("beside") ? partnerOf(model) : -1;
    other = i >= 0 ? recorded(i) : undefined;
    const { leans, shares, taken, silent, roles, stale, live, steps, kept, whole, others } = now;
    const heads = headTables(now, layer);
    weights = heads?.map((table) => table[asks()]);
    const lasts = leans.map((row) => row[LAYERS]);
    now.head =
      !weights || get("head") || get("twelve")
        ? get("head")
        : telling(weights, lasts, now.marks, asks());
    const { head } = now;
    ways.set();
    const looks = head ? heads?.[head - 1] : undefined;
    worked = at.inner && roles && !stale ? workedOut(roles, asks()) : undefined;
    const seen = { ...at, asked: asked(), layer, head, weights, looks, leans, shares, steps };
    const ends = whole && others?.[asks()];
    const without = {
      kept: taken > 0 ? kept : undefined,
      whole: (erased() && now.known && whole) || undefined,
      others: erased() && ends ? ends : [],
      single: silent.length === 1,
    };
    setUp().set({ ...seen, ...without, taken, silent, worked }, calm.matches);
    cloth.classList.toggle("wb-two", other !== undefined);
    theirs = pair.set(now, other, asked(), seen, calm.matches);
    cloth.classList.toggle("wb-stale", stale);
    sentences.set(live && get("own") ? -1 : get("sentence"));
    widths.set(Number(get("weighs")));
    widths.root.classList.toggle("wb-unused", layer > 0); // a head has its weights
    panel.set(now);
    if (get("asking") && get("plain")) fold.open = true;
    tabulate();
    speak();
  };
  run.views.add(draw);
  const stop = follow(model, [...TRAITS, ...LATE], draw);
  return () => {
    stop();
    ways.rest();
    run.views.delete(draw);
    panel.stop();
    scene?.stop();
    pair.stop();
    frame.stop();
  };
}

/** Whether a link asks for what there can be. */
const fits = ({ front, inner, piece, without, layer, head, silent }) =>
  [front / LAYERS, inner / STEPS].every((part) => part >= 0 && part <= 1) &&
  wholeWithin(piece, -1, Infinity) &&
  wholeWithin(without, 0, Infinity) &&
  wholeWithin(layer, 0, LAYERS) &&
  wholeWithin(head, 0, HEADS) &&
  silent.every(
    (one) => one.length === 2 && wholeWithin(one[0], 1, LAYERS) && wholeWithin(one[1], 1, HEADS),
  );

/** All views of a model share one download and one worker. */
function initialize({ model }) {
  const run = askingOf(model);
  runs.set(model, run);
  return () => run.stop();
}

/** Draw; other sentences are another loom. */
export default {
  initialize,
  render: rebuilt(["sentences", "pieces", "leans"], drawLoom),
};
