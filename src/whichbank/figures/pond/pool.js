// The pond: water, the stones in it and the boat, which are dragged, and a tap drops a stone.

import { write } from "../kit/model.js";
import { html, renew } from "../kit/parts.js";
import { plane, steered } from "../kit/plane.js";
import { COUNTS, where } from "./told.js";
import { SIZE } from "./water.js";
import { tr } from "../kit/words.js";

const SPOT = 0.4; // the radius of the ring around a place that looks like the boat's
const BOAT = "M-9 2H9L6 8H-6ZM-1 0V-12L7 0Z";

/**
 * A number of a place, as it is kept.
 * @param {number} v
 */
export const tenth = (v) => Math.min(Math.max(Math.round(10 * v) / 10, 0), SIZE);

/** @param {Model} model */
export function pool(model) {
  const stones = () => model.get("stones");
  const put = (i, at) => {
    const place = at.map(tenth);
    if (i === 0) write(model, { point: place });
    else write(model, { stones: stones().map((stone, s) => (s === i - 1 ? place : stone)) });
  };
  const range = [0, SIZE];
  let dragged = false;
  const scene = plane({
    x: range,
    y: range,
    labels: ["", ""],
    size: 300,
    onDrag: (key, at) => {
      dragged = true;
      put(Number(key), at);
    },
  });
  const canvas = html("canvas", { class: "wb-water", "aria-hidden": "true" });
  const names = [tr("boat"), ...COUNTS.map((_, s) => tr("stone {n}", { n: s + 1 }))];
  const steer = steered(scene, [range, range], names, (at, i) => put(i, at), [0.1, 0.1]);
  const handles = [...steer.root.querySelectorAll("input")];
  const part = (text) => Number.parseFloat(text) / 100;
  const { left, top, width, height } = scene.frame;
  Object.assign(steer.root.style, {
    width: `${100 / part(width)}%`,
    left: `${(-100 * part(left)) / part(width)}%`,
    top: `${(-100 * part(top)) / part(height)}%`,
  });
  const root = html("div", { class: "wb-pool" }, canvas, steer.root);
  root.addEventListener("pointerdown", () => (dragged = false));
  root.addEventListener("click", (event) => {
    const at = scene.pointer(event);
    const inside = at.every((v) => v >= 0 && v <= SIZE);
    if (!dragged && inside && stones().length < COUNTS.length && event.detail)
      write(model, { stones: [...stones(), at.map(tenth)] });
  });
  /**
   * @param {string} told
   * @param {number[][]} spots that look like the boat's
   * @param {boolean} alone no other place looks like it
   */
  const set = (told, spots, alone) => {
    const [all, point] = [stones(), model.get("point")];
    handles.forEach((handle, i) => (handle.disabled = i > all.length));
    [point, ...all].forEach((at, i) => steer.set(at, where(at), i));
    const item = (key, at, label, color) => ({ key, kind: "point", at, label, color, drag: true });
    scene.set(
      [
        ...spots.map((at, i) => ({ key: `spot ${i}`, kind: "circle", at, radius: SPOT, color: 5 })),
        ...(alone ? [{ key: "alone", kind: "circle", at: point, radius: 2 * SPOT, color: 0 }] : []),
        ...all.map((at, s) => item(`${s + 1}`, at, `${s + 1}`, s)),
        item("0", point, tr("boat"), 5),
      ],
      `${tr("A pond from above. Stones at {all}; your boat at {point}.", {
        all: all.map(where).join(", "),
        point: where(point),
      })} ${told}`,
    );
    renew(scene.root.querySelector(".wb-point.wb-c5 path"), { d: BOAT });
  };
  return { root, canvas, set };
}
