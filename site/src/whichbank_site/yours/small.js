// Where the boxes of the machine stand, and the machine as small as a word.

export const BROAD = 300;
export const TALL = 612; // of the drawing; below it is what only the other stages need
export const MIDDLE = BROAD / 2;
/** Where boxes stand, from the bottom to the top: name, left, top, width, height. */
/** @type {[string, number, number, number, number][]} */
export const STANDS = [
  ["layer_norm", 55, 452, 190, 32],
  ["causal_attention", 40, 352, 220, 76],
  ["softmax", 106, 395, 142, 28],
  ["merge_heads", 55, 302, 190, 32],
  ["layer_norm", 55, 236, 190, 32],
  ["network", 55, 188, 190, 32],
  ["layer_norm", 55, 112, 190, 32],
  ["next_token_weights", 55, 52, 190, 32],
  ["block", 24, 149, 84, 22],
  ["stack", 6, 86, 62, 22],
  ["language_model", 16, 628, 268, 32],
  ["many_heads", 16, 692, 268, 32],
  ["batch_loss", 16, 732, 130, 32],
  ["step", 154, 732, 130, 32],
];
/** Of the small machine, what stands around other boxes. */
const AROUND = {
  block: [18, 156, 264, 346],
  stack: [10, 102, 280, 408],
  language_model: [2, 44, 296, 570],
};

/**
 * The machine, small, as SVG: which boxes are lit, and which one is meant.
 * @param {Set<string>} lit
 * @param {string} [meant]
 */
export function small(lit, meant = "") {
  const parts = STANDS.map(([name, ...place]) => {
    const [x, y, w, h] = AROUND[name] ?? place;
    const kinds = [
      AROUND[name] && "wb-my-around",
      lit.has(name) && "wb-lit",
      name === meant && "wb-meant",
    ];
    return `<rect class="${kinds.filter(Boolean).join(" ")}" x="${x}" y="${y}" width="${w}" height="${h}" rx="8"/>`;
  });
  return `<svg class="wb-small" viewBox="-6 36 312 736" aria-hidden="true">${parts.join("")}</svg>`;
}
