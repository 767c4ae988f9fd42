// Random numbers that are the same for a seed everywhere, in Python too:
// random.py beside it has the same.

/**
 * Random numbers from 0 to 1 (mulberry32).
 * @param {number} seed
 * @param {number} count
 */
export function uniforms(seed, count) {
  return Array.from({ length: count }, (_, i) => {
    const state = (seed + Math.imul(i + 1, 0x6d2b79f5)) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  });
}

/**
 * Random numbers of the normal distribution, two uniform ones for each.
 * @param {number} seed
 * @param {number} count
 */
export function normals(seed, count) {
  const u = uniforms(seed, 2 * count);
  return Array.from(
    { length: count },
    (_, i) => Math.sqrt(-2 * Math.log(1 - u[2 * i])) * Math.cos(2 * Math.PI * u[2 * i + 1]),
  );
}
