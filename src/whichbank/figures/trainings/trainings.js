import { framed } from "../kit/frame.js";
import { eased, timeline } from "../kit/motion.js";
import { follow, rebuilt, write } from "../kit/model.js";
import { choice, html, nameAloud, readout, renew, say } from "../kit/parts.js";
import { listing } from "../kit/tables.js";
import { grouped, tr } from "../kit/words.js";

const [STRIKE, AWAY, WALK] = [40, 350, 500]; // ms from word to word that goes, for one to go, for one to move
const [PACE, COME] = [70, 250]; // ms from word to word that comes, and for one to come
const MOST = 7; // words that are moved one by one
const WRITTEN = WALK + MOST * PACE + COME;
const [COUNT, JUDGE, TURN] = [450, 350, 700]; // ms for the words that count to be underlined, for the marks, and for what they change
const LENGTH = WRITTEN + JUDGE + TURN;

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

/**
 * A line of words that is rewritten: some go, some stay, some come. Then those that the loss counts are underlined; or
 * the answer gets its mark, and rises or sinks.
 */
function line(kind) {
  const words = html("span");
  const gone = html("span", { class: "wb-leaving", "aria-hidden": "true" });
  const mark = html("b");
  const root = html(
    "p",
    { class: `wb-reply ${kind}` },
    html("span", { class: "wb-rewritten" }, gone, words),
    mark,
  );
  const fill = (node, parts, name) =>
    node.replaceChildren(...parts.flatMap((word) => [html(name, {}, word), " "]).slice(0, -1));
  /** @type {((at: number) => void)[]} */
  let moves = [];
  let old = [];
  let last = "span";
  let leant = 0;
  const lean = (way) => root.style.setProperty("--wb-turned", way.toFixed(3));
  /**
   * @param {string} text
   * @param {boolean} counted
   * @param {number} [way] 1 for an answer that people picked, -1 for another
   */
  const set = (text, counted, way = 0) => {
    const parts = text ? text.split(" ") : [];
    const kept = staying(parts, old);
    lean(0);
    const narrow = root.offsetWidth;
    const from = [...words.children].map((word) => word.getBoundingClientRect());
    // what was on its way is there now
    for (const node of [root, words]) Object.assign(node.style, { width: "", whiteSpace: "" });
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
    const [broad, wide] = [root.offsetWidth, Math.ceil(words.getBoundingClientRect().width)];
    const widths = (at) => {
      // the words stand as they will when the bubble is there
      const grown = eased(part(at, 0, WALK));
      const glides = grown < 1;
      root.style.width = glides ? `${narrow + grown * (broad - narrow)}px` : "";
      root.style.whiteSpace = glides ? "nowrap" : "";
      words.style.width = glides ? `${wide}px` : "";
    };
    const all = [...words.children];
    const lines = all.map((word, i) => (at) => {
      const here = part(at, WRITTEN + (COUNT * i) / all.length, COUNT / all.length);
      word.style.textDecorationColor = `color-mix(in srgb, var(--wb-accent) ${100 * here}%, transparent)`;
    });
    say(mark, way ? (way > 0 ? " ✓" : " ✗") : "");
    mark.className = way < 0 ? "wb-worse" : "wb-better";
    const before = leant;
    leant = way;
    const turns = (at) => {
      mark.style.opacity = `${eased(part(at, WRITTEN, JUDGE))}`;
      const back = before * (1 - eased(part(at, 0, WALK)));
      lean(back + way * eased(part(at, WRITTEN + JUDGE, TURN)));
    };
    moves = [...goes, ...comes, ...(counted ? lines : []), turns, widths];
    old = parts;
  };
  /** How far the line is rewritten, in ms from its beginning. */
  const rewrite = (at) => {
    moves.forEach((move) => move(at));
    if (at >= WRITTEN) gone.replaceChildren();
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
    told.forEach((one, i) => {
      one.set(now[i] ?? "", now.length === 1, now.length > 1 ? (i ? -1 : 1) : 0);
      renew(one.root, { class: `wb-reply wb-answer ${i < now.length ? "" : "wb-none"}` });
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
