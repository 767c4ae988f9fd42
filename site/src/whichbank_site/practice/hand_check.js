// What the numbers of an answer by hand mean, sentence by sentence as hand.py of
// whichbank.exercises tells it, and how they are read where they are typed.

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
export const RIGHT = "right.";

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
  if (got.length < given.length)
    return got.length
      ? "not finished yet. A place of your answer is still empty."
      : "not attempted yet.";
  const single = "a single number";
  if (got.length !== right.length) {
    const came = got.length > 1 ? `an array of shape (${got.length},)` : single;
    return `got ${came}. The answer is ${right.length > 1 ? `${right.length} numbers` : single}.`;
  }
  const shown = got.length > 1 ? `[${got.map(written).join(", ")}]` : written(got[0]);
  if (!got.every(Number.isFinite)) return `${shown} holds a value that is not a finite number.`;
  const off = gap(got, right);
  if (off <= EXACT) return RIGHT;
  const rounded = [1, 10, 100].some((by) => gap(got, cut(got, by)) < 1e-9 && off < 0.5 / by + 1e-9);
  const near = nearest(columns, got, rounded);
  if (near.length === 1) {
    const also = rounded ? "\nOr are these rounded numbers? Then give each to three decimals." : "";
    return `not right yet. ${told(near[0][0].map((i) => hints[i]))}${also}`;
  }
  if (rounded || (near.length && off > CLOSE))
    return "these numbers are rounded too far to tell. Give each to three decimals.";
  if (
    Math.max(...right.map(Math.abs)) <= 1 &&
    gap(
      got.map((v) => v / 100),
      right,
    ) <= ROUGH
  ) {
    return "these are percent. Divide each number by 100, and give three decimals.";
  }
  const which = `In ${shown}, ${places(got, right)}.`;
  if (off > CLOSE) return `not right yet. ${which} No known mistake explains it.`;
  if (gap(right, cut(right, 100)) > 1e-9)
    return "close. Give each number to three decimals, and round only at the end.";
  return `close. ${which} Nothing needs rounding here: go through the sums again.`;
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
    ? ["There are two things to mend.", ...hints.map((hint, i) => `${i + 1}. ${hint}`)].join("\n")
    : hints[0];

function places(got, right) {
  if (got.length === 1) return "the number is wrong";
  const wrong = got.flatMap((v, i) => (Math.abs(v - right[i]) > EXACT ? [i + 1] : []));
  const [s, are] = wrong.length > 1 ? ["s", "are"] : ["", "is"];
  return `number${s} ${wrong.join(" and ")} of ${got.length} ${are} wrong`;
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
