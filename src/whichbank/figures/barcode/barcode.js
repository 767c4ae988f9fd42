import { framed } from "../kit/frame.js";
import { follow, rebuilt, write } from "../kit/model.js";
import { fixed, wholeWithin } from "../kit/numbers.js";
import { chooser, html, readout } from "../kit/parts.js";
import { heatmap } from "../kit/tables.js";
import { player } from "../kit/player.js";
import { dot } from "../nets/kernels.js";
import { sounding } from "./chord.js";
import { encodePlaces } from "./codes.js";
import { dials } from "./dials.js";
import { count, ground, OFFSETS, PLACES } from "./ground.js";
import { tr } from "../kit/words.js";

const KINDS = ["sine and cosine of each wave", "sines alone", "exponent counts columns", "degrees"];
// what the list calls them
const SHORT = [tr("correct"), tr("slip: sines alone"), tr("slip: exponent"), tr("slip: degrees")];
const TRAITS = ["position", "offset", "kind"];
const PACE = 160; // ms for a place

/**
 * What sliding both places does to their product.
 * @param {number[]} ends
 * @param {number} kind
 * @param {number[] | false} alone the sum and the distance, where only the second place slides
 */
const toldOf = ([low, high], kind, alone) =>
  alone
    ? tr("Slide only t + k, and the sum changes: it is {sum} at k = {k}.", {
        sum: fixed(alone[0]),
        k: alone[1],
      })
    : high - low >= 1e-9
      ? tr(
          "Slide both, and the sum runs from {low} to {high}: it depends on where they are, too.",
          {
            low: fixed(low),
            high: fixed(high),
          },
        )
      : KINDS[kind] === "degrees"
        ? tr(
            "Slide both, and the sum stays {low}: it depends on their distance alone, and hardly on that.",
            { low: fixed(low) },
          )
        : tr("Slide both, and the sum stays {low}: it depends on their distance alone.", {
            low: fixed(low),
          });

/**
 * Two places on a line, a clock for each wave with a hand for each place, and the dot product of
 * their codes.
 */
function drawBarcode(model, el) {
  const features = model.get("d_model");
  const sound = sounding();
  const clocks = dials(features);
  const kindOf = () => KINDS.indexOf(model.get("kind"));
  const turnTo = (place, jump) =>
    sound.set(clocks.turn(kindOf(), [place, place + model.get("offset")], jump));
  const { time: line, play } = player(
    PACE * PLACES,
    (at) => {
      const now = Math.round(at / PACE);
      alone = false;
      if (now !== model.get("position")) write(model, { position: now });
      if (line.plays()) turnTo(at / PACE, true);
    },
    (time) => {
      time.set(PACE * (model.get("position") % PLACES));
      time.play();
    },
    (runs) => {
      if (!runs) turnTo(model.get("position"));
    },
  );
  const rest = () => {
    line.rest();
    sound.hush();
  };
  let alone = false; // the hand is at the second place
  const kinds = chooser(tr("The code"), SHORT, (i) => {
    alone = false;
    write(model, { kind: KINDS[i] });
  });
  const walk = ground(features / 2, (at, i) => {
    line.rest();
    alone = i > 0;
    const x = Math.round(at[0] + at[1]); // up and down are as right and left
    const far = x - model.get("position");
    if (i) write(model, { offset: Math.min(Math.max(far, 0), OFFSETS) });
    else write(model, { position: Math.min(Math.max(x, 0), PLACES) });
  });
  const said = readout();
  const table = heatmap(
    tr("Both codes, number by number"),
    [tr("place t"), tr("place t + k")],
    count(features - 1).map(String),
    { limits: [-1, 1] },
  );
  const tables = []; // the codes of all places, for each kind that was looked at
  const frame = framed(model, el, {
    name: "barcode",
    what: tr("Can two codes tell how far apart their places are?"),
    traits: TRAITS,
    time: { play, rest },
    wide: true,
    fits: ({ position, offset, kind }) =>
      wholeWithin(position, 0, PLACES) && wholeWithin(offset, 0, OFFSETS) && KINDS.includes(kind),
    picture: [...clocks.nodes, walk.root],
    controls: [html("div", { class: "wb-buttons" }, play, sound.root, kinds.root)],
    said: said.root,
    table: [table.root],
  });

  const stop = follow(model, TRAITS, () => {
    const [t, k, kind] = [model.get("position"), model.get("offset"), kindOf()];
    const codes = (tables[kind] ??= encodePlaces(kind, count(PLACES + OFFSETS), features));
    kinds.set(kind);
    if (!line.plays()) turnTo(t);
    const sum = dot(codes[t], codes[t + k]);
    clocks.set(kind, [t, t + k], sum);
    table.set([codes[t], codes[t + k]]);
    walk.root.classList.toggle("wb-alone", alone);
    said.set(toldOf(walk.set(codes, t, k), kind, alone && [sum, k]));
  });
  return () => {
    rest();
    stop();
    clocks.stop();
    frame.stop();
  };
}

/** Draw; with another number of features, build the figure anew. */
export default { render: rebuilt(["d_model"], drawBarcode) };
