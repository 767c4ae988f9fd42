import { framed } from "../kit/frame.js";
import { shelf } from "../kit/shelf.js";
import { rebuilt, watch, write } from "../kit/model.js";
import { html, readout } from "../kit/parts.js";
import { listing, percents, stage } from "../kit/tables.js";
import { deskOf, fitsLab } from "./desk.js";
import { headButtons, partsOf } from "./panel.js";
import { ASKED_OF, headName, running, stateOf, TABLED, wordOf } from "./running.js";
import { cutsOf } from "./lab.js";
import { sheet } from "./sheet.js";
import { toldOf } from "./told.js";
import { tr } from "../kit/words.js";

const WHAT = {
  cut: tr("What goes wrong without it?"),
  look: tr("Where it looks, or what it says?"),
  move: tr("Can a note be moved?"),
  apart: tr("Which part says the word?"),
  build: tr("Can it be built by hand?"),
};
const MODELS = [1, 2, 3].map((n) => tr("model {n}", { n }));

const SHOWN_STATE = [...ASKED_OF, "guess", "done"];
const runs = new WeakMap();

const JOBS = [tr("looks one back"), tr("finds the note")];

/** What a head does: it has its layer's job, or stands beside the head that has it. */
const jobOf = (head, roles) => {
  const layer = Math.floor(head / 2);
  return roles[layer] === head % 2 ? JOBS[layer] : tr("other, layer {layer}", { layer: layer + 1 });
};

/** Names of what is measured on other lists: each model may have another head with the same job. */
const rowsOf = (asked, roles) => {
  if (asked.task === "look") return [tr("as learned"), tr("one word back"), tr("evenly")];
  if (asked.task === "build") return [tr("trained"), tr("cut"), tr("by hand")];
  if (asked.task === "move") return [0, 1].map((head) => jobOf(head, roles));
  const pairs = [tr("both"), tr("the other two")];
  return cutsOf(asked).map((some, i) => {
    if (asked.also >= 0 && i > 2) return pairs[i - 3];
    return some.length ? jobOf(some[0], roles) : tr("nothing cut");
  });
};

/** What becomes of a head where some are made by hand. */
const handOf = (head, made, [back, copying]) => {
  const main = head < 2 ? back : 2 + copying;
  const touched = { previous: head === back, induction: head > 1, both: true }[made];
  return touched ? (head === main ? tr("by hand") : tr("silent")) : "";
};

/** The reader's own tables of puzzle 12, as this browser has kept them; none if they do not fit. */
const tablesKept = (model) => {
  const kept = shelf(model, "code/").get("puzzles.12");
  const cells = typeof kept === "string" ? kept.split(",").map(Number) : [];
  return cells.length === TABLED && cells.every((x) => Math.abs(x) <= 6) ? cells : [];
};

/** A list is read twice; a head of the model is cut, steered, patched, weighed, or made by hand. */
function drawLab(model, el) {
  const run = runs.get(model);
  const task = model.get("task");
  const guesses = task === "cut" || task === "move";
  const kept = task === "build" ? tablesKept(model) : [];
  // who has written heads builds with these
  if (kept.length && !model.get("cells").length) write(model, { cells: kept });
  const state = () => stateOf((trait) => model.get(trait));
  const anew = () => (guesses ? { done: false, guess: [] } : {});
  const put = (traits) => write(model, { ...traits, ...anew() });
  const onFirst = (place) => {
    if (task !== "move") return;
    const { asked, n } = state();
    if (place >= n - 1) return;
    const apart = (other) => Math.abs(other - place) > 1;
    const other =
      [...asked.pair].reverse().find(apart) ?? (place + 2 < n - 1 ? place + 2 : place - 2);
    if (other >= 0) put({ pair: [place, other] });
  };
  const onSecond = (place) => {
    const { follows } = state();
    const guess = model.get("guess");
    if (task === "look" || task === "apart") {
      if (follows[place] >= 0) write(model, { at: place });
    } else if (model.get("done")) return;
    else if (task === "move") write(model, { guess: [place] });
    else if (follows[place] >= 0)
      write(model, {
        guess: guess.includes(place) ? guess.filter((one) => one !== place) : [...guess, place],
      });
  };
  const page = sheet(onFirst, onSecond);
  const heads = headButtons((head) => put({ head }));
  const parts = partsOf();
  // what is made by hand is looked at
  const pick = (traits) => {
    const [back, copying] = run.found?.roles ?? [];
    const head = { previous: back, induction: 2 + copying }[traits.made];
    write(model, head >= 0 ? { ...traits, head } : traits);
  };
  const desk = deskOf(model, task, guesses, kept, put, anew, pick);
  const [said, table, measured] = [readout(), stage(), stage()];
  const frame = framed(model, el, {
    name: "circuit",
    wide: true,
    what: WHAT[task],
    traits: SHOWN_STATE.filter((name) => name !== "task"),
    lists: ["guess", "words", "cells"],
    fits: (given) => fitsLab(task, given),
    near: () => model.get("weights"),
    picture: [
      html(
        "div",
        { class: `wb-lab wb-lab-${task}` },
        heads.root,
        page.root,
        desk.act,
        task === "apart" ? parts.root : measured.root,
      ),
    ],
    controls: desk.nodes,
    said: said.root,
    table: [...(task === "apart" ? [measured.root] : []), table.root],
  });
  if (task === "cut") measured.root.classList.add("wb-five-rows");
  /** Whether a row is shown: of single cuts only those that the reader has made. */
  const openedRow = (asked, jobs, row) => {
    if (task !== "cut") return !guesses || model.get("done");
    if (asked.also >= 0) return model.get("done");
    const made = (job) => run.tried.has(`${asked.layers} ${job}`);
    return row ? made(jobs[row]) : jobs.some(made);
  };
  const showShares = () => {
    const { asked } = state();
    const rows = rowsOf(asked, run.found?.roles ?? []);
    const title =
      task === "move"
        ? tr("Answer moved: % of 40 other lists")
        : task === "cut"
          ? tr("% right without it, on 40 other lists: a row is a job")
          : tr("Right: % of 40 other lists");
    if (task === "cut" && asked.also < 0 && model.get("done") && run.fresh())
      run.tried.add(`${asked.layers} ${rows[asked.head + 1]}`);
    const open = rows.map((_, row) => openedRow(asked, rows, row));
    const grid = measured.put(rows.join(), () => percents(title, rows, MODELS));
    [...grid.root.querySelectorAll("td:not(.wb-corner)")].forEach((one, i) =>
      one.classList.toggle("wb-not-yet", i >= run.shares.length),
    );
    const cell = (row, seed) => run.shares[3 * row + seed] ?? 0;
    measured.root.classList.toggle("wb-unopened", !open.some(Boolean));
    [...grid.root.tBodies[0].rows].forEach((one, row) =>
      one.classList.toggle("wb-unopened", !open[row]),
    );
    grid.set(
      rows.map((_, row) => [0, 1, 2].map((seed) => (open[row] ? cell(row, seed) : 0))),
      task === "move" || task === "look" || task === "build"
        ? -1
        : asked.also < 0
          ? asked.head + 1
          : 3,
    );
  };
  const draw = () => {
    const here = state();
    const { asked, n, once, again, follows, placeAgain } = here;
    const [guess, done] = [model.get("guess"), model.get("done")];
    desk.set(asked, done);
    const { found } = run;
    if (!run.fresh()) {
      if (run.engine.problem) said.set(run.engine.problem);
      else if (!found) said.set(tr("A file with its models is on its way: 60 kB."));
      // the answer is a moment away: until then all stays
      if (found && !run.engine.problem) return;
    }
    const known = run.fresh();
    const right = [0, 1].map((k) =>
      follows.map((id, i) => known && id >= 0 && found.said[k][i] === id),
    );
    const open = known && done;
    const swaps = task === "move" ? asked.pair : [];
    const asks = task === "move" ? placeAgain(asked.pair[0]) : asked.at;
    page.set(
      once,
      again,
      (i) => {
        const k = swaps.indexOf(i);
        const j = swaps.indexOf(i - 1);
        const from = j < 0 ? 0 : open ? swaps[1 - j] : swaps[j];
        return {
          pressed: task === "move" ? k >= 0 : undefined,
          mark: k < 0 ? "" : `wb-swapped-word wb-c${k}`,
          never: task !== "move" || i === n - 1,
          off: task !== "move" || i === n - 1,
          note: j < 0 ? "" : tr("after {word}", { word: wordOf(once[from]) }),
        };
      },
      (i) => ({
        pressed: guesses ? guess.includes(i) : task === "build" ? undefined : i === asks,
        mark: `${guess.includes(i) && guesses ? "wb-guessed" : ""} ${i === asks && task !== "cut" && task !== "build" ? "wb-lab-asks" : ""}`,
        never: task === "build" || (follows[i] < 0 && task !== "move"),
        off: task === "build" || (follows[i] < 0 && task !== "move") || (guesses && done),
        aloud: guesses && guess.includes(i) ? tr("your guess") : "",
      }),
      (i) => {
        if (!known) return {};
        if (follows[i] < 0) return { said: "–", known: false };
        const k = open ? 1 : 0;
        // where a note was swapped, the answer that follows it is no mistake
        const led = open && swaps.some((place) => placeAgain(place) === i);
        return {
          said: wordOf(found.said[k][i]),
          right: led ? undefined : right[k][i],
          was: found.chance[0][i],
          now: open && task !== "apart" ? found.chance[1][i] : -1,
        };
      },
    );
    if (known) {
      const T = 2 * n;
      const shown = open && task !== "cut" ? 1 : 0;
      const weights = found.weights[shown].slice(asked.head * T * T, (asked.head + 1) * T * T);
      const writers = swaps.map((i) => i + 1);
      const asking = task === "cut" || task === "build" ? [] : swaps.length ? writers : [n + asks];
      const partOf = (h) => {
        if (task === "build") return handOf(h, asked.made, found.roles);
        if (task !== "cut" || (h !== asked.head && h !== asked.also)) return "";
        if (open) return tr("cut");
        return h === asked.also ? tr("with it") : "";
      };
      const told = again.map((id, i) => {
        const row = weights.slice((n + i) * T, (n + i + 1) * T);
        const top = row.indexOf(Math.max(...row));
        return top < n
          ? tr("{word}: {other}, first reading", { word: wordOf(id), other: wordOf(once[top]) })
          : tr("{word}: {other}, second reading", {
              word: wordOf(id),
              other: wordOf(again[top - n]),
            });
      });
      page.look(
        weights,
        n,
        asking,
        `wb-c${asked.head}`,
        (open && task === "cut") || partOf(asked.head) === tr("silent"),
        tr("Where the words of the second reading look most in {head}. {told}.", {
          head: headName(asked.head),
          told: told.join(". "),
        }),
      );
      heads.set(asked.head, asked.layers, found.weights[shown], partOf, task === "move" ? 2 : 4);
      if (task === "apart")
        parts.set(found.parts, found.glances, wordOf(follows[asked.at]), asked.head);
      said.set(toldOf(here, { ...found, right }, guess, done));
    }
    const rows = table.put(n, () =>
      listing(
        tr("What the model says after each word of the second reading"),
        [tr("word"), tr("next"), tr("as learned"), tr("sure"), tr("changed"), tr("sure")],
        n,
      ),
    );
    const sure = (chance) => (chance < 0 ? "–" : chance.toFixed(2));
    rows.set(
      again.map((id, i) => [
        wordOf(id),
        follows[i] < 0 ? "–" : wordOf(follows[i]),
        ...[0, 1].flatMap((k) =>
          known && (open || !k) ? [wordOf(found.said[k][i]), sure(found.chance[k][i])] : ["–", "–"],
        ),
      ]),
    );
    showShares();
  };
  run.engine.views.add(draw);
  draw();
  const stop = watch(model, ["guess", "done"], draw);
  return () => {
    stop();
    run.engine.views.delete(draw);
    frame.stop();
    page.stop();
  };
}

/** All views of a figure share one worker. */
function initialize({ model }) {
  const run = running(model);
  runs.set(model, run);
  return () => run.engine.stop();
}

export default { initialize, render: rebuilt(["task"], drawLab) };
