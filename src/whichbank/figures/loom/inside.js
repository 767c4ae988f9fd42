// One word in one head, worked out, for the figure `loom`: the products of query and key, their sum
// ÷ √d, softmax, and the values in these shares.

import { eased } from "../kit/motion.js";
import { fixed } from "../kit/numbers.js";
import { mix, similarity, softmax } from "../nets/kernels.js";
import { tr } from "../kit/words.js";

/** The steps in which a head is worked out. */
export const STEPS = 5;

/**
 * @param {number[][][]} roles queries, keys and values of a head, (T, d) each
 * @param {number} t which asks
 */
export function workedOut([q, k, v], t) {
  const d = q[t].length;
  const scores = similarity([q[t]], k)[0];
  const scaled = scores.map((score) => score / Math.sqrt(d));
  const weights = softmax(scaled);
  const products = k.map((key) => key.map((x, i) => x * q[t][i]));
  return { d, products, scores, scaled, weights, values: v, mixed: mix([weights], v)[0] };
}

const inkOf = (color, alpha = 1) => `rgb(${color.join(" ")} / ${alpha})`;
const largest = (rows) => Math.max(1e-9, ...rows.flat().map(Math.abs));

/**
 * Paint it as far as it has come: from the words below to the sum on top.
 * @param {CanvasRenderingContext2D} pen
 * @param {{xs: number[], width: number, height: number, inks: Record<string, number[]>}} scene
 * @param {ReturnType<typeof workedOut>} worked
 * @param {number} t which asks
 * @param {number} inner from 0 to `STEPS`
 */
export function paintInside(pen, { xs, width, height, inks }, worked, t, inner) {
  const { d, products, scores, scaled, weights, values, mixed } = worked;
  const done = (step) => eased(Math.min(Math.max(inner - step, 0), 1));
  const gap = Math.min(...xs.slice(1).map((x, i) => x - xs[i]), 56);
  const wide = Math.max(18, 0.8 * gap);
  const font = gap < 34 ? 11 : 13;
  const rows = { sum: 0.01, values: 0.27, bars: 0.68, products: 0.89 };
  const y = (name) => rows[name] * height;
  const tall = 0.2 * height;
  const sign = (x, alpha) => inkOf(x < 0 ? inks.minus : inks.plus, alpha);
  const text = (words, x, at, align, alpha = 1, weight = 400) => {
    pen.font = `${weight} ${font}px system-ui, sans-serif`;
    pen.textAlign = align;
    pen.fillStyle = inkOf(inks.ink, alpha);
    const half = pen.measureText(words).width * { left: 0, center: 0.5, right: 1 }[align];
    pen.fillText(words, Math.min(Math.max(x, half), align === "center" ? width - half : width), at);
  };
  const strip = (numbers, scale, x, at, across, high, alpha) =>
    numbers.forEach((one, i) => {
      pen.fillStyle = sign(one, alpha * Math.min(1, Math.abs(one) / scale));
      pen.fillRect(x + (i * across) / d, at, Math.max(across / d, 0.6), high);
    });

  // the products: they light up one after the other, and the score is the sum of those that have
  const [lit, unit] = [done(0) * d, (0.09 * height) / largest(products)];
  const bar = (0.9 * tall) / largest([scores]);
  const shrunk = bar * (1 - done(1)) + ((0.5 * tall) / largest([scaled])) * done(1);
  xs.forEach((x, s) => {
    const left = x - wide / 2;
    products[s].forEach((one, i) => {
      const alpha = Math.min(Math.max(lit - i, 0), 1);
      pen.fillStyle = sign(one, 0.15 + 0.85 * alpha);
      pen.fillRect(left + (i * wide) / d, y("products"), Math.max(wide / d, 0.6), -unit * one);
    });
    const sum = products[s].slice(0, Math.floor(lit)).reduce((a, b) => a + b, 0);
    const score = lit >= d ? scores[s] + done(1) * (scaled[s] - scores[s]) : sum;
    const soft = done(2);
    const long =
      (1 - soft) * shrunk * Math.max(score, -0.15 * largest([scores])) +
      (soft * tall * weights[s]) / largest([weights]);
    const grown = Math.max(long, soft);
    pen.fillStyle = sign(score, 0.35 + 0.5 * soft);
    if (soft > 0) pen.fillStyle = inkOf(inks.ink, 0.3 + 0.5 * soft);
    pen.fillRect(x - 0.3 * wide, y("bars"), 0.6 * wide, -(score < 0 && !soft ? long : grown));
    const share = fixed(weights[s]);
    const tight = gap < 28;
    const told = soft > 0.5 ? (tight ? share.replace(/^0/, "") : share) : fixed(score, 1);
    const up = tight && s % 2 ? (1 - soft) * font : 0; // a number that is broader than its column
    if (lit > 0)
      text(told, x, y("bars") - Math.max(grown, 0) - 4 - up, "center", 1, s === t ? 700 : 400);
  });

  // the values, in the shares that softmax gave
  const [pours, added, scale] = [done(3), done(4), largest(values)];
  const across = Math.min(0.52 * width, 340);
  const home = Math.min(Math.max(xs[t] - across / 2, 4), width - across - 4);
  xs.forEach((x, s) => {
    const alpha = 0.6 * (1 - pours) + pours * (0.25 + 0.75 * Math.min(1, 2 * weights[s]));
    strip(values[s], scale, x - wide / 2, y("values"), wide, 0.06 * height, alpha * done(2));
    if (!pours || weights[s] < 0.005) return;
    const end = y("values") + (y("sum") + 0.07 * height - y("values")) * pours;
    const to = x + (home + across / 2 - x) * pours;
    pen.beginPath();
    pen.moveTo(x, y("values"));
    pen.bezierCurveTo(x, y("values") - 0.1 * height, to, end + 0.1 * height * pours, to, end);
    pen.strokeStyle = inkOf(inks.ink, 0.3);
    pen.lineCap = "butt";
    pen.lineWidth = Math.max(0.6, 34 * weights[s]);
    pen.stroke();
  });
  if (added) strip(mixed, largest([mixed]), home, y("sum"), across * added, 0.07 * height, 1);

  const beside = home + across + 150 < width ? home + across + 6 : home - 6;
  if (added)
    text(
      tr("what this head hands on"),
      beside,
      0.06 * height,
      beside > home ? "left" : "right",
      0.75,
    );
  /** @type {[string, number, string, number][]} */
  const names = [
    ["products", 0.12, tr("{d} products of query and key", { d }), 1],
    [
      "bars",
      0.255,
      inner <= 1 ? tr("their sum") : inner <= 2 ? `÷ √${d}` : tr("softmax: shares of 1"),
      lit,
    ],
    ["values", -0.1, tr("values, in these shares"), done(2)],
  ];
  for (const [name, above, words, seen] of names)
    if (seen) text(words, 0, y(name) - above * height, "left", 0.75);
}
