// What the numbers of an answer by hand mean, sentence by sentence as hand.py of
// whichbank.exercises tells it, and how they are read where they are typed.

import { tr } from "../pages/words.js";

const EXACT = 0.00055; // rounded to three digits, as in hand.py
const ROUGH = 0.006;
const CLOSE = 0.02;

/**
 * What by_hand.py has packed.
 * @param {string} text
 * @returns {Promise<any>}
 */
export function unpack(text) {
  const bytes = Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
  return new Response(
    new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")),
  ).json();
}

/** What is said of a right answer. */
export const RIGHT = tr("right.");

const EMPTY = tr("not finished yet. A place of your answer is still empty.");
const UNTRIED = tr("not attempted yet.");

/**
 * Whether this is said of an answer that is not whole yet.
 * @param {string} text
 */
export const unfinished = (text) => text === EMPTY || text === UNTRIED;

/**
 * @typedef {{right: number[], columns: [number[], number[]][], hints: string[]}} Table The right
 *   numbers; for each mistake or pair of mistakes, as places in the hints, its numbers; what is
 *   told of each.
 */

/**
 * Say what an answer means.
 * @param {Table} table
 * @param {(number|null)[]} given null for a number that is not
 */
export function check({ right, columns, hints }, given) {
  const got = given.filter((v) => v !== null);
  if (got.length < given.length) return got.length ? EMPTY : UNTRIED;
  if (got.length !== right.length) {
    const came =
      got.length > 1
        ? tr("got an array of shape {shape}.", { shape: `(${got.length},)` })
        : tr("got a single number.");
    const wanted =
      right.length > 1
        ? tr("The answer is {n} numbers.", { n: right.length })
        : tr("The answer is a single number.");
    return `${came} ${wanted}`;
  }
  const shown = got.length > 1 ? `[${got.map(written).join(", ")}]` : written(got[0]);
  if (!got.every(Number.isFinite))
    return tr("{shown} holds a value that is not a finite number.", { shown });
  const off = gap(got, right);
  if (off <= EXACT) return RIGHT;
  const rounded = [1, 10, 100].some((by) => gap(got, cut(got, by)) < 1e-9 && off < 0.5 / by + 1e-9);
  const near = nearest(columns, got, rounded);
  if (near.length === 1) {
    const also = rounded
      ? `\n${tr("Or are these rounded numbers? Then give each to three decimals.")}`
      : "";
    return tr("not right yet. {hint}", { hint: told(near[0][0].map((i) => hints[i])) }) + also;
  }
  if (rounded || (near.length && off > CLOSE))
    return tr("these numbers are rounded too far to tell. Give each to three decimals.");
  if (
    Math.max(...right.map(Math.abs)) <= 1 &&
    gap(
      got.map((v) => v / 100),
      right,
    ) <= ROUGH
  ) {
    return tr("these are percent. Divide each number by 100, and give three decimals.");
  }
  const which = places(got, right, shown);
  if (off > CLOSE) return tr("not right yet. {which} No known mistake explains it.", { which });
  if (gap(right, cut(right, 100)) > 1e-9)
    return tr("close. Give each number to three decimals, and round only at the end.");
  return tr("close. {which} Nothing needs rounding here: go through the sums again.", { which });
}

const gap = (a, b) => Math.max(...a.map((v, i) => Math.abs(v - b[i])));
const cut = (numbers, by) => numbers.map((v) => Math.round(v * by) / by);

/**
 * The mistakes that give just these numbers, or else those that come near; single ones before
 * pairs.
 */
function nearest(columns, got, rounded) {
  for (const room of rounded ? [EXACT] : [EXACT, ROUGH]) {
    const near = columns.filter(([, numbers]) => gap(got, numbers) <= room);
    const single = near.filter(([mistakes]) => mistakes.length === 1);
    if (near.length) return single.length ? single : near;
  }
  return [];
}

const told = (hints) =>
  hints.length > 1
    ? [tr("There are two things to mend."), ...hints.map((hint, i) => `${i + 1}. ${hint}`)].join(
        "\n",
      )
    : hints[0];

function places(got, right, shown) {
  if (got.length === 1) return tr("In {shown}, the number is wrong.", { shown });
  const wrong = got.flatMap((v, i) => (Math.abs(v - right[i]) > EXACT ? [i + 1] : []));
  const found = { shown, which: wrong.join(tr(" and ")), all: got.length };
  return wrong.length > 1
    ? tr("In {shown}, numbers {which} of {all} are wrong.", found)
    : tr("In {shown}, number {which} of {all} is wrong.", found);
}

/** A number to four digits, as Python's format .4g writes it, a whole one with all of its own. */
function written(x) {
  if (Number.isInteger(x) && Math.abs(x) < 1e15) return String(x + 0);
  if (!Number.isFinite(x)) return String(x).replace("Infinity", "inf").replace("NaN", "nan");
  // half-way: Python takes the even digit
  const between = /^-?\d\.\d\d[02468]50*e/.test(x.toExponential(20));
  const [digits, power] = (between ? x * (1 - 1e-9) : x).toExponential(3).split("e");
  if (power >= -4 && power < 4) return String(Number(`${digits}e${power}`));
  return `${Number(digits)}e${power[0]}${power.slice(1).padStart(2, "0")}`;
}

const GROUPED = /^[+-]?\d{1,3}([ ,.'’\u00a0\u202f])\d{3}(\1\d{3})+$/; // 12,582,912
const PLAIN = /^[+-]?(\d+[.,]?\d*|[.,]\d+)(e[+-]?\d+)?$/i;

/** A whole or decimal number, also with a decimal comma; NaN for anything else. */
function plain(text) {
  if (GROUPED.test(text)) return Number(text.replace(/[^\d+-]/g, ""));
  return PLAIN.test(text) ? Number(text.replace(",", ".")) : NaN;
}

/**
 * One number, also a fraction or a percentage; NaN for anything else.
 * @param {string} text
 */
export function number(text) {
  const [, above, below, percent] = text.match(/^([^/%]+?)\s*(?:\/\s*([^/%]+)|(%))?$/) ?? [];
  return plain(above ?? "") / (percent ? 100 : below ? plain(below) : 1);
}

/**
 * What is typed in one field, number by number: a list is one with brackets, or one whose parts are
 * all numbers, and no number as a whole.
 * @param {string} text
 * @returns {string[]}
 */
export function parts(text) {
  const clean = text.trim().replace(/[−–]/g, "-");
  const bare = clean.replace(/^[[(]\s*|\s*[\])]$/g, "");
  if (!bare) return [];
  if (bare !== clean || Number.isNaN(number(clean))) {
    for (const between of [/\s*[;\t\n]\s*/, /,\s+/, /,/, /\s+/]) {
      const found = bare.split(between);
      if (found.length > 1 && !found.some((one) => Number.isNaN(number(one)))) return found;
    }
  }
  return [bare];
}
