// A text in words, and tables of numbers in a text, as whichbank/text.py and
// whichbank/figures/nets/quantized.py have them.

const WORD =
  /[\p{L}\p{N}_][\p{L}\p{N}\p{M}_\u200c\u200d]*(?:['’-][\p{L}\p{N}_][\p{L}\p{N}\p{M}_\u200c\u200d]*)*/gu;
const UNSEEN = /[\u00ad\u200b\u2060\ufeff]/g;

/**
 * A text in words, as the course's tokenizer makes them.
 * @param {string} text
 * @returns {string[]}
 */
export function split(text) {
  return (text.replace(UNSEEN, "").match(WORD) ?? []).map((word) => word.toLowerCase());
}

/**
 * The number of each word of a text, −1 for a word outside the vocabulary.
 * @param {string} text
 * @param {string} vocabulary words with one space between them
 * @returns {number[]}
 */
export function wordNumbers(text, vocabulary) {
  const numbers = new Map(vocabulary.split(" ").map((word, i) => [word, i]));
  return split(text).map((word) => numbers.get(word) ?? -1);
}

/**
 * What base64 holds.
 * @param {string} text
 * @returns {Uint8Array<ArrayBuffer>}
 */
export const bytesOf = (text) => Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));

/**
 * A table of whole numbers of steps, each plus 2048 in 12 bits.
 * @param {string} packed the step, a space, and base64
 * @param {number} columns
 * @returns {number[][]}
 */
export function dequantize(packed, columns) {
  const [step, text] = packed.split(" ");
  const bytes = bytesOf(text);
  const number = (i) => {
    const two = (bytes[(3 * i) >> 1] << 8) | bytes[((3 * i) >> 1) + 1];
    return ((i % 2 ? two & 4095 : two >> 4) - 2048) * Number(step);
  };
  return Array.from({ length: Math.floor(bytes.length / 1.5) / columns }, (_, row) =>
    Array.from({ length: columns }, (__, i) => number(row * columns + i)),
  );
}

/**
 * Tables of 8 bits a number or more: the steps of all rows, float32, then the upper 8 bits of all
 * whole numbers, then their other bits.
 * @param {ArrayBuffer|number[]} data its bytes
 * @param {number[][]} shapes
 * @param {number} [bits]
 * @returns {Float32Array[]}
 */
export function tablesOf(data, shapes, bits = 8) {
  const buffer = Array.isArray(data) ? Uint8Array.from(data).buffer : data;
  const [rows, cells] = shapes.reduce(([r, c], [n, m]) => [r + n, c + n * m], [0, 0]);
  const [steps, upper, rest] = [
    new Float32Array(buffer, 0, rows),
    new Int8Array(buffer, 4 * rows, cells),
    new Uint8Array(buffer, 4 * rows + cells),
  ];
  const whole = (at) => {
    let found = upper[at];
    for (let i = at * (bits - 8); i < (at + 1) * (bits - 8); i++)
      found = 2 * found + ((rest[i >> 3] >> (7 - (i & 7))) & 1);
    return found;
  };
  let [row, at] = [0, 0];
  return shapes.map(([n, m]) => {
    const table = new Float32Array(n * m);
    for (let i = 0; i < n; i++, row++)
      for (let j = 0; j < m; j++, at++) table[i * m + j] = whole(at) * steps[row];
    return table;
  });
}
