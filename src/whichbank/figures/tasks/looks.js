// One job: arcs from the word that asks to all that it looks at.

import { gliding } from "../kit/motion.js";
import { fixed } from "../kit/numbers.js";
import { html, renew, say, svg } from "../kit/parts.js";
import { thickness } from "../kit/tables.js";
import { arcPath, arcPoints } from "../kit/sentence.js";
import { tr } from "../kit/words.js";

const WIDE = 360; // of the arcs

/**
 * Its question, and the arcs, above the words or below them.
 * @param {string} job
 * @param {string[]} words
 * @param {number[]} colors
 * @param {number[]} want
 * @param {boolean} below
 * @param {(share: number) => boolean} serves whether a job is done with so much
 */
export function looks(job, words, colors, [asker, wanted], below, serves) {
  const at = words.map((_, i) => ((i + 0.5) * WIDE) / words.length);
  const turn = below ? 1 : -1;
  const arcs = words.map((_, s) =>
    svg(
      "g",
      { class: s === wanted ? `wb-wanted wb-c${colors[asker]}` : "" },
      svg("path", { class: "wb-arc" }),
      svg("path", { class: "wb-head" }),
      svg("text", { "text-anchor": "middle" }, ""),
    ),
  );
  const picture = svg(
    "svg",
    { class: "wb-looks", role: "img" },
    ...arcs.slice(0, wanted),
    ...arcs.slice(wanted + 1),
    arcs[wanted],
  );
  const glide = gliding(picture);
  const question = html(
    "p",
    { class: "wb-job" },
    html("b", { class: `wb-word wb-c${colors[asker]}` }, job),
  );
  const set = (weights, high) => {
    const rim = below ? 3 : high - 3;
    const gets = words.map((word, s) => `${word} ${fixed(weights[s])}`).join(", ");
    renew(picture, {
      viewBox: `0 0 ${WIDE} ${high}`,
      "aria-label": tr("{asker} must give {wanted} over half. It looks at {gets}.", {
        asker: words[asker],
        wanted: words[wanted],
        gets,
      }),
    });
    weights.forEach((weight, s) => {
      const thick = thickness(weight);
      const [arc, head, number] = arcs[s].children;
      const [steps, most] = [Math.abs(s - asker), s < asker ? asker : words.length - 1 - asker];
      // the nearest arc from the edge of the word
      const leave = (22 * Math.sign(s - asker) * (most + 1 - steps)) / (most || 1);
      const [start, end] = [
        [at[asker] + leave, rim],
        [at[s], rim + 8 * turn],
      ];
      const ring = [at[s], rim + (turn * thick) / 2];
      const [out, half] =
        s === asker
          ? [28, 0]
          : [(high - 16) * (0.5 + (0.5 * (steps - 1)) / (words.length - 2 || 1)), 4 + thick / 2];
      const inner = out - thick / 2; // the number stands under its arc, and above its ring
      const points =
        s === asker
          ? arcPoints(ring, ring, rim + turn * out)
          : arcPoints(start, end, rim + 1.33 * turn * out);
      const above = s === asker ? out + thick / 2 + 9 : steps > 1 ? inner - 11 : inner / 2;
      renew(arc, { "data-weight": weight.toFixed(4) });
      const goal = [points, thick, half, end[0], (start[0] + end[0]) / 2, rim + turn * above + 5];
      glide.to(String(s), goal, ([way, line, side, tip, x, y]) => {
        renew(arc, { d: arcPath(way), "stroke-width": line.toFixed(2) });
        renew(head, {
          d: line > 0.5 && side > 0.5 ? `M${tip} ${rim}l${-side} ${10 * turn}h${2 * side}Z` : "",
        });
        renew(number, { x, y });
      });
      say(
        number,
        s === wanted
          ? `${fixed(weight)}\u00a0${serves(weight) ? "✓" : "✗"}`
          : thick
            ? fixed(weight)
            : "",
      );
    });
  };
  return {
    root: html("div", { class: "wb-side" }, ...(below ? [picture, question] : [question, picture])),
    set,
  };
}
