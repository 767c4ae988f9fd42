import { chart } from "./chart.js";
import { choice, follow, html, readout, rebuilt, slider, write } from "./parts.js";

const MEASURES = ["time", "memory"];
const [SHORTEST, LONGEST, FITTED, ROOM] = [32, 2 ** 20, 4, 1e9];
const TIMES = [["µs", 1e-6], ["ms", 1e-3], ["s", 1], ["min", 60], ["hours", 3600], ["days", 86400]];
const BYTES = [["bytes", 1], ["kB", 1e3], ["MB", 1e6], ["GB", 1e9], ["TB", 1e12], ["PB", 1e15]];

/** Factor and slope of the line of least squares through the logarithms. @param {number[]} lengths @param {number[]} costs
 * @returns {[number, number]} */
export function fitPower(lengths, costs) {
  const [x, y] = [lengths.map(Math.log), costs.map(Math.log)];
  const mean = (values) => values.reduce((a, b) => a + b, 0) / values.length;
  const [mx, my] = [mean(x), mean(y)];
  const slope = x.reduce((sum, v, i) => sum + (v - mx) * (y[i] - my), 0) / x.reduce((sum, v) => sum + (v - mx) ** 2, 0);
  return [Math.exp(my - slope * mx), slope];
}

/** Two digits and the unit that suits them. @param {number} amount @param {[string, number][]} units */
function inUnits(amount, units) {
  const [name, unit] = [...units].reverse().find(([, one]) => amount >= one) ?? units[0];
  const shown = Number((amount / unit).toExponential(1));
  const digits = shown > 0 && shown < 10 ? 1 : 0;
  return `${shown.toLocaleString("en-US", { minimumFractionDigits: digits, maximumFractionDigits: digits })} ${name}`;
}

const thousands = (n) => n.toLocaleString("en-US");
// The slider goes from one length to the next in halves of a doubling.
const steps = (n) => Math.round(2 * Math.log2(n / SHORTEST));
const tokens = (step) => Math.round(SHORTEST * 2 ** (step / 2));

/** A slider for the length, measured points, and fitted curves that go on beyond them. */
function drawCosts(model, el) {
  const points = model.get("points");
  const all = Object.keys(points).sort();
  const seen = (m, way) => points[way].filter((row) => row[1 + m] > 0);
  const fitted = (m, way) => seen(m, way).filter((row) => m || row[2] <= ROOM).slice(-FITTED); // as in Python
  const ways = MEASURES.map((_, m) => all.filter((way) => fitted(m, way).length > 1));
  const measured = ways.map((shown, m) => shown.map((way) => seen(m, way).map((row) => [row[0], row[1 + m]])));
  const fits = ways.map((shown, m) => shown.map((way) => fitPower(fitted(m, way).map((row) => row[0]), fitted(m, way).map((row) => row[1 + m]))));
  const picked = choice("Cost", MEASURES, (i) => write(model, { measure: MEASURES[i] }));
  const length = slider("Tokens", { min: 0, max: steps(LONGEST), step: 1, format: (step) => thousands(tokens(step)) },
    (step) => write(model, { length: tokens(step) }));
  const said = readout();
  const charts = MEASURES.map((measure, m) => {
    const costs = measured[m].flat().map(([, cost]) => cost);
    const ends = fits[m].flatMap(([factor, slope]) => [SHORTEST, LONGEST].map((n) => factor * n ** slope));
    const limits = [10 ** Math.floor(Math.log10(Math.min(...costs, ...ends))), 10 ** Math.ceil(Math.log10(Math.max(...costs, ...ends)))];
    return chart({ x: [SHORTEST, LONGEST], y: limits, labels: ["tokens", measure === "time" ? "seconds" : "bytes"],
      log: { x: true, y: true }, names: ways[m] });
  });
  const view = html("div");
  el.classList.add("wb-figure");
  el.replaceChildren(picked.root, length.root, view, said.root);

  return follow(model, ["length", "measure", "memory"], () => {
    const m = MEASURES.indexOf(model.get("measure"));
    const n = model.get("length");
    const memory = model.get("memory");
    const costs = fits[m].map(([factor, slope]) => factor * n ** slope);
    const parts = ways[m].map((way, i) => {
      const known = measured[m][i].some(([at]) => at === n);
      const over = m === 1 && costs[i] > memory ? `, more than ${inUnits(memory, BYTES)}` : "";
      return `${way} ${inUnits(costs[i], m ? BYTES : TIMES)}${over}${known ? "" : " (not measured)"}`;
    });
    const text = `${thousands(n)} tokens, by the fitted curves: ${parts.join("; ")}.`;
    picked.set(m);
    length.set(steps(n));
    said.set(text);
    if (view.firstChild !== charts[m].root) view.replaceChildren(charts[m].root);
    charts[m].set([
      ...ways[m].flatMap((way, i) => [
        { key: `dots ${way}`, kind: "curve", at: measured[m][i], color: all.indexOf(way) },
        { key: `fit ${way}`, kind: "curve", at: [measured[m][i].at(-1)[0], LONGEST].map((x) => [x, fits[m][i][0] * x ** fits[m][i][1]]),
          name: way, color: all.indexOf(way), dashed: true, marks: false },
        { key: `now ${way}`, kind: "dot", at: [n, costs[i]], color: all.indexOf(way) },
      ]),
      { key: "length", kind: "marker", at: n, name: thousands(n) },
    ], `Chart of ${MEASURES[m]} over tokens, both axes logarithmic. ${text}`);
  });
}

/** Draw; when the points change, build the figure anew. */
export default { render: rebuilt(["points"], drawCosts) };
