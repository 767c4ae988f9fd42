// The part of the figure `loom` in which a reader asks the real model: a button, then a sentence and
// two senses of one of its words.

import { write } from "../kit/model.js";
import { fixed } from "../kit/numbers.js";
import { button, chooser, html, renew, say, typing } from "../kit/parts.js";
import { stage } from "../kit/tables.js";
import { tr } from "../kit/words.js";

const TYPING_PAUSE = 400; // ms without a key before the model is asked

/**
 * What a reader asks, and how far the download is.
 * @param {Model} model
 * @param {any} run
 * @returns {{root: Node, set: (now: any) => void, stop: () => void}}
 */
export function panelOf(model, run) {
  const panel = stage();
  panel.root.classList.add("wb-inquiry");
  let timer = 0;
  const typed = (label, traits) =>
    typing(label, { most: 200, holder: "" }, () => {
      clearTimeout(timer);
      model.underway?.add("typing");
      timer = setTimeout(() => {
        model.underway?.delete("typing");
        write(model, traits());
      }, TYPING_PAUSE);
    });
  const own = typed(tr("Your sentence"), () => {
    const text = own.input.value.trim();
    return { own: text, piece: -1, without: 0 };
  });
  const senses = [tr("One sense"), tr("The other")].map((label) =>
    typed(label, () => {
      const now = senses.map(({ input }) => input.value);
      return JSON.stringify(now) === JSON.stringify(model.get("senses"))
        ? {}
        : { senses: now, word };
    }),
  );
  const words = stage();
  let word = ""; // whose senses they are
  const note = html("p", { class: "wb-aside" });
  const progress = html("progress", {
    "aria-label": tr("How much of the model is here"),
    max: 1,
    value: 0,
  });
  const stop = button(tr("Stop"), () => {
    write(model, { asking: false });
    queueMicrotask(() => ask.focus({ preventScroll: true })); // when it is shown
  });
  const again = button(tr("Ask again"), () => run.again());
  const where =
    model.get("files") === "kernel"
      ? tr("in Python")
      : `${fixed(model.get("megabytes"), 1)}\u00a0MB`;
  const ask = button(tr("Ask it yourself ({where})", { where }), () => {
    write(model, { asking: true });
    // it is where the button was; a focus at once would lay out all twice
    setTimeout(() => own.input.focus({ preventScroll: true }));
  });
  const row = html("div", { class: "wb-buttons" }, progress, stop, again);
  const about = html("p", { class: "wb-aside" });
  const set = (now) => {
    if (!model.get("asking") || run.hindrance) {
      panel.show("closed", () => [run.hindrance ? [about] : [ask, about], null]);
      const erased = now.silent.length || now.lacks; // as recorded
      const waits = model.get("own") || (model.get("silent").length && !erased);
      say(
        about,
        run.hindrance ||
          (waits
            ? model.get("own")
              ? tr(
                  "This link asks for more than the record has, “{own}”: the model computes it here.",
                  {
                    own: model.get("own"),
                  },
                )
              : tr("This link asks for more than the record has: the model computes it here.")
            : ""),
      );
      return;
    }
    panel.show("open", () => [
      [
        own.root,
        html("div", { class: "wb-senses" }, ...senses.map(({ root }) => root), words.root),
        row,
        note,
      ],
      null,
    ]);
    const busy = model.underway?.has("typing");
    const values = [model.get("own"), ...model.get("senses")];
    const holders = [now.text, ...now.axes];
    [own, ...senses].forEach(({ input }, i) => {
      if (document.activeElement !== input && !busy) input.value = values[i];
      renew(input, { placeholder: holders[i] });
    });
    const options = [...new Set(now.words ?? [])];
    const { pick } = words.show(`${options}`, () => {
      const made = chooser(tr("Word"), options, (i) =>
        write(model, { word: options[i], senses: ["", ""] }),
      );
      return [options.length ? [made.root] : [], { pick: made }];
    });
    word = now.word ?? "";
    pick.set(options.indexOf(word));
    renew(progress, { value: run.here / 1e6, max: model.get("megabytes") });
    for (const [node, here] of [
      [progress, run.loading],
      [stop, run.loading],
      [again, run.problem],
      [row, run.loading || run.problem],
    ])
      node.hidden = !here;
    const [read, all] = now.lengths ?? [0, 0];
    say(
      note,
      run.loading
        ? tr("{here} of {all} MB. ", {
            here: fixed(run.here / 1e6, 1),
            all: fixed(model.get("megabytes"), 1),
          })
        : [
            ...(read < all
              ? [tr("Only the first {read} of its {all} pieces are read.", { read, all })]
              : []),
            tr("What you type stays in this browser."),
            ...(run.kept
              ? []
              : [tr("The browser had no room to keep the model: the next visit loads it again.")]),
          ].join(" "),
    );
  };
  return { root: panel.root, set, stop: () => clearTimeout(timer) };
}
