import { framed } from "../kit/frame.js";
import { eased, mayGlide, timeline } from "../kit/motion.js";
import { follow, rebuilt, write } from "../kit/model.js";
import { small } from "../kit/numbers.js";
import { button, html, readout, renew, say, svg } from "../kit/parts.js";
import { listing } from "../kit/tables.js";
import { tr } from "../kit/words.js";

/** @type {[boolean, boolean][]} */
const SETTINGS = [
  [true, true],
  [true, false],
  [false, true],
  [false, false],
]; // with and without skips, with and without norms
const [WIDE, EDGE] = [352, 34]; // the picture, and the room at each end
const [BOX, LANES] = [
  [50, 220],
  [106, 214],
]; // where a block begins and ends, and the middles of the two ribbons
const [FIRST, LAST] = [14, 308]; // the lines of text above and below
const FULL = 58; // how wide a ribbon is that is whole
const MOST = 1.6; // times that at most
const DRY = 0.8; // pixels: a narrower one is dry
const [LATER, SWELLS] = [60, 240]; // ms: from block to block, and in which a ribbon widens at one

const named = ([skip, norm]) =>
  `${skip ? tr("skips") : tr("no skips")}, ${norm ? tr("norms") : tr("no norms")}`;

/**
 * What is left of each number of the first one, or of the last.
 * @param {number[]} sizes
 * @param {boolean} back
 */
export function leftOf(sizes, back) {
  const whole = sizes[back ? sizes.length - 1 : 0];
  return sizes.map((size) => size / whole);
}

/**
 * The blocks in a row, and two ribbons through them.
 * @param {number} count
 * @param {() => void} onCut a skip is pressed
 * @param {(all: boolean) => void} onEnds a change is under way, or has come to both ends
 */
function strip(count, onCut, onEnds) {
  const pitch = (WIDE - 2 * EDGE) / count;
  const x = (i) => EDGE + pitch * i;
  const blocks = Array.from({ length: count }, (_, i) => {
    const middle = x(i + 0.5);
    return svg(
      "g",
      {},
      svg("rect", {
        class: "wb-box",
        x: x(i) + 2.5,
        y: BOX[0],
        width: pitch - 5,
        height: BOX[1],
        rx: 4,
      }),
      svg("rect", {
        class: "wb-bar-norm",
        x: x(i) + 5,
        y: BOX[0] + 4,
        width: 3,
        height: BOX[1] - 8,
      }),
      svg("path", {
        class: "wb-jump",
        d: `M${x(i)} ${BOX[0] + 2}C${x(i)} ${BOX[0] - 20} ${x(i + 1)} ${BOX[0] - 20} ${x(i + 1)} ${BOX[0] + 2}`,
      }),
      svg(
        "text",
        { class: "wb-count", x: middle, y: BOX[0] + BOX[1] + 15, "text-anchor": "middle" },
        String(i + 1),
      ),
    );
  });
  const ribbons = LANES.map((_, r) => svg("path", { class: `wb-ribbon wb-ribbon-${r}` }));
  const beds = LANES.map((y) =>
    svg("line", { class: "wb-bed", x1: EDGE - 14, x2: WIDE - EDGE + 14, y1: y, y2: y }),
  );
  const ends = LANES.map((_, r) =>
    svg("text", {
      class: "wb-left",
      x: r ? 2 : WIDE - 2,
      y: r ? LAST : FIRST,
      "text-anchor": r ? "start" : "end",
    }),
  );
  const titles = [tr("a difference, up the stack →"), tr("← the gradient, back down")].map(
    (name, r) =>
      svg(
        "text",
        {
          x: r ? WIDE - 2 : 2,
          y: r ? LAST : FIRST,
          "text-anchor": r ? "end" : "start",
        },
        name,
      ),
  );
  const hit = svg("rect", {
    class: "wb-hit",
    x: EDGE,
    y: FIRST + 6,
    width: WIDE - 2 * EDGE,
    height: BOX[0] - FIRST,
    onclick: onCut,
  });
  const root = svg(
    "svg",
    { class: "wb-strip", role: "img", viewBox: `0 0 ${WIDE} ${LAST + 6}` },
    ...beds,
    ...blocks,
    ...ribbons,
    ...ends,
    ...titles,
    hit,
  );
  /** @type {{places: number[], from: number[], to: number[], now: number[], text: string}[]} */
  const flows = LANES.map(() => ({ places: [], from: [], to: [], now: [], text: "" }));
  /** A change runs through the blocks: up the stack in the one ribbon, back down in the other. */
  const sweep = timeline(LATER * (count + 1) + SWELLS, (at) => {
    flows.forEach((flow, r) => {
      const { places, from, to, text } = flow;
      const last = to.length - 1;
      flow.now = to.map((one, i) => {
        const part = (at - LATER * (r ? last - i : i)) / SWELLS;
        return from[i] + eased(Math.min(Math.max(part, 0), 1)) * (one - from[i]);
      });
      renew(ribbons[r], {
        d: shape(
          places,
          flow.now.map((one) => (one < DRY ? 0 : one)),
          LANES[r],
        ),
      });
      if (at >= LATER * last + SWELLS || !ends[r].textContent) say(ends[r], text);
    });
    onEnds(at >= LATER * (count + 1) + SWELLS);
  });
  /** A ribbon along places, as wide at each as it says. */
  const shape = (places, wide, y) => {
    const up = places.map((a, i) => [a, y - wide[i] / 2]);
    const down = places.map((a, i) => [a, y + wide[i] / 2]).reverse();
    return `M${[...up, ...down].map(([a, b]) => `${a.toFixed(1)} ${b.toFixed(2)}`).join("L")}Z`;
  };
  /**
   * @param {number[][]} left what is left of the one and of the other
   * @param {boolean} skip
   * @param {boolean} norm
   * @param {string} description
   */
  const set = (left, skip, norm, description) => {
    renew(root, { "aria-label": description });
    root.classList.toggle("wb-cut", !skip);
    root.classList.toggle("wb-normed", norm);
    const before = flows[0].now.length > 0;
    left.forEach((shares, r) => {
      const places = r
        ? [...shares.map((_, i) => x(i + 0.5)), WIDE - EDGE + 14]
        : [EDGE - 14, ...shares.slice(1).map((_, i) => x(i + 1))];
      const wide = (r ? [...shares, 1] : shares).map((one) => FULL * Math.min(one, MOST));
      const [spots, to] = r
        ? [
            [EDGE - 14, ...places],
            [wide[0], ...wide],
          ]
        : [
            [...places, WIDE - EDGE + 14],
            [...wide, wide[wide.length - 1]],
          ];
      const text = small(r ? shares[0] : shares[shares.length - 1]);
      Object.assign(flows[r], { places: spots, from: before ? flows[r].now : to, to, text });
    });
    sweep.rest();
    const glides = before && mayGlide(root);
    sweep.set(glides ? 0 : Infinity);
    if (glides) sweep.play();
  };
  return { root, set, stop: sweep.rest };
}

/** The strip, and its two switches. */
function drawSignal(model, el) {
  const [forward, backward] = ["forward", "backward"].map((name) => model.get(name));
  const count = backward[0].length;
  const shares = SETTINGS.map((_, row) => [
    leftOf(forward[row], false),
    leftOf(backward[row], true),
  ]);
  const turn = (name) => write(model, { [name]: !model.get(name) });
  const said = readout();
  let told = "";
  const drawn = strip(
    count,
    () => turn("skip"),
    (all) => said.set(all ? told : ""), // no number before the ribbon is as wide
  );
  const [skips, norms] = [
    button(tr("Skips"), () => turn("skip")),
    button(tr("Norms"), () => turn("norm")),
  ];
  const table = listing(
    tr("What is left of 1"),
    [tr("stack"), tr("distance"), tr("gradient")],
    SETTINGS.length,
  );
  table.set(
    SETTINGS.map((on, row) => [named(on), small(shares[row][0][count]), small(shares[row][1][0])]),
  );
  const frame = framed(model, el, {
    name: "signal",
    what: tr("What is left after {count} blocks, up and back?", { count }),
    traits: ["skip", "norm"],
    picture: [drawn.root],
    controls: [html("div", { class: "wb-buttons" }, skips, norms)],
    said: said.root,
    table: [table.root],
    wide: true,
  });
  const stop = follow(model, ["skip", "norm"], () => {
    const [skip, norm] = [model.get("skip"), model.get("norm")];
    const row = SETTINGS.findIndex(([s, n]) => s === skip && n === norm);
    const [there, back] = shares[row];
    const [end, first] = [there[count], back[0]];
    const left = { end: small(end), first: small(first) };
    told = skip
      ? norm
        ? tr(
            "With skips and with norms, {end} of the difference arrives, and {first} of the gradient comes back.",
            left,
          )
        : tr(
            "With skips, {end} of the difference arrives, and {first} of the gradient comes back.",
            left,
          )
      : norm
        ? tr(
            "Without skips and with norms, {end} of the difference arrives, and {first} of the gradient comes back.",
            left,
          )
        : tr(
            "Without skips, {end} of the difference arrives, and {first} of the gradient comes back.",
            left,
          );
    renew(skips, { "aria-pressed": String(skip) });
    renew(norms, { "aria-pressed": String(norm) });
    drawn.set(
      shares[row],
      skip,
      norm,
      `${tr("{count} blocks in a row, {settings}.", { count, settings: named(SETTINGS[row]) })} ${told}`,
    );
    table.lines.forEach(([name], i) => name.parentNode.classList.toggle("wb-active", i === row));
  });
  return () => {
    stop();
    drawn.stop();
    frame.stop();
  };
}

/** Draw; when the measured numbers change, build the figure anew. */
export default { render: rebuilt(["forward", "backward"], drawSignal) };
