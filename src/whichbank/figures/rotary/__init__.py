"""A query and a key as pairs of numbers that their places turn, and the score of the two."""

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from whichbank.figures.kit.figure import Figure, labeled
from whichbank.figures.kit.traits import List, Number, Whole
from whichbank.plots import Picture, plane
from whichbank.positions import rotary

PLACES = 120
"""Places run from 0 to here."""
FAR = 60
"""The largest distance of the two words."""


def _even(query: list[float]) -> list[float]:
    if len(query) % 2 or len(query) > 16:
        raise ValueError(f"must have an even number of entries, at most 16; got {len(query)}")
    return query


def _near(places: list[int]) -> list[int]:
    if abs(places[0] - places[1]) > FAR:
        raise ValueError(f"must be at most {FAR} apart; got {places}")
    return places


class RotaryHands(Figure):
    """A query and a key with rotary positions: each pair of their numbers is an arrow that turns
    with the place of its word.

    Parameters
    ----------
    query : sequence of float, length D
        The query before it is turned: an even number of features, at most 16.
    key : sequence of float, length D
        The key before it is turned.
    places : (int, int), default (5, 2)
        Where the word that asks stands, and the word that is asked: from 0 to 120, and at most 60
        apart.

    Examples
    --------
    >>> fig = RotaryHands([0, 2], [1, -1])
    >>> fig
    RotaryHands(places=[5, 2], score=1.70)
    >>> fig.places = 105, 102
    >>> fig
    RotaryHands(places=[105, 102], score=1.70)
    """

    query = List(Number(), least=2, check=_even)
    key = List(Number(), length="query")
    places = List(Whole(low=0, high=PLACES), (5, 2), length=2, check=_near)

    @property
    def hands(self) -> np.ndarray:
        """The pairs of the turned query and of the turned key, shape (2, D / 2, 2), by the kernel
        ``rotary``.
        """
        turned = rotary(np.array([self.query, self.key]), np.array(self.places, dtype=float))
        return turned.reshape(2, -1, 2)

    @property
    def products(self) -> np.ndarray:
        """What each pair adds to the score, shape (D / 2,)."""
        query, key = self.hands
        return (query * key).sum(axis=-1)

    @property
    def scores(self) -> np.ndarray:
        """The score at each distance from -60 to 60, shape (121,)."""
        far = np.arange(-FAR, FAR + 1.0)
        queries = rotary(np.tile(self.query, (len(far), 1)), far)
        return queries @ np.array(self.key)

    def still(self) -> Picture:
        """Return both arrows of the fastest pair."""
        names = [
            f"{name} at {place}" for name, place in zip(("query", "key"), self.places, strict=True)
        ]
        arrows = dict(zip(names, self.hands[:, 0], strict=True))
        return plane(arrows, axes=("first number", "second number"), arrows=True)

    def table(self) -> tuple[str, Sequence[str], Sequence[Sequence[Any]]]:
        """Return both arrows of each pair, and their product."""
        query, key = self.hands
        heads = ["pair", "query", "its second number", "key", "its second number", "product"]
        rows = labeled(
            [str(i + 1) for i in range(len(query))], np.hstack([query, key]), self.products
        )
        return "The turned pairs, fast to slow", heads, rows

    def _summary(self) -> Iterable[str]:
        yield f"places={self.places}"
        yield f"score={self.products.sum():.2f}"
