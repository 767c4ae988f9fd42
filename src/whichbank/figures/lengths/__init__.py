"""Arrows that a norm pulls onto a ring."""

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from whichbank.figures.kit.figure import Figure, rounded
from whichbank.figures.kit.traits import Flag, List, Table, Text
from whichbank.plots import Picture, plane

MOST = 2.5
"""The plane reaches from 0 to here."""
EPS = 1e-5


class NormRing(Figure):
    """Words as arrows whose tips can be dragged, and a norm that brings each to one length.

    Parameters
    ----------
    words : sequence of str
        A name for each arrow, all different.
    vectors : array, shape (T, 2)
        A vector for each word, from 0 to 2.5.
    axes : (str, str), default ("finance", "nature")
        What the two axes measure.
    normed : bool, default False
        Whether each vector is divided by the root of the mean of its squares.

    Examples
    --------
    >>> fig = NormRing(["money", "bank"], [[2, 0], [0.5, 0.5]])
    >>> fig.normed = True
    >>> fig
    NormRing(normed=True, lengths=[1.41, 1.41])
    """

    words = List(Text(), least=1, distinct=True)
    vectors = Table(("words", 2), low=0, high=MOST)
    axes = List(Text(), ("finance", "nature"), length=2)
    normed = Flag(False)

    @property
    def shown(self) -> np.ndarray:
        """The arrows as they are drawn, shape (T, 2)."""
        return rms_norm(np.array(self.vectors)) if self.normed else np.array(self.vectors)

    def still(self) -> Picture:
        """Return the vectors, and where the norm puts them."""
        found = dict(zip(self.words, self.vectors, strict=True))
        new = dict(zip(self.words, rms_norm(np.array(self.vectors)), strict=True))
        return plane(found, axes=tuple(self.axes), moved=new)

    def table(self) -> tuple[str, Sequence[str], Sequence[Sequence[Any]]]:
        """Return the vectors and their lengths, without the norm and with it."""
        before, after = np.array(self.vectors), rms_norm(np.array(self.vectors))
        rows = [
            [word, *map(float, (*v, np.hypot(*v), *n, np.hypot(*n)))]
            for word, v, n in zip(self.words, before, after, strict=True)
        ]
        new = [f"new {name}" for name in (*self.axes, "length")]
        return "Before and after the norm", ["word", *self.axes, "length", *new], rows

    def _summary(self) -> Iterable[str]:
        yield f"normed={self.normed}"
        yield f"lengths={rounded(np.hypot(*self.shown.T))}"


def rms_norm(x: np.ndarray, eps: float = EPS) -> np.ndarray:
    """Divide each word's numbers by the root of the mean of their squares.

    Examples
    --------
    >>> rms_norm(np.array([[3.0, 4.0]])).round(2)
    array([[0.85, 1.13]])
    """
    return np.asarray(x / np.sqrt((x**2).mean(axis=-1, keepdims=True) + eps))
