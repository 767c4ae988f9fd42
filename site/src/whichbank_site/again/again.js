// It comes back: what a reader was asked, some days later and in another form. On the page "Your
// progress" stand what is due and how much is likely still known; at a chapter's start stand three
// questions from before.
import { make } from "../pages/make.js";
import { save } from "../pages/save.js";
import { asking } from "./asking.js";
import { cards } from "./cards.js";
import { isDue, planned } from "./plan.js";
import { tr } from "../pages/words.js";
import { filled, trn } from "../pages/counts.js";

const { follow, load, mark, shelf, trouble } = globalThis.wb.progress_store;
const { base, items: address, fsrs, style, pictures, more } = globalThis.wb.again;
const site = new URL("../..", base).href;
const START = "again/";
const [logs, quiet] = [shelf(START), shelf("quiet/")];
const SESSION = 10; // questions: some five minutes
const BEFORE = 3;
const DAY = 86_400_000;
const FOURS = /..../g;

const asks = (name, questions, guesses) => ({
  name,
  has: {
    answer: new Set(questions.match(FOURS)),
    guess: new Set(guesses.match(FOURS)),
  },
});
/** Each chapter's name and what belongs to it; and, in their places, the pages with guesses alone. */
const chapters = globalThis.wb.course.map(([name, questions, guesses]) =>
  asks(name, questions, guesses),
);
for (const [place, name, guesses] of more) chapters.splice(place, 0, asks(name, "", guesses));

/** What the contents call a page. */
const titled = (name) =>
  document.querySelector(`.sidebar-tree a[href$="${name}.html"]`)?.firstChild?.textContent ?? name;

/** Another order each day, so that chapters mix and the first question is not always the same. */
const shuffled = (list) => {
  const day = new Date(Date.now()).setHours(0, 0, 0, 0) / DAY;
  const place = ({ key }) => mark(`${key} ${day}`);
  return [...list].sort((one, other) => (place(one) < place(other) ? -1 : 1));
};

/** The chapter that asks for something; undefined where it is not asked any more. */
const homeOf = (key) => {
  const [kind, id] = key.split(/\/(.*)/s);
  return chapters.find(({ name, has }) =>
    kind === "done" ? id.startsWith(`${name}.`) : has[kind]?.has(mark(id)),
  )?.name;
};

/** All that has a log, with when it comes back, the weakest first. */
function kept(now = Date.now()) {
  return [...load()]
    .filter(([name]) => name.startsWith(START))
    .map(([name, log]) => ({ key: name.slice(START.length), log }))
    .map(({ key, log }) => ({ key, log, home: homeOf(key), ...planned(log, now) }))
    .filter(({ home }) => home)
    .sort((one, other) => one.strength - other.strength);
}

/** A script of this folder, fetched when it is wanted, and what it has put into wb. */
function fetching(file, name) {
  let coming;
  return () => {
    coming ??= new Promise((resolve, reject) =>
      document.head.append(
        make("script", {
          src: base + file,
          onload: () => resolve(globalThis.wb[name]),
          onerror: reject,
        }),
      ),
    );
    coming.catch(() => (coming = undefined));
    return coming;
  };
}
const questions = fetching(address, "again_items");
const stills = fetching(pictures, "again_pictures");

/** In how many days something comes back. */
function daysTo(due, now = Date.now()) {
  const days = Math.round(
    (new Date(due).setHours(0, 0, 0, 0) - new Date(now).setHours(0, 0, 0, 0)) / DAY,
  );
  return Math.max(days, 0);
}

const comesBack = (days) =>
  days === 0
    ? tr("It comes back today.")
    : days === 1
      ? tr("It comes back tomorrow.")
      : trn(days, { one: "It comes back in {n} day.", other: "It comes back in {n} days." });
const nextBack = (days) =>
  days === 0
    ? tr("Nothing is due. The next question comes back today.")
    : days === 1
      ? tr("Nothing is due. The next question comes back tomorrow.")
      : trn(days, {
          one: "Nothing is due. The next question comes back in {n} day.",
          other: "Nothing is due. The next question comes back in {n} days.",
        });

/** Ask what is due, one thing after the other, in a place. */
async function session(place, due, onEnd) {
  let found;
  try {
    found = await questions();
  } catch {
    place.replaceChildren(
      make("p", {}, tr("The questions cannot be loaded now. Nothing is lost: try again later.")),
    );
    return;
  }
  const known = new Map(
    found.flatMap(({ chapter, items }) => items.map((item) => [item.key, { chapter, item }])),
  );
  const asked = due.filter(({ key }) => known.has(key));
  let right = 0;
  const next = async (i) => {
    if (i >= asked.length) return onEnd(right, asked.length);
    const { key } = asked[i];
    const { chapter, item } = known.get(key);
    const log = logs.get(key) ?? [];
    const after = make("p", { className: "wb-together" });
    const onGrade = (grade) => {
      const now = Date.now();
      const longer = [...(logs.get(key) ?? []), [Math.floor(now / 60_000), grade]];
      logs.put([[key, longer]]);
      right += Number(grade > 1);
      after.append(
        make(
          "button",
          { type: "button", className: "wb-press", onclick: () => next(i + 1) },
          i + 1 < asked.length ? tr("Next") : tr("Done"),
        ),
        ...(i + 1 < asked.length
          ? [
              make(
                "button",
                { type: "button", className: "wb-press", onclick: () => onEnd(right, i + 1) },
                tr("Stop here"),
              ),
            ]
          : []),
        make("span", {}, comesBack(daysTo(planned(longer, now).due))),
      );
    };
    const at = `${site}book/${chapter}.html#${item.at}`;
    const heading = make(
      "p",
      { className: "wb-once-more-nth", tabIndex: -1 },
      ...filled(tr("{n} of {all}, from {chapter}", { n: i + 1, all: asked.length }), {
        chapter: [make("a", { href: at, target: "_blank" }, titled(chapter))],
      }),
    );
    place.replaceChildren(heading, await asking(item, log.length - 1, at, onGrade), after);
    if (i) heading.focus();
  };
  await next(0);
}

/** What is due, how much is still known, and what can be taken along. */
function overview(place) {
  const [due, desk, table, cardsSaid] = [
    make("p"),
    make("div", { className: "wb-again wb-once-more" }),
    make("div", { className: "wb-strength-room" }),
    make("output"),
  ];
  const begin = make("button", { type: "button", className: "wb-press" });
  const box = make("input", {
    type: "checkbox",
    onchange: () => quiet.put([["again", box.checked ? undefined : true]]),
  });
  let running = false;
  const start = async () => {
    running = true;
    begin.hidden = true;
    await session(
      desk,
      shuffled(
        kept()
          .filter((one) => isDue(one.due, Date.now()))
          .slice(0, SESSION),
      ),
      (right, all) => {
        running = false;
        desk.replaceChildren(
          make(
            "p",
            { role: "status" },
            trn(
              all,
              { one: "{right} of {n} question right.", other: "{right} of {n} questions right." },
              { right },
            ),
          ),
        );
        draw();
      },
    );
  };
  begin.onclick = start;
  const saveCards = async (wanted, name) => {
    try {
      const found = await stills().catch(() => undefined);
      const text = cards(await questions(), wanted, found);
      save(name, text);
      cardsSaid.textContent = [
        trn(text.split("\n").length - 6, { one: "{n} card saved.", other: "{n} cards saved." }),
        ...(found ? [] : [tr("Their pictures cannot be loaded now.")]),
        tr("In Anki: File, Import."),
      ].join(" ");
    } catch {
      cardsSaid.textContent = tr("The questions cannot be loaded now.");
    }
  };
  const missed = ({ key }) => (logs.get(key) ?? []).some(([, grade]) => grade === 1);
  const button = (text, onclick) =>
    make("button", { type: "button", className: "wb-press", onclick }, text);

  function draw() {
    if (running) return;
    const all = kept();
    const now = all.filter((one) => isDue(one.due, Date.now()));
    const soon = Math.min(...all.map((one) => one.due));
    due.textContent = !all.length
      ? tr("Nothing yet. What you guess and answer from now on comes back here.")
      : now.length
        ? trn(
            now.length,
            { one: "{n} question of {all} is due.", other: "{n} questions of {all} are due." },
            { all: all.length },
          ) +
          (now.length > SESSION
            ? ` ${tr("{n} a day are enough; the rest can wait.", { n: SESSION })}`
            : "")
        : nextBack(daysTo(soon));
    begin.hidden = !now.length;
    begin.textContent =
      now.length > SESSION ? tr("Take {n} of them: five minutes", { n: SESSION }) : tr("Begin");
    box.checked = !quiet.get("again");
    const rows = chapters
      .map(({ name }) => ({ name, of: all.filter(({ home }) => home === name) }))
      .filter(({ of }) => of.length)
      .map(({ name, of }) => {
        const share = of.reduce((sum, { later }) => sum + later, 0) / of.length;
        const percent = `${Math.round(100 * share)}%`;
        return make(
          "tr",
          {},
          make("th", { scope: "row" }, titled(name)),
          make("td", {}, String(of.length)),
          make(
            "td",
            {},
            make("span", { className: "wb-bar", style: `--share: ${percent}` }),
            ` ${percent}`,
          ),
        );
      });
    table.replaceChildren(
      ...(rows.length
        ? [
            make(
              "table",
              { className: "wb-progress wb-strength" },
              make(
                "caption",
                {},
                tr(
                  "How much of what you were asked you are likely to know in a week, if nothing comes back",
                ),
              ),
              make(
                "thead",
                {},
                make(
                  "tr",
                  {},
                  ...[tr("Chapter"), tr("Asked"), tr("Likely known")].map((text) =>
                    make("th", { scope: "col" }, text),
                  ),
                ),
              ),
              make("tbody", {}, ...rows),
            ),
          ]
        : []),
    );
  }
  place.replaceChildren(
    due,
    begin,
    desk,
    table,
    make(
      "label",
      { className: "wb-again-quiet" },
      box,
      tr("At a chapter’s start, offer three questions from before"),
    ),
    make(
      "p",
      { className: "wb-together" },
      button(tr("All as cards for Anki"), () => saveCards(undefined, "which-bank-cards.txt")),
      button(tr("What I missed, as cards"), () => saveCards(missed, "which-bank-missed.txt")),
    ),
    cardsSaid,
  );
  follow(draw);
  draw();
}

/** At a chapter's start: three of what is due from other chapters, if there are so many. */
function before(page) {
  const others = kept().filter(({ due, home }) => home !== page && isDue(due, Date.now()));
  if (others.length < BEFORE || quiet.get("again") || trouble()) return;
  const desk = make("div", { className: "wb-again wb-once-more" });
  const root = make(
    "details",
    { className: "wb-before" },
    make("summary", {}, tr("Three questions from before")),
    desk,
  );
  const end = (right, all) =>
    desk.replaceChildren(
      make(
        "p",
        { role: "status" },
        tr("{right} of {all} right. On with the chapter.", { right, all }),
      ),
    );
  root.addEventListener("toggle", () => session(desk, others.slice(0, BEFORE), end), {
    once: true,
  });
  (document.querySelector(".wb-goals") ?? document.querySelector("h1"))?.after(root);
}

document.head.append(make("link", { rel: "stylesheet", href: base + style }));
document.head.append(
  make("script", {
    src: base + fsrs,
    onload: () => {
      const place = document.getElementById("wb-again");
      if (place) overview(place);
      else before(globalThis.wb.again_page);
    },
  }),
);
