"""The news of the Lee corpus as they were printed: what is read, what is tuned on, and what is held out."""

import re
from collections.abc import Iterable
from functools import cache

import numpy as np
import torch
from torch import Tensor

from whichbank.corpora import lee_items

LENGTH = 64
"""The longest text that the model reads, in letters."""

PARTS = {"read": (0, 240), "tune": (240, 270), "held out": (270, 300)}
"""Which of the 300 items a part has."""

_WORD = re.compile(r"[A-Za-z]+(?:['’-][A-Za-z]+)*")


@cache
def news(part: str = "read") -> str:
    """Return a part of the news as one text, an item a line.

    Parameters
    ----------
    part : {"read", "tune", "held out"}, default "read"
        What the model reads, what is tuned on, or what everything is measured on.

    Returns
    -------
    str
        The text. In the last two parts a sign that is not in ``letters()`` has become a space.

    Raises
    ------
    ValueError
        If there is no such part.

    Examples
    --------
    >>> news()[:44]
    'Hundreds of people have been forced to vacat'
    """
    text = _printed(part)
    return text if part == "read" else "".join(sign if sign in letters() else " " for sign in text)


@cache
def _printed(part: str) -> str:
    if part not in PARTS:
        raise ValueError(f"part must be one of {', '.join(map(repr, PARTS))}; got {part!r}")
    return "".join(item + "\n" for item in lee_items()[slice(*PARTS[part])])


@cache
def letters() -> str:
    """Return the letters and signs of the text that is read, sorted: the tokens of the model."""
    return "".join(sorted(set(_printed("read"))))


def encode(text: str) -> np.ndarray:
    """Return the numbers of the letters of a text.

    Parameters
    ----------
    text : str
        Made of ``letters()``.

    Returns
    -------
    array, shape (N,), int64
        The place of each letter in ``letters()``.

    Raises
    ------
    ValueError
        If a sign has no number.

    Examples
    --------
    >>> decode(encode("The bank"))
    'The bank'
    """
    places = {letter: i for i, letter in enumerate(letters())}
    if unknown := sorted(set(text) - set(places)):
        raise ValueError(f"these signs have no number: {', '.join(map(repr, unknown))}")
    return np.array([places[sign] for sign in text], dtype=np.int64)


def decode(ids: Iterable[int]) -> str:
    """Return the text of token numbers."""
    return "".join(letters()[int(i)] for i in ids)


@cache
def windows(part: str = "read", step: int = LENGTH // 2) -> Tensor:
    """Cut a part of the news into overlapping windows of 65 letters: 64 to read, each with the one that follows.

    Parameters
    ----------
    part : {"read", "tune", "held out"}, default "read"
        The part of the news.
    step : int, default 32
        How far apart the windows begin. With 32, each letter from the 34th on stands once in the second half of a
        window, as one to guess with 33 letters before it or more.

    Returns
    -------
    tensor, shape (N, 65), int64
        Token numbers.
    """
    return torch.from_numpy(encode(news(part))).unfold(0, LENGTH + 1, step)


@cache
def known_words() -> frozenset[str]:
    """Return the words of the news that are read, in lower case."""
    return frozenset(word.lower() for word in _WORD.findall(news()))


def invented(text: str) -> tuple[list[tuple[int, int]], int]:
    """Find the words that stand nowhere in the news that are read.

    Parameters
    ----------
    text : str
        What was written. A word that its end cuts off does not count.

    Returns
    -------
    places : list of (int, int)
        Where each invented word begins and ends.
    n_words : int
        How many words the text has.

    Examples
    --------
    >>> invented("The bank has flobbed. The ban")
    ([(13, 20)], 5)
    """
    words = [word for word in _WORD.finditer(text) if word.end() < len(text)]
    return [word.span() for word in words if word[0].lower() not in known_words()], len(words)
