"""The table of scores as a square, from a line of text to an encyclopedia."""

from collections.abc import Iterable, Sequence
from typing import Any

from whichbank.figures.cost import in_units, size
from whichbank.figures.kit.figure import Figure
from whichbank.figures.kit.traits import Whole
from whichbank.plots import Picture
from whichbank.plots.powers import powers

TEXTS = {
    "line": 10,
    "page": 300,
    "chapter": 3_000,
    "novel": 30_000,
    "encyclopedia": 30_000_000,
}
"""How many words a text has, in round numbers: 30 lines a page, 10 pages a chapter, 10 chapters a
short novel, and a thousand novels an encyclopedia.
"""
KEY, BYTES = 64, 4
"""How many numbers a query and a key have, and the bytes of a score."""
LARGE = (("million", 1e6), ("billion", 1e9), ("trillion", 1e12), ("quadrillion", 1e15))
LEAST, MOST = min(TEXTS.values()), max(TEXTS.values())


class ScoreSquare(Figure):
    """The scores of n words as a square of n × n, a square millimeter each: drag its corner.

    The squares of shorter texts lie in it, and things of known size stand beside it, all on one
    scale. Its lowest row is what grows with n alone.

    Parameters
    ----------
    words : int, default 30
        How many words the text has, 10 to 30,000,000.

    Examples
    --------
    >>> ScoreSquare(words=30_000)
    ScoreSquare(words=30000, scores='900 million', table='3.6 GB')
    """

    words = Whole(30, low=LEAST, high=MOST)

    @property
    def scores(self) -> int:
        """One for each pair of words."""
        return self.words**2

    def still(self) -> Picture:
        """Return the scores of the table, and of one of its rows, over the words."""
        lengths = list(TEXTS.values())
        grown = {"a table": (lengths, [n * n for n in lengths]), "a row": (lengths, lengths)}
        return powers(grown, labels=("words", "scores"))

    def table(self) -> tuple[str, Sequence[str], Sequence[Sequence[Any]]]:
        """Return what the table of each text has and takes."""
        rows = [
            [name, f"{n:,}", counted(n * n), size(BYTES * n * n), counted(KEY * n * n)]
            for name, n in TEXTS.items()
        ]
        heads = ["text", "words", "scores", "bytes", "multiplications"]
        return f"The table of one head, its keys of {KEY} numbers", heads, rows

    def _summary(self) -> Iterable[str]:
        yield f"words={self.words}"
        yield f"scores={counted(self.scores)!r}"
        yield f"table={size(BYTES * self.scores)!r}"


def counted(number: int) -> str:
    """Write a number for reading: two digits from a million on.

    Examples
    --------
    >>> counted(90_000), counted(900_000_000)
    ('90,000', '900 million')
    """
    return f"{number:,}" if number < LARGE[0][1] else in_units(number, LARGE)
