import { framed } from "../kit/frame.js";
import {
  chooser,
  fixed,
  follow,
  html,
  readout,
  rebuilt,
  renew,
  say,
  slider,
  stage,
  typing,
  write,
} from "../kit/parts.js";
import { player } from "../kit/player.js";

const PAIRS = 5; // that are listed, the most frequent first
const PACE = 1200; // ms from stop to stop while it plays
const LONGEST = 60; // characters of the reader's own text

/**
 * Join a pair of tokens wherever it stands, from left to right.
 * @param {number[]} tokens
 * @param {number[]} pair
 * @param {number} into the number of what they make
 */
function join(tokens, [left, right], into) {
  const joined = [];
  for (let i = 0; i < tokens.length; i++) {
    const found = tokens[i] === left && tokens[i + 1] === right;
    joined.push(found ? into : tokens[i]);
    if (found) i++;
  }
  return joined;
}

/**
 * A word before the first merge and after each that joins something in it: of all pairs that stand
 * in the word, the one that was learned first comes first.
 * @param {number[]} word
 * @param {number[][]} merges
 * @param {number[]} made
 * @param {Map<string, number>} ranks
 * @returns {{rank: number, tokens: number[]}[]}
 */
function walk(word, merges, made, ranks) {
  const steps = [{ rank: -1, tokens: word }];
  for (;;) {
    const { tokens } = steps[steps.length - 1];
    const rank = Math.min(
      ...tokens.slice(1).map((right, i) => ranks.get(`${tokens[i]} ${right}`) ?? Infinity),
    );
    if (rank === Infinity) return steps;
    steps.push({ rank, tokens: join(tokens, merges[rank], made[rank]) });
  }
}

/**
 * The place of each merge.
 * @param {number[][]} merges
 */
function places(merges) {
  const found = new Map();
  merges.forEach(([left, right], rank) => {
    if (!found.has(`${left} ${right}`)) found.set(`${left} ${right}`, rank);
  });
  return found;
}

/**
 * The number of the last step that needs no more than the first merges.
 * @param {{rank: number}[]} steps
 * @param {number} applied
 */
function reached(steps, applied) {
  const beyond = steps.findIndex(({ rank }) => rank >= applied);
  return (beyond < 0 ? steps.length : beyond) - 1;
}

/**
 * The merges that join something in words, from one on, in order.
 * @param {{rank: number}[][]} words
 * @param {number} from
 */
function comingIn(words, from) {
  const found = new Set();
  for (const steps of words) {
    let rank = -1; // a step waits for those before it
    for (const step of steps) if ((rank = Math.max(rank, step.rank)) >= from) found.add(rank);
  }
  return [...found].sort((a, b) => a - b);
}

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

/**
 * The tokens as numbers and back: first the alphabet, then what the merges make.
 * @param {string} alphabet
 * @param {string[]} written merges as text
 */
function numbered(alphabet, written) {
  const pairs = written.map((merge) => merge.split(" "));
  const names = [...alphabet];
  const number = new Map(names.map((token, i) => [token, i]));
  const give = (token) => {
    const known = number.get(token) ?? names.push(token) - 1;
    number.set(token, known);
    return known;
  };
  const sizes = [names.length];
  const made = pairs.map((pair) => {
    const into = give(pair.join(""));
    sizes.push(names.length);
    return into;
  });
  return { names, made, sizes, pairs, give, merges: pairs.map((pair) => pair.map(give)) };
}

/** @param {number} count */
const times = (count) => (count === 1 ? "once" : `${count} times`);

/**
 * A slider applies merges to one of several texts or to the reader's own; the chips of each word
 * regroup.
 */
function drawTexts(model, el) {
  const { names, made, sizes, pairs, give, merges } = numbered(
    model.get("alphabet"),
    model.get("merges"),
  );
  const ranks = places(merges);
  const source = model.get("source");
  const known = names.length;
  const stops = model.get("stops");
  const counts = model.get("counts");
  const walks = new Map();
  const stepsOf = (word) => {
    if (!walks.has(word)) walks.set(word, walk([...word].map(give), merges, made, ranks));
    return walks.get(word);
  };

  /**
   * One word: a cell for each character, which stays where it is; the walls between the cells come
   * and go.
   */
  const drawWord = (word) => {
    const steps = stepsOf(word);
    const cells = [...word].map((letter) => html("span", {}, letter));
    const root = html("span", { class: "wb-chips" }, ...cells);
    const set = (applied, soon) => {
      const { tokens } = steps[reached(steps, applied)];
      const due = new Set(); // the tokens that the next merge joins
      tokens.forEach((token, i) => {
        if (!due.has(i) && merges[soon]?.[0] === token && merges[soon][1] === tokens[i + 1])
          due.add(i).add(i + 1);
      });
      let at = 0;
      for (const [i, token] of tokens.entries()) {
        const end = at + [...names[token]].length;
        const kind =
          (token >= known ? " wb-lost" : "") +
          (tokens.length === 1 ? " wb-whole" : "") +
          (applied > 0 && token === made[applied - 1] ? " wb-fresh" : "") +
          (due.has(i) ? " wb-due" : "");
        for (const first = at; at < end; at++) {
          const look = `wb-cell${at === first ? " wb-first" : ""}${at === end - 1 ? " wb-last" : ""}${kind}`;
          if (cells[at].className !== look) cells[at].className = look;
        }
      }
      return tokens;
    };
    return { root, set };
  };
  /** One line of the text: {root, set}; it is read out token by token. */
  const drawLine = (line) => {
    const words = line.split(/\s+/).filter(Boolean).map(drawWord);
    const root = html(
      "p",
      { role: "img" },
      ...words.flatMap(({ root: word }, i) => (i ? [" ", word] : [word])),
    );
    const set = (applied, soon) => {
      const tokens = words.map((word) => word.set(applied, soon));
      root.setAttribute(
        "aria-label",
        tokens.map((word) => word.map((token) => names[token]).join("·")).join(" "),
      );
      return tokens;
    };
    return { root, set };
  };

  const pick = chooser(
    "Text",
    model.get("names"),
    (shown) => write(model, { shown, own: "" }),
    "your own",
  );
  const picked = slider(
    "Merges",
    { min: 0, max: stops.length - 1, step: 1, format: (i) => String(stops[i]) },
    (i) => {
      time.rest();
      write(model, { applied: stops[i] });
    },
  );
  const time = player(PACE, () => {
    const next = (stops.indexOf(model.get("applied")) + 1) % stops.length;
    write(model, { applied: stops[next] });
    return next === stops.length - 1;
  });
  const own = typing("Your text", { most: LONGEST, holder: "type your own text" }, (text) =>
    write(model, { own: text }),
  );
  const lines = stage();
  lines.root.classList.add("wb-lines");
  const said = readout();
  const sample = (kind, ends, text) =>
    html(
      "span",
      {},
      html(
        "span",
        { class: "wb-chips", "aria-hidden": "true" },
        ...ends.map((end, i) =>
          html("span", { class: `wb-cell wb-${kind} ${end}` }, kind === "lost" ? "?" : "the"[i]),
        ),
      ),
      text,
    );
  const [first, end, alone] = ["wb-first", "wb-last", "wb-first wb-last"];
  const samples = {
    whole: sample("whole", [first, "", end], "whole word"),
    due: sample("due", [alone, alone], "merge next"),
    fresh: sample("fresh", [first, end], "just merged"),
    lost: sample("lost", [alone], "has no number"),
  };
  const legend = html("p", { class: "wb-legend" }, ...Object.values(samples));
  const next = html("p", {}, "");
  const items = Array.from({ length: PAIRS }, () => html("li", {}, ""));
  const most = html("div", { class: "wb-pairs" }, next, html("ol", {}, ...items));
  const all = html("p", {}, "");
  const fits = ({ shown, applied, own: text }) =>
    Number.isInteger(shown) &&
    shown >= 0 &&
    shown < model.get("names").length &&
    stops.includes(applied) &&
    text.length <= LONGEST;
  const frame = framed(model, el, {
    name: "merges",
    what: "How do letters become tokens?",
    traits: ["shown", "applied", "own"],
    fits,
    title: model.get("names").length > 1 ? [pick.root] : [],
    picture: [lines.root, legend],
    controls: [
      picked.root,
      html("div", { class: "wb-buttons" }, time.play, time.step),
      own.root,
      most,
    ],
    said: said.root,
    table: [all],
    time,
  });

  const stop = follow(model, ["shown", "applied", "own"], () => {
    const [shown, applied, typed] = ["shown", "applied", "own"].map((name) => model.get(name));
    const text = typed.trim() ? typed : model.get("texts")[shown];
    const drawn = lines.show(text, () => {
      const written = text.split("\n").map(drawLine);
      return [written.map((line) => line.root), written];
    });
    const parts = text.split(/\s+/).filter(Boolean).map(stepsOf);
    const coming = comingIn(parts, applied);
    const words = drawn.flatMap((line) => line.set(applied, coming[0]));
    const count = words.flat().length;
    for (const [kind, one] of Object.entries(samples))
      one.hidden = !lines.root.querySelector(`:not(.wb-away) > p .wb-${kind}`);
    const strange = [...new Set(text.replace(/\s/g, ""))].filter((c) => give(c) >= known).sort();
    pick.set(typed.trim() ? -1 : shown);
    picked.set(stops.indexOf(applied));
    if (own.input.value !== typed) own.input.value = typed;
    const home = !source && !shown && !typed.trim(); // the text that the merges were learned from
    const found = home
      ? pairsIn(words, known).map(([left, right, often]) => [
          `${names[left]} + ${names[right]}`,
          often,
        ])
      : coming.slice(0, PAIRS).map((rank) => [pairs[rank].join(" + "), rank + 1]);
    const tie = found.length > 1 && found[0][1] === found[1][1];
    say(
      next,
      !coming.length
        ? "No merge is left."
        : !home
          ? `Next merges here, by their number in the list learned from ${source || model.get("names")[0]}`
          : tie
            ? "The most frequent pairs; in a tie, the first in the vocabulary merges"
            : "The most frequent pairs; the first is merged next",
    );
    items.forEach((item, i) => {
      item.hidden = !found[i];
      if (!found[i]) return;
      say(item, home ? found[i].join(": ") : `${found[i][1]}: ${found[i][0]}`);
      renew(item, { class: coming.length && !i ? "wb-soon" : "" });
    });
    const last = applied
      ? `Last merge: ${pairs[applied - 1].join(" + ")}, ${times(counts[applied - 1])} in the text that it was learned from. `
      : "";
    say(
      all,
      `${last}${count} tokens: ${words.map((word) => word.map((token) => names[token]).join("·")).join(" ")}`,
    );
    const before = fixed(
      parts.reduce((sum, [{ tokens }]) => sum + tokens.length, 0) / parts.length,
    );
    said.set(
      (applied
        ? `With ${applied === 1 ? "1 merge" : `${applied} merges`} of frequent neighbors, a word takes ${fixed(count / parts.length)} tokens instead of ${before}; the vocabulary grew from ${sizes[0]} tokens to ${sizes[applied]}.`
        : `No merge yet: every character is a token. A word takes ${before} tokens, and the vocabulary has only ${sizes[0]} tokens.`) +
        (strange.length ? ` Without a number: ${strange.join(" ")}.` : ""),
    );
  });
  return () => {
    stop();
    frame.stop();
  };
}

/** Draw; when the texts or the merges change, build the figure anew. */
export default {
  render: rebuilt(["names", "texts", "alphabet", "merges", "counts", "stops", "source"], drawTexts),
};
