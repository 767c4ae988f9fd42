// The part of a figure that is water: on a line, on a pond seen from above, or in a room that one
// can turn.

import { html } from "../kit/parts.js";
import { plane } from "../kit/plane.js";

export const SIZE = 10; // of each axis
export const CELLS = { 1: 100, 2: 50, 3: 24 }; // of each axis, by the number of dimensions
const TILT = (25 * Math.PI) / 180; // from how far above one looks into the room
const REACH = 7.6; // how far from its middle the room is drawn, however it is turned
const STRIP = [-2.2, -1.4]; // where the water of a line is drawn, below its waves
const SCENES = {
  1: { x: [0, SIZE], y: [-3, 3], labels: ["east", "height"] },
  2: { x: [0, SIZE], y: [0, SIZE], labels: ["east", "north"] },
  3: { x: [-REACH, REACH], y: [-REACH, REACH], labels: ["", ""] },
};
const PIXELS = 480; // of the canvas, across
const MARKS = { 1: [5, 22], 2: [6, 6], 3: [4, 4] }; // pixels, across and up
const DEGREES = 8; // by which the room turns when it is dragged by 1
const SLIP = 0.15; // how far a finger slips that only taps

/**
 * Where a place is drawn; which place is drawn somewhere, of those as deep as another; and where
 * the water that is shown begins, ends in the east, and in the north. In a room it is the layer of
 * a depth.
 * @param {number} dims
 * @param {number} turn in degrees
 * @param {number} depth
 */
export function viewOf(dims, turn, depth) {
  const middle = SIZE / 2;
  if (dims === 1)
    return {
      seen: ([x]) => [x, (STRIP[0] + STRIP[1]) / 2],
      found: ([x]) => [x],
      corners: [
        [0, STRIP[0]],
        [SIZE, STRIP[0]],
        [0, STRIP[1]],
      ],
    };
  if (dims === 2)
    return {
      seen: ([x, y]) => [x, y],
      found: (at) => at,
      corners: [
        [0, 0],
        [SIZE, 0],
        [0, SIZE],
      ],
    };
  const angle = (turn * Math.PI) / 180;
  const [c, s, out, up] = [Math.cos(angle), Math.sin(angle), Math.sin(TILT), Math.cos(TILT)];
  /** @param {number[]} place */
  const seen = ([x, y, z]) => [
    (x - middle) * c - (y - middle) * s,
    ((x - middle) * s + (y - middle) * c) * out + (middle - z) * up,
  ];
  const found = ([across, high], z) => {
    const away = (high - (middle - z) * up) / out;
    return [across * c + away * s + middle, away * c - across * s + middle];
  };
  return {
    seen,
    found,
    corners: [
      [0, 0, depth],
      [SIZE, 0, depth],
      [0, SIZE, depth],
    ].map(seen),
  };
}

/**
 * The colors of the page's theme: of heights above and below 0 as bytes of a pixel, of the marks,
 * around these, and of each stone.
 */
export function inks(el) {
  const seen = getComputedStyle(el);
  // a pixel's last byte comes first
  const bytes = (color) => ((color & 255) << 16) | (color & 0xff00) | (color >> 16);
  const [high, low] = ["--wb-0", "--wb-1"].map((name) =>
    bytes(parseInt(seen.getPropertyValue(name).trim().slice(1), 16)),
  );
  return {
    high,
    low,
    ink: seen.color,
    paper: seen.backgroundColor,
    stones: [0, 1, 2, 3, 4].map((i) => seen.getPropertyValue(`--wb-${i}`)),
  };
}

/**
 * A plane with the water's canvas under it. A tap on the water is told, and how far a room is
 * turned by a drag.
 * @param {number} dims
 * @param {{onDrag: (key: string, at: number[]) => void, onTap: (at: number[]) =>
 *   void, onTurn: (degrees: number) => void}} hands
 */
export function basin(dims, { onDrag, onTap, onTurn }) {
  const { x, y } = SCENES[dims];
  const scene = plane({ ...SCENES[dims], size: 300, em: 16, onDrag });
  const unit = PIXELS / (x[1] - x[0]);
  const canvas = html("canvas", {
    class: "wb-water",
    "aria-hidden": "true",
    width: PIXELS,
    height: unit * (y[1] - y[0]),
  });
  Object.assign(canvas.style, scene.frame);
  const [n, rows] = [CELLS[dims], dims === 1 ? 1 : CELLS[dims]];
  const sheet = html("canvas", { width: n, height: rows });
  const image = new ImageData(n, rows);
  const pixels = new Uint32Array(image.data.buffer); // alpha, blue, green, red
  /** @param {number[]} point */
  const pixel = ([a, b]) => [(a - x[0]) * unit, (y[1] - b) * unit];

  /** @type {number | null} */
  let from = null;
  let moved = false;
  const down = (event) => {
    moved = Boolean(event.target.closest(".wb-drag"));
    if (moved || dims < 3) return;
    [from] = scene.pointer(event);
    scene.root.setPointerCapture(event.pointerId);
  };
  const turn = (event) => {
    const away = from === null ? 0 : scene.pointer(event)[0] - from;
    if (!away || (!moved && Math.abs(away) < SLIP)) return;
    [from, moved] = [Number(from) + away, true];
    onTurn(DEGREES * away);
  };
  const end = () => (from = null);
  const heard = {
    pointerdown: down,
    pointermove: turn,
    pointerup: end,
    pointercancel: end,
    click: (event) => moved || onTap(scene.pointer(event)),
  };
  for (const [event, call] of Object.entries(heard)) scene.root.addEventListener(event, call);

  /**
   * Paint the water, with 0 as the page's own color, and a square on each place to be marked: those
   * below the water that is shown, then the water, then those above.
   * @param {ReturnType<typeof viewOf>} view
   * @param {(east: number, north: number) => number} height of a cell
   * @param {number[][]} below
   * @param {number[][]} above
   * @param {ReturnType<typeof inks>} colors
   * @param {{at: number[], radii: number[]}[]} circles around each stone
   */
  const paint = (
    { seen, corners },
    height,
    below,
    above,
    { high, low, ink, paper, stones },
    circles,
  ) => {
    const strong = circles.length > 1 ? 110 : 255; // rings that cross are seen on pale water
    for (let i = 0; i < n * rows; i++) {
      const h = height(i % n, Math.floor(i / n));
      pixels[i] = (h < 0 ? low : high) + (Math.round(strong * Math.abs(h)) << 24);
    }
    sheet.getContext("2d").putImageData(image, 0, 0);
    const brush = canvas.getContext("2d");
    const mark = (places) => {
      const at = places.map((place) => pixel(seen(place)));
      for (const [rim, color] of [
        [2, paper],
        [0, ink],
      ]) {
        const [wide, tall] = MARKS[dims].map((v) => v + rim);
        brush.fillStyle = color;
        for (const [a, b] of at) brush.fillRect(a - wide / 2, b - tall / 2, wide, tall);
      }
    };
    brush.clearRect(0, 0, canvas.width, canvas.height);
    mark(below);
    const [[a, b], [ax, bx], [ay, by]] = corners.map(pixel);
    brush.setTransform((ax - a) / n, (bx - b) / n, (ay - a) / rows, (by - b) / rows, a, b);
    brush.drawImage(sheet, 0, 0);
    brush.resetTransform();
    circles.forEach(({ at, radii }, s) => {
      const [cx, cy] = pixel(at);
      brush.beginPath();
      for (const r of radii.map((radius) => radius * unit)) {
        brush.moveTo(cx + r, cy);
        brush.arc(cx, cy, r, 0, 2 * Math.PI);
      }
      Object.assign(brush, { lineWidth: 4, strokeStyle: stones[s] });
      brush.stroke();
    });
    mark(above);
  };
  return {
    root: html("div", { class: `wb-basin${dims === 3 ? " wb-chamber" : ""}` }, canvas, scene.root),
    set: scene.set,
    paint,
  };
}
