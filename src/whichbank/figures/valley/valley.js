import { chart } from "../kit/chart.js";
import { framed } from "../kit/frame.js";
import { eased } from "../kit/motion.js";
import { player } from "../kit/player.js";
import { follow, rebuilt, write } from "../kit/model.js";
import { fixed } from "../kit/numbers.js";
import { button, html, readout, slider } from "../kit/parts.js";
import { listing } from "../kit/tables.js";
import { plane, steered } from "../kit/plane.js";
import { softmax } from "../nets/kernels.js";
import { LAND, inside, land, skyOf, tell } from "./land.js";
import { tr } from "../kit/words.js";

const PACE = 240; // ms for a step
const HIGH = 3; // of the chart
const RATES = [0.05, 40];

/**
 * The mean over the pages of -log p of the right sense.
 * @param {number[][]} mixes what bank mixes from each page
 * @param {number[]} right
 * @param {number[]} at the two numbers of W_V
 * @returns {number}
 */
export function lossAt(mixes, right, at) {
  let sum = 0;
  mixes.forEach((mix, n) => {
    const [wrong, good] = [1 - right[n], right[n]].map((sense) => mix[sense] * at[sense]);
    const gap = wrong - good;
    sum += Math.max(gap, 0) + Math.log1p(Math.exp(-Math.abs(gap)));
  });
  return sum / mixes.length;
}

/**
 * The slope of the loss for either number: p - y, times what the number multiplies.
 * @param {number[][]} mixes
 * @param {number[]} right
 * @param {number[]} at
 * @returns {number[]}
 */
export function slopesAt(mixes, right, at) {
  const p = mixes.map((mix) => softmax(mix.map((x, sense) => x * at[sense])));
  return [0, 1].map(
    (sense) =>
      mixes.reduce(
        (sum, mix, n) => sum + (p[n][sense] - Number(right[n] === sense)) * mix[sense],
        0,
      ) / mixes.length,
  );
}

/**
 * Where a walk stands before its first step and after each.
 * @param {number[][]} mixes
 * @param {number[]} right
 * @param {number[]} start
 * @param {number} rate
 * @param {number} steps
 * @returns {number[][]}
 */
export function descend(mixes, right, start, rate, steps) {
  const path = [start];
  for (let step = 0; step < steps; step++) {
    const at = path[step];
    path.push(slopesAt(mixes, right, at).map((slope, d) => at[d] - rate * slope));
  }
  return path;
}

const clamped = (at) => at.map((v) => Math.min(Math.max(v, LAND[0]), LAND[1]));
const pair = (at) => `(${at.map((v) => fixed(v, 1)).join(", ")})`;

/** The land with its ball, what bank becomes, the loss of each step, and the rate. */
function assemble(model, el) {
  const [pages, right, mixes, steps] = ["pages", "right", "mixes", "steps"].map((name) =>
    model.get(name),
  );
  const height = (at) => lossAt(mixes, right, at);
  const put = (at) => {
    time.rest();
    write(model, { start: clamped(at).map((v) => Math.round(20 * v) / 20), step: 0 });
  };
  const axes = [tr("first number of W_V"), tr("last number of W_V")];
  const scene = plane({
    x: LAND,
    y: LAND,
    labels: [tr("how loud finance is"), tr("how loud nature is")],
    size: 360,
    em: 15,
    onDrag: (_, at) => put(at),
  });
  const ground = land(height, scene.frame);
  scene.root.prepend(ground.root);
  const steer = steered(scene, [LAND, LAND], tr("Where the walker starts"), put, [0.25, 0.25]);
  const sky = plane({ x: LAND, y: LAND, labels: [tr("money"), tr("river")], size: 130, em: 15 });
  sky.root.classList.add("wb-sky");
  const fall = chart({
    x: [0, steps],
    y: [0, HIGH],
    labels: [tr("step"), tr("loss")],
    ticks: { y: [0, 1, 2, 3] },
    format: { y: (v) => fixed(v, 0) },
    size: [150, 84],
  });
  const next = button(tr("Step"), () => {
    time.rest();
    write(model, { step: (model.get("step") + 1) % (steps + 1) });
  });
  const passed = slider(
    tr("Step"),
    { min: 0, max: steps, step: 1, format: (x) => fixed(x, 0) },
    (step) => {
      time.rest();
      write(model, { step });
    },
  );
  const pace = slider(
    tr("Rate"),
    {
      min: -1.3,
      max: 1.6,
      step: 0.01,
      format: (x) => String(rateOf(x)),
    },
    (x) => write(model, { rate: rateOf(x) }),
  );
  const said = readout();
  const table = listing(tr("The walk"), [tr("step"), ...axes, tr("loss")], steps + 1);
  /** @type {{path: number[][], losses: number[], rate: number, told: string}} */
  let walk = { path: [], losses: [], rate: NaN, told: "" };
  // the same page with either sense has no right one
  const names = pages.map((page, n) =>
    pages.some((other, k) => other === page && right[k] !== right[n])
      ? "mixed"
      : page.split(" ").pop(),
  );
  const shown = [...names.keys()].filter((n) => names.indexOf(names[n]) === n);

  // the first walk is seen step by step; after it, what is changed shows its whole walk at once
  let [played, whole] = [false, false];
  const draw = (at) => {
    const { path, losses } = walk;
    const step = Math.min(Math.floor(at / PACE + 1e-6), steps);
    const part = eased(at / PACE - step);
    const here = path[step].map((v, d) => v + part * ((path[step + 1] ?? path[step])[d] - v));
    const text = tr("step {step}, the numbers {numbers}, loss {loss}", {
      step,
      numbers: pair(path[step]),
      loss: fixed(losses[step]),
    });
    if (step === steps) played = whole = true;
    const upTo = whole ? steps : step;
    ground.set(path.slice(0, upTo + 1), step, here);
    said.set(
      whole
        ? walk.told
        : step
          ? tr("Step {step} of {steps}: loss {loss}.", { step, steps, loss: fixed(losses[step]) })
          : tr("{steps} steps with the rate {rate}. How low do they lead?", {
              steps,
              rate: walk.rate,
            }),
    );
    scene.set(
      [
        {
          key: "ball",
          kind: "point",
          at: clamped(here),
          color: 0,
          drag: true,
          label: at ? tr("loss {loss}", { loss: fixed(height(here)) }) : tr("walker"),
        },
      ],
      tr(
        "A map of the loss over two numbers of W_V. A valley rises from the lower left to the upper right, with a steep wall on either side. The ball: {text}.",
        { text },
      ),
    );
    scene.root.classList.toggle("wb-out", !inside(here));
    steer.set(clamped(path[0]), pair(path[0]));
    const banks = shown.map((n) => mixes[n].map((x, d) => x * here[d]));
    sky.set(
      skyOf(shown.map((n, i) => ({ name: names[n], at: clamped(banks[i]), sense: right[n] }))),
      tr("New bank on {n} pages: {banks}.", {
        n: shown.length,
        banks: shown.map((n, i) => `${names[n]} ${pair(banks[i])}`).join(", "),
      }),
    );
    fall.set(
      [
        {
          key: "loss",
          kind: "curve",
          at: losses.slice(0, upTo + 1).map((loss, k) => [k, loss]),
          marks: false,
        },
        { key: "ball", kind: "dot", at: [at / PACE, height(here)] },
      ],
      whole
        ? tr("The loss of each step: it begins at {first} and ends at {last}. Shown: {text}.", {
            first: fixed(losses[0]),
            last: fixed(losses[steps]),
            text,
          })
        : tr("The loss of each step: it begins at {first}. Shown: {text}.", {
            first: fixed(losses[0]),
            text,
          }),
    );
    passed.set(step);
    if (model.get("step") !== step) write(model, { step });
  };
  const { time, play } = player(steps * PACE, draw, () => {
    if (time.at() === steps * PACE) time.set(0);
    whole = false;
    time.play();
  });

  const frame = framed(model, el, {
    name: "valley",
    what: tr("How low can the walker get in {steps} steps?", { steps }),
    traits: ["start", "rate", "step"],
    fits: ({ start, rate, step }) =>
      inside(start) &&
      rate >= RATES[0] &&
      rate <= RATES[1] &&
      Number.isInteger(step) &&
      step >= 0 &&
      step <= steps,
    picture: [html("div", { class: "wb-scene" }, steer.root, sky.root, fall.root)],
    wide: true,
    controls: [html("div", { class: "wb-buttons" }, play, next), passed.root, pace.root],
    said: said.root,
    table: [table.root],
    time: { play, step: next, rest: time.rest },
    lively: true,
    onReset: () => {
      played = whole = false;
    },
  });

  const stop = follow(model, ["start", "rate", "step"], () => {
    const [rate, step] = [model.get("rate"), model.get("step")];
    const path = descend(mixes, right, model.get("start"), rate, steps);
    const losses = path.map(height);
    if (String(path) !== String(walk.path)) {
      const slopes = path.map((at) => slopesAt(mixes, right, at));
      walk = { path, losses, rate, told: tell(path, losses, slopes) };
      whole = played;
      pace.set(Math.log10(rate));
      table.set(path.map((at, k) => [String(k), ...at.map((v) => fixed(v)), fixed(losses[k])]));
    }
    const at = time.at();
    time.set(Math.floor(at / PACE + 1e-6) === step ? at : step * PACE);
  });
  return () => {
    stop();
    frame.stop();
  };
}

const rateOf = (x) => Math.min(Math.max(Number((10 ** x).toPrecision(2)), RATES[0]), RATES[1]);

/** Draw; when the pages or the length of the walk change, build the figure anew. */
export default { render: rebuilt(["pages", "right", "mixes", "steps"], assemble) };
