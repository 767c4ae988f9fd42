import { framed } from "../kit/frame.js";
import { calm, follow, write } from "../kit/model.js";
import { gliding } from "../kit/motion.js";
import { choice, html, readout, renew, say, slider, svg, uniqueId } from "../kit/parts.js";
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

/** How many seconds the bars have room for, and what is marked below them. */
/** @type {[number, [string, number][]][]} */
const ROOMS = [
  [
    0.25,
    [
      ["100 ms", 0.1],
      ["200 ms", 0.2],
    ],
  ],
  [
    1,
    [
      ["500 ms", 0.5],
      ["1 s", 1],
    ],
  ],
  [
    4,
    [
      ["2 s", 2],
      ["4 s", 4],
    ],
  ],
  [
    16,
    [
      ["8 s", 8],
      ["16 s", 16],
    ],
  ],
  [
    60,
    [
      ["30 s", 30],
      ["1 min", 60],
    ],
  ],
  [
    240,
    [
      ["2 min", 120],
      ["4 min", 240],
    ],
  ],
];

/** What is done for one token of each: bars on one scale, on which the caches come after the weights. */
function strips() {
  const rows = [tr("fetch weights"), tr("fetch caches"), tr("multiply")].map((name, i) => {
    const [bar, end, told] = [
      html("i", { class: `wb-spent-${i}` }),
      html("i", { class: "wb-owed-end" }),
      html("span"),
    ];
    const line = html("p", {}, html("b", {}, name), told, html("span", {}, bar, end));
    return { bar, end, told, root: line };
  });
  const marks = ROOMS.flatMap(([room, some]) =>
    some.map(([name, at]) => ({ room, at, root: html("span", {}, name) })),
  );
  const axis = html("div", { class: "wb-owed-axis" }, ...marks.map((mark) => mark.root));
  const root = html("div", { class: "wb-spent" }, ...rows.map((row) => row.root), axis);
  const glide = gliding(root);
  /** @type {number[]} */
  let spent = [];
  let room = 1; // seconds
  const draw = () => {
    const share = (x) => `${Math.min((100 * x) / room, 150).toFixed(2)}%`;
    const last = Math.max(spent[0] + spent[1], spent[2]);
    rows.forEach(({ bar, end }, i) => {
      const left = share(i === 1 ? spent[0] : 0);
      renew(bar, { style: `left: ${left}; width: max(1px, ${share(spent[i])})` });
      renew(end, { style: `left: ${share(last)}` });
    });
    for (const mark of marks) renew(mark.root, { style: `left: ${share(mark.at)}` });
  };
  /**
   * @param {number[]} times to fetch the weights, the caches, and to multiply
   * @param {string[]} told of each
   */
  const set = (times, told) => {
    const last = Math.max(times[0] + times[1], times[2]);
    const most = ROOMS.find(([seconds]) => last <= seconds)?.[0] ?? last;
    rows.forEach((row, i) => say(row.told, told[i]));
    for (const mark of marks) mark.root.classList.toggle("wb-unmarked", mark.room !== most);
    glide.to("times", times, (now) => {
      spent = now;
      draw();
    });
    // the scale glides under a hand, too: it goes by a factor of four
    const zoom = (log) => {
      room = Math.exp(log);
      draw();
    };
    glide.to("room", Math.log(most), zoom, calm.matches);
  };
  return { root, set, stop: glide.stop };
}

const [ROW, ROWS, DOT] = [100, 29, 3.2]; // tokens in a row, rows, and how far a token is from the next

/**
 * The outline of so many tokens, row by row.
 * @param {number} n
 */
function tokenRows(n) {
  const [whole, rest] = [Math.floor(n / ROW), n % ROW].map((x) => x * DOT);
  return `M0 0H${(ROW * DOT).toFixed(1)}V${whole.toFixed(1)}H${rest.toFixed(1)}V${(whole + DOT).toFixed(1)}H0Z`;
}

/** The tokens of one second: as many as could be multiplied, and of these as many as are written. */
function second() {
  const parts = ["wb-could", "wb-got"].map((name) => {
    const id = uniqueId();
    const dot = svg("circle", { class: name, cx: DOT / 2, cy: DOT / 2, r: 0.38 * DOT });
    return {
      paint: svg("pattern", { id, width: DOT, height: DOT, patternUnits: "userSpaceOnUse" }, dot),
      area: svg("path", { fill: `url(#${id})` }),
    };
  });
  const root = svg(
    "svg",
    { viewBox: `0 0 ${ROW * DOT} ${(ROWS * DOT).toFixed(1)}`, "aria-hidden": "true" },
    svg("defs", {}, ...parts.map(({ paint }) => paint)),
    ...parts.map(({ area }) => area),
  );
  const glide = gliding(root);
  /** @param {number[]} counts as many as it could multiply, and as it writes */
  const set = (counts) =>
    glide.to("both", counts, (now) =>
      parts.forEach(({ area }, i) => renew(area, { d: tokenRows(Math.round(now[i])) })),
    );
  return { root, set, stop: glide.stop };
}

/** Sliders for people and tokens, a switch for the sets, three bars, and the tokens of one second. */
function render({ model, el }) {
  const takes = strips();
  const written = second();
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
        html("div", {}, html("p", { class: "wb-aside" }, tr("For one token of each")), takes.root),
        html(
          "div",
          {},
          html("p", { class: "wb-aside" }, tr("Tokens a second; pale: what it could multiply")),
          written.root,
        ),
      ),
    ],
    controls: [people.root, tokens.root, sets.root],
    said: said.root,
    table: [table.root],
  });
  const stop = follow(model, ["people", "tokens", "sets"], () => {
    const [n, length, shared] = ["people", "tokens", "sets"].map((name) => model.get(name));
    const [caches, fetching, multiplying] = billOf(n, length, Number(shared));
    const seconds = Math.max(fetching, multiplying);
    const [weighs, rest] = [WEIGHTS * EACH, caches].map((held) => held / FETCHED);
    const both = (held, time) => `${inUnits(held, BYTES)} · ${inUnits(time, TIMES)}`;
    takes.set(
      [weighs, rest, multiplying],
      [both(WEIGHTS * EACH, weighs), both(caches, rest), inUnits(multiplying, TIMES)],
    );
    written.set([n / multiplying, n / seconds]);
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
    takes.stop();
    written.stop();
    frame.stop();
  };
}

export default { render };
