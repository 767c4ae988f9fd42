// The page "Your progress": the table of the chapters, and the buttons that save it to a file, add
// a file, or forget it.
import { make } from "../pages/make.js";
import { save } from "../pages/save.js";
import { shape, summary } from "./marks.js";
import {
  apply,
  count,
  course,
  dump,
  follow,
  forget,
  leftover,
  load,
  parse,
  probe,
  put,
  renames,
  tell,
  trouble,
} from "./store.js";
import { tr } from "../pages/words.js";
import { trn } from "../pages/counts.js";

const MOST = 1_000_000; // characters; the whole course takes some thirty thousand
const LARGE = { items: new Map(), fault: "large" };
const MOST_SURPRISING = 3;
const LOGGED = /^(again|before|after)\//;
const REFUSED = {
  large: tr("It is too large."),
  text: tr("It does not hold JSON."),
  foreign: tr("It was not saved by this page."),
  newer: tr(
    "It was saved by a newer version of this site. Load this page again, then try once more.",
  ),
};

const place = /** @type {HTMLElement} */ (document.getElementById("wb-progress"));
const say = (text) => (said.textContent = text);
const of = (n, all) => tr("{n}\u00a0of\u00a0{all}", { n, all }); // on one line

function saveAll() {
  const now = new Date();
  const day = [now.getFullYear(), now.getMonth() + 1, now.getDate()]
    .map((n) => String(n).padStart(2, "0"))
    .join("-");
  save(
    `which-bank-progress-${day}.json`,
    dump(load(), { saved: now.toISOString(), pages: course.map(({ name }) => name) }),
    "application/json",
  );
  say(tr("Your progress is saved to a file."));
}

/**
 * Add what a file holds. What is marked here stays; a right answer takes the place of one that is
 * not.
 */
async function add(text) {
  const { items: theirs, fault, bad = "" } = text.length > MOST ? LARGE : parse(text);
  if (fault) {
    const reason = REFUSED[fault] ?? tr("It is damaged at “{place}”.", { place: bad.slice(0, 80) });
    return say(tr("This file cannot be used. {reason} Nothing has changed.", { reason }));
  }
  for (const change of await renames(theirs)) apply(theirs, change);
  const ours = load();
  /** Both logs of one thing, each answer once; nothing if theirs holds nothing new. */
  const longer = ([name, log]) => {
    const own = ours.get(name);
    const both = [...new Map([...own, ...log].map((one) => [String(one), one])).values()];
    /** @type {Change[]} */
    const news = both.length > own.length ? [[name, both.sort(([a], [b]) => a - b)]] : [];
    return news;
  };
  const counts = (value) => value !== undefined && value !== false;
  const better = ([name, value]) =>
    counts(value) &&
    (!counts(ours.get(name)) ||
      // the first guess stays
      (value.right && ours.get(name).right === false && !name.startsWith("guess/")));
  const news = [
    ...[...theirs].filter(better),
    ...[...theirs].filter(([name]) => LOGGED.test(name) && ours.has(name)).flatMap(longer),
  ];
  put(news);
  const marks = news.filter(([name]) => !LOGGED.test(name));
  say(
    marks.length
      ? trn(marks.length, {
          one: "{n} mark added from the file.",
          other: "{n} marks added from the file.",
        })
      : news.length
        ? tr("Your answers are brought up to date from the file.")
        : tr("The file holds nothing new."),
  );
}

function addFile() {
  const input = make("input", { type: "file", accept: ".json,application/json", hidden: true });
  input.addEventListener("change", async () => {
    try {
      const file = input.files?.[0];
      if (file) await add(file.size > 4 * MOST ? " ".repeat(MOST + 1) : await file.text());
    } catch {
      say(tr("This file cannot be read. Nothing has changed."));
    }
    input.remove();
  });
  input.addEventListener("cancel", () => input.remove());
  place.append(input); // some browsers open nothing for an input that is nowhere
  input.click();
}

/** Ask first. */
function ask() {
  const yes = () => {
    dialog.close();
    forget();
    say(tr("Everything is forgotten."));
  };
  const dialog = make(
    "dialog",
    { className: "wb-ask", onclose: () => dialog.remove() },
    make("h2", { id: "wb-ask" }, tr("Forget everything?")),
    make(
      "p",
      {},
      tr(
        "All marks, answers and ticks of this course go from this browser. Only a saved file can bring them back.",
      ),
    ),
    make(
      "div",
      { className: "wb-together" },
      make(
        "button",
        { type: "button", className: "wb-press", autofocus: true, onclick: () => dialog.close() },
        tr("Keep it"),
      ),
      make(
        "button",
        { type: "button", className: "wb-press", onclick: yes },
        tr("Forget everything"),
      ),
    ),
  );
  dialog.setAttribute("aria-labelledby", "wb-ask");
  place.append(dialog);
  dialog.showModal();
}

/** The guesses that were made in a chapter, of those that it still asks for. */
const guesses = ({ name }, items) =>
  predictions[name]
    .map(([key, id, question]) => ({ id, question, answer: null, ...items.get(`guess/${key}`) }))
    .filter(({ answer }) => answer !== null);

const predictions = Object.fromEntries(
  globalThis.wb.course.map(([name, , , , asked]) => [name, asked]),
);
const button = (text, onclick) =>
  make("button", { type: "button", className: "wb-press", onclick }, text);
// the table stands there, as high as it will be, and is seen from now on
place.className = "wb-here";
const find = (selector) => place.querySelector(selector);
const [notes, sum, surprises, said] = [".wb-notes", ".wb-sum", ".wb-surprises", ".wb-said"].map(
  find,
);
const rows = [...place.querySelectorAll("tbody tr")].map((row, i) => ({
  chapter: course[i],
  cells: row.querySelectorAll("td"),
}));
for (const sample of place.querySelectorAll("[data-shape]"))
  sample.prepend(shape(/** @type {Shape} */ (sample.dataset.shape)), " ");
place
  .querySelectorAll(".wb-together button")
  .forEach((node, i) => (node.onclick = [saveAll, addFile, ask][i]));
const copied = make(
  "p",
  {},
  tr("Something that was kept here could not be read. A copy of it is set aside."),
  " ",
  button(tr("Save the copy"), () => save("which-bank-unreadable.txt", leftover() ?? "")),
);
const warning = make("p");

follow((items) => {
  const total = { read: 0, right: 0, questions: 0, done: 0, exercises: 0, foreseen: 0, guessed: 0 };
  const wrong = [];
  for (const { chapter, cells } of rows) {
    const { read, tried, right, done } = count(chapter, items);
    const guessed = guesses(chapter, items);
    const foreseen = guessed.filter((one) => one.right).length;
    const [questions, exercises] = [chapter.questions.length, chapter.exercises.length];
    const found = summary(chapter, items);
    cells[0].replaceChildren(
      ...(found ? [shape(found.kind), " "] : []),
      read ? tr("yes") : tr("no"),
    );
    cells[1].textContent = questions
      ? of(right, questions) + (tried > right ? `, ${tr("{n} not yet", { n: tried - right })}` : "")
      : tr("none");
    cells[2].textContent = guessed.length ? of(foreseen, guessed.length) : tr("none");
    cells[3].textContent = exercises ? of(done, exercises) : tr("none");
    wrong.push(
      ...guessed.filter((one) => !one.right).map((one) => ({ ...one, page: chapter.page })),
    );
    for (const [name, n] of Object.entries({
      read: Number(read),
      right,
      questions,
      done,
      exercises,
      foreseen,
      guessed: guessed.length,
    }))
      total[name] += n;
  }
  sum.textContent = trn(
    total.guessed,
    {
      one: "{read} of {chapters} chapters read, {right} of {questions} questions right, {foreseen} of {n} guess right, {done} of {exercises} exercises done.",
      other:
        "{read} of {chapters} chapters read, {right} of {questions} questions right, {foreseen} of {n} guesses right, {done} of {exercises} exercises done.",
    },
    { ...total, chapters: rows.length },
  );
  const most = wrong
    .sort((a, b) => b.off - a.off)
    .slice(0, MOST_SURPRISING)
    .map(({ id, page, question }) =>
      make(
        "li",
        {},
        make(
          "a",
          { href: `${page.replace("book/", "")}.html#predict-${id.replace(".", "-")}` },
          question.replace(/[`*]/g, ""),
        ),
      ),
    );
  surprises.replaceChildren(
    ...(most.length
      ? [make("p", {}, tr("What surprised you most:")), make("ol", {}, ...most)]
      : []),
  );
  warning.textContent = trouble();
  notes.replaceChildren(...(trouble() ? [warning] : []), ...(leftover() ? [copied] : []));
});
probe();
tell();
