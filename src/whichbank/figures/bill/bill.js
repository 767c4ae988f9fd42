import { framed } from "../kit/frame.js";
import { follow, write } from "../kit/model.js";
import { choice, html, readout, renew, say, slider } from "../kit/parts.js";
import { listing } from "../kit/tables.js";
import { BYTES, inUnits, TIMES } from "../kit/units.js";
import { grouped, tr, trn } from "../kit/words.js";
import { wholeWithin } from "../kit/numbers.js";

const [LAYERS, WIDTH, HEADS, WEIGHTS] = [96, 12288, 96, 175e9]; // of GPT-3
const EACH = 2; // bytes of a number
const [FETCHED, MULTIPLIED] = [3e12, 500e12]; // bytes and multiplications a second
const [PEOPLE, SHORTEST, LONGEST] = [10, 8, 17]; // the sliders go in powers of two
const SETS = ["96", "8", "1"];
const LENGTHS = [1, 2048, 100000]; // of the table

/**
 * The bytes of a token in one person's cache.
 * @param {number} sets
 */
const tokenBytes = (sets) => (2 * LAYERS * WIDTH * EACH * sets) / HEADS;

/**
 * The bytes of all caches, and the seconds to fetch and to multiply for one token of each person.
 * @param {number} people
 * @param {number} tokens
 * @param {number} sets
 */
export function billOf(people, tokens, sets) {
  const caches = people * tokens * tokenBytes(sets);
  return [
    caches,
    (WEIGHTS * EACH + caches) / FETCHED,
    (people * (WEIGHTS + 2 * tokens * LAYERS * WIDTH)) / MULTIPLIED,
  ];
}

/** Two amounts as bars on one scale. */
function pair(title, names, units) {
  const rows = names.map((name) => {
    const [bar, told] = [html("i"), html("span")];
    return { bar, told, root: html("p", {}, html("b", {}, name), html("span", {}, bar), told) };
  });
  return {
    root: html("div", {}, html("p", { class: "wb-aside" }, title), ...rows.map(({ root }) => root)),
    set(amounts) {
      rows.forEach(({ bar, told }, i) => {
        renew(bar, { style: `width: max(1px, ${(100 * amounts[i]) / Math.max(...amounts)}%)` });
        say(told, inUnits(amounts[i], units));
      });
    },
  };
}

/** Sliders for people and tokens, a switch for the sets, and four bars. */
function render({ model, el }) {
  const held = pair(tr("In memory"), [tr("weights"), tr("caches")], BYTES);
  const takes = pair(tr("For one token of each"), [tr("fetching"), tr("multiplying")], TIMES);
  const people = slider(
    tr("People"),
    { min: 0, max: PEOPLE, step: 1, format: () => grouped(model.get("people")) },
    (i) => write(model, { people: 2 ** i }),
  );
  const tokens = slider(
    tr("Tokens of each"),
    { min: SHORTEST, max: LONGEST, step: 1, format: () => grouped(model.get("tokens")) },
    (i) => write(model, { tokens: 2 ** i }),
  );
  const sets = choice(tr("Sets of keys and values"), SETS, (i) => write(model, { sets: SETS[i] }));
  const said = readout();
  const table = listing(
    tr("One person’s cache"),
    [
      tr("sets of keys and values"),
      ...LENGTHS.map((n) => trn(n, { one: "{n} token", other: "{n} tokens" })),
    ],
    SETS.length,
  );
  table.set(SETS.map((one) => [one, ...LENGTHS.map((n) => inUnits(n * tokenBytes(+one), BYTES))]));
  const frame = framed(model, el, {
    name: "bill",
    what: tr("For how many people can it write at once?"),
    traits: ["people", "tokens", "sets"],
    fits: (state) =>
      wholeWithin(state.people, 1, 2 ** PEOPLE) &&
      wholeWithin(state.tokens, 1, 2 ** LONGEST) &&
      SETS.includes(state.sets),
    picture: [html("div", { class: "wb-owed" }, held.root, takes.root)],
    controls: [people.root, tokens.root, sets.root],
    said: said.root,
    table: [table.root],
  });
  const stop = follow(model, ["people", "tokens", "sets"], () => {
    const [n, length, shared] = ["people", "tokens", "sets"].map((name) => model.get(name));
    const [caches, ...both] = billOf(n, length, Number(shared));
    const seconds = Math.max(...both);
    held.set([WEIGHTS * EACH, caches]);
    takes.set(both);
    people.set(Math.round(Math.log2(n)));
    tokens.set(Math.round(Math.log2(length)));
    sets.set(SETS.indexOf(shared));
    const time = inUnits(seconds, TIMES);
    const rate = inUnits(n / seconds, [[tr("tokens"), 1]]);
    said.set(
      trn(
        n,
        {
          one: "One person gets a token every {time}: {rate} a second.",
          other: "Each of {n} people gets a token every {time}: together {rate} a second.",
        },
        { time, rate },
      ),
    );
  });
  return () => {
    stop();
    frame.stop();
  };
}

export default { render };
