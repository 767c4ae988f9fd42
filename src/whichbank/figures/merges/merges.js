// Letters that slide together into tokens, and the tally of the pairs that decides which.

import { framed } from "../kit/frame.js";
import { follow, rebuilt, write } from "../kit/model.js";
import { fixed } from "../kit/numbers.js";
import { chooser, html, nameAloud, readout, say, typing } from "../kit/parts.js";
import { stage } from "../kit/tables.js";
import { reel } from "../kit/reel.js";
import { tally } from "./tally.js";
import { lineOf } from "./tiles.js";
import { comingIn, numbered, places, reached, walk } from "./walks.js";
import { tr, trn } from "../kit/words.js";

const PAIRS = 5; // in the tally, the most frequent first
const PACE = 900; // ms from stop to stop while it plays
const LONGEST = 80; // characters of the reader's own text

/**
 * A word as tokens, after the first merges.
 * @param {number[]} word the numbers of its characters
 * @param {number[][]} merges pairs of numbers
 * @param {number[]} made the number of what each pair makes
 * @param {number} applied how many merges count
 * @returns {number[]}
 */
export function encode(word, merges, made, applied) {
  const steps = walk(word, merges, made, places(merges));
  return steps[reached(steps, applied)].tokens;
}

/**
 * The most frequent pairs of neighbors inside words; of equals the one that a training takes first.
 * What has no number of its own is never merged.
 * @param {number[][]} words tokens as numbers
 * @param {number} known how many numbers there are
 * @returns {number[][]} a pair, and how often it occurs
 */
export function pairsIn(words, known) {
  const counts = new Map();
  for (const word of words) {
    word.slice(1).forEach((right, i) => {
      const pair = `${word[i]} ${right}`;
      if (Math.max(word[i], right) < known) counts.set(pair, (counts.get(pair) ?? 0) + 1);
    });
  }
  return [...counts]
    .map(([pair, count]) => [...pair.split(" ").map(Number), count])
    .sort(([a, b, n], [c, d, m]) => m - n || a - c || b - d)
    .slice(0, PAIRS);
}

/** A scrubber applies merges to one of several texts or to the reader's own; its letters slide. */
function drawTexts(model, el) {
  const { names, made, sizes, pairs, give, merges } = numbered(
    model.get("alphabet"),
    model.get("merges"),
  );
  const [texts, source, stops, counts] = ["texts", "source", "stops", "counts"].map((name) =>
    model.get(name),
  );
  const ranks = places(merges);
  const known = names.length;
  const walks = new Map();
  const stepsOf = (word) => {
    if (!walks.has(word)) walks.set(word, walk([...word].map(give), merges, made, ranks));
    return walks.get(word);
  };
  /** The tokens of a word after the merges of a stop. */
  const cut = (word, stop) => {
    const steps = stepsOf(word);
    return steps[reached(steps, stops[stop])].tokens;
  };
  const lengths = (word, stop) => cut(word, stop).map((token) => [...names[token]].length);

  const pick = chooser(
    tr("Text"),
    model.get("names"),
    (shown) => write(model, { shown, own: "" }),
    tr("your own"),
  );
  const own = nameAloud(
    typing(tr("Your text"), { most: LONGEST }, (text) => write(model, { own: text })),
  );
  const several = texts.length > 1;
  const lines = stage();
  lines.root.classList.add("wb-lines");
  const [said, title, all, bars] = [readout(), html("p", {}, ""), html("p", {}, ""), tally(PAIRS)];
  let moment = 0;
  /** @type {ReturnType<typeof lineOf>[]} */
  let drawn = [];
  const film = reel(
    tr("Merges"),
    { last: stops.length - 1, pace: PACE, format: (stop) => String(stops[stop]) },
    {
      root: lines.root,
      now: () => stops.indexOf(model.get("applied")),
      go: (stop) => write(model, { applied: stops[stop] }),
      draw: (at) => {
        moment = at;
        for (const line of drawn) line.draw(at);
      },
    },
  );
  const frame = framed(model, el, {
    name: "merges",
    what: tr("How do letters become tokens?"),
    traits: ["shown", "applied", "own"],
    fits: ({ shown, applied, own: text }) =>
      Number.isInteger(shown) &&
      shown >= 0 &&
      shown < texts.length &&
      stops.includes(applied) &&
      text.length <= LONGEST,
    title: several ? [pick.root] : [],
    picture: [...(several ? [own.root] : []), lines.root],
    controls: [film.panel, html("div", { class: "wb-pairs" }, title, bars.root)],
    said: said.root,
    table: [all],
    time: film,
  });

  /** The pairs of the moment, and what decides between them. */
  const listed = (words, coming, past, home) => {
    const told = (pair, count, over = false) => ({ pair: pair.join(" + "), count, over });
    const ranked = (some, over) => some.map((rank) => told(pairs[rank], counts[rank], over));
    const found = home
      ? pairsIn(words, known).map(([left, right, count]) =>
          told([names[left], names[right]], count),
        )
      : ranked(coming.slice(0, PAIRS), false);
    // where few are left, the merges before them
    const room = home && found.length ? 0 : PAIRS - found.length;
    const done = ranked([...past].reverse().slice(0, room), true);
    say(
      title,
      !coming.length
        ? done.length
          ? tr("No merge is left. The last ones here")
          : tr("No merge is left.")
        : home
          ? tr("The most frequent pairs")
          : tr("Next here, by their count in {source}", {
              source: source || model.get("names")[0],
            }),
    );
    bars.set([...found, ...done], coming.length > 0);
  };
  const stop = follow(model, ["shown", "applied", "own"], () => {
    const [shown, applied, typed] = ["shown", "applied", "own"].map((name) => model.get(name));
    const text = typed.trim() ? typed : texts[shown];
    const now = lines.show(text, () => {
      const made_ = text.split("\n").map((line) => lineOf(line, lengths));
      return [made_.map(({ root }) => root), made_];
    });
    const parts = text.split(/\s+/).filter(Boolean);
    const ever = comingIn(parts.map(stepsOf), 0);
    const coming = comingIn(parts.map(stepsOf), applied);
    const due = merges[coming[0]];
    const look = (token, next, before) => ({
      name: names[token],
      lost: token >= known,
      fresh: applied > 0 && token === made[applied - 1],
      due:
        due !== undefined &&
        ((token === due[0] && next === due[1]) || (token === due[1] && before === due[0])),
    });
    const words = parts.map((word) => cut(word, stops.indexOf(applied)));
    let w = 0;
    for (const line of now)
      line.set(() => {
        const word = words[w++];
        return word.map((token, i) => look(token, word[i + 1], word[i - 1]));
      });
    if (now !== drawn) {
      drawn = now;
      for (const line of now) line.draw(moment);
    }
    film.set(stops.indexOf(applied));
    pick.set(typed.trim() ? -1 : shown);
    const field = typed || texts[shown].replace("\n", " ");
    if (own.input.value !== field && (typed || document.activeElement !== own.input))
      own.input.value = field;
    listed(
      words,
      coming,
      ever.slice(0, ever.length - coming.length),
      !source && !shown && !typed.trim(),
    );
    const count = words.flat().length;
    const last = applied
      ? `${trn(
          counts[applied - 1],
          {
            one: "Last merge: {pair}, once in the text that it was learned from.",
            other: "Last merge: {pair}, {n} times in the text that it was learned from.",
          },
          { pair: pairs[applied - 1].join(" + "), n: counts[applied - 1] },
        )} `
      : "";
    say(
      all,
      last +
        trn(
          count,
          { one: "{n} token: {tokens}", other: "{n} tokens: {tokens}" },
          {
            n: count,
            tokens: words.map((word) => word.map((token) => names[token]).join("·")).join(" "),
          },
        ),
    );
    const strange = [...new Set(parts.join(""))].filter((c) => give(c) >= known).sort();
    const before = fixed(parts.join("").length / parts.length);
    said.set(
      (applied
        ? trn(
            applied,
            {
              one: "With 1 merge a word takes {now} tokens instead of {before}; the vocabulary grew from {first} tokens to {last}.",
              other:
                "With {n} merges a word takes {now} tokens instead of {before}; the vocabulary grew from {first} tokens to {last}.",
            },
            {
              n: applied,
              now: fixed(count / parts.length),
              before,
              first: sizes[0],
              last: sizes[applied],
            },
          )
        : tr(
            "No merge yet: every letter is a token, {before} a word, and the vocabulary has only {sizes}.",
            { before, sizes: sizes[0] },
          )) +
        (strange.length
          ? ` ${tr("Without a number: {letters}.", { letters: strange.join(" ") })}`
          : ""),
    );
  });
  return () => {
    stop();
    film.stop();
    bars.stop();
    frame.stop();
  };
}

/** Draw; when the texts or the merges change, build the figure anew. */
export default {
  render: rebuilt(["names", "texts", "alphabet", "merges", "counts", "stops", "source"], drawTexts),
};
