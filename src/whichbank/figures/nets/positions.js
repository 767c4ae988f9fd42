// The kernels of src/whichbank/positions, for the front end.

/**
 * Height of the water at one point, from one stone: cos(2π r / wavelength), r the distance between
 * the two.
 * @param {number[]} point
 * @param {number[]} stone
 * @param {number} wavelength
 * @returns {number}
 */
export function ripple(point, stone, wavelength) {
  let square = 0;
  for (let i = 0; i < point.length; i++) square += (point[i] - stone[i]) ** 2;
  return Math.cos((2 * Math.PI * Math.sqrt(square)) / wavelength);
}

/**
 * Height of the water at each point, one number a stone.
 * @param {number[][]} points
 * @param {number[][]} stones
 * @param {number[]} wavelengths
 * @returns {number[][]}
 */
export function ripples(points, stones, wavelengths) {
  return points.map((point) => stones.map((stone, s) => ripple(point, stone, wavelengths[s])));
}

/**
 * Codes of places on a line: sine and cosine of place / base^(2i/D), side by side for i = 0 … D/2 −
 * 1.
 * @param {number[]} positions
 * @param {number} dModel
 * @param {number} [base]
 * @returns {number[][]}
 */
export function sinusoidal(positions, dModel, base = 10000) {
  return positions.map((t) =>
    Array.from({ length: dModel }, (_, j) => {
      const angle = t * base ** ((-2 * Math.floor(j / 2)) / dModel);
      return j % 2 ? Math.cos(angle) : Math.sin(angle);
    }),
  );
}

/**
 * Queries or keys, each pair of features turned by place / base^(2i/D).
 * @param {number[][]} x
 * @param {number[]} positions
 * @param {number} [base]
 * @returns {number[][]}
 */
export function rotary(x, positions, base = 10000) {
  return x.map((row, t) =>
    row.map((value, j) => {
      const angle = positions[t] * base ** ((-2 * Math.floor(j / 2)) / row.length);
      const other = row[j % 2 ? j - 1 : j + 1];
      return value * Math.cos(angle) + (j % 2 ? other : -other) * Math.sin(angle);
    }),
  );
}
