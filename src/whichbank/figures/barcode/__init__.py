"""Two places on a line as hands of clocks, one clock a wave, and the dot product of their codes."""

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from whichbank.figures.kit.figure import Figure, labeled
from whichbank.figures.kit.traits import Choice, Whole
from whichbank.plots import Picture, field
from whichbank.positions import sinusoidal

KINDS = ("sine and cosine of each wave", "sines alone", "exponent counts columns", "degrees")
"""The code as it should be, and three slips."""
PLACES = 100
"""Places run from 0 to here."""


def _even(d_model: int) -> int:
    if d_model % 2:
        raise ValueError(f"must be even; got {d_model}")
    return d_model


class PositionBarcode(Figure):
    """The codes of place t and of place t + k, their dot product, and what it is at all other
    places and offsets.

    Parameters
    ----------
    d_model : int, default 16
        D, the features of a code: even, at most 32.
    position : int, default 5
        t, from 0 to 100.
    offset : int, default 3
        k, from 0 to 30.
    kind : str, default "sine and cosine of each wave"
        How the code is made: one of ``KINDS``.

    Examples
    --------
    >>> fig = PositionBarcode()
    >>> fig
    PositionBarcode(position=5, offset=3, product=5.54, lowest=5.54, highest=5.54)
    >>> fig.kind = "sines alone"
    >>> fig.position = 50
    >>> bool(fig.products.max() - fig.products.min() > 1)
    True
    """

    d_model = Whole(16, low=2, high=32, check=_even)
    position = Whole(5, low=0, high=PLACES)
    offset = Whole(3, low=0, high=30)
    kind = Choice(KINDS)

    @property
    def codes(self) -> np.ndarray:
        """The codes of the two places, shape (2, D)."""
        return encode(
            self.kind,
            np.array([self.position, self.position + self.offset], dtype=float),
            self.d_model,
        )

    @property
    def products(self) -> np.ndarray:
        """The dot product of the codes of s and s + k for every place s from 0 to 100, shape
        (101,).
        """
        starts = np.arange(PLACES + 1.0)
        here, there = (encode(self.kind, x, self.d_model) for x in (starts, starts + self.offset))
        return (here * there).sum(axis=-1)

    def still(self) -> Picture:
        """Return the codes of the first places as a map."""
        table = encode(self.kind, np.arange(64.0), self.d_model)
        return field(table, labels=("feature", "place"), what=f"the code, {self.kind}")

    def table(self) -> tuple[str, Sequence[str], Sequence[Sequence[Any]]]:
        """Return both codes, feature by feature."""
        heads = ["feature", f"place {self.position}", f"place {self.position + self.offset}"]
        rows = labeled(map(str, range(self.d_model)), self.codes.T)
        return f"Codes of two places, dot product {self.codes.prod(axis=0).sum():.2f}", heads, rows

    def _summary(self) -> Iterable[str]:
        yield f"position={self.position}"
        yield f"offset={self.offset}"
        yield f"product={self.codes.prod(axis=0).sum():.2f}"
        yield f"lowest={self.products.min():.2f}"
        yield f"highest={self.products.max():.2f}"


def encode(kind: str, positions: np.ndarray, d_model: int) -> np.ndarray:
    """Return the codes of positions, shape (T, D), made in one of the ways of ``KINDS``."""
    if kind == KINDS[0]:
        return sinusoidal(positions, d_model)
    if kind == KINDS[3]:
        return sinusoidal(np.deg2rad(positions), d_model)
    feature = np.arange(d_model)
    power = feature if kind == KINDS[1] else 2 * feature
    angles = positions[:, None] * 10000.0 ** (-power / d_model)
    if kind == KINDS[1]:
        return np.sin(angles)
    return np.where(feature % 2, np.cos(angles), np.sin(angles))
