// The numbers of the figure `loom` as a table.

import { fixed } from "../kit/numbers.js";
import { tr } from "../kit/words.js";

const LENGTHS = [0, 1, 3, 4, 6]; // without the sums

/**
 * The table of what is shown, and what tells it from others.
 * @param {Woven} now
 * @param {number} layer from 1; 0 is none
 * @param {{d: number, scores: number[], scaled: number[], weights: number[]} | undefined} head what
 *   is worked out
 * @param {number[] | false} [erased] the pieces that ask, where a head is erased
 * @returns {{caption: string, heads: string[], rows: string[][]}}
 */
export function rowsOf({ pieces, leans, steps, whole }, layer, head, erased = false) {
  /**
   * @param {string} caption
   * @param {string[]} heads
   * @param {(s: number) => string[]} rowOf
   */
  const table = (caption, heads, rowOf) => ({
    caption,
    heads: [tr("piece"), ...heads],
    rows: pieces.map((piece, s) => [piece, ...rowOf(s)]),
  });
  if (head)
    return table(tr("One head, worked out"), [tr("query · key"), `÷ √${head.d}`, "softmax"], (s) =>
      [head.scores, head.scaled, head.weights].map((row) => fixed(row[s])),
    );
  if (erased && whole) {
    const row = (name, leansOf) => [name, ...leansOf.map((lean) => fixed(lean, 3))];
    return {
      caption: tr("Lean after each layer, with the head and without it"),
      heads: [tr("piece"), ...leans[0].map((_, l) => `${l}`)],
      rows: erased.flatMap((t) => [
        row(tr("{piece}, with it", { piece: pieces[t] }), whole[t]),
        row(tr("{piece}, without", { piece: pieces[t] }), leans[t]),
      ]),
    };
  }
  if (layer && steps)
    return table(
      tr("How long each vector is in layer {layer}", { layer }),
      [tr("comes in"), tr("attention adds"), tr("norm"), tr("network adds"), tr("norm")],
      (s) => LENGTHS.map((i) => fixed(steps[s][layer - 1][i])),
    );
  const layers = leans[0].map((_, l) => `${l}`);
  return table(tr("Lean after each layer"), layers, (s) => leans[s].map((lean) => fixed(lean, 3)));
}
