// What the figure `loom` says about its threads.

import { fixed } from "../kit/parts.js";

/** What is less is no lean. */
export const LEANS = 0.02;
const ORDER = ["first", "second", "third", "fourth"];

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
  return same.length > 1 ? `the ${ORDER[same.indexOf(t)] ?? "last"} ${pieces[t]}` : pieces[t];
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
  if (layer === 0) return "At the bottom each word has its vector of the table: no neighbor yet.";
  const most = (t) =>
    givers(shares, t, layer)
      .filter((s) => s !== t && !isMark(pieces[s]))
      .slice(0, 2)
      .map((s) => (taken && s === taken ? "the mask in the gap" : named(pieces, s)))
      .join(" and ");
  const leaning = (t) => Math.abs(leans[t][layer]) >= LEANS;
  const verdict = (t) =>
    known
      ? verdicts({ pieces, axes, leans }, [t], layer)
      : `${named(pieces, t)} takes from ${most(t)}`;
  // one that asks is told with what was given to it, and with what its lean measures
  const measured = (t) => {
    const [near, far] = leans[t][layer] > 0 ? axes : [axes[1], axes[0]];
    const from = most(t);
    const given = from && `. Most of what reached it came from ${from}`;
    return leaning(t)
      ? `${given}. Its vector is ${fixed(Math.abs(leans[t][layer]))} closer to ${word} as ${near} than as ${far}.`
      : `${given}. Its vector is about as close to ${word} as ${near} as to ${word} as ${far}.`;
  };
  const meant = () => {
    if (!known) return `. Give an example of each sense of ${word}, and threads will lean.`;
    if (ask.length === 1) return measured(ask[0]);
    return ".";
  };
  const gaps = [
    ...(taken ? [`with a gap for ${named(pieces, taken)}`] : []),
    ...(silent.length === 1 ? [`without head ${silent[0][1]} of layer ${silent[0][0]}`] : []),
    ...(silent.length > 1 ? [`without ${silent.length} heads`] : []),
  ].join(" and ");
  const gap = gaps ? `${gaps[0].toUpperCase()}${gaps.slice(1)}, after` : "After";
  return `${gap} layer ${layer} ${ask.map(verdict).join(", ")}${meant()}`;
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
      const way =
        Math.abs(lean) < LEANS ? "is undecided" : `leans to the ${axes[lean > 0 ? 0 : 1]}`;
      return `${named(pieces, t)} ${way}`;
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
    own ? `with ${own}` : `without ${its}`,
    its ? `With ${its}` : `Without ${own}`,
  ];
  const short = (woven, some) => verdicts(woven, some, layer).replace(/ (?:leans|is) /g, " ");
  return `After layer ${layer}, ${first}: ${short(now, ask)}. ${next}: ${short(other, others)}.`;
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
    ? ` Its vector, ${fixed(came, 1)} long, gets ${fixed(found, 1)} from all ${weights.length} heads, then ${fixed(fed, 1)} from the network.`
    : "";
  if (!head)
    return `Layer ${layer} has ${weights.length} heads: as many looks of ${name} at once. Press one.${sum}`;
  const row = weights[head - 1];
  const order = row.map((_, s) => s).sort((a, b) => row[b] - row[a] || a - b);
  const some = order.slice(0, 3).map((s) => `${pieces[s]} ${fixed(row[s])}`);
  const most = first ? " No head here looks more at words that lean in the end." : "";
  return `Head ${head} of layer ${layer}: ${name} looks at ${some.join(", ")}.${most}${sum}`;
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
  const [asks, gives] = [named(pieces, t), s === t ? "itself" : named(pieces, s)];
  if (inner <= 1)
    return `The query of ${asks} times the key of ${gives}: ${d} products, together ${fixed(scores[s], 1)}.`;
  if (inner <= 2)
    return `Divided by √${d}, the score of ${asks} with ${gives} is ${fixed(scaled[s], 1)}.`;
  if (inner <= 3) return `Softmax: of 1 in all, ${asks} gives ${gives} ${fixed(weights[s])}.`;
  const pours = `${gives[0].toUpperCase()}${gives.slice(1)} hands over ${fixed(weights[s])} of its value, the others their shares`;
  return inner <= 4 ? `${pours}.` : `${pours}: the sum is what this head hands to ${asks}.`;
}
