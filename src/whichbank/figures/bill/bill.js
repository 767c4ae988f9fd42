import { framed } from "../kit/frame.js";
import { follow, write } from "../kit/model.js";
import { gliding } from "../kit/motion.js";
import { choice, html, readout, renew, say, slider, svg } from "../kit/parts.js";
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

const [WIDE, HIGH, ALONE] = [320, 88, 44]; // the room of the people, and how large one is at most

/**
 * How large a square is, so that so many fit into the room.
 * @param {number} n
 */
function fitting(n) {
  const rows = Array.from({ length: n }, (_, r) => r + 1);
  const sizes = rows.map((r) => Math.min(HIGH / r, WIDE / Math.ceil(n / r)));
  return Math.min(ALONE, Math.max(...sizes));
}

/** All who wait, as circles: each fills up with the part of a second until its next token. */
function crowd() {
  const [rims, parts] = [svg("path"), svg("path", { class: "wb-waits" })];
  const root = svg("svg", { viewBox: `0 0 ${WIDE} ${HIGH}`, "aria-hidden": "true" }, rims, parts);
  const glide = gliding(root);
  /**
   * @param {number} people
   * @param {number} seconds that each waits
   */
  const set = (people, seconds) => {
    const side = fitting(people);
    const [row, r] = [Math.floor(WIDE / side + 1e-9), side * 0.38];
    const all = Array.from({ length: people }, (_, i) => [
      (i % row) + 0.5,
      Math.floor(i / row) + 0.5,
    ]).map((at) => at.map((x) => (x * side).toFixed(1)));
    const disc = `m0 ${-r}a${r} ${r} 0 0 1 0 ${2 * r}a${r} ${r} 0 0 1 0 ${-2 * r}Z`;
    renew(root, { "stroke-width": Math.min(1.5, side / 8).toFixed(2) });
    renew(rims, { d: all.map((at) => `M${at}${disc}`).join("") });
    glide.to("wait", [Math.min(seconds, 1)], ([share]) => {
      const turn = 2 * Math.PI * share;
      const [x, y] = [r * Math.sin(turn), r - r * Math.cos(turn)].map((v) => v.toFixed(2));
      const slice = share > 0.999 ? disc : `v${-r}a${r} ${r} 0 ${Number(share > 0.5)} 1 ${x} ${y}Z`;
      renew(parts, { d: all.map((at) => `M${at}${slice}`).join("") });
    });
  };
  return { root, set, stop: glide.stop };
}

/** Sliders for people and tokens, a switch for the sets, all who wait, and four bars. */
function render({ model, el }) {
  const held = pair(tr("In memory"), [tr("weights"), tr("caches")], BYTES);
  const takes = pair(tr("For one token of each"), [tr("fetching"), tr("multiplying")], TIMES);
  const waiting = crowd();
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
    picture: [
      html(
        "div",
        { class: "wb-owed" },
        html(
          "div",
          {},
          html("p", { class: "wb-aside" }, tr("All wait for a token: full is one second")),
          waiting.root,
        ),
        held.root,
        takes.root,
      ),
    ],
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
    waiting.set(n, seconds);
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
    waiting.stop();
    frame.stop();
  };
}

export default { render };
