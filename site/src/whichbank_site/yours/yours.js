// The page *yours*: a machine whose boxes hold the reader's own functions, and what it can do.
import { make } from "../pages/make.js";
import { holding } from "./boxes.js";
import { keepsake } from "./keep.js";
import { breaking, letters } from "./letters.js";
import { drawn } from "./machine.js";
import { panel } from "./panel.js";
import { real } from "./real.js";
import { training } from "./train.js";
import { tr } from "../pages/words.js";
import { trn } from "../pages/counts.js";

const SEEN = 120; // pixels of it that a reader notices
const { boxes, breaks, megabytes: size, ...files } = globalThis.wb.yours;
const there = Object.entries(files).map(([name, file]) => [
  name,
  file && new URL(file, globalThis.wb.practice.base).href,
]);
const held = holding(boxes);
const seen = panel(held, () =>
  /** @type {HTMLElement | null} */ (
    document.querySelector("#wb-yours-letters .wb-my-go")
  )?.click(),
);
const whole = drawn(boxes, (name) => {
  pick(name);
  const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  // on a phone what it holds is below the whole machine
  if (seen.root.getBoundingClientRect().top > innerHeight - SEEN)
    seen.root.scrollIntoView({ block: "nearest", behavior: calm ? "instant" : "smooth" });
});
const sum = make("p", { className: "wb-my-sum", role: "status" });
let picked = "";

function show() {
  const lit = held.lit();
  whole.set({ lit, changed: held.changed(), picked });
  const words = lit.size
    ? trn(
        lit.size,
        { one: "{n} of {all} boxes is yours.", other: "{n} of {all} boxes are yours." },
        { all: boxes.length },
      )
    : tr(
        "The machine runs, on the course’s functions. Each exercise that you solve puts yours into a box.",
      );
  if (sum.textContent !== words) sum.textContent = words;
}

function pick(name) {
  picked = name;
  seen.pick(name);
  show();
}

/** Bring the reader to a box. */
function go(name) {
  pick(name);
  seen.root.scrollIntoView({ block: "nearest" });
  seen.focus();
}

const desk = { held, machine: whole, go, breaks, kept: {}, size, ...Object.fromEntries(there) };
const cards = {
  machine: () => [sum, make("div", { className: "wb-my-desk" }, whole.root, seen.root)],
  letters: () => letters(desk),
  breaking: () => breaking(desk),
  real: () => real(desk),
  training: () => training(desk),
  keepsake: () => keepsake(desk),
};
for (const [name, filled] of Object.entries(cards))
  document.getElementById(`wb-yours-${name}`)?.replaceChildren(...filled());
whole.say("", "");
held.views.add(show);
pick(boxes.find((box) => held.lit().has(box.name))?.name ?? boxes[0].name);
