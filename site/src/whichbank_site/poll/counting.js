// From a text with codes to counts: who said what, before and after talking, and who changed.
import { LONG, refused, understood } from "./codes.js";

/**
 * Find the codes in a text, whatever stands between them and however they are parted.
 * @param {PollItem} item
 * @param {PollItem[]} others
 * @param {string} text
 */
export function found(item, others, text) {
  /** @type {{code: string, said: {who: string, choice: number, round: number}}[]} */
  const codes = [];
  /** @type {[text: string, why: string][]} */
  const not = [];
  // texts at the end of the last line, too short for a code
  let begun = 0;
  for (const line of text.toUpperCase().split(/[\n,;|\t]+/)) {
    begun = 0;
    const words = line.match(/[\p{L}\p{N}]+/gu) ?? [];
    const cut = words.flatMap((word) =>
      word.length % LONG ? [word] : (word.match(new RegExp(`.{${LONG}}`, "gu")) ?? [word]),
    );
    /** How many words from a place on make as long a text as a code. */
    const reach = (at) => {
      for (let end = at + 1, length = 0; end <= cut.length; end++) {
        length += cut[end - 1].length;
        if (length >= LONG) return length === LONG ? end - at : 0;
      }
      return 0;
    };
    const word = (at, many) => cut.slice(at, at + many).join("");
    const known = (at) => (reach(at) ? understood(item, word(at, reach(at))) : undefined);
    for (let at = 0; at < cut.length;) {
      const many = reach(at);
      const said = known(at);
      // a name before a code is no part of it
      const alone = many < 2 || cut.slice(at + 1, at + many).some((_, i) => known(at + 1 + i));
      const step = said || !alone ? many : 1;
      const code = word(at, step);
      begun = said || code.length >= LONG ? 0 : begun + 1;
      if (said) codes.push({ code, said });
      else not.push([code, refused(item, others, code)]);
      at += step;
    }
  }
  return { codes, not, begun };
}

/**
 * Count each person once a round, by the last that they said.
 * @param {ReturnType<typeof found>["codes"]} codes
 * @param {number} choices
 */
export function counted(codes, choices) {
  /** @type {Map<string, number[]>} */
  const people = new Map();
  const seen = new Set();
  let doubled = 0;
  /** @type {Set<string>} */
  const again = new Set();
  for (const { code, said } of codes) {
    const { who, choice, round } = said;
    if (seen.has(code)) doubled += 1;
    seen.add(code);
    const own = people.get(who) ?? [];
    if (own[round] !== undefined && own[round] !== choice) again.add(who);
    own[round] = choice;
    people.set(who, own);
  }
  const rounds = [0, 1].map((round) =>
    Array.from(
      { length: choices },
      (_, choice) => [...people.values()].filter((own) => own[round] === choice).length,
    ),
  );
  /** @type {Map<string, number>} */
  const moves = new Map();
  for (const [before, after] of people.values())
    if (before !== undefined && after !== undefined) {
      const move = `${before} ${after}`;
      moves.set(move, (moves.get(move) ?? 0) + 1);
    }
  return {
    rounds,
    doubled,
    again: [...again],
    moves: [...moves]
      .map(([move, many]) => ({
        from: Number(move.split(" ")[0]),
        to: Number(move.split(" ")[1]),
        many,
      }))
      .sort((one, other) => other.many - one.many || one.from - other.from || one.to - other.to),
  };
}
