import { framed } from "../kit/frame.js";
import {
  fixed,
  follow,
  html,
  listing,
  readout,
  rebuilt,
  renew,
  say,
  slider,
  write,
} from "../kit/parts.js";
import { plane } from "../kit/plane.js";

const WORDS = ["orange", "phone"];
const COLORS = { orange: 1, phone: 0, apple: 2 };

/**
 * How far apart two places are.
 * @param {number[]} a
 * @param {number[]} b
 * @returns {number}
 */
export const distance = (a, b) => Math.hypot(...a.map((x, d) => x - b[d]));

/**
 * A spring from one place to another, as the corners of its zigzag.
 * @param {number[]} from
 * @param {number[]} to
 */
function spring(from, to) {
  const [dx, dy] = to.map((x, d) => x - from[d]);
  const side = 0.025 / (Math.hypot(dx, dy) || 1);
  return Array.from({ length: 20 }, (_, i) => {
    const [along, off] =
      i === 0 ? [0, 0] : i === 19 ? [1, 0] : [0.1 + (0.8 * (i - 1)) / 17, i % 2 ? side : -side];
    return [from[0] + along * dx - off * dy, from[1] + along * dy + off * dx];
  });
}

/**
 * The number of the training with the share that is shown.
 * @param {number[]} shares
 * @param {number} share
 */
const training = (shares, share) => shares.findIndex((x) => Math.abs(x - share) < 1e-6);

/**
 * What one sentence wants, written on the side of its circle, and whether it gets it.
 * @param {string} sentence
 * @param {string} word
 */
function wish(sentence, word) {
  const state = html("b");
  const root = html("p", { class: `wb-wish wb-c${COLORS[word]}` }, html("q", {}, sentence), state);
  const set = (good) => {
    say(state, good ? "✓ near enough" : "✗ too far");
    renew(state, { class: good ? "wb-good" : "wb-wrong" });
  };
  return { root, set };
}

/**
 * Which of the two sentences the place suits, in words.
 * @param {boolean[]} right
 */
function verdict([first, second]) {
  if (first && second) return "right for both sentences";
  return first || second ? "right for one sentence only" : "wrong for both sentences";
}

/**
 * A slider over recorded trainings, and one for the circles of orange and of phone, in which apple
 * is wanted.
 */
function drawTrainings(model, el) {
  const shares = model.get("shares");
  const axes = model.get("axes");
  const paths = {
    apple: model.get("apple"),
    orange: model.get("orange"),
    phone: model.get("phone"),
  };
  // the circles that it opens with are whole in the picture
  const room = Math.min(model.get("near"), 1);
  const wanted = WORDS.flatMap((word) => paths[word].flat());
  const low = Math.min(0, ...paths.apple.flat(), Math.min(...wanted) - room) - 0.02;
  const high = Math.max(1.15, ...paths.apple.flat(), Math.max(...wanted) + room) + 0.02;
  const percent = (i) => `${fixed(100 * shares[i], 0)}%`;
  const picked = slider(
    "Fruit sentences",
    { min: 0, max: shares.length - 1, step: 1, format: percent },
    (i) => write(model, { share: shares[i] }),
  );
  const radius = slider("Near enough", { min: 0.05, max: 1, step: 0.05 }, (near) =>
    write(model, { near }),
  );
  const wishes = WORDS.map((word, i) => wish(model.get("sentences")[i], word));
  const said = readout();
  const scene = plane({
    x: [low, high],
    y: [low, high + 0.12],
    labels: axes,
    onDrag: (_, at) => {
      // it moves where a training has put it
      const away = paths.apple.map((place) => distance(place, at));
      write(model, { share: shares[away.indexOf(Math.min(...away))] });
    },
  });
  const table = listing(
    "Where each training puts apple",
    ["fruit", ...axes, ...WORDS.map((word) => `to ${word}`)],
    shares.length,
  );
  table.set(
    paths.apple.map((at, i) => [
      percent(i),
      ...[...at, ...WORDS.map((word) => distance(paths[word][i], at))].map((x) => fixed(x)),
    ]),
  );
  const fits = ({ share, near }) => training(shares, share) >= 0 && near > 0 && near <= 1;
  const frame = framed(model, el, {
    name: "share",
    what: "Is there one place for apple that suits both sentences?",
    traits: ["share", "near"],
    fits,
    picture: [html("div", { class: "wb-wishes" }, wishes[1].root, scene.root, wishes[0].root)],
    controls: [
      html("p", { class: "wb-aside" }, "Drag apple, or a slider."),
      picked.root,
      radius.root,
    ],
    said: said.root,
    table: [table.root],
  });

  const stop = follow(model, ["share", "near"], () => {
    const i = training(shares, model.get("share"));
    const near = model.get("near");
    const apple = paths.apple[i];
    const away = WORDS.map((word) => distance(paths[word][i], apple));
    picked.set(i);
    radius.set(near);
    wishes.forEach((part, s) => part.set(away[s] <= near));
    said.set(
      `With ${percent(i)} fruit sentences, apple is ${verdict(away.map((x) => x <= near))}: ${WORDS.map((word, s) => `${fixed(away[s])} from ${word}`).join(", ")}. Up to ${fixed(near)} is near enough.`,
    );
    const close = WORDS.filter((_, s) => away[s] < 0.12); // their labels would cover each other
    const label = [...close, "apple"].join(", ");
    scene.set(
      [
        { key: "all", kind: "curve", at: paths.apple, color: COLORS.apple, ghost: true },
        ...WORDS.map((word) => ({
          key: `near ${word}`,
          kind: "circle",
          at: paths[word][i],
          radius: near,
          color: COLORS[word],
        })),
        ...WORDS.map((word, w) => ({
          key: `spring ${word}`,
          kind: "curve",
          at: spring(paths[word][i], apple),
          color: COLORS[word],
          thick: 5 * Math.abs(w - shares[i]),
        })),
        ...WORDS.map((word) => ({
          key: word,
          kind: "point",
          at: paths[word][i],
          label: close.includes(word) ? "" : word,
          color: COLORS[word],
        })),
        { key: "apple", kind: "point", at: apple, label, color: COLORS.apple, drag: true },
      ],
      `Plane of ${axes.join(" and ")}. ` +
        ["apple", ...WORDS]
          .map((word) => `${word} at (${paths[word][i].map((x) => fixed(x)).join(", ")})`)
          .join(", ") +
        `. Circles of radius ${fixed(near)} around orange and phone. A spring pulls apple to each of them, the thicker the more sentences are about it.`,
    );
  });
  return () => {
    stop();
    frame.stop();
  };
}

/** Draw; when anything but the share and the circles changes, build the figure anew. */
export default {
  render: rebuilt(["shares", "apple", "orange", "phone", "sentences", "axes"], drawTrainings),
};
