"""Random queries and keys of more and more numbers: what a softmax makes of their scores."""

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from whichbank.attention import similarity, softmax
from whichbank.figures.kit.figure import Figure
from whichbank.figures.kit.traits import Choice, Index, Whole
from whichbank.figures.nets.random import normals
from whichbank.plots import Picture, curves

COUNT, LONGEST = 16, 1024  # queries, and as many keys; numbers that each can have
POWERS = {"none": 0.0, "root": 0.5, "d": 1.0}
NAMES = {"none": "nothing", "root": "√d", "d": "d"}


class ScoreScale(Figure):
    """Scores of random queries and keys, whose length the reader drags; divided by nothing, by its
    root or by itself.

    Each score is a thread that starts with the product of the first two numbers and goes on as more
    are added. A line that is dragged across the threads carries their histogram; beside it are the
    weights of one query, and the length of the softmax's gradient.

    Parameters
    ----------
    d : int, default 64
        How many numbers a query and a key have, 1 to 1024.
    scale : {"none", "root", "d"}, default "none"
        What the scores are divided by before the softmax: nothing, the root of d, or d.
    row : int, default 0
        The query whose weights are shown, 0 to 15.
    seed : int, default 138
        Which random numbers are drawn, of the normal distribution.

    Examples
    --------
    >>> fig = ScoreScale(d=1024)
    >>> fig
    ScoreScale(d=1024, scale='none', row=0, typical=31.91, largest=1.0, gradient=0.0)
    >>> fig.scale = "root"
    >>> fig
    ScoreScale(d=1024, scale='root', row=0, typical=1.0, largest=0.34, gradient=0.32)
    """

    d = Whole(64, low=1, high=LONGEST)
    scale = Choice(list(POWERS))
    row = Index(COUNT)
    seed = Whole(138, low=0, high=2**31 - 1)

    @property
    def q(self) -> np.ndarray:
        """The queries, shape (16, d)."""
        return self._drawn[0]

    @property
    def k(self) -> np.ndarray:
        """The keys, shape (16, d)."""
        return self._drawn[1]

    @property
    def _drawn(self) -> np.ndarray:
        return normals(self.seed, 2 * COUNT * LONGEST).reshape(2, COUNT, LONGEST)[..., : self.d]

    @property
    def divisor(self) -> float:
        """What the scores are divided by."""
        return float(self.d ** POWERS[self.scale])

    @property
    def scores(self) -> np.ndarray:
        """The scores, divided, shape (16, 16): queries with keys, by the kernel ``similarity``."""
        return similarity(self.q, self.k) / self.divisor

    @property
    def typical(self) -> float:
        """How far from 0 a score is: the root of the mean square."""
        return float(np.sqrt((self.scores**2).mean()))

    @property
    def weights(self) -> np.ndarray:
        """The weights of the query ``row``, shape (16,), by the kernel ``softmax``."""
        return softmax(self.scores[self.row])

    @property
    def gradient(self) -> float:
        """How strongly the weights answer to their scores: the length of the softmax's gradient,
        the root of the sum of the squares of all its numbers, at most a half.

        If the score of key j rises, a weight w_i changes w_i (1 - w_i) times as much where i is j,
        and -w_i w_j times as much elsewhere.
        """
        w = self.weights
        return float(np.linalg.norm(np.diag(w) - np.outer(w, w)))

    def still(self) -> Picture:
        """Return the largest weight, for all lengths and divisors, as curves."""
        lengths = [2**i for i in range(LONGEST.bit_length())]
        largest = {
            f"divided by {NAMES[scale]}": [
                float(type(self)(d, scale, self.row, self.seed).weights.max()) for d in lengths
            ]
            for scale in POWERS
        }
        return curves(lengths, largest, labels=("d", "largest weight"), log="x")

    def table(self) -> tuple[str, Sequence[str], Sequence[Sequence[Any]]]:
        """Return the score and the weight of each key."""
        rows = [
            [f"key {i + 1}", float(score), float(weight)]
            for i, (score, weight) in enumerate(
                zip(self.scores[self.row], self.weights, strict=True)
            )
        ]
        caption = (
            f"d = {self.d}; a typical score is {self.typical:.2f} from 0 after it was divided by "
            f"{self.divisor:.2f}, and the gradient is {self.gradient:.2f} long"
        )
        return caption, [f"query {self.row + 1}", "score", "weight"], rows

    def _summary(self) -> Iterable[str]:
        yield f"d={self.d}"
        yield f"scale={self.scale!r}"
        yield f"row={self.row}"
        yield f"typical={round(self.typical, 2)}"
        yield f"largest={round(float(self.weights.max()), 2)}"
        yield f"gradient={round(self.gradient, 2)}"
