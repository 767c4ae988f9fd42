import { framed } from "../kit/frame.js";
import {
  choice,
  fixed,
  follow,
  heatmap,
  html,
  readout,
  rebuilt,
  renew,
  say,
  shade,
  small,
  write,
} from "../kit/parts.js";
import { player } from "../kit/player.js";

const PACE = 700; // ms for a word

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
  RNN: "rewritten at every word",
  LSTM: "gates keep old words",
  attention: "looks at all words",
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
  if (!place) return `Only ${river} is read yet: it is all that the reader holds.`;
  const [the, back, read] = [
    /^[A-Z]/.test(reader) ? `The ${reader}` : reader[0].toUpperCase() + reader.slice(1),
    place === 1 ? "1 word" : `${place} words`,
    row.slice(0, place + 1),
  ];
  if (Math.max(...read) < 1.25 * Math.min(...read)) {
    return `${the} holds all words about alike: ${river}, ${back} back, makes up ${exact(row[0])}, much as ${last} does.`;
  }
  const before = rows[place - 1][0];
  if (row[0] > 1.25 * before) {
    return `${the} looks back: ${river}, ${back} back, makes up ${exact(row[0])}. One word ago it was ${exact(before)}.`;
  }
  if (row[0] > row[place]) {
    const less = rows.every((one, i) => !i || one[0] < rows[i - 1][0]);
    return `${the} still holds ${river}: ${back} back, it makes up ${exact(row[0])}, more than ${last} itself.${less ? " But every further word leaves less of it." : ""}`;
  }
  return `${the} ${row[0] < 0.01 ? "has all but lost" : "is losing"} ${river}: ${back} back, it makes up only ${exact(row[0])}, and ${last} alone ${exact(row[place])}.`;
}

/** The words, and for each reader a bar of what still counts. */
function drawReading(model, el) {
  const [words, readers, influence] = ["words", "readers", "influence"].map((name) =>
    model.get(name),
  );
  const last = words.length - 1;
  const stopAt = (place) => {
    time.rest();
    write(model, { place });
  };
  const text = choice(
    "Tap a word to read that far. The numbers are for the chosen reader.",
    words,
    stopAt,
  );
  text.root.classList.add("wb-ink");
  const chips = [...text.root.querySelectorAll("span")].map((chip) => {
    const share = html("small", {}, "");
    chip.append(share);
    return { chip, share };
  });
  const asked = choice("What each reader holds: a part for each word", readers.map(short), (i) =>
    write(model, { reader: readers[i] }),
  );
  asked.root.classList.add("wb-states");
  const bars = [...asked.root.querySelectorAll("label")].map((label, i) => {
    const parts = words.map(() => html("i", {}, ""));
    const first = html("b", {}, "");
    label.append(
      html("small", {}, WAYS[short(readers[i])] ?? ""),
      first,
      html("div", { class: "wb-state", "aria-hidden": "true" }, ...parts),
    );
    return { parts, first };
  });
  const said = readout();
  const table = heatmap("Share of each word in what counts", words, readers);

  const time = player(PACE, () => {
    write(model, { place: (model.get("place") + 1) % words.length });
    return model.get("place") === last;
  });
  const frame = framed(model, el, {
    name: "reading",
    what: "How much of an early word is left at the end?",
    traits: ["reader", "place"],
    time,
    fits: ({ reader, place }) =>
      readers.includes(reader) && Number.isInteger(place) && place >= 0 && place <= last,
    picture: [text.root],
    controls: [asked.root, html("div", { class: "wb-buttons" }, time.play, time.step)],
    said: said.root,
    table: [table.root],
  });

  const paint = (node, share) => {
    const [paper, ink] = shade(share);
    if (node.style.backgroundColor !== paper) node.style.backgroundColor = paper;
    if (node.style.color !== ink) node.style.color = ink;
  };
  const stop = follow(model, ["reader", "place"], () => {
    const [place, r] = [model.get("place"), readers.indexOf(model.get("reader"))];
    const held = influence.map((rows) => shares(rows[place]));
    text.set(place);
    asked.set(r);
    chips.forEach(({ chip, share }, s) => {
      paint(chip, held[r][s]);
      say(share, s <= place && held[r][s] >= 0.005 ? percent(held[r][s]) : "");
      renew(chip, { class: s > place ? "wb-unread" : "" });
    });
    bars.forEach(({ parts, first }, i) => {
      say(first, `${words[0]} ${percent(held[i][0])}`);
      parts.forEach((part, s) => {
        const share = held[i][s];
        if (part.style.flexGrow !== String(share)) part.style.flexGrow = share;
        renew(part, { class: s === place ? "wb-read" : "" });
        part.hidden = s > place;
        say(part, share >= 0.1 ? words[s] : "");
      });
    });
    table.set(
      words.map((_, s) => held.map((row) => row[s])),
      place,
    );
    said.set(tell(readers[r], words, influence[r].slice(0, place + 1).map(shares)));
  });
  return () => {
    stop();
    frame.stop();
  };
}

/** Draw; when the sentence or the readers change, build the figure anew. */
export default { render: rebuilt(["words", "readers", "influence"], drawReading) };
