// What was asked, as cards for Anki: a text that its *Import file* reads, with tabs between the fields.

const HEAD = [
  "#separator:tab",
  "#html:true",
  "#guid column:1",
  "#deck:Which Bank?",
  "#tags column:4",
];
const escaped = (text) =>
  text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;").replace(/\s+/g, " ");
const formatted = (text) =>
  escaped(text)
    .replace(/`([^`]+)`/g, "<code>$1</code>")
    .replace(/\*([^\s*](?:[^*]*[^\s*])?)\*/g, "<em>$1</em>");

/** A picture that the text holds itself: an import of text takes no other. */
const image = (address, told) =>
  `<br><img src="${address}" alt="${escaped(told).replace(/"/g, "&quot;")}">`;

/**
 * One card for each item that has an answer to tell: the question in front, with what can be chosen;
 * behind it the answer, the reason and, where there is one, the picture of it.
 * @param {{chapter: string, items: AgainItem[]}[]} course
 * @param {(item: AgainItem) => boolean} wanted
 * @param {Record<string, [address: string, told: string]>} pictures by the items' keys
 */
export function cards(course, wanted = () => true, pictures = {}) {
  const lines = course.flatMap(({ chapter, items }) =>
    items
      .filter((item) => item.w && wanted(item))
      .map(({ key, q, w, r, claims = [] }) => {
        const offered = r === undefined ? [] : [r, ...claims.map(([claim]) => claim)].sort();
        const front = [
          formatted(q),
          ...(offered.some((text) => /[a-z]/i.test(text))
            ? [`<ul>${offered.map((text) => `<li>${formatted(text)}</li>`).join("")}</ul>`]
            : []),
        ].join("");
        const back = [
          ...(r === undefined ? [] : [`<b>${formatted(r)}</b><br>`]),
          formatted(w),
          ...(pictures[key] ? [image(...pictures[key])] : []),
        ].join("");
        return [`which-bank/${key}`, front, back, `which-bank::${chapter}`].join("\t");
      }),
  );
  return `${[...HEAD, ...lines].join("\n")}\n`;
}
