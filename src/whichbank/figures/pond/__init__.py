"""A pond with stones in it: the waves' heights at a point are the point's code."""

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any

import numpy as np

from whichbank.figures.kit.figure import Figure, rounded
from whichbank.figures.kit.traits import List, Number, Table
from whichbank.plots import Picture, field
from whichbank.positions import ripples

SIZE = 10.0
"""The pond reaches from 0 to here along each axis."""
CELLS = 50
"""Into how many cells each axis is cut."""
APART = 1 + 1e-9  # a cell just 1 away counts as near, however a distance is rounded
"""A place is elsewhere when it is farther than this from the point."""
MAX_STONES = 5


def _few(stones: list[list[float]]) -> list[list[float]]:
    if not 1 <= len(stones) <= MAX_STONES:
        raise ValueError(f"must be 1 to {MAX_STONES}; got {len(stones)}")
    return stones


class Pond(Figure):
    """Drop stones, move a boat, and read its code: the height of each stone's wave where the boat
    is.

    Bright are the places that have the same code to within ``near`` in every wave.

    Parameters
    ----------
    stones : array, shape (S, 2)
        Where the stones fell, 1 to 5 of them, each coordinate from 0 to 10.
    wavelengths : sequence of float
        The distance from ring to ring for each stone that can fall; at least 5.
    point : (float, float)
        Where the boat is.
    near : float, default 0.2
        Two codes are the same when no wave differs by more.
    falls : array, shape (F, 2), optional
        Where stones fall that are asked for by their number: in row s stone s + 1, and at the point
        what has no row. If left out, every stone falls at the point.

    Examples
    --------
    >>> fig = Pond(stones=[[3, 4], [7, 7]], wavelengths=[4, 3, 6, 2, 10], point=[6, 3])
    >>> fig
    Pond(stones=2, code=[0.25, -0.7], elsewhere=50 of 2500)
    >>> fig.stones = fig.stones[:1]
    >>> fig
    Pond(stones=1, code=[0.25], elsewhere=303 of 2500)
    """

    stones = Table((None, 2), low=0, high=SIZE, check=_few)
    wavelengths = List(Number(positive=True), least=MAX_STONES)
    point = List(Number(low=0, high=SIZE), length=2)
    near = Number(0.2, low=0, high=2)
    falls = Table((None, 2), lambda stones: stones[:1], low=0, high=SIZE)

    @property
    def code(self) -> np.ndarray:
        """The height of each stone's wave at the point, shape (S,), by the kernel ``ripples``."""
        return self._heights(np.array(self.point))

    @property
    def alike(self) -> list[int]:
        """How many places, more than 1 away from the point, have its code to within ``near``, by
        the first wave, the first two, and so on.
        """
        grid = places()
        away = np.linalg.norm(grid - np.array(self.point), axis=-1) > APART
        same = np.abs(self._heights(grid) - self.code) <= self.near
        return [int(n) for n in (away[:, None] & np.cumprod(same, axis=1, dtype=bool)).sum(axis=0)]

    @property
    def elsewhere(self) -> int:
        """How many places have the code of the point in every wave."""
        return self.alike[-1]

    def still(self) -> Picture:
        """Return the water, all waves merged, with the stones and the point."""
        names = [*(f"stone {s + 1}" for s in range(len(self.stones))), "boat"]
        marks = {
            name: (x[0], x[1]) for name, x in zip(names, [*self.stones, self.point], strict=True)
        }
        water = self._heights(places()).mean(axis=-1).reshape(CELLS, CELLS).T
        return field(
            water,
            labels=("east", "north"),
            extent=(0, SIZE, 0, SIZE),
            marks=marks,
            what="the water's height",
        )

    def table(self) -> tuple[str, Sequence[str], Sequence[Sequence[Any]]]:
        """Return for each stone its wavelength, how far the boat is, the height of its wave there,
        and how many places elsewhere look alike from the first wave to this one.
        """
        apart = np.linalg.norm(np.array(self.stones) - np.array(self.point), axis=-1)
        waves = zip(self.wavelengths, apart, self.code, self.alike, strict=False)
        rows = [
            [f"stone {s + 1}", float(length), float(far), float(height), n]
            for s, (length, far, height, n) in enumerate(waves)
        ]
        heads = ["wave of", "wavelength", "distance", "height", "look alike"]
        return "The code of the boat", heads, rows

    def _heights(self, points: np.ndarray) -> np.ndarray:
        return ripples(
            points, np.array(self.stones), np.array(self.wavelengths[: len(self.stones)])
        )

    def _summary(self) -> Iterable[str]:
        yield f"stones={len(self.stones)}"
        yield f"code={rounded(self.code)}"
        yield f"elsewhere={self.elsewhere} of {len(places())}"


@cache
def places() -> np.ndarray:
    """Return the middles of the pond's cells, shape (cells, 2)."""
    side = (np.arange(CELLS) + 0.5) * SIZE / CELLS
    grid = np.stack(np.meshgrid(side, side, indexing="ij"), axis=-1).reshape(-1, 2)
    grid.flags.writeable = False
    return grid
