import { framed } from "../kit/frame.js";
import { timeline } from "../kit/motion.js";
import { follow, rebuilt, write } from "../kit/model.js";
import { choice, html, nameAloud, readout, renew } from "../kit/parts.js";
import { listing } from "../kit/tables.js";
import { grouped, tr } from "../kit/words.js";

const PACE = 110; // ms from word to word
const MOST = 7; // words that are written one by one

const amount = (x) => grouped(x);

/** A line of words: underlined are those that the loss counts. */
function line(kind) {
  const words = html("span");
  const root = html("p", { class: `wb-reply ${kind}` }, words);
  const set = (text, counted) => {
    const parts = text ? text.split(" ") : [];
    words.replaceChildren(
      ...parts.flatMap((word) => [html(counted ? "u" : "span", {}, word), " "]).slice(0, -1),
    );
  };
  /** Show so many of its words. */
  const upTo = (shown) =>
    [...words.children].forEach((word, i) => word.classList.toggle("wb-yet", i >= shown));
  return { root, set, upTo };
}

/** A question and how the model goes on, the computing of each training, and a switch. */
function assemble(model, el) {
  const [names, question, answers, lessons, data, computing] = [
    "names",
    "question",
    "answers",
    "lessons",
    "data",
    "computing",
  ].map((name) => model.get(name));
  const asked = line("wb-prompt");
  const told = Array.from({ length: Math.max(...answers.map((all) => all.length)) }, () =>
    line("wb-answer"),
  );
  const most = Math.max(...computing);
  const pick = nameAloud(choice(tr("The model …"), names, (stage) => write(model, { stage })));
  pick.root.classList.add("wb-inked"); // its bars are half of the picture
  [...pick.root.querySelectorAll("label > span")].forEach((label, i) =>
    label.replaceChildren(
      html("b", {}, names[i]),
      html("em", {}, data[i]),
      html("em", {}, amount(computing[i])),
      html("i", { style: `width: max(1px, ${(100 * computing[i]) / most}%)` }),
    ),
  );
  const said = readout();
  const table = listing(
    tr("Three trainings"),
    ["", tr("from"), tr("petaflop/s-days"), tr("goes on")],
    names.length,
  );
  table.set(names.map((name, i) => [name, data[i], amount(computing[i]), answers[i].join(" / ")]));
  const pen = timeline(MOST * PACE, (at) =>
    told.forEach((one) => one.upTo(Math.round(at / PACE) || 0)),
  );
  const frame = framed(model, el, {
    name: "trainings",
    what: tr("What does each training change?"),
    traits: ["stage"],
    fits: ({ stage }) => Number.isInteger(stage) && stage >= 0 && stage < names.length,
    picture: [html("div", { class: "wb-talk" }, asked.root, ...told.map((one) => one.root))],
    controls: [
      html("p", { class: "wb-aside" }, tr("Learned from, and computing (petaflop/s-days)")),
      pick.root,
    ],
    said: said.root,
    table: [table.root],
    wide: true,
  });
  let before = -1;
  const stop = follow(model, ["stage"], () => {
    const stage = model.get("stage");
    asked.set(question, stage === 0);
    const now = answers[stage];
    const marks = now.length > 1 ? ["wb-picked", "wb-left"] : ["", "wb-none"];
    told.forEach((one, i) => {
      one.set(now[i] ?? "", now.length === 1);
      renew(one.root, { class: `wb-reply wb-answer ${marks[Math.min(i, 1)]}` });
    });
    pick.set(stage);
    said.set(lessons[stage]);
    pen.set(before < 0 ? MOST * PACE : 0);
    if (before >= 0) pen.play();
    before = stage;
  });
  return () => {
    pen.rest();
    stop();
    frame.stop();
  };
}

/** Draw; when anything but the training that is shown changes, build the figure anew. */
export default {
  render: rebuilt(["names", "question", "answers", "lessons", "data", "computing"], assemble),
};
