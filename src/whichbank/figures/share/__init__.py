"""Apple's place after real trainings, by the share of fruit sentences in the data."""

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from whichbank.corpora import APPLE_ORANGE, APPLE_SENTENCES
from whichbank.figures.kit.figure import Figure
from whichbank.figures.kit.traits import Choice, Flag, List, Number, Table, Text
from whichbank.plots import Picture, plane


class SharePlane(Figure):
    """A slider picks one of several recorded trainings; two sentences each want apple beside
    another word.

    A circle around each of the two words shows where apple is near enough.

    Parameters
    ----------
    shares : sequence of float, length N
        The share of fruit sentences in the data of each training, rising, from 0 to 1.
    apple, orange, phone : array, shape (N, 2)
        Where each training puts the word: its taste and its technology.
    share : float, default 0.5
        The training that is shown: one of ``shares``.
    near : float, default 0.4
        Apple is right for a sentence when it is at most this far from where the sentence wants it.
    rings : bool, default True
        Whether a second slider sets ``near``, the size of the circles.
    sentences : (str, str), optional
        The sentence that wants apple beside orange, and the one that wants it beside phone; those
        of the notes.
    axes : (str, str), default ("taste", "technology")
        What the two axes of the plane measure.

    Examples
    --------
    >>> fig = SharePlane([0, 0.5, 1], [[0, 1], [0.7, 0.7], [1, 0]], [[1, 0]] * 3, [[0, 1]] * 3)
    >>> fig
    SharePlane(share=0.5, trainings=3, right_for=[])
    >>> fig.share = 1
    >>> fig.right_for
    ['An apple a day keeps the doctor away']
    """

    shares = List(Number(low=0, high=1), least=1, rising=True)
    apple = Table(("shares", 2))
    orange = Table(("shares", 2))
    phone = Table(("shares", 2))
    share = Choice("shares", 0.5)
    near = Number(0.4, positive=True)
    rings = Flag(True)
    sentences = List(Text(), (APPLE_SENTENCES[0], APPLE_ORANGE), length=2)
    axes = List(Text(), ("taste", "technology"), length=2)

    @property
    def places(self) -> dict[str, np.ndarray]:
        """Where the shown training puts apple, orange and phone, each a vector of shape (2,)."""
        i = self.shares.index(self.share)
        return {word: np.array(getattr(self, word)[i]) for word in ("apple", "orange", "phone")}

    @property
    def distances(self) -> np.ndarray:
        """How far apple is from orange, where the first sentence wants it, and from phone; shape
        (2,).
        """
        places = self.places
        return np.array(
            [np.linalg.norm(places[word] - places["apple"]) for word in ("orange", "phone")]
        )

    @property
    def right_for(self) -> list[str]:
        """The sentences for which apple is at most ``near`` from where they want it."""
        return [
            s
            for s, distance in zip(self.sentences, self.distances, strict=True)
            if distance <= self.near
        ]

    def still(self) -> Picture:
        """Return the plane of the shown training, with the circles that apple must reach."""
        return plane(
            self.places,
            axes=tuple(self.axes),
            circles=dict.fromkeys(("orange", "phone"), self.near),
        )

    def table(self) -> tuple[str, Sequence[str], Sequence[Sequence[Any]]]:
        """Return apple's place and its two distances, for every training."""
        apple, orange, phone = (np.array(path) for path in (self.apple, self.orange, self.phone))
        columns = [
            self.shares,
            *apple.T,
            *(np.linalg.norm(end - apple, axis=1) for end in (orange, phone)),
        ]
        heads = ["share of fruit sentences", *self.axes, "distance to orange", "distance to phone"]
        return (
            "Where each training puts apple",
            heads,
            [list(map(float, row)) for row in zip(*columns, strict=True)],
        )

    def _summary(self) -> Iterable[str]:
        yield f"share={self.share:g}"
        yield f"trainings={len(self.shares)}"
        yield f"right_for={self.right_for}"
