// What the figure `loom` says about its threads.

import { fixed } from "../kit/numbers.js";
import { begun, tr, trn } from "../kit/words.js";

/** The sign that ends a sentence. */
export const STOP = tr(".");
/** What is less is no lean. */
export const LEANS = 0.02;
const ORDER = [
  tr("the first {piece}"),
  tr("the second {piece}"),
  tr("the third {piece}"),
  tr("the fourth {piece}"),
];
const AMONG = tr(" and ");

/**
 * Whether a piece is no word: a mark of the model at both ends, or punctuation.
 * @param {string} piece
 */
export const isMark = (piece) => /^\[.*\]$|^\W$/.test(piece);

/**
 * Which pieces are asked where none is: the word with two meanings.
 * @param {Woven} woven
 * @returns {number[]}
 */
export function subjectOf({ pieces, places, word }) {
  if (places?.length) return places;
  const found = pieces.flatMap((one, t) => (one === word ? [t] : []));
  return found.length ? found : [1];
}

/**
 * Pieces of one sentence that another lacks; each counts once for each time.
 * @param {string[]} some
 * @param {string[]} others
 */
export function lacking(some, others) {
  const left = [...others];
  return some.filter((one) => {
    const at = left.indexOf(one);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

/**
 * What reached a piece up to a layer, the largest shares first.
 * @param {number[][][]} shares (layers, T, T)
 * @param {number} t
 * @param {number} layers
 * @returns {number[]}
 */
export function givers(shares, t, layers) {
  const sums = shares[0].map((_, s) =>
    shares.slice(0, layers).reduce((sum, table) => sum + table[t][s], 0),
  );
  return sums.map((_, s) => s).sort((a, b) => sums[b] - sums[a] || a - b);
}

/**
 * The name of a piece among its likes.
 * @param {string[]} pieces
 * @param {number} t
 */
export function named(pieces, t) {
  const same = pieces.flatMap((one, s) => (one === pieces[t] ? [s] : []));
  return same.length > 1
    ? tr(ORDER[same.indexOf(t)] ?? tr("the last {piece}"), { piece: pieces[t] })
    : pieces[t];
}

/**
 * One sentence on the threads that ask, as far as they have risen.
 * @param {Woven} woven
 * @param {number[]} ask
 * @param {number} layer
 */
export function toldOfThreads(
  { pieces, axes, leans, shares, taken, silent, known, word },
  ask,
  layer,
) {
  if (layer === 0)
    return tr("At the bottom each word has its vector of the table: no neighbor yet.");
  const most = (t) =>
    givers(shares, t, layer)
      .filter((s) => s !== t && !isMark(pieces[s]))
      .slice(0, 2)
      .map((s) => (taken && s === taken ? tr("the mask in the gap") : named(pieces, s)))
      .join(AMONG);
  const leaning = (t) => Math.abs(leans[t][layer]) >= LEANS;
  const verdict = (t) =>
    known
      ? verdicts({ pieces, axes, leans }, [t], layer)
      : tr("{name} takes from {givers}", { name: named(pieces, t), givers: most(t) });
  // one that asks is told with what was given to it, and with what its lean measures
  const measured = (t) => {
    const [near, far] = leans[t][layer] > 0 ? axes : [axes[1], axes[0]];
    const from = most(t);
    const given =
      from && `${STOP} ${tr("Most of what reached it came from {givers}", { givers: from })}`;
    const close = { word, near, far, more: fixed(Math.abs(leans[t][layer])) };
    const vector = leaning(t)
      ? tr("Its vector is {more} closer to {word} as {near} than as {far}.", close)
      : tr("Its vector is about as close to {word} as {near} as to {word} as {far}.", close);
    return `${given}${STOP} ${vector}`;
  };
  const meant = () => {
    if (!known)
      return `${STOP} ${tr("Give an example of each sense of {word}, and threads will lean.", { word })}`;
    if (ask.length === 1) return measured(ask[0]);
    return STOP;
  };
  const gaps = [
    ...(taken ? [tr("with a gap for {name}", { name: named(pieces, taken) })] : []),
    ...(silent.length === 1
      ? [tr("without head {head} of layer {layer}", { layer: silent[0][0], head: silent[0][1] })]
      : []),
    ...(silent.length > 1
      ? [trn(silent.length, { one: "without {n} head", other: "without {n} heads" })]
      : []),
  ].join(AMONG);
  const told = { gaps: begun(gaps), layer, words: ask.map(verdict).join(", ") };
  const after = gaps
    ? tr("{gaps}, after layer {layer} {words}", told)
    : tr("After layer {layer} {words}", told);
  return `${after}${meant()}`;
}

/**
 * Which way pieces lean after a layer.
 * @param {{pieces: string[], axes: string[], leans: number[][]}} woven
 * @param {number[]} ask
 * @param {number} layer
 */
export const verdicts = ({ pieces, axes, leans }, ask, layer) =>
  ask
    .map((t) => {
      const lean = leans[t][layer];
      const name = named(pieces, t);
      return Math.abs(lean) < LEANS
        ? tr("{name} is undecided", { name })
        : tr("{name} leans to the {axis}", { name, axis: axes[lean > 0 ? 0 : 1] });
    })
    .join(", ");

/**
 * Two sentences, by the word in which they differ.
 * @param {Woven} now
 * @param {Woven} other
 * @param {number[]} ask pieces of the first
 * @param {number[]} others pieces of the second
 * @param {number} layer
 */
export function toldOfPair(now, other, ask, others, layer) {
  if (layer === 0) return toldOfThreads(now, ask, layer);
  const [own] = lacking(now.pieces, other.pieces);
  const [its] = lacking(other.pieces, now.pieces);
  const [first, next] = [
    own ? tr("with {word}", { word: own }) : tr("without {word}", { word: its }),
    begun(its ? tr("with {word}", { word: its }) : tr("without {word}", { word: own })),
  ];
  const short = ({ pieces, axes, leans }, some) =>
    some
      .map((t) => {
        const lean = leans[t][layer];
        const name = named(pieces, t);
        return Math.abs(lean) < LEANS
          ? tr("{name} undecided", { name })
          : tr("{name} to the {axis}", { name, axis: axes[lean > 0 ? 0 : 1] });
      })
      .join(", ");
  return [
    tr("After layer {layer}, {first}: {words}.", { layer, first, words: short(now, ask) }),
    tr("{next}: {words}.", { next, words: short(other, others) }),
  ].join(" ");
}

/**
 * One sentence on a layer that is opened.
 * @param {Woven} woven
 * @param {number} t which asks
 * @param {number} layer
 * @param {number} head from 1; 0 for all
 * @param {number[][]} weights of the piece that asks, (heads, T)
 * @param {boolean} first whether the head is the one that looks most at words that end up leaning
 */
export function toldOfHeads({ pieces, steps }, t, layer, head, weights, first) {
  const name = named(pieces, t);
  const [came, found, , , fed] = steps?.[t][layer - 1] ?? [];
  const sum = steps
    ? ` ${tr(
        "Its vector, {came} long, gets {found} from all {n} heads, then {fed} from the network.",
        {
          n: weights.length,
          found: fixed(found, 1),
          came: fixed(came, 1),
          fed: fixed(fed, 1),
        },
      )}`
    : "";
  const known = { layer, head, n: weights.length, name };
  if (!head)
    return `${tr("Layer {layer} has {n} heads: as many looks of {name} at once. Press one.", known)}${sum}`;
  const row = weights[head - 1];
  const order = row.map((_, s) => s).sort((a, b) => row[b] - row[a] || a - b);
  const some = order.slice(0, 3).map((s) => `${pieces[s]} ${fixed(row[s])}`);
  const said = tr("Head {head} of layer {layer}: {name} looks at {words}.", {
    ...known,
    words: some.join(", "),
  });
  const most = first ? ` ${tr("No head here looks more at words that lean in the end.")}` : "";
  return `${said}${most}`; // the lengths stand in the picture
}

/**
 * One sentence on a head that is worked out.
 * @param {string[]} pieces
 * @param {number} t which asks
 * @param {{d: number, scores: number[], scaled: number[], weights: number[]}} worked
 * @param {number} inner how far, in steps
 */
export function toldOfInside(pieces, t, { d, scores, scaled, weights }, inner) {
  const s = weights.indexOf(Math.max(...weights));
  const [asks, gives] = [named(pieces, t), s === t ? tr("itself") : named(pieces, s)];
  const known = { asks, gives, d, weight: fixed(weights[s]) };
  if (inner <= 1)
    return tr("The query of {asks} times the key of {gives}: {d} products, together {score}.", {
      ...known,
      score: fixed(scores[s], 1),
    });
  if (inner <= 2)
    return tr("Divided by √{d}, the score of {asks} with {gives} is {score}.", {
      ...known,
      score: fixed(scaled[s], 1),
    });
  if (inner <= 3) return tr("Softmax: of 1 in all, {asks} gives {gives} {weight}.", known);
  known.gives = begun(gives);
  return inner <= 4
    ? tr("{gives} hands over {weight} of its value, the others their shares.", known)
    : tr(
        "{gives} hands over {weight} of its value, the others their shares: the sum is what this head hands to {asks}.",
        known,
      );
}
