import { framed } from "../kit/frame.js";
import { styles } from "../kit/labels.js";
import { spring } from "../kit/motion.js";
import { dot, mix } from "../nets/kernels.js";
import { back, hung, tenth, turned } from "./strings.js";
import { calm, follow, rebuilt, write } from "../kit/model.js";
import { fixed } from "../kit/numbers.js";
import { readout, renew, slider, svg, uniqueId } from "../kit/parts.js";
import { heatmap, thickness } from "../kit/tables.js";
import { tr } from "../kit/words.js";

const PARTS = 0.2; // the share at which the word that is pulled gives way
const LOOSE = { stiff: 18, damping: 0.42 }; // it swings into its places, and is there in 500 ms
const SWING = 500; // ms

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

/** A large word on strings: pulled, it parts into two. */
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
  const spots = vectors.flat().map(turned);
  const far = Math.max(...spots.map(([across]) => Math.abs(across)));
  const ups = spots.map(([, up]) => up);
  const [low, high] = [Math.min(...ups), Math.max(...ups)];

  const strings = sentences.map((words) =>
    words.map((one) => svg("path", { class: `wb-string wb-c${colors.get(one)}` })),
  );
  const names = sentences.map((words) =>
    words.map((one, s) =>
      s === at ? svg("g") : svg("text", { class: `wb-c${colors.get(one)}` }, one),
    ),
  );
  const pulled = sentences.map((_, i) =>
    svg("text", { class: `wb-drag wb-pulled wb-c${colors.get(beside[i])}` }, word),
  );
  // While the two lie on each other each shows its own half: the word is one, and is torn.
  const cuts = sentences.map(() => svg("rect"));
  const ids = sentences.map(() => uniqueId());
  const halves = pulled.map((text, i) => svg("g", { "clip-path": `url(#${ids[i]})` }, text));
  // the pull as a scale: where the word stands on the way to its neighbors
  const rule = svg("path", { class: "wb-pull" });
  const marks = [1, 0.5, 0, 0.5, 1].map((share) =>
    svg("text", { class: "wb-axis", "text-anchor": "middle" }, `${fixed(100 * share, 0)}%`),
  );
  const dots = sentences.map((_, i) =>
    svg("circle", { class: `wb-there wb-c${colors.get(beside[i])}`, r: 5 }),
  );
  const titles = axes.map((axis, i) =>
    svg("text", { class: "wb-axis" }, i ? `${axis} →` : `← ${axis}`),
  );
  const root = svg(
    "svg",
    { class: "wb-parting", role: "img" },
    ...titles,
    ...strings.flat(),
    ...names.flat(),
    svg("defs", {}, ...cuts.map((cut, i) => svg("clipPath", { id: ids[i] }, cut))),
    rule,
    ...marks,
    ...dots,
    ...halves,
  );
  const bar = slider(
    tr("share of the neighbors"),
    { min: 0, max: 1, step: 0.01, format: (x) => `${fixed(100 * x, 0)}%` },
    (share) => write(model, { share }),
  );
  const table = heatmap(
    tr("What new {word} is made of, and where it is", { word }),
    sentences.map((words) => words.join(" ")),
    [tr("itself"), tr("each neighbor"), ...axes],
    { limits: [-1, 1] },
  );
  const said = readout();
  const frame = framed(model, el, {
    name: "banks",
    what: tr("Pull {word} apart", { word }),
    traits: ["share"],
    fits: ({ share }) => share >= 0 && share <= 1,
    wide: true,
    picture: [root],
    controls: [bar.root],
    said: said.root,
    table: [table.root],
  });

  // what the window shows: the share that is drawn, and how far a hand has pulled what still holds
  let [width, height] = [0, 0];
  let shown = model.get("share");
  let lean = [0, 0];
  const narrow = () => width < 560;
  const em = () => (narrow() ? 1 : 1.55);
  const place = (point) => {
    const [across, up] = turned(point);
    const [side, top] = [(narrow() ? 36 : 60) * em(), 44 * em()];
    return [
      width / 2 + (across / far) * (width / 2 - side),
      top + ((high - up) / (high - low || 1)) * (height - top - 62 * em()),
    ];
  };
  /** @param {number[]} spot */
  const unplace = ([x, y]) => {
    const [zero, one] = [place(back([0, high])), place(back([far, low]))];
    return back([
      ((x - zero[0]) / (one[0] - zero[0])) * far,
      high - ((y - zero[1]) / (one[1] - zero[1])) * (high - low || 1),
    ]);
  };
  const paint = () => {
    if (!width) return;
    const ends = news(shown).map((end) => place(end).map((v, d) => v + lean[d]));
    const apart = Math.min(Math.max(shown / 0.35, 0), 1);
    const size = em() * (62 - 30 * apart);
    const start = place(old);
    sentences.forEach((words, i) => {
      renew(pulled[i], {
        transform: `translate(${ends[i].map(tenth)})`,
        "font-size": tenth(size),
        style: `--wb-apart: ${Math.round(100 * apart)}%`,
      });
      const row = rowOf(words.length, at, Math.min(Math.max(shown, 0), 1));
      words.forEach((_, s) => {
        if (s === at) return;
        const home = place(vectors[i][s]);
        renew(names[i][s], { x: tenth(home[0]), y: tenth(home[1]), "font-size": 19 * em() });
        const long = 1.06 * Math.hypot(home[0] - start[0], home[1] - start[1]);
        renew(strings[i][s], {
          d: hung(ends[i], home, long),
          "stroke-width": tenth(1.5 + thickness(row[s])),
        });
      });
    });
    const [left, right] = ends[0][0] <= ends[1][0] ? [0, 1] : [1, 0];
    const middle = (ends[0][0] + ends[1][0]) / 2;
    const tall = { y: -height, height: 3 * height };
    renew(cuts[left], { x: -width, width: width + middle + 0.3, ...tall });
    renew(cuts[right], { x: middle, width: 2 * width, ...tall });
    titles.forEach((title, i) =>
      renew(title, { x: i ? width - 8 : 8, y: 14, "text-anchor": i ? "end" : "start" }),
    );
    const line = height - 24;
    const stops = [news(1)[left], news(0.5)[left], old, news(0.5)[right], news(1)[right]].map(
      (point) => place(point)[0],
    );
    renew(rule, {
      d: `M${tenth(stops[0])} ${line}H${tenth(stops[4])}${stops.map((x) => `M${tenth(x)} ${line - 4}v8`).join("")}`,
    });
    marks.forEach((mark, i) => renew(mark, { x: tenth(stops[i]), y: line + 20 }));
    dots.forEach((one, i) =>
      renew(one, {
        cx: tenth(ends[i][0]),
        cy: line,
        style: `--wb-apart: ${Math.round(100 * apart)}%`,
      }),
    );
  };
  const swing = spring(([share, x, y]) => {
    shown = share;
    lean = [x, y];
    paint();
  }, LOOSE);
  const room = new ResizeObserver(() => {
    [width, height] = [root.clientWidth, root.clientHeight];
    renew(root, { viewBox: `0 0 ${width} ${height}` });
    paint();
  });
  room.observe(root);

  // Under a hand the word stretches its strings first; then it gives way, and is where the hand is.
  let [hand, free] = [-1, 0];
  /** @type {[number[], number[][]]} */
  let [grip, ways] = [[0, 0], news(1)];
  const seat = () => [model.get("share"), 0, 0];
  const point = (event) => {
    const box = root.getBoundingClientRect();
    const zoom = width / box.width;
    return [zoom * (event.clientX - box.left), zoom * (event.clientY - box.top)];
  };
  const pull = (event) => {
    if (event.pointerId !== hand) return;
    const now = point(event).map((v, d) => v - grip[d]);
    const near = shareNear(old, ways, unplace(now));
    const before = model.get("share");
    const share = near < PARTS ? 0 : near;
    if (!before !== !share) free = performance.now() + SWING;
    write(model, { share });
    const home = place(old);
    const away = share ? [0, 0] : now.map((v, d) => 0.5 * (v - home[d]));
    const long = Math.max(Math.hypot(...away) / (30 * em()), 1);
    swing.to([share, ...away.map((v) => v / long)], calm.matches || performance.now() > free);
  };
  const letGo = (event) => {
    if (event.pointerId !== hand) return;
    hand = -1;
    swing.to(seat(), calm.matches);
  };
  pulled.forEach((node, i) =>
    node.addEventListener("pointerdown", (event) => {
      event.preventDefault();
      hand = event.pointerId;
      const share = model.get("share");
      const end = place(news(share)[i]);
      ways = share ? [news(1)[i]] : news(1); // what has parted goes its own way
      grip = point(event).map((v, d) => v - end[d]);
      root.setPointerCapture(hand);
    }),
  );
  const heard = { pointermove: pull, pointerup: letGo, pointercancel: letGo };
  for (const [event, call] of Object.entries(heard)) root.addEventListener(event, call);

  const stop = follow(model, ["share"], () => {
    const share = model.get("share");
    const ends = news(share);
    bar.set(share);
    const each = share / (sentences[0].length - 1);
    table.set(ends.map((end) => [1 - share, each, ...end]));
    said.set(
      share
        ? tr(
            "One {word} in, two out: with {share}% from its neighbors it moves toward {one} in one sentence, toward {other} in the other.",
            { word, share: fixed(100 * share, 0), one: beside[0], other: beside[1] },
          )
        : tr("One vector for both sentences."),
    );
    const told = sentences.map((words, i) =>
      tr("In “{sentence}” it is at ({place}).", {
        sentence: words.join(" "),
        place: ends[i].map((x) => fixed(x)).join(", "),
      }),
    );
    const hangs = tr("{word} on strings to its neighbors.", { word });
    renew(root, { "aria-label": [hangs, ...told].join(" ") });
    if (hand < 0) swing.to(seat(), calm.matches || !width);
  });
  return () => {
    room.disconnect();
    swing.stop();
    stop();
    frame.stop();
  };
}

/** Draw; when the sentences change, build the figure anew. */
export default { render: rebuilt(["sentences", "vectors", "axes"], drawBanks) };
