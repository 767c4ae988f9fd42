import { chart } from "../kit/chart.js";
import { held } from "../kit/drag.js";
import { framed } from "../kit/frame.js";
import { gliding } from "../kit/motion.js";
import { follow, rebuilt, write } from "../kit/model.js";
import { fixed } from "../kit/numbers.js";
import { html, readout, renew, say, svg } from "../kit/parts.js";
import { heatmap } from "../kit/tables.js";
import { dot } from "../nets/kernels.js";
import { rotary } from "../nets/positions.js";
import { tr } from "../kit/words.js";

const [PLACES, FAR] = [120, 60];
const NAMES = ["query", "key", "both"];
const COLORS = [5, 0];
const ROUND = 41; // of the longest arrow in a clock, which its thick line makes longer
/** The arrow of a word, beside its name as in the clocks. */
const hand = (i) =>
  svg(
    "svg",
    { viewBox: "0 0 24 12", class: `wb-pointer wb-c${COLORS[i]}`, "aria-hidden": "true" },
    svg("path", { d: "M2 6H14M14 2L22 6L14 10Z" }),
  );
const within = (x, low, high) => Math.min(Math.max(x, low), high);

/**
 * Two words on a line of places: each can be dragged, and what holds them together drags both.
 * @param {(i: number, place: number) => void} onMove
 */
function line(onMove) {
  const band = html("i", { class: "wb-span" });
  const hands = NAMES.map((name, i) => {
    const input = html("input", {
      type: "range",
      min: 0,
      max: PLACES,
      step: 1,
      "aria-label":
        i === 2
          ? tr("Both words, by the query")
          : [tr("Place of the query"), tr("Place of the key")][i],
      oninput: () => onMove(i, Number(input.value)),
    });
    const grip = html(
      "span",
      { class: `wb-grip wb-drag wb-at-${name}` },
      ...(i === 2
        ? [
            svg(
              "svg",
              { viewBox: "0 0 24 12" },
              svg("path", { d: "M7 1L2 6L7 11M17 1L22 6L17 11M2 6H22" }),
            ),
          ]
        : [hand(i), name]),
    );
    return { input, grip };
  });
  const ticks = Array.from({ length: PLACES / 20 + 1 }, (_, i) =>
    html("small", { style: `left: ${(2000 * i) / PLACES}%` }, String(20 * i)),
  );
  const root = html(
    "div",
    { class: "wb-places" },
    html("div", {}, ...ticks, band, ...hands.flatMap(({ input, grip }) => [input, grip])),
  );
  let now = [0, 0];
  hands.forEach(({ grip }, i) => {
    const stands = () => now[i % 2] / PLACES;
    held(grip, root.firstElementChild, stands, (share) => onMove(i, Math.round(share * PLACES)));
  });
  const set = (places) => {
    now = places;
    const [low, high] = [Math.min(...places), Math.max(...places)];
    const share = (place) => `${((100 * place) / PLACES).toFixed(2)}%`;
    band.style.cssText = `left: ${share(low)}; width: ${share(high - low)}`;
    hands.forEach(({ input, grip }, i) => {
      grip.style.left = i === 2 ? share((low + high) / 2) : share(places[i]);
      input.value = String(places[i % 2]);
      renew(input, {
        "aria-valuetext":
          i === 2
            ? tr("places {one} and {other}", { one: places[0], other: places[1] })
            : tr("place {n}", { n: places[i] }),
      });
    });
  };
  return { root, set };
}

/** One pair: an arrow of the query and one of the key, the angle between, and their product. */
function clock(scale) {
  const wedge = svg("path", { class: "wb-wedge" });
  const arrows = COLORS.map((c) => svg("path", { class: `wb-pointer wb-c${c}` }));
  const number = html("b");
  const picture = svg(
    "svg",
    { viewBox: "-48 -48 96 96", "aria-hidden": "true" },
    svg("circle", { r: 47 }),
    wedge,
    arrows[1],
    arrows[0],
  );
  const root = html("div", { class: "wb-dial" }, picture, number);
  const glide = gliding(picture);
  const shown = [0, 0];
  const set = (pairs) => {
    const long = pairs.map((pair) => (ROUND * Math.hypot(...pair)) / scale);
    const angles = pairs.map(([a, b], i) => {
      const turn = Math.atan2(b, a) - shown[i]; // the shorter way round
      return (shown[i] += Math.atan2(Math.sin(turn), Math.cos(turn)));
    });
    glide.to("hands", angles, ([query, key]) => {
      const at = (r, angle) =>
        `${(r * Math.cos(angle)).toFixed(2)} ${(-r * Math.sin(angle)).toFixed(2)}`;
      const between = Math.atan2(Math.sin(query - key), Math.cos(query - key));
      const r = Math.min(...long) * 0.7;
      renew(wedge, {
        d: `M0 0L${at(r, key)}A${r} ${r} 0 0 ${Number(between < 0)} ${at(r, key + between)}Z`,
      });
      [query, key].forEach((angle, i) => {
        const tip = Math.min(11, long[i]);
        const back = long[i] - tip;
        const side = (turn) =>
          at(Math.hypot(back, 0.45 * tip), angle + turn * Math.atan2(0.45 * tip, back));
        renew(arrows[i], {
          d: `M0 0L${at(back, angle)}M${side(1)}L${at(long[i], angle)}L${side(-1)}Z`,
        });
      });
    });
    say(number, fixed(dot(pairs[0], pairs[1])));
  };
  return { root, set };
}

const pairsOf = (row) =>
  Array.from({ length: row.length / 2 }, (_, i) => row.slice(2 * i, 2 * i + 2));

/**
 * Where the words stand when one of them, or both by the query, is taken to a place.
 * @param {number} i
 * @param {number} to
 * @param {number[]} places
 */
function taken(i, to, [t, s]) {
  const gap = s - t;
  const place = within(to, 0, PLACES);
  if (i === 0) return [within(place, s - FAR, s + FAR), s];
  if (i === 1) return [t, within(place, t - FAR, t + FAR)];
  const both = within(to, Math.max(0, -gap), Math.min(PLACES, PLACES - gap));
  return [both, both + gap];
}

/** The score over the distance of the two words. */
function scoring(query, key) {
  const far = Array.from({ length: 2 * FAR + 1 }, (_, i) => i - FAR);
  const turned = rotary(
    far.map(() => query),
    far,
  );
  const at = far.map((x, i) => [x, dot(turned[i], key)]);
  const scores = at.map(([, score]) => score);
  const picture = chart({
    x: [-FAR, FAR],
    y: [Math.min(0, ...scores), Math.max(0.1, ...scores)].map((x) => 1.1 * x),
    labels: [tr("query’s place − key’s"), tr("score")],
    size: [290, 150],
    ticks: { x: [-60, -30, 0, 30, 60] },
  });
  const [best, most] = at[scores.indexOf(Math.max(...scores))];
  const signed = (x) => `${x > 0 ? "+" : ""}${fixed(x, 0)}`;
  const set = (apart, score) =>
    picture.set(
      [
        { key: "scores", kind: "curve", at, color: 5, marks: false },
        {
          key: "peak",
          kind: "value",
          at: [best, most],
          name: apart === best ? tr("peak, at {n}", { n: signed(best) }) : tr("peak"),
        },
        { key: "here", kind: "dot", at: [apart, score], color: 2 },
      ],
      tr("Score over the distance. At {apart} it is {score}.", { apart, score: fixed(score) }),
    );
  return { root: picture.root, set };
}

/** A query and a key, pair by pair, turned by their places; the score over their distance. */
function drawRotary(model, el) {
  const [query, key] = ["query", "key"].map((name) => model.get(name));
  const longest = Math.max(
    ...[query, key].flatMap(pairsOf).map((pair) => Math.hypot(...pair)),
    1e-9,
  );
  const clocks = pairsOf(query).map(() => clock(longest));
  const words = line((i, to) => write(model, { places: taken(i, to, model.get("places")) }));
  const scores = scoring(query, key);
  const sum = html("b");
  const row = html(
    "div",
    { class: "wb-dials", role: "img" },
    ...clocks.map(({ root }) => root),
    html("p", { class: "wb-total" }, tr("sum: the score"), " ", sum),
  );
  const said = readout();
  const table = heatmap(
    tr("The turned pairs, fast to slow"),
    clocks.map((_, i) => String(i + 1)),
    [tr("query"), tr("its second number"), tr("key"), tr("its second number"), tr("product")],
    { limits: [-longest, longest] },
  );
  const frame = framed(model, el, {
    name: "rotary",
    what: tr("What stays when both words move on?"),
    traits: ["places"],
    fits: ({ places }) =>
      places.every((x) => Number.isInteger(x) && x >= 0 && x <= PLACES) &&
      Math.abs(places[0] - places[1]) <= FAR,
    wide: true,
    picture: [words.root, html("div", { class: "wb-two-views" }, row, scores.root)],
    controls: [],
    said: said.root,
    table: [table.root],
  });
  const stop = follow(model, ["places"], () => {
    const places = model.get("places");
    const [asks, asked] = rotary([query, key], places).map(pairsOf);
    const products = asks.map((pair, i) => dot(pair, asked[i]));
    const score = products.reduce((a, b) => a + b, 0);
    const apart = places[0] - places[1];
    words.set(places);
    clocks.forEach(({ set }, i) => set([asks[i], asked[i]]));
    say(sum, fixed(score));
    renew(row, {
      "aria-label": tr(
        "{n} pairs, fast to slow, each with an arrow of the query and one of the key. Their products: {products}; sum {sum}.",
        {
          n: clocks.length,
          products: products.map((x) => fixed(x)).join(", "),
          sum: fixed(score),
        },
      ),
    });
    table.set(asks.map((pair, i) => [...pair, ...asked[i], products[i]]));
    const told = { n: Math.abs(apart), score: fixed(score) };
    said.set(
      !apart
        ? tr("The query stands where the key does: the score is {score}, wherever that is.", told)
        : apart > 0
          ? tr("The query stands {n} after the key: the score is {score}, wherever that is.", told)
          : tr(
              "The query stands {n} before the key: the score is {score}, wherever that is.",
              told,
            ),
    );
    scores.set(apart, score);
  });
  return () => {
    stop();
    frame.stop();
  };
}

/** Draw; with another query or key, build the figure anew. */
export default { render: rebuilt(["query", "key"], drawRotary) };
