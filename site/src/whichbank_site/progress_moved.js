// What versions before 4 kept under the texts of questions goes under their short names.
// progress.py hands in the marks of these texts. Only a browser in which such a version kept
// something loads this, and who adds a file.

/**
 * The changes that it takes.
 * @param {Items} items
 * @param {(text: string) => string} mark
 * @returns {Change[]}
 */
globalThis.wb.moved = (items, mark) =>
  [...items].flatMap(([name, value]) => {
    const [, kind, chapter, text] = name.match(/^(answer|guess)\/(\d\d)[^/]*\/(.+)$/s) ?? [];
    const [id, choices] = (text && globalThis.wb.before[kind][chapter]?.[mark(text)]) ?? [];
    const short = (answer) =>
      Array.isArray(answer) ? answer.map(short) : choices[mark(String(answer))];
    const answer = choices && value.answer !== null ? short(value.answer) : value.answer;
    if (!id || [answer].flat().includes(undefined)) return []; // what is not known stays as it is
    /** @type {Change} */
    const gone = [name, undefined];
    return [
      gone,
      ...(items.has(`${kind}/${id}`)
        ? []
        : [/** @type {Change} */ ([`${kind}/${id}`, { ...value, answer }])]),
    ];
  });
