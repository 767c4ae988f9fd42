import { framed } from "../kit/frame.js";
import { follow, write } from "../kit/model.js";
import { mayGlide, timeline } from "../kit/motion.js";
import { button, choice, chooser, html, readout, renew, say, slider } from "../kit/parts.js";
import { percents, stage } from "../kit/tables.js";
import { shelf } from "../kit/shelf.js";
import { dotsOf, rowBoard } from "./board.js";
import { table } from "./cards.js";
import { askedOf, headsOf, judged, rightOf, rowsOf, wantedOf } from "./ladder.js";
import { groupsOf, MOST, ruled, tables } from "./tables.js";
import { tr, trn } from "../kit/words.js";

const TRAITS = ["puzzle", "cells", "row", "card", "cell", "hinted", "tried", "shown"];
const traitsOf = (model) => Object.fromEntries(TRAITS.map((trait) => [trait, model.get(trait)]));
const SHOWN = ["yours", "smallest", "trained"];
const ROOMY = 800; // pixels of a window that has room for the lists of rules
const TRYING = 1100; // ms in which all rows are tried
const usedIn = (cells) => cells.filter((x) => x !== 0).length;
const numbers = (n) => trn(n, { one: "{n} number", other: "{n} numbers" });

/**
 * What there is to say.
 * @param {any} puzzle
 * @param {number[]} cells
 * @param {string} shown
 * @param {{right: number, of: number, says: string} | undefined} verdict
 * @param {boolean[]} right
 */
function tell(puzzle, cells, shown, verdict, right) {
  const { par, runs, used, smallest } = puzzle;
  const good = right.filter(Boolean).length;
  if (shown === "smallest")
    return tr("The smallest solution that we know: {numbers}. Do you find a smaller one?", {
      numbers: numbers(usedIn(smallest)),
    });
  if (shown === "trained") {
    const whole = runs.filter((share) => share === 1).length;
    const worst = Math.round(100 * Math.min(...runs));
    const found = {
      runs: runs.length,
      used: used[runs.indexOf(Math.max(...runs))],
      cells: cells.length,
      worst,
    };
    const best = tr(
      "What training found, in the best of {runs} runs: it uses {used} of {cells} cells.",
      found,
    );
    const all =
      worst < 100
        ? trn(
            whole,
            {
              one: "{n} of the {runs} runs is right on all rows; the worst is right on {worst}\u00a0%.",
              other:
                "{n} of the {runs} runs are right on all rows; the worst is right on {worst}\u00a0%.",
            },
            found,
          )
        : trn(
            whole,
            {
              one: "{n} of the {runs} runs is right on all rows.",
              other: "{n} of the {runs} runs are right on all rows.",
            },
            found,
          );
    return `${best} ${all}`;
  }
  if (!verdict)
    return tr("Right at {good} of {n} cards of this row. You use {numbers}; par is {par}.", {
      good,
      n: right.length,
      numbers: numbers(usedIn(cells)),
      par,
    });
  if (verdict.right === verdict.of) {
    const n = usedIn(cells);
    const score =
      n > par
        ? tr("{n} over par", { n: n - par })
        : n < par
          ? tr("{n} under par", { n: par - n })
          : tr("par");
    return tr("Right on all {rows} rows, with {numbers}: {score}.", {
      rows: verdict.of,
      numbers: numbers(n),
      score,
    });
  }
  return `${tr("Wrong on {n} of {all} rows.", { n: verdict.of - verdict.right, all: verdict.of })} ${verdict.says}`;
}

/** Twelve puzzles, and the tables of the head that solves them. */
function render({ model, el }) {
  const ladder = model.get("ladder");
  const done = shelf(model, "done/");
  const kept = shelf(model, "code/");
  const nameOf = (n) => `puzzles.${n}`;
  const solved = (n) => done.get(nameOf(n)) === true;
  // what the reader has written for other puzzles
  /** @type {Map<number, number[]>} */
  const work = new Map();
  const zeros = (n) => {
    const groups = groupsOf(ladder[n - 1]);
    const last = groups[groups.length - 1];
    return Array.from({ length: last.start + last.rows.length * last.columns }, () => 0);
  };
  const workOf = (n) => {
    const own = work.get(n)?.some(Boolean)
      ? (work.get(n) ?? [])
      : (kept.get(nameOf(n))?.split?.(",").map(Number) ?? []);
    const fits = own.length === zeros(n).length && own.every((x) => Math.abs(x) <= MOST);
    return fits ? own : zeros(n);
  };
  const go = (n) => {
    trying.rest();
    work.set(model.get("puzzle"), model.get("cells"));
    const { row } = ladder[n - 1];
    write(model, {
      puzzle: n,
      cells: workOf(n),
      row,
      card: row.split(" ").length - 1,
      cell: 0,
      hinted: false,
      tried: false,
      shown: "yours",
    });
  };
  const edit = (start, values) => {
    trying.rest();
    const cells = [...model.get("cells")];
    cells.splice(start, values.length, ...values);
    write(model, { cells, tried: false });
  };
  const put = (cell, x) => edit(cell, [Math.min(Math.max(x, -MOST), MOST)]);

  const titles = ladder.map(({ name }, i) => `${i + 1} · ${name}`);
  const list = chooser(tr("Puzzle"), titles, (i) => go(i + 1));
  const dots = dotsOf(titles, (i) => go(i + 1));
  const board = rowBoard();
  // the rows are tried one after the other, and then it is said what came of it
  let [tries, part] = [false, 0];
  const trying = timeline(
    TRYING,
    (time) => {
      part = time / TRYING;
      showRows();
    },
    (plays) => {
      tries = plays;
      if (plays) return;
      model.underway?.delete("trying");
      draw();
    },
  );
  const task = html("p", { class: "wb-task" });
  const [picture, desk, sheet, second] = [stage(), stage(), stage(), stage()];
  const switches = html("div", { class: "wb-switch" });
  const which = choice("", [tr("Head 1"), tr("Head 2")], (h) => {
    const group = groupsOf(ladder[model.get("puzzle") - 1]).find(({ head }) => head === h);
    write(model, { cell: group?.start ?? 0 });
  });
  const number = slider(
    "",
    { min: -MOST, max: MOST, step: 1, format: (x) => String(x).replace("-", "−") },
    (x) => put(model.get("cell"), x),
  );
  const label = /** @type {HTMLElement} */ (number.root.firstChild);
  label.className = "wb-aloud"; // its cell is marked
  /** On a phone what answers a button may stand below the screen. */
  const show = (node) =>
    node.scrollIntoView({ block: "nearest", behavior: mayGlide(node) ? "smooth" : "auto" });
  const attempt = button(tr("Try it"), () => {
    trying.rest();
    const { found } = state();
    const n = model.get("puzzle");
    const cells = model.get("cells");
    const verdict = judged(found, cells, model.get("row"));
    if (mayGlide(board.root)) {
      model.underway?.add("trying");
      trying.set(0);
      trying.play();
    }
    write(model, { tried: true, hinted: false, shown: "yours" });
    show(board.root);
    kept.put([[nameOf(n), cells.join(",")]]);
    if (verdict.right === verdict.of) done.put([[nameOf(n), true]]);
  });
  attempt.classList.add("wb-go");
  const after = chooser(tr("Compare"), [tr("yours"), tr("smallest"), tr("trained")], (i) =>
    write(model, { shown: SHOWN[i], hinted: false }),
  );
  const next = button(tr("Next"), () => go((model.get("puzzle") % ladder.length) + 1));
  const hint = button(tr("Hint"), () => {
    write(model, { hinted: !model.get("hinted"), tried: false, shown: "yours" });
    show(said.root);
  });
  const words = html(
    "details",
    { class: "wb-fold" },
    html("summary", {}, tr("In words")),
    desk.root,
  );
  words.open = innerWidth > ROOMY;
  const side = html("div", { class: "wb-word-side" }, switches);
  const ways = html("div", { class: "wb-by-words" }, words, side);
  const said = readout();

  /** @type {Map<string, ReturnType<typeof judged>>} */
  const verdicts = new Map();
  const state = () => {
    const { puzzle, cells, row, tried, shown } = traitsOf(model);
    const found = ladder[puzzle - 1];
    const key = `${puzzle} ${cells} ${row}`;
    const told = tried && !tries;
    if (told && !verdicts.has(key)) verdicts.clear();
    const verdict = told ? (verdicts.get(key) ?? judged(found, cells, row)) : undefined;
    if (verdict) verdicts.set(key, verdict);
    return {
      found,
      cells: shown === "yours" ? cells : found[shown],
      verdict,
      failed: shown === "yours" && verdict?.row,
    };
  };
  const frame = framed(model, el, {
    name: "puzzles",
    what: tr("Can you write a head by hand?"),
    traits: TRAITS,
    lists: ["cells"],
    fits: ({ puzzle, cells, row, card, cell, shown }) =>
      Number.isInteger(puzzle) &&
      puzzle >= 1 &&
      puzzle <= ladder.length &&
      cells.length === zeros(puzzle).length &&
      cells.every((x) => Number.isInteger(x) && Math.abs(x) <= MOST) &&
      rowsOf(ladder[puzzle - 1]).includes(row) &&
      Number.isInteger(card) &&
      card >= 0 &&
      card < row.split(" ").length &&
      Number.isInteger(cell) &&
      cell >= 0 &&
      cell < cells.length &&
      SHOWN.includes(shown),
    onReset: () => work.clear(),
    wide: true,
    title: [list.root],
    picture: [dots.root, task, picture.root],
    controls: [
      html("div", { class: "wb-buttons" }, number.root, attempt, hint, next),
      ways,
      html("div", { class: "wb-work" }, sheet.root, board.root),
    ],
    said: said.root,
    table: [second.root],
  });

  /** Which rows are right, as far as they have been tried. */
  const showRows = () => {
    const { found, cells, failed } = state();
    const rows = rowsOf(found);
    const key = `${found.name} ${cells}`;
    if (rights.key !== key && (tries || model.get("tried")))
      rights = { key, all: rows.map((row) => rightOf(found, cells, row).every(Boolean)) };
    const known = rights.key === key ? rights.all : rows.map(() => false);
    const count = tries ? Math.floor(part * rows.length) : model.get("tried") ? rows.length : 0;
    board.set(known, count, failed ? rows.indexOf(failed) : -1);
  };
  /** @type {{key: string, all: boolean[]}} */
  let rights = { key: "", all: [] };
  /** @type {Set<() => void>} */
  const stops = new Set();
  const draw = () => {
    const { found, cells, verdict, failed } = state();
    const { puzzle, row: own, cell, hinted, shown } = traitsOf(model);
    const row = failed || own;
    const cards = row.split(" ");
    const card = Math.min(model.get("card"), cards.length - 1);
    const groups = groupsOf(found);
    const group = [...groups].reverse().find(({ start }) => cell >= start) ?? groups[0];
    const mine = groups.filter(({ head }) => head === group.head);
    const stuck = shown !== "yours";

    list.set(puzzle - 1);
    dots.set(
      puzzle - 1,
      titles.map((_, i) => solved(i + 1) && !(tries && i === puzzle - 1)),
    );
    [...list.input.options]
      .slice(1)
      .forEach((option, i) => say(option, `${solved(i + 1) ? "✓ " : ""}${titles[i]}`));
    say(task, found.task);
    const heads = headsOf(found, cells, row);
    const right = rightOf(found, cells, row);
    const asked = askedOf(found, cards);
    const drawing = picture.show(`${puzzle} ${row}`, () => {
      const made = table(found, cards, (t) => write(model, { card: t }));
      stops.add(made.stop);
      return [[made.root], made];
    });
    drawing.set(heads, group.head, card, {
      wanted: cards.map((_, t) => (asked.includes(t) ? wantedOf(found, cards, t) : [])),
      right: cards.map((_, t) => right[asked.indexOf(t)]),
    });
    const place = `${puzzle} ${group.head}`;
    const { outs, free } = found.heads[group.head];
    const grid = sheet.put(place, () => tables(mine, outs, (i) => write(model, { cell: i }), put));
    const lists = desk.show(place, () => {
      const made = mine.map((one) =>
        ruled(one, found.rules[groups.indexOf(one)], (values) => edit(one.start, values)),
      );
      const what = html(
        "b",
        {},
        { number: tr("its number"), place: tr("its place") }[outs[0]] ?? tr("its letter"),
      );
      const given = free ? [] : [html("p", { class: "wb-granted" }, tr("Hands over"), what)];
      return [
        [html("div", { class: "wb-rules" }, ...made.map(({ root }) => root), ...given)],
        made,
      ];
    });
    grid.set(cells, cell, stuck);
    lists.forEach((one, i) => {
      const { start, rows, columns } = mine[i];
      one.set(cells.slice(start, start + rows.length * columns), stuck);
    });
    const two = new Set(groups.map(({ head }) => head)).size > 1;
    if (two !== switches.hasChildNodes()) switches.replaceChildren(...(two ? [which.root] : []));
    which.set(group.head);
    say(label, grid.told(cell));
    number.set(Math.round(cells[cell]));
    number.input.disabled = stuck;
    const won = Boolean(
      (solved(puzzle) && !tries) || (verdict && verdict.right === verdict.of) || stuck,
    );
    [next.hidden, hint.hidden] = [!won, won];
    if (won !== side.contains(after.root)) {
      if (won) side.prepend(after.root);
      else after.root.remove();
    }
    after.set(SHOWN.indexOf(shown));
    renew(hint, { "aria-pressed": String(hinted) });
    said.set(hinted ? found.hint : tell(found, cells, shown, verdict, right));
    const names = cards.map((one, i) => `${one} ${i + 1}`);
    showRows();
    second.put(row, () => percents("", names, names)).set(heads[heads.length - 1].weights, card);
  };
  const stop = follow(model, TRAITS, draw);
  const ignore = done.follow(draw);
  // who comes back goes on where the first puzzle is open
  if (solved(1) && model.get("puzzle") === 1 && model.get("cells").every((x) => x === 0))
    go(
      1 +
        Math.max(
          ladder.findIndex((_, i) => !solved(i + 1)),
          0,
        ),
    );
  return () => {
    stop();
    ignore?.();
    stops.forEach((one) => one());
    trying.rest();
    dots.stop();
    board.stop();
    frame.stop();
  };
}

export default { render };
