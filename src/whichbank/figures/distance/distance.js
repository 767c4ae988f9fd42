import { chart } from "../kit/chart.js";
import { framed } from "../kit/frame.js";
import {
  choice,
  fixed,
  follow,
  html,
  listing,
  readout,
  rebuilt,
  say,
  slider,
  small,
  stage,
  write,
} from "../kit/parts.js";

const VIEWS = ["right", "before", "after"];
const BUTTONS = ["Right answers", "Gradient before training", "Gradient after training"];
const POWERS = 12; // from line to line: a trillion

const share = (x) => `${fixed(100 * x, 0)}%`;
const short = (name) => name.split(",")[0];
const the = (name) => (/^[A-Z]/.test(name) ? `the ${name}` : name);

/**
 * How often each is right, the best first.
 * @param {string[]} names
 * @param {number[]} shares
 */
function verdict(names, shares) {
  const [best, ...others] = [...new Set(shares)]
    .sort((a, b) => b - a)
    .map((one) => ({
      some: names.filter((_, r) => shares[r] === one).map(the),
      often: share(one),
    }));
  const who = best.some.length === names.length ? "all" : best.some.join(" and ");
  const still = `${who} still ${best.some.length > 1 ? "know" : "knows"} the first word ${best.often} of the time`;
  return [still, ...others.map(({ some, often }) => `${some.join(" and ")} ${often}`)].join(", ");
}

/**
 * Powers of ten for an axis of gradients, from below the least to above the largest, and where it
 * has lines.
 * @param {number[]} values
 */
function powersOf(values) {
  const low = Math.floor(Math.log10(Math.min(...values)) / POWERS) * POWERS;
  const lines = Array.from(
    { length: Math.max(1, -low / POWERS) + 1 },
    (_, i) => 10 ** (-i * POWERS),
  ).reverse();
  return { y: [Math.min(...lines), 10 ** Math.ceil(Math.log10(Math.max(...values, 1)))], lines };
}

/**
 * A slider over distances: what each reader remembers, or how much its first word still moves it.
 */
function drawReaders(model, el) {
  const [distances, readers] = [model.get("distances"), model.get("readers")];
  const names = readers.map(short);
  const [mean, lowest, highest, guessing] = ["mean", "lowest", "highest", "guessing"].map((name) =>
    model.get(name),
  );
  const drawn = { right: mean, before: model.get("before"), after: model.get("after") };
  const words = (x) => String(x);
  const go = (i) => write(model, { distance: distances[i] });
  const [views, note, said] = [stage(), html("p", { class: "wb-aside" }), readout()];
  /**
   * A chart of one view, on which a finger or the mouse goes to a distance, too.
   * @param {string} shown
   */
  const chartOf = (shown) => {
    const [right, { y, lines }] = [shown === "right", powersOf(drawn[shown].flat())];
    const made = chart({
      x: [distances[0], distances.at(-1)],
      names: names.map((name) => `${name} `),
      size: [290, 215],
      log: { x: true, y: !right },
      labels: [
        "words from the first to the last",
        right ? "right answers" : `gradient at the first word, ${shown} training`,
      ],
      y: right ? [0, 1] : y,
      ticks: { x: distances, y: right ? [0, 0.25, 0.5, 0.75, 1] : lines },
      format: {
        x: words,
        ...(right ? { y: (v) => share(v).padStart("10⁻¹²".length, "\u00a0") } : {}),
      },
    }); // as wide as the others' labels
    const [left, width] = [made.frame.left, made.frame.width].map(parseFloat);
    const to = ({ clientX }) => {
      const box = made.root.getBoundingClientRect();
      const at = ((100 * (clientX - box.x)) / box.width - left) / width;
      const away = distances.map((x) =>
        Math.abs(Math.log(x / distances[0]) - at * Math.log(distances.at(-1) / distances[0])),
      );
      go(away.indexOf(Math.min(...away)));
    };
    made.root.addEventListener("pointermove", (event) => event.buttons && to(event));
    made.root.addEventListener("click", to);
    return made;
  };
  const picked = slider(
    "Distance",
    { min: 0, max: distances.length - 1, step: 1, format: (i) => String(distances[i]) },
    go,
  );
  const when = choice("What is shown", BUTTONS, (i) => write(model, { shown: VIEWS[i] }));
  const table = listing(
    "Right answers, with the worst and the best training, and gradients",
    ["words", "reader", "right", "worst", "best", "gradient before", "and after"],
    distances.length * readers.length,
  );
  table.set(
    distances.flatMap((x, n) =>
      readers.map((name, r) => [
        words(x),
        name,
        ...[mean, lowest, highest].map((rows) => share(rows[r][n])),
        ...[drawn.before, drawn.after].map((rows) => small(rows[r][n])),
      ]),
    ),
  );
  const frame = framed(model, el, {
    name: "distance",
    what: "How far back does a reader remember?",
    traits: ["distance", "shown"],
    fits: ({ distance, shown }) => distances.includes(distance) && VIEWS.includes(shown),
    picture: [views.root, note],
    controls: [picked.root, when.root],
    said: said.root,
    table: [table.root],
  });
  const open = readers.find((name) => name.endsWith(", open"));

  const stop = follow(model, ["distance", "shown"], () => {
    const [i, shown] = [distances.indexOf(model.get("distance")), model.get("shown")];
    const [rows, right] = [drawn[shown], shown === "right"];
    const now = rows.map((row) => row[i]);
    const line = (row) => distances.map((x, n) => [x, row[n]]);
    const band = (name, r) => ({
      key: `${name} spread`,
      kind: "band",
      color: r,
      at: distances.map((x, n) => [x, lowest[r][n], highest[r][n]]),
    });
    picked.set(i);
    when.set(VIEWS.indexOf(shown));
    say(
      note,
      `${right ? "Shaded: from the worst training to the best." : "How far the first word moves the answer. Each line is a trillionth of the one above."}${right && open ? ` The gates of this ${short(open)} start open.` : ""}`,
    );
    said.set(
      `At ${distances[i]} words, ${
        right
          ? `${verdict(names, now)}. ${Number.isInteger(1 / guessing) ? `The word is one of ${1 / guessing}, so a guess` : "A guess"} gets ${share(guessing)}.`
          : `the gradient ${shown} training is ${names.map((name, r) => `${small(now[r])} in ${the(name)}`).join(", ")}; a smaller one teaches less.`
      }`,
    );
    views
      .put(shown, () => chartOf(shown))
      .set(
        [
          ...(right
            ? [
                ...readers.map(band),
                {
                  key: "guessing",
                  kind: "curve",
                  name: "guessing",
                  at: line(distances.map(() => guessing)),
                  marks: false,
                  dashed: true,
                },
              ]
            : []),
          { key: "marker", kind: "marker", at: distances[i], name: `${distances[i]} words` },
          ...readers.map((name, r) => ({
            key: name,
            kind: "curve",
            name: names[r],
            color: r,
            at: line(rows[r]),
          })),
          ...readers.map((name, r) => ({
            key: `${name} now`,
            kind: "dot",
            color: r,
            at: [distances[i], now[r]],
          })),
        ],
        `${
          right
            ? "Right answers by distance, with the spread of the trainings as areas and guessing as a dashed line."
            : `Gradient at the first word by distance, ${shown} training, on an axis of powers of ten.`
        } At ${distances[i]} words: ${names
          .map((name, r) => `${name} ${(right ? share : small)(now[r])}`)
          .join("; ")}.`,
      );
  });
  return () => {
    stop();
    frame.stop();
  };
}

/** Draw; when anything but the distance and the view changes, build the figure anew. */
const TRAITS = ["distances", "readers", "mean", "lowest", "highest", "before", "after", "guessing"];
export default { render: rebuilt(TRAITS, drawReaders) };
