import { framed } from "../kit/frame.js";
import { unpack } from "../nets/kernels.js";
import { follow, rebuilt, write } from "../kit/model.js";
import { fixed, wholeWithin } from "../kit/numbers.js";
import { choice, chooser, html, nameAloud, readout, renew, say, slider } from "../kit/parts.js";
import { percents, stage } from "../kit/tables.js";
import { player } from "../kit/player.js";
import { columns } from "./columns.js";
import { tr } from "../kit/words.js";

const PACE = 1200; // ms for a word

/**
 * Choose a sentence; its translation is written word by word, and lines show where each word comes
 * from.
 */
function drawAcross(model, el) {
  const [read, open, blind] = ["read", "written", "blind"].map((name) =>
    model.get(name).map((text) => text.split(" ")),
  );
  const meanings = Object.fromEntries(model.get("glosses"));
  const closes = blind.length > 0;
  const shut = () => closes && model.get("closed");
  /** What is written, with the window as it is. */
  const wordsOf = (sentence, closed = shut()) => (closed ? blind : open)[sentence];
  /** Which of the words that are written blindly are right: each of the right ones counts once. */
  const rightOf = (sentence) => {
    const left = [...open[sentence]];
    return blind[sentence].map((word) => {
      const found = left.indexOf(word);
      if (found >= 0) left.splice(found, 1);
      return found >= 0;
    });
  };
  const [source, heads] = [model.get("source"), model.get("heads")];
  // the figure is as high for each sentence
  const longest = Math.max(...[...read, ...open, ...blind].map((words) => words.length));
  const count = () => wordsOf(model.get("sentence")).length;
  let begun = false; // the first Play writes from the first word
  let now = model.get("word") + 1; // how many words are written, with the part of one
  const { time: line, play } = player(
    PACE * longest,
    (at) => {
      now = at / PACE;
      const word = Math.max(Math.ceil(now) - 1, 0);
      if (word !== model.get("word")) write(model, { word });
      else grow();
    },
    (time) => {
      time.set(begun && now < count() ? PACE * now : 0);
      begun = true;
      time.play(PACE * count());
    },
  );
  const scrub = nameAloud(
    slider(
      tr("time"),
      {
        min: 0,
        max: 1,
        step: 0.1,
        format: (x) => wordsOf(model.get("sentence"))[Math.ceil(x) - 1] ?? "",
      },
      (x) => {
        line.rest();
        begun = true;
        line.set(PACE * x);
      },
    ),
  );
  const grow = () => {
    const word = Math.max(Math.ceil(now) - 1, 0);
    view?.grow(word, now - word);
    scrub.set(now);
  };
  /** @type {ReturnType<typeof columns> | undefined} */
  let view;
  const go = (traits) => {
    line.rest();
    begun = true;
    now = (traits.word ?? model.get("word")) + 1;
    write(model, traits);
    grow();
  };
  const sentences = chooser(tr("Sentence"), model.get("read"), (sentence) => {
    texts.root.classList.remove("wb-falls"); // the window is as it was
    // no word past its end
    go({ word: Math.min(model.get("word"), wordsOf(sentence).length - 1), sentence });
  });
  // closed, its sentence is there at once; open, it writes the word for the last one that it reads
  const windows = choice(tr("Window"), [tr("open"), tr("closed")], (i) => {
    const sentence = model.get("sentence");
    const noun = source[sentence].indexOf(read[sentence].length - 1);
    const last = wordsOf(sentence, i > 0).length - 1;
    const word = i > 0 || noun < 0 ? last : noun;
    texts.root.classList.toggle("wb-falls", i > 0);
    go({ word, closed: i > 0 });
    if (i > 0) return;
    line.set(PACE * word);
    line.play(PACE * (word + 1));
  });
  windows.root.classList.add("wb-shutter");
  const views = nameAloud(
    choice(
      tr("Head"),
      Array.from({ length: heads }, (_, i) => tr("head {head}", { head: i + 1 })),
      (head) => write(model, { head }),
    ),
  );
  views.root.querySelectorAll("label").forEach((label, h) => label.classList.add(`wb-c${h % 6}`));
  const said = readout();
  const [texts, tables] = [stage(), stage()];
  const legend = html("p", { class: "wb-aside" });
  const frame = framed(model, el, {
    name: "across",
    what: closes
      ? tr("What does the translator write when it cannot look?")
      : tr("Which English word does the translator look at while it writes?"),
    traits: ["closed", "word", "sentence", "head"],
    time: { play, rest: line.rest },
    title: [sentences.root],
    onReset: () => {
      begun = false;
      now = model.get("word") + 1;
      grow();
    },
    fits: ({ sentence, word, head, closed }) =>
      wholeWithin(sentence, 0, read.length - 1) &&
      wholeWithin(word, 0, wordsOf(sentence, closes && closed).length - 1) &&
      wholeWithin(head, 0, heads - 1),
    picture: [texts.root, legend],
    controls: [play, scrub.root, ...(closes ? [windows.root] : []), views.root],
    said: said.root,
    table: [tables.root],
  });

  const stop = follow(model, ["closed", "sentence", "word", "head"], () => {
    const [sentence, head, closed] = [model.get("sentence"), model.get("head"), shut()];
    const [english, hindi] = [read[sentence], wordsOf(sentence)];
    const from = closed ? hindi.map(() => -1) : source[sentence];
    const word = Math.min(model.get("word"), hindi.length - 1);
    const weights = Array.from({ length: heads }, (_, h) =>
      closed
        ? hindi.map(() => english.map(() => 0))
        : unpack(model.get("weights")[sentence], hindi.length, english.length, h),
    );
    const key = `${sentence} ${closed}`;
    view = texts.put(key, () => {
      const told = hindi.map((one, t) => meanings[one] ?? english[from[t]] ?? "");
      const marked = closed ? rightOf(sentence) : undefined;
      return columns(english, hindi, told, longest, heads, (i) => go({ word: i }), marked);
    });
    texts.root.classList.toggle("wb-window-shut", closed);
    views.root.classList.toggle("wb-idle", closed); // no head looks
    say(
      legend,
      closed
        ? tr("Right here: {words}", { words: open[sentence].join(" ") })
        : tr("Pale: earlier words. Dashed: the word to translate."),
    );
    const table = tables.put(key, () => {
      const made = percents(
        tr("Where it looks while it writes the word of the row, in %"),
        hindi,
        english,
      );
      made.root.classList.add("wb-tight");
      return made;
    });
    const row = weights[head][word];
    const best = row.indexOf(Math.max(...row));
    const meant = from[word];
    const named = {
      word: hindi[word],
      head: head + 1,
      best: english[best],
      percent: fixed(100 * row[best], 0),
      meant: english[meant],
    };
    const looks = weights.map((rows, h) =>
      tr("head {head} at {words}", {
        head: h + 1,
        words: english
          .flatMap((one, s) =>
            rows[word][s] < 0.005 ? [] : [`${one} ${fixed(100 * rows[word][s], 0)}%`],
          )
          .join(", "),
      }),
    );
    sentences.set(sentence);
    views.set(head);
    windows.set(Number(closed));
    table.set(weights[head], word);
    const fit = closed ? rightOf(sentence).filter(Boolean).length : 0;
    said.set(
      closed
        ? tr(
            "With the window closed it writes this for every English sentence. Of the {n} words that are right here it has {fit}.",
            { fit, n: open[sentence].length },
          )
        : meant < 0
          ? tr(
              "To write {word}, head {head} looks most at {best} ({percent}%), though it translates no English word.",
              named,
            )
          : best === meant
            ? tr(
                "To write {word}, head {head} looks most at {best} ({percent}%), the word to translate.",
                named,
              )
            : tr(
                "To write {word}, head {head} looks most at {best} ({percent}%), though it translates {meant}.",
                named,
              ),
    );
    if (Math.max(Math.ceil(now) - 1, 0) !== word) now = word + 1; // it was set from elsewhere
    renew(scrub.input, { max: hindi.length });
    view.set(
      weights,
      word,
      head,
      meant,
      closed
        ? tr("The window is closed: no line comes across to {word}.", { word: hindi[word] })
        : tr("Lines from {word} to the words that it looks at: {looks}.", {
            word: hindi[word],
            looks: looks.join("; "),
          }),
      line.plays() || undefined, // under a hand at once, else it glides
    );
    grow();
  });
  return () => {
    line.rest();
    stop();
    frame.stop();
  };
}

/** Draw; when the sentences change, build the figure anew. */
export default {
  render: rebuilt(
    ["read", "written", "source", "weights", "heads", "blind", "glosses"],
    drawAcross,
  ),
};
