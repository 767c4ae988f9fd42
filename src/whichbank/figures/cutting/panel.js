// One question put to four points: the cut that should part dog from man, on the plane of the dog's
// shares in both heads. What a single head finds lies on a line in the middle of it.

import { gliding, mayGlide, spring } from "../kit/motion.js";
import { renew, say, svg } from "../kit/parts.js";
import { tr } from "../kit/words.js";

export const COLORS = { dog: 2, man: 3 };
const [WIDTH, HEIGHT] = [340, 192];
const [LEFT, RIGHT, TOP, BOTTOM] = [68, 276, 46, 132];
/** @param {number[]} at */
const place = ([x, y]) => [LEFT + x * (RIGHT - LEFT), BOTTOM - y * (BOTTOM - TOP)];
const path = (points) => `M${points.map((at) => place(at).map((v) => v.toFixed(1))).join("L")}`;
const LOW = [-0.05, -0.46]; // how far the end of a cut, by which it is turned, can go
const HIGH = [1.05, 1.3];
// dog is round and man is square; of two that lie on one spot each shows its half
const SHAPES = {
  dog: [
    "M0-10A10 10 0 0 0 0 10A10 10 0 0 0 0-10Z",
    "M0-10A10 10 0 0 0 0 10Z",
    "M0-10A10 10 0 0 1 0 10Z",
  ],
  man: ["M-9-9H9V9H-9Z", "M-9-9H0V9H-9Z", "M0-9H9V9H0Z"],
};

/** @param {number} turn in degrees */
export const across = (turn) => [Math.cos, Math.sin].map((f) => f((turn * Math.PI) / 180));

/**
 * The corners of the dog's side, and the end by which the cut is turned.
 * @param {number[]} cut shift and turn
 */
function parted([shift, turn]) {
  const [c, s] = across(turn);
  const foot = [0.5 + shift * c, 0.5 + shift * s];
  const way = [s, -c];
  const reach = Math.min(
    ...way.map((v, d) => (Math.abs(v) < 1e-9 ? Infinity : ((v > 0 ? HIGH : LOW)[d] - foot[d]) / v)),
  );
  const corner = (along, off) => [foot[0] + along * s + off * c, foot[1] - along * c + off * s];
  const side = [corner(-4, 0), corner(4, 0), corner(4, 8), corner(-4, 8)];
  return { side, end: corner(reach, 0) };
}

/**
 * @param {string[][]} sentences who bites and who gets bitten
 * @param {number} question 0 for who, 1 for whom
 * @param {(at: number[], i: number) => void} onPoint a point is dragged to there
 * @param {(from: number[], to: number[], turns: boolean, start: number[]) => void} onCut
 */
export function panel(sentences, question, onPoint, onCut) {
  const dogs = svg("path", { class: "wb-dogs" });
  const spanned = svg("path", { class: "wb-spanned" });
  const [edge, grip] = ["wb-edge", "wb-grip wb-drag"].map((name) => svg("path", { class: name }));
  const knob = svg(
    "g",
    { class: "wb-knob wb-drag" },
    svg("circle", { class: "wb-target", r: 22 }),
    svg("circle", { r: 8 }),
  );
  const sides = ["man", "dog"].map((name) =>
    svg("text", { class: `wb-side wb-c${COLORS[name]}` }, name),
  );
  const axes = [
    svg("text", { x: 8, y: HEIGHT - 8 }, tr("head {head} →", { head: 1 })),
    svg("text", { x: -BOTTOM, y: 16, transform: "rotate(-90)" }, tr("head {head} →", { head: 2 })),
  ];
  const points = sentences.map((pair) => {
    const answer = pair[question];
    const moves = pair[0] !== pair[1];
    const words = [0, 1, 2].map((w) =>
      svg("tspan", w === 2 * question ? { class: "wb-answer" } : {}),
    );
    const [lead, mark] = [svg("path", { class: "wb-lead" }), svg("path")];
    const [cross, name] = [
      svg("text", { class: "wb-cross", y: 5 }, "✗"),
      svg("text", {}, ...words),
    ];
    const node = svg(
      "g",
      { class: `wb-four wb-c${COLORS[answer]}${moves ? " wb-drag" : ""}` },
      ...(moves ? [svg("circle", { class: "wb-target", r: 22 })] : []),
      lead,
      mark,
      cross,
      name,
    );
    /** The sentence in words, or in the plane by its two initials. */
    const short = (initials) => {
      const [who, whom] = pair.map((word) => (initials ? word[0] : word));
      [who, initials ? "·" : " bites", initials ? whom : ` ${whom}`].forEach((text, w) =>
        say(words[w], text),
      );
    };
    return { answer, moves, lead, mark, cross, name, node, short };
  });
  const root = svg(
    "svg",
    { class: "wb-panel", role: "img", viewBox: `0 0 ${WIDTH} ${HEIGHT}` },
    dogs,
    spanned,
    edge,
    svg("g", { class: "wb-axis" }, ...axes),
    ...sides,
    grip,
    ...points.map(({ node }) => node).reverse(),
    knob,
  );
  const glide = gliding(root);
  let [cut, two, ats] = [[0, 0], false, [[0, 0]]];

  const pointer = (event) => {
    const p = new DOMPoint(event.clientX, event.clientY).matrixTransform(
      root.getScreenCTM().inverse(),
    );
    return [(p.x - LEFT) / (RIGHT - LEFT), (BOTTOM - p.y) / (BOTTOM - TOP)];
  };
  /** @type {{id: number, tell: (to: number[]) => void} | undefined} */
  let held;
  /** @param {(from: number[]) => (to: number[]) => void} begin */
  const drags = (node, begin) => {
    node.addEventListener("pointerdown", (event) => {
      held = { id: event.pointerId, tell: begin(pointer(event)) };
      root.setPointerCapture(event.pointerId);
    });
    for (const start of ["mousedown", "touchstart"])
      node.addEventListener(start, (event) => event.preventDefault(), { passive: false });
  };
  root.addEventListener("pointermove", (event) => {
    if (held && held.id === event.pointerId) held.tell(pointer(event));
  });
  for (const end of ["pointerup", "pointercancel"])
    root.addEventListener(end, () => (held = undefined));
  for (const [node, turns] of [
    [grip, false],
    [knob, true],
  ])
    drags(node, (from) => {
      const start = cut;
      return (to) => onCut(from, to, two && turns, start);
    });
  for (const [i, { moves, node }] of points.entries())
    if (moves)
      drags(node, (from) => {
        const off = ats[i].map((v, d) => v - from[d]);
        return (to) =>
          onPoint(
            to.map((v, d) => v + off[d]),
            i,
          );
      });

  const drawCut = (now) => {
    const { side, end } = parted(now);
    renew(dogs, { d: `${path(side)}Z` });
    for (const node of [edge, grip]) renew(node, { d: path(side.slice(0, 2)) });
    renew(knob, { transform: `translate(${place(end)})` });
    // the names stand on both sides of its end, at right angles to how the cut is drawn
    const [[x1, y1], [x2, y2]] = side.slice(0, 2).map(place);
    const long = Math.hypot(x2 - x1, y2 - y1);
    const [x, y] = place(end);
    sides.forEach((node, i) => {
      const far = (i ? 1 : -1) * 30;
      const [dx, dy] = [(far * (y1 - y2)) / long, (far * (x2 - x1)) / long];
      renew(node, { x: (x - dx).toFixed(1), y: (y - 0.7 * dy + 4).toFixed(1) });
    });
  };
  // slowly enough to see a line open to a plane
  const opening = spring(drawPoints, { stiff: 8 });
  function drawPoints(now) {
    const at = points.map((_, i) => now.slice(2 * i, 2 * i + 2));
    renew(spanned, { d: `${path([0, 2, 1, 3].map((i) => at[i]))}Z` });
    points.forEach(({ node, moves, lead, name }, i) => {
      renew(node, { transform: `translate(${place(at[i]).map((v) => v.toFixed(1))})` });
      if (two) {
        // four sides for four names: they do not meet, wherever the points are
        const [x, y] = [
          [27, 5],
          [-27, 5],
          [0, -17],
          [0, 26],
        ][i];
        renew(name, { x, y });
        renew(lead, { d: "" });
        return;
      }
      // what moves is named further away than what stays, and the two on different sides
      const up = at[i][1] + (i % 2 ? -1e-6 : 0) >= 0.5 ? -1 : 1;
      const far = up * (moves ? 34 : 18);
      renew(name, { x: 0, y: far + (up > 0 ? 9 : 0) });
      if (moves) renew(lead, { d: `M0 0V${0.9 * far}` });
    });
  }
  /**
   * @param {number[][]} found the dog's share in each head, for each sentence
   * @param {number[]} next shift and turn of the cut
   * @param {boolean[]} right
   * @param {string} description
   */
  const set = (found, next, right, description) => {
    two = found[0].length === 2;
    cut = next;
    ats = found.map(([x, y = 0.5]) => [x, y]);
    renew(root, { "aria-label": description });
    root.classList.toggle("wb-two", two);
    glide.to("cut", [cut[0], two ? cut[1] : 0], drawCut);
    opening.to(ats.flat(), !mayGlide(root));
    points.forEach(({ answer, mark, cross, short }, i) => {
      short(two);
      const other = ats.findIndex((at, j) => j !== i && at.every((v, d) => v === ats[i][d]));
      const half = other < 0 ? 0 : other > i ? 1 : 2;
      renew(mark, { d: SHAPES[answer][half] });
      renew(cross, { x: [0, -5, 5][half] });
      say(cross, right[i] ? "" : "✗");
    });
  };
  const frame = Object.fromEntries(
    Object.entries({
      left: LEFT / WIDTH,
      top: TOP / HEIGHT,
      width: (RIGHT - LEFT) / WIDTH,
      height: (BOTTOM - TOP) / HEIGHT,
    }).map(([name, share]) => [name, `${100 * share}%`]),
  );
  return { root, frame, set, end: () => parted([cut[0], two ? cut[1] : 0]).end };
}
