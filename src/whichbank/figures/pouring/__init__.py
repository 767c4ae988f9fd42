"""Scores that pour into a bar of width 1, in three ways: as they are, divided by their sum, by
softmax.
"""

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from whichbank.attention import mix, similarity, softmax
from whichbank.corpora.notes import PLANE_AXES
from whichbank.figures.kit.figure import Figure, rounded
from whichbank.figures.kit.traits import Choice, List, Table, Text
from whichbank.plots import Picture, plane

WAYS = {"raw": "as they are", "sum": "÷ sum", "softmax": "softmax"}
"""The three ways to make weights of scores, each with its name."""
NOTHING = 1e-9  # a sum that is as near to 0 counts as 0


def weigh(scores: np.ndarray, way: str) -> np.ndarray:
    """Make weights of scores in one of three ways.

    Parameters
    ----------
    scores : array, shape (T,)
        A score for each word.
    way : {"raw", "sum", "softmax"}
        As they are, divided by their sum, or by the kernel ``softmax``.

    Returns
    -------
    array, shape (T,)
        The weights; empty where there are none, for nothing can be divided by 0.

    Examples
    --------
    >>> weigh(np.array([2.0, 2.0, -2.0]), "sum")
    array([ 1.,  1., -1.])
    >>> weigh(np.array([2.0, 2.0, -4.0]), "sum")
    array([], dtype=float64)
    """
    if way == "softmax":
        return softmax(np.asarray(scores))
    if way == "raw":
        return scores
    total = scores.sum()
    return scores / total if abs(total) > NOTHING else scores[:0]


def _inside(vectors: list[list[float]], room: list[list[float]]) -> list[list[float]]:
    low, high = np.transpose(room)
    if (low >= high).any() or (np.array(vectors) < low).any() or (np.array(vectors) > high).any():
        raise ValueError(f"must lie in the room {room}; got {vectors}")
    return vectors


class PourScores(Figure):
    """One word asks, and its scores become weights in one of three ways: drag a word, and see which
    way holds.

    Each score is the asking word's shadow on an arrow times this arrow's length, an area. The areas
    pour into a bar that holds one whole.

    Parameters
    ----------
    words : sequence of str
        The words of a sentence, each once.
    vectors : array, shape (T, 2)
        A vector for each word.
    asks : str, optional
        The word that asks: the first if left out.
    moves : str, optional
        The word that can be dragged: the first if left out.
    way : {"raw", "sum", "softmax"}, default "raw"
        How the scores become weights.
    axes : (str, str), default ("finance", "nature")
        What the two axes of the plane measure.
    room : array, shape (2, 2), default [[-4.5, 3], [-0.5, 2]]
        From where to where all vectors lie, on either axis; the plane shows a little more.

    Examples
    --------
    >>> fig = PourScores(["money", "bank", "debt"], [[2, 0], [1, 1], [-2, 0]], "bank", "debt", "sum")
    >>> fig
    PourScores(asks='bank', way='sum', scores=[2.0, 2.0, -2.0], weights=[1.0, 1.0, -1.0], new=[5.0, 1.0])
    """

    words = List(Text(), least=2, distinct=True)
    vectors = Table(("words", 2), check=_inside)
    asks = Choice("words")
    moves = Choice("words")
    way = Choice(list(WAYS), "raw")
    axes = List(Text(), PLANE_AXES, length=2)
    room = Table((2, 2), [[-4.5, 3], [-0.5, 2]])

    @property
    def scores(self) -> np.ndarray:
        """The dot product of the asking word with each word, shape (T,)."""
        old = np.array(self.vectors)
        return similarity(old[self.words.index(self.asks)], old)

    @property
    def weights(self) -> np.ndarray:
        """What the scores become, shape (T,), or empty where that cannot be computed."""
        return weigh(self.scores, self.way)

    @property
    def new(self) -> np.ndarray | None:
        """The asking word's new vector, shape (2,), by the kernel ``mix``, if there are weights."""
        weights = self.weights
        return mix(weights, np.array(self.vectors), check_rows=False) if len(weights) else None

    def still(self) -> Picture:
        """Return the plane with the old vectors and the new one."""
        old = dict(zip(self.words, self.vectors, strict=True))
        moved = None if self.new is None else {self.asks: self.new}
        hull = self.words if len(old) == 3 else None
        return plane(old, axes=(self.axes[0], self.axes[1]), moved=moved, hull=hull)

    def table(self) -> tuple[str, Sequence[str], Sequence[Sequence[Any]]]:
        """Return each word's score, and what each of the three ways makes of it."""
        columns = [weigh(self.scores, way).tolist() for way in WAYS]
        rows = [
            [word, *(column[i] if column else "none" for column in columns)]
            for i, word in enumerate(self.words)
        ]
        return f"Three ways to weigh the words for {self.asks}", ["word", *WAYS.values()], rows

    def _summary(self) -> Iterable[str]:
        yield f"asks={self.asks!r}"
        yield f"way={self.way!r}"
        yield f"scores={rounded(self.scores)}"
        yield f"weights={rounded(self.weights)}"
        yield f"new={None if self.new is None else rounded(self.new)}"
