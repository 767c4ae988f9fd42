// The page "Your progress": the table of the chapters, and the buttons that save it to a file, add a file, or forget it.
import { make, shape, summary } from "./progress_marks.js";
import { count, course, dump, follow, forget, load, parse, put, tell, trouble, unreadable } from "./progress_store.js";

const MOST = 1_000_000; // characters; the whole course takes some thirty thousand
const TROUBLE = {
  blocked: "This browser keeps nothing for this site. What you mark lasts until you leave the page.",
  full: "This browser has no room left for this site. What you mark now lasts until you leave the page.",
  newer: "A newer version of this site has written what is kept here. Load this page again; until then nothing is kept.",
};
const REFUSED = {
  large: "It is too large.",
  text: "It does not hold JSON.",
  foreign: "It was not saved by this page.",
  newer: "It was saved by a newer version of this site. Load this page again, then try once more.",
};

const place = document.getElementById("wb-progress");
const say = (text) => (said.textContent = text);
const of = (n, all) => `${n}\u00a0of\u00a0${all}`; // on one line
const plural = (n, word) => `${n} ${word}${n === 1 ? "" : "s"}`;

/** Hand the reader a file, made here and now. */
function save(name, text) {
  const link = make("a", { href: URL.createObjectURL(new Blob([text], { type: "application/json" })), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

function saveAll() {
  const now = new Date();
  const day = [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((n) => String(n).padStart(2, "0")).join("-");
  save(`which-bank-progress-${day}.json`, dump(load(), { saved: now.toISOString() }));
  say("Your progress is saved to a file.");
}

/** Add what a file holds. What is marked here stays; a right answer takes the place of one that is not. */
function add(text) {
  const { items: theirs, fault, bad } = text.length > MOST ? { fault: "large" } : parse(text);
  if (fault) {
    const reason = REFUSED[fault] ?? `It is damaged at “${bad.slice(0, 80)}”.`;
    return say(`This file cannot be used. ${reason} Nothing has changed.`);
  }
  const ours = load();
  const counts = (value) => value !== undefined && value !== false;
  const better = ([name, value]) => counts(value) && (!counts(ours.get(name)) || (value.right && ours.get(name).right === false));
  const news = [...theirs].filter(better);
  put(news);
  say(news.length ? `${plural(news.length, "mark")} added from the file.` : "The file holds nothing new.");
}

function addFile() {
  const input = make("input", { type: "file", accept: ".json,application/json", hidden: true });
  input.addEventListener("change", async () => {
    try {
      const [file] = input.files;
      if (file) add(file.size > 4 * MOST ? " ".repeat(MOST + 1) : await file.text());
    } catch {
      say("This file cannot be read. Nothing has changed.");
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
    say("Everything is forgotten.");
  };
  const dialog = make("dialog", { className: "wb-ask", onclose: () => dialog.remove() },
    make("h2", { id: "wb-ask" }, "Forget everything?"),
    make("p", {}, "All marks, answers and ticks of this course go from this browser. Only a saved file can bring them back."),
    make("div", { className: "wb-row" },
      make("button", { type: "button", className: "wb-press", autofocus: true, onclick: () => dialog.close() }, "Keep it"),
      make("button", { type: "button", className: "wb-press", onclick: yes }, "Forget everything")));
  dialog.setAttribute("aria-labelledby", "wb-ask");
  place.append(dialog);
  dialog.showModal();
}

const button = (text, onclick) => make("button", { type: "button", className: "wb-press", onclick }, text);
place.replaceChildren(document.getElementById("wb-progress-parts").content.cloneNode(true));
const find = (selector) => place.querySelector(selector);
const [notes, sum, said] = [".wb-notes", ".wb-sum", ".wb-said"].map(find);
const rows = [...place.querySelectorAll("tbody tr")].map((row, i) => ({ chapter: course[i], cells: row.querySelectorAll("td") }));
for (const sample of place.querySelectorAll("[data-shape]")) sample.prepend(shape(sample.dataset.shape), " ");
find(".wb-buttons").append(button("Save to a file", saveAll), button("Add from a file", addFile), button("Forget everything", ask));
const copied = make("p", {}, "Something that was kept here could not be read. A copy of it is set aside. ",
  button("Save the copy", () => save("which-bank-unreadable.txt", unreadable() ?? "")));
const warning = make("p");

follow((items) => {
  const total = { read: 0, right: 0, questions: 0, done: 0, exercises: 0 };
  for (const { chapter, cells } of rows) {
    const { read, tried, right, done } = count(chapter, items);
    const [questions, exercises] = [chapter.questions.length, chapter.exercises.length];
    const found = summary(chapter, items);
    cells[0].replaceChildren(...(found ? [shape(found.kind), " "] : []), read ? "yes" : "no");
    cells[1].textContent = questions ? `${of(right, questions)}${tried > right ? `, ${tried - right} not yet` : ""}` : "none";
    cells[2].textContent = exercises ? of(done, exercises) : "none";
    for (const [name, n] of Object.entries({ read: Number(read), right, questions, done, exercises })) total[name] += n;
  }
  sum.textContent = `${total.read} of ${plural(rows.length, "chapter")} read, ${total.right} of ${total.questions} questions right, `
    + `${total.done} of ${total.exercises} exercises done.`;
  warning.textContent = TROUBLE[trouble()] ?? "";
  notes.replaceChildren(...(trouble() ? [warning] : []), ...(unreadable() ? [copied] : []));
});
tell();
