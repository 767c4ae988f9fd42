// Which boxes of the machine on page *yours* are lit, beside the exercises that light them, and on the
// page "Your progress". A box is lit when its exercise is done and the code is kept here.
import { small } from "../yours/small.js";
import { tr } from "../pages/words.js";
import { trn } from "../pages/counts.js";

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
    (lit) =>
      lit.has(name)
        ? tr("{title}: this box is yours", { title })
        : tr("Lights a box: {title}", { title }),
    name,
  );
  const onward = document.createElement("p");
  onward.append(
    Object.assign(document.createElement("a"), {
      href: "yours.html",
      textContent: tr("Your {title} is in the machine: see it run", { title }),
    }),
  );
  tick.parentElement?.querySelector(".wb-try")?.after(onward);
  lamps.push(() => (onward.hidden = !ticked.get(exercise) || !kept.get(exercise)));
}
const sum = document.querySelector("#wb-progress .wb-lights");
if (sum)
  lamp(sum, (lit) =>
    trn(
      lit.size,
      {
        one: "{n} of {all} boxes of the machine is yours.",
        other: "{n} of {all} boxes of the machine are yours.",
      },
      { all: Object.keys(boxes).length },
    ),
  );
const show = () => lamps.forEach((draw) => draw());
follow(show);
show();
