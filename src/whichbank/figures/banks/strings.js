// Where things are in the picture of a word that parts, and the strings that it hangs on.

/**
 * The plane, turned so that its diagonal stands upright: one meaning lies to the left, the other to
 * the right.
 * @param {number[]} at
 */
export const turned = ([x, y]) => [y - x, x + y];
/** @param {number[]} at */
export const back = ([across, up]) => [(up - across) / 2, (up + across) / 2];

/** @param {number} x */
export const tenth = (x) => Math.round(10 * x) / 10;

/**
 * A string that hangs the more, the shorter the way that it has to go.
 * @param {number[]} a
 * @param {number[]} b
 * @param {number} long where it is neither slack nor stretched
 */
export const hung = (a, b, long) => {
  const slack = Math.max(0, long ** 2 - Math.hypot(b[0] - a[0], b[1] - a[1]) ** 2);
  const sag = 0.25 * Math.sqrt(slack);
  const middle = a.map((v, d) => (v + b[d]) / 2 + (d ? sag : 0));
  return `M${a.map(tenth)}Q${middle.map(tenth)} ${b.map(tenth)}`;
};
