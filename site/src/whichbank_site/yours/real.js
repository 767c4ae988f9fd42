// Stage 2: the real model reads a sentence, layer by layer, and the words of two meanings part.
import { make } from "../pages/make.js";
import { failed, line } from "./letters.js";
import { runner } from "./run.js";
import { tr } from "../pages/words.js";

const [ACROSS, UP, LAYERS] = [340, 330, 6];
const [LEFT, TOP, RISE] = [30, 22, 46];
const APPLES = "Apple launched a new phone while I was eating an apple pie";
const TEAL = ["fruit", "river"]; // the meanings that lean to the right
const LONGEST = 120;
const [APART, MARGIN] = [62, 34]; // of the words at the ends
const PACE = 500; // ms for a layer to be seen
const heightOf = (layer) => TOP + RISE * (LAYERS - layer);

/** The words at the upper ends of their threads, far enough from each other to be read. */
function names(words, places) {
  const order = words.map((_, w) => w).sort((v, w) => places[v] - places[w]);
  const apart = [...places];
  order.forEach((w, i) => {
    const least = i ? apart[order[i - 1]] + APART : MARGIN;
    apart[w] = Math.min(
      Math.max(apart[w], least),
      ACROSS - MARGIN - APART * (order.length - 1 - i),
    );
  });
  return words.map(
    (word, w) =>
      `<text class="wb-my-word" x="${apart[w]}" y="${heightOf(LAYERS) - 10}">${w + 1}: ${word}</text>`,
  );
}

/** Two threads that rise through the layers, each where its word leans. */
function threads() {
  const root = make("div", { className: "wb-my-threads" });
  const draw = ({ words = ["", ""], axes = ["company", "fruit"], leans: given = [] }) => {
    const turned = TEAL.includes(axes[0]);
    const [left, right] = turned ? [axes[1], axes[0]] : axes;
    const leans = turned ? given.map((row) => row.map((lean) => -lean)) : given;
    const most = Math.max(0.08, ...leans.flat().map(Math.abs));
    const x = (lean) => ACROSS / 2 - (lean / most) * (ACROSS / 2 - LEFT - 12);
    const rungs = Array.from(
      { length: LAYERS + 1 },
      (_, l) =>
        `<path class="wb-my-rung" d="M${LEFT} ${heightOf(l)}H${ACROSS - LEFT}"/><text class="wb-my-layer" x="4" y="${heightOf(l) + 4}">${l}</text>`,
    );
    const ink = (lean) =>
      `--wb-ink:var(--wb-${lean > 0 ? "gold" : "teal"});--wb-share:${Math.round((100 * Math.abs(lean)) / most)}%`;
    const ways = words.map((_, w) =>
      leans
        .slice(1)
        .map((row, i) => {
          const [from, to, low, high] = [x(leans[i][w]), x(row[w]), heightOf(i), heightOf(i + 1)];
          const middle = (low + high) / 2;
          return (
            `<path class="wb-my-way ${i === leans.length - 2 ? "wb-my-fresh" : ""}" pathLength="1" style="${ink(row[w])}" ` +
            `d="M${from} ${low}C${from} ${middle} ${to} ${middle} ${to} ${high}"/>`
          );
        })
        .join(""),
    );
    const last = leans.at(-1);
    const ends = (last ?? []).map(
      (lean) =>
        `<circle class="wb-my-tip" style="${ink(lean)}" cx="${x(lean)}" cy="${heightOf(leans.length - 1)}" r="5"/>`,
    );
    const named = last && leans.length > LAYERS ? names(words, last.map(x)) : [];
    root.innerHTML =
      `<svg viewBox="0 0 ${ACROSS} ${UP}" role="img" aria-label="${leaning(leans, [left, right])}">${rungs.join("")}` +
      (last
        ? `<path class="wb-my-mid" d="M${ACROSS / 2} ${heightOf(LAYERS)}V${heightOf(0)}"/>`
        : `<text class="wb-my-middle" x="${ACROSS / 2}" y="${heightOf(3.5) + 4}">${tr("Here a thread will rise for each of the two words.")}</text>`) +
      `${ways.join("")}${ends.join("")}${named.join("")}` +
      `<text class="wb-my-axis" x="${LEFT}" y="${UP - 8}">← ${left}</text>` +
      `<text class="wb-my-axis wb-my-right" x="${ACROSS - LEFT}" y="${UP - 8}">${right} →</text></svg>`;
  };
  draw({});
  return { root, draw };
}

const leaning = (leans, axes) =>
  leans.length
    ? tr(
        "After layer {layer} the words lean by {one} and {other}: above 0 to {up}, below to {down}.",
        {
          layer: leans.length - 1,
          one: leans[leans.length - 1][0].toFixed(2),
          other: leans[leans.length - 1][1].toFixed(2),
          up: axes[0],
          down: axes[1],
        },
      )
    : tr("Nothing is read yet.");

/** Why the model cannot be read here; nothing where it can. */
function hindrance(files) {
  if (!files)
    return tr(
      "This copy of the site was made without the real model’s weights. Open the course at its web address.",
    );
  if (!isSecureContext) return tr("The real model needs an address that begins with https.");
  if (/** @type {any} */ (navigator).deviceMemory < 2)
    return tr("This device has less than 2 GB of memory, too little for the real model.");
  return "";
}

/**
 * @param {Desk} desk
 */
export function real({ held, machine, go, kept, files, meanings, size }) {
  const sentence = line(tr("Sentence"), APPLES, LONGEST);
  sentence.root.classList.add("wb-my-long");
  const hinders = hindrance(files);
  const run = runner(tr("Read it (loads {size} MB once)", { size }), read);
  const picture = threads();
  const report = make("div", { className: "wb-my-said" });
  /** @type {{data: ArrayBuffer, about: any, meanings: any} | undefined} */
  let weights;

  let loading = new AbortController();
  run.halt.addEventListener("click", () => loading.abort());

  async function fetched() {
    loading = new AbortController();
    const { signal } = loading;
    run.busy(true);
    const [{ list, data }, found] = await Promise.all([
      globalThis.wb.download(files, signal, (here) => {
        run.say(
          tr("The model is on its way: {here} of {size} MB.", {
            here: (here / 1e6).toFixed(1),
            size,
          }),
        );
        run.part(here / 1e6, size);
      }),
      fetch(meanings, { signal }).then((answer) => answer.json()),
    ]);
    run.again.textContent = tr("Read it");
    return { data, about: list.about, meanings: found };
  }

  async function read() {
    if (hinders) return run.say(hinders);
    report.replaceChildren();
    let [shown, layer] = [Promise.resolve(), 0];
    /** Show one layer more. */
    const next = ({ leans, ...found }) => {
      layer += 1;
      picture.draw({ ...found, leans: leans.slice(0, layer) });
      run.part(layer - 1, LAYERS);
      if (layer > 1)
        run.say(tr("Layer {layer} of {all} is read.", { layer: layer - 1, all: LAYERS }));
      const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
      return new Promise((on) => setTimeout(on, calm ? 0 : PACE));
    };
    try {
      weights ??= await fetched();
    } catch (problem) {
      run.busy(false);
      run.beside.textContent = "";
      return run.say(
        loading.signal.aborted ? tr("Stopped. What has come is kept.") : problem.message,
      );
    }
    const found = { words: ["", ""], axes: ["", ""], leans: /** @type {number[][]} */ ([]) };
    const result = await run.request(
      { stage: "reader", boxes: held.asked("reader"), sentence: sentence.input.value, ...weights },
      {
        box: machine.at,
        words: (words) => {
          Object.assign(found, words);
          run.part(0, LAYERS);
        },
        layer: (leans) => {
          found.leans.push(leans);
          shown = shown.then(() => next(found));
        },
      },
    );
    run.again.ariaDisabled = "true"; // until all layers are shown
    await shown;
    run.again.ariaDisabled = "false";
    run.beside.textContent = "";
    machine.rest();
    if (!result) return undefined;
    if (result.needs)
      result.error = tr("The sentence needs one of these words: {words}.", {
        words: result.needs.join(", "),
      });
    if (result.error) return failed(report, result, run, go);
    kept.read = sentence.input.value;
    held.tell();
    return run.say(held.whose("reader"));
  }

  if (hinders) {
    run.again.ariaDisabled = "true";
    run.say(hinders);
  }
  return [
    make("div", { className: "wb-my-hands" }, sentence.root),
    make("div", { className: "wb-my-hands" }, run.again, run.halt),
    run.line,
    picture.root,
    report,
  ];
}
