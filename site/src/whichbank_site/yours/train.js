// Stage 3: a small writer learns from a text of the reader's; its loss is drawn as it falls.
import { button, make } from "../practice/field.js";
import { failed } from "./letters.js";
import { runner } from "./run.js";
import { save } from "./keep.js";

const [LONG, DEEP, LEAST, MOST_LETTERS] = [340, 150, 300, 20_000];
const [STEPS, WRITTEN, SHOWN] = [600, 300, 150]; // steps, letters at the end, points of the curve

/** The loss by steps. */
function curve() {
  const root = make("div", { className: "wb-my-curve" });
  const losses = /** @type {[number, number][]} */ ([]);
  const draw = (steps = 1) => {
    const top = Math.max(1, ...losses.map(([, loss]) => loss));
    const every = Math.ceil(losses.length / SHOWN);
    const points = losses
      .filter((_, i) => i % every === 0 || i === losses.length - 1)
      .map(
        ([step, loss]) =>
          `${30 + ((LONG - 40) * step) / steps} ${DEEP - 22 - ((DEEP - 40) * loss) / top}`,
      );
    const last = losses.at(-1);
    const told = last
      ? `After step ${last[0]} the loss is ${last[1].toFixed(2)}.`
      : "No step is taken yet.";
    root.innerHTML =
      `<svg viewBox="0 0 ${LONG} ${DEEP}" role="img" aria-label="${told}"><path class="wb-my-rung" d="M30 12V${DEEP - 22}H${LONG - 10}"/>` +
      `<text x="30" y="${DEEP - 6}">step 0</text><text class="wb-my-end" x="${LONG - 10}" y="${DEEP - 6}">${steps > 1 ? steps : ""}</text>` +
      `<text x="4" y="18">loss</text><path class="wb-my-loss" d="${points.length ? `M${points.join("L")}` : ""}"/></svg>`;
  };
  draw();
  return { root, losses, draw };
}

/**
 * @param {Desk} desk
 */
export function training({ held, machine, go }) {
  const text = make("textarea", {
    rows: 6,
    maxLength: MOST_LETTERS,
    spellcheck: false,
    placeholder: "Paste a text here: a song, a speech, your own diary. It stays in this browser.",
  });
  const run = runner("Train it", train);
  const picture = curve();
  const paper = make("p", {
    className: "wb-my-paper",
    tabIndex: 0,
    role: "group",
    ariaLabel: "What it writes",
  });
  const keep = button("Save what it wrote", () => save("my-writer.txt", paper.textContent ?? ""), {
    disabled: true,
  });
  const report = make("div", { className: "wb-my-said" });

  async function train() {
    const given = text.value;
    if (given.trim().length < LEAST)
      return run.say(`It needs ${LEAST} letters or more; these are ${given.trim().length}.`);
    report.replaceChildren();
    paper.textContent = "";
    picture.losses.length = 0;
    const result = await run.request(
      { stage: "train", boxes: held.asked("train"), text: given, steps: STEPS, n: WRITTEN },
      {
        box: machine.at,
        step: ([step, loss]) => {
          picture.losses.push([step, loss]);
          picture.draw(STEPS);
          run.say(`Step ${step} of ${STEPS}: the loss is ${loss.toFixed(2)}.`);
        },
        sample: (written) => {
          paper.textContent = written;
          keep.disabled = false;
        },
        letter: (letter) => paper.append(letter),
      },
    );
    machine.rest();
    if (!result) return undefined;
    if (result.error) return failed(report, result, run, go);
    return run.say(held.whose("train"));
  }

  return [
    make("label", { className: "wb-my-line wb-my-long" }, "Your text", text),
    make("div", { className: "wb-my-hands" }, run.again, run.halt, keep),
    run.status,
    picture.root,
    paper,
    report,
  ];
}
