import { QUESTION, askingOf } from "./asking.js";
import { LAYERS, panelOf } from "./panel.js";
import { chart } from "../kit/chart.js";
import { framed } from "../kit/frame.js";
import { unpack } from "../nets/kernels.js";
import {
  choice,
  chooser,
  fixed,
  follow,
  heatmap,
  html,
  percents,
  readout,
  rebuilt,
  renew,
  say,
  slider,
  stage,
  svg,
  write,
} from "../kit/parts.js";
import { player } from "../kit/player.js";
import { sentence } from "../kit/sentence.js";

const HEADS = 12;
const PACE = 900; // ms for a layer
const TOP = 40; // where the lines begin in their chart
const SIZES = [
  [310, 190],
  [520, 112],
]; // of the lines, and where there is room for wide ones
const ROOMY = 576; // px that wide ones take
// signs that wide lines leave room for at their ends: below are "Layer 1" and two buttons
const [NUMBER, NAME] = [8, 17];
const ENDS = 8; // lines with a name at their end
const MANY = 8; // pieces that a phone has room for in a line
const runs = new WeakMap();

/**
 * Where the words begin among the pieces: at a piece without ##; the marks at both ends are no
 * words.
 * @param {string[]} pieces
 */
export const startsOf = (pieces) =>
  pieces.flatMap((piece, t) =>
    t > 0 && t < pieces.length - 1 && !piece.startsWith("##") ? [t] : [],
  );

/**
 * A piece or a word within a sentence: a mark such as a comma stands in quotes.
 * @param {string} piece
 */
const quoted = (piece) => (/[\p{L}\p{N}]/u.test(piece) ? piece : `“${piece}”`);

/**
 * The word that begins at a piece.
 * @param {string[]} pieces
 * @param {number} at
 */
function wordFrom(pieces, at) {
  const more = pieces.slice(at + 1).findIndex((piece) => !piece.startsWith("##"));
  return pieces
    .slice(at, at + 1 + more)
    .join("")
    .replaceAll("##", "");
}

/**
 * Whether an answer is to the question that is asked now.
 * @param {Model} model
 * @param {any} answer
 */
function answersNow(model, answer) {
  if (!answer) return false;
  const [now, then] = [
    ["own", "senses"].map((name) => model.get(name)),
    [answer.own, answer.senses],
  ];
  const wish = model.get("word").trim().toLowerCase();
  return (
    JSON.stringify(now) === JSON.stringify(then) &&
    (answer.word === wish || !answer.words[0].includes(wish))
  );
}

/**
 * Which meaning a word leans to, in words.
 * @param {string} name
 * @param {number} lean
 * @param {string[]} axes
 */
function leaning(name, lean, axes) {
  if (Math.abs(lean) < 0.0005) return `${name} leans to neither ${axes[0]} nor ${axes[1]}`;
  return `${name} leans to ${axes[lean > 0 ? 0 : 1]}`;
}

/**
 * From which layer on a word leans to where it ends, and after which it leans there most, in words.
 * @param {string[]} axes
 * @param {number[]} leans after each layer
 * @param {number} layer that is shown
 */
function wayOf(axes, leans, layer) {
  const side = Math.sign(leans[LAYERS]);
  if (!side) return "";
  const where = side * leans[layer] >= 0.0005 ? "there" : `to ${axes[side > 0 ? 0 : 1]}`;
  const from = leans.findLastIndex((lean) => side * lean <= 0) + 1;
  const most = leans.reduce(
    (best, lean, l) => (side * lean > side * leans[best] ? l : best),
    LAYERS,
  );
  return `It leans ${where} ${from === LAYERS ? `only after layer ${LAYERS}` : `from layer ${from} on, most after layer ${most}`}.`;
}

const PARTS = { axes: "axes", pieces: "pieces", names: "names", path: "paths", focus: "focus" };

/**
 * @typedef {{axes: string[], pieces: string[], names: string[], path: number[][][], focus:
 *   number[][], pulls: number[][][], key: string|number, packed: () => string|null|undefined,
 *   words?: string[][], word?: string, waits?: boolean, counting?: boolean}} Shown
 */

/**
 * What is shown: the reader's sentences as far as they are answered, or a recorded one.
 * @param {Model} model
 * @param {Record<string, any>} run
 * @returns {Shown}
 */
function shownOf(model, run) {
  const i = model.get("sentence");
  if (!model.get("asking") || !run.answer) {
    /** @type {any} */
    const found = Object.fromEntries(
      Object.entries(PARTS).map(([part, trait]) => [part, model.get(trait)[i]]),
    );
    return {
      ...found,
      key: i,
      pulls: [model.get("pulls")[i]],
      packed: () => model.get("weights")?.[i] ?? model.get("weights"),
    };
  }
  const { senses, own, word, path, pieces, names, focus, words, pulls, weights } = run.answer;
  const axes = senses.map(
    (text, s) =>
      text
        .split(/[,;]/)
        .map((part) => part.trim())
        .find(Boolean) ?? `sense ${s + 1}`,
  );
  return {
    axes,
    pieces,
    words,
    word,
    pulls: pulls ?? [],
    names: names ?? [],
    path: path ?? [],
    focus: focus ?? [],
    waits: !path && run.answer.whole === false,
    counting: run.answer.whole === false,
    key: `${[own, senses, word]}`,
    packed: () => weights,
  };
}

/**
 * Bars of pulls, one a word: up to the first meaning, down to the second.
 * @param {number} count
 */
function barsOf(count) {
  const bars = Array.from({ length: count }, () => html("i"));
  const nodes = bars.map((bar) => html("div", { class: "wb-pull", "aria-hidden": "true" }, bar));
  const set = (pulls, most) =>
    bars.forEach((bar, i) => {
      renew(bar, {
        class: pulls[i] < 0 ? "wb-c1" : "wb-c0",
        style: `--wb-share: ${Math.abs((pulls[i] ?? 0) / most).toFixed(3)}`,
      });
    });
  return { nodes, set };
}

/**
 * A sentence on its way through the layers: how its words lean, where one head looks, and what
 * pulls.
 */
function drawLayers(model, el) {
  const run = runs.get(model);
  const sentences = model.get("sentences");
  const whole = (x) => fixed(x, 0);
  const reach = (layer) => {
    time.rest();
    if (layer !== model.get("layer")) write(model, { layer });
  };
  const picked = chooser(
    "Sentence",
    sentences,
    (i) => write(model, { sentence: i, asking: false, piece: -1 }),
    "your own",
  );
  const layers = slider("Layer", { min: 0, max: LAYERS, step: 1, format: whole }, reach);
  const heads = choice(
    " ",
    Array.from({ length: HEADS }, (_, i) => `${i + 1}`),
    (i) => write(model, { head: i + 1 }),
  );
  heads.root.classList.add("wb-heads-row");
  const time = player(PACE, () => {
    write(model, { layer: (model.get("layer") + 1) % (LAYERS + 1) });
    return model.get("layer") === LAYERS;
  });
  const [said, lines, panel] = [readout(), stage(), panelOf(model, run)];
  const scenes = stage();
  scenes.root.classList.add("wb-scroll");
  const bars = html("p", { class: "wb-aside" });

  const fits = ({ sentence: i, layer, head, piece, own, senses }) =>
    [i, layer, head, piece].every(Number.isInteger) &&
    i >= 0 &&
    i < sentences.length &&
    layer >= 0 &&
    layer <= LAYERS &&
    head >= 1 &&
    head <= HEADS &&
    piece >= -1 &&
    [own, senses].every((two) => two.length === 2);
  const [leans, pulled, looked] = [stage(), stage(), stage()];
  const frame = framed(model, el, {
    name: "layers",
    what: "In which layer does the model find the meaning?",
    traits: ["sentence", "layer", "head", "piece", ...QUESTION],
    fits,
    title: [picked.root],
    time,
    near: () => {
      run.wanted = true;
      run.views.forEach((view) => view());
    },
    picture: [
      html(
        "div",
        { class: "wb-fan" },
        lines.root,
        html("div", { class: "wb-pace" }, layers.root, time.play, time.step),
      ),
      html("div", { class: "wb-stage" }, heads.root, scenes.root, bars),
    ],
    controls: [panel.root],
    said: said.root,
    table: [leans.root, pulled.root, looked.root],
  });
  // a page of the site loads the weights when the figure is seen, or moved
  run.wanted ??= !model.later;
  // a guess before it is on the page; measured when it gets another size
  let wide = (lines.root.offsetWidth || innerWidth) >= ROOMY;
  const draw = () => {
    if (run.held) return;
    const [layer, head, own] = ["layer", "head", "asking"].map((name) => model.get(name));
    const now = shownOf(model, run);
    const { axes, pieces, names, path, focus, pulls } = now;
    picked.set(own ? -1 : model.get("sentence"));
    layers.set(layer);
    heads.set(head - 1);
    panel.root.parentElement?.classList.toggle("wb-questioned", panel.set(own, now));

    const starts = startsOf(pieces);
    const first = focus[0]?.[1] ?? starts[now.words?.[0].indexOf(now.word ?? "") ?? 0] ?? 0;
    const at =
      model.get("piece") >= 0 && model.get("piece") < pieces.length ? model.get("piece") : first;
    const packed = layer > 0 && run.wanted ? now.packed() : undefined;
    const weights = packed
      ? unpack(packed, pieces.length, pieces.length, (layer - 1) * HEADS + head - 1)
      : null;
    const leanOf = (name, l = layer) => path[name][l][0] - path[name][l][1];
    const pullOf = (s, l = layer) => (pulls[s] ?? []).map((row) => row[l]);
    drawStage(now, at, weights, starts, pullOf);

    let looks = focus.length > 1 ? "" : "No word has looked at another yet.";
    if (layer > 0 && !weights) {
      looks =
        packed === null
          ? "The weights of the heads could not be loaded: move a slider to try again."
          : "The weights of the heads are being loaded.";
    } else if (weights)
      looks =
        focus.length === 1
          ? wayOf(
              axes,
              path[focus[0][0]].map((_, l) => leanOf(focus[0][0], l)),
              layer,
            )
          : "";
    const side = focus.length ? Math.sign(leanOf(focus[0][0])) : 0;
    const far = pullOf(0).map((pull) => side * pull);
    const strongest = Math.max(0.0005, ...far);
    const why = far.includes(strongest)
      ? `, pulled most by ${quoted(wordFrom(pieces, starts[far.indexOf(strongest)]))}`
      : "";
    const where = focus
      .map(([name], i) => leaning(names[name], leanOf(name), axes) + (i ? "" : why))
      .join("; ");
    const stale = own && !answersNow(model, run.answer);
    for (const { root } of [lines, scenes, leans, pulled, looked])
      root.classList.toggle("wb-stale", stale);
    lines.root.classList.toggle("wb-idle", !names.length && !now.waits);
    if (now.waits) lines.root.classList.add("wb-stale");
    said.set(
      own && run.loading
        ? "The model is on its way: until it answers, the picture is of the sentence before."
        : own && run.problem
          ? run.problem
          : stale
            ? "The model is reading your sentences: until it answers, the picture is of the ones before."
            : now.waits
              ? "The model is reading the examples of the senses: until then, the lines are of the sentences before."
              : where
                ? `After layer ${layer}, ${where}. ${looks}`.trim()
                : `Give a sentence, and an example of each sense. ${looks}`,
    );

    const { rows } = leans.show(`${names}`, () => {
      const table = heatmap(
        "Cosine to the first meaning minus cosine to the second",
        names,
        [0, 1, 2, 3, 4, 5, 6].map((l) => `layer ${l}`),
        { limits: [-0.2, 0.2] },
      );
      table.root.classList.add("wb-tight");
      return [[table.root], { rows: table }];
    });
    rows.set(
      path.map((_, name) => path[name].map((__, l) => leanOf(name, l))),
      focus[0]?.[0],
    );
    drawTables(
      now,
      weights,
      at,
      starts,
      pullOf,
      `Layer ${layer}, head ${head}: where each piece looks, in %`,
    );
    const nth = pieces.slice(0, at + 1).filter((piece) => piece === pieces[at]).length;
    const asked =
      focus.find(([, piece]) => piece === at)?.[0] ??
      names.indexOf(pieces[at] + (nth > 1 ? ` (${nth})` : ""));
    if (names.length) drawLines(now, layer, asked < 0 ? focus[0][0] : asked, leanOf);
  };

  /**
   * All leans as lines: the one of the word that looks is thick, and has a dot at the layer.
   * @param {Shown} now
   */
  const drawLines = ({ axes, names, path, key }, layer, marked, leanOf) => {
    const ends = names.map((_, name) => leanOf(name, LAYERS));
    const [most, tick] = [
      Math.max(0.04, ...path.flat().map(([x, y]) => Math.abs(x - y))),
      [0.1, 0.05, 0.02],
    ];
    const top = 1.08 * most;
    const step = tick.find((size) => size < most) ?? 0;
    const size = (name) => (name === marked ? Infinity : Math.abs(ends[name]));
    const named = names
      .map((_, name) => name)
      .sort((a, b) => size(b) - size(a))
      .slice(0, ENDS);
    const [across, high] = SIZES[Number(wide)];
    const { set, frame: room } = lines.put(`lines of ${key} ${names} ${wide}`, () => {
      const made = chart({
        x: [0, LAYERS],
        y: [-top, top],
        labels: ["", "lean"],
        names: [...named.map((name) => `${names[name]} `), " ".repeat(wide ? NAME : 0)],
        ticks: { x: [0, 1, 2, 3, 4, 5, 6], y: [-step, 0, step] },
        format: { y: (v) => fixed(v).padStart(wide ? NUMBER : 0, "\u00a0") },
        size: [across, high],
      });
      const [left, width] = [made.frame.left, made.frame.width].map(parseFloat);
      const all = made.root.viewBox.baseVal.width;
      const [x1, x2] = [left, left + width].map((share) => 0.01 * share * all);
      renew(made.root, { viewBox: `0 ${TOP - 8} ${all} ${high + 34}` }); // the axes need no names
      made.root.append(
        svg("line", { class: "wb-zero", x1, x2, y1: TOP + high / 2, y2: TOP + high / 2 }),
        svg("text", { class: "wb-side wb-c0", x: x1 + 8, y: TOP + 18 }, `↑ leans to ${axes[0]}`),
        svg(
          "text",
          { class: "wb-side wb-c1", x: x1 + 8, y: TOP + high - 9 },
          `↓ leans to ${axes[1]}`,
        ),
      );
      const to = ({ clientX }) => {
        const box = made.root.getBoundingClientRect();
        const share = ((100 * (clientX - box.x)) / box.width - left) / width;
        reach(Math.round(Math.min(Math.max(share, 0), 1) * LAYERS));
      };
      made.root.addEventListener("pointermove", (event) => event.buttons && to(event));
      made.root.addEventListener("click", to);
      return made;
    });
    renew(lines.root.parentNode, {
      class: `wb-fan${wide ? " wb-roomy" : ""}`,
      style: `--wb-left: ${room.left}; --wb-width: ${room.width}`,
    }); // the slider is as wide as the lines
    const line = (name) => ({
      key: `lean ${name} ${name === marked}`,
      kind: "curve",
      name: named.includes(name) ? names[name] : "",
      marks: false,
      color: name === marked ? 5 : Number(ends[name] < 0),
      at: path[name].map((_, l) => [l, leanOf(name, l)]),
    });
    set(
      [
        {
          key: "up",
          kind: "band",
          color: 0,
          at: [
            [0, 0, top],
            [LAYERS, 0, top],
          ],
        },
        {
          key: "down",
          kind: "band",
          color: 1,
          at: [
            [0, -top, 0],
            [LAYERS, -top, 0],
          ],
        },
        ...names
          .map((_, name) => name)
          .filter((name) => name !== marked)
          .map(line),
        { key: "layer", kind: "marker", at: layer },
        line(marked),
        { key: "now", kind: "dot", color: 5, at: [layer, leanOf(marked)] },
      ],
      `Lean by layer, above 0 to ${axes[0]}, below 0 to ${axes[1]}. ${names.map((one, name) => `${one}: ${path[name].map((_, l) => fixed(leanOf(name, l), 3)).join(", ")}`).join("; ")}.`,
    );
  };

  const parts = new Set();
  /**
   * The pieces with arcs from the one that looks, and under each word a bar of its pull.
   * @param {Shown} now
   */
  const drawStage = (
    { axes, pieces, pulls, focus, names, word, counting },
    at,
    weights,
    starts,
    pullOf,
  ) => {
    const part = scenes.show(`${pieces}`, () => {
      const pull = barsOf(pieces.length);
      const asks = sentence(" ", pieces, (piece) => write(model, { piece }), pull.nodes);
      const made = { ...asks, pull, legend: asks.root.querySelector("legend") };
      made.root.classList.toggle("wb-many", pieces.length > MANY);
      made.root.style.cssText = `--wb-signs: ${pieces.join("  ").length}; --wb-count: ${pieces.length}`;
      parts.add(made);
      return [[made.root], made];
    });
    for (const old of parts)
      if (!scenes.root.contains(old.root)) {
        // the stage keeps some
        old.stop();
        parts.delete(old);
      }
    const [layer, head] = [model.get("layer"), model.get("head")];
    const legend = layer
      ? `Where ${quoted(pieces[at])} looks in head ${head} of layer ${layer}`
      : "Layer 0 has no heads";
    say(part.legend, legend);
    part.set(
      at,
      weights ? [{ key: "head", weights: weights[at] }] : [],
      weights
        ? `${legend}. ${pieces.map((piece, s) => `${piece} ${fixed(weights[at][s])}`).join(", ")}.`
        : legend,
    );
    const most = Math.max(0.01, ...pulls.flat(2).map(Math.abs));
    const own = pullOf(0);
    part.pull.set(
      pieces.map((_, t) => own[starts.indexOf(t)] ?? 0),
      most,
    );
    const pulledOne = focus.length ? names[focus[0][0]] : word;
    say(
      heads.root.firstChild,
      layer ? `Arcs: where ${quoted(pieces[at])} looks in head` : "No arcs: layer 0 has no head",
    );
    const pull = counting
      ? "being computed"
      : `what pulls ${pulledOne} ▲ to ${axes[0]}, ▼ to ${axes[1]}`;
    say(
      bars,
      `Bars: ${pull}. ${pieces[0]}, ${pieces[pieces.length - 1]}: marks the model adds at both ends.`,
    );
  };

  /**
   * The numbers of pulls and of the head.
   * @param {Shown} now
   */
  const drawTables = (
    { axes, pieces, pulls, words: two, names, focus, key },
    weights,
    at,
    starts,
    pullOf,
    title,
  ) => {
    const tables = pulls.map((rows, s) => ({ s, rows })).filter(({ rows }) => rows.length);
    const name = focus.length ? names[focus[0][0]] : "";
    const { made } = pulled.show(`pulls of ${key} ${tables.length}`, () => {
      const most = Math.max(0.001, ...pulls.flat(2).map(Math.abs));
      const list = tables.map(({ s }) =>
        heatmap(
          s ? "… in the other sentence" : `Pull on “${name}”, in thousandths`,
          [axes[0]],
          two ? two[s] : starts.map((t) => pieces[t]),
          { digits: 0, limits: [-1000 * most, 1000 * most] },
        ),
      );
      list.forEach(({ root }) => root.classList.add("wb-tight"));
      return [list.map(({ root }) => root), { made: list }];
    });
    made.forEach((table, i) => table.set([pullOf(tables[i].s).map((pull) => 1000 * pull)]));
    const table = looked.put(`head of ${key}`, () => percents(" ", pieces, pieces));
    table.root.classList.add("wb-tight");
    table.root.classList.toggle("wb-idle", !weights);
    if (!weights) return;
    table.set(weights, at);
    table.name(title);
  };

  let moved = false;
  const again = () => {
    run.wanted ||= moved;
    moved = true;
    draw();
  };
  run.views.add(draw);
  const sized = new ResizeObserver(() => {
    if (wide === lines.root.offsetWidth >= ROOMY) return;
    wide = !wide;
    draw();
  });
  sized.observe(lines.root);
  const leave = follow(model, ["sentence", "layer", "head", "piece", "weights"], again);
  return () => {
    panel.stop();
    sized.disconnect();
    leave();
    for (const part of parts) part.stop();
    run.views.delete(draw);
    frame.stop();
  };
}

/** All views of a model share one download and one worker. */
function initialize({ model }) {
  const run = askingOf(model);
  runs.set(model, run);
  return () => run.stop();
}

/** Draw; when the sentences on offer change, build the figure anew. */
export default {
  initialize,
  render: rebuilt(["sentences", "axes", "pieces", "names", "paths", "focus", "pulls"], drawLayers),
};
