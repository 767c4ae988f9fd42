// The part of a figure that is water seen from above: each stone's waves, as far as they have run,
// and light on the places where all of them stand as high as at the boat. Drawn by the graphics
// card; where there is none, number by number on a coarser canvas.

export const SIZE = 10; // of each axis
const [FINE, COARSE] = [840, 160]; // pixels of the canvas, across and up
const MOST = 5; // stones
const EDGE = 1.2; // how wide the front of a wave is
const RING = 0.08; // how far from a place where a wave is exactly so high its ring is drawn
const HAZE = 1.3; // of `near`: so far around a place that looks like the boat's there is some light

/**
 * The colors of the page's theme, as numbers from 0 to 1: deep and high water, and the light.
 * @param {Element} el
 */
export function inks(el) {
  const seen = getComputedStyle(el);
  const [teal, ink, paper] = ["--wb-teal-broad", "--wb-ink", "--wb-paper"].map((name) =>
    [1, 3, 5].map(
      (i) =>
        parseInt(
          seen
            .getPropertyValue(name)
            .trim()
            .slice(i, i + 2),
          16,
        ) / 255,
    ),
  );
  const [dark, light] = ink[0] < paper[0] ? [ink, paper] : [paper, ink];
  const blend = (a, b, part) => a.map((v, i) => v + part * (b[i] - v));
  return { deep: blend(teal, dark, 0.72), high: blend(teal, dark, 0.06), light };
}

/**
 * @typedef {{stones: number[][], lengths: number[], reach: number[], code: number[], near: number,
 *   colors: ReturnType<typeof inks>}} Water reach: how far from its stone each wave has run
 */

/**
 * @param {number} from
 * @param {number} to
 * @param {number} x
 */
const ramp = (from, to, x) => {
  const t = Math.min(Math.max((x - from) / (to - from), 0), 1);
  return t * t * (3 - 2 * t);
};

/** How loud all waves are together, so that many are not louder than one. */
const loudness = ({ reach }) =>
  Math.max(
    1,
    reach.reduce((sum, r) => sum + Math.min(r / SIZE, 1), 0),
  ) ** 0.7;

/**
 * How bright a place is, from deep water at 0 to high water at 1, and how much light it has.
 * @param {Water} water
 * @param {number} loud
 * @param {number} x
 * @param {number} y
 */
function gleam({ stones, lengths, reach, code, near }, loud, x, y) {
  let [height, slope, ring, core, haze] = [0, 0, 0, 1, 1];
  for (let s = 0; s < stones.length; s++) {
    const [dx, dy] = [x - stones[s][0], y - stones[s][1]];
    const r = Math.hypot(dx, dy);
    const here = 1 - ramp(reach[s] - EDGE, reach[s], r);
    const k = (2 * Math.PI) / lengths[s];
    const [wave, fall] = [Math.cos(k * r), Math.sin(k * r)];
    height += here * wave;
    slope += (here * fall * (dx - dy)) / (r + 0.01);
    const off = Math.abs(wave - code[s]);
    ring = Math.max(ring, here * (1 - ramp(0.02, RING, off / (k * Math.abs(fall) + 0.3))));
    core *= 1 - here * ramp(near * 0.9, near * 1.1, off);
    haze *= 1 - here * ramp(near, near * HAZE, off);
  }
  return [
    Math.min(Math.max(0.5 + (0.34 * height + 0.13 * slope) / loud, 0), 1),
    Math.max(0.22 * ring, 0.3 * haze + 0.65 * core),
  ];
}

const VERTEX = `#version 300 es
in vec2 corner;
out vec2 at;
void main() { at = (corner + 1.0) * ${SIZE / 2}.0; gl_Position = vec4(corner, 0, 1); }`;
// the same as `gleam`
const FRAGMENT = `#version 300 es
precision highp float;
in vec2 at;
out vec4 color;
uniform int count;
uniform vec2 stones[${MOST}];
uniform float lengths[${MOST}], reach[${MOST}], code[${MOST}], near, loud;
uniform vec3 deep, high, light;
void main() {
  float height = 0.0, slope = 0.0, ring = 0.0, core = 1.0, haze = 1.0;
  for (int s = 0; s < ${MOST}; s++) {
    if (s >= count) break;
    vec2 away = at - stones[s];
    float r = length(away);
    float here = 1.0 - smoothstep(reach[s] - ${EDGE}, reach[s], r);
    float k = ${2 * Math.PI} / lengths[s];
    float wave = cos(k * r), fall = sin(k * r);
    height += here * wave;
    slope += here * fall * (away.x - away.y) / (r + 0.01);
    float off = abs(wave - code[s]);
    ring = max(ring, here * (1.0 - smoothstep(0.02, ${RING}, off / (k * abs(fall) + 0.3))));
    core *= 1.0 - here * smoothstep(near * 0.9, near * 1.1, off);
    haze *= 1.0 - here * smoothstep(near, near * ${HAZE}, off);
  }
  vec3 water = mix(deep, high, clamp(0.5 + (0.34 * height + 0.13 * slope) / loud, 0.0, 1.0));
  color = vec4(mix(water, light, max(0.22 * ring, 0.3 * haze + 0.65 * core)), 1);
}`;

/** Whether there is a graphics card: what only plays one is slower than our own way. */
function hasCard() {
  const gl = document
    .createElement("canvas")
    .getContext("webgl2", { failIfMajorPerformanceCaveat: true });
  if (!gl) return false;
  const told = gl.getExtension("WEBGL_debug_renderer_info");
  const name = String(gl.getParameter(told ? told.UNMASKED_RENDERER_WEBGL : gl.RENDERER));
  gl.getExtension("WEBGL_lose_context")?.loseContext();
  return !/swiftshader|llvmpipe|software|basic render/i.test(name);
}

/** What paints by the graphics card; null where it cannot. */
export function onCard(canvas) {
  // the drawing is kept for an image file
  const gl = canvas.getContext("webgl2", { preserveDrawingBuffer: true, alpha: false });
  if (!gl) return null;
  canvas.width = canvas.height = FINE;
  gl.viewport(0, 0, FINE, FINE);
  const program = gl.createProgram();
  for (const [kind, source] of [
    [gl.VERTEX_SHADER, VERTEX],
    [gl.FRAGMENT_SHADER, FRAGMENT],
  ]) {
    const shader = gl.createShader(kind);
    gl.shaderSource(shader, source);
    gl.compileShader(shader);
    gl.attachShader(program, shader);
  }
  gl.linkProgram(program);
  gl.useProgram(program);
  gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());
  gl.bufferData(gl.ARRAY_BUFFER, new Float32Array([-1, -1, 1, -1, -1, 1, 1, 1]), gl.STATIC_DRAW);
  const corner = gl.getAttribLocation(program, "corner");
  gl.enableVertexAttribArray(corner);
  gl.vertexAttribPointer(corner, 2, gl.FLOAT, false, 0, 0);
  const place = (name) => gl.getUniformLocation(program, name);
  /** @param {Water} water */
  const paint = (water) => {
    const { stones, lengths, reach, code, near, colors } = water;
    gl.uniform1i(place("count"), stones.length);
    gl.uniform2fv(place("stones"), stones.flat());
    for (const [name, numbers] of Object.entries({ lengths, reach, code }))
      gl.uniform1fv(place(name), numbers.slice(0, stones.length));
    gl.uniform1f(place("near"), near);
    gl.uniform1f(place("loud"), loudness(water));
    for (const [name, color] of Object.entries(colors)) gl.uniform3fv(place(name), color);
    gl.drawArrays(gl.TRIANGLE_STRIP, 0, 4);
  };
  return { paint, stop: () => gl.getExtension("WEBGL_lose_context")?.loseContext() };
}

/** What paints number by number. */
export function byHand(canvas) {
  canvas.width = canvas.height = COARSE;
  const image = new ImageData(COARSE, COARSE);
  const brush = canvas.getContext("2d");
  /** @param {Water} water */
  const paint = (water) => {
    const { deep, high, light } = water.colors;
    const loud = loudness(water);
    for (let i = 0; i < COARSE * COARSE; i++) {
      const [x, y] = [(i % COARSE) + 0.5, COARSE - 0.5 - Math.floor(i / COARSE)];
      const [level, glow] = gleam(water, loud, (SIZE * x) / COARSE, (SIZE * y) / COARSE);
      for (let c = 0; c < 3; c++) {
        const wet = deep[c] + level * (high[c] - deep[c]);
        image.data[4 * i + c] = 255 * (wet + glow * (light[c] - wet));
      }
      image.data[4 * i + 3] = 255;
    }
    brush.putImageData(image, 0, 0);
  };
  return { paint, stop: () => {} };
}

/**
 * Fill a canvas with water.
 * @param {HTMLCanvasElement} canvas
 * @returns {{paint: (water: Water) => void, stop: () => void}}
 */
export const painter = (canvas) => (hasCard() && onCard(canvas)) || byHand(canvas);
