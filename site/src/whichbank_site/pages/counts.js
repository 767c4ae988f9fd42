// Texts that count, and texts with nodes in them, as kit/words.js and words.js have them.
import { tr } from "./words.js";

export const LANGUAGE = "en";
const RULES = new Intl.PluralRules(LANGUAGE);

/**
 * The form of a text that suits a count, with the count in the place of {n}.
 * @param {number} n
 * @param {Record<string, string>} forms by the names of Intl.PluralRules: one, other, here
 * @param {Record<string, any>} [values]
 */
export const trn = (n, forms, values = {}) =>
  tr(forms[RULES.select(n)] ?? forms.other, { n, ...values });

/**
 * The parts of a text, with nodes in the place of the names in braces that are left.
 * @param {string} text
 * @param {Record<string, (Node|string)[]>} nodes
 * @returns {(Node|string)[]}
 */
export const filled = (text, nodes) =>
  text
    .split(/\{(\w+)\}/)
    .flatMap((part, i) => (i % 2 ? (nodes[part] ?? [`{${part}}`]) : part ? [part] : []));
