"""Reading word by word: how much the state of each reader still hangs on every word that it has
read.
"""

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from whichbank.figures.kit.figure import Figure
from whichbank.figures.kit.traits import Choice, Index, List, Table, Text
from whichbank.plots import Picture, curves


class WordByWord(Figure):
    """A sentence is read word by word; ink fades on the words that a reader's state no longer hangs
    on.

    Parameters
    ----------
    words : sequence of str, length T
        The sentence.
    readers : sequence of str, length R
        The names of the readers.
    influence : array, shape (R, T, T)
        How strongly each word moves what a reader shows after each word: a row for the word just
        read, a column for the word that moves it. What is not read yet moves nothing; what is read
        moves more than nothing in all.
    reader : str, optional
        The reader whose ink lies on the words: one of ``readers``, the first if not given.
    place : int, optional
        The place of the word just read; the last if not given.

    Examples
    --------
    >>> fades, stays = [[4, 0], [1, 4]], [[1, 0], [1, 1]]
    >>> fig = WordByWord(["river", "bank"], ["RNN", "attention"], [fades, stays])
    >>> fig
    WordByWord(reader='RNN', read='bank', first=0.2)
    >>> fig.shares["attention"]
    [0.5, 0.5]
    """

    words = List(Text(), least=1)
    readers = List(Text(), least=1, distinct=True)
    influence = Table(
        ("readers", "words", "words"), low=0, check=lambda value: _read_in_order(value)
    )
    reader = Choice("readers")
    place = Index("words", default=lambda words: len(words) - 1)

    @property
    def shares(self) -> dict[str, list[float]]:
        """For each reader, the share that every word has in what moves its state after the word
        just read.
        """
        return {
            name: shares(table[self.place])
            for name, table in zip(self.readers, self.influence, strict=True)
        }

    def still(self) -> Picture:
        """Return the shares of the words for each reader."""
        places = range(1, len(self.words) + 1)
        return curves(
            places, self.shares, labels=("place of the word", f"share after word {self.place + 1}")
        )

    def table(self) -> tuple[str, Sequence[str], Sequence[Sequence[Any]]]:
        """Return for each word its share in the state of each reader."""
        caption = (
            f"What the state hangs on after {self.words[self.place]}, word {self.place + 1}: "
            "shares of the words"
        )
        columns = zip(
            *([round(share, 2) for share in row] for row in self.shares.values()), strict=True
        )
        rows = [[word, *row] for word, row in zip(self.words, columns, strict=True)]
        return caption, ["word", *self.readers], rows

    def _summary(self) -> Iterable[str]:
        yield f"reader={self.reader!r}"
        yield f"read={self.words[self.place]!r}"
        yield f"first={round(self.shares[self.reader][0], 2)}"


def shares(row: Sequence[float]) -> list[float]:
    """Return amounts as shares of their sum, which must not be 0.

    Examples
    --------
    >>> shares([1, 3])
    [0.25, 0.75]
    """
    return [amount / sum(row) for amount in row]


def _read_in_order(tables: list[Any]) -> list[Any]:
    numbers = np.array(tables)
    if np.triu(numbers, 1).any():
        raise ValueError("must be 0 for words that are not read yet")
    if (numbers.sum(axis=2) == 0).any():
        raise ValueError("must not be 0 for all words of a row")
    return tables
