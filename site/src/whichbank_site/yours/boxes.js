// Whose function each box holds: the reader's, as it was saved and checked in this browser, with what
// they have changed on this page since, or the course's.

import { tr } from "../pages/words.js";
import { trn } from "../pages/counts.js";

const { shelf, follow } = globalThis.wb.progress_store;
const [texts, done] = [shelf("code/"), shelf("done/")];

/** What a reader has saved, without the line that checks it: here it does nothing. */
const alone = (text) => text?.replace(/^check\(.*\)[ \t]*$/gm, "").trimEnd();

/**
 * @param {Box[]} boxes
 */
export function holding(boxes) {
  /** @type {Map<string, string>} what was changed here, by the names of the boxes */
  const changes = new Map();
  const views = new Set();
  const tell = () => views.forEach((view) => view());
  const saved = (box) => (done.get(box.exercise) ? alone(texts.get(box.exercise)) : undefined);
  follow(tell);
  return {
    boxes,
    named: (name) => /** @type {Box} */ (boxes.find((box) => box.name === name)),
    /** The reader's function, as text; undefined where the course's stands. */
    text: (box) => saved(box) && (changes.get(box.name) ?? saved(box)),
    lit: () => new Set(boxes.filter(saved).map(({ name }) => name)),
    changed: () =>
      new Set(boxes.filter((box) => saved(box) && changes.has(box.name)).map(({ name }) => name)),
    change(name, text) {
      const box = boxes.find((one) => one.name === name);
      if (text === undefined || text === saved(box)) changes.delete(name);
      else changes.set(name, text);
      tell();
    },
    /** What Python needs of the reader's boxes of a stage, without what was changed here if it is to be whole. */
    asked(stage, whole = false) {
      return Object.fromEntries(
        boxes
          .filter((box) => (!stage || box.stages.includes(stage)) && saved(box))
          .map((box) => [box.name, [whole ? saved(box) : this.text(box), box.imports]]),
      );
    },
    /** Whose functions a stage ran on, in words. */
    whose(stage) {
      const all = boxes.filter((box) => box.stages.includes(stage));
      const own = all.filter(saved).length;
      if (!own)
        return tr(
          "All {n} functions that this takes are the course’s. Solve an exercise, and its box is yours.",
          { n: all.length },
        );
      if (own === all.length)
        return tr("All {n} functions that this takes are yours.", { n: all.length });
      return trn(
        own,
        {
          one: "{n} of {all} functions that this takes is yours, the others the course’s.",
          other: "{n} of {all} functions that this takes are yours, the others the course’s.",
        },
        { all: all.length },
      );
    },
    views,
    tell,
  };
}
