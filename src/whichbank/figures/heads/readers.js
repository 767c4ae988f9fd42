// What is asked of a sentence, and what the readers make of it.

import { unpack } from "../nets/kernels.js";
import { split } from "../nets/words.js";
import { readRows } from "./reading.js";
import { NAMES } from "./verdict.js";
import { tr } from "../kit/words.js";

const LONGEST = 14;
const QUESTIONS = Object.keys(NAMES);

/**
 * What can be asked of a sentence of the reader's own: place, question, and no right answer.
 * @param {string[]} words
 * @param {string[]} meanings
 */
export function askedOf(words, meanings) {
  const senses = meanings.map((meaning) => meaning.split(" (", 1)[0]);
  return words.flatMap((word, place) =>
    (senses.includes(word)
      ? QUESTIONS.slice(0, 1)
      : word === "while"
        ? QUESTIONS.slice(1)
        : []
    ).map((question) => [place, question, ""]),
  );
}

/**
 * What reads for all views of a model.
 * @param {Model} model
 */
export function reading(model) {
  const [sentences, readers, meanings, known] = ["sentences", "readers", "meanings", "known"].map(
    (name) => model.get(name),
  );
  const numbers = new Map(known.map((word, i) => [word, i]));
  const rowsOf = [];
  const wordsOf = (text) =>
    split(text)
      .filter((word) => numbers.has(word))
      .slice(0, LONGEST);
  const strangersOf = (text) => split(text).filter((word) => !numbers.has(word));
  /** What a reader makes of words; null while its parameters are not here. */
  const read = (reader, words, silent) => {
    const [packed, sizes] = [model.get("parameters"), model.get("sizes")];
    if (!packed || !sizes) return null;
    const width = (sizes[reader].length - known.length - 3 * meanings.length) / 4 + 1;
    rowsOf[reader] ??= unpack(packed[reader], sizes[reader].length, width, 0).map((row, r) =>
      row.map((x) => (2 * x - 1) * sizes[reader][r]),
    );
    const ids = words.map((word) => numbers.get(word));
    return readRows(rowsOf[reader], known.length, ids, readers[reader], silent);
  };
  const answersOf = (found, asked) =>
    asked.map(([place, question]) => {
      const row = found.shares[QUESTIONS.indexOf(question)][place];
      const best = row.indexOf(Math.max(...row));
      return [meanings[best], Math.round(100 * row[best])];
    });
  /**
   * What is shown: words, the place that asks, where it looks in the wide head and in the others,
   * what is asked of the words, and what both readers answer. The reader's own words wait for the
   * parameters.
   */
  const now = () => {
    const [i, word, reader, silent, text] = ["sentence", "word", "reader", "silent", "own"].map(
      (name) => model.get(name),
    );
    const mine = wordsOf(text);
    const [wide, cut] = mine.length ? [read(0, mine, 0), read(reader, mine, silent)] : [];
    const words = cut ? mine : sentences[i];
    const at = Math.min(word, words.length - 1);
    const asked = cut ? askedOf(words, meanings) : model.get("asked")[i];
    const start = readers.slice(0, reader).reduce((a, b) => a + b, 0);
    const heads = [0, ...Array.from({ length: readers[reader] }, (_, h) => start + h)];
    const tables =
      wide && cut
        ? [...wide.weights, ...cut.weights]
        : heads.map((h) => unpack(model.get("weights")[i], words.length, words.length, h));
    const lesser = silent && silent <= readers[reader];
    const heard = cut ?? (lesser ? read(reader, words, silent) : null);
    const measured = model.get("said")[i];
    return {
      own: mine.length > 0,
      words,
      at,
      rows: tables.map((weights) => weights[at]),
      asked,
      names: [
        tr("One wide head"),
        lesser
          ? tr("{n} heads, {silent} silent", { n: readers[reader], silent })
          : tr("{n} heads", { n: readers[reader] }),
      ],
      answers: [
        cut ? answersOf(wide, asked) : measured[0],
        heard ? answersOf(heard, asked) : measured[reader],
      ],
      missing: !heard && (mine.length > 0 || lesser),
      found: () => read(reader, words, silent)?.joined[at],
    };
  };
  return { sentences, readers, meanings, known, wordsOf, strangersOf, now };
}
