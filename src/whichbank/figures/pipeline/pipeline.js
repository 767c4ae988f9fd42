import { framed } from "../kit/frame.js";
import { matmul, mix, similarity, softmax } from "../nets/kernels.js";
import { LAST, pipesOf } from "./pipes.js";
import { tell } from "./told.js";
import { styles } from "../kit/labels.js";
import { player } from "../kit/player.js";
import { follow, rebuilt, write } from "../kit/model.js";
import { button, choice, html, nameAloud, readout, renew } from "../kit/parts.js";
import { heatmap } from "../kit/tables.js";
import { tr } from "../kit/words.js";

// ms for a step
const PACE = 900;
// what each row is made of
const HOW = [
  "",
  "× W_Q",
  "× W_K",
  tr("query · key"),
  "",
  tr("shares of 1"),
  "× W_V",
  tr("all added"),
];
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
 * The boxes in rows, a lane for each word; the names of the rows choose how far the reader has
 * come.
 */
function drawPipeline(model, el) {
  const [words, vectors, wq, wk, wv] = ["words", "vectors", "W_q", "W_k", "W_v"].map((name) =>
    model.get(name),
  );
  const colors = styles(words);
  const names = [
    tr("vectors"),
    tr("query"),
    tr("keys"),
    tr("scores"),
    `÷ √${wk[0].length}`,
    tr("softmax"),
    tr("values"),
    tr("mix"),
  ];
  const pipes = pipesOf(words, colors, (stage) => go(stage));
  const picture = pipes.picture;

  const rows = nameAloud(choice(tr("How far?"), names, (stage) => go(stage)));
  const asks = nameAloud(choice(tr("Who asks?"), words, (row) => write(model, { row })));
  asks.root
    .querySelectorAll("label")
    .forEach((label, s) => label.classList.add(`wb-c${colors[s]}`));
  rows.root.classList.add("wb-stages");
  rows.root.querySelectorAll("label > span").forEach((name, i) => {
    const [how, of] = HOW[i].split("_");
    if (how) name.append(html("small", {}, how, ...(of ? [html("sub", {}, of)] : [])));
  });
  asks.root.style.maxWidth = picture.style.maxWidth = `${pipes.width * MOST}px`;
  const said = readout();
  const columns = [
    ...vectors[0].map((_, d) => tr("vector {n}", { n: d + 1 })),
    ...wk[0].map((_, d) => tr("key {n}", { n: d + 1 })),
    tr("score"),
    tr("scaled"),
    tr("weight"),
    ...wv[0].map((_, d) => tr("value {n}", { n: d + 1 })),
  ];
  const table = heatmap(tr("What goes in, and what comes of it"), words, columns, {
    limits: [-4, 4],
  });
  // How far it has come, between two stages: the trait is the one that is being reached.
  let at = model.get("stage");
  const { time: line, play } = player(
    LAST * PACE,
    (ms) => {
      at = ms / PACE;
      const stage = Math.ceil(at - 1e-6);
      if (stage !== model.get("stage")) write(model, { stage });
      grow();
    },
    () => run(() => LAST),
  );
  const run = (goal) => {
    line.set((at >= LAST ? 0 : at) * PACE);
    line.play(goal(at) * PACE);
  };
  const step = button(tr("Step"), () => {
    line.rest();
    run((now) => Math.floor(now + 1e-6) + 1);
  });
  const go = (stage) => {
    line.rest();
    line.set(stage * PACE);
  };
  const scrub = html("input", {
    type: "range",
    class: "wb-scrub",
    min: 0,
    max: LAST,
    step: 0.02,
    "aria-label": tr("How far it has come, in rows"),
    oninput: () => {
      line.rest();
      line.set(Number(scrub.value) * PACE);
    },
  });
  /** What is drawn of the row that is being reached: its lines first, then what is in its boxes. */
  const grow = () => {
    const stage = model.get("stage");
    pipes.grow(stage, at - stage + 1);
    if (Number(scrub.value) !== at) scrub.value = String(at);
    renew(scrub, { "aria-valuetext": names[stage] });
  };
  const frame = framed(model, el, {
    name: "pipeline",
    what: tr("How is a new vector made?"),
    traits: ["row", "stage"],
    time: { play, step, rest: () => line.rest() },
    fits: ({ row, stage }) =>
      Number.isInteger(row) &&
      row >= 0 &&
      row < words.length &&
      Number.isInteger(stage) &&
      stage >= 0 &&
      stage <= LAST,
    picture: [
      html("p", {}, tr("Tap a word or a row")),
      html("div", { class: "wb-sentence" }, asks.root),
      rows.root,
      picture,
    ],
    controls: [html("div", { class: "wb-buttons" }, play, step, scrub)],
    said: said.root,
    table: [table.root],
  });

  const stop = follow(model, ["row", "stage"], () => {
    const [row, stage] = [model.get("row"), model.get("stage")];
    if (Math.ceil(at - 1e-6) !== stage) at = stage; // a link, or Reset
    const parts = pipeline(vectors, wq, wk, wv, row);
    pipes.set(parts, row, stage);
    grow();
    rows.set(stage);
    asks.set(row);
    table.set(
      words.map((_, s) => [
        ...parts.words[s],
        ...parts.keys[s],
        parts.scores[s],
        parts.scaled[s],
        parts.weights[s],
        ...parts.values[s],
      ]),
      row,
    );
    const told = tell(stage, parts, words, words[row]);
    said.set(told.join("\n"));
    renew(picture, {
      "aria-label": `${tr("Boxes for {words}, from the words down to {row}.", { words: words.join(", "), row: names[stage] })} ${told.join(" ")}`,
    });
  });
  return () => {
    stop();
    line.rest();
    frame.stop();
  };
}

/** Draw; when the words or the matrices change, build the figure anew. */
export default { render: rebuilt(["words", "vectors", "W_q", "W_k", "W_v"], drawPipeline) };
