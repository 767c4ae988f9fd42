import { unpack } from "./kernels.js";
import { choice, color, fixed, follow, html, percents, readoutOf, rebuilt, stage, write } from "./parts.js";

/** How much of a row goes to the words before a place, to the place, and to those after it. @param {number[]} row
 * @param {number} at @returns {number[]} */
export function sidesOf(row, at) {
  const sum = (part) => part.reduce((a, b) => a + b, 0);
  return [sum(row.slice(0, at)), row[at], sum(row.slice(at + 1))];
}

const percent = (share) => `${fixed(100 * share, 0)}\u00a0%`;
const heads = (n) => `${n} heads`;

/** Words in a column, each a button to choose who looks; beside them a column of shares for each head.
 * @param {string[]} words @param {string[]} columns @param {(place: number) => void} onPick */
function lookTable(words, columns, onPick) {
  const table = percents(" ", words, columns);
  const asks = choice("Click a word: where does it look?", words, onPick);
  const labels = [...asks.root.querySelectorAll("label")];
  table.root.querySelectorAll("tbody th").forEach((head, i) => head.replaceChildren(labels[i]));
  asks.root.lastChild.replaceChildren(table.root);
  const set = (rows, at) => {
    asks.set(at);
    table.name(`Where “${words[at]}” looks, in %`);
    table.set(words.map((_, s) => rows.map((row) => row[s])));
  };
  return { root: asks.root, set };
}

/** A whole table of weights, small: one cell for each pair of words, the chosen row framed; a click chooses a row.
 * @param {string} name @param {number[][]} weights @param {(place: number) => void} onPick */
function smallMap(name, weights, onPick) {
  const n = weights.length;
  const face = html("canvas", { width: n, height: n, "aria-hidden": "true" });
  const frame = html("span", { class: "wb-frame" });
  const place = (event) => Math.min(n - 1, Math.max(0, Math.floor((n * event.offsetY) / face.clientHeight)));
  const box = html("div", { onclick: (event) => onPick(place(event)) }, face, frame);
  const pixels = new ImageData(n, n);
  weights.flat().forEach((share, i) => pixels.data.set([...color(share), 255], 4 * i));
  face.getContext("2d").putImageData(pixels, 0, 0);
  frame.style.height = `${100 / n}%`;
  return { root: html("div", { class: "wb-small" }, box, html("span", {}, name)), set: (at) => (frame.style.top = `${(100 * at) / n}%`) };
}

/** What one reader answered where the word was asked, with a mark for right and wrong; null where it was not. */
function answerLine(name, asked, given, at) {
  const parts = asked.flatMap(([place, question, right], i) => {
    if (place !== at) return [];
    const [answer, sure] = given[i];
    const good = answer === right;
    return [`; ${question}: `, html("span", { class: good ? "wb-good" : "wb-wrong" }, `${answer} ${good ? "✓" : "✗"}`), ` (${sure}\u00a0% sure)`];
  });
  return parts.length ? html("p", {}, html("strong", {}, `${name}:`), parts[0].slice(1), ...parts.slice(1)) : null;
}

/** Choose a sentence, a reader and a word; see where it looks in each head. */
function drawHeads(model, el) {
  const [sentences, readers] = [model.get("sentences"), model.get("readers")];
  const joinOf = (i) => {
    const places = model.get("asked")[i].map(([place]) => place);
    return places.find((place, k) => places.indexOf(place) !== k) ?? 0;
  };
  const picked = choice("Sentence", sentences.map((words) => words.join(" ")), (sentence) => write(model, { sentence, word: joinOf(sentence) }));
  const many = choice("Beside one wide head", readers.slice(1).map(heads), (i) => write(model, { reader: i + 1 }));
  const said = readoutOf();
  const [left, right] = [stage(), stage()];
  const onPick = (word) => write(model, { word });

  el.classList.add("wb-figure", "wb-heads");
  el.replaceChildren(picked.root, many.root, said, html("div", { class: "wb-panels" }, left.root, right.root));

  const tablesOf = (words, columns) => () => {
    const table = lookTable(words, columns, onPick);
    const sums = percents("In sum, in %", ["before it", "itself", "after it"], columns);
    return [[table.root, sums.root], { table, sums }];
  };
  const mapsOf = (tables, columns) => () => {
    const maps = tables.map((weights, h) => smallMap(columns[h], weights, onPick));
    const told = html("p", {}, "Whole tables: the row looks, the column is looked at");
    return [[html("div", { class: "wb-smalls" }, told, ...maps.map((map) => map.root))], maps];
  };
  let shown = "";
  let [tables, columns] = [[], []];
  return follow(model, ["sentence", "word", "reader"], () => {
    const [i, reader] = [model.get("sentence"), model.get("reader")];
    const words = sentences[i];
    const at = Math.min(model.get("word"), words.length - 1);
    const key = `${i} ${reader}`;
    const focused = shown !== key && left.root.contains(document.activeElement);
    if (shown !== key) {
      shown = key;
      const start = readers.slice(0, reader).reduce((a, b) => a + b, 0);
      const numbers = [0, ...Array.from({ length: readers[reader] }, (_, h) => start + h)];
      tables = numbers.map((h) => unpack(model.get("weights")[i], words.length, words.length, h));
      columns = ["one wide", ...Array.from({ length: readers[reader] }, (_, h) => `head ${h + 1}`)];
    }
    const { table, sums } = left.show(key, tablesOf(words, columns));
    const maps = right.show(key, mapsOf(tables, columns));
    const rows = tables.map((weights) => weights[at]);
    picked.set(i);
    many.set(reader - 1);
    table.set(rows, at);
    sums.set([0, 1, 2].map((side) => rows.map((row) => sidesOf(row, at)[side])));
    maps.forEach((map) => map.set(at));
    if (focused) table.root.querySelector("input:checked")?.focus();
    const best = rows.map((row, h) => {
      const top = row.indexOf(Math.max(...row));
      return `${top === at ? "itself" : words[top]} in ${h ? columns[h] : "the one wide head"} (${percent(row[top])})`;
    });
    const [asked, answers] = [model.get("asked")[i], model.get("said")[i]];
    const lines = [["One wide head", 0], [`${readers[reader]} heads`, reader]].map(([name, r]) => answerLine(name, asked, answers[r], at));
    const none = html("p", {}, "This word was never asked: its rows look wherever the shared matrices send them.");
    said.replaceChildren(html("p", {}, `“${words[at]}” looks most at: ${best.join(", ")}.`), ...(lines[0] ? lines : [none]));
  });
}

/** Draw; when the sentences or the readers change, build the figure anew. */
export default { render: rebuilt(["sentences", "readers", "weights", "asked", "said"], drawHeads) };
