import { framed } from "../kit/frame.js";
import { matmul, mix, similarity, softmax } from "../nets/kernels.js";
import { styles } from "../kit/labels.js";
import {
  choice,
  fixed,
  follow,
  heatmap,
  html,
  readout,
  rebuilt,
  renew,
  say,
  shade,
  svg,
  thickness,
  write,
} from "../kit/parts.js";
import { player } from "../kit/player.js";

// a word's lane, a row, a box in pixels; ms for a step
const [LANE, HIGH, TALL, PACE] = [92, 44, 28, 1800];
const [LAST, END] = [7, 1.5]; // the mix, and how high its row is: the lines meet there
// what each row is made of
const HOW = ["", "× W_Q", "× W_K", "query · key", "", "shares of 1", "× W_V", "all added"];
const MOST = 1.25; // how much larger than drawn it may be

/**
 * What each part of attention holds when one word asks.
 * @param {number[][]} x
 * @param {number[][]} wq
 * @param {number[][]} wk
 * @param {number[][]} wv
 * @param {number} row
 */
export function pipeline(x, wq, wk, wv, row) {
  const [q, keys, values] = [wq, wk, wv].map((matrix) => matmul(x, matrix));
  const scores = similarity([q[row]], keys)[0];
  const scaled = scores.map((score) => score / Math.sqrt(keys[0].length));
  const weights = softmax(scaled);
  return {
    words: x,
    query: q[row],
    keys,
    scores,
    scaled,
    weights,
    values,
    mix: mix([weights], values)[0],
  };
}

/**
 * A number as short as it can be: whole ones without a point.
 * @param {number} x
 * @param {number} [digits]
 */
const short = (x, digits = 2) => fixed(x, Math.abs(x - Math.round(x)) < 1e-9 ? 0 : digits);
const share = (x) => short(x, 3); // with so many digits the sum of the mix comes out on paper
const vector = (numbers) => `(${numbers.map((x) => short(x)).join(", ")})`;
const product = (a, b) =>
  a
    .map((x, d) => `${short(x)} · ${short(b[d])}`)
    .join(" + ")
    .replaceAll("+ −", "− ");

/**
 * What a stage does, in words: what it is, and a line for each word.
 * @param {number} stage
 * @param {ReturnType<typeof pipeline>} parts
 * @param {string[]} words
 * @param {string} word the one that asks
 */
function tell(stage, parts, words, word) {
  const root = `√${parts.keys[0].length}`;
  const powers = parts.scaled.map(Math.exp);
  const sum = powers.reduce((a, b) => a + b, 0);
  const each = (line) => words.map((name, s) => `${name}: ${line(s)}`);
  return [
    () => ["Each word comes with a vector.", ...each((s) => vector(parts.words[s]))],
    () => [
      `A query for the word that asks: its vector times W_Q.`,
      `${word}: ${vector(parts.query)}`,
    ],
    () => [
      "A key for every word, to be found by: its vector times W_K.",
      ...each((s) => vector(parts.keys[s])),
    ],
    () => [
      `Scores: the query of ${word} times each key.`,
      ...each((s) => `${product(parts.query, parts.keys[s])} = ${short(parts.scores[s])}`),
    ],
    () => [
      `Scaled: each score is divided by ${root}.`,
      ...each((s) => `${short(parts.scores[s])} ÷ ${root} = ${share(parts.scaled[s])}`),
    ],
    () => [
      "Weights, by softmax: e to the power of each, divided by the sum of all.",
      ...each((s) => `${share(powers[s])} ÷ ${share(sum)} = ${share(parts.weights[s])}`),
    ],
    () => [
      "A value for every word, to hand over: its vector times W_V.",
      ...each((s) => vector(parts.values[s])),
    ],
    () => [
      `Each value times its weight, all added: new ${word} is ${vector(parts.mix)}.`,
      ...each((s) => `${share(parts.weights[s])} · ${vector(parts.values[s])}`),
    ],
  ][stage]();
}

/**
 * The boxes in rows, a lane for each word; the names of the rows choose how far the reader has
 * come.
 */
function drawPipeline(model, el) {
  const [words, vectors, wq, wk, wv] = ["words", "vectors", "W_q", "W_k", "W_v"].map((name) =>
    model.get(name),
  );
  const colors = styles(words);
  const names = [
    "vectors",
    "query",
    "keys",
    "scores",
    `÷ √${wk[0].length}`,
    "softmax",
    "values",
    "mix",
  ];
  const [width, height] = [LANE * words.length, HIGH * (LAST + END)];
  const [x, y] = [(s) => LANE * (s + 0.5), (row) => HIGH * (row + (row === LAST ? END / 2 : 0.5))];
  const half = LANE / 2 - 12;
  const room = Math.min(98, width / 2 - 4); // of the last box, which names the new vector
  const inside = (at) => Math.min(Math.max(x(at), room + 4), width - room - 4);
  const [lines, boxes] = [svg("g"), svg("g")];
  const stripes = names.map((_, row) =>
    svg("rect", {
      x: -1,
      y: HIGH * row,
      width: width + 2,
      height: HIGH * (row === LAST ? END : 1),
    }),
  );
  const picture = svg(
    "svg",
    {
      class: "wb-pipes",
      role: "img",
      viewBox: `0 0 ${width} ${height}`,
      onclick: (event) => {
        const { top, height: tall } = picture.getBoundingClientRect();
        go(Math.min(LAST, Math.floor(((event.clientY - top) / tall) * (LAST + END))));
      },
    },
    ...stripes,
    lines,
    boxes,
  );
  const box = (stage, s) => {
    const node = svg(
      "g",
      { class: `wb-pipe wb-c${colors[s]}` },
      svg("rect", {
        x: stage === LAST ? -room : -half,
        y: -TALL / 2,
        width: 2 * (stage === LAST ? room : half),
        height: TALL,
        rx: 6,
      }),
      svg("text", { "text-anchor": "middle", y: 5 }),
    );
    boxes.append(node);
    return { node, stage, s };
  };
  const cells = names.flatMap((_, stage) =>
    stage === 1 || stage === LAST ? [box(stage, 0)] : words.map((__, s) => box(stage, s)),
  );
  const pipe = (stage, s, to, key) => {
    const node = svg("path", { class: `wb-flow wb-c${colors[s]}` });
    lines.append(node);
    return { node, stage, s, to, key };
  };
  // From the words to query, keys and values along the sides of each lane; from the query to each
  // key; then straight on.
  const flows = words.flatMap((_, s) => [
    pipe(2, s, 2, "left"),
    pipe(6, s, 6, "right"),
    pipe(3, s, 2, "query"),
    pipe(3, s, 3, "down"),
    pipe(4, s, 4, "down"),
    pipe(5, s, 5, "down"),
    pipe(LAST, s, LAST, "mix"),
  ]);
  flows.push(pipe(1, 0, 1, "ask"));
  const way = ({ s, to, key }, at) => {
    const [top, bottom] = [(row) => y(row) - TALL / 2, (row) => y(row) + TALL / 2];
    const side = key === "left" ? -1 : 1;
    const rail = x(s) + side * (half + 5);
    return {
      left: `M${x(s) + side * half} ${y(0)}H${rail}V${y(to)}H${x(s) + side * half}`,
      right: `M${x(s) + side * half} ${y(0)}H${rail}V${y(to)}H${x(s) + side * half}`,
      ask: `M${x(at)} ${bottom(0)}V${top(1)}`,
      query: `M${x(at)} ${bottom(1)}C${x(at)} ${top(to)} ${x(s)} ${bottom(1)} ${x(s)} ${top(to)}`,
      down: `M${x(s)} ${bottom(to - 1)}V${top(to)}`,
      mix: `M${x(s)} ${bottom(5)}V${bottom(6)}C${x(s)} ${top(to) - 6} ${inside(at)} ${bottom(6)} ${inside(at)} ${top(to)}`,
    }[key];
  };

  const rows = choice("How far?", names, (stage) => go(stage));
  const asks = choice("Who asks?", words, (row) => write(model, { row }));
  asks.root
    .querySelectorAll("label")
    .forEach((label, s) => label.classList.add(`wb-c${colors[s]}`));
  rows.root.classList.add("wb-stages");
  rows.root
    .querySelectorAll("label > span")
    .forEach((name, i) => name.append(...(HOW[i] ? [html("small", {}, HOW[i])] : [])));
  asks.root.style.maxWidth = picture.style.maxWidth = `${width * MOST}px`;
  const said = readout();
  const columns = [
    ...vectors[0].map((_, d) => `vector ${d + 1}`),
    ...wk[0].map((_, d) => `key ${d + 1}`),
    "score",
    "scaled",
    "weight",
    ...wv[0].map((_, d) => `value ${d + 1}`),
  ];
  const table = heatmap("What goes in, and what comes of it", words, columns, { limits: [-4, 4] });
  const time = player(PACE, () => {
    write(model, { stage: (model.get("stage") + 1) % names.length });
    return model.get("stage") === LAST;
  });
  const go = (stage) => {
    time.rest();
    write(model, { stage });
  };
  const frame = framed(model, el, {
    name: "pipeline",
    what: "How is a new vector made?",
    traits: ["row", "stage"],
    time,
    fits: ({ row, stage }) =>
      Number.isInteger(row) &&
      row >= 0 &&
      row < words.length &&
      Number.isInteger(stage) &&
      stage >= 0 &&
      stage <= LAST,
    picture: [
      html("p", {}, "Tap a word or a row"),
      html("div", { class: "wb-sentence" }, asks.root),
      rows.root,
      picture,
    ],
    controls: [html("div", { class: "wb-buttons" }, time.play, time.step)],
    said: said.root,
    table: [table.root],
  });

  const stop = follow(model, ["row", "stage"], () => {
    const [at, stage] = [model.get("row"), model.get("stage")];
    const parts = pipeline(vectors, wq, wk, wv, at);
    /** @type {any[][]} */
    const held = [
      parts.words,
      [parts.query],
      parts.keys,
      parts.scores,
      parts.scaled,
      parts.weights,
      parts.values,
      [parts.mix],
    ];
    for (const { node, stage: own, s } of cells) {
      const alone = own === 1 || own === LAST;
      const numbers = held[own][s];
      const [paper, ink] = own === 5 && stage >= own ? shade(numbers) : ["", ""];
      renew(node, {
        transform: `translate(${own === LAST ? inside(at) : x(alone ? at : s)} ${y(own)})`,
        class: `wb-pipe wb-c${colors[alone ? at : s]}${own > stage ? " wb-later" : own === stage ? " wb-now" : ""}`,
      });
      say(
        node.lastChild,
        own > stage
          ? ""
          : (own === LAST ? `new ${words[at]} ` : "") +
              (Array.isArray(numbers) ? vector(numbers) : share(numbers)),
      );
      if (node.firstChild.style.fill !== paper) node.firstChild.style.fill = paper;
      if (node.lastChild.style.fill !== ink) node.lastChild.style.fill = ink;
    }
    for (const flow of flows) {
      const color = flow.key === "query" || flow.key === "ask" ? colors[at] : colors[flow.s];
      const thick = flow.key === "mix" ? thickness(parts.weights[flow.s]) : 1.5;
      renew(flow.node, {
        d: way(flow, at),
        "stroke-width": thick.toFixed(2),
        class: `wb-flow wb-c${color}${flow.stage > stage ? " wb-later" : flow.stage === stage ? " wb-now" : ""}`,
      });
    }
    stripes.forEach((stripe, own) =>
      renew(stripe, { class: `wb-stripe${own === stage ? " wb-now" : ""}` }),
    );
    rows.set(stage);
    asks.set(at);
    table.set(
      words.map((_, s) => [
        ...parts.words[s],
        ...parts.keys[s],
        parts.scores[s],
        parts.scaled[s],
        parts.weights[s],
        ...parts.values[s],
      ]),
      at,
    );
    const told = tell(stage, parts, words, words[at]);
    said.set(told.join("\n"));
    renew(picture, {
      "aria-label": `Boxes for ${words.join(", ")}, from the words down to ${names[stage]}. ${told.join(" ")}`,
    });
  });
  return () => {
    stop();
    frame.stop();
  };
}

/** Draw; when the words or the matrices change, build the figure anew. */
export default { render: rebuilt(["words", "vectors", "W_q", "W_k", "W_v"], drawPipeline) };
