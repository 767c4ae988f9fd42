"""Two matrices on sliders: what queries and keys they make, and the weights that follow."""

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from whichbank.attention import attend, similarity
from whichbank.figures._traits import Index, List, Named, Number, Table, Text
from whichbank.figures.base import Figure, labeled, rounded
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

    words = List(Text(), least=1)
    vectors = Table(("words", 2))
    W_q = Table((2, 2), within="reach")
    W_k = Table((2, 2), within="reach")
    row = Index("words")
    axes = List(Text(), ("finance", "nature"), length=2)
    versions = Named(List(Table((2, 2), within="reach"), length=2), {})
    reach = Number(2.0, positive=True)

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
        rows = labeled(self.words, self.q, self.k, self.scores, self.weights)
        return "Queries, keys, scores before the scale, and weights", heads, rows

    def _summary(self) -> Iterable[str]:
        yield f"words={self.words}"
        yield f"row={self.words[self.row]!r}"
        yield f"query={rounded(self.q[self.row])}"
        yield f"weights={rounded(self.weights[self.row])}"
