// The kernels of src/whichbank/positions, for the front end.

/** Height of the water at each point, one number a stone: cos(2π r / wavelength), r the distance from the stone.
 * @param {number[][]} points @param {number[][]} stones @param {number[]} wavelengths @returns {number[][]} */
export function ripples(points, stones, wavelengths) {
  return points.map((point) => stones.map((stone, s) => {
    let square = 0;
    for (let i = 0; i < point.length; i++) square += (point[i] - stone[i]) ** 2;
    return Math.cos((2 * Math.PI * Math.sqrt(square)) / wavelengths[s]);
  }));
}
