// Which boxes of the machine on page *yours* are lit, beside the exercises that light them, and on the
// page "Your progress". A box is lit when its exercise is done and the code is kept here.
import { small } from "../yours/small.js";

const { shelf, follow } = globalThis.wb.progress_store;
const { boxes } = globalThis.wb;
const [kept, ticked] = [shelf("code/"), shelf("done/")];
/** @type {(() => void)[]} */
const lamps = [];

/** Keep a small machine with some words in a link. */
function lamp(link, words, meant = "") {
  lamps.push(() => {
    const lit = new Set(
      Object.keys(boxes)
        .filter((exercise) => ticked.get(exercise) && kept.get(exercise))
        .map((exercise) => boxes[exercise][0]),
    );
    link.innerHTML = small(lit, meant);
    link.append(words(lit));
  });
}

for (const [exercise, [name, title]] of Object.entries(boxes)) {
  const tick = document.querySelector(`[id^="exercise-${exercise.replace(".", "-")}-"] > .wb-done`);
  const link = Object.assign(document.createElement("a"), {
    className: "wb-lights",
    href: "yours.html",
  });
  if (!tick) continue;
  tick.after(link);
  lamp(
    link,
    (lit) => (lit.has(name) ? `${title}: this box is yours` : `Lights a box: ${title}`),
    name,
  );
  const onward = document.createElement("p");
  onward.append(
    Object.assign(document.createElement("a"), {
      href: "yours.html",
      textContent: `Your ${title} is in the machine: see it run`,
    }),
  );
  tick.parentElement?.querySelector(".wb-try")?.after(onward);
  lamps.push(() => (onward.hidden = !ticked.get(exercise) || !kept.get(exercise)));
}
const sum = document.querySelector("#wb-progress .wb-lights");
if (sum)
  lamp(
    sum,
    (lit) =>
      `${lit.size} of ${Object.keys(boxes).length} boxes of the machine ${lit.size === 1 ? "is" : "are"} yours.`,
  );
const show = () => lamps.forEach((draw) => draw());
follow(show);
show();
