"""The table of mixing weights, with sliders for one row of it."""

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
import traitlets as t

from whichbank.attention import mix
from whichbank.figures.base import Figure, Table, need_shape
from whichbank.plots import Picture, plane


class MixingTable(Figure):
    """Three weight sliders for the row of one word; the mix moves in the plane, the whole table is a heatmap.

    Parameters
    ----------
    words : sequence of str
        The words of a sentence.
    vectors : array, shape (T, 2)
        A vector for each word.
    weights : array, shape (T, T)
        Row t holds the shares of which the new vector of word t is mixed. A row need not sum to 1: the figure says so.
    row : int, default 0
        The row that the sliders move.
    axes : (str, str), default ("finance", "nature")
        What the two axes of the plane measure.

    Raises
    ------
    traitlets.TraitError
        If the shapes do not match, a number is not finite, or row is out of range.
    ValueError
        If there are no words.

    Examples
    --------
    >>> fig = MixingTable(words=["money", "bank"], vectors=[[2, 0], [1, 1]], weights=[[1, 0], [0.5, 0.5]], row=1)
    >>> fig
    MixingTable(words=['money', 'bank'], row='bank', weights=[0.5, 0.5], new=[1.5, 0.5])
    """

    words = t.List(t.Unicode()).tag(sync=True)
    vectors = Table().tag(sync=True)
    weights = Table().tag(sync=True)
    row = t.Int(0).tag(sync=True)
    axes = t.List(t.Unicode(), default_value=["finance", "nature"], minlen=2, maxlen=2).tag(sync=True)

    def __init__(
        self,
        words: Sequence[str],
        vectors: Any,
        weights: Any,
        row: int = 0,
        axes: Sequence[str] = ("finance", "nature"),
    ) -> None:
        if not words:
            raise ValueError("words must name at least one word; got none")
        super().__init__(words=list(words), vectors=vectors, weights=weights, row=row, axes=list(axes))

    @property
    def new_vectors(self) -> np.ndarray:
        """The mixed vectors, shape (T, 2), by the kernel ``mix`` (rows that do not sum to 1 are mixed as they are)."""
        return mix(np.array(self.weights), np.array(self.vectors), check_rows=False)

    def still(self) -> Picture:
        """Return the plane with old and new vectors."""
        old = dict(zip(self.words, self.vectors, strict=True))
        new = dict(zip(self.words, self.new_vectors, strict=True))
        return plane(old, axes=tuple(self.axes), moved=new, hull=self.words)

    def table(self) -> tuple[str, Sequence[str], Sequence[Sequence[Any]]]:
        """Return the weights, the sum of each row, and the new vectors."""
        heads = ["new vector of", *self.words, "sum", *self.axes]
        rows = [
            [word, *row, float(sum(row)), *map(float, new)]
            for word, row, new in zip(self.words, self.weights, self.new_vectors, strict=True)
        ]
        return "Weights, their sum, and the new vector", heads, rows

    def _summary(self) -> Iterable[str]:
        row, new = self.weights[self.row], self.new_vectors[self.row]
        yield f"words={self.words}"
        yield f"row={self.words[self.row]!r}"
        yield f"weights={[round(w, 2) for w in row]}"
        yield f"new={[round(float(x), 2) for x in new]}"

    @t.validate("vectors")
    def _check_vectors(self, proposal: Any) -> list[list[float]]:
        return need_shape("vectors", proposal["value"], (len(self.words), 2))

    @t.validate("weights")
    def _check_weights(self, proposal: Any) -> list[list[float]]:
        return need_shape("weights", proposal["value"], (len(self.words), len(self.words)))

    @t.validate("row")
    def _check_row(self, proposal: Any) -> int:
        if not 0 <= proposal["value"] < len(self.words):
            raise t.TraitError(f"row must be between 0 and {len(self.words) - 1}; got {proposal['value']}")
        return proposal["value"]
