// A question to a class, in the lecture view: a code for phones, a field for the codes that come back
// or counts of hands, bars before and after talking, and what is to be said about each choice.
import { marked } from "../again/asking.js";
import { make } from "../pages/make.js";
import { choices } from "./choices.js";
import { counted, found } from "./counting.js";
import { invitation } from "./invitation.js";
import { called, loaded, style, tables } from "./items.js";
import { limits } from "./limits.js";
import { keep, recall } from "./memory.js";
import { tr } from "../pages/words.js";
import { filled, trn } from "../pages/counts.js";

const press = (text, onclick, more = {}) =>
  make("button", { type: "button", className: "wb-button", onclick, ...more }, text);

/**
 * One question, ready to be asked.
 * @param {string} page
 * @param {PollItem} item
 * @param {PollItem[]} all of the page
 */
function desk(page, item, all) {
  const name = `${page}/${item.id}`;
  const state = {
    text: "",
    hands: item.o.map(() => [0, 0]),
    way: "codes",
    ...recall(`desk/${name}`),
  };
  state.hands = item.o.map((_, i) => state.hands[i] ?? [0, 0]);
  const save = () => {
    keep(`desk/${name}`, state);
    draw();
  };
  let [open, told] = [false, false];

  const rows = choices(item, state.hands, (i, round, text) => {
    const n = Number(text.trim() || 0);
    const fits = Number.isInteger(n) && n >= 0 && n < 10_000;
    wrong.textContent = fits ? "" : tr("“{text}” is no count: type a whole number.", { text });
    if (!fits) return false;
    state.hands[i][round] = n;
    save();
    return true;
  });
  const wrong = make("p", { role: "status", className: "wb-poll-wrong" });
  const codes = make("textarea", {
    rows: 4,
    spellcheck: false,
    autocapitalize: "characters",
    value: state.text,
  });
  codes.id = "wb-poll-codes";
  codes.oninput = () => {
    state.text = codes.value;
    save();
  };
  codes.onblur = () => draw();
  const files = make("input", { type: "file", multiple: true, accept: ".txt,text/plain" });
  files.onchange = async () => {
    const given = [...(files.files ?? [])];
    const large = given.find(({ size }) => size > 100_000);
    wrong.textContent = large
      ? tr("{name} is too large to hold codes, and was left out.", { name: large.name })
      : "";
    const texts = await Promise.all(
      given.filter(({ size }) => size <= 100_000).map((file) => file.text()),
    );
    state.text = [state.text.trimEnd(), ...texts].filter(Boolean).join("\n");
    codes.value = state.text;
    files.value = "";
    save();
  };
  const clear = press(tr("Clear"), () => {
    if (clear.dataset.sure) {
      if (state.way === "codes") state.text = codes.value = "";
      else {
        state.hands = item.o.map(() => [0, 0]);
        for (const { hands } of rows) for (const input of hands) input.value = "";
      }
    }
    const ask = !clear.dataset.sure;
    clear.dataset.sure = ask ? "yes" : "";
    clear.textContent = ask ? tr("Clear all: press again") : tr("Clear");
    save();
  });
  clear.onblur = () => {
    clear.dataset.sure = "";
    clear.textContent = tr("Clear");
  };
  const said = make("p", { role: "status", className: "wb-poll-sum" });
  const remarks = make("ul", { className: "wb-poll-remarks" });
  const moves = make("div", { className: "wb-poll-moves", hidden: true });

  /** Whether a code may not be whole yet. */
  const isTyping = () =>
    document.activeElement === codes && codes.selectionEnd === codes.value.length;

  function draw() {
    const byHand = state.way === "hands";
    const { codes: known, not, begun } = found(item, all, state.text);
    const result = counted(known, item.o.length);
    const rounds = byHand ? [0, 1].map((r) => state.hands.map((pair) => pair[r])) : result.rounds;
    const sums = rounds.map((round) => round.reduce((sum, n) => sum + n, 0));
    const most = Math.max(1, ...rounds.flatMap((round, r) => round.map((n) => n / (sums[r] || 1))));
    rows.forEach(({ row, bars, reason }, i) => {
      bars.forEach(({ count, bar, line }, r) => {
        line.hidden = !open || !sums[r];
        const n = rounds[r][i];
        count.textContent = `${n} · ${Math.round((100 * n) / (sums[r] || 1))}%`;
        bar.style.width = `${(100 * n) / (sums[r] || 1) / most}%`;
      });
      // between the numbers that are known
      row.hidden =
        Boolean(item.cuts) &&
        !byHand &&
        i !== item.r &&
        !rounds.some((round) => round[i]) &&
        (!open || row.querySelector("a") === null);
      row.classList.toggle("wb-right", told && i === item.r);
      reason.hidden = !told || !reason.textContent?.trim();
    });
    said.textContent = byHand
      ? trn(
          sums[0],
          {
            one: "{n} hand first, {after} after talking.",
            other: "{n} hands first, {after} after talking.",
          },
          { after: sums[1] },
        )
      : trn(
          sums[0],
          {
            one: "{n} first answer, {after} after talking.",
            other: "{n} first answers, {after} after talking.",
          },
          { after: sums[1] },
        );
    const lines = [
      ...not
        .slice(0, isTyping() ? not.length - begun : undefined)
        .map(([text, why]) => filled(why, { text: [make("b", { translate: false }, text)] })),
      ...(result.doubled
        ? [
            [
              trn(result.doubled, {
                one: "{n} code came twice and counts once.",
                other: "{n} codes came twice and count once.",
              }),
            ],
          ]
        : []),
      ...result.again.map((who) =>
        filled(tr("{who} … gave two answers in one round: the last counts."), {
          who: [make("b", { translate: false }, who)],
        }),
      ),
    ];
    remarks.replaceChildren(...(byHand ? [] : lines.map((line) => make("li", {}, ...line))));
    const both = result.moves.reduce((sum, { many }) => sum + many, 0);
    const stayed = result.moves
      .filter(({ from, to }) => from === to)
      .reduce((sum, { many }) => sum + many, 0);
    moves.hidden = !open || byHand || !both;
    moves.replaceChildren(
      make(
        "p",
        {},
        tr("Of {n} who answered twice, {stayed} stayed and {changed} changed:", {
          n: both,
          stayed,
          changed: both - stayed,
        }),
      ),
      make(
        "ul",
        {},
        ...result.moves
          .filter(({ from, to }) => from !== to)
          .map(({ from, to, many }) =>
            make(
              "li",
              { className: told && to === item.r ? "wb-good" : "" },
              `${called(item, from)} → ${called(item, to)}: ${many}`,
            ),
          ),
      ),
    );
    byCodes.hidden = byHand;
    root.classList.toggle("wb-by-hand", byHand);
    bars.setAttribute("aria-pressed", String(open));
    reveal.setAttribute("aria-pressed", String(told));
  }

  const bars = press(tr("Bars (B)"), () => {
    open = !open;
    draw();
  });
  const reveal = press(tr("Answer (A)"), () => {
    told = !told;
    open = open || told;
    draw();
  });
  const ways = Object.entries({ codes: tr("Codes from phones"), hands: tr("A show of hands") }).map(
    ([way, text]) => {
      const input = make("input", {
        type: "radio",
        name: "wb-poll-way",
        checked: state.way === way,
      });
      input.onchange = () => {
        state.way = way;
        save();
      };
      return make("label", {}, input, text);
    },
  );
  const byCodes = make(
    "div",
    {},
    invitation(name),
    make("label", { htmlFor: codes.id }, tr("Codes, with anything between them")),
    codes,
    make("label", { className: "wb-poll-files" }, tr("Or files with codes"), files),
    remarks,
  );
  const root = make(
    "div",
    { className: "wb-poll-desk" },
    make(
      "div",
      { className: "wb-poll-asked" },
      make("p", { className: "wb-poll-question", id: "wb-poll-question" }, ...marked(item.q)),
      ...tables(item),
      make("ol", {}, ...rows.map(({ row }) => row)),
      moves,
    ),
    make(
      "div",
      { className: "wb-poll-side" },
      make(
        "fieldset",
        { className: "wb-poll-ways" },
        make("legend", { className: "wb-aloud" }, tr("How answers come")),
        ...ways,
      ),
      said,
      make("p", { className: "wb-poll-acts" }, bars, reveal, clear),
      wrong,
      byCodes,
      limits(),
    ),
  );
  draw();
  return { root, keys: { b: bars, a: reveal } };
}

/**
 * Lay the question over a figure in lecture view.
 * @param {HTMLElement} el
 * @param {string} page
 * @param {string} id
 * @param {() => void} onFigure brings the figure behind the question
 */
export default async function poll(el, page, id, onFigure) {
  const all = await loaded(page);
  if (el.querySelector(".wb-poll")) return;
  if (!document.querySelector("link.wb-poll-style"))
    await new Promise((done) =>
      document.head.append(
        make("link", {
          rel: "stylesheet",
          className: "wb-poll-style",
          href: style,
          onload: done,
          onerror: done,
        }),
      ),
    );
  const behind = /** @type {HTMLElement} */ (el.querySelector(".wb-room"));
  const place = make("div");
  /** @type {Record<string, HTMLElement>} */
  let keys = {};
  const choose = (wanted) => {
    const item = all.find((one) => one.id === wanted) ?? all[0];
    const made = desk(page, item, all);
    keys = made.keys;
    place.replaceChildren(made.root);
    figure.hidden = item.id !== id;
  };
  const chooser = make(
    "select",
    { ariaLabel: tr("Which question of this page") },
    ...all.map((one) =>
      make(
        "option",
        { value: one.id, selected: one.id === id },
        `${
          one.id.startsWith("guess/")
            ? tr("Guess {n}", { n: one.at.match(/\d+$/) })
            : tr("Quiz {n}", { n: one.at.match(/\d+$/) })
        }: ${one.q.replace(/[*`]/g, "")}`,
      ),
    ),
  );
  chooser.onchange = () => choose(chooser.value);
  const close = () => {
    root.remove();
    behind.inert = false;
    el.focus();
  };
  const figure = press(tr("To the figure"), () => {
    close();
    onFigure();
  });
  const root = make(
    "section",
    { className: "wb-poll", tabIndex: -1 },
    make("div", { className: "wb-poll-head" }, chooser, figure, press(tr("Close (Escape)"), close)),
    place,
  );
  root.setAttribute("aria-labelledby", "wb-poll-question");
  root.onkeydown = (event) => {
    event.stopPropagation();
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const typing = event.target.matches("textarea, input[type=text], select");
    const key = keys[event.key.toLowerCase()];
    if (event.key === "Escape") close();
    else if (key && !typing) key.click();
    else return;
    event.preventDefault();
  };
  choose(id);
  behind.inert = true;
  el.append(root);
  root.focus();
}
