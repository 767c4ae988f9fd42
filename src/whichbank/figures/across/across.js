import { framed } from "../kit/frame.js";
import { unpack } from "../nets/kernels.js";
import {
  choice,
  chooser,
  fixed,
  follow,
  html,
  percents,
  readout,
  rebuilt,
  renew,
  say,
  shade,
  stage,
  svg,
  thickness,
  write,
} from "../kit/parts.js";
import { player } from "../kit/player.js";

const PACE = 1200; // ms for a word
const APART = 0.4; // of a row, between the lines of two heads

/**
 * Two columns of words, and between them lines from the word that is written to those that are
 * read.
 * @param {string[]} english
 * @param {string[]} hindi
 * @param {number[]} source which English word each Hindi one stands for
 * @param {number} high how many words there is room for
 * @param {number} heads
 * @param {(word: number) => void} onPick
 */
function columns(english, hindi, source, high, heads, onPick) {
  const picks = choice("It writes: tap a word", hindi, onPick);
  picks.root.setAttribute("lang", "hi-Latn");
  picks.root
    .querySelectorAll("label > span")
    .forEach((word, t) => word.append(html("small", { lang: "en" }, english[source[t]] ?? "")));
  const words = english.map((word) =>
    html("li", {}, html("span", {}, word), html("small", {}, "")),
  );
  const middle = (i, { length }) => (high - length) / 2 + i + 0.5;
  const lines = Array.from({ length: heads }, () => english.map(() => svg("path")));
  const trails = hindi.map(() => english.map(() => svg("path")));
  const picture = svg(
    "svg",
    { role: "img", viewBox: `0 0 100 ${high}`, preserveAspectRatio: "none" },
    ...trails.flat(),
    ...lines.flat(),
  );
  const root = html(
    "div",
    { class: "wb-two", style: `--wb-rows: ${high}` },
    html("p", {}, "It reads English"),
    html("p", { "aria-hidden": "true" }, "It writes Hindi"),
    html("ol", {}, ...words),
    picture,
    picks.root,
  );
  const labels = [...picks.root.querySelectorAll("label")];

  const way = (s, t, shift) => {
    const [from, to] = [middle(s, english) + shift, middle(t, hindi) + shift].map((y) =>
      y.toFixed(2),
    );
    return `M0 ${from}C50 ${from} 50 ${to} 100 ${to}`;
  };

  /**
   * @param {number[][][]} weights where each head looks while it writes each word
   * @param {number} word
   * @param {number} head
   * @param {number} meant
   * @param {string} description
   */
  const set = (weights, word, head, meant, description) => {
    const rows = weights.map((table) => table[word]);
    const apart = (h) => APART * (h - (heads - 1) / 2);
    picks.set(word);
    renew(picks.root, { class: `wb-choice wb-c${head % 6}` });
    labels.forEach((label, t) => label.classList.toggle("wb-unread", t > word));
    words.forEach((one, s) => {
      const [paper, ink] = shade(rows[head][s]);
      renew(one, {
        class: s === meant ? "wb-meant" : "",
        style: `background-color: ${paper}; color: ${ink}`,
      });
      say(one.lastChild, rows[head][s] < 0.005 ? "" : `${fixed(100 * rows[head][s], 0)}%`);
    });
    lines.forEach((paths, h) =>
      paths.forEach((line, s) => {
        renew(line, {
          d: way(s, word, apart(h)),
          "stroke-width": thickness(rows[h][s]).toFixed(2),
          "data-weight": rows[h][s].toFixed(4),
          class: `wb-arc wb-c${h % 6}${h === head ? "" : " wb-faint"}`,
        });
      }),
    );
    trails.forEach((paths, t) =>
      paths.forEach((line, s) =>
        renew(line, {
          d: way(s, t, apart(head)),
          class: `wb-trail wb-c${head % 6}`,
          "stroke-width": (t < word ? thickness(weights[head][t][s]) / 2 : 0).toFixed(2),
        }),
      ),
    ); // of the words that are written already
    renew(picture, { "aria-label": description });
  };
  return { root, set };
}

/**
 * Choose a sentence; its translation is written word by word, and lines show where each word comes
 * from.
 */
function drawAcross(model, el) {
  const [read, written] = ["read", "written"].map((name) =>
    model.get(name).map((text) => text.split(" ")),
  );
  const [source, heads] = [model.get("source"), model.get("heads")];
  // the figure is as high for each sentence
  const longest = Math.max(...[...read, ...written].map((words) => words.length));
  const last = () => written[model.get("sentence")].length - 1;
  let begun = false; // the first Play writes from the first word
  const time = player(PACE, () => {
    const again = model.get("word") >= last() || !(begun || time.play.textContent === "Play");
    begun = true;
    write(model, { word: again ? 0 : model.get("word") + 1 });
    return model.get("word") === last();
  });
  const go = (traits) => {
    time.rest();
    begun = true;
    write(model, traits);
  };
  const sentences = chooser("Sentence", model.get("read"), (sentence) =>
    go({ word: Math.min(model.get("word"), written[sentence].length - 1), sentence }),
  ); // no word past its end
  const views = choice(
    "Head",
    Array.from({ length: heads }, (_, i) => `head ${i + 1}`),
    (head) => write(model, { head }),
  );
  views.root.querySelectorAll("label").forEach((label, h) => label.classList.add(`wb-c${h % 6}`));
  const said = readout();
  const [texts, tables] = [stage(), stage()];
  const whole = (x, below) => Number.isInteger(x) && x >= 0 && x < below;
  const frame = framed(model, el, {
    name: "across",
    what: "Which English word does the translator look at while it writes?",
    traits: ["word", "sentence", "head"],
    time,
    title: [sentences.root],
    onReset: () => (begun = false),
    fits: ({ sentence, word, head }) =>
      whole(sentence, read.length) && whole(word, written[sentence].length) && whole(head, heads),
    picture: [
      texts.root,
      html(
        "p",
        { class: "wb-aside" },
        "Thick: it looks there most. Pale: for earlier words. Dashed: the word to translate.",
      ),
    ],
    controls: [time.play, time.step, views.root],
    said: said.root,
    table: [tables.root],
  });

  const stop = follow(model, ["sentence", "word", "head"], () => {
    const [sentence, head] = [model.get("sentence"), model.get("head")];
    const [english, hindi] = [read[sentence], written[sentence]];
    const word = Math.min(model.get("word"), hindi.length - 1);
    const weights = Array.from({ length: heads }, (_, h) =>
      unpack(model.get("weights")[sentence], hindi.length, english.length, h),
    );
    const view = texts.put(sentence, () =>
      columns(english, hindi, source[sentence], longest, heads, (i) => go({ word: i })),
    );
    const table = tables.put(sentence, () => {
      const made = percents(
        "Where it looks while it writes the word of the row, in %",
        hindi,
        english,
      );
      made.root.classList.add("wb-tight");
      return made;
    });
    const row = weights[head][word];
    const best = row.indexOf(Math.max(...row));
    const meant = source[sentence][word];
    const verdict =
      best === meant ? "the word to translate" : `though it translates ${english[meant]}`;
    const start = `To write ${hindi[word]}, head ${head + 1} looks most at ${english[best]} (${fixed(100 * row[best], 0)}%)`;
    const looks = weights.map(
      (rows, h) =>
        `head ${h + 1} at ${english.flatMap((one, s) => (rows[word][s] < 0.005 ? [] : [`${one} ${fixed(100 * rows[word][s], 0)}%`])).join(", ")}`,
    );
    sentences.set(sentence);
    views.set(head);
    table.set(weights[head], word);
    said.set(
      meant < 0 ? `${start}, though it translates no English word.` : `${start}, ${verdict}.`,
    );
    view.set(
      weights,
      word,
      head,
      meant,
      `Lines from ${hindi[word]} to the words that it looks at: ${looks.join("; ")}.`,
    );
  });
  return () => {
    stop();
    frame.stop();
  };
}

/** Draw; when the sentences change, build the figure anew. */
export default { render: rebuilt(["read", "written", "source", "weights", "heads"], drawAcross) };
