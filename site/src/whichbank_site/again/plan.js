// When what was asked comes back. The scheduler is FSRS 6 with its own parameters: what is known with
// a chance of 90% is due.

const MINUTE = 60_000;
const WEEK = 7 * 1440 * MINUTE;
const PARAMETERS = { enable_fuzz: false, enable_short_term: false, maximum_interval: 365 };
let scheduler;

/** What an answer counts, in the scheduler's numbers. */
export const [MISSED, KNOWN] = [1, 3];

/**
 * When something comes back, and how likely it is known now, and in a week, by all answers so far. An answer from a
 * clock that was ahead counts as one of now.
 * @param {[minute: number, grade: number][]} log
 * @param {number} now in milliseconds
 */
export function planned(log, now) {
  const { createEmptyCard, fsrs, generatorParameters } = globalThis.FSRS;
  scheduler ??= fsrs(generatorParameters(PARAMETERS));
  const given = log
    .map(([minute, grade]) => ({ time: Math.min(minute * MINUTE, now), grade }))
    .sort((one, other) => one.time - other.time);
  let card = createEmptyCard(new Date(given[0].time));
  for (const { time, grade } of given) card = scheduler.next(card, new Date(time), grade).card;
  return {
    due: card.due.getTime(),
    strength: scheduler.get_retrievability(card, new Date(now), false),
    later: scheduler.get_retrievability(card, new Date(now + WEEK), false),
  };
}

/**
 * Whether something comes back today, or should have before.
 * @param {number} due
 * @param {number} now
 */
export const isDue = (due, now) => due < new Date(now).setHours(24, 0, 0, 0);
