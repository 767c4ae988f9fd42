// A block as lines of code, and as a row of the tables.

import { ALL } from "./settings.js";

/**
 * What such a block does to the words x, a line for each part.
 * @param {boolean} attention
 * @param {boolean} mlp
 * @param {boolean} skip
 * @param {string} norm
 * @returns {string[]}
 */
export function blockLines(attention, mlp, skip, norm) {
  return [attention ? "attention" : "self_only", ...(mlp ? ["mlp"] : [])].map((name) => {
    const part = norm === "pre" ? `${name}(norm(x))` : `${name}(x)`;
    const line = skip ? `x + ${part}` : part;
    return norm === "post" ? `x = norm(${line})` : `x = ${line}`;
  });
}

/**
 * The place of a setting in the tables.
 * @param {Setting} setting
 */
export const settingRow = (...setting) => ALL.findIndex((one) => String(one) === String(setting));
