// What the answers before and after say: a function of what is kept, and of nothing else. Each
// question that was asked has a log of its own, under its idea and its form; of each log the first
// answer counts, and what no page can have kept is passed over.

export const [GOT, OPEN] = ["a", ""];
export const FORMS = ["A", "B"];
const CHOICES = ["a", "b", "c", OPEN];
const CHANCE = 1 / 3; // of three choices one is right
const NORMAL = 1.645; // 90% of a normal distribution lie within so many standard deviations
/** Minutes after which a reader is asked once more: two weeks. */
export const LATER = 14 * 24 * 60;

/** @param {string} form */
export const other = (form) => (form === "A" ? "B" : "A");

/**
 * The first answer to each form of a question, the earlier form first.
 * @param {Items} items
 * @param {"before" | "after"} when
 * @param {string} id
 * @returns {Answered[]}
 */
const answered = (items, when, id) =>
  FORMS.flatMap((form) => {
    const log = items.get(`${when}/${id}.${form}`) ?? [];
    const known = log.filter(([, choice]) => CHOICES.includes(choice));
    const [first] = [...known].sort(([one], [two]) => one - two);
    return first ? [{ form, minute: first[0], choice: first[1] }] : [];
  }).sort((one, two) => one.minute - two.minute);

/**
 * What a reader answered on one idea: before the course, after the part, and once more two weeks
 * later or more.
 * @param {Items} items
 * @param {string} id
 */
export function answers(items, id) {
  const [before] = answered(items, "before", id);
  const [after, again] = answered(items, "after", id);
  const later = again && again.minute - after.minute >= LATER ? again : undefined;
  return { before, after, later };
}

/**
 * How many of some ideas were right before and after, of those that were asked twice.
 * @param {Items} items
 * @param {string[]} ids
 */
export function gain(items, ids) {
  const pairs = ids
    .map((id) => answers(items, id))
    .filter(({ before, after }) => before && after)
    .map(({ before, after }) => [before?.choice, after?.choice]);
  const count = (fits) => pairs.filter(fits).length;
  const n = pairs.length;
  const better = count(([one, two]) => one !== GOT && two === GOT);
  const worse = count(([one, two]) => one === GOT && two !== GOT);
  return {
    n,
    before: count(([one]) => one === GOT),
    after: count(([, two]) => two === GOT),
    opened: count(([one, two]) => one === OPEN && two !== OPEN),
    change: n ? (better - worse) / n : 0,
    room: interval(better, worse, n),
  };
}

/**
 * The interval of 90% for a difference of two shares of the same questions, by Bonett and Price: as
 * wide as it must be for few.
 * @param {number} better questions that were right the second time alone
 * @param {number} worse
 * @param {number} n
 */
export function interval(better, worse, n) {
  const [p, q] = [(better + 1) / (n + 2), (worse + 1) / (n + 2)];
  const half = NORMAL * Math.sqrt((p + q - (p - q) ** 2) / (n + 2));
  return [Math.max(-1, p - q - half), Math.min(1, p - q + half)];
}

/**
 * How many of n questions somebody has right who guesses at all of them: the mean, and between what
 * it lies nine times in ten.
 * @param {number} n
 */
export function guessing(n) {
  let [chance, sum] = [(1 - CHANCE) ** n, 0];
  /** @type {number[]} */
  const below = [];
  for (let k = 0; k <= n; k++) {
    below.push((sum += chance));
    chance *= ((n - k) / (k + 1)) * (CHANCE / (1 - CHANCE));
  }
  const at = (share) => below.findIndex((total) => total >= share);
  return { mean: n * CHANCE, low: at(0.05), high: at(0.95) };
}
