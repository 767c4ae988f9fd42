// What the merges do to a word, one after the other.

/**
 * Join a pair of tokens wherever it stands, from left to right.
 * @param {number[]} tokens
 * @param {number[]} pair
 * @param {number} into the number of what they make
 */
function join(tokens, [left, right], into) {
  const joined = [];
  for (let i = 0; i < tokens.length; i++) {
    const found = tokens[i] === left && tokens[i + 1] === right;
    joined.push(found ? into : tokens[i]);
    if (found) i++;
  }
  return joined;
}

/**
 * A word before the first merge and after each that joins something in it: of all pairs that stand
 * in the word, the one that was learned first comes first.
 * @param {number[]} word
 * @param {number[][]} merges
 * @param {number[]} made
 * @param {Map<string, number>} ranks
 * @returns {{rank: number, tokens: number[]}[]}
 */
export function walk(word, merges, made, ranks) {
  const steps = [{ rank: -1, tokens: word }];
  for (;;) {
    const { tokens } = steps[steps.length - 1];
    const rank = Math.min(
      ...tokens.slice(1).map((right, i) => ranks.get(`${tokens[i]} ${right}`) ?? Infinity),
    );
    if (rank === Infinity) return steps;
    steps.push({ rank, tokens: join(tokens, merges[rank], made[rank]) });
  }
}

/**
 * The place of each merge.
 * @param {number[][]} merges
 */
export function places(merges) {
  const found = new Map();
  merges.forEach(([left, right], rank) => {
    if (!found.has(`${left} ${right}`)) found.set(`${left} ${right}`, rank);
  });
  return found;
}

/**
 * The number of the last step that needs no more than the first merges.
 * @param {{rank: number}[]} steps
 * @param {number} applied
 */
export function reached(steps, applied) {
  const beyond = steps.findIndex(({ rank }) => rank >= applied);
  return (beyond < 0 ? steps.length : beyond) - 1;
}

/**
 * The merges that join something in words, from one on, in order.
 * @param {{rank: number}[][]} words
 * @param {number} from
 */
export function comingIn(words, from) {
  const found = new Set();
  for (const steps of words) {
    let rank = -1; // a step waits for those before it
    for (const step of steps) if ((rank = Math.max(rank, step.rank)) >= from) found.add(rank);
  }
  return [...found].sort((a, b) => a - b);
}

/**
 * The tokens as numbers and back: first the alphabet, then what the merges make.
 * @param {string} alphabet
 * @param {string[]} written merges as text
 */
export function numbered(alphabet, written) {
  const pairs = written.map((merge) => merge.split(" "));
  const names = [...alphabet];
  const number = new Map(names.map((token, i) => [token, i]));
  const give = (token) => {
    const known = number.get(token) ?? names.push(token) - 1;
    number.set(token, known);
    return known;
  };
  const sizes = [names.length];
  const made = pairs.map((pair) => {
    const into = give(pair.join(""));
    sizes.push(names.length);
    return into;
  });
  return { names, made, sizes, pairs, give, merges: pairs.map((pair) => pair.map(give)) };
}
