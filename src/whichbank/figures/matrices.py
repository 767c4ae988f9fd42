"""Two matrices on sliders: what queries and keys they make, and the weights that follow."""

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
import traitlets as t

from whichbank.attention import attend, similarity
from whichbank.figures.base import Figure, Table, as_rows, need_shape
from whichbank.plots import Picture, heatmap

SQUARE = (2, 2)


class QueryKeyMatrices(Figure):
    """Sliders for two 2×2 matrices bend the plane of words into queries and keys; the heatmap of weights follows.

    Parameters
    ----------
    words : sequence of str
        The words of a sentence.
    vectors : array, shape (T, 2)
        A vector for each word.
    W_q, W_k : array, shape (2, 2)
        The matrices: queries are ``vectors @ W_q``, keys are ``vectors @ W_k``. No entry beyond reach.
    row : int, default 0
        The word whose query is drawn among the keys.
    axes : (str, str), default ("finance", "nature")
        What the two numbers of a word's vector measure.
    versions : mapping of str to pair of array, shape (2, 2), optional
        Named pairs (W_q, W_k) that the reader can load. They are offered in the order of their names.
    reach : float, default 2
        How far the sliders go to both sides of 0.

    Raises
    ------
    traitlets.TraitError
        If shapes do not match, a number is not finite or out of reach, or row is out of range.
    ValueError
        If there are no words.

    Examples
    --------
    >>> same = [[1, 0], [0, 1]]
    >>> fig = QueryKeyMatrices(["money", "bank"], [[2, 0], [1, 1]], W_q=same, W_k=[[0, 1], [1, 0]])
    >>> fig
    QueryKeyMatrices(words=['money', 'bank'], row='money', query=[2.0, 0.0], weights=[0.2, 0.8])
    >>> fig.scores
    array([[0., 2.],
           [2., 2.]])
    """

    words = t.List(t.Unicode()).tag(sync=True)
    vectors = Table().tag(sync=True)
    W_q = Table().tag(sync=True)
    W_k = Table().tag(sync=True)
    row = t.Int(0).tag(sync=True)
    axes = t.List(t.Unicode(), default_value=["finance", "nature"], minlen=2, maxlen=2).tag(sync=True)
    versions = t.Dict(key_trait=t.Unicode()).tag(sync=True)
    reach = t.Float(2.0).tag(sync=True)

    def __init__(
        self,
        words: Sequence[str],
        vectors: Any,
        W_q: Any,
        W_k: Any,
        row: int = 0,
        axes: Sequence[str] = ("finance", "nature"),
        versions: Mapping[str, Any] | None = None,
        reach: float = 2.0,
    ) -> None:
        if not words:
            raise ValueError("words must name at least one word; got none")
        need_shape("vectors", as_rows("vectors", vectors), (len(words), 2))
        super().__init__(
            words=list(words),
            vectors=vectors,
            W_q=W_q,
            W_k=W_k,
            row=row,
            axes=list(axes),
            versions=dict(versions or {}),
            reach=float(reach),
        )

    @property
    def q(self) -> np.ndarray:
        """The queries, shape (T, 2)."""
        return np.array(self.vectors) @ np.array(self.W_q)

    @property
    def k(self) -> np.ndarray:
        """The keys, shape (T, 2)."""
        return np.array(self.vectors) @ np.array(self.W_k)

    @property
    def scores(self) -> np.ndarray:
        """Dot products of queries and keys, not yet scaled, shape (T, T), by the kernel ``similarity``."""
        return similarity(self.q, self.k)

    @property
    def weights(self) -> np.ndarray:
        """The softmax of the scores divided by the square root of 2, shape (T, T), by the kernel ``attend``."""
        return attend(self.q, self.k, self.k, return_weights=True)[1]

    def still(self) -> Picture:
        """Return the weights as a heatmap."""
        return heatmap(self.weights, self.words, row_label="this word asks", column_label="and looks at")

    def table(self) -> tuple[str, Sequence[str], Sequence[Sequence[Any]]]:
        """Return each word's query and key, its scores and its weights."""
        heads = ["word", "query 1", "query 2", "key 1", "key 2"]
        heads += [f"score with {word}" for word in self.words] + [f"weight of {word}" for word in self.words]
        numbers = np.concatenate([self.q, self.k, self.scores, self.weights], axis=1)
        rows = [[word, *map(float, line)] for word, line in zip(self.words, numbers, strict=True)]
        return "Queries, keys, scores before the scale, and weights", heads, rows

    def _summary(self) -> Iterable[str]:
        yield f"words={self.words}"
        yield f"row={self.words[self.row]!r}"
        yield f"query={[round(float(x), 2) for x in self.q[self.row]]}"
        yield f"weights={[round(float(w), 2) for w in self.weights[self.row]]}"

    @t.validate("words")
    def _check_words(self, proposal: Any) -> list[str]:
        words = proposal["value"]
        if len(words) != len(self.vectors):
            raise t.TraitError(f"words must name each of the {len(self.vectors)} vectors; got {len(words)} words")
        return words

    @t.validate("vectors")
    def _check_vectors(self, proposal: Any) -> list[list[float]]:
        return need_shape("vectors", proposal["value"], (len(self.words), 2))

    @t.validate("W_q", "W_k")
    def _check_matrix(self, proposal: Any) -> list[list[float]]:
        return self._need_matrix(proposal["trait"].name, proposal["value"])

    @t.validate("versions")
    def _check_versions(self, proposal: Any) -> dict[str, list[list[list[float]]]]:
        versions = {}
        for name, pair in sorted(proposal["value"].items()):
            if len(pair) != 2:
                raise t.TraitError(f"versions[{name!r}] must be a pair of W_q and W_k; got {len(pair)} tables")
            label = f"versions[{name!r}]"
            versions[name] = [self._need_matrix(label, as_rows(label, matrix)) for matrix in pair]
        return versions

    @t.validate("row")
    def _check_row(self, proposal: Any) -> int:
        if not 0 <= proposal["value"] < len(self.words):
            raise t.TraitError(f"row must be between 0 and {len(self.words) - 1}; got {proposal['value']}")
        return proposal["value"]

    @t.validate("reach")
    def _check_reach(self, proposal: Any) -> float:
        if not 0 < proposal["value"] < math.inf:
            raise t.TraitError(f"reach must be a positive finite number; got {proposal['value']!r}")
        return proposal["value"]

    def _need_matrix(self, name: str, rows: list[list[float]]) -> list[list[float]]:
        need_shape(name, rows, SQUARE)
        if np.abs(rows).max() > self.reach:
            raise t.TraitError(f"{name} must lie between {-self.reach:g} and {self.reach:g} (reach); got {rows}")
        return rows
