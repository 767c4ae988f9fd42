import { framed } from "../kit/frame.js";
import { follow, rebuilt, write } from "../kit/model.js";
import { fixed, small } from "../kit/numbers.js";
import { choice, html, nameAloud, readout, say } from "../kit/parts.js";
import { listing } from "../kit/tables.js";
import { block, marked } from "./block.js";
import { curves } from "./curves.js";
import { blockLines, settingRow } from "./rows.js";
import { ALL, PLACES } from "./settings.js";
import { toldOfGradient, toldOfLoss } from "./told.js";
import { tr, trn } from "../kit/words.js";

const CHARTS = ["loss", "gradient"];
const RECORDED = ["steps", "mean", "lowest", "highest", "gradients", "runs"];

/**
 * The recorded numbers of all blocks.
 * @param {Record<string, any>} recorded
 */
function numbersOf({ steps, mean, lowest, highest, gradients }) {
  const table = listing(
    tr("Loss after {steps} steps, and gradients before training", { steps: steps.at(-1) }),
    ["", tr("loss"), tr("lowest"), tr("highest"), tr("gradient, first block"), tr("last block")],
    ALL.length,
  );
  table.set(
    ALL.map(([attention, mlp, skip, norm], row) => [
      [
        attention && tr("attention"),
        mlp && "MLP",
        skip && tr("skip"),
        norm === "none" ? tr("no norm") : `${norm}-norm`,
      ]
        .filter(Boolean)
        .join(", "),
      ...[mean, lowest, highest].map((rows) => fixed(rows[row].at(-1))),
      small(gradients[row][0]),
      small(gradients[row].at(-1)),
    ]),
  );
  return table;
}

/** The block, and beside it the loss or the gradients of a stack of such blocks. */
function drawSwitches(model, el) {
  /** @type {Record<string, any>} */
  const recorded = Object.fromEntries(RECORDED.map((name) => [name, model.get(name)]));
  const traits = ["attention", "mlp", "skip", "norm", "chart"];
  const state = () => Object.fromEntries(traits.map((name) => [name, model.get(name)]));
  /** @type {(now: any) => Setting} */
  const settingOf = ({ attention, mlp, skip, norm }) => [attention, mlp, skip, norm];
  const drawn = block((change) => write(model, change(state())));
  const charts = curves(recorded);
  const legend = html("p", { class: "wb-legend" });
  const views = nameAloud(
    choice(tr("Chart"), [tr("Loss in training"), tr("Gradient at the start")], (i) =>
      write(model, { chart: CHARTS[i] }),
    ),
  );
  const code = html("pre", { class: "wb-block", translate: "no" });
  const said = readout();
  const table = numbersOf(recorded);
  const frame = framed(model, el, {
    name: "switches",
    what: tr("Tap a part: can the block do without it?"),
    traits,
    fits: ({ norm, chart }) => PLACES.includes(norm) && CHARTS.includes(chart),
    picture: [drawn.root],
    controls: [views.root, html("div", { class: "wb-charts" }, ...charts.roots, legend), code],
    said: said.root,
    table: [table.root],
  });

  const stop = follow(model, traits, () => {
    const now = state();
    const setting = settingOf(now);
    const [row, view] = [settingRow(...setting), CHARTS.indexOf(now.chart)];
    const told = view ? toldOfGradient(recorded.gradients[row]) : toldOfLoss(recorded, row);
    views.set(view);
    say(
      legend,
      view
        ? ""
        : trn(recorded.runs[row], {
            one: "lower: better guesses; mean of {n} run",
            other: "lower: better guesses; mean of {n} runs",
          }),
    );
    code.replaceChildren(...marked(setting));
    said.set(told);
    table.lines.forEach(([name], i) => name.parentNode.classList.toggle("wb-active", i === row));
    const looks = now.attention
      ? ` ${tr("Lines lead from the letters before into attention.")}`
      : "";
    const formula = blockLines(...setting).join(tr(", then "));
    drawn.set(
      now,
      tr("A block, drawn from its input up to its output: {formula}.", { formula }) + looks,
    );
    charts.set(row, view, told);
  });
  return () => {
    stop();
    frame.stop();
  };
}

/** Draw; when the recorded numbers change, build the figure anew. */
export default { render: rebuilt(RECORDED, drawSwitches) };
