import { framed } from "../kit/frame.js";
import { styles } from "../kit/labels.js";
import { follow, rebuilt, write } from "../kit/model.js";
import { fixed } from "../kit/numbers.js";
import { choice, nameAloud, readout } from "../kit/parts.js";
import { listing, ranking } from "../kit/tables.js";
import { plane, steered } from "../kit/plane.js";
import { tr } from "../kit/words.js";

const MOST = 2.5;
const LOW = -0.35; // of the plane: room for the name of the axis
const EPS = 1e-5;

/**
 * Divide each word's numbers by the root of the mean of their squares.
 * @param {number[][]} rows
 */
export function rmsNorm(rows) {
  return rows.map((row) => {
    const square = row.reduce((all, x) => all + x * x, 0) / row.length;
    return row.map((x) => x / Math.sqrt(square + EPS));
  });
}

/** Arrows that can be dragged, and a norm that pulls them onto a ring. */
function drawRing(model, el) {
  const [words, axes] = ["words", "axes"].map((name) => model.get(name));
  const colors = styles(words);
  const put = (i, at) =>
    write(model, {
      vectors: model
        .get("vectors")
        .map((old, j) => (j === i ? at.map((v) => Math.min(Math.max(v, 0), MOST)) : old)),
    });
  const range = [0, MOST];
  const ranges = [range, [LOW, MOST]];
  const picture = plane({
    x: ranges[0],
    y: ranges[1],
    labels: axes,
    size: 290,
    em: 16,
    bounds: [range, range],
    onDrag: (key, at) => put(words.indexOf(key), at),
  });
  const moved = steered(
    picture,
    ranges,
    words,
    (at, i) => put(i, at),
    [0.05, 0.05],
    [range, range],
  );
  const norm = nameAloud(
    choice(tr("Norm"), [tr("no norm"), tr("norm")], (i) => write(model, { normed: Boolean(i) })),
  );
  const bars = ranking("", ["", tr("length"), tr("norm")], words.length);
  bars.root.classList.add("wb-dense");
  words.forEach((_, i) => bars.lines[i][0].parentNode.classList.add(`wb-c${colors[i]}`));
  const said = readout();
  const heads = [tr("word"), ...axes, tr("length")];
  const table = listing(
    tr("Before and after the norm"),
    [...heads, ...heads.slice(1).map((name) => tr("new {name}", { name }))],
    words.length,
  );
  const frame = framed(model, el, {
    name: "lengths",
    what: tr("What does a norm leave of an arrow?"),
    traits: ["vectors", "normed"],
    fits: ({ vectors }) => vectors.flat().every((v) => v >= 0 && v <= MOST),
    picture: [moved.root],
    controls: [norm.root, bars.root],
    said: said.root,
    table: [table.root],
  });
  const stop = follow(model, ["vectors", "normed"], () => {
    const [before, normed] = [model.get("vectors"), model.get("normed")];
    const after = rmsNorm(before);
    const shown = normed ? after : before;
    const long = (v) => Math.hypot(...v);
    const lengths = before.map(long);
    const told = normed
      ? tr("On the ring: which way an arrow points is all that is left of it.")
      : tr("The arrows are {least} to {most} long. Now the norm.", {
          least: fixed(Math.min(...lengths)),
          most: fixed(Math.max(...lengths)),
        });
    norm.set(Number(normed));
    bars.root.classList.toggle("wb-normed", normed);
    picture.root.classList.toggle("wb-normed", normed);
    bars.set(words.map((word, i) => [word, lengths[i], normed ? fixed(long(after[i])) : ""]));
    lengths.forEach((length, i) => {
      const shares = [length, long(after[i])].map((v) => (100 * Math.min(v, MOST)) / MOST);
      for (const [s, name] of ["--wb-share", "--wb-new"].entries())
        bars.lines[i][1].style.setProperty(name, `${shares[s].toFixed(1)}%`);
    });
    said.set(told);
    table.set(
      words.map((word, i) => [
        word,
        ...[...before[i], long(before[i]), ...after[i], long(after[i])].map((v) => fixed(v)),
      ]),
    );
    before.forEach((at, i) => moved.set(at, at.map((v) => fixed(v)).join(", "), i));
    picture.set(
      [
        {
          key: "ring",
          kind: "curve",
          at: Array.from({ length: 41 }, (_, i) =>
            [Math.cos, Math.sin].map((f) => Math.SQRT2 * f((Math.PI * i) / 80)),
          ),
          ghost: !normed,
        },
        // what is dragged is the arrow as it was
        ...words.map((word, i) => ({
          key: `was ${word}`,
          kind: "arrow",
          at: [[0, 0], before[i]],
          color: colors[i],
          ghost: true,
        })),
        ...words.flatMap((word, i) => [
          {
            key: `arrow ${word}`,
            kind: "arrow",
            at: [[0, 0], shown[i]],
            color: colors[i],
            thick: 2.5,
          },
          { key: `tip ${word}`, kind: "point", at: shown[i], label: word, color: colors[i] },
        ]),
        ...words.map((word, i) => ({
          key: word,
          kind: "point",
          at: before[i],
          color: colors[i],
          drag: true,
        })),
      ],
      `${tr("Arrows, and a ring of radius {radius}:", { radius: fixed(Math.SQRT2) })} ${words
        .map((word, i) =>
          tr("{word} at ({place})", { word, place: shown[i].map((v) => fixed(v)).join(", ") }),
        )
        .join(", ")}.`,
    );
  });
  return () => {
    stop();
    frame.stop();
  };
}

/** Draw; when the words change, build the figure anew. */
export default { render: rebuilt(["words", "axes"], drawRing) };
