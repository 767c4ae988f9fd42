"""Exclusive or on a plane that two units fold, and a cut that the reader lays."""

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from whichbank.figures.kit.figure import Figure
from whichbank.figures.kit.traits import Flag, Number, Table
from whichbank.plots import Picture, plane

CASES = {"neither": (0.0, 0.0), "money": (1.0, 0.0), "river": (0.0, 1.0), "both": (1.0, 1.0)}
CLEAR = (False, True, True, False)
"""Which of the cases leave no doubt: those with exactly one of the two words."""
W_1, B_1 = np.array([[1.0, 1.0], [1.0, 1.0]]), np.array([0.0, -1.0])
"""The two units of chapter bend: m + r, and m + r - 1."""
LOW, HIGH = -1.5, 2.5
"""The ends of both axes of the plane."""


class XorFold(Figure):
    """Four cases on a sheet that two units fold, and a straight cut to drag.

    Parameters
    ----------
    fold : float, default 0
        How far the points have come: 0 as they are, 1 at the sums of the two units before their
        ReLU, 2 after it.
    cut : array, shape (2, 2), optional
        Two points of a straight line; at first m + r = 1/2.
    folds : bool, default True
        Whether the reader can fold; without it there are four cases and a cut, drawn larger.

    Examples
    --------
    >>> XorFold()
    XorFold(fold=0.0, right=3)
    >>> XorFold(fold=2, cut=[[0, -0.25], [2, 0.75]])
    XorFold(fold=2.0, right=4)
    """

    fold = Number(0.0, low=0, high=2)
    cut = Table((2, 2), ((-0.7, 0.6), (1.5, -0.4)), low=LOW, high=HIGH)
    folds = Flag(True)

    @property
    def points(self) -> np.ndarray:
        """Where the four cases are, shape (4, 2)."""
        return folded(np.array(list(CASES.values())), self.fold)

    @property
    def right(self) -> int:
        """How many of the four cases are on the right side of the cut, the better side of the two
        being that of the clear cases; what lies on the cut counts as wrong.
        """
        (x, y), (along, up) = self.cut[0], np.subtract(self.cut[1], self.cut[0])
        side = along * (self.points[:, 1] - y) - up * (self.points[:, 0] - x)
        clear = np.array(CLEAR)
        return max(
            int(((sign * side > 1e-9) & clear).sum() + ((sign * side < -1e-9) & ~clear).sum())
            for sign in (1, -1)
        )

    def still(self) -> Picture:
        """Return the four cases, and where the two units put them."""
        cases = list(CASES)
        start = dict(zip(cases, CASES.values(), strict=True))
        end = folded(np.array(list(CASES.values())), 2)
        return plane(
            start, axes=("m, then h₁", "r, then h₂"), moved=dict(zip(cases, end, strict=True))
        )

    def table(self) -> tuple[str, Sequence[str], Sequence[Sequence[Any]]]:
        """Return where each case is before, between and after."""
        start = np.array(list(CASES.values()))
        stops = [folded(start, fold) for fold in (0, 1, 2)]
        rows = [
            [case, *(f"({x:g}, {y:g})" for x, y in (stop[i] for stop in stops))]
            for i, case in enumerate(CASES)
        ]
        return "The four cases", ["case", "(m, r)", "two sums", "after ReLU"], rows

    def _summary(self) -> Iterable[str]:
        yield f"fold={self.fold}"
        yield f"right={self.right}"


def folded(points: np.ndarray, fold: float) -> np.ndarray:
    """Move points, shape (N, 2), to the sums of the two units (fold 1), and what is negative on to
    0 (fold 2).

    Examples
    --------
    >>> folded(np.array([[0.0, 0.0], [1.0, 1.0]]), 2).tolist()
    [[0.0, 0.0], [2.0, 1.0]]
    """
    summed, bent = min(fold, 1), max(fold - 1, 0)
    there = points + summed * (points @ W_1 + B_1 - points)
    return np.where(there < 0, (1 - bent) * there, there) + 0.0  # and no minus zero
