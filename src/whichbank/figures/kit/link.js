// A state of a figure as a part of an address.

const SIGNS = [
  ["%5B", "("],
  ["%5D", ")"],
  ["%2C", ","],
  ["%22", "'"],
];

/**
 * Write traits as a part of an address.
 * @param {Record<string, any>} state
 */
export function spell(state) {
  const strict = (text) =>
    encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
  const short = (text) => SIGNS.reduce((all, [long, sign]) => all.replaceAll(long, sign), text);
  return Object.entries(state)
    .map(([name, value]) => `${name}:${short(strict(JSON.stringify(value)))}`)
    .join(";");
}

// A list that is empty at the start may be of any length: what it holds is for `fits` to say.
const alike = (a, b) =>
  Array.isArray(b)
    ? Array.isArray(a) &&
      (!b.length || (a.length === b.length && a.every((x, i) => alike(x, b[i]))))
    : typeof a === typeof b && (typeof a !== "number" || Number.isFinite(a));

/**
 * Read what `spell` wrote: the traits, or null where that is not what these traits can hold.
 * @param {string} text
 * @param {Record<string, any>} like the traits as they are
 * @returns {Record<string, any>|null}
 */
export function unspell(text, like) {
  try {
    const parts = text
      .split(";")
      .filter(Boolean)
      .map((part) => [part.split(":", 1)[0], part.slice(part.indexOf(":") + 1)]);
    const long = (value) => SIGNS.reduce((all, [code, sign]) => all.replaceAll(sign, code), value);
    const state = Object.fromEntries(
      parts.map(([name, value]) => [name, JSON.parse(decodeURIComponent(long(value)))]),
    );
    return Object.entries(state).every(
      ([name, value]) => Object.hasOwn(like, name) && alike(value, like[name]),
    )
      ? state
      : null;
  } catch {
    return null;
  }
}
