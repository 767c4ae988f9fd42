// What the figure `loom` shows at this moment: a sentence as it is recorded, or what the model has
// answered.

import { unpack } from "../nets/kernels.js";
import { questionOf } from "./asking.js";
import { isMark } from "./told.js";

/** How many layers the model has, and heads in each. */
export const [LAYERS, HEADS] = [6, 12];

const startOf = (layer) =>
  Array.from({ length: layer - 1 }, (_, l) => HEADS * (LAYERS - l)).reduce((sum, n) => sum + n, 1);

/**
 * The leans of a word with one head erased, after the head's layer, …, the last.
 * @param {number[]} row `in_a_row` of experiments/erasing.py
 * @param {number} layer from 1
 * @param {number} head from 1
 */
export function withoutHead(row, layer, head) {
  const many = LAYERS + 1 - layer;
  const at = startOf(layer) + (head - 1) * many;
  return row.slice(at, at + many);
}

/**
 * The leans of a word after the last layer, with each head erased in turn.
 * @param {number[]} row `in_a_row` of experiments/erasing.py
 */
export const endsOf = (row) =>
  Array.from({ length: LAYERS * HEADS }, (_, h) =>
    withoutHead(row, Math.floor(h / HEADS) + 1, (h % HEADS) + 1).slice(-1),
  ).flat();

/**
 * @param {Model} model
 * @param {any} run
 * @returns {{weave: () => Woven, recorded: (i: number) => Woven}} what is shown, and any sentence as
 *   it is recorded
 */
export function wovenOf(model, run) {
  const made = new Map(); // tables, by what they are made of
  /**
   * @param {any} key
   * @param {string} name
   * @param {() => any} make
   */
  const once = (key, name, make) => {
    if (!made.has(key)) made.set(key, {});
    return (made.get(key)[name] ??= make());
  };
  /**
   * @param {string} packed
   * @param {number} T
   * @param {number} [first]
   */
  const tables = (packed, T, first = 0) =>
    Array.from({ length: LAYERS }, (_, l) => unpack(packed, T, T, first + l));
  const means = (packed, T) =>
    Array.from({ length: LAYERS }, (_, l) => {
      const heads = Array.from({ length: HEADS }, (__, h) => unpack(packed, T, T, l * HEADS + h));
      return heads[0].map((row, t) =>
        row.map((___, s) => heads.reduce((sum, one) => sum + one[t][s], 0) / HEADS),
      );
    });
  /** Nothing arrives anywhere, as long as it is not known what does. */
  const none = (T) =>
    Array.from({ length: LAYERS }, () => Array.from({ length: T }, () => Array(T).fill(0)));
  const whole = (found, live, without = model.get("without")) => {
    const marks = found.pieces.map(isMark);
    return {
      ...found,
      marks,
      live,
      head: 0,
      key: JSON.stringify([found.pieces, found.axes]),
      taken: without < found.pieces.length - 1 ? without : 0,
    };
  };

  /**
   * @param {number} i which
   * @param {number} [without] a piece whose word is taken out; 0 is none
   */
  const recorded = (i, without = 0) => {
    const [text, word, pieces, axes, leans] = [
      "sentences",
      "subjects",
      "pieces",
      "axes",
      "leans",
    ].map((name) => model.get(name)[i]);
    const [T, gifts] = [pieces.length, late("gifts", i)];
    const found = whole(
      {
        ...{ text, word, pieces, axes, leans, silent: [], stale: false, known: true },
        shares: gifts ? once(i, "gifts", () => tables(gifts, T)) : once(i, "none", () => none(T)),
        packed: model.get("layer") ? late("weights", i) : undefined,
        steps: model.get("layer") ? late("added", i) : undefined,
      },
      false,
      without,
    );
    if (!found.taken) {
      const looks = model.get("weighs") ? late("looks", i) : null;
      return looks ? { ...found, shares: once(i, "looks", () => tables(looks, T)) } : found;
    }
    const [rows, packed] = ["covered_leans", "covered"].map((name) => late(name, i));
    if (!rows || !packed) return { ...found, lacks: "covered" };
    const at = found.taken - 1;
    const shares = once(i, `without ${at}`, () => tables(packed, T, at * LAYERS));
    return { ...found, leans: rows[at], kept: leans, shares };
  };
  const late = (name, i) => {
    const all = model.get(name); // a page loads it when asked
    return all ? all[i] : all;
  };

  /** The sentence with the head that is shown alone erased, if that is what is asked. */
  const erasedIn = (found, i) => {
    const [layer, head, inner, silent] = ["layer", "head", "inner", "silent"].map((name) =>
      model.get(name),
    );
    if (!layer || !head || inner || `${silent}` !== `${[layer, head]}`) return found;
    const rows = late("erased", i);
    if (!rows) return { ...found, lacks: "erased" };
    const places = found.pieces.flatMap((one, t) => (one === found.word ? [t] : []));
    const change = (of) =>
      found.leans.map((row, t) => (places.includes(t) ? of(row, rows[places.indexOf(t)]) : row));
    return {
      ...found,
      silent,
      leans: once(i, `erased ${layer} ${head}`, () =>
        change((row, without) => [...row.slice(0, layer), ...withoutHead(without, layer, head)]),
      ),
      whole: change((row, [end]) => [...row.slice(0, LAYERS), end]),
      others: Object.fromEntries(places.map((t, n) => [t, endsOf(rows[n])])),
    };
  };

  let uncut = { key: "", leans: /** @type {number[][] | undefined} */ (undefined) };
  /** The leans that an answer would have with no word taken out, where they are known. */
  const keptOf = ({ asked, leans }) => {
    const [text, word, senses, without, silent] = asked;
    const key = JSON.stringify([text, word, senses, silent]);
    if (!without) uncut = { key, leans: leans ?? undefined };
    if (!without || uncut.key === key) return without ? uncut.leans : undefined;
    const i = word || silent.length ? -1 : model.get("sentences").indexOf(text);
    return model.get("leans")[i];
  };

  const answered = (answer) => {
    const { asked, pieces, leans, weights, gifts } = answer;
    const T = pieces.length;
    const looks = () => means(weights, T);
    const name = model.get("weighs") ? "looks" : "gifts";
    if (!made.has(answer)) made.clear(); // of the answer before
    return whole(
      {
        ...answer,
        text: asked[0],
        leans: leans ?? once(answer, "none", () => pieces.map(() => Array(LAYERS + 1).fill(0))),
        known: leans !== null,
        kept: leans ? keptOf(answer) : undefined,
        shares: once(answer, name, name === "looks" ? looks : () => tables(gifts, T)),
        packed: weights,
        steps: answer.added,
        silent: asked[4],
        stale: JSON.stringify(asked) !== JSON.stringify(questionOf(model)),
      },
      true,
    );
  };

  const weave = () => {
    const asks = model.get("asking") && !run.hindrance;
    if (asks && run.answer) return answered(run.answer);
    const i = model.get("sentence");
    return { ...erasedIn(recorded(i, model.get("without")), i), stale: asks };
  };
  return { weave, recorded };
}
