// What the figure marks on its axes, and what it says of a text ten times as long.

/** @type {[string, number][][]} */
export const MARKED = [
  [
    ["1 ms", 1e-3],
    ["1 s", 1],
    ["1 min", 60],
    ["1 hour", 3600],
    ["1 day", 86400],
    ["1 year", 31557600],
    ["1,000 years", 31557600e3],
  ],
  [
    ["1 kB", 1e3],
    ["1 MB", 1e6],
    ["1 GB", 1e9],
    ["1 TB", 1e12],
    ["1 PB", 1e15],
  ],
];
/**
 * A factor for reading: of a large one a single digit.
 * @param {number} x
 */
export const rounded = (x) => Number(x.toPrecision(x < 10 ? 2 : 1));

/**
 * What ten times the text costs, in one sentence.
 * @param {string[]} ways
 * @param {number[]} factors
 * @param {boolean} known
 */
export function tenfold(ways, factors, known) {
  const times = (x) => `${rounded(x)} times`;
  const [least, most] = [Math.min(...factors), Math.max(...factors)];
  const costs = `Ten times the text ${known ? "costs" : "would cost"}`;
  const who = (factor) => ways[factors.indexOf(factor)];
  if (most >= 2 * least)
    return `${costs} ${who(least)} ${times(least)} as much, ${who(most)} ${times(most)}.`;
  const ends =
    times(least) === times(most)
      ? `about ${times(most)}`
      : `${times(least).replace(" times", "")} to ${times(most)}`;
  return `${costs} ${ends} as much.`;
}
