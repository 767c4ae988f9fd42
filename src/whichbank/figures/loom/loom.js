// Threads rise through the layers of a real model: a tap on a word asks, the wave can be dragged, a
// layer opens into its heads, and a head into its numbers. Once the model is here, it computes anew
// what the reader writes, takes out or silences.

import { framed } from "../kit/frame.js";
import {
  calm,
  choice,
  chooser,
  fixed,
  follow,
  html,
  listing,
  readout,
  rebuilt,
  renew,
  stage,
  write,
} from "../kit/parts.js";
import { unpack } from "../nets/kernels.js";
import { askingOf } from "./asking.js";
import { handsOn } from "./hands.js";
import { telling } from "./heads.js";
import { STEPS, workedOut } from "./inside.js";
import { panelOf } from "./panel.js";
import { stageOf } from "./stage.js";
import { toldOfHeads, toldOfInside, toldOfThreads } from "./told.js";
import { waysOf } from "./ways.js";
import { HEADS, LAYERS, wovenOf } from "./woven.js";

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
];
const ASKED = ["own", "word", "senses", "silent"];
const LATE = ["weights", "looks", "covered_leans", "covered", "added"];
const LENGTHS = [0, 1, 3, 4, 6]; // without the sums
const runs = new WeakMap();

/** Sentences on the loom. */
function drawLoom(model, el) {
  const run = runs.get(model);
  const weave = wovenOf(model, run);
  let now = weave();
  const get = (name) => model.get(name);
  const ways = waysOf(model, () => now, {
    rise: (front) => setUp().rise(front),
    deepen: (inner) => setUp().deepen(inner),
    speak: () => speak(),
  });
  const { at, asked, asks, hands } = ways;
  const { play, step, ...others } = ways.buttons;

  const cloth = html("div", { class: "wb-cloth" });
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
      ask: (x) => {
        const { t } = made.under(x, 0);
        if (!marks[t]) hands.ask(t);
      },
      open: (y) => (get("layer") ? hands.deeper() : hands.open(made.under(0, y).layer)),
      leave: hands.out,
      inside: () => get("layer") > 0 && !hands.canWork(),
      within: () => get("layer") > 0,
    });
    cloth.replaceChildren(made.root, made.words);
    return (scene = { ...made, key });
  };

  const widths = choice("Ribbon:", ["what arrives", "the weight"], (w) =>
    write(model, { weighs: w === 1 }),
  );
  const whole = { piece: -1, layer: 0, head: 0, twelve: false, inner: 0, without: 0 };
  const sentences = chooser(
    "Sentence",
    get("sentences"),
    (s) => write(model, { sentence: s, own: "", word: "", senses: ["", ""], ...whole }),
    "your own",
  );
  const panel = panelOf(model, run);
  const [said, lists] = [readout(), stage()];
  const frame = framed(model, el, {
    name: "loom",
    lively: true,
    what: "What becomes of a word? Tap it.",
    traits: [...TRAITS, ...ASKED],
    lists: ["silent"],
    fits: (state) => counts(state.sentence, get("sentences").length - 1) && fits(state),
    title: [sentences.root],
    picture: [cloth],
    controls: [
      html("div", { class: "wb-buttons" }, play, step, ...Object.values(others)),
      widths.root,
      panel.root,
    ],
    said: said.root,
    table: [lists.root],
    time: { play, step, rest: ways.rest },
    near: ways.near,
  });

  /** @type {number[][] | undefined} */
  let weights;
  /** @type {ReturnType<typeof workedOut> | undefined} */
  let worked;
  const tell = () => {
    if (get("asking") && run.loading)
      return "The model is on its way: until it answers, the picture is the recorded one.";
    if (get("asking") && run.problem) return run.problem;
    if (now.stale)
      return "The model is computing: until it answers, the picture is of what was asked before.";
    if (now.lacks)
      return get(now.lacks) === null
        ? "What is woven without a word could not be loaded: press the button again."
        : "The weave without it is being loaded.";
    const [layer, { head }] = [get("layer"), now];
    if (!layer) return toldOfThreads(now, asked(), Math.floor(at.front + 1e-6));
    if (worked) return toldOfInside(now.pieces, asks(), worked, at.inner);
    const first = !get("head");
    if (weights) return toldOfHeads(now, asks(), layer, head, weights, first);
    return now.packed === null
      ? "The weights of the heads could not be loaded: press the button again."
      : "The weights of the heads are being loaded.";
  };
  const speak = () => {
    const text = tell();
    said.set(text);
    if (scene) renew(scene.canvas, { "aria-label": `${now.text}. ${text}` });
  };
  const tabulate = () => {
    const { pieces, leans, steps } = now;
    const head = worked;
    const layer = get("layer");
    const [caption, heads, rowOf] = head
      ? [
          "One head, worked out",
          ["query · key", `÷ √${head.d}`, "softmax"],
          (s) => [head.scores, head.scaled, head.weights].map((row) => fixed(row[s])),
        ]
      : layer && steps
        ? [
            `How long each vector is in layer ${layer}`,
            ["comes in", "attention adds", "norm", "network adds", "norm"],
            (s) => LENGTHS.map((i) => fixed(steps[s][layer - 1][i])),
          ]
        : [
            "Lean after each layer",
            leans[0].map((_, l) => `${l}`),
            (s) => leans[s].map((lean) => fixed(lean, 3)),
          ];
    const table = lists.put(`${caption} ${heads} ${pieces.length}`, () =>
      listing(caption, ["piece", ...heads], pieces.length),
    );
    table.set(pieces.map((piece, s) => [piece, ...rowOf(s)]));
  };
  const draw = () => {
    now = weave();
    const [layer, T] = [get("layer"), now.pieces.length];
    const { packed, leans, shares, taken, silent, roles, stale, live, steps } = now;
    const of = (h) => unpack(packed ?? "", T, T, (layer - 1) * HEADS + h);
    const heads = layer && packed ? Array.from({ length: HEADS }, (_, h) => of(h)) : undefined;
    weights = heads?.map((table) => table[asks()]);
    const before = leans.map((row) => row[layer - 1]);
    now.head =
      !weights || get("head") || get("twelve")
        ? get("head")
        : telling(weights, before, now.marks, asks());
    const { head } = now;
    ways.set();
    const looks = head ? heads?.[head - 1] : undefined;
    worked = at.inner && roles && !stale ? workedOut(roles, asks()) : undefined;
    const seen = { ...at, asked: asked(), layer, head, weights, looks, leans, shares, steps };
    setUp().set({ ...seen, taken, silent, worked }, calm.matches);
    cloth.classList.toggle("wb-stale", stale);
    sentences.set(live && get("own") ? -1 : get("sentence"));
    widths.set(Number(get("weighs")));
    widths.root.classList.toggle("wb-idle", layer > 0); // a head has its weights
    panel.set(now);
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
    frame.stop();
  };
}

/**
 * @param {number} x
 * @param {number} most
 * @param {number} [least]
 */
const counts = (x, most, least = 0) => Number.isInteger(x) && x >= least && x <= most;

/** Whether a link asks for what there can be. */
const fits = ({ front, inner, piece, without, layer, head, silent }) =>
  [front / LAYERS, inner / STEPS].every((part) => part >= 0 && part <= 1) &&
  counts(piece, Infinity, -1) &&
  counts(without, Infinity) &&
  counts(layer, LAYERS) &&
  counts(head, HEADS) &&
  silent.every((one) => one.length === 2 && counts(one[0], LAYERS, 1) && counts(one[1], HEADS, 1));

/** All views of a model share one download and one worker. */
function initialize({ model }) {
  const run = askingOf(model);
  runs.set(model, run);
  return () => run.stop();
}

/** Draw; other sentences are another loom. */
export default {
  initialize,
  render: rebuilt(["sentences", "pieces", "leans", "gifts"], drawLoom),
};
