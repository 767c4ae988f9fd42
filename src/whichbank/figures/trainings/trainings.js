import { framed } from "../kit/frame.js";
import { eased, timeline } from "../kit/motion.js";
import { follow, rebuilt, write } from "../kit/model.js";
import { choice, html, nameAloud, readout, renew } from "../kit/parts.js";
import { listing } from "../kit/tables.js";
import { grouped, tr } from "../kit/words.js";

const [STRIKE, AWAY, WALK] = [40, 350, 500]; // ms from word to word that goes, for one to go, for one to move
const [PACE, COME] = [70, 250]; // ms from word to word that comes, and for one to come
const MOST = 7; // words that are moved one by one
const LENGTH = WALK + MOST * PACE + COME;

const amount = (x) => grouped(x);

const bare = (word) => word.replace(/[.,?!]/g, "");
const part = (at, from, long) => Math.min(Math.max((at - from) / long, 0), 1);

/**
 * Where each word of a text stood in an older one, those that stay in the same order; -1 for one that comes.
 * @param {string[]} now
 * @param {string[]} old
 * @returns {number[]}
 */
export function staying(now, old) {
  let from = 0;
  return now.map((word) => {
    const place = old.findIndex((one, i) => i >= from && bare(one) === bare(word));
    if (place >= 0) from = place + 1;
    return place;
  });
}

/** A line of words that is rewritten: some go, some stay, some come. Underlined are those that the loss counts. */
function line(kind) {
  const words = html("span");
  const gone = html("span", { class: "wb-leaving", "aria-hidden": "true" });
  const root = html(
    "p",
    { class: `wb-reply ${kind}` },
    html("span", { class: "wb-rewritten" }, gone, words),
  );
  const fill = (node, parts, name) =>
    node.replaceChildren(...parts.flatMap((word) => [html(name, {}, word), " "]).slice(0, -1));
  /** @type {((at: number) => void)[]} */
  let moves = [];
  let old = [];
  let last = "span";
  const set = (text, counted) => {
    const parts = text ? text.split(" ") : [];
    const kept = staying(parts, old);
    const from = [...words.children].map((word) => word.getBoundingClientRect());
    fill(gone, old, last);
    last = counted ? "u" : "span";
    fill(words, parts, last);
    const leaving = [...gone.children].filter((_, i) => !kept.includes(i));
    kept.forEach((place) => place >= 0 && (gone.children[place].style.visibility = "hidden"));
    const goes = leaving.map((word, i) => (at) => {
      const away = part(at, i * STRIKE, AWAY);
      word.style.opacity = `${1 - away ** 2}`;
      word.style.translate = `0 ${-0.6 * eased(away)}em`;
    });
    const begin = leaving.length ? WALK : 0;
    let come = 0;
    const comes = [...words.children].map((word, i) => {
      if (kept[i] < 0) {
        const start = begin + PACE * Math.min(come++, MOST);
        return (at) => {
          const here = eased(part(at, start, COME));
          word.style.opacity = `${here}`;
          word.style.translate = `0 ${0.6 * (1 - here)}em`;
        };
      }
      const to = word.getBoundingClientRect();
      const [dx, dy] = [from[kept[i]].x - to.x, from[kept[i]].y - to.y];
      return (at) => {
        const left = 1 - eased(part(at, 0, WALK));
        word.style.translate = `${dx * left}px ${dy * left}px`;
      };
    });
    moves = [...goes, ...comes];
    old = parts;
  };
  /** How far the line is rewritten, in ms from its beginning. */
  const rewrite = (at) => {
    moves.forEach((move) => move(at));
    if (at >= LENGTH) gone.replaceChildren();
  };
  return { root, set, rewrite };
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
  const pen = timeline(LENGTH, (at) => [asked, ...told].forEach((one) => one.rewrite(at)));
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
    pen.set(before < 0 ? LENGTH : 0);
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
