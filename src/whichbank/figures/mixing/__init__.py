"""The table of mixing weights: one row of it as bars under a sentence, and its mix as a point to
drag.
"""

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from whichbank.attention import mix
from whichbank.figures.kit.figure import Figure, labeled, rounded
from whichbank.figures.kit.traits import Flag, Index, List, Named, Number, Table, Text
from whichbank.plots import Picture, plane


class MixingTable(Figure):
    """A sentence with a bar of weight under each word: tap a word, move the bars or drag the mix in
    the plane.

    Parameters
    ----------
    words : sequence of str
        The words of a sentence.
    vectors : array, shape (T, 2)
        A vector for each word.
    weights : array, shape (T, T)
        Row t holds the shares of which the new vector of word t is mixed. A row need not sum to 1:
        the figure says so.
    row : int, default 0
        The row that the bars show.
    axes : (str, str), default ("finance", "nature")
        What the two axes of the plane measure.
    versions : mapping of str to array, shape (T, T), optional
        Named tables that the reader can load in place of the weights. They are offered in the order
        of their names, if they differ from the weights that the figure starts with.
    lowest : float, default 0
        The weight at the left end of the bars: 0, or a negative number where the reader is to try
        one.
    locked : bool, default False
        Whether the row that is changed keeps the sum 1: the other weights then share what one of
        them leaves.

    Examples
    --------
    >>> fig = MixingTable(words=["money", "bank"], vectors=[[2, 0], [1, 1]], weights=[[1, 0], [0.5, 0.5]], row=1)
    >>> fig
    MixingTable(words=['money', 'bank'], row='bank', weights=[0.5, 0.5], new=[1.5, 0.5])
    """

    words = List(Text(), least=1)
    vectors = Table(("words", 2))
    weights = Table(("words", "words"))
    row = Index("words")
    axes = List(Text(), ("finance", "nature"), length=2)
    versions = Named(Table(("words", "words")), {})
    lowest = Number(0.0, low=-1, high=0)
    locked = Flag(False)

    @property
    def new_vectors(self) -> np.ndarray:
        """The mixed vectors, shape (T, 2), by the kernel ``mix`` (rows that do not sum to 1 are
        mixed as they are).
        """
        return mix(np.array(self.weights), np.array(self.vectors), check_rows=False)

    @property
    def inside(self) -> list[bool]:
        """For each new vector: whether it lies inside the polygon that the old ones span, its edge
        included.
        """
        shares = [abs(sum(row) - 1) < 1e-9 and min(row) >= 0 for row in self.weights]
        corners = np.array(self.vectors)
        return [
            share or _inside(new, corners)
            for share, new in zip(shares, self.new_vectors, strict=True)
        ]

    def still(self) -> Picture:
        """Return the plane with old and new vectors."""
        old = dict(zip(self.words, self.vectors, strict=True))
        new = dict(zip(self.words, self.new_vectors, strict=True))
        return plane(old, axes=tuple(self.axes), moved=new, hull=self.words)

    def table(self) -> tuple[str, Sequence[str], Sequence[Sequence[Any]]]:
        """Return the weights, the sum of each row, and the new vectors."""
        heads = ["new vector of", *self.words, "sum", *self.axes, "inside"]
        rows = labeled(self.words, self.weights, np.sum(self.weights, axis=1), self.new_vectors)
        rows = [
            [*row, "yes" if inside else "no"] for row, inside in zip(rows, self.inside, strict=True)
        ]
        return (
            "Weights, their sum, the new vector, and whether it lies inside the old ones",
            heads,
            rows,
        )

    def _summary(self) -> Iterable[str]:
        row, new = self.weights[self.row], self.new_vectors[self.row]
        yield f"words={self.words}"
        yield f"row={self.words[self.row]!r}"
        yield f"weights={rounded(row)}"
        yield f"new={rounded(new)}"


def _inside(point: np.ndarray, others: np.ndarray) -> bool:
    """Seen from a point inside, the others leave no gap wider than half a turn."""
    away = others - point
    if (np.hypot(*away.T) < 1e-9).any():
        return True
    turns = np.sort(np.arctan2(away[:, 1], away[:, 0]))
    gaps = np.diff(turns, append=turns[0] + 2 * np.pi)
    return bool(gaps.max() <= np.pi + 1e-9)
