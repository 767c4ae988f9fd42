import { chart } from "./chart.js";
import { framed } from "./frame.js";
import { choice, fixed, follow, html, listing, readout, rebuilt, renew, slider, small, write } from "./parts.js";

const WHEN = ["before training", "after training"];

const share = (x) => `${fixed(100 * x, 0)}%`;

/** Who is right most often, and who least. @param {string[]} readers @param {number[]} shares */
function verdict(readers, shares) {
  const [most, least] = [Math.max(...shares), Math.min(...shares)];
  const who = (wanted) => readers.filter((_, r) => shares[r] === wanted).map((name) => `“${name}”`).join(" and ");
  const best = `right ${share(most)} of the time`;
  return most === least ? `all are ${best}` : `${who(most)} ${shares.indexOf(most) < shares.lastIndexOf(most) ? "are" : "is"} ${best}, ${who(least)} ${share(least)}`;
}

/** A slider over distances: what each reader remembers, and how much its first word still moves it. */
function drawReaders(model, el) {
  const [distances, readers] = [model.get("distances"), model.get("readers")];
  const [mean, lowest, highest, guessing] = ["mean", "lowest", "highest", "guessing"].map((name) => model.get(name));
  const gradients = [model.get("before"), model.get("after")];
  const flat = gradients.flat(2);
  const powers = [Math.floor(Math.log10(Math.min(...flat)) / 5) * 5, Math.ceil(Math.log10(Math.max(...flat, 1)))];
  const across = { x: [distances[0], distances[distances.length - 1]], names: readers.map((name) => `${name}, `), size: [235, 150] };
  const words = (x) => String(x);
  const right = chart({ ...across, y: [0, 1], labels: ["words from cue to bank", "how often right"], log: { x: true },
    ticks: { x: distances, y: [0, 0.25, 0.5, 0.75, 1] }, format: { x: words, y: share } });
  const pull = chart({ ...across, y: powers.map((power) => 10 ** power), log: { x: true, y: true }, ticks: { x: distances },
    labels: ["words from cue to bank", "how much the cue still moves the end (gradient)"], format: { x: words } });
  const picked = slider("Distance", { min: 0, max: distances.length - 1, step: 1, format: (i) => String(distances[i]) },
    (i) => write(model, { distance: distances[i] }));
  for (const { root } of [right, pull]) renew(root, { viewBox: `0 0 ${root.viewBox.baseVal.width} ${root.viewBox.baseVal.height - 4}` });
  const when = choice("Gradient", ["Before training", "After training"], (i) => write(model, { trained: i === 1 }));
  const said = readout();
  const table = listing("Right answers, with the worst and the best training, and gradients", ["words", "reader", "right", "worst", "best", "gradient before", "and after"],
    distances.length * readers.length);
  table.set(distances.flatMap((x, n) => readers.map((name, r) => [words(x), name, ...[mean, lowest, highest].map((rows) => share(rows[r][n])), ...gradients.map((rows) => small(rows[r][n]))])));
  const frame = framed(model, el, { name: "distance", traits: ["distance", "trained"], fits: ({ distance }) => distances.includes(distance), wide: true,
    picture: [html("div", { class: "wb-both-charts" },
      html("div", {}, right.root, html("p", { class: "wb-aside" }, "Shaded: worst to best training. Dashed: a guess.")), html("div", {}, pull.root, when.root))], controls: [picked.root], said: said.root, table: [table.root] });

  const stop = follow(model, ["distance", "trained"], () => {
    const i = distances.indexOf(model.get("distance"));
    const trained = model.get("trained");
    const gradient = gradients[Number(trained)];
    const marker = { key: "marker", kind: "marker", at: distances[i], name: `${distances[i]} words` };
    const drawn = (rows) => [marker, ...readers.map((name, r) => ({ key: name, kind: "curve", name, color: r, at: distances.map((x, n) => [x, rows[r][n]]) })),
      ...readers.map((name, r) => ({ key: `${name} now`, kind: "dot", color: r, at: [distances[i], rows[r][i]] }))];
    const heard = (rows, told) => `At ${distances[i]} words: ${readers.map((name, r) => `${name} ${told(rows[r][i])}`).join("; ")}.`;
    picked.set(i);
    when.set(Number(trained));
    said.set(`At ${distances[i]} words, ${verdict(readers, mean.map((row) => row[i]))}; a guess ${share(guessing)}.`);
    right.set([
      ...readers.map((name, r) => ({ key: `${name} spread`, kind: "band", color: r, at: distances.map((x, n) => [x, lowest[r][n], highest[r][n]]) })),
      { key: "guessing", kind: "curve", at: distances.map((x) => [x, guessing]), marks: false, dashed: true },
      ...drawn(mean),
    ], `Right answers by distance, with the spread of the trainings as areas and guessing as a dashed line. ${heard(mean, share)}`);
    pull.set(drawn(gradient), `Gradient at the cue by distance, ${WHEN[Number(trained)]}, on an axis of powers of ten. ${heard(gradient, small)}`);
  });
  return () => {
    stop();
    frame.stop();
  };
}

/** Draw; when anything but the distance and the choice of gradient changes, build the figure anew. */
const TRAITS = ["distances", "readers", "mean", "lowest", "highest", "before", "after", "guessing"];
export default { render: rebuilt(TRAITS, drawReaders) };
