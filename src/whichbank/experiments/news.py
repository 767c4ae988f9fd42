"""The news of the Lee corpus letter by letter: in lower case for chapters masks and block, as printed for
chapter writer.
"""

import re
from collections.abc import Collection, Iterable
from functools import cache

import numpy as np
import torch
from torch import Tensor

from whichbank._arrays import one_of
from whichbank.corpora import lee_background, lee_items

LENGTH = 32
"""How many letters a piece has in chapters masks and block."""

_WORD = re.compile(r"[A-Za-z]+(?:['’-][A-Za-z]+)*")


class News:
    """A text in parts, and ids for the letters of the part "read": the tokens of a model, sorted,
    in ``letters``.

    In the other parts, a sign that "read" lacks becomes a space.

    Examples
    --------
    >>> news = News(read="a bad cab", test="a fab cab")
    >>> news.letters, news.part("test")
    (' abcd', 'a  ab cab')
    """

    def __init__(self, **parts: str) -> None:
        self.letters = "".join(sorted(set(parts["read"])))
        self._ids = {sign: i for i, sign in enumerate(self.letters)}
        self._parts = {
            name: "".join(sign if sign in self._ids else " " for sign in text)
            for name, text in parts.items()
        }

    def part(self, name: str = "read") -> str:
        """Return the text of a part."""
        return self._parts[one_of("part", name, self._parts)]

    def encode(self, text: str) -> np.ndarray:
        """Return the ids of the letters of a text, shape (N,), int64: their places in
        ``letters``.
        """
        if unknown := sorted(set(text) - set(self._ids)):
            raise ValueError(f"these signs have no id: {', '.join(map(repr, unknown))}")
        return np.array([self._ids[sign] for sign in text], dtype=np.int64)

    def decode(self, ids: Iterable[int]) -> str:
        """Return the text of token ids."""
        return "".join(self.letters[int(i)] for i in ids)

    def pieces(self, part: str, length: int, step: int) -> tuple[Tensor, Tensor]:
        """Cut a part into pieces of this length that begin step letters apart, and say what follows
        each letter.

        Both tensors hold token ids, shape (N, length), int64; the second is the first, one letter
        on.
        """
        # (N, T + 1)
        rows = torch.from_numpy(self.encode(self.part(part))).unfold(0, length + 1, step)
        return rows[:, :-1], rows[:, 1:]


@cache
def lowercase() -> News:
    """Return the news in lower case without punctuation: nine tenths to read, the last one is "held
    out".
    """
    text = " ".join(" ".join(item) for item in lee_background())
    split = len(text) * 9 // 10
    return News(**{"read": text[:split], "held out": text[split:]})


@cache
def pieces(*, held_out: bool = False) -> tuple[Tensor, Tensor]:
    """Cut the news in lower case into pieces of 32 letters; return their ids and those of the
    letters that follow.

    With held_out they are 100 pieces of the last tenth of the text, which training never sees.

    Examples
    --------
    >>> ids, following = pieces()
    >>> lowercase().decode(ids[0])
    'hundreds of people have been for'
    >>> lowercase().decode(following[0])
    'undreds of people have been forc'
    """
    ids, following = lowercase().pieces("held out" if held_out else "read", LENGTH, LENGTH)
    return (ids[:100], following[:100]) if held_out else (ids, following)


@cache
def printed() -> News:
    """Return the news as they were printed, an item a line: 240 to read, 30 to "tune" on, 30 are
    "held out".

    Examples
    --------
    >>> printed().part()[:44]
    'Hundreds of people have been forced to vacat'
    """
    lines = [item + "\n" for item in lee_items()]
    return News(
        **{
            "read": "".join(lines[:240]),
            "tune": "".join(lines[240:270]),
            "held out": "".join(lines[270:]),
        }
    )


@cache
def known_words() -> frozenset[str]:
    """Return the words of the printed news that are read, in lower case."""
    return frozenset(word.lower() for word in _WORD.findall(printed().part()))


def invented(text: str, known: Collection[str] | None = None) -> tuple[list[tuple[int, int]], int]:
    """Find the words that do not occur in the printed news that are read; return their spans and
    the number of words.

    A word that the text's end cuts off does not count. Other words may be given as those that are
    known, in lower case.

    Examples
    --------
    >>> invented("The bank has flobbed. The ban")
    ([(13, 20)], 5)
    """
    words = [word for word in _WORD.finditer(text) if word.end() < len(text)]
    known = known_words() if known is None else known
    return [word.span() for word in words if word[0].lower() not in known], len(words)
