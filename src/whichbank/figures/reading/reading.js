// Readers as tanks: each word pours in, and of what is there some drains and the rest gets thinner.

import { framed } from "../kit/frame.js";
import { eased } from "../kit/motion.js";
import { follow, rebuilt, write } from "../kit/model.js";
import { fixed, small } from "../kit/numbers.js";
import { choice, html, nameAloud, readout, renew, say } from "../kit/parts.js";
import { heatmap, shade } from "../kit/tables.js";
import { reel } from "../kit/reel.js";
import { begun, tr, trn } from "../kit/words.js";

const PACE = 700; // ms for a word
const NAMED = 11; // percent of a tank: a layer of more has room for its name

/**
 * Amounts as shares of their sum.
 * @param {number[]} row
 * @returns {number[]}
 */
export function shares(row) {
  const sum = row.reduce((a, b) => a + b, 0);
  return row.map((amount) => amount / sum);
}

/**
 * A share for reading, in percent.
 * @param {number} share
 */
const percent = (share) =>
  share && share < 0.0005 ? "<0.1%" : `${fixed(100 * share, !share || share >= 0.0095 ? 0 : 1)}%`;
const exact = (share) =>
  share >= 0.0005
    ? percent(share)
    : `${share < 1e-6 ? small(100 * share) : fixed(100 * share, 4)}%`;

/** What a reader does with what it has read, by the reader's name up to a comma. */
const WAYS = {
  RNN: tr("rewritten at every word"),
  LSTM: tr("gates keep old words"),
  attention: tr("looks at all words"),
};
const short = (name) => name.split(",")[0];

/**
 * What a reader holds after a word, in words.
 * @param {string} name
 * @param {string[]} words
 * @param {number[][]} rows the shares after each word, to this one
 * @returns {string}
 */
function tell(name, words, rows) {
  const [reader, place] = [short(name), rows.length - 1];
  const [row, river, last] = [rows[place], `“${words[0]}”`, `“${words[place]}”`];
  if (!place) return tr("Only {river} is read yet: it is all that the reader holds.", { river });
  const [the, back, read] = [
    /^[A-Z]/.test(reader) ? tr("The {reader}", { reader }) : begun(reader),
    trn(place, { one: "1 word", other: "{n} words" }),
    row.slice(0, place + 1),
  ];
  const left = tr("{river}, {back} back, makes up {share}", { river, back, share: exact(row[0]) });
  if (Math.max(...read) < 1.25 * Math.min(...read))
    return tr("{the} holds all words about alike: {left}, much as {last} does.", {
      the,
      left,
      last,
    });
  const before = rows[place - 1][0];
  if (row[0] > 1.25 * before)
    return tr("{the} looks back: {left}. One word ago it was {before}.", {
      the,
      left,
      before: exact(before),
    });
  if (row[0] > row[place]) {
    const less = rows.every((one, i) => !i || one[0] < rows[i - 1][0]);
    const held = tr(
      "{the} still holds {river}: {back} back, it makes up {share}, more than {last} itself.",
      { the, river, back, share: exact(row[0]), last },
    );
    return less ? `${held} ${tr("But every further word leaves less of it.")}` : held;
  }
  const named = { the, river, back, share: exact(row[0]), last, own: exact(row[place]) };
  return row[0] < 0.01
    ? tr(
        "{the} has all but lost {river}: {back} back, it makes up only {share}, and {last} alone {own}.",
        named,
      )
    : tr(
        "{the} is losing {river}: {back} back, it makes up only {share}, and {last} alone {own}.",
        named,
      );
}

/**
 * A tank: a layer for each word that has been poured in, the first at the bottom.
 * @param {string[]} words
 * @param {number[][]} rows what is in it after each word
 * @param {number} most that any tank ever holds
 */
function tankOf(words, rows, most) {
  const layers = words.map((word) => html("i", {}, html("span", {}, word)));
  const jet = html("i", { class: "wb-jet" });
  const root = html("div", { class: "wb-tank", "aria-hidden": "true" }, ...layers, jet);
  /** @param {number} moment between two words */
  const draw = (moment) => {
    const [from, to] = [rows[Math.floor(moment)], rows[Math.ceil(moment)]];
    const part = eased(moment - Math.floor(moment));
    const held = from.map((amount, s) => amount + part * (to[s] - amount));
    const sum = held.reduce((a, b) => a + b, 0);
    let level = 0;
    layers.forEach((layer, s) => {
      const share = held[s] / sum;
      const [paper, ink] = shade(share);
      const high = (100 * held[s]) / most;
      layer.style.cssText =
        `bottom: ${level.toFixed(2)}%; height: ${high.toFixed(2)}%; ` +
        `--wb-share: ${(100 * share).toFixed(1)}%; background-color: ${paper}; color: ${ink}`;
      layer.classList.toggle("wb-thin", high < NAMED);
      level += high;
    });
    jet.style.cssText = `bottom: ${level.toFixed(2)}%; opacity: ${part > 0 && part < 1 ? 1 : 0}`;
  };
  return { root, draw };
}

/** The words, and for each reader a tank of what still counts. */
function drawReading(model, el) {
  const [words, readers, influence] = ["words", "readers", "influence"].map((name) =>
    model.get(name),
  );
  const last = words.length - 1;
  const text = nameAloud(
    choice(tr("Tap a word to read that far"), words, (place) => film.to(place)),
  );
  text.root.classList.add("wb-told");
  const chips = [...text.root.querySelectorAll("span")];
  const most = Math.max(...influence.flat().map((row) => row.reduce((a, b) => a + b, 0)));
  const asked = nameAloud(
    choice(tr("Whose ink is on the words"), readers.map(short), (i) =>
      write(model, { reader: readers[i] }),
    ),
  );
  asked.root.classList.add("wb-tanks");
  const tanks = [...asked.root.querySelectorAll("label")].map((label, i) => {
    const tank = tankOf(words, influence[i], most);
    const first = html("b", {}, "");
    const way = WAYS[short(readers[i])] ?? readers[i].split(", ")[1] ?? "";
    label.append(tank.root, first, html("small", {}, way));
    return { draw: tank.draw, first };
  });
  const said = readout();
  const table = heatmap(tr("Share of each word in what counts"), words, readers);
  const film = reel(
    tr("Word"),
    { last, pace: PACE, format: (place) => String(place + 1) },
    {
      root: asked.root,
      now: () => model.get("place"),
      go: (place) => write(model, { place }),
      draw: (moment) => tanks.forEach(({ draw }) => draw(moment)),
    },
  );
  const frame = framed(model, el, {
    name: "reading",
    what: tr("How much of an early word is left at the end?"),
    traits: ["reader", "place"],
    time: film,
    fits: ({ reader, place }) =>
      readers.includes(reader) && Number.isInteger(place) && place >= 0 && place <= last,
    picture: [text.root, asked.root],
    controls: [film.panel],
    said: said.root,
    table: [table.root],
  });

  const stop = follow(model, ["reader", "place"], () => {
    const [place, r] = [model.get("place"), readers.indexOf(model.get("reader"))];
    const held = influence.map((rows) => shares(rows[place]));
    text.set(place);
    asked.set(r);
    chips.forEach((chip, s) => {
      const [paper, ink] = shade(held[r][s]);
      const shown = s > place ? "" : `background-color: ${paper}; color: ${ink}`;
      if (chip.style.cssText !== shown) chip.style.cssText = shown;
      renew(chip, { class: s > place ? "wb-unread" : "" });
    });
    tanks.forEach(({ first }, i) => say(first, `${words[0]} ${percent(held[i][0])}`));
    film.set(place);
    table.set(
      words.map((_, s) => held.map((row) => row[s])),
      place,
    );
    said.set(tell(readers[r], words, influence[r].slice(0, place + 1).map(shares)));
  });
  return () => {
    stop();
    film.stop();
    frame.stop();
  };
}

/** Draw; when the sentence or the readers change, build the figure anew. */
export default { render: rebuilt(["words", "readers", "influence"], drawReading) };
