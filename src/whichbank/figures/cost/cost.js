import { chart } from "../kit/chart.js";
import { framed } from "../kit/frame.js";
import { follow, rebuilt, write } from "../kit/model.js";
import { choice, html, nameAloud, readoutOf, say, slider } from "../kit/parts.js";
import { listing } from "../kit/tables.js";
import { BYTES, inUnits, TIMES } from "../kit/units.js";
import { grouped, tr } from "../kit/words.js";
import { MARKED, rounded, tenfold } from "./told.js";

const MEASURES = ["time", "memory"];
const NAMES = [tr("time"), tr("memory")];
const [SHORTEST, LONGEST] = [32, 2 ** 25];
/** @type {[string, number][]} */
const TEXTS = [
  [tr("lines"), 10],
  [tr("pages"), 300],
  [tr("short novels"), 30000],
  [tr("encyclopedias"), 3e7],
]; // of so many tokens
/** @type {[string, number][]} */
const ACROSS = [
  ["100", 100],
  ["10,000", 1e4],
  [tr("1 million"), 1e6],
];
const [HIGH, BROAD, BROADER] = [230, 160, 278]; // broader where no curve needs a name beside it
const BELOW = 1e4; // tokens, at which the pale curve has its name as long as the step is at its end
const TIMES_WIDE = 46; // a factor with its distance from the step
const NEAR = [-4, 36]; // over a value is where a line would strike its name
const APART = 1.5; // powers of ten between the curve that is shown and the pale one, where they are alike

/**
 * The slope beyond the last measured point: 2 for time; for memory 2 or 1, as the points rise.
 * @param {number} m
 * @param {number[][]} at lengths and costs, the lengths rising
 */
export function slopeBeyond(m, at) {
  const [first, low] = at[0];
  const [last, high] = at[at.length - 1];
  return m === 0 || Math.log(high / low) / Math.log(last / first) > 1.5 ? 2 : 1;
}

/**
 * The cost at one length: on the line that joins two measured points, or beyond the last one with
 * the slope.
 * @param {number} n
 * @param {number[][]} at
 * @param {number} slope
 */
export function costAt(n, at, slope) {
  const next = at.findIndex(([length]) => length >= n);
  const [last, cost] = at[at.length - 1];
  if (next === -1) return cost * (n / last) ** slope;
  if (next === 0) return n === at[0][0] ? at[0][1] : NaN;
  const [[x0, y0], [x1, y1]] = [at[next - 1], at[next]];
  return y0 * (y1 / y0) ** (Math.log(n / x0) / Math.log(x1 / x0));
}

// The slider goes from one length to the next in halves of a doubling.
const steps = (n) => Math.round(2 * Math.log2(n / SHORTEST));
const tokens = (step) => Math.round(SHORTEST * 2 ** (step / 2));

/** A slider for the length, measured points, and from the last of them a dashed line: what was not measured. */
function drawCosts(model, el) {
  const points = model.get("points");
  const all = Object.keys(points).sort();
  const seen = (m, way) => points[way].filter((row) => row[1 + m] > 0);
  const ways = MEASURES.map((_, m) => all.filter((way) => seen(m, way).length > 1));
  const measured = ways.map((shown, m) =>
    shown.map((way) => seen(m, way).map((row) => [row[0], row[1 + m]])),
  );
  const slopes = measured.map((shown, m) => shown.map((at) => slopeBeyond(m, at)));
  const picked = nameAloud(
    choice(tr("Cost"), MEASURES, (i) => write(model, { measure: MEASURES[i] })),
  );
  const length = slider(
    tr("Tokens"),
    { min: 0, max: steps(LONGEST), step: 1, format: (step) => grouped(tokens(step)) },
    (step) => write(model, { length: tokens(step) }),
  );
  const [meant, numbers] = [html("p", { class: "wb-strong" }), html("p")];
  const said = readoutOf(meant, numbers);
  const ends = MEASURES.map((_, m) => {
    const costs = measured[m].flat().map(([, cost]) => cost);
    const last = measured[m].map((at, i) => costAt(LONGEST, at, slopes[m][i]));
    return [
      Math.floor(Math.log10(Math.min(...costs, ...last))),
      Math.ceil(Math.log10(Math.max(...costs, ...last))),
    ];
  });
  // equally many powers of ten in both charts, so that a slope looks the same; time stands higher
  const powers = APART + Math.max(...ends.map(([low, high]) => high - low).filter(Number.isFinite));
  const lows = ends.map(([low], m) => low - (m ? 0 : APART));
  const limits = lows.map((low) => [10 ** low, 10 ** (low + powers)]);
  const marked = limits.map(([low, high], m) => MARKED[m].filter(([, v]) => v >= low && v <= high));
  const widest = Math.max(...marked.flat().map(([label]) => label.length));
  const alone = all.length === 1; // what is read out names it
  const across = alone ? ACROSS : ACROSS.slice(1);
  const charts = MEASURES.map((measure, m) =>
    chart({
      x: [TEXTS[0][1], LONGEST],
      y: limits[m],
      labels: [tr("tokens"), NAMES[m]],
      log: { x: true, y: true },
      names: alone ? [] : all,
      size: [alone ? BROADER : BROAD, HIGH],
      ticks: { x: across.map(([, v]) => v), y: marked[m].map(([, v]) => v) },
      format: {
        x: (v) => across.find(([, one]) => one === v)?.[0] ?? "",
        // both charts are equally tall
        y: (v) => (marked[m].find(([, one]) => one === v)?.[0] ?? "").padStart(widest, "\u00a0"),
      },
    }),
  );
  // of one way alone the other cost stays, in pale, for its slope: it has an axis of its own
  const pale = (m, aside) => {
    const [other] = measured[1 - m];
    if (!alone || !other) return [];
    const moved = (at) => at.map(([n, y]) => [n, y * 10 ** (lows[m] - lows[1 - m])]);
    const last = other.at(-1);
    const end = [LONGEST, costAt(LONGEST, other, slopes[1 - m][0])];
    const low = [BELOW, costAt(BELOW, other, slopes[1 - m][0])]; // where the step is not
    const like = { kind: "curve", faint: true, marks: false };
    return [
      { ...like, key: "pale", at: moved(other) },
      { ...like, key: "pale end", at: moved([last, end]), dashed: true },
      { ...like, key: "pale name", at: moved([m || !aside ? end : low]), name: NAMES[1 - m] },
    ];
  };
  charts.forEach(({ root }, m) => {
    root.classList.toggle("wb-alone", alone);
    root.classList.toggle("wb-under", !m);
  });
  const view = html("div");
  const rows = Object.entries(points).flatMap(([way, at]) =>
    at.map(([n, seconds, bytes]) => [
      way,
      grouped(n),
      inUnits(seconds, TIMES),
      inUnits(bytes, BYTES),
    ]),
  );
  const table = listing(tr("What was measured"), [tr("way"), tr("tokens"), ...NAMES], rows.length);
  table.set(rows);
  const fits = ({ length: n, measure }) =>
    Number.isInteger(n) && n >= SHORTEST && n <= LONGEST && MEASURES.includes(measure);
  const frame = framed(model, el, {
    name: "cost",
    what: tr("What does a longer text cost?"),
    traits: ["length", "measure"],
    fits,
    picture: [view],
    controls: [picked.root, length.root],
    said,
    table: [table.root],
  });

  const stop = follow(model, ["length", "measure", "memory"], () => {
    const m = MEASURES.indexOf(model.get("measure"));
    const n = model.get("length");
    const memory = model.get("memory");
    const costs = measured[m].map((at, i) => costAt(n, at, slopes[m][i]));
    const there = ways[m].map((_, i) => i).filter((i) => n >= measured[m][i][0][0]);
    const parts = there.map((i) => {
      const way = ways[m][i];
      const at = measured[m][i].some(([one]) => one === n); // between two points it is on the line
      const beyond = n > measured[m][i].at(-1)[0];
      const over = m === 1 && costs[i] > memory ? ` > ${inUnits(memory, BYTES)}` : "";
      return {
        cost: costs[i],
        told: `${way} ${beyond || at ? "" : "≈ "}${inUnits(costs[i], m ? BYTES : TIMES)}${beyond ? ` ${tr("(not measured)")}` : ""}${over}`,
      };
    });
    const factors = there.map((i) => costAt(10 * n, measured[m][i], slopes[m][i]) / costs[i]);
    const known = there.every((i) => 10 * n <= measured[m][i].at(-1)[0]);
    const text = `${tr("{n} tokens, {texts}:", { n: grouped(n), texts: inUnits(n, TEXTS) })} ${
      parts
        .sort((a, b) => b.cost - a.cost)
        .map(({ told }) => told)
        .join("; ") || tr("nothing was measured")
    }.`;
    picked.set(m);
    length.set(steps(n));
    say(
      meant,
      there.length
        ? tenfold(
            there.map((i) => ways[m][i]),
            factors,
            known,
          )
        : "",
    );
    say(numbers, text);
    if (view.firstChild !== charts[m].root) view.replaceChildren(charts[m].root);
    const top = there.find((i) => costs[i] === Math.max(...there.map((one) => costs[one]))) ?? -1;
    const grown =
      top < 0 || 10 * n > LONGEST ? 0 : costAt(10 * n, measured[m][top], slopes[m][top]);
    // the name of what it costs stands over the line of the memory where that would strike it
    const line = m && top >= 0 ? (HIGH * Math.log10(memory / costs[top])) / powers : Infinity;
    const struck = line > NEAR[0] && line < NEAR[1];
    const [first, last] = [TEXTS[0][1], LONGEST].map(Math.log);
    const right = ((last - Math.log(10 * n)) / (last - first)) * BROADER;
    const past = alone ? Math.max(TIMES_WIDE - right, 0) : 0; // the rim: it stands on its step then
    charts[m].root.style.setProperty("--wb-past", `${-past.toFixed(1)}px`);
    charts[m].root.style.setProperty("--wb-lift", struck ? `${-(line + 10).toFixed(1)}px` : "");
    charts[m].set(
      [
        ...(m
          ? [
              {
                key: "memory",
                kind: "curve",
                at: [TEXTS[0][1], LONGEST].map((x) => [x, memory]),
                name: inUnits(memory, BYTES),
                color: 5,
                dashed: true,
                marks: false,
              },
            ]
          : []),
        ...pale(m, 10 * n > 20 * BELOW),
        ...(grown
          ? [
              {
                key: "step",
                kind: "curve",
                at: [
                  [n, costs[top]],
                  [10 * n, costs[top]],
                  [10 * n, grown],
                ],
                color: 5,
                marks: false,
              },
              {
                key: "times",
                kind: "value",
                at: [10 * n, Math.sqrt(costs[top] * grown)],
                color: 1,
                name: `×${rounded(grown / costs[top])}`,
              },
              { key: "ten", kind: "value", at: [1.4 * n, costs[top] / 3], name: "×10" },
            ]
          : []),
        ...ways[m].flatMap((way, i) => [
          { key: `dots ${way}`, kind: "curve", at: measured[m][i], color: all.indexOf(way) },
          {
            key: `fit ${way}`,
            kind: "curve",
            at: [measured[m][i].at(-1)[0], LONGEST].map((x) => [
              x,
              costAt(x, measured[m][i], slopes[m][i]),
            ]),
            name: alone ? "" : way,
            color: all.indexOf(way),
            dashed: true,
            marks: false,
          },
        ]),
        ...there.map((i) => ({
          key: `now ${ways[m][i]}`,
          kind: "dot",
          at: [n, costs[i]],
          color: all.indexOf(ways[m][i]),
        })),
        ...(top < 0
          ? []
          : [
              {
                key: "cost",
                kind: "value",
                at: [n, costs[top]],
                color: 0,
                name: inUnits(costs[top], m ? BYTES : TIMES),
              },
            ]),
      ],
      `${tr("Chart of {measure} over tokens, both axes logarithmic.", { measure: NAMES[m] })} ${text}`,
    );
  });
  return () => {
    stop();
    frame.stop();
  };
}

/** Draw; when the points change, build the figure again. */
export default { render: rebuilt(["points"], drawCosts) };
