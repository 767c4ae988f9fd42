"""Apple's place after real trainings, by the share of fruit sentences in the data."""

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any

import numpy as np
import traitlets as t

from whichbank.corpora import APPLE_ORANGE, APPLE_SENTENCES
from whichbank.figures.base import Figure, Table, need_shape
from whichbank.plots import Picture, plane


class SharePlane(Figure):
    """A slider picks one of several recorded trainings; two sentences each want apple beside another word.

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

    Raises
    ------
    traitlets.TraitError
        If shapes do not match, a number is not finite, shares do not rise from 0 to 1, share is none of them, or near
        is not positive.

    Examples
    --------
    >>> fig = SharePlane([0, 0.5, 1], [[0, 1], [0.7, 0.7], [1, 0]], [[1, 0]] * 3, [[0, 1]] * 3)
    >>> fig
    SharePlane(share=0.5, trainings=3, right_for=[])
    >>> fig.share = 1
    >>> fig.right_for
    ['An apple a day keeps the doctor away']
    """

    shares = t.List(t.Float(), minlen=1).tag(sync=True)
    apple = Table().tag(sync=True)
    orange = Table().tag(sync=True)
    phone = Table().tag(sync=True)
    share = t.Float(0.5).tag(sync=True)
    near = t.Float(0.4).tag(sync=True)
    sentences = t.List(t.Unicode(), default_value=[APPLE_SENTENCES[0], APPLE_ORANGE], minlen=2, maxlen=2).tag(sync=True)
    axes = t.List(t.Unicode(), default_value=["taste", "technology"], minlen=2, maxlen=2).tag(sync=True)

    def __init__(
        self,
        shares: Sequence[float],
        apple: Any,
        orange: Any,
        phone: Any,
        share: float = 0.5,
        near: float = 0.4,
        sentences: Sequence[str] = (APPLE_SENTENCES[0], APPLE_ORANGE),
        axes: Sequence[str] = ("taste", "technology"),
    ) -> None:
        shares = [float(x) for x in shares]
        super().__init__(
            shares=shares,
            apple=apple,
            orange=orange,
            phone=phone,
            share=share,
            near=near,
            sentences=list(sentences),
            axes=list(axes),
        )

    @property
    def places(self) -> dict[str, np.ndarray]:
        """Where the shown training puts apple, orange and phone, each a vector of shape (2,)."""
        i = self._training(self.share)
        return {word: np.array(getattr(self, word)[i]) for word in ("apple", "orange", "phone")}

    @property
    def distances(self) -> np.ndarray:
        """How far apple is from orange, where the first sentence wants it, and from phone; shape (2,)."""
        places = self.places
        return np.array([np.linalg.norm(places[word] - places["apple"]) for word in ("orange", "phone")])

    @property
    def right_for(self) -> list[str]:
        """The sentences for which apple is at most ``near`` from where they want it."""
        return [s for s, distance in zip(self.sentences, self.distances, strict=True) if distance <= self.near]

    def still(self) -> Picture:
        """Return the plane of the shown training, with the circles that apple must reach."""
        return plane(self.places, axes=tuple(self.axes), circles=dict.fromkeys(("orange", "phone"), self.near))

    def table(self) -> tuple[str, Sequence[str], Sequence[Sequence[Any]]]:
        """Return apple's place and its two distances, for every training."""
        apple, orange, phone = (np.array(path) for path in (self.apple, self.orange, self.phone))
        columns = [self.shares, *apple.T, *(np.linalg.norm(end - apple, axis=1) for end in (orange, phone))]
        heads = ["share of fruit sentences", *self.axes, "distance to orange", "distance to phone"]
        return "Where each training puts apple", heads, [list(map(float, row)) for row in zip(*columns, strict=True)]

    def _summary(self) -> Iterable[str]:
        yield f"share={self.share:g}"
        yield f"trainings={len(self.shares)}"
        yield f"right_for={self.right_for}"

    def _training(self, share: float) -> int:
        """Return the number of the training with this share; -1 if there is none."""
        return next((i for i, x in enumerate(self.shares) if abs(x - share) < 1e-6), -1)

    @t.validate("shares")
    def _check_shares(self, proposal: Any) -> list[float]:
        shares = proposal["value"]
        if not (all(0 <= x <= 1 for x in shares) and all(a < b for a, b in pairwise(shares))):
            raise t.TraitError(f"shares must rise, from 0 to 1; got {shares}")
        return shares

    @t.validate("apple", "orange", "phone")
    def _check_path(self, proposal: Any) -> list[list[float]]:
        return need_shape(proposal["trait"].name, proposal["value"], (len(self.shares), 2))

    @t.validate("share")
    def _check_share(self, proposal: Any) -> float:
        i = self._training(proposal["value"])
        if i < 0:
            known = ", ".join(f"{x:g}" for x in self.shares)
            raise t.TraitError(f"share must be that of a training ({known}); got {proposal['value']:g}")
        return self.shares[i]

    @t.validate("near")
    def _check_near(self, proposal: Any) -> float:
        if not 0 < proposal["value"] < np.inf:
            raise t.TraitError(f"near must be a positive number; got {proposal['value']}")
        return proposal["value"]
