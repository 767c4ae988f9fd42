import { framed } from "../kit/frame.js";
import { mix, similarity, softmax } from "../nets/kernels.js";
import { follow, rebuilt, write } from "../kit/model.js";
import { fixed } from "../kit/numbers.js";
import { readout, renew, say, slider, svg } from "../kit/parts.js";
import { heatmap, listing, thickness } from "../kit/tables.js";
import { plane, steered } from "../kit/plane.js";
import { series, tr } from "../kit/words.js";

// from one key to the next is 1: steps of the query, and of a key that is moved
const [ASK, MOVE] = [0.05, 0.25];
// of the plane: the step of a value, and how far it goes up and across
const [RISE, HIGH, WIDE] = [0.5, 4, 4.7];
const SIDE = 0.12; // room at either side, as a share of the way
// places of the curve from one key to the next: no corner is seen where it is steep
const FINE = 160;
const PIECES = 24; // of the curve: as straight as names take it to be
const QUERY = tr("query");

/**
 * The vector at a place along the keys: a whole number is a key, between two of them lies a
 * straight line.
 * @param {number[][]} keys
 * @param {number} at
 * @returns {number[]}
 */
export function between(keys, at) {
  const first = Math.min(Math.floor(at), keys.length - 2);
  const share = at - first;
  return keys[first].map((x, d) => (1 - share) * x + share * keys[first + 1][d]);
}

/**
 * Scores, weights and the value that a query finds.
 * @param {number[][]} base where keys are at whole numbers
 * @param {number[]} places of the keys now
 * @param {number[]} values
 * @param {number} query its place
 * @param {number} temperature
 */
export function look(base, places, values, query, temperature) {
  const scores = similarity(
    [between(base, query)],
    places.map((place) => between(base, place)),
  )[0];
  const weights = softmax(scores, temperature);
  return {
    scores,
    weights,
    value: mix(
      [weights],
      values.map((x) => [x]),
    )[0][0],
  };
}

/**
 * A number as short as it can be.
 * @param {number} x
 */
const short = (x) => fixed(x).replace(/\.?0+$/, "");
const vector = (numbers) => `(${numbers.map(short).join(", ")})`;
const snap = (x, step, [low, high]) =>
  Number(Math.min(Math.max(Math.round(x / step) * step, low), high).toFixed(6));

/**
 * The entries of a dictionary as points, each at its key and as high as its value, and what every
 * query finds as a curve: the query is moved along it, and the entries wherever one likes.
 */
function assemble(model, el) {
  const [names, base] = ["names", "key_vectors"].map((name) => model.get(name));
  const last = names.length - 1;
  const ends = [Math.min, Math.max].map((most) => most(...model.get("values")));
  const spread = ends[1] - ends[0] || 1;
  const floor = ends[0] - spread / 2;
  // units of the plane for a step of a key, for one of a value
  const [across, up] = [WIDE / last / (1 + 2 * SIDE), HIGH / 2 / spread];
  const spot = (place, value) => [place * across, (value - floor) * up];
  const ranges = [
    [-SIDE * last * across, (1 + SIDE) * last * across],
    [0, HIGH],
  ];
  const bounds = [
    [0, last * across],
    [0, HIGH],
  ];
  const places = Array.from({ length: FINE * last + 1 }, (_, i) => i / FINE);

  const change = (trait, s, x) => model.get(trait).map((old, i) => (i === s ? x : old));
  /**
   * Move the query, or an entry: a key sideways, a value up and down.
   * @param {number[]} at
   * @param {number} i 0 is the query
   */
  const place = (at, i) => {
    if (!i) return write(model, { query: snap(at[0] / across, ASK, [0, last]) });
    const value = Number((floor + snap(at[1], RISE, [0, HIGH]) / up).toPrecision(12));
    return write(model, {
      places: change("places", i - 1, snap(at[0] / across, MOVE, [0, last])),
      values: change("values", i - 1, value),
    });
  };
  const handles = [QUERY, ...names.map((name) => tr("entry {name}", { name }))];
  const scene = plane({
    x: ranges[0],
    y: ranges[1],
    labels: [tr("key and query"), tr("value")],
    size: 380,
    em: 16,
    bounds,
    onDrag: (key, at) => place(at, handles.indexOf(key)),
  });
  // the values stand at their axis, and at the other one what lies halfway from key to key
  const prices = names.map((_, s) =>
    svg("text", { class: `wb-price wb-c${s}`, "text-anchor": "end" }),
  );
  const halves = names.slice(1).map((_, s) => {
    const [x, y] = scene.place([(s + 0.5) * across, 0]);
    return [
      svg("path", { class: "wb-half", d: `M${x} ${y - 5}v10` }),
      svg("text", { class: "wb-price", x, y: y + 17, "text-anchor": "middle" }, "½"),
    ];
  });
  scene.root.append(...prices, ...halves.flat());
  const steer = steered(scene, ranges, handles, place, [ASK * across, RISE], bounds);
  [...steer.root.querySelectorAll("input")]
    .slice(1)
    .forEach((input) => renew(input, { step: MOVE * across }));
  const heat = slider(
    tr("temperature"),
    { min: -2, max: 1, step: 0.05, format: (x) => fixed(10 ** x) },
    (x) => write(model, { temperature: Number((10 ** x).toPrecision(3)) }),
  );
  const table = heatmap(
    tr("Scores of the query, and their softmax"),
    [tr("score"), tr("weight")],
    names,
  );
  const entries = listing(tr("The dictionary"), ["", tr("key"), tr("value")], names.length);
  const said = readout();
  const within = (list, low, high) => list.every((x) => x >= low && x <= high);
  const frame = framed(model, el, {
    name: "lookup",
    what: tr("What does a query find?"),
    traits: ["query", "temperature", "values", "places"],
    picture: [steer.root],
    controls: [heat.root],
    fits: ({ query, temperature, ...traits }) =>
      within([query, ...traits.places], 0, last) &&
      within(traits.values, floor, floor + 2 * spread) &&
      temperature >= 0.01 &&
      temperature <= 10,
    said: said.root,
    table: [table.root, entries.root],
  });

  let known = "";
  /** @type {number[][]} */
  let curve = [];
  const stop = follow(model, ["query", "temperature", "values", "places"], () => {
    const [at, temperature, values, moved] = ["query", "temperature", "values", "places"].map(
      (name) => model.get(name),
    );
    const keys = moved.map((x) => between(base, x));
    const query = between(base, at);
    const { scores, weights, value } = look(base, moved, values, at, temperature);
    const now = `${temperature} ${values} ${moved}`;
    if (now !== known)
      curve = places.map((x) => spot(x, look(base, moved, values, x, temperature).value));
    known = now;
    const [found, dots] = [spot(at, value), values.map((x, s) => spot(moved[s], x))];
    heat.set(Math.log10(temperature));
    table.set([scores, weights]);
    entries.set(names.map((name, s) => [name, vector(keys[s]), short(values[s])]));
    steer.set(found, tr("{query} finds {value}", { query: vector(query), value: fixed(value) }));
    names.forEach((name, s) =>
      steer.set(
        dots[s],
        tr("key {key}, value {value}", { key: vector(keys[s]), value: short(values[s]) }),
        s + 1,
      ),
    );
    const [from, far] = [Math.min(Math.floor(at), last - 1), at % 1];
    const where = moved.some((x, s) => x !== s)
      ? tr("The query {query}", { query: vector(query) })
      : far
        ? tr("A query {far}% of the way from {from} to {to}", {
            far: fixed(100 * far, 0),
            from: names[from],
            to: names[from + 1],
          })
        : tr("A query at {name}", { name: names[at] });
    const takes = weights.map((w, s) =>
      tr("{percent}% of {name}’s\u00a0{value}", {
        percent: fixed(100 * w, 1),
        name: names[s],
        value: short(values[s]),
      }),
    );
    said.set(
      tr("{query} takes {parts}: in all {value}.", {
        query: where,
        parts: series(takes),
        value: fixed(value),
      }),
    );
    const edge = ranges[0][0];
    prices.forEach((text, s) => {
      const [x, y] = scene.place([edge, dots[s][1]]);
      say(text, values.indexOf(values[s]) === s ? short(values[s]) : "");
      renew(text, { x: x - 6, y: y + 6 });
    });
    const pieces = Array.from({ length: PIECES }, (_, i) => {
      const cut = (share) => curve[Math.round(share * (curve.length - 1))];
      return [cut(i / PIECES), cut((i + 1) / PIECES)];
    });
    scene.set(
      [
        ...names.map((name, s) => ({
          key: `drop ${name}`,
          kind: "curve",
          at: [[edge, dots[s][1]], dots[s], [dots[s][0], 0]],
          color: s,
          ghost: true,
        })),
        { key: "asked", kind: "curve", at: [[found[0], 0], found, [edge, found[1]]] },
        // not seen: names keep clear of the curve
        ...pieces.map((piece, i) => ({ key: `clear ${i}`, kind: "curve", at: piece, thick: 0.01 })),
        ...names.map((name, s) => ({
          key: `share ${name}`,
          kind: "curve",
          at: [found, dots[s]],
          color: s,
          thick: thickness(weights[s]),
        })),
        { key: "found", kind: "curve", at: curve },
        ...names.map((name, s) => ({
          key: handles[s + 1],
          kind: "point",
          at: dots[s],
          label: `${name} ${fixed(100 * weights[s], 0)}%`,
          color: s,
          drag: true,
        })),
        {
          key: QUERY,
          kind: "point",
          at: found,
          label: tr("{query} finds {value}", { query: QUERY, value: fixed(value) }),
          color: 0,
          ghost: true,
          drag: true,
        },
      ],
      tr(
        "The curve is the value that each query finds, at temperature {temperature}. The query is {query} and finds {value}. The entries: {entries}.",
        {
          temperature: fixed(temperature),
          query: vector(query),
          value: fixed(value),
          entries: names
            .map((name, s) =>
              tr("{name} with the key {key} and the value {value}, weight {weight}", {
                name,
                key: vector(keys[s]),
                value: short(values[s]),
                weight: fixed(weights[s]),
              }),
            )
            .join("; "),
        },
      ),
    );
  });
  return () => {
    stop();
    frame.stop();
  };
}

/** Draw; when the dictionary is another one, build the figure anew. */
export default { render: rebuilt(["names", "key_vectors"], assemble) };
