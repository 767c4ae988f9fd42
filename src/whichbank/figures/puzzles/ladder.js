// The puzzles' arithmetic, as in whichbank/experiments/_puzzles.py: what the heads of a puzzle do with
// a row, what is to come out, and which mistake an answer makes.

import { attend, mix, similarity } from "../nets/kernels.js";
import { tr } from "../kit/words.js";

const SHARP = 8;
const WITHIN = 0.1;
const KINDS = { vowel: "ae", consonant: "bc" };

/** @typedef {Record<string, any>} Puzzle as puzzles.toml has it */

/** A number that a card has; `place` counts from 1. */
function feature(name, card, place, hours = 0) {
  if (name === "up" || name === "right") {
    const angle = (2 * Math.PI * (place - 1)) / hours;
    return Number((name === "up" ? Math.cos(angle) : Math.sin(angle)).toFixed(12)) + 0;
  }
  if (name === "number") return Number(card.replace(/\D/g, ""));
  if (name === "every") return 1;
  return name === "place" ? place : Number((KINDS[name] ?? name).includes(card[0]));
}

/** @type {Map<string, string[]>} */
const allRows = new Map();

/**
 * All rows that a puzzle asks about, first those that are as long as its own.
 * @param {Puzzle} puzzle
 * @returns {string[]}
 */
export function rowsOf(puzzle) {
  const { name, tokens, lengths, keep, row } = puzzle;
  const found = allRows.get(name);
  if (found) return found;
  const own = row.split(" ").length;
  const good = new RegExp(keep);
  let every = [""];
  /** @type {string[]} */
  let all = [];
  for (let n = 1; n <= Math.max(...lengths); n++) {
    every = every.flatMap((start) => tokens.map((card) => (start ? `${start} ${card}` : card)));
    const kept = lengths.includes(n) ? every.filter((one) => good.test(one)) : [];
    all = n === own ? [...kept, ...all] : [...all, ...kept];
  }
  allRows.set(name, all);
  return all;
}

/**
 * The places, from 0, out of which something definite is to come.
 * @param {Puzzle} puzzle
 * @param {string[]} cards
 */
export function askedOf({ asked }, cards) {
  const every = cards.map((_, t) => t);
  if (asked === "later") return every.slice(1);
  return asked === "last" ? every.slice(-1) : every.filter((t) => cards[t].match(asked));
}

/**
 * The places at which a card looks by a rule; none where the rule says nothing.
 * @param {string} rule
 * @param {string[]} cards
 * @param {number} t
 * @param {boolean} causal
 * @returns {number[]}
 */
export function lookedAt(rule, cards, t, causal) {
  const n = cards.length;
  const seen = cards.map((_, s) => s).slice(0, causal ? t + 1 : n);
  const [kind, ...rest] = rule.split(" ");
  const arg = rest.join(" ");
  const among = (places) => places.filter((s) => seen.includes(s));
  const like = (card) => seen.filter((s) => cards[s] === card);
  const sizes = () => seen.map((s) => feature(arg, cards[s], s + 1));
  const extreme = (most) => seen.filter((_, i) => sizes()[i] === most(...sizes()));
  const is = () => seen.filter((_, i) => sizes()[i]);
  const capitals = (own) =>
    seen.filter((s) => /[A-Z]/.test(cards[s]) && (cards[s][0] === cards[t].toUpperCase()) === own);
  /** @type {Record<string, () => number[]>} */
  const rules = {
    not: () => {
      const away = lookedAt(arg, cards, t, causal);
      return seen.filter((s) => !away.includes(s));
    },
    step: () => among([t + Number(arg)]),
    steps: () => among(rest.map((k) => t + Number(k))),
    turn: () => [(t + Number(arg) + n) % n],
    flip: () => [(Number(arg) - t + n) % n],
    is,
    first: () => is().slice(0, 1),
    last: () => is().slice(-1),
    most: () => extreme(Math.max),
    least: () => extreme(Math.min),
    capital: () => capitals(true),
    other: () => capitals(false),
    after: () => among(like(arg).map((s) => s + 1)),
    again: () =>
      among(
        like(cards[t])
          .filter((s) => s < t)
          .map((s) => s + Number(arg)),
      ),
    same: () => like(cards[t]),
    before: () => like(cards.at(t - 1)),
    even: () => seen,
  };
  return rules[kind]?.() ?? [];
}

/**
 * What comes out of a card that looks by a rule, and is handed these sums of features.
 * @param {Puzzle} puzzle
 * @param {string[]} cards
 * @param {number} t
 * @param {string} rule
 * @param {Record<string, number>[]} [over] the puzzle's own if not given
 * @returns {number[] | undefined}
 */
function comes(puzzle, cards, t, rule, over = puzzle.over) {
  const { outs } = puzzle.heads[puzzle.heads.length - 1];
  if (rule === "nothing") return outs.map(() => 0);
  const sums = over.length ? over : outs.map((name) => ({ [name]: 1 }));
  const places = lookedAt(rule, cards, t, puzzle.causal);
  if (!places.length) return undefined;
  const handed = (sum, s) =>
    Object.entries(sum).reduce((all, [name, v]) => all + v * feature(name, cards[s], s + 1), 0);
  return sums.map((sum) => places.reduce((all, s) => all + handed(sum, s), 0) / places.length);
}

/**
 * What is to come out of a card.
 * @param {Puzzle} puzzle
 * @param {string[]} cards
 * @param {number} t
 */
export const wantedOf = (puzzle, cards, t) => comes(puzzle, cards, t, puzzle.look) ?? [];

/**
 * What each head of a puzzle does with a row. A clock of eight hours tells eight places apart: a head
 * with arrows sees no further back.
 * @param {Puzzle} puzzle
 * @param {number[]} cells
 * @param {string} row
 * @param {number[][]} [first] where the first head looks, if not where its tables say
 * @returns {{asks: number[][], shows: number[][], scores: number[][], weights: number[][], out:
 *   number[][]}[]}
 */
export function headsOf(puzzle, cells, row, first) {
  const cards = row.split(" ");
  const seeing = (far) => cards.map((_, t) => cards.map((_card, s) => s <= t && s > t - far));
  /** @type {Record<string, number[]>} */
  let notes = {};
  let at = 0;
  return puzzle.heads.map(({ rows, channels, outs, free, given }, h) => {
    const far = rows.includes("up") ? puzzle.hours : Infinity;
    const mask = puzzle.causal ? seeing(far) : undefined;
    const x = cards.map((card, s) =>
      rows.map((name) => notes[name]?.[s] ?? feature(name, card, s + 1, puzzle.hours)),
    );
    const source = given.length ? given : cells.slice(at);
    let used = 0;
    const table = (columns) => rows.map(() => source.slice(used, (used += columns)).map(Number));
    const [asks, shows] = [channels, channels].map((columns) => mix(x, table(columns)));
    const values = free
      ? mix(x, table(outs.length))
      : cards.map((card, s) => outs.map((name) => feature(name, card, s + 1)));
    if (!given.length) at += used;
    const found = attend(asks, shows, values, SHARP, mask);
    const weights = h || !first ? found.weights : first;
    const out = h || !first ? found.out : mix(first, values);
    notes = Object.fromEntries(outs.map((name, i) => [`note ${name}`, out.map((one) => one[i])]));
    return { asks, shows, scores: similarity(asks, shows), weights, out };
  });
}

const near = (got, target) =>
  target !== undefined && got.every((x, i) => Math.abs(x - target[i]) <= WITHIN + 1e-9);

/**
 * For each asked card of a row, whether the right thing comes out.
 * @param {Puzzle} puzzle
 * @param {number[]} cells
 * @param {string} row
 */
export function rightOf(puzzle, cells, row) {
  const cards = row.split(" ");
  const out = headsOf(puzzle, cells, row)[puzzle.heads.length - 1].out;
  return askedOf(puzzle, cards).map((t) => near(out[t], wantedOf(puzzle, cards, t)));
}

/**
 * Try a head on all rows: on how many it is right, and a row that fails, with the mistake that
 * explains most of what is wrong, if it explains half of it.
 * @param {Puzzle} puzzle
 * @param {number[]} cells
 * @param {string} row
 */
export function judged(puzzle, cells, row) {
  const { mistakes, look, causal } = puzzle;
  const told = mistakes.map(() => 0);
  const first = mistakes.map(() => "");
  const every = [row, ...rowsOf(puzzle).filter((one) => one !== row)];
  let [right, wrong, some, failed, plain] = [0, 0, false, "", ""];
  for (const one of every) {
    const cards = one.split(" ");
    const { weights, out } = headsOf(puzzle, cells, one)[puzzle.heads.length - 1];
    let fine = true;
    for (const t of askedOf(puzzle, cards)) {
      const even = comes(puzzle, cards, t, "even");
      if (near(out[t], wantedOf(puzzle, cards, t))) {
        some ||= !near(out[t], even);
        continue;
      }
      const shares = causal ? weights[t].slice(0, t + 1) : weights[t];
      const goal = lookedAt(look, cards, t, causal);
      const top = Math.max(...shares);
      const best = Math.max(...goal.map((s) => shares[s]));
      const soft = best > Math.max(top - 1e-9, Math.min(...shares) + 1e-9);
      const most = shares.findIndex((share) => share > top - 1e-6);
      if (!failed)
        plain = tr("Card {n} takes most from card {most}, and should from card {goal}.", {
          n: t + 1,
          most: most + 1,
          goal: goal[0] + 1,
        });
      [wrong, fine, failed] = [wrong + 1, false, failed || one];
      const explains = (rule, over) =>
        rule === "soft"
          ? soft
          : near(out[t], comes(puzzle, cards, t, rule === "part" ? "even" : rule, over));
      mistakes.forEach((mistake, i) => {
        if (!(mistake.look ?? look).split("|").some((rule) => explains(rule, mistake.over))) return;
        told[i] += 1;
        first[i] ||= one;
      });
    }
    right += Number(fine);
  }
  if (!wrong) return { right, of: every.length, row: "", says: "" };
  const counts = mistakes.map((mistake, i) => (mistake.look === "part" && !some ? 0 : told[i]));
  const i = counts.indexOf(Math.max(...counts));
  const named = 2 * counts[i] >= wrong;
  const at = named ? first[i] : failed;
  const lucky = row !== at && rightOf(puzzle, cells, row).every(Boolean);
  return {
    right,
    of: every.length,
    row: at,
    says:
      (lucky ? `${tr("Right on your row, but not on this one.")} ` : "") +
      (named ? mistakes[i].says : plain),
  };
}
