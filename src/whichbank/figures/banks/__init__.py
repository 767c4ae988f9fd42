"""The question of the course: one word in two sentences, and the share of its neighbors that makes
two of it.
"""

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from whichbank.attention import mix
from whichbank.corpora.notes import BANK_SENTENCES, PLANE_AXES, plane_vectors
from whichbank.figures.kit.figure import Figure, labeled, rounded
from whichbank.figures.kit.traits import List, Number, Table, Text
from whichbank.plots import Picture, plane


def row_of(n: int, at: int, share: float) -> list[float]:
    """Return the weights of a word that gives a share of its new vector to its neighbors, in equal
    parts.

    Parameters
    ----------
    n : int
        The number of words, at least 2.
    at : int
        The place of the word, from 0.
    share : float
        What all neighbors get together.

    Returns
    -------
    list of float, shape (n,)

    Examples
    --------
    >>> row_of(3, 1, 0.5)
    [0.25, 0.5, 0.25]
    """
    return [1 - share if s == at else share / (n - 1) for s in range(n)]


def _one_shared(sentences: list[list[str]]) -> list[list[str]]:
    if (
        len(sentences[0]) != len(sentences[1])
        or sum(a == b for a, b in zip(*sentences, strict=True)) != 1
    ):
        raise ValueError(
            f"must be equally long and have one word at the same place; got {sentences}"
        )
    return sentences


class TwoBanks(Figure):
    """Two sentences with one word in common, on strings to its neighbors in both: pull it, and it
    parts into two.

    The plane of the vectors is turned: what the two axes measure lies to the left and the right.

    Parameters
    ----------
    share : float, default 0
        How much of the word's new vector comes from its neighbors, in equal parts; the rest is its
        own.
    sentences : sequence of sequence of str, optional
        Two sentences of T words; at one place they have the same word. At first the two bank
        sentences.
    vectors : array, shape (2, T, 2), optional
        A vector for each word of each sentence; by default those of the course's plane.
    axes : (str, str), default ("finance", "nature")
        What the two axes of the plane measure.

    Examples
    --------
    >>> fig = TwoBanks(0.5)
    >>> fig
    TwoBanks(word='bank', share=0.5, new=[[1.25, 0.5], [0.5, 1.25]])
    """

    share = Number(0.0, low=0, high=1)
    sentences = List(
        List(Text(), least=2), [one.split() for one in BANK_SENTENCES], length=2, check=_one_shared
    )
    vectors = Table(
        (2, lambda sentences: len(sentences[0]), 2),
        lambda sentences: list(map(plane_vectors, sentences)),
    )
    axes = List(Text(), PLANE_AXES, length=2)

    @property
    def at(self) -> int:
        """The place of the word that both sentences have."""
        return next(i for i, (a, b) in enumerate(zip(*self.sentences, strict=True)) if a == b)

    @property
    def weights(self) -> np.ndarray:
        """The row of the word, shape (T,): the same in both sentences."""
        return np.array(row_of(len(self.sentences[0]), self.at, self.share))

    @property
    def new_vectors(self) -> np.ndarray:
        """The word's new vector in each sentence, shape (2, 2), by the kernel ``mix``."""
        return mix(self.weights, np.array(self.vectors))

    @property
    def names(self) -> list[str]:
        """What the two new vectors are called: the word after its first neighbor in each
        sentence.
        """
        word = self.sentences[0][self.at]
        return [
            f"{next(other for other in words if other != word)} {word}" for words in self.sentences
        ]

    def still(self) -> Picture:
        """Return the plane with all words, and where the word goes in each sentence."""
        old = dict(
            zip(np.concatenate(self.sentences).tolist(), np.concatenate(self.vectors), strict=True)
        )
        word = self.sentences[0][self.at]
        new = dict(
            zip(
                [f"{word} next to {name.split()[0]}" for name in self.names],
                self.new_vectors,
                strict=True,
            )
        )
        return plane(old | new, axes=(self.axes[0], self.axes[1]))

    def table(self) -> tuple[str, Sequence[str], Sequence[Sequence[Any]]]:
        """Return the row of each sentence and its new vector."""
        word, n = self.sentences[0][self.at], len(self.sentences[0])
        own, others = 1 - self.share, self.share / (n - 1)
        rows = labeled(map(" ".join, self.sentences), [own] * 2, [others] * 2, self.new_vectors)
        return (
            f"What new {word} is made of, and where it is",
            ["sentence", "itself", "each neighbor", *self.axes],
            rows,
        )

    def _summary(self) -> Iterable[str]:
        yield f"word={self.sentences[0][self.at]!r}"
        yield f"share={self.share:g}"
        yield f"new={[rounded(one) for one in self.new_vectors]}"
