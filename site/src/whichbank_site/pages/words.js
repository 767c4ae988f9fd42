/**
 * A text with values in the place of the names in braces. A build in another language puts its own
 * text there, as language.py tells.
 * @param {string} text
 * @param {Record<string, any>} [values]
 */
export const tr = (text, values = {}) =>
  text.replace(/\{(\w+)\}/g, (name, inner) => values[inner] ?? name);
