// What a softmax makes of the scores of one query: the part of the figure beside the threads.

import { gliding } from "../kit/motion.js";
import { fixed } from "../kit/numbers.js";
import { renew, say, svg } from "../kit/parts.js";
import { tr } from "../kit/words.js";

// no gradient of a softmax is longer, and its bar then
const [STRONG, LENGTH] = [0.5, 240];

/**
 * Bars of the weights, and one of the gradient.
 * @param {number} count
 */
export function softmaxBars(count) {
  const [width, high, top, foot] = [360, 96, 22, 168];
  const step = width / count;
  const bars = Array.from({ length: count }, (_, s) =>
    svg("rect", { x: s * step + 3, width: step - 6 }),
  );
  const largest = svg("text", { class: "wb-first", "text-anchor": "middle" });
  const [name, length] = [
    svg("text", { x: 0, y: foot - 6 }, tr("gradient")),
    svg("text", { y: foot - 6, class: "wb-first" }),
  ];
  const answer = svg("rect", { x: 66, y: foot - 18, height: 14 });
  const root = svg(
    "svg",
    { class: "wb-softmax", role: "img", viewBox: `0 0 ${width} ${foot + 4}` },
    svg("rect", { class: "wb-room-of", x: 0, y: top + high, width, height: 1.5 }),
    svg(
      "text",
      { x: 0, y: top + high + 17 },
      tr("weights of one query on {count} keys", { count }),
    ),
    svg("rect", { class: "wb-room-of", x: 66, y: foot - 18, width: LENGTH, height: 14 }),
    ...bars,
    largest,
    name,
    answer,
    length,
  );
  const glide = gliding(root);
  const set = (weights, gradient) => {
    renew(root, {
      "aria-label": tr("Bars of {count} weights: {weights}; and of the gradient, {gradient}.", {
        count,
        weights: weights.map((w) => fixed(w)).join(", "),
        gradient: fixed(gradient),
      }),
    });
    const first = weights.indexOf(Math.max(...weights));
    bars.forEach((bar, s) => renew(bar, { class: s === first ? "wb-first" : "" }));
    say(largest, fixed(weights[first]));
    say(length, fixed(gradient));
    glide.to("bars", [weights, gradient], ([now, long]) => {
      now.forEach((w, s) =>
        renew(bars[s], { y: (top + high * (1 - w)).toFixed(1), height: (high * w).toFixed(1) }),
      );
      renew(largest, {
        x: Math.min(Math.max((first + 0.5) * step, 16), width - 16),
        y: (top + high * (1 - now[first]) - 5).toFixed(1),
      });
      const wide = LENGTH * Math.min(Math.max(long, 0) / STRONG, 1);
      renew(answer, { width: wide.toFixed(1) });
      renew(length, { x: (72 + wide).toFixed(1) });
    });
  };
  return { root, set };
}
