"""Three matrices that are changed by hand: the queries, keys and values that they make, and what
comes of these.
"""

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from whichbank.attention import attend, similarity
from whichbank.figures.kit.figure import Figure, labeled, rounded
from whichbank.figures.kit.traits import Choice, Index, List, Named, Number, Table, Text
from whichbank.plots import Picture, heatmap

_MATRICES = ("W_q", "W_k", "W_v", "W_qk")


class QueryKeyMatrices(Figure):
    """Three 2×2 matrices turn and stretch words into queries, keys and values; weights and new
    vectors follow.

    A plane shows the query of a word among all keys or, where ``W_v`` is changed, its new vector
    among the values. The reader drags the arrows of the two axes, whose tips are the rows of a
    matrix.

    Parameters
    ----------
    words : sequence of str
        The words of a sentence.
    vectors : array, shape (T, 2)
        A vector for each word.
    W_q, W_k : array, shape (2, 2)
        The matrices: queries are ``vectors @ W_q``, keys are ``vectors @ W_k``. No entry beyond
        reach.
    W_v : array, shape (2, 2), optional
        The matrix of the values, ``vectors @ W_v``; the identity if left out.
    row : int, default 0
        The word that asks: its query is drawn among the keys, its new vector among the values.
    bent : str, optional
        The matrix whose arrows are shown: "W_q", "W_k" or "W_v"; or "W_qk", the product of ``W_q``
        and the transpose of ``W_k``, which stands between two words as they are. The first on offer if left out.
    offers : sequence of str, optional
        The matrices that the reader may choose; all four if left out. Where ``W_v`` is the only one,
        the plane keeps its size, and what is said is said of the new vector.
    axes : (str, str), default ("finance", "nature")
        What the two numbers of a word's vector measure.
    versions : mapping of str to pair of array, shape (2, 2), optional
        Named pairs (W_q, W_k) that the reader can load; W_v stays. They are offered in the order of
        their names.
    reach : float, default 2
        How far from 0 the numbers of a matrix can go, to both sides.

    Examples
    --------
    >>> same = [[1, 0], [0, 1]]
    >>> fig = QueryKeyMatrices(["money", "bank"], [[2, 0], [1, 1]], W_q=same, W_k=[[0, 1], [1, 0]])
    >>> fig
    QueryKeyMatrices(words=['money', 'bank'], row='money', query=[2.0, 0.0], weights=[0.2, 0.8], new=[1.2, 0.8])
    >>> fig.scores
    array([[0., 2.],
           [2., 2.]])
    """

    words = List(Text(), least=1)
    vectors = Table(("words", 2))
    W_q = Table((2, 2), within="reach")
    W_k = Table((2, 2), within="reach")
    W_v = Table((2, 2), ((1, 0), (0, 1)), within="reach")
    row = Index("words")
    offers = List(Choice(_MATRICES), _MATRICES, least=1, distinct=True)
    bent = Choice("offers")
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
    def v(self) -> np.ndarray:
        """The values, shape (T, 2)."""
        return np.array(self.vectors) @ np.array(self.W_v)

    @property
    def W_qk(self) -> np.ndarray:
        """The product of ``W_q`` and the transpose of ``W_k``, shape (2, 2)."""
        return np.array(self.W_q) @ np.array(self.W_k).T

    @property
    def scores(self) -> np.ndarray:
        """Dot products of queries and keys, not yet scaled, shape (T, T), by the kernel
        ``similarity``.
        """
        return similarity(self.q, self.k)

    @property
    def weights(self) -> np.ndarray:
        """The softmax of the scores divided by the square root of 2, shape (T, T), by the kernel
        ``attend``.
        """
        return attend(self.q, self.k, self.v, return_weights=True)[1]

    @property
    def out(self) -> np.ndarray:
        """The new vectors, mixed from the values, shape (T, 2), by the kernel ``attend``."""
        return attend(self.q, self.k, self.v, return_weights=True)[0]

    def still(self) -> Picture:
        """Return the weights as a heatmap."""
        return heatmap(
            self.weights, self.words, row_label="this word asks", column_label="and looks at"
        )

    def table(self) -> tuple[str, Sequence[str], Sequence[Sequence[Any]]]:
        """Return each word's query, key, value and new vector, its scores and its weights."""
        heads = [
            "word",
            *(f"{role} {n}" for role in ("query", "key", "value", "new") for n in (1, 2)),
        ]
        heads += [f"score with {word}" for word in self.words] + [
            f"weight of {word}" for word in self.words
        ]
        rows = labeled(self.words, self.q, self.k, self.v, self.out, self.scores, self.weights)
        return (
            "Queries, keys, values, new vectors, scores before the scale, and weights",
            heads,
            rows,
        )

    def _summary(self) -> Iterable[str]:
        yield f"words={self.words}"
        yield f"row={self.words[self.row]!r}"
        yield f"query={rounded(self.q[self.row])}"
        yield f"weights={rounded(self.weights[self.row])}"
        yield f"new={rounded(self.out[self.row])}"
