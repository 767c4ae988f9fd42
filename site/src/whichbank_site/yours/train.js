// Stage 3: a small writer learns from a text of the reader's; its loss is drawn as it falls, and the loss on
// the last tenth of the text, from which it does not learn.
import { make } from "../pages/make.js";
import { button } from "../practice/field.js";
import { failed } from "./letters.js";
import { runner } from "./run.js";
import { save } from "../pages/save.js";
import { tr } from "../pages/words.js";

const [LONG, DEEP, LEAST, MOST_LETTERS] = [340, 170, 400, 20_000];
const [BEGINS, ENDS, ABOVE, FOOT] = [26, LONG - 10, 24, DEEP - 24]; // of the curve
const [STEPS, WRITTEN, SHOWN] = [600, 300, 150]; // steps, letters at the end, points of the curve

const READY = ["thirty.html", "chatgpt.html"]; // the pages that stand in for a text of the reader's

const AWAITED = `<path class="wb-my-rung" d="M${BEGINS} ${ABOVE}V${FOOT}H${ENDS}"/><text class="wb-my-middle" x="${LONG / 2}" y="${DEEP / 2}">${tr("Here the loss will fall, step by step.")}</text>`;

/** The numbers at both axes, and a line at each whole loss. */
function axes(top, steps, x, y) {
  const lines = Array.from(
    { length: top + 1 },
    (_, loss) =>
      `<path class="wb-my-rung" d="M${BEGINS} ${y(loss)}H${ENDS}"/><text class="wb-my-end" x="${BEGINS - 6}" y="${y(loss) + 4}">${loss}</text>`,
  );
  const numbers = [0, steps / 2, steps].map(
    (step, i) =>
      `<text class="${["", "wb-my-middle", "wb-my-end"][i]}" x="${x(step)}" y="${DEEP - 7}">${i === 2 ? tr("{n} steps", { n: step }) : step}</text>`,
  );
  return `<text x="4" y="12">${tr("loss, nats a letter")}</text>${lines.join("")}${numbers.join("")}`;
}

/**
 * The paragraphs of a page, without formulas and what is folded.
 * @param {string} source
 */
function proseOf(source) {
  const page = new DOMParser().parseFromString(source, "text/html");
  return [...page.querySelectorAll("article section > p")]
    .filter((one) => !one.closest("details") && !one.querySelector(".math, math, .katex"))
    .map((one) => (one.textContent ?? "").replace(/\s+/g, " ").trim())
    .join("\n");
}

/** How long the rest will take, in words. */
function rest(seconds) {
  return seconds > 90
    ? `, ${tr("about {n} minutes to go", { n: Math.round(seconds / 60) })}`
    : `, ${tr("about {n} seconds to go", { n: Math.ceil(seconds / 5) * 5 })}`;
}

/** What the two losses say. */
function learned(loss, there) {
  const both = { loss: loss.toFixed(2), there: there.toFixed(2) };
  return there > loss + 1
    ? tr(
        "Its loss is {loss} on what it reads and {there} on the last tenth: it has learned much of your text by heart. A longer text helps.",
        both,
      )
    : tr("Its loss is {loss} on what it reads and {there} on the last tenth.", both);
}

/** The loss by steps. */
function curve() {
  const root = make("div", { className: "wb-my-curve" });
  const losses = /** @type {[number, number, number | null][]} */ ([]);
  const draw = (steps = 1) => {
    const top = Math.ceil(Math.max(1, ...losses.flatMap(([, ...both]) => both.map(Number))));
    const x = (step) => BEGINS + ((ENDS - BEGINS) * step) / steps;
    const y = (loss) => FOOT - ((FOOT - ABOVE) * loss) / top;
    const every = Math.ceil(losses.length / SHOWN);
    const seen = losses.filter((_, i) => i % every === 0 || i === losses.length - 1);
    const [points, ahead] = [1, 2].map((k) =>
      seen.filter((one) => one[k] !== null).map((one) => `${x(one[0])} ${y(one[k])}`),
    );
    const last = losses.at(-1);
    const told = last
      ? last[2] === null
        ? tr("After step {step} the loss is {loss}.", { step: last[0], loss: last[1].toFixed(2) })
        : tr("After step {step} the loss is {loss}, and {there} on the last tenth.", {
            step: last[0],
            loss: last[1].toFixed(2),
            there: last[2].toFixed(2),
          })
      : tr("No step is taken yet.");
    root.innerHTML =
      `<svg viewBox="0 0 ${LONG} ${DEEP}" role="img" aria-label="${told}">${last ? axes(top, steps, x, y) : AWAITED}` +
      [points, ahead]
        .map(
          (path, i) =>
            `<path class="wb-my-loss${i ? " wb-my-ahead" : ""}" d="${path.length ? `M${path.join("L")}` : ""}"/>`,
        )
        .join("") +
      "</svg>";
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
    placeholder: tr(
      "Paste a text here: a song, a speech, your own diary. It stays in this browser.",
    ),
  });
  const ready = button(tr("Take two pages of this course"), async () => {
    const pages = await Promise.all(
      READY.map((page) => fetch(new URL(page, location.href)).then((answer) => answer.text())),
    ).catch(() => undefined);
    if (!pages) return run.say(tr("They are not to be had here."));
    text.value = pages.map(proseOf).join("\n").slice(0, MOST_LETTERS);
    return run.say(tr("Two pages of this course: {n} letters.", { n: text.value.length }));
  });
  const run = runner(tr("Train it"), train);
  const picture = curve();
  const paper = make("p", {
    className: "wb-my-paper",
    tabIndex: 0,
    role: "group",
    ariaLabel: tr("What it writes"),
    innerHTML: `<i>${tr("Here it will write, worse at first, then better.")}</i>`,
  });
  const keep = button(
    tr("Save what it wrote"),
    () => save("my-writer.txt", paper.textContent ?? ""),
    {
      disabled: true,
    },
  );
  const report = make("div", { className: "wb-my-said" });

  async function train() {
    const given = text.value;
    if (given.trim().length < LEAST)
      return run.say(
        tr("It needs {least} letters or more; these are {n}.", {
          least: LEAST,
          n: given.trim().length,
        }),
      );
    report.replaceChildren();
    paper.textContent = "";
    picture.losses.length = 0;
    const start = { at: 0, n: 0 };
    const result = await run.request(
      { stage: "train", boxes: held.asked("train"), text: given, steps: STEPS, n: WRITTEN },
      {
        box: machine.at,
        step: ([step, loss, there]) => {
          picture.losses.push([step, loss, there]);
          picture.draw(STEPS);
          start.at ||= performance.now();
          start.n += 1;
          const each = (performance.now() - start.at) / 1000 / Math.max(1, start.n - 1);
          run.part(step, STEPS, start.n > 10 && step < STEPS ? rest(each * (STEPS - step)) : "");
          run.say(
            tr(
              "Step {step} of {steps}: the loss is {loss}, and {there} on the last tenth of your text (dashed), which it does not read.",
              { step, steps: STEPS, loss: loss.toFixed(2), there: there.toFixed(2) },
            ),
          );
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
    const [, loss, there] = /** @type {number[]} */ (picture.losses.at(-1));
    return run.say(`${learned(loss, there)} ${held.whose("train")}`);
  }

  return [
    make("label", { className: "wb-my-line wb-my-long" }, tr("Your text"), text),
    make("div", { className: "wb-my-hands" }, ready, run.again, run.halt, keep),
    run.line,
    picture.root,
    paper,
    report,
  ];
}
