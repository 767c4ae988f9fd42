import { choice, fixed, follow, html, readout, rebuilt, slider, stage, write } from "./parts.js";

/** Join a pair of tokens wherever it stands, from left to right.
 * @param {number[]} tokens @param {number[]} pair @param {number} into the number of what they make */
function join(tokens, [left, right], into) {
  const joined = [];
  for (let i = 0; i < tokens.length; i++) {
    const found = tokens[i] === left && tokens[i + 1] === right;
    joined.push(found ? into : tokens[i]);
    if (found) i++;
  }
  return joined;
}

/** A word before the first merge and after each that joins something in it: of all pairs that stand in the word, the
 * one that was learned first comes first. @param {number[]} word @param {number[][]} merges @param {number[]} made
 * @param {Map<string, number>} ranks @returns {{rank: number, tokens: number[]}[]} */
function walk(word, merges, made, ranks) {
  const steps = [{ rank: -1, tokens: word }];
  for (;;) {
    const { tokens } = steps[steps.length - 1];
    const rank = Math.min(...tokens.slice(1).map((right, i) => ranks.get(`${tokens[i]} ${right}`) ?? Infinity));
    if (rank === Infinity) return steps;
    steps.push({ rank, tokens: join(tokens, merges[rank], made[rank]) });
  }
}

/** The place of each merge. @param {number[][]} merges */
const places = (merges) => new Map(merges.map(([left, right], rank) => [`${left} ${right}`, rank]).reverse());

/** The number of the last step that needs no more than the first merges. @param {{rank: number}[]} steps @param {number} applied */
function reached(steps, applied) {
  const beyond = steps.findIndex(({ rank }) => rank >= applied);
  return (beyond < 0 ? steps.length : beyond) - 1;
}

/** A word as tokens, after the first merges. @param {number[]} word the numbers of its characters
 * @param {number[][]} merges pairs of numbers @param {number[]} made the number of what each pair makes
 * @param {number} applied how many merges count @returns {number[]} */
export function encode(word, merges, made, applied) {
  const steps = walk(word, merges, made, places(merges));
  return steps[reached(steps, applied)].tokens;
}

/** The tokens as numbers and back: first the alphabet, then what the merges make.
 * @param {string} alphabet @param {string[]} written merges as text */
function numbered(alphabet, written) {
  const pairs = written.map((merge) => merge.split(" "));
  const names = [...alphabet];
  const number = new Map(names.map((token, i) => [token, i]));
  const give = (token) => number.get(token) ?? number.set(token, names.push(token) - 1).get(token);
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

/** A slider applies merges to one of several texts; the chips of each word regroup. */
function drawTexts(model, el) {
  const { names, made, sizes, pairs, give, merges } = numbered(model.get("alphabet"), model.get("merges"));
  const ranks = places(merges);
  const known = names.length;
  const stops = model.get("stops");
  const counts = model.get("counts");
  const walks = new Map();
  const stepsOf = (word) => {
    if (!walks.has(word)) walks.set(word, walk([...word].map(give), merges, made, ranks));
    return walks.get(word);
  };

  /** One word: a cell for each character, which stays where it is; the walls between the cells come and go. */
  const drawWord = (word) => {
    const steps = stepsOf(word);
    const cells = [...word].map((letter) => html("span", {}, letter));
    const root = html("span", { class: "wb-chips" }, ...cells);
    const set = (applied) => {
      const { tokens } = steps[reached(steps, applied)];
      let at = 0;
      for (const token of tokens) {
        const end = at + [...names[token]].length;
        const kind = (token >= known ? " wb-lost" : "") + (tokens.length === 1 ? " wb-whole" : "") +
          (applied > 0 && token === made[applied - 1] ? " wb-fresh" : "");
        for (const first = at; at < end; at++) {
          const look = `wb-cell${at === first ? " wb-first" : ""}${at === end - 1 ? " wb-last" : ""}${kind}`;
          if (cells[at].className !== look) cells[at].className = look;
        }
      }
      return tokens.map((token) => names[token]);
    };
    return { root, set };
  };
  /** One line of the text: {root, set}; it is read out token by token. */
  const drawLine = (line) => {
    const words = line.split(" ").filter(Boolean).map(drawWord);
    const root = html("p", { role: "img" }, ...words.flatMap(({ root: word }, i) => (i ? [" ", word] : [word])));
    const set = (applied) => {
      const tokens = words.map((word) => word.set(applied));
      root.setAttribute("aria-label", tokens.map((word) => word.join("·")).join(" "));
      return tokens;
    };
    return { root, set };
  };

  const pick = choice("Text", model.get("names"), (shown) => write(model, { shown }));
  const picked = slider("Merges", { min: 0, max: stops.length - 1, step: 1, format: (i) => String(stops[i]) },
    (i) => write(model, { applied: stops[i] }));
  const lines = stage();
  lines.root.classList.add("wb-lines");
  const said = readout();
  const sample = (kind, text) => html("span", {}, html("span", { class: "wb-chips", "aria-hidden": "true" },
    ...["first", "", "last"].map((end, i) => html("span", { class: `wb-cell ${kind} ${end && `wb-${end}`}` }, "abc"[i]))), text);
  const lost = html("span", {}, html("span", { class: "wb-chips", "aria-hidden": "true" },
    html("span", { class: "wb-cell wb-first wb-last wb-lost" }, "?")), "has no number");
  const legend = html("p", { class: "wb-legend" }, sample("wb-whole", "a whole word"), sample("", "a part of a word"),
    sample("wb-fresh", "made by the last merge"), lost);
  el.classList.add("wb-figure");
  el.replaceChildren(...(model.get("names").length > 1 ? [pick.root] : []), picked.root, lines.root, legend, said.root);

  return follow(model, ["shown", "applied"], () => {
    const [text, applied] = [model.get("shown"), model.get("applied")];
    const shown = lines.show(text, () => {
      const drawn = model.get("texts")[text].split("\n").map(drawLine);
      return [drawn.map((line) => line.root), drawn];
    });
    const words = shown.flatMap((line) => line.set(applied));
    const count = words.flat().length;
    const strange = [...new Set(model.get("texts")[text].replace(/\s/g, ""))].filter((c) => give(c) >= known).sort();
    pick.set(text);
    picked.set(stops.indexOf(applied));
    lost.hidden = !strange.length;
    const last = applied ? `Last merge: ${pairs[applied - 1].join(" + ")}, ${times(counts[applied - 1])} in the text that it was learned from.`
      : "No merge yet: every character is a token.";
    said.set(`${count} tokens for ${words.length} words: ${fixed(count / words.length)} tokens per word. ` +
      `${sizes[applied]} different tokens have a number. ${last}${strange.length ? ` Without a number: ${strange.join(" ")}.` : ""}`);
  });
}

/** Draw; when the texts or the merges change, build the figure anew. */
export default { render: rebuilt(["names", "texts", "alphabet", "merges", "counts", "stops"], drawTexts) };
