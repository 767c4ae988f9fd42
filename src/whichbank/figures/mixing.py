"""The table of mixing weights, with sliders for one row of it."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
import traitlets as t

from whichbank.attention import mix
from whichbank.figures.base import Figure, Table, as_rows, need_shape
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
    versions : mapping of str to array, shape (T, T), optional
        Named tables that the reader can load in place of the weights. They are offered in the order of their names.
    lowest : float, default 0
        The weight at the left end of the sliders: 0, or a negative number where the reader is to try one.

    Raises
    ------
    traitlets.TraitError
        If the shapes do not match, a number is not finite, row is out of range, or lowest is not between -1 and 0.
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
    versions = t.Dict(key_trait=t.Unicode()).tag(sync=True)
    lowest = t.Float(0.0, min=-1.0, max=0.0).tag(sync=True)

    def __init__(
        self,
        words: Sequence[str],
        vectors: Any,
        weights: Any,
        row: int = 0,
        axes: Sequence[str] = ("finance", "nature"),
        versions: Mapping[str, Any] | None = None,
        lowest: float = 0.0,
    ) -> None:
        if not words:
            raise ValueError("words must name at least one word; got none")
        need_shape("vectors", as_rows("vectors", vectors), (len(words), 2))
        super().__init__(
            words=list(words),
            vectors=vectors,
            weights=weights,
            row=row,
            axes=list(axes),
            versions=dict(versions or {}),
            lowest=lowest,
        )

    @property
    def new_vectors(self) -> np.ndarray:
        """The mixed vectors, shape (T, 2), by the kernel ``mix`` (rows that do not sum to 1 are mixed as they are)."""
        return mix(np.array(self.weights), np.array(self.vectors), check_rows=False)

    @property
    def inside(self) -> list[bool]:
        """For each new vector: whether it lies inside the polygon that the old ones span, its edge included."""
        shares = [abs(sum(row) - 1) < 1e-9 and min(row) >= 0 for row in self.weights]
        corners = np.array(self.vectors)
        return [share or _inside(new, corners) for share, new in zip(shares, self.new_vectors, strict=True)]

    def still(self) -> Picture:
        """Return the plane with old and new vectors."""
        old = dict(zip(self.words, self.vectors, strict=True))
        new = dict(zip(self.words, self.new_vectors, strict=True))
        return plane(old, axes=tuple(self.axes), moved=new, hull=self.words)

    def table(self) -> tuple[str, Sequence[str], Sequence[Sequence[Any]]]:
        """Return the weights, the sum of each row, and the new vectors."""
        heads = ["new vector of", *self.words, "sum", *self.axes, "inside"]
        rows = [
            [word, *row, float(sum(row)), *map(float, new), "yes" if inside else "no"]
            for word, row, new, inside in zip(self.words, self.weights, self.new_vectors, self.inside, strict=True)
        ]
        return "Weights, their sum, the new vector, and whether it lies inside the old ones", heads, rows

    def _summary(self) -> Iterable[str]:
        row, new = self.weights[self.row], self.new_vectors[self.row]
        yield f"words={self.words}"
        yield f"row={self.words[self.row]!r}"
        yield f"weights={[round(w, 2) for w in row]}"
        yield f"new={[round(float(x), 2) for x in new]}"

    @t.validate("words")
    def _check_words(self, proposal: Any) -> list[str]:
        words = proposal["value"]
        if len(words) != len(self.vectors):
            raise t.TraitError(f"words must name each of the {len(self.vectors)} vectors; got {len(words)} words")
        return words

    @t.validate("vectors")
    def _check_vectors(self, proposal: Any) -> list[list[float]]:
        return need_shape("vectors", proposal["value"], (len(self.words), 2))

    @t.validate("weights")
    def _check_weights(self, proposal: Any) -> list[list[float]]:
        return need_shape("weights", proposal["value"], (len(self.words), len(self.words)))

    @t.validate("versions")
    def _check_versions(self, proposal: Any) -> dict[str, list[list[float]]]:
        shape = (len(self.words), len(self.words))
        tables = {name: as_rows(f"versions[{name!r}]", value) for name, value in proposal["value"].items()}
        return {name: need_shape(f"versions[{name!r}]", rows, shape) for name, rows in sorted(tables.items())}

    @t.validate("row")
    def _check_row(self, proposal: Any) -> int:
        if not 0 <= proposal["value"] < len(self.words):
            raise t.TraitError(f"row must be between 0 and {len(self.words) - 1}; got {proposal['value']}")
        return proposal["value"]


def _inside(point: np.ndarray, others: np.ndarray) -> bool:
    """Seen from a point inside, the others leave no gap wider than half a turn."""
    away = others - point
    if (np.hypot(*away.T) < 1e-9).any():
        return True
    turns = np.sort(np.arctan2(away[:, 1], away[:, 0]))
    gaps = np.diff(turns, append=turns[0] + 2 * np.pi)
    return bool(gaps.max() <= np.pi + 1e-9)
