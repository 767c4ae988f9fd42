// The part of the figure that is one sentence, large.

import { fixed } from "../kit/numbers.js";
import { percents, stage } from "../kit/tables.js";
import { sentence } from "../kit/sentence.js";
import { tr } from "../kit/words.js";

/**
 * Where the words of the sentence look: its arcs, and a table.
 * @param {(word: number) => void} onAsk
 */
export function looking(onAsk) {
  const [scene, table] = [stage(), stage()];
  scene.root.classList.add("wb-scene");
  /** @type {ReturnType<typeof sentence> | null} */
  let part = null;
  let shown = "\n";
  const build = (names, at) => {
    const focused = part?.root.contains(document.activeElement);
    shown = names.join(" ");
    part = scene.show(shown, () => {
      const made = names.length ? sentence(tr("Where does it look?"), names, onAsk) : null;
      made?.root.style.setProperty("--wb-signs", String(shown.length + names.length));
      return [made ? [made.root] : [], made];
    });
    if (focused) part?.labels[at].control.focus();
  };
  /**
   * @param {string[]} names the words
   * @param {number} at the one that asks
   * @param {number[] | undefined} weights where it looks, if that is computed
   * @param {number} done steps
   * @param {string} ink of the sense that is given
   * @returns {number} where it looks most
   */
  const set = (names, at, weights, done, ink) => {
    if (shown !== names.join(" ")) build(names, at);
    const row = weights ?? names.map(() => 0);
    const top = row.indexOf(Math.max(...row));
    const most = `${top === at ? tr("itself") : names[top]} (${fixed(100 * row[top], 0)}%)`;
    part?.set(
      at,
      [
        {
          key: "now",
          weights: row,
          color: row.map((_, s) => (s === top && ink ? `wb-most wb-${ink}` : "wb-c5")),
        },
      ],
      weights
        ? tr("After {done} steps “{word}” looks most at {most}.", { done, word: names[at], most })
        : tr("Nothing is computed yet."),
    );
    const looks = table.show(shown, () => {
      const made = names.length ? percents(" ", names, [tr("looks at")]) : null;
      return [made ? [made.root] : [], made];
    });
    looks?.name(tr("Where “{word}” looks after {done} steps, in %", { word: names[at], done }));
    looks?.set(
      row.map((weight) => [weight]),
      at,
    );
    return top;
  };
  return { scene: scene.root, table: table.root, set, stop: () => part?.stop() };
}
