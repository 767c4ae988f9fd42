import { unpack } from "./kernels.js";
import { choice, fixed, follow, html, percents, readout, rebuilt, stage, write } from "./parts.js";

/** Pick a sentence, a word of its translation, and a head; the read words show what it looks at. */
function drawAcross(model, el) {
  const [read, written] = ["read", "written"].map((name) => model.get(name).map((text) => text.split(" ")));
  const [source, heads] = [model.get("source"), model.get("heads")];
  const sentences = choice("It reads", model.get("read"), (sentence) =>
    write(model, { word: Math.min(model.get("word"), written[sentence].length - 1), sentence })); // no word past its end
  const views = choice("Head", Array.from({ length: heads }, (_, i) => String(i + 1)), (head) => write(model, { head }));
  const said = readout();
  const [words, tables] = [stage(), stage()];
  el.classList.add("wb-figure", "wb-across");
  el.replaceChildren(sentences.root, words.root, views.root, said.root, html("div", { class: "wb-scroll" }, tables.root));

  const tableOf = (hindi, english) => () => {
    const table = percents("Where it looks while it writes the word of the row, in %", hindi, english);
    table.root.classList.add("wb-tight");
    return table;
  };
  const picksOf = (hindi) => () => {
    const picks = choice("It writes: pick a word", hindi, (i) => write(model, { word: i }));
    picks.root.setAttribute("lang", "hi-Latn");
    return picks;
  };
  return follow(model, ["sentence", "word", "head"], () => {
    const [sentence, word, head] = ["sentence", "word", "head"].map((name) => model.get(name));
    const [english, hindi] = [read[sentence], written[sentence]];
    const picks = words.put(sentence, picksOf(hindi));
    const table = tables.put(sentence, tableOf(hindi, english));
    const weights = unpack(model.get("weights")[sentence], hindi.length, english.length, head);
    sentences.set(sentence);
    picks.set(word);
    views.set(head);
    table.set(weights, word);
    const best = weights[word].indexOf(Math.max(...weights[word]));
    const meant = source[sentence][word];
    const verdict = best === meant ? "the word that it stands for" : `it stands for ${english[meant]}`;
    const start = `While it writes ${hindi[word]}, head ${head + 1} looks most at ${english[best]} (word ${best + 1}, ${fixed(100 * weights[word][best], 0)}\u00a0%)`;
    said.set(meant < 0 ? `${start}. ${hindi[word]} stands for no single English word.` : `${start}: ${verdict}.`);
  });
}

/** Draw; when the sentences change, build the figure anew. */
export default { render: rebuilt(["read", "written", "source", "weights", "heads"], drawAcross) };
