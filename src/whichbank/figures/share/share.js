import { framed } from "../kit/frame.js";
import { spring, timeline } from "../kit/motion.js";
import { calm, follow, rebuilt, write } from "../kit/model.js";
import { fixed } from "../kit/numbers.js";
import { html, readout, renew, slider, svg } from "../kit/parts.js";
import { listing } from "../kit/tables.js";
import { plane } from "../kit/plane.js";
import { wish } from "./wish.js";
import { series, tr } from "../kit/words.js";

const WORDS = ["orange", "phone"];
const COLORS = { orange: 3, phone: 0, apple: 1 };
const NAMES = ["apple", ...WORDS];
const LOOSE = { stiff: 10, damping: 0.17 }; // a weight on springs: it swings several times
const FLASH = 600; // ms in which the place that is near to both lights up
const RIM = 24; // corners of half the rim of the place that is near to both

/**
 * How far apart two places are.
 * @param {number[]} a
 * @param {number[]} b
 * @returns {number}
 */
export const distance = (a, b) => Math.hypot(...a.map((x, d) => x - b[d]));

/**
 * The corners of the place that two circles share; none where they do not meet.
 * @param {number[]} a the center of one
 * @param {number[]} b and of the other
 * @param {number} radius
 * @returns {number[][]}
 */
export function shared(a, b, radius) {
  const apart = distance(a, b);
  if (apart >= 2 * radius) return [];
  const turn = Math.atan2(b[1] - a[1], b[0] - a[0]);
  const half = Math.acos(apart / 2 / radius);
  /** The part of a rim that lies in the other circle. */
  const rim = (center, middle) =>
    Array.from({ length: RIM }, (_, i) => middle + half * ((2 * i) / (RIM - 1) - 1)).map((at) => [
      center[0] + radius * Math.cos(at),
      center[1] + radius * Math.sin(at),
    ]);
  return [...rim(a, turn), ...rim(b, turn + Math.PI)];
}

/**
 * A spring from one place to another, as points along its turns.
 * @param {number[]} from
 * @param {number[]} to
 */
function coil(from, to) {
  const [dx, dy] = to.map((x, d) => x - from[d]);
  const long = Math.hypot(dx, dy) || 1;
  const turns = 11;
  const size = Math.min(1, 5 * long); // of a short one little is seen
  const side = (0.06 * size) / (1 + long) / long; // the longer, the thinner
  const loop = (size * Math.max(0.03, (0.3 * long) / turns)) / long; // how far a turn goes back
  return Array.from({ length: 12 * turns + 1 }, (_, i) => {
    const [share, angle] = [i / 12 / turns, (2 * Math.PI * i) / 12];
    const ends = Math.min(1, 12 * Math.min(share, 1 - share));
    const along = share + ends * loop * Math.sin(angle);
    const off = ends * side * (1 - Math.cos(angle)) - ends * side;
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
 * Which of the two sentences the place suits, in words.
 * @param {string} share
 * @param {boolean[]} right
 */
function verdict(share, [first, second]) {
  if (first && second)
    return tr("With {share} fruit sentences apple is right for both sentences.", { share });
  return first || second
    ? tr("With {share} fruit sentences apple is right for one only.", { share })
    : tr("With {share} fruit sentences apple is wrong for both.", { share });
}

/**
 * A strip under a slider: at which of its stops apple is near enough, a row for each word. Where no
 * stop is in both, there is a gap.
 * @param {number} stops
 */
function rangesOf(stops) {
  const rows = WORDS.map((word, w) =>
    Array.from({ length: stops }, (_, i) =>
      svg("rect", { class: `wb-c${COLORS[word]}`, x: i - 0.5, y: w, width: 1.05, height: 1 }),
    ),
  );
  const root = svg(
    "svg",
    {
      class: "wb-ranges",
      viewBox: `0 0 ${stops - 1} ${WORDS.length}`,
      preserveAspectRatio: "none",
      "aria-hidden": "true",
    },
    ...rows.flat(),
  );
  /** @param {boolean[][]} near */
  const set = (near) =>
    rows.forEach((row, w) =>
      row.forEach((rect, i) => renew(rect, { opacity: near[w][i] ? "1" : "0" })),
    );
  return { root, set };
}

/**
 * A slider over recorded trainings, and, where it is asked for, one for the circles of orange and
 * of phone, in which apple is wanted.
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
    tr("Fruit sentences"),
    { min: 0, max: shares.length - 1, step: 1, format: percent },
    (i) => write(model, { share: shares[i] }),
  );
  const radius = slider(tr("Near enough"), { min: 0.05, max: 1, step: 0.05 }, (near) =>
    write(model, { near }),
  );
  const wishes = WORDS.map((word, i) => wish(model.get("sentences")[i], COLORS[word]));
  const said = readout();
  const scene = plane({
    x: [low, high],
    y: [low, high + 0.12],
    labels: axes,
    em: 19,
    onDrag: (_, at) => {
      hand = at;
      // the training whose place is nearest
      const away = paths.apple.map((place) => distance(place, at));
      write(model, { share: shares[away.indexOf(Math.min(...away))] });
      swing.to(seats(), true);
    },
  });
  // where a hand holds apple: it stretches the springs, and lets go of them
  /** @type {number[] | null} */
  let hand = null;
  const seats = () => {
    const i = training(shares, model.get("share"));
    return [hand ?? paths.apple[i], ...WORDS.map((word) => paths[word][i])].flat();
  };
  const letGo = () => {
    if (!hand) return;
    hand = null;
    swing.to(seats(), calm.matches);
  };
  for (const end of ["pointerup", "pointercancel"]) scene.root.addEventListener(end, letGo);
  // its name stands under the axis, where no circle is
  const [across, under] = scene.place([1, low]);
  renew(scene.root.querySelector(".wb-axis"), { x: across - 16, y: under + 18 });
  const strip = rangesOf(shares.length);
  picked.root.append(strip.root);
  const table = listing(
    tr("Where each training puts apple"),
    [tr("fruit"), ...axes, ...WORDS.map((word) => tr("to {word}", { word }))],
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
    what: tr("One place for both apples?"),
    traits: ["share", "near"],
    lively: true,
    fits,
    picture: [html("div", { class: "wb-wishes" }, wishes[1].root, scene.root, wishes[0].root)],
    controls: [picked.root, ...(model.get("rings") ? [radius.root] : [])],
    said: said.root,
    table: [table.root],
  });

  /**
   * What is drawn while apple swings.
   * @param {number[]} at two numbers for each of the three
   */
  const paint = (at) => {
    const share = model.get("share");
    const i = training(shares, share);
    const near = model.get("near");
    const seen = Object.fromEntries(NAMES.map((name, n) => [name, at.slice(2 * n, 2 * n + 2)]));
    const both = shared(seen.orange, seen.phone, near);
    const close = WORDS.filter((word) => distance(seen[word], seen.apple) < 0.12);
    const label = [...close, "apple"].join(", "); // their labels would cover each other
    scene.set(
      [
        { key: "all", kind: "curve", at: paths.apple, color: COLORS.apple, ghost: true },
        ...WORDS.map((word) => ({
          key: `near ${word}`,
          kind: "circle",
          at: seen[word],
          radius: near,
          color: COLORS[word],
        })),
        ...(both.length ? [{ key: "both", kind: "area", at: both, color: COLORS.apple }] : []),
        ...WORDS.map((word, w) => ({
          key: `spring ${word}`,
          kind: "curve",
          at: coil(seen[word], seen.apple),
          color: COLORS[word],
          thick: 1 + 2.5 * Math.abs(w - share),
        })),
        ...WORDS.map((word) => ({
          key: word,
          kind: "point",
          at: seen[word],
          label: close.includes(word) ? "" : word,
          color: COLORS[word],
        })),
        { key: "apple", kind: "point", at: seen.apple, label, color: COLORS.apple, drag: true },
      ],
      `${tr("Plane of {axes}.", { axes: series(axes) })} ` +
        NAMES.map((word) =>
          tr("{word} at ({place})", {
            word,
            place: paths[word][i].map((x) => fixed(x)).join(", "),
          }),
        ).join(", ") +
        `. ${
          both.length
            ? tr("Circles of radius {near} around orange and phone overlap.", { near: fixed(near) })
            : tr("Circles of radius {near} around orange and phone do not meet.", {
                near: fixed(near),
              })
        } ${tr("A spring pulls apple to each of them, the thicker the more sentences are about it.")}`,
    );
  };
  const swing = spring(paint, LOOSE);
  const flash = timeline(FLASH, (at) =>
    scene.root.style.setProperty("--wb-lit", (1 - at / FLASH).toFixed(2)),
  );
  let [before, met] = [NaN, true];
  const stop = follow(model, ["share", "near"], () => {
    const i = training(shares, model.get("share"));
    const near = model.get("near");
    const away = WORDS.map((word) => distance(paths[word][i], paths.apple[i]));
    picked.set(i);
    radius.set(near);
    strip.set(
      WORDS.map((word) => paths.apple.map((at, n) => distance(paths[word][n], at) <= near)),
    );
    wishes.forEach((part, s) => part.set(away[s] <= near));
    said.set(
      verdict(
        percent(i),
        away.map((x) => x <= near),
      ),
    );
    const meets = shared(paths.orange[i], paths.phone[i], near).length > 0;
    if (meets && !met) {
      flash.set(0);
      flash.play();
    }
    met = meets;
    swing.to(seats(), hand !== null || i === before || calm.matches);
    before = i;
  });
  return () => {
    swing.stop();
    flash.rest();
    stop();
    frame.stop();
  };
}

/** Draw; when anything but the share and the circles changes, build the figure anew. */
export default {
  render: rebuilt(
    ["shares", "apple", "orange", "phone", "sentences", "axes", "rings"],
    drawTrainings,
  ),
};
