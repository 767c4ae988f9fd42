"""Attention as a diagram, from the words to the mix, with the numbers of the word that asks in its
boxes.
"""

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from whichbank.attention import mix, similarity, softmax
from whichbank.figures.kit.figure import Figure, rounded
from whichbank.figures.kit.traits import Index, List, Table, Text, Whole
from whichbank.plots import Picture, machine

STAGES = ("words", "query", "keys", "scores", "scaled", "weights", "values", "mix")
"""The boxes in the order in which they are computed."""


class AttentionPipeline(Figure):
    """Attention drawn as boxes and lines: step through it, and each box shows what it holds for the
    word that asks.

    Parameters
    ----------
    words : sequence of str
        The T words of a sentence.
    vectors : array, shape (T, D)
        A vector for each word.
    W_q, W_k : array, shape (D, d)
        What makes queries and keys of them.
    W_v : array, shape (D, n)
        What makes values of them.
    row : int, default 0
        The word that asks: its place.
    stage : int, default 7
        The last of ``STAGES`` that is shown, from 0.

    Examples
    --------
    >>> fig = AttentionPipeline(["money", "bank"], [[2, 0], [1, 1]], np.eye(2), np.eye(2), np.eye(2), row=1)
    >>> fig
    AttentionPipeline(word='bank', stage='mix', weights=[0.5, 0.5], new=[1.5, 0.5])
    """

    words = List(Text(), least=1)
    vectors = Table(("words", None))
    W_q = Table((lambda vectors: len(vectors[0]), None))
    W_k = Table((lambda vectors: len(vectors[0]), lambda W_q: len(W_q[0])))
    W_v = Table((lambda vectors: len(vectors[0]), None))
    row = Index("words")
    stage = Whole(len(STAGES) - 1, low=0, high=len(STAGES) - 1)

    @property
    def parts(self) -> dict[str, np.ndarray]:
        """What the boxes hold, by the names of ``STAGES``; by the kernels ``similarity``,
        ``softmax`` and ``mix``.
        """
        return pipeline(self.vectors, self.W_q, self.W_k, self.W_v, self.row)

    def still(self) -> Picture:
        """Return the boxes from bottom to top."""
        parts = self.parts
        word = self.words[self.row]
        own = [("vector", _row(parts["words"][self.row]))]
        own += [
            (name, _row(parts[name])) for name in ("query", "scores", "scaled", "weights", "mix")
        ]
        return machine(
            {"all words": [("keys", _rows(parts["keys"]))], word: own},
            across=("all words", word, 2),
        )

    def table(self) -> tuple[str, Sequence[str], Sequence[Sequence[Any]]]:
        """Return for each word its vector, key, score, scaled score, weight and value; in the
        caption query and mix.
        """
        parts = self.parts
        word, query, new = self.words[self.row], _row(parts["query"]), _row(parts["mix"])
        rows = [
            [
                name,
                *(_row(parts[part][t]) for part in ("words", "keys")),
                *(float(parts[part][t]) for part in ("scores", "scaled", "weights")),
                _row(parts["values"][t]),
            ]
            for t, name in enumerate(self.words)
        ]
        heads = ["word", "vector", "key", "score", "scaled", "weight", "value"]
        return f"{word} asks with the query ({query}) and becomes ({new})", heads, rows

    def _summary(self) -> Iterable[str]:
        yield f"word={self.words[self.row]!r}"
        yield f"stage={STAGES[self.stage]!r}"
        yield f"weights={rounded(self.parts['weights'])}"
        yield f"new={rounded(self.parts['mix'])}"


def pipeline(vectors: Any, W_q: Any, W_k: Any, W_v: Any, row: int) -> dict[str, np.ndarray]:
    """Return what each part of attention holds when one word asks.

    Parameters
    ----------
    vectors : array, shape (T, D)
        A vector for each word.
    W_q, W_k : array, shape (D, d)
        The matrices of queries and keys.
    W_v : array, shape (D, n)
        The matrix of values.
    row : int
        The place of the word that asks.

    Returns
    -------
    dict of str to array
        By the names of ``STAGES``: words (T, D), query (d,), keys (T, d), scores, scaled and
        weights (T,), values (T, n), mix (n,).

    Examples
    --------
    >>> found = pipeline([[2, 0], [1, 1]], np.eye(2), np.eye(2), np.eye(2), 0)
    >>> found["scores"]
    array([4., 2.])
    """
    x = np.array(vectors, dtype=float)
    q, k, v = (x @ np.array(W, dtype=float) for W in (W_q, W_k, W_v))
    scores = similarity(q[row], k)
    scaled = scores / np.sqrt(k.shape[1])
    weights = softmax(scaled)
    held = (x, q[row], k, scores, scaled, weights, v, mix(weights, v))
    return dict(zip(STAGES, held, strict=True))


def _row(numbers: Any) -> str:
    return ", ".join(f"{round(float(n), 2) + 0:g}" for n in numbers).replace("-", "−")


def _rows(table: Any) -> str:
    return " · ".join(f"({_row(numbers)})" for numbers in table)
