// The part of the figure `layers` in which a reader asks the real model: a button, then two
// sentences and two senses.

import { button, chooser, fixed, html, renew, say, stage, typing, write } from "../kit/parts.js";

/** How many layers the real model has. */
export const LAYERS = 6;
const TYPING_PAUSE = 400; // ms without a key before the model is asked

/**
 * What a reader asks, and how far the download is.
 * @param {Model} model
 * @param {any} run
 * @returns {{root: Node, set: (own: boolean, shown: any) => boolean, stop: () => void}} set returns
 *   whether it is open
 */
export function panelOf(model, run) {
  const panel = stage();
  let timer = 0;
  const typed = (trait, i, label, holder) => ({
    trait,
    i,
    label,
    ...typing(label, { most: 200, holder }, () => {
      clearTimeout(timer);
      model.underway?.add("typing");
      timer = setTimeout(() => {
        model.underway?.delete("typing");
        const now = (name) =>
          inputs.filter((one) => one.trait === name).map((one) => one.input.value);
        for (const name of ["own", "senses"])
          if (JSON.stringify(now(name)) !== JSON.stringify(model.get(name)))
            write(model, { piece: -1, [name]: now(name) });
      }, TYPING_PAUSE);
    }),
  });
  const inputs = [
    typed("own", 0, "Sentence"),
    typed("own", 1, "Another"),
    typed("senses", 0, "One sense", "river, shore"),
    typed("senses", 1, "The other", "money, loan"),
  ];
  const words = stage();
  const note = html("p", { class: "wb-aside" });
  const progress = html("progress", {
    "aria-label": "How much of the model is here",
    max: 1,
    value: 0,
  });
  const stop = button("Stop", () => {
    write(model, { asking: false });
    queueMicrotask(() => ask.focus({ preventScroll: true })); // when it is shown
  });
  const again = button("Ask again", () => run.again());
  const ask = button(
    `Ask it yourself (${model.get("files") === "kernel" ? "in Python" : `${fixed(model.get("megabytes"), 1)}\u00a0MB`})`,
    () => {
      run.held = true; // one drawing for all that changes
      write(model, { layer: LAYERS, piece: -1 }); // where it ends
      run.held = false;
      write(model, { asking: true });
      // it is where the button was; a focus at once would lay out all twice
      setTimeout(() => inputs[0].input.focus({ preventScroll: true }));
    },
  );
  const row = html("div", { class: "wb-buttons" }, progress, stop, again);
  const about = html(
    "p",
    { class: `wb-aside${run.hindrance ? "" : " wb-about"}` },
    run.hindrance ||
      "Two sentences of your own with one word in both, and words for each of its senses: the model answers here, in your browser.",
  );
  const set = (own, { words: two, word }) => {
    if (!own || run.hindrance) {
      panel.show("closed", () => [run.hindrance ? [about] : [ask, about], null]);
      return false;
    }
    panel.show("open", () => [
      [
        inputs[0].root,
        inputs[1].root,
        html("div", { class: "wb-senses" }, inputs[2].root, inputs[3].root, words.root),
        row,
        note,
      ],
      null,
    ]);
    for (const { trait, i, input } of inputs)
      if (document.activeElement !== input && !model.underway?.has("typing"))
        input.value = model.get(trait)[i];
    const options = [...new Set(two?.[0] ?? [])];
    const { pick } = words.show(`${options}`, () => {
      const made = chooser("Word", options, (i) => write(model, { word: options[i], piece: -1 }));
      return [options.length ? [made.root] : [], { pick: made }];
    });
    pick.set(options.indexOf(word));
    const cut = (run.answer?.lengths ?? []).flatMap(([read, all], i) =>
      read < all
        ? [`${inputs[i].label}: only the first ${read} of its ${all} pieces are read. `]
        : [],
    );
    renew(progress, { value: run.here / 1e6, max: model.get("megabytes") });
    for (const [node, here] of [
      [progress, run.loading],
      [stop, run.loading],
      [again, run.problem],
      [row, run.loading || run.problem],
    ])
      node.hidden = !here;
    say(
      note,
      run.loading
        ? `${fixed(run.here / 1e6, 1)} of ${fixed(model.get("megabytes"), 1)} MB. `
        : `${cut.join("")}What you type stays in this browser.${run.kept ? "" : " The browser had no room to keep the model: the next visit loads it again."}`,
    );
    return true;
  };
  return { root: panel.root, set, stop: () => clearTimeout(timer) };
}
