import { chart } from "./chart.js";
import { choice, fixed, follow, html, readoutOf, rebuilt, say, slider, small, write } from "./parts.js";

const WHEN = ["before training", "after training"];

const share = (x) => `${fixed(100 * x, 0)} %`;

/** A slider over distances: what each reader remembers, and how much its first word still moves it. */
function drawReaders(model, el) {
  const [distances, readers] = [model.get("distances"), model.get("readers")];
  const [mean, lowest, highest, guessing] = ["mean", "lowest", "highest", "guessing"].map((name) => model.get(name));
  const gradients = [model.get("before"), model.get("after")];
  const flat = gradients.flat(2);
  const powers = [Math.floor(Math.log10(Math.min(...flat)) / 5) * 5, Math.ceil(Math.log10(Math.max(...flat, 1)))];
  const across = { x: [distances[0], distances[distances.length - 1]], names: readers, size: [230, 200] };
  const words = (x) => String(x);
  const right = chart({ ...across, y: [0, 1], labels: ["words from cue to bank", "right answers"], log: { x: true },
    ticks: { x: distances, y: [0, 0.25, 0.5, 0.75, 1] }, format: { x: words, y: share } });
  const pull = chart({ ...across, y: powers.map((power) => 10 ** power), log: { x: true, y: true }, ticks: { x: distances },
    labels: ["words from cue to bank", "gradient at the cue"], format: { x: words } });
  const picked = slider("Distance", { min: 0, max: distances.length - 1, step: 1, format: (i) => String(distances[i]) },
    (i) => write(model, { distance: distances[i] }));
  const when = choice("Gradient", WHEN, (i) => write(model, { trained: i === 1 }));
  const found = html("p");
  const lines = readers.map(() => html("span"));
  const said = readoutOf(found,
    ...readers.map((reader, r) => html("p", {}, html("span", { class: `wb-word wb-c${r % 6}` }, reader), ": ", lines[r])));

  el.classList.add("wb-figure");
  el.replaceChildren(html("div", { class: "wb-controls" }, picked.root, when.root),
    html("div", { class: "wb-panels" }, right.root, pull.root), said);

  return follow(model, ["distance", "trained"], () => {
    const i = distances.indexOf(model.get("distance"));
    const trained = model.get("trained");
    const gradient = gradients[Number(trained)];
    const marker = { key: "marker", kind: "marker", at: distances[i], name: `${distances[i]} words` };
    const curve = (table) => readers.map((name, r) => ({ key: name, kind: "curve", name, color: r, at: distances.map((x, n) => [x, table[r][n]]) }));
    const dots = (table) => readers.map((name, r) => ({ key: `${name} now`, kind: "dot", color: r, at: [distances[i], table[r][i]] }));
    picked.set(i);
    when.set(Number(trained));
    say(found, `“bank” stands ${distances[i]} words after its cue. Guessing is right ${share(guessing)} of the time.`);
    lines.forEach((line, r) => {
      const range = lowest[r][i] < highest[r][i] ? ` (${share(lowest[r][i])} to ${share(highest[r][i])})` : "";
      say(line, `${share(mean[r][i])} right${range}, gradient ${small(gradient[r][i])}`);
    });
    const heard = readers.map((name, r) => `${name} ${lines[r].textContent}`).join("; ");
    right.set([
      ...readers.map((name, r) => ({ key: `${name} spread`, kind: "band", color: r, at: distances.map((x, n) => [x, lowest[r][n], highest[r][n]]) })),
      { key: "guessing", kind: "curve", at: distances.map((x) => [x, guessing]), marks: false, dashed: true },
      marker, ...curve(mean), ...dots(mean),
    ], `Right answers by distance, with the spread of the trainings as areas and guessing as a dashed line. At ${distances[i]} words: ${heard}.`);
    pull.set([marker, ...curve(gradient), ...dots(gradient)],
      `Gradient at the cue by distance, ${WHEN[Number(trained)]}, on an axis of powers of ten. At ${distances[i]} words: ${heard}.`);
  });
}

/** Draw; when anything but the distance and the choice of gradient changes, build the figure anew. */
const TRAITS = ["distances", "readers", "mean", "lowest", "highest", "before", "after", "guessing"];
export default { render: rebuilt(TRAITS, drawReaders) };
