import { framed } from "./frame.js";
import { choice, fixed, follow, heatmap, html, readout, rebuilt, renew, say, shade, small, write } from "./parts.js";
import { player } from "./player.js";

const PACE = 700; // ms for a word

/** Amounts as shares of their sum. @param {number[]} row @returns {number[]} */
export function shares(row) {
  const sum = row.reduce((a, b) => a + b, 0);
  return row.map((amount) => amount / sum);
}

/** A share for reading, in percent. @param {number} share */
const percent = (share) => (share && share < 0.0005 ? "<0.1%" : `${fixed(100 * share, !share || share >= 0.0095 ? 0 : 1)}%`);
const exact = (share) => (share >= 0.0005 ? percent(share) : `${share < 1e-6 ? small(100 * share) : fixed(100 * share, 4)}%`);

/** The words with their ink, and for each reader a bar of what still counts. */
function drawReading(model, el) {
  const [words, readers, influence] = ["words", "readers", "influence"].map((name) => model.get(name));
  const last = words.length - 1;
  const stopAt = (place) => {
    time.rest();
    write(model, { place });
  };
  const text = choice("Tap a word to read as far as there. Where ink is left, the word still counts.", words, stopAt);
  text.root.classList.add("wb-ink");
  const chips = [...text.root.querySelectorAll("span")].map((chip) => {
    const share = html("small", {}, "");
    chip.append(share);
    return { chip, share };
  });
  const asked = choice("What still counts for each reader", readers, (i) => write(model, { reader: readers[i] }));
  asked.root.classList.add("wb-states");
  const bars = [...asked.root.querySelectorAll("label")].map((label) => {
    const parts = words.map(() => html("i", {}, ""));
    const first = html("b", {}, "");
    label.append(first, html("div", { class: "wb-state", "aria-hidden": "true" }, ...parts));
    return { parts, first };
  });
  const said = readout();
  const table = heatmap("Share of each word in what counts", words, readers);

  const time = player(PACE, () => {
    write(model, { place: (model.get("place") + 1) % words.length });
    return model.get("place") === last;
  });
  const frame = framed(model, el, { name: "reading", what: "How much of an early word is left at the end?", traits: ["reader", "place"], time,
    fits: ({ reader, place }) => readers.includes(reader) && Number.isInteger(place) && place >= 0 && place <= last,
    picture: [text.root], controls: [asked.root, html("div", { class: "wb-buttons" }, time.play, time.step)], said: said.root, table: [table.root] });

  const paint = (node, share, most) => {
    const [paper, ink] = shade(share / most);
    if (node.style.backgroundColor !== paper) node.style.backgroundColor = paper;
    if (node.style.color !== ink) node.style.color = ink;
  };
  const stop = follow(model, ["reader", "place"], () => {
    const [place, r] = [model.get("place"), readers.indexOf(model.get("reader"))];
    const held = influence.map((rows) => shares(rows[place]));
    text.set(place);
    asked.set(r);
    chips.forEach(({ chip, share }, s) => {
      paint(chip, held[r][s], Math.max(...held[r]));
      say(share, s <= place ? percent(held[r][s]) : "");
      renew(chip, { class: s > place ? "wb-unread" : "" });
    });
    bars.forEach(({ parts, first }, i) => {
      say(first, `${words[0]} ${percent(held[i][0])}`);
      parts.forEach((part, s) => {
        const share = held[i][s];
        if (part.style.flexGrow !== String(share)) part.style.flexGrow = share;
        paint(part, share, Math.max(...held[i]));
        part.hidden = s > place;
        say(part, share >= 0.1 ? words[s] : "");
      });
    });
    table.set(words.map((_, s) => held.map((row) => row[s])), place);
    const back = place === 1 ? "1 word back" : `${place} words back`;
    said.set(`${readers[r]}, after “${words[place]}”: that word counts for ${exact(held[r][place])}` + (place
      ? `, and “${words[0]}”, ${back}, for ${exact(held[r][0])}.` : "; nothing else is read yet."));
  });
  return () => {
    stop();
    frame.stop();
  };
}

/** Draw; when the sentence or the readers change, build the figure anew. */
export default { render: rebuilt(["words", "readers", "influence"], drawReading) };
