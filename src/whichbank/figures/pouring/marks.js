// What stands on the plane of scores that pour.

import { svg } from "../kit/parts.js";
import { tr } from "../kit/words.js";

/**
 * The words as arrows, the shadow of the one that asks on each other one, and where it goes.
 * @param {{words: string[], colors: number[], asks: string, moves: string}} names
 * @param {number[][]} old
 * @param {{foot: number[]}[]} casts the shadows
 * @param {number[] | null} fresh the new vector, if there is one
 * @param {number[] | null} end where the way to it ends in the picture
 * @returns {PlaneItem[]}
 */
export function marks({ words, colors, asks, moves }, old, casts, fresh, end) {
  const color = (name) => colors[words.indexOf(name)];
  const from = old[words.indexOf(asks)];
  const others = words.filter((name) => name !== asks);
  const foot = (name) => casts[words.indexOf(name)].foot;
  return [
    ...(words.length === 3 ? [{ key: "area", kind: "area", at: old }] : []),
    ...others.map((name) => ({
      key: `shadow ${name}`,
      kind: "curve",
      at: [[0, 0], foot(name)],
      color: color(asks),
      ghost: true,
    })),
    ...words.map((name, s) => ({
      key: `arrow ${name}`,
      kind: "arrow",
      at: [[0, 0], old[s]],
      color: color(name),
      thick: name === asks ? 5 : 3,
    })),
    ...others.map((name) => ({
      key: `drop ${name}`,
      kind: "arrow",
      at: [from, foot(name)],
      color: color(asks),
      ghost: true,
    })),
    ...words.map((name, s) => ({
      key: name,
      kind: "point",
      at: old[s],
      label: name,
      color: color(name),
      drag: name === moves,
    })),
    ...(end
      ? [
          {
            key: "way",
            kind: "arrow",
            at: [from, end],
            color: color(asks),
            ghost: true,
          },
          {
            key: `new ${end === fresh}`,
            kind: end === fresh ? "point" : "name",
            at: end,
            label: tr("new {name}", { name: asks }),
            color: color(asks),
            ghost: true,
          },
        ]
      : []),
  ];
}

/**
 * The name of the shadow: under it, between the axis and its numbers.
 * @param {{place: (at: number[]) => number[]}} scene
 * @param {number[]} foot where the shadow ends
 */
export function shadowName({ place }, foot) {
  const [x, y] = place(foot.map((v) => Math.min(v, 0)));
  return svg("text", { class: "wb-shadow", x: x + 6, y: y + 28 }, tr("shadow"));
}
