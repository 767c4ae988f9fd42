"""How the real model cuts a text into pieces of words: BERT's normalizer and WordPiece.

The library tokenizers takes the kinds of signs from a Unicode of about 2014, Python from its own:
some rare signs of later years are an accent or a punctuation mark for one and not for the other.
"""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

_MARKS = re.compile(r"(\[(?:PAD|UNK|CLS|SEP|MASK)\])")
_HAN = re.compile(
    "([\u4e00-\u9fff\u3400-\u4dbf\uf900-\ufaff\U00020000-\U0002a6df\U0002a700-\U0002b73f"
    "\U0002b740-\U0002b81f\U0002b920-\U0002ceaf\U0002f800-\U0002fa1f])"
)
_ASCII = set("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~")
LONGEST = 100
"""Letters of a word; a longer one is one unknown piece."""


@dataclass(frozen=True)
class Cut:
    """A text in pieces.

    Attributes
    ----------
    ids : tuple of int
        The numbers of the T pieces, [CLS] and [SEP] included.
    pieces : tuple of str
        The pieces themselves.
    words : tuple of str
        The words as the model sees them: in lower case; punctuation counts as words.
    word_of : tuple of int or None
        To which word each piece belongs; None for [CLS] and [SEP].
    """

    ids: tuple[int, ...]
    pieces: tuple[str, ...]
    words: tuple[str, ...]
    word_of: tuple[int | None, ...]

    def places(self, word: str, nth: int = 0) -> list[int]:
        """Return the places of the pieces of a word, in any case; nth where there are several."""
        found = [i for i, one in enumerate(self.words) if one == word.lower()]
        if not 0 <= nth < len(found):
            raise ValueError(
                f"the sentence has {word!r} {len(found)} times; got nth={nth} of "
                f"{' '.join(self.words)!r}"
            )
        return [t for t, at in enumerate(self.word_of) if at == found[nth]]


class Cutter:
    """Cuts texts into the pieces of a vocabulary.

    Parameters
    ----------
    vocabulary : sequence of str
        The pieces in the order of their numbers.

    Examples
    --------
    >>> cutter = Cutter(["[CLS]", "[SEP]", "[UNK]", "the", "bank", "##s", "!"])
    >>> cutter.cut("The BANKS!").pieces
    ('[CLS]', 'the', 'bank', '##s', '!', '[SEP]')
    """

    def __init__(self, vocabulary: Sequence[str]) -> None:
        self.vocabulary = tuple(vocabulary)
        self._numbers = {piece: i for i, piece in enumerate(vocabulary)}

    def cut(self, text: str) -> Cut:
        """Cut a text into pieces, with [CLS] before and [SEP] after them."""
        words: list[str] = []
        found: list[tuple[str, int | None]] = [("[CLS]", None)]
        for i, part in enumerate(_MARKS.split(text)):
            for word in [part] if i % 2 else _words(part):
                pieces = [word] if i % 2 else self._longest_first(word)
                found += [(piece, len(words)) for piece in pieces]
                words.append(word.lower())
        found.append(("[SEP]", None))
        return Cut(
            ids=tuple(self._numbers[piece] for piece, _ in found),
            pieces=tuple(piece for piece, _ in found),
            words=tuple(words),
            word_of=tuple(at for _, at in found),
        )

    def _longest_first(self, word: str) -> list[str]:
        """Cut a word, always the longest piece that fits; if none does, it is one unknown piece."""
        found: list[str] = []
        start = 0
        while start < len(word) <= LONGEST:
            ends = range(len(word), start, -1)
            candidates = ("##" * bool(start) + word[start:end] for end in ends)
            piece = next((one for one in candidates if one in self._numbers), None)
            if piece is None:
                return ["[UNK]"]
            found.append(piece)
            start += len(piece) - 2 * bool(start)
        return found or ["[UNK]"]


def _words(text: str) -> list[str]:
    """Split a text: lower case, without accents, each punctuation mark and Chinese sign a word."""
    kept = "".join(
        sign
        for sign in text
        if sign in "\t\n\r"
        or not (sign in "\0\ufffd" or unicodedata.category(sign) in ("Cc", "Cf", "Co"))
    )
    apart = unicodedata.normalize("NFD", _HAN.sub(r" \1 ", kept))
    bare = (sign.lower() for sign in apart if unicodedata.category(sign) != "Mn")
    marked = (
        f" {sign} " if sign in _ASCII or unicodedata.category(sign)[0] == "P" else sign
        for sign in bare
    )
    return "".join(marked).split()
