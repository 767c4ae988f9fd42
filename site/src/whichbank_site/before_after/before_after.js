// Before and after: questions in two forms, on two pages. Before the course a reader answers one
// form and is told nothing; after a part the other, and is told what is right and what has changed.
import { asking, marked } from "../again/asking.js";
import { KNOWN } from "../again/plan.js";
import { make } from "../pages/make.js";
import { answers, FORMS, gain, guessing, LATER, OPEN, other, GOT } from "./result.js";
import { tr } from "../pages/words.js";
import { LANGUAGE, filled, trn } from "../pages/counts.js";

const { follow, load, shelf, tell, trouble } = globalThis.wb.progress_store;
const { asked } = globalThis.wb;
const WRONG = "b";
const UNKNOWN = tr("I don’t know yet");
const PER_MINUTE = 60_000;

const place = /** @type {HTMLElement} */ (document.getElementById("wb-twice"));
place.classList.add("wb-once-more");
const when = place.dataset.when === "before" ? "before" : "after";
const kept = shelf(`${when}/`);
const minute = () => Math.floor(Date.now() / PER_MINUTE);
const pressed = (text, onclick) =>
  make("button", { type: "button", className: "wb-press", onclick }, text);

/** The form that a reader meets before, drawn once. */
function formDrawn() {
  const draw = shelf("form/");
  if (!draw.get("drawn")) draw.put([["drawn", FORMS[Number(Math.random() < 0.5)]]]);
  return draw.get("drawn");
}

/** Ideas of all parts in turn, so that who stops early has met some of each. */
const mixed = () =>
  asked[0].ideas.flatMap((_, i) => asked.flatMap(({ ideas }) => ideas.slice(i, i + 1)));

const isOld = (found, now) => found.after && now - found.after.minute >= LATER;

/**
 * What is to be asked now, in which form: of all ideas before, of one part's questions after.
 * @param {Asked[]} questions
 * @param {string} form the one that is drawn
 * @param {boolean} [again] whether they are asked once more
 */
function due(questions, form, again = false) {
  const items = load();
  return questions.flatMap((question) => {
    const found = answers(items, question.id);
    if (when === "before") return found.before || found.after ? [] : [{ question, form }];
    const [first, second] = [
      found.before ? other(found.before.form) : other(form),
      other(found.after?.form ?? form),
    ];
    if (!found.after) return again ? [] : [{ question, form: first }];
    return again && !found.later && isOld(found, minute()) ? [{ question, form: second }] : [];
  });
}

/** Keep an answer, unless another tab has. */
function keep({ question, form }, choice) {
  const name = `${question.id}.${form}`;
  const log = kept.get(name) ?? [];
  const found = answers(load(), question.id);
  const own = [found.before, found.after, found.later];
  if (when === "before" ? found.before : own.slice(1).some((one) => one?.form === form)) return;
  kept.put([[name, [...log, [minute(), choice]]]]);
}

/** The order of a question's choices: always the same for it, and the right one anywhere. */
function placed(id, form) {
  const start = [...`${id}${form}`].reduce(
    (sum, sign) => (47 * sum + sign.charCodeAt(0)) % 65_521,
    7,
  );
  const all = ["a", "b", "c"];
  const [first] = all.splice(start % 3, 1);
  return [first, ...(start % 2 ? all.reverse() : all)];
}

/**
 * A question with its choices.
 * @param {{question: Asked, form: string}} one
 * @param {(choice: string) => void} onAnswer
 */
function choosing({ question, form }, onAnswer) {
  const texts = question.forms[form];
  const said = make("output");
  const fields = [...placed(question.id, form), OPEN].map((choice) => {
    const input = make("input", { type: "radio", name: "twice", value: choice });
    const text = choice === OPEN ? [UNKNOWN] : marked(texts[choice]);
    return { choice, input, root: make("label", {}, input, make("span", {}, ...text)) };
  });
  const button = make(
    "button",
    { type: "submit", className: "wb-press" },
    when === "before" ? tr("Next") : tr("Check"),
  );
  const onsubmit = (event) => {
    event.preventDefault();
    const picked = fields.find(({ input }) => input.checked);
    if (!picked)
      return void (said.textContent = tr("Choose an answer, or “{unknown}”.", {
        unknown: UNKNOWN,
      }));
    button.remove();
    for (const { choice, input, root } of fields) {
      input.disabled = true;
      root.classList.toggle("wb-right", when === "after" && choice === GOT);
    }
    if (when === "after") said.replaceChildren(...explained(question, texts, picked.choice));
    onAnswer(picked.choice);
  };
  return make(
    "form",
    { onsubmit },
    make(
      "fieldset",
      {},
      make("legend", {}, ...marked(texts.text)),
      ...fields.map(({ root }) => root),
    ),
    button,
    said,
  );
}

/** What is told of an answer. */
function explained({ thoughts, why, see }, texts, choice) {
  const link = (href, text) => make("a", { href, target: "_blank" }, text);
  const thought = thoughts[choice];
  return [
    make("strong", {}, choice === GOT ? tr("Right.") : tr("Not yet."), " "),
    ...(choice === GOT
      ? []
      : [
          ...filled(tr("The answer: {answer}."), {
            answer: [make("strong", {}, ...marked(texts[GOT]))],
          }),
          " ",
        ]),
    `${why} `,
    ...filled(thought ? tr("See {there}, and {thought}.") : tr("See {there}."), {
      there: [link(see, tr("where it is taught"))],
      thought: [link(`misconceptions.html#${thought}`, tr("the thought behind your answer"))],
    }),
  ];
}

/** An exercise by hand, with the numbers of this form. */
async function computing({ question, form }, onAnswer) {
  const leave = pressed(UNKNOWN, () => done(OPEN));
  let open = true;
  const done = (choice) => {
    if (!open) return;
    open = false;
    leave.remove();
    onAnswer(choice);
  };
  const grade = (known) => done(known === KNOWN ? GOT : WRONG);
  return [await asking(question, FORMS.indexOf(form), question.at, grade), leave];
}

/**
 * Ask some questions, one after the other.
 * @param {HTMLElement} desk
 * @param {() => {question: Asked, form: string}[]} still what is to be asked now
 * @param {number} all how many there are
 * @param {() => void} onEnd
 */
async function ask(desk, still, all, onEnd) {
  let shown;
  let waits = false; // for the reader to go on
  const next = async (isFirst = false) => {
    const left = still();
    waits = false;
    shown = left[0];
    if (!shown) {
      stop();
      return onEnd();
    }
    const one = shown;
    const after = make("p", { className: "wb-together" });
    const onAnswer = (choice) => {
      waits = true;
      keep(one, choice);
      if (when === "before") return void next();
      const on = pressed(still().length ? tr("Next") : tr("Done"), () => next());
      after.append(on);
      on.focus();
    };
    const nth = make(
      "p",
      { className: "wb-once-more-nth", tabIndex: -1 },
      tr("{n} of {all}", { n: Math.max(1, all - left.length + 1), all }),
    );
    const fields = one.question.numbers
      ? await computing(one, onAnswer)
      : [choosing(one, onAnswer)];
    desk.replaceChildren(nth, ...fields, after);
    if (!isFirst) nth.focus();
  };
  // answered in another tab
  const stop = follow(() => {
    if (shown && !waits && !still().some((one) => one.question === shown.question)) next();
  });
  await next(true);
}

function askBefore() {
  const desk = make("div");
  const note = make("p", { className: "wb-twice-note" });
  const all = mixed();
  const end = () => {
    const { length } = all.filter(({ id }) => answers(load(), id).before);
    desk.replaceChildren(
      make(
        "p",
        { role: "status" },
        length
          ? trn(length, {
              one: "{n} answer kept. What was right stays unsaid for now: after each part of the course you are asked once more, in other words.",
              other:
                "{n} answers kept. What was right stays unsaid for now: after each part of the course you are asked once more, in other words.",
            })
          : tr(
              "You have been asked after the course already; there is nothing left to ask before it.",
            ),
        " ",
        make("a", { href: "after.html" }, tr("After a part")),
      ),
    );
  };
  const begin = (form) => ask(desk, () => due(all, form), all.length, end);
  place.replaceChildren(note, desk);
  const items = load();
  const left = due(all, items.get("form/drawn") ?? "A").length;
  if (!left) end();
  else if (left < all.length && items.get("form/drawn")) begin(items.get("form/drawn"));
  else {
    if ([...items.keys()].some((name) => /^(read|answer|guess|done)\//.test(name)))
      note.textContent = tr(
        "You have already begun the course: this will show what you gain from here on.",
      );
    desk.append(pressed(tr("Begin: {n} questions", { n: all.length }), () => begin(formDrawn())));
  }
  warn(note);
}

/** Say where nothing is kept. */
function warn(note) {
  follow(() => {
    if (trouble()) note.textContent = trouble();
  });
  tell();
}

const day = (minutes) =>
  new Date(minutes * PER_MINUTE).toLocaleDateString(LANGUAGE, { day: "numeric", month: "long" });

/** One part after it was read: what can be asked now. */
function entry(part, begin) {
  const questions = [...part.ideas, ...part.byHand];
  const form = load().get("form/drawn") ?? "A";
  const [first, again] = [due(questions, form), due(part.ideas, form, true)];
  const found = questions.map(({ id }) => answers(load(), id));
  const last = Math.max(...found.map(({ after }) => after?.minute ?? 0));
  const start = (text, isAgain) => {
    const button = pressed(text, () => begin(part, isAgain ? part.ideas : questions, isAgain));
    button.setAttribute("aria-label", `${text}: ${part.caption}`);
    return button;
  };
  const given = questions.length - first.length;
  return make(
    "li",
    {},
    make("span", {}, part.caption),
    first.length
      ? start(
          given
            ? tr("Go on: {given} of {all}", { given, all: questions.length })
            : tr("{n} questions", { n: questions.length }),
          false,
        )
      : again.length
        ? start(tr("Once more: what has stayed?"), true)
        : make(
            "span",
            { className: "wb-twice-note" },
            found.some(({ later }) => later)
              ? tr("answered twice")
              : tr("answered; once more from {day}", { day: day(last + LATER) }),
          ),
  );
}

const signed = (share) => {
  const points = Math.round(100 * share);
  return points < 0 ? `−${-points}` : points ? `+${points}` : "0";
};

/** What has changed, part by part, with what chance alone would do. */
function changes() {
  const items = load();
  const rows = asked
    .map(({ caption, ideas }) => ({ caption, ids: ideas.map(({ id }) => id) }))
    .map(({ caption, ids }) => ({ caption, ids, ...gain(items, ids) }))
    .filter(({ n }) => n);
  if (!rows.length) return [];
  if (rows.length > 1) {
    const every = rows.flatMap(({ ids }) => ids);
    rows.push({ caption: tr("Together"), ids: every, ...gain(items, every) });
  }
  const total = rows[rows.length - 1];
  const { mean, low, high } = guessing(total.n);
  const computed = asked.flatMap(({ byHand }) =>
    byHand.flatMap(({ id }) => answers(items, id).after ?? []),
  );
  const cell = (text) => make("td", {}, text);
  const row = ({ caption, n, before, after, change, room }) =>
    make(
      "tr",
      {},
      make("th", { scope: "row" }, caption),
      cell(tr("{n} of {all}", { n: before, all: n })),
      cell(tr("{n} of {all}", { n: after, all: n })),
      cell(
        tr("{change} ({low} to {high})", {
          change: signed(change),
          low: signed(room[0]),
          high: signed(room[1]),
        }),
      ),
    );
  return [
    make(
      "table",
      { className: "wb-progress" },
      make(
        "caption",
        {},
        tr(
          "Right before and after, on the same ideas in other words; and how many more you would have right of a hundred such questions",
        ),
      ),
      make(
        "thead",
        {},
        make(
          "tr",
          {},
          ...[tr("Part"), tr("Before"), tr("After"), tr("Of 100")].map((text) =>
            make("th", { scope: "col" }, text),
          ),
        ),
      ),
      make("tbody", {}, ...rows.map(row)),
    ),
    make(
      "p",
      {},
      tr(
        "In brackets stands what so few questions leave open: of a hundred such intervals about ninety hold the true number. One that holds 0 does not show that anything has changed.",
      ),
    ),
    make(
      "p",
      {},
      tr(
        "Who only guesses has about {mean} of {all} right, nine times in ten between {low} and {high}.",
        { mean: Math.round(mean), all: total.n, low, high },
      ),
      total.opened
        ? ` ${trn(
            total.opened,
            {
              one: "{n} question that you had left open before you answered this time: guessing there would have added about {more}.",
              other:
                "{n} questions that you had left open before you answered this time: guessing there would have added about {more}.",
            },
            { more: Math.round(total.opened / 3) },
          )}`
        : "",
    ),
    ...(computed.length
      ? [
          make(
            "p",
            {},
            tr(
              "Computed by hand: {right} of {all} right at the first try. Nobody is asked these before.",
              {
                right: computed.filter(({ choice }) => choice === GOT).length,
                all: computed.length,
              },
            ),
          ),
        ]
      : []),
  ];
}

function askAfter() {
  const [list, desk, note] = [
    make("ul", { className: "wb-twice-parts" }),
    make("div"),
    make("p", { className: "wb-twice-note" }),
  ];
  const result = make("div", { className: "wb-twice-room" });
  let isBusy = false;
  const begin = (part, questions, isAgain) => {
    isBusy = true;
    draw();
    const form = formDrawn();
    const still = () => due(questions, form, isAgain);
    const most = isAgain ? still().length : questions.length;
    ask(desk, still, most, () => {
      isBusy = false;
      const right = part.ideas.filter(({ id }) => {
        const { after, later } = answers(load(), id);
        return (isAgain ? later : after)?.choice === GOT;
      }).length;
      desk.replaceChildren(
        make(
          "p",
          { role: "status" },
          tr("{part}: {right} of {all} ideas right.", {
            part: part.caption,
            right,
            all: part.ideas.length,
          }),
        ),
      );
      draw();
    }).then(() => desk.querySelector(".wb-once-more-nth")?.scrollIntoView({ block: "nearest" }));
  };
  const draw = () => {
    list.hidden = result.hidden = isBusy;
    if (isBusy) return;
    list.replaceChildren(...asked.map((part) => entry(part, begin)));
    result.replaceChildren(...changes());
  };
  place.replaceChildren(note, list, desk, result);
  follow(draw);
  draw();
  warn(note);
}

if (when === "before") askBefore();
else askAfter();
