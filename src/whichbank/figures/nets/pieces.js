// How the real model cuts a text into pieces of words: BERT's normalizer and WordPiece, as the
// library tokenizers has them. It takes the kinds of signs from a Unicode of about 2014, a browser
// from its own: some 700 signs of later years, all rare, are an accent or a punctuation mark for
// one and not for the other.

const MARKS = /(\[(?:PAD|UNK|CLS|SEP|MASK)\])/;
const LONGEST_WORD = 100; // letters; a longer one is one unknown piece
const DROPPED = /[\0\uFFFD]|(?![\t\n\r])[\p{Cc}\p{Cf}\p{Co}]/gu;
const HAN =
  /[\u4E00-\u9FFF\u3400-\u4DBF\uF900-\uFAFF\u{20000}-\u{2A6DF}\u{2A700}-\u{2B73F}\u{2B740}-\u{2B81F}\u{2B920}-\u{2CEAF}\u{2F800}-\u{2FA1F}]/gu;
const PUNCTUATION = /([!-/:-@[-`{-~]|\p{P})/u;

let known = { text: "", numbers: new Map() }; // the last one

/**
 * A text in words as the model sees them: lower case, without accents, each punctuation mark and
 * each Chinese character a word.
 * @param {string} text
 * @returns {string[]}
 */
export function modelWords(text) {
  const seen = text
    .replace(DROPPED, "")
    .replace(HAN, " $& ")
    .normalize("NFD")
    .replace(/\p{Mn}/gu, "");
  // a sign does not know its neighbors here
  const lower = Array.from(seen, (sign) => sign.toLowerCase()).join("");
  return lower
    .split(/\p{White_Space}+/u)
    .flatMap((part) => part.split(PUNCTUATION))
    .filter(Boolean);
}

/**
 * A text in pieces.
 * @param {string} text
 * @param {string} pieces all that the model knows, one a line
 * @returns {{ids: number[], words: string[], wordOf: number[]}} the number of each piece, marks at
 *   both ends included; the words; and to which word each piece belongs, −1 for those marks
 */
export function cutText(text, pieces) {
  if (known.text !== pieces)
    known = { text: pieces, numbers: new Map(pieces.split("\n").map((piece, i) => [piece, i])) };
  const { numbers } = known;
  /** @type {string[]} */
  const words = [];
  const [ids, wordOf] = [[numbers.get("[CLS]")], [-1]];
  const put = (word, found) => {
    ids.push(...found);
    wordOf.push(...found.map(() => words.length));
    words.push(word);
  };
  text.split(MARKS).forEach((part, i) => {
    if (i % 2) put(part.toLowerCase(), [numbers.get(part)]);
    else for (const word of modelWords(part)) put(word, longestFirst(Array.from(word), numbers));
  });
  return { ids: [...ids, numbers.get("[SEP]")], words, wordOf: [...wordOf, -1] };
}

/** The pieces of a word: always the longest that fits; if none does, one unknown piece. */
function longestFirst(signs, numbers) {
  const found = [];
  for (let start = 0, end; start < signs.length && signs.length <= LONGEST_WORD; start = end) {
    for (end = signs.length; end > start && !numbers.has(pieceOf(signs, start, end)); end--);
    if (end === start) return [numbers.get("[UNK]")];
    found.push(numbers.get(pieceOf(signs, start, end)));
  }
  return found.length ? found : [numbers.get("[UNK]")];
}

const pieceOf = (signs, start, end) => (start ? "##" : "") + signs.slice(start, end).join("");
