// The machine as it is drawn: a stream of vectors that runs from the letters up to the next one, and
// on it the boxes. Each box is one function; the same one may stand in several places.
import { make } from "../pages/make.js";
import { BROAD, MIDDLE, STANDS, TALL } from "./small.js";
import { tr } from "../pages/words.js";

/** What stands between them, which was given and not written: top and words. */
/** @type {[number, string][]} */
const GIVEN = [
  [94, tr("a score for each letter")],
  [440, tr("q, k, v, cut into heads")],
  [524, tr("a vector for its place")],
  [548, tr("a vector for each letter")],
  [680, tr("to read with the real model, and to train")],
];
const [SPLIT, JOIN] = [
  [494, 276],
  [290, 172],
];
const BLOCK = [160, 506];
const RIM = 276; // where the skips run

const paths = () => {
  const skip = (from, to) =>
    `M${MIDDLE} ${from}H${RIM - 12}q12 0 12 -12V${to + 12}q0 -12 -12 -12H${MIDDLE + 9}`;
  const [low, high] = [0, 1].map((i) => skip(SPLIT[i], JOIN[i]));
  return { stream: `M${MIDDLE} ${TALL - 30}V34`, low, high };
};

function backdrop() {
  const { stream, low, high } = paths();
  const [top, foot] = BLOCK;
  const sum = (y) =>
    `<circle cx="${MIDDLE}" cy="${y}" r="9"/><path d="M${MIDDLE - 4} ${y}h8M${MIDDLE} ${y - 4}v8"/>`;
  const words = GIVEN.map(
    ([y, text]) =>
      `<rect class="wb-my-veil" x="${MIDDLE - 3.4 * text.length}" y="${y - 10}" width="${6.8 * text.length}" height="15"/>` +
      `<text x="${MIDDLE}" y="${y + 1}">${text}</text>`,
  );
  return (
    `<svg viewBox="0 0 ${BROAD} ${TALL + 80}" width="${BROAD}" height="${TALL + 80}" aria-hidden="true">` +
    `<rect class="wb-my-block" x="6" y="102" width="${BROAD - 12}" height="414" rx="12"/>` +
    `<rect class="wb-my-block" x="16" y="${top}" width="${BROAD - 32}" height="${foot - top}" rx="10"/>` +
    `<text class="wb-my-times" x="26" y="${foot - 10}">${tr("two of these")}</text>` +
    `<path class="wb-my-stream" d="${stream}"/><path class="wb-my-stream" d="${low}"/><path class="wb-my-stream" d="${high}"/>` +
    `<path class="wb-my-flow" d="${stream}"/>${words.join("")}<g class="wb-my-sums">${JOIN.map(sum).join("")}</g></svg>`
  );
}

const NARROW = ["block", "stack"]; // their frames have no room for a second word

/** A box in words. */
const wording = ({ title, name }, lit, changed) => [
  make("b", {}, title),
  make("code", {}, name),
  make(
    "small",
    { className: changed || (lit && !NARROW.includes(name)) ? "" : "wb-aloud" },
    changed ? tr("changed") : lit ? tr("yours") : tr("the course’s"),
  ),
];

/**
 * The machine, each of its boxes a button.
 * @param {Box[]} boxes
 * @param {(name: string) => void} onPick
 */
export function drawn(boxes, onPick) {
  const root = make("div", {
    className: "wb-my-machine",
    role: "group",
    ariaLabel: tr("The machine"),
  });
  root.innerHTML = backdrop();
  const [first, next] = ["wb-my-first", "wb-my-next-letter"].map((className) =>
    make("span", { className: `wb-my-pill ${className}` }),
  );
  const places = STANDS.map(([name, left, top, width, height]) => {
    const box = boxes.find((one) => one.name === name);
    const node = make(box ? "button" : "span", { className: `wb-my-box wb-my-box-${name}` });
    node.style.cssText = `left:${left}px;top:${top}px;width:${width}px;height:${height}px`;
    if (box) Object.assign(node, { type: "button", onclick: () => onPick(name) });
    else if (name === "network") node.append(tr("small network"));
    else return { name, box, node };
    root.append(node);
    return { name, box, node };
  });
  root.append(first, next);
  let [off, latest] = [0, ""];
  const rest = () => {
    root.classList.remove("wb-my-works");
    for (const { node } of places) node.classList.remove("wb-my-now");
  };
  return {
    root,
    /**
     * @param {{lit: Set<string>, changed: Set<string>, picked: string}} state
     */
    set({ lit, changed, picked }) {
      for (const { name, box, node } of places) {
        if (!box) continue;
        node.classList.toggle("wb-lit", lit.has(name));
        node.classList.toggle("wb-my-changed", changed.has(name));
        node.ariaPressed = String(name === picked);
        node.replaceChildren(...wording(box, lit.has(name), changed.has(name)));
      }
    },
    /** Say what goes in and what comes out. */
    say(text, letter) {
      first.textContent = text.slice(-24) || tr("letters so far");
      next.textContent = letter === " " ? tr("space") : letter || tr("next letter");
    },
    /** A box computes: of many that do so within a frame, the last is shown. */
    at(name) {
      clearTimeout(off);
      off = setTimeout(rest, 400);
      if (!latest)
        requestAnimationFrame(() => {
          root.classList.add("wb-my-works");
          for (const one of places) one.node.classList.toggle("wb-my-now", one.name === latest);
          latest = "";
        });
      latest = name;
    },
    rest,
  };
}
