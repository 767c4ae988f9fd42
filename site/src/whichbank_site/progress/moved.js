// What versions before 4 kept under the texts of questions goes under their short names, and what
// versions before 5 kept under the numbers of chapters under the chapters' names. course.py hands
// in the marks of these texts, and the chapters. Only a browser in which such a version kept
// something loads this, and who adds a file.

/**
 * The changes that it takes.
 * @param {Items} items
 * @param {(text: string) => string} mark
 * @returns {Change[]}
 */
globalThis.wb.moved = (items, mark) =>
  [...items].flatMap(([name, value]) => {
    const found = renamed(name, value, mark);
    /** @type {Change} */
    const gone = [name, undefined];
    return found ? [gone, ...(items.has(found[0]) ? [] : [found])] : [];
  });

/**
 * An item under its new name; undefined for one that stays as it is.
 * @param {string} name
 * @param {any} value
 * @param {(text: string) => string} mark
 * @returns {Change | undefined}
 */
function renamed(name, value, mark) {
  const [, kind, number, rest] = name.match(/^(read|done|typed|code)\/(\d\d)(.*)$/) ?? [];
  const chapter = globalThis.wb.former[Number(number) - 1];
  if (chapter)
    return [`${kind}/${globalThis.wb.split[number + rest] ?? `${chapter}${rest}`}`, value];
  const [, asked, page, text] = name.match(/^(answer|guess)\/(\d\d)[^/]*\/(.+)$/s) ?? [];
  const [id, choices] = (text && globalThis.wb.before[asked][page]?.[mark(text)]) ?? [];
  const short = (answer) =>
    Array.isArray(answer) ? answer.map(short) : choices[mark(String(answer))];
  const answer = choices && value.answer !== null ? short(value.answer) : value.answer;
  if (!id || [answer].flat().includes(undefined)) return undefined; // what is not known stays
  return [`${asked}/${id}`, { ...value, answer }];
}
