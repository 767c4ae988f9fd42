// The code that carries an answer from a phone to the lecture view: three characters drawn by chance,
// one for the answer and its round, and two that check. They tell every one or two wrong characters,
// two that changed places, and a code of another question.

import { tr } from "../pages/words.js";

const SIGNS = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"; // without 0 and O, 1, I and L
const PRIME = SIGNS.length;
const DRAWN = 3;
export const LONG = DRAWN + 3;
/** How many beginnings there are. */
export const BEGINNINGS = PRIME ** DRAWN;

/** Three characters by chance, which tell the codes of one person from all others. */
export const draw = () =>
  [...crypto.getRandomValues(new Uint32Array(DRAWN))].map((x) => SIGNS[x % PRIME]).join("");

/**
 * The two characters that check. Whoever changes one or two of the six changes what one of these must
 * be: no two of their places count in the same proportion.
 * @param {number} seed of the question
 * @param {number[]} values of the characters before
 */
function checks(seed, values) {
  const sum = (weight) => values.reduce((total, value, i) => total + weight(i) * value, 0);
  const first = (seed + sum(() => 1)) % PRIME;
  const second = (Math.floor(seed / PRIME) + sum((i) => i + 1) + 5 * first) % PRIME;
  return [first, second];
}

/**
 * A code.
 * @param {PollItem} item
 * @param {string} drawn
 * @param {number} choice
 * @param {number} round 0 for the first answer, 1 for the one after talking
 */
export function spelled({ s }, drawn, choice, round) {
  const values = [...[...drawn].map((sign) => SIGNS.indexOf(sign)), 2 * choice + round];
  return [...values, ...checks(s, values)].map((value) => SIGNS[value]).join("");
}

/**
 * What a code says; undefined where it is none of this question.
 * @param {PollItem} item
 * @param {string} code in capitals
 */
export function understood({ s, o }, code) {
  const values = [...code].map((sign) => SIGNS.indexOf(sign));
  if (values.length !== LONG || values.includes(-1)) return undefined;
  const said = values.slice(0, DRAWN + 1);
  const choice = said[DRAWN] >> 1;
  const fits = checks(s, said).every((value, i) => value === values[DRAWN + 1 + i]);
  return fits && choice < o.length
    ? { who: code.slice(0, DRAWN), choice, round: said[DRAWN] % 2 }
    : undefined;
}

/**
 * Why a text is no code of this question.
 * @param {PollItem} item
 * @param {PollItem[]} others of the same page
 * @param {string} text in capitals
 */
export function refused(item, others, text) {
  const signs = [...text];
  if (signs.length !== LONG)
    return tr("{text} has {n} characters; a code has {long}.", { n: signs.length, long: LONG });
  const odd = signs.find((sign) => !SIGNS.includes(sign));
  if (odd) return tr("{text} has a {odd}, which no code has.", { odd });
  const other = others.find((one) => one !== item && understood(one, text));
  return other
    ? tr("{text} is a code of another question: “{other}”.", { other: other.q })
    : tr(
        "{text} has a wrong character, or comes from another question or edition: ask for it again.",
      );
}
