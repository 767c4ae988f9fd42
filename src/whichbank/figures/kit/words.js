// What a figure says, in the reader's language. A text stands here in English, as the one literal
// between the parentheses of `tr`; a site in another language is built with that language's own in
// its place, and with the two constants below.

const LANGUAGE = "en";
const POINT = ".";
const RULES = new Intl.PluralRules(LANGUAGE);

/**
 * A text, with values in the place of the names in braces.
 * @param {string} text
 * @param {Record<string, any>} [values]
 */
export const tr = (text, values = {}) =>
  text.replace(/\{(\w+)\}/g, (name, inner) => values[inner] ?? name);

/**
 * The form of a text that suits a count, with the count in the place of {n}.
 * @param {number} n
 * @param {Record<string, string>} forms by the names of Intl.PluralRules: one, other, here
 * @param {Record<string, any>} [values]
 */
export const trn = (n, forms, values = {}) =>
  tr(forms[RULES.select(n)] ?? forms.other, { n: grouped(n), ...values });

/**
 * A text with one point in a number, as the language writes it.
 * @param {string} text
 */
export const withPoint = (text) => text.replace(".", POINT);

/**
 * A number in groups of digits.
 * @param {number} n
 * @param {Intl.NumberFormatOptions} [options]
 */
export const grouped = (n, options) => n.toLocaleString(LANGUAGE, options);

/**
 * Several things in a row: "a, b and c".
 * @param {string[]} names
 */
export const series = (names) =>
  names.length < 2
    ? names.join("")
    : tr("{some} and {last}", { some: names.slice(0, -1).join(", "), last: names.at(-1) });

/**
 * A sentence begins with a capital, where a script has them.
 * @param {string} text
 */
export const begun = (text) => text.charAt(0).toUpperCase() + text.slice(1);
