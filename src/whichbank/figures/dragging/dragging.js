import { framed } from "../kit/frame.js";
import { selfAttention, shadow } from "../nets/kernels.js";
import { styles } from "../kit/labels.js";
import { follow, rebuilt, write } from "../kit/model.js";
import { fixed } from "../kit/numbers.js";
import { choice, chooser, readout, say } from "../kit/parts.js";
import { heatmap, ranking, stage } from "../kit/tables.js";
import { plane, steered } from "../kit/plane.js";
import { begun, series, tr, trn } from "../kit/words.js";

const STEP = 0.05; // dragged points snap to it, so that a score can be checked by hand
const snap = (x) => Number((Math.round(x / STEP) * STEP).toFixed(2));
// the numbers of the marks whose hue, in a shadow, is that of numbers above zero and below
const [ABOVE, BELOW] = [4, 2];
const pair = (at) => `(${at.map((x) => fixed(x)).join(", ")})`;

/**
 * Which word has the highest score for the one that asks, and what that means for its new vector.
 */
function tell(word, sentence, weights) {
  const best = Math.max(...weights);
  const found = sentence
    .filter((_, s) => best - weights[s] < 1e-9)
    .map((name) => (name === word ? tr("{word} itself", { word }) : name));
  const share = fixed(best);
  const text =
    found.length === sentence.length
      ? tr("All scores are the same, so each word takes the same share: {share}.", { share })
      : trn(
          found.length,
          {
            one: "{words} has the highest score, and gives most: {share}.",
            other: "{words} have the highest score, and give most: {share} each.",
          },
          { words: series(found), share },
        );
  return begun(text);
}

/**
 * The words as arrows, the shadow of the one that asks on each other one, and its new vector.
 * @param {string[]} names of the sentence
 * @param {string} word that asks
 * @param {(name: string) => number} color
 * @param {(name: string) => number[]} old
 * @param {number[]} fresh
 * @param {[string, number[]][]} others the new vectors in other sentences
 */
function items(names, word, color, old, fresh, others) {
  const on = (name) => shadow(old(word), old(name));
  const foot = (name) => on(name).foot;
  const hue = (name) => (on(name).length < 0 ? BELOW : ABOVE);
  const cast = names
    .filter((name) => name !== word && Math.hypot(...foot(name)) > 0)
    .sort((a, b) => Math.hypot(...foot(b)) - Math.hypot(...foot(a)));
  // named is what counts as negative, or else the longest
  const named = [...cast.filter((name) => hue(name) === BELOW), ...cast].slice(0, 1);
  const point = (key, at, label, c, more) => ({ key, kind: "point", at, label, color: c, ...more });
  return [
    ...cast.map((name) => ({
      key: `shadow ${word} ${name} ${hue(name)}`,
      kind: "curve",
      at: [[0, 0], foot(name)],
      color: hue(name),
      ghost: true,
    })),
    ...names.map((name) => ({
      key: `arrow ${name} ${name === word}`,
      kind: "arrow",
      at: [[0, 0], old(name)],
      color: color(name),
      thick: name === word ? 4 : 2,
    })),
    ...cast.map((name) => ({
      key: `drop ${word} ${name}`,
      kind: "arrow",
      at: [old(word), foot(name)],
      color: color(word),
      ghost: true,
    })),
    ...names.map((name) => point(name, old(name), name, color(name), { drag: true })),
    point(`new ${word}`, fresh, tr("new {word}", { word }), color(word), { ghost: true }),
    ...others.map(([name, at]) =>
      point(
        `${word} in ${name}`,
        at,
        tr("with {word}", { word: name.split(" ").find((own) => own !== word) }),
        color(word),
        { ghost: true },
      ),
    ),
    ...named.map((name) =>
      point(
        `shadow-${word}-${hue(name)}`,
        foot(name).map((x) => x / 2),
        tr("shadow {length}", { length: fixed(on(name).length) }),
        hue(name),
        { kind: "name" },
      ),
    ),
  ];
}

/** Drag word vectors in the plane; shadows, scores, weights and the new vector follow. */
function drawDragging(model, el) {
  const [words, axes, reach] = ["words", "axes", "reach"].map((name) => model.get(name));
  const colors = styles(words);
  const color = (name) => colors[words.indexOf(name)];
  const sentences = model.get("sentences").map((sentence) => sentence.split(" "));
  const limits = [-2 * reach, 2 * reach]; // of the colors of scores: 0 in the middle
  const whole = [-reach, reach];

  const place = (word, at) => {
    const within = at.map((v) => snap(Math.min(Math.max(v, -reach), reach)));
    write(model, {
      vectors: model.get("vectors").map((vector, i) => (words[i] === word ? within : vector)),
    });
  };
  /**
   * The sentence that is shown, and the row of the picked word in it: the first where it does not
   * hold that word.
   */
  const current = () => {
    const sentence = sentences[model.get("sentence")];
    const row = Math.max(0, sentence.indexOf(model.get("picked")));
    return { sentence, row, word: sentence[row] };
  };
  const texts = chooser(tr("Sentence"), model.get("sentences"), (i) => {
    const picked = model.get("picked");
    write(model, { sentence: i, picked: sentences[i].includes(picked) ? picked : sentences[i][0] });
  });
  const scene = plane({ x: whole, y: whole, labels: axes, size: 300, em: 18, onDrag: place });
  const steer = steered(
    scene,
    [whole, whole],
    tr("The word that asks"),
    (at) => place(current().word, at),
    [STEP, STEP],
  );
  const said = readout();
  const [asked, tables] = [stage(), stage()];
  const show = (i) => {
    const sentence = sentences[i];
    const unique = [...new Set(sentence)];
    return {
      unique,
      ...asked.show(i, () => {
        const pick = choice(tr("Which word asks?"), unique, (w) =>
          write(model, { picked: unique[w] }),
        );
        const looks = ranking(
          "",
          ["", tr("shadow × arrow"), tr("score"), tr("weight")],
          sentence.length,
          3,
        );
        looks.root.classList.add("wb-dense");
        looks.lines.forEach(([name, , score], s) => {
          name.parentNode.classList.add(`wb-c${color(sentence[s])}`);
          score.classList.add("wb-signed");
        });
        return [[pick.root, looks.root], { pick, looks }];
      }),
      ...tables.show(i, () => {
        const made = {
          scores: heatmap(tr("Scores: dot products"), sentence, sentence, { limits }),
          weights: heatmap(tr("Weights: softmax"), sentence, sentence),
          vectors: heatmap(
            tr("Vectors, old and new"),
            sentence,
            [...axes, ...axes.map((axis) => tr("new {word}", { word: axis }))],
            { limits: whole },
          ),
        };
        return [Object.values(made).map(({ root }) => root), made];
      }),
    };
  };
  const frame = framed(model, el, {
    name: "dragging",
    what: tr("Which words point the same way?"),
    traits: ["sentence", "picked", "vectors"],
    title: sentences.length > 1 ? [texts.root] : [],
    fits: ({ sentence, picked, vectors }) =>
      sentences[sentence]?.includes(picked) && vectors.flat().every((v) => Math.abs(v) <= reach),
    picture: [steer.root],
    said: said.root,
    table: [tables.root],
    controls: [asked.root],
  });

  const draw = () => {
    const { sentence, row, word } = current();
    const shown = show(model.get("sentence"));
    const at = (name) => model.get("vectors")[words.indexOf(name)];
    const attended = (names) => selfAttention(names.map(at), 1);
    const { scores, weights, out } = attended(sentence);
    const others = sentences
      .filter((other) => other !== sentence && other.includes(word))
      .slice(0, 1);
    const elsewhere = others.map((other) => [
      other.join(" "),
      attended(other).out[other.indexOf(word)],
    ]);
    const most = Math.max(...scores[row].map(Math.abs), 1); // a small score has a short bar
    const cast = sentence.map((name) =>
      [shadow(at(word), at(name)).length, Math.hypot(...at(name))]
        .map((x) => fixed(x))
        .join("\u00a0×\u00a0"),
    );

    texts.set(model.get("sentence"));
    shown.pick.set(shown.unique.indexOf(word));
    say(shown.looks.root.caption, tr("What goes into new {word}", { word }));
    shown.looks.set(
      sentence.map((name, s) => [name, cast[s], fixed(scores[row][s]), weights[row][s]]),
    );
    shown.looks.lines.forEach((line, s) => {
      const end = 50 * (1 + scores[row][s] / most);
      for (const [name, value] of [
        ["from", `${Math.min(end, 50).toFixed(1)}%`],
        ["to", `${Math.max(end, 50).toFixed(1)}%`],
        ["hue", end < 50 ? "var(--wb-minus)" : "var(--wb-plus)"],
      ])
        line[2].style.setProperty(`--wb-${name}`, value);
    });
    shown.scores.set(scores, row);
    shown.weights.set(weights, row);
    shown.vectors.set(
      sentence.map((name, i) => [...at(name), ...out[i]]),
      row,
    );
    steer.set(
      at(word),
      `${word}: ${axes.map((axis, d) => `${axis} ${fixed(at(word)[d])}`).join(", ")}`,
    );
    said.set(tell(word, sentence, weights[row]));
    scene.set(
      items(shown.unique, word, color, at, out[row], elsewhere),
      [
        tr("Plane of {axes}, an arrow for each word: {arrows}.", {
          axes: series(axes),
          arrows: shown.unique.map((name) => `${name} ${pair(at(name))}`).join(", "),
        }),
        tr("The shadow of {word} on each arrow, times that arrow: {shadows}.", {
          word,
          shadows: sentence
            .map((name, s) => tr("on {word} {product}", { word: name, product: cast[s] }))
            .join("; "),
        }),
        elsewhere.length
          ? tr("New {word} is at {place}, and in “{sentence}” at {there}.", {
              word,
              place: pair(out[row]),
              sentence: elsewhere[0][0],
              there: pair(elsewhere[0][1]),
            })
          : tr("New {word} is at {place}.", { word, place: pair(out[row]) }),
      ].join(" "),
    );
  };
  const stop = follow(model, ["sentence", "picked", "vectors"], draw);
  return () => {
    stop();
    frame.stop();
  };
}

/** Draw; when the words or the sentences change, build the figure anew. */
export default { render: rebuilt(["words", "sentences", "axes", "reach", "start"], drawDragging) };
