"""Four sentences as points that one row of weights puts on a line, and two rows in a plane."""

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from whichbank.attention import mix
from whichbank.figures.kit.figure import Figure
from whichbank.figures.kit.traits import List, Number, Whole
from whichbank.plots import Picture, plane

VALUES = {"dog": (1.0, 0.0), "man": (0.0, 1.0)}
QUESTIONS = ("who", "whom")
FOUR = {
    f"{who} bites {whom}": (who, whom)
    for who, whom in (("dog", "man"), ("man", "dog"), ("dog", "dog"), ("man", "man"))
}
"""Each sentence with who bites and who gets bitten."""


class CutPlane(Figure):
    """New *bites* in four sentences: its weights can be moved, and so can two cuts, one for who
    bites and one for whom.

    Parameters
    ----------
    heads : int, default 1
        How many rows of weights *bites* has: 1 or 2.
    before : (float, float), default (0.75, 0.25)
        The weight of each head on the word before; the word after gets the rest.
    shifts : (float, float), default (0, 0)
        How far the cut for *who* and that for *whom* lie from the middle of the four points,
        towards dog.
    turns : (float, float), default (0, 0)
        By how many degrees each cut is turned. With one head it makes no difference.

    Examples
    --------
    >>> fig = CutPlane()
    >>> fig
    CutPlane(heads=1, before=[0.75], wrong=2)
    >>> fig.heads, fig.turns = 2, (0, 90)
    >>> fig
    CutPlane(heads=2, before=[0.75, 0.25], wrong=0)
    """

    heads = Whole(1, low=1, high=2)
    before = List(Number(low=0, high=1), (0.75, 0.25), length=2)
    shifts = List(Number(low=-0.6, high=0.6), (0, 0), length=2)
    turns = List(Number(low=-180, high=180), (0, 0), length=2)

    @property
    def new(self) -> np.ndarray:
        """New *bites* of each sentence and head, shape (4, heads, 2), by the kernel ``mix``."""
        rows = np.array([[w, 0, 1 - w] for w in self.before[: self.heads]])
        bites = (0.0, 0.0)
        return np.stack(
            [mix(rows, np.array([VALUES[a], bites, VALUES[b]])) for a, b in FOUR.values()]
        )

    @property
    def scores(self) -> np.ndarray:
        """How far each sentence lies from the cut of each question, shape (2, 4): above 0 it is
        read as dog, below 0 as man.
        """
        at = self.new[..., 0] - 0.5  # the dog's share, from the middle
        angles = np.radians(self.turns) * (self.heads == 2)
        across = np.stack([np.cos(angles), np.sin(angles)])[: self.heads]
        return (at @ across - self.shifts).T

    @property
    def right(self) -> np.ndarray:
        """Whether each question is answered right in each sentence, shape (2, 4)."""
        dogs = np.array([[pair[q] == "dog" for pair in FOUR.values()] for q in range(2)])
        return np.where(dogs, 1, -1) * self.scores > 1e-9

    def still(self) -> Picture:
        """Return the four points: of one head on its two numbers, of two on the dog's shares."""
        at = self.new[..., 0] if self.heads == 2 else self.new[:, 0]
        axes = ("dog, head 1", "dog, head 2") if self.heads == 2 else ("dog", "man")
        return plane(dict(zip(FOUR, at, strict=True)), axes=axes)

    def table(self) -> tuple[str, Sequence[str], Sequence[Sequence[Any]]]:
        """Return each sentence with its new vector and both answers."""
        rows = [
            [sentence, " ".join(f"{x:.2f}" for x in self.new[s].ravel())]
            + [answer if good else "wrong" for answer, good in zip(pair, right, strict=True)]
            for s, ((sentence, pair), right) in enumerate(
                zip(FOUR.items(), self.right.T, strict=True)
            )
        ]
        return "What is read off new bites", ["sentence", "new bites", *QUESTIONS], rows

    def _summary(self) -> Iterable[str]:
        yield f"heads={self.heads}"
        yield f"before={self.before[: self.heads]}"
        yield f"wrong={int((~self.right).sum())}"
