// The words on a plane: their color and mark, and where their names stand.

import { renew } from "./parts.js";

const COURSE = ["money", "bank", "grows", "river", "flows"];

// words that stand for the same two meanings, each with the number it has where that is free
const KIN = { debt: 5, phone: 0, apple: 1, fruit: 3, orange: 3 };

/**
 * The number of each word's color and mark: for a word of the course always the same, for its kin
 * that of the same meaning, for any other its position; or the next number that is free.
 * @param {string[]} words
 * @returns {number[]}
 */
export function styles(words) {
  const numbers = new Map(
    words.filter((word) => COURSE.includes(word)).map((word) => [word, COURSE.indexOf(word)]),
  );
  words.forEach((word, i) => {
    if (numbers.has(word)) return;
    const turn = [0, 1, 2, 3, 4, 5].map((step) => ((KIN[word] ?? i) + step) % 6);
    numbers.set(word, turn.find((n) => ![...numbers.values()].includes(n)) ?? turn[0]);
  });
  return words.map((word) => numbers.get(word) ?? 0);
}

/**
 * Where a name may stand beside its mark: shift to the right, shift down, anchor; the best place
 * first.
 * @type {[number, number, "start" | "middle" | "end"][]}
 */
const SIDES = [
  [11, -9, "start"],
  [11, 20, "start"],
  [-11, -9, "end"],
  [-11, 20, "end"],
  [0, -13, "middle"],
  [0, 25, "middle"],
  [14, 5, "start"],
  [-14, 5, "end"],
  [12, -26, "start"],
  [12, 38, "start"],
  [-12, 38, "end"],
  [-12, -26, "end"],
  [0, 43, "middle"],
  [0, -31, "middle"],
];

const STAYS = 4; // what it costs a name under a hand to change its side

/**
 * Put each name where it covers least: no edge, no other name, no axis's name, no mark, little of
 * an arrow; and where the mark that is nearest has its own color, if it has one.
 * @param {{text: any, name?: string, at: number[], color?: number, keeps?: boolean, to: (spot: number[],
 *   draw: (spot: number[]) => void, jump?: boolean) => void}[]} points where each mark is, the element of its name,
 *   whether that would rather stay on its side, and what takes it to a place beside the mark
 * @param {number[][][]} arrows start and end of each
 * @param {{box: number[], width: number}[]} titles what is written already
 * @param {number[]} size width and height of the plane
 * @param {number} em the size of the type
 */
export function arrange(points, arrows, titles, size, em) {
  const shares = Array.from({ length: 21 }, (_, i) => i / 20);
  const along = arrows.flatMap(([a, b]) => shares.map((t) => a.map((v, d) => v + t * (b[d] - v))));
  const taken = [...titles];
  for (const { text, name, at, color, keeps, to } of points) {
    if (!name) continue;
    const width = 0.59 * em * name.length;
    const back = { start: 0, middle: width / 2, end: width };
    const marks = points.filter((point) => point.color !== undefined);
    const [own, others] = [true, false].map((same) =>
      marks.filter((point) => (point.color === color) === same),
    );
    let best = { box: at, width, cost: Infinity, x: 0, y: 0, anchor: "start" };
    const side = keeps && SIDES.find((one) => String(one) === text.dataset.side);
    for (const [rank, [dx, dy, anchor]] of [...(side ? [side] : []), ...SIDES].entries()) {
      if (rank >= best.cost) break; // no later place costs less than its rank
      const box = [at[0] + dx - back[anchor], at[1] + dy - 0.86 * em];
      // at the rim a name moves along until it is whole
      const over = Math.max(box[0] + width - size[0], 0) + Math.min(box[0], 0);
      const past = over + (Math.sign(over) * width) / 20; // letters may be set wider
      box[0] -= past;
      /**
       * @param {number[]} point
       * @param {number} room
       */
      const covers = ([x, y], room) =>
        x > box[0] - room &&
        x < box[0] + width + room &&
        y > box[1] - room &&
        y < box[1] + 1.15 * em + room;
      const within = (other, aside, above) =>
        other.box[0] < box[0] + width + aside &&
        box[0] < other.box[0] + other.width + aside &&
        Math.abs(other.box[1] - box[1]) < above;
      const meets = (other) => within(other, 0, 1.15 * em);
      const follows = (other) => within(other, em, 0.6 * em); // the two would read as one phrase
      const away = ({ at: [x, y] }) =>
        Math.hypot(
          Math.max(box[0] - x, 0, x - box[0] - width),
          Math.max(box[1] - y, 0, y - box[1] - 1.15 * em),
        );
      const nearest = (some) => Math.min(...some.map(away));
      const outside = box[1] < 0 || box[1] + 1.15 * em > size[1];
      const covered =
        (side && rank ? rank + STAYS : rank) +
        60 * Number(outside) +
        20 * Number(past !== 0) +
        90 * taken.filter(meets).length +
        8 * taken.filter(follows).length +
        60 * points.filter((other) => covers(other.at, 6)).length +
        2 * along.filter((p) => covers(p, 0)).length;
      if (covered >= best.cost) continue;
      const cost =
        covered +
        (color === undefined
          ? 0
          : 3 * Math.min(Math.max(nearest(own) + 8 - nearest(others), 0), 15));
      if (cost < best.cost) best = { box, width, cost, x: dx - past, y: dy, anchor };
    }
    taken.push(best);
    /** @param {number[]} spot */
    const write = ([x, y]) => renew(text, { x, y });
    const before = text.getAttribute("text-anchor");
    if (before && before !== best.anchor) {
      // the anchor is another, and the name is where it was: it goes on from there
      const share = { start: 0, middle: 0.5, end: 1 };
      const aside = text.getComputedTextLength() * (share[best.anchor] - share[before]);
      to([Number(text.getAttribute("x")) + aside, Number(text.getAttribute("y"))], write, true);
    }
    renew(text, { "data-side": String([best.x, best.y, best.anchor]), "text-anchor": best.anchor });
    to([best.x, best.y], write);
  }
}
