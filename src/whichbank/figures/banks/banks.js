import { framed } from "../kit/frame.js";
import { dot, mix } from "../nets/kernels.js";
import { styles } from "../kit/labels.js";
import {
  calm,
  fixed,
  follow,
  heatmap,
  html,
  readout,
  rebuilt,
  renew,
  slider,
  svg,
  thickness,
  write,
} from "../kit/parts.js";
import { plane } from "../kit/plane.js";
import { arcPath } from "../kit/sentence.js";

// ms: how long the one dot rests, and how long it takes to become two
const [WAIT, MOVE] = [500, 2200];

/**
 * The weights of a word that gives a share of its new vector to its neighbors, in equal parts.
 * @param {number} n
 * @param {number} at
 * @param {number} share
 * @returns {number[]}
 */
export function rowOf(n, at, share) {
  return Array.from({ length: n }, (_, s) => (s === at ? 1 - share : share / (n - 1)));
}

/**
 * The share that brings the word nearest to a point: of both ways that it may go, along the one
 * that leads there more.
 * @param {number[]} word
 * @param {number[][]} ends where each way goes
 * @param {number[]} point
 * @returns {number}
 */
export function shareNear(word, ends, point) {
  const to = (end) => end.map((x, d) => x - word[d]);
  const along = ends.map((end) => dot(to(end), to(point)) / dot(to(end), to(end)));
  return Math.round(100 * Math.min(Math.max(...along, 0), 1)) / 100;
}

/** A sentence with arcs from its word to its neighbors. */
function gaze(words, at, colors) {
  const place = (s) => 30 + 62 * s;
  const arcs = words.map((_, s) => svg("path", { class: `wb-arc wb-c${colors[s]}` }));
  const root = svg(
    "svg",
    { class: "wb-gaze", role: "img", viewBox: `0 0 ${2 * place(0) + 62 * (words.length - 1)} 74` },
    ...arcs,
    ...words.map((word, s) =>
      svg(
        "text",
        {
          x: place(s),
          y: 68,
          "text-anchor": "middle",
          class: s === at ? "wb-both" : `wb-c${colors[s]}`,
        },
        word,
      ),
    ),
  );
  arcs[at].classList.add("wb-both");
  const set = (row, told) => {
    renew(root, { "aria-label": told });
    row.forEach((weight, s) => {
      const thick = thickness(weight);
      const from = [place(at) + 14 * Math.sign(s - at), 50 - (s === at ? thick / 2 : 0)];
      renew(arcs[s], {
        "stroke-width": thick.toFixed(2),
        d: arcPath(from, s === at ? from : [place(s), 50], from[1] - (s === at ? 22 : 44), false),
      });
    });
  };
  return { root, set };
}

/** One word on a plane: the share of its neighbors, dragged or slid, takes it apart. */
function drawBanks(model, el) {
  const [sentences, vectors, axes] = ["sentences", "vectors", "axes"].map((name) =>
    model.get(name),
  );
  const at = sentences[0].findIndex((word, s) => word === sentences[1][s]);
  const word = sentences[0][at];
  const all = [...new Set(sentences.flat())];
  const colors = new Map(styles(all).map((color, i) => [all[i], color]));
  const old = vectors[0][at];
  const news = (share) => vectors.map((table) => mix([rowOf(table.length, at, share)], table)[0]);
  const beside = sentences.map((words) => words.find((other) => other !== word));
  const ranges = [0, 1]
    .map((d) => vectors.flat().map((vector) => vector[d]))
    .map((values) => [Math.min(0, ...values) - 0.3, Math.max(...values) + 0.5]);
  const scene = plane({
    x: ranges[0],
    y: ranges[1],
    labels: axes,
    size: 300,
    em: 16,
    onDrag: (_, point) => move(shareNear(old, news(1), point)),
  });
  const gazes = sentences.map((words) =>
    gaze(
      words,
      at,
      words.map((one) => colors.get(one)),
    ),
  );
  const bar = slider(
    "share of the neighbors",
    { min: 0, max: 1, step: 0.01, format: (x) => `${fixed(100 * x, 0)}%` },
    (share) => move(share),
  );
  const table = heatmap(
    `What new ${word} is made of`,
    sentences.map((words) => words.join(" ")),
    ["itself", "each neighbor"],
  );
  const said = readout();
  let timer = 0;
  const rest = () => {
    cancelAnimationFrame(timer);
    renew(said.root, { "aria-live": "polite" });
  };
  const move = (share) => {
    rest();
    write(model, { share });
  };
  const frame = framed(model, el, {
    name: "banks",
    what: "What turns one bank into two?",
    traits: ["share"],
    fits: ({ share }) => share >= 0 && share <= 1,
    time: { rest },
    picture: [scene.root],
    controls: [html("div", { class: "wb-gazes" }, ...gazes.map(({ root }) => root)), bar.root],
    said: said.root,
    table: [table.root],
  });

  // By itself the one dot becomes two, once: not for a reader who has asked for less motion, nor
  // after the first touch.
  const goal = model.get("share");
  const moves = !calm.matches && !location.hash.startsWith(`#${model.name}=`) && goal > 0;
  if (moves) model.set("share", 0);

  const stop = follow(model, ["share"], () => {
    const share = model.get("share");
    const [row, ends] = [rowOf(sentences[0].length, at, share), news(share)];
    const whole = (x) => `${fixed(100 * x, 0)}%`;
    const split = ends.some((end, i) => i && end.some((x, d) => fixed(x) !== fixed(ends[0][d])));
    el.style.setProperty("--wb-share", whole(Math.min(1, 2.5 * share)).replace(" ", ""));
    bar.set(share);
    gazes.forEach(({ set }, i) => {
      el.style.setProperty(`--wb-side${i}`, `var(--wb-${colors.get(beside[i])})`);
      set(
        row,
        `In “${sentences[i].join(" ")}” new ${word} takes ${sentences[i].map((one, s) => `${fixed(row[s])} of ${one}`).join(", ")}.`,
      );
    });
    table.set(sentences.map(() => [1 - share, share / (row.length - 1)]));
    said.set(
      split
        ? `One ${word}, two dots: its neighbors pull it toward ${beside[0]} in one sentence, toward ${beside[1]} in the other.`
        : `Without its neighbors ${word} is one dot: the same vector in both sentences.`,
    );
    const ties = sentences.flatMap((words, i) =>
      words.map((one, s) => ({
        key: `tie${i}${s}`,
        kind: "curve",
        at: [vectors[i][s], ends[i]],
        color: colors.get(one),
        thick: thickness(row[s]) * Number(s !== at),
      })),
    );
    scene.set(
      [
        ...ties,
        ...ends.map((end, i) => ({
          key: `way${i}`,
          kind: "curve",
          at: [old, end],
          color: colors.get(word),
          ghost: true,
        })),
        {
          key: "old",
          kind: "point",
          at: old,
          label: split ? word : "",
          color: colors.get(word),
          ghost: true,
        },
        ...all
          .filter((one) => one !== word)
          .map((one) => ({
            key: one,
            kind: "point",
            label: one,
            color: colors.get(one),
            at: vectors.flat()[sentences.flat().indexOf(one)],
          })),
        ...ends.map((end, i) => ({
          key: `new${i}`,
          kind: "point",
          at: end,
          label: `${beside[i]} ${word}`,
          color: colors.get(word),
          drag: true,
        })),
      ],
      `Plane of ${axes.join(" and ")}. ${said.root.textContent}`,
    );
  });

  const begin = performance.now() + WAIT;
  const step = (now) => {
    const t = Math.min(Math.max((now - begin) / MOVE, 0), 1);
    model.set("share", t < 1 ? Math.round(100 * goal * (3 - 2 * t) * t * t) / 100 : goal);
    if (t < 1) timer = requestAnimationFrame(step);
    else rest();
  };
  if (moves) {
    renew(said.root, { "aria-live": "off" });
    timer = requestAnimationFrame(step);
  }
  const events = ["pointerdown", "keydown"];
  for (const event of events) el.addEventListener(event, rest);
  return () => {
    for (const event of events) el.removeEventListener(event, rest);
    stop();
    frame.stop();
  };
}

/** Draw; when the sentences change, build the figure anew. */
export default { render: rebuilt(["sentences", "vectors", "axes"], drawBanks) };
