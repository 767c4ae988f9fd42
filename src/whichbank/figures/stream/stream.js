import { framed } from "../kit/frame.js";
import { mayGlide, spring } from "../kit/motion.js";
import { player } from "../kit/player.js";
import { follow, rebuilt, write } from "../kit/model.js";
import { fixed } from "../kit/numbers.js";
import { button, html, readout, renew, slider } from "../kit/parts.js";
import { listing } from "../kit/tables.js";
import { PHASES, river, short } from "./river.js";
import { tr } from "../kit/words.js";

const PACE = 700; // ms for each step of a block

/**
 * What is kept after so many steps, and between them: largest score, sum, and mix. While the
 * largest score rises, all else is measured against it at every moment.
 * @param {number[]} scores
 * @param {number[][]} values
 * @param {number} block how many at a time
 * @param {number} at steps, three a block
 * @returns {number[]}
 */
export function streamed(scores, values, block, at) {
  let [top, sum, mixed] = [-Infinity, 0, values[0].map(() => 0)];
  for (let start = 0; start < scores.length; start += block) {
    const [fading, adding] = [1, 2].map((phase) => {
      const gone = at - (PHASES * start) / block - phase;
      return Math.min(Math.max(gone, 0), 1);
    });
    if (!fading) break;
    const part = scores.slice(start, start + block);
    const next = Math.max(top, ...part);
    const now = top === -Infinity ? next : top + fading * (next - top);
    const fade = Math.exp(top - now);
    const powers = part.map((score) => adding * Math.exp(score - next));
    sum = sum * fade + powers.reduce((a, b) => a + b, 0);
    mixed = mixed.map((x, d) =>
      powers.reduce((all, power, i) => all + power * values[start + i][d], x * fade),
    );
    top = now;
  }
  return [top, sum, ...mixed];
}

/**
 * The new vector by a softmax of all scores at once.
 * @param {number[]} scores
 * @param {number[][]} values
 */
export function atOnce(scores, values) {
  const top = Math.max(...scores);
  const powers = scores.map((score) => Math.exp(score - top));
  const sum = powers.reduce((a, b) => a + b, 0);
  return values[0].map((_, d) =>
    powers.reduce((all, power, i) => all + (power / sum) * values[i][d], 0),
  );
}

/** The river of scores, and a time that plays, turns round and can be scrubbed. */
function drawStream(model, el) {
  const [words, scores, values, block, axes] = ["words", "scores", "values", "block", "axes"].map(
    (trait) => model.get(trait),
  );
  const end = (at) => streamed(scores, values, block, at);
  const { root, draw, steps } = river(words, scores, atOnce(scores, values), block, axes, end);
  const glide = spring(([at]) => draw(at));
  const { time, play } = player(
    PACE * steps,
    (ms) => {
      glide.to([ms / PACE], true);
      const done = Math.floor(ms / PACE + 1e-6);
      if (done !== model.get("at")) write(model, { at: done });
    },
    () => {
      const at = model.get("at");
      time.set(PACE * (at === steps ? 0 : at));
      time.play();
    },
    (plays) => {
      if (!plays && time.at() % PACE) step(1); // it stops between two steps
    },
  );
  const put = (at) => {
    time.rest();
    write(model, { at: Math.min(Math.max(at, 0), steps) });
  };
  const step = (by) => put(model.get("at") + by);
  const [back, on] = [button(tr("Back"), () => step(-1)), button(tr("Step"), () => step(1))];
  const scrub = slider(
    tr("Seen"),
    {
      min: 0,
      max: steps,
      step: 1,
      format: (at) => {
        const seen = Math.min(Math.ceil(at / PHASES) * block, words.length);
        return tr("{seen} of {all}", { seen, all: words.length });
      },
    },
    put,
  );
  const said = readout();
  const blocks = Array.from({ length: (steps - 1) / PHASES }, (_, i) => i * block);
  const table = listing(
    tr("Kept after each block"),
    [tr("block"), tr("largest"), tr("sum"), ...axes],
    blocks.length,
  );
  table.set(
    blocks.map((start, i) => [
      words.slice(start, start + block).join(" "),
      ...end(PHASES * (i + 1)).map((x) => fixed(x)),
    ]),
  );

  /** @param {number} at */
  const tell = (at) => {
    if (!at) return tr("Nothing is kept yet.");
    if (at === steps)
      return tr("Mix ÷ sum is ({mixed}): a softmax of all {n} scores at once gives the same.", {
        mixed: end(at)
          .slice(2)
          .map((x) => fixed(x / end(at)[1]))
          .join(", "),
        n: words.length,
      });
    const now = Math.ceil(at / PHASES) - 1;
    const phase = at - PHASES * now;
    const mine = words
      .map((word, i) => `${word} ${short(scores[i])}`)
      .slice(now * block, (now + 1) * block);
    if (phase === 1)
      return tr("In view: {mine}. No other score need be there.", { mine: mine.join(", ") });
    const [top, sum] = end(at);
    const old = now ? end(PHASES * now)[0] : NaN;
    if (phase === 2)
      return !now
        ? tr("The largest score is {top}.", { top: short(top) })
        : top > old
          ? tr(
              "{top} is the largest now: all that was kept fades, by e to the ({old} − {top}), which is {factor}.",
              { top: short(top), old: short(old), factor: fixed(Math.exp(old - top)) },
            )
          : tr("None is above {top}: nothing fades.", { top: short(top) });
    return tr("Their powers are added: the sum goes from {before} to {sum}.", {
      before: fixed(end(at - 1)[1]),
      sum: fixed(sum),
    });
  };
  const frame = framed(model, el, {
    name: "stream",
    what: tr("Can a softmax forget each score that it has seen?"),
    traits: ["at"],
    fits: ({ at }) => Number.isInteger(at) && at >= 0 && at <= steps,
    picture: [root],
    controls: [scrub.root, html("div", { class: "wb-buttons" }, play, back, on)],
    said: said.root,
    table: [table.root],
    wide: true,
    time: { play, step: on, rest: time.rest },
  });
  const stop = follow(model, ["at"], () => {
    const at = model.get("at");
    scrub.set(at);
    said.set(tell(at));
    const shown = end(at).map((x) => (Number.isFinite(x) ? fixed(x) : tr("none")));
    renew(root, {
      "aria-label": tr(
        "Scores of {n} words, {block} in view at a time. Kept: largest {top}, sum {sum}, mix {mix}.",
        {
          n: words.length,
          block,
          top: shown[0],
          sum: shown[1],
          mix: shown.slice(2).join(", "),
        },
      ),
    });
    if (!time.plays()) glide.to([at], !mayGlide(root));
  });
  return () => {
    stop();
    glide.stop();
    frame.stop();
  };
}

/** Draw; when what streams changes, build the figure anew. */
export default {
  render: rebuilt(["words", "scores", "values", "block", "axes"], drawStream),
};
