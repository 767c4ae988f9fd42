"""A pond with stones in it: the waves' heights at a point are the point's code."""

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any

import numpy as np

from whichbank.figures.kit.figure import Figure, labeled, rounded
from whichbank.figures.kit.traits import Flag, List, Number, Table, Whole
from whichbank.plots import Picture, field
from whichbank.positions import ripples

SIZE = 10.0
"""The pond reaches from 0 to here along each axis."""
CELLS = {1: 100, 2: 50, 3: 24}
"""Into how many cells each axis is cut, by the number of dimensions."""
APART = 1.0
"""A place is elsewhere when it is farther than this from the point."""
MAX_STONES = 5


def _few(stones: list[list[float]]) -> list[list[float]]:
    if not 1 <= len(stones) <= MAX_STONES:
        raise ValueError(f"must be 1 to {MAX_STONES}; got {len(stones)}")
    return stones


class Pond(Figure):
    """Drop stones, move a point, and read its code: the height of each stone's wave where the point
    is.

    One figure for a line (1-D), a pond (2-D) and a room (3-D): a place always has three
    coordinates, of which the first ``dims`` count. Squares mark the places elsewhere that have the
    same code to within ``near`` in every wave.

    Parameters
    ----------
    stones : array, shape (S, 3)
        Where the stones fell, 1 to 5 of them, each coordinate from 0 to 10.
    wavelengths : sequence of float
        The distance from ring to ring for each stone that can fall; at least 5.
    point : sequence of float, length 3
        The place whose code is read.
    dims : int, default 2
        1, 2 or 3.
    near : float, default 0.2
        Two codes are the same when no wave differs by more.
    turn : float, default 30
        By how many degrees the room is turned, from 0 to 360.
    falls : array, shape (F, 3), optional
        Where the button drops stones: in row s stone s + 1, and at the point what has no row. If
        left out, every stone falls at the point.
    runs : bool, default False
        Whether the water runs. The code is that of the frozen water, whatever is shown.

    Examples
    --------
    >>> fig = Pond(stones=[[3, 4, 2], [7, 7, 6]], wavelengths=[4, 3, 6, 2, 10], point=[6, 3, 4])
    >>> fig
    Pond(dims=2, stones=2, code=[0.25, -0.7], elsewhere=50 of 2500)
    >>> fig.stones = fig.stones[:1]
    >>> fig
    Pond(dims=2, stones=1, code=[0.25], elsewhere=303 of 2500)
    """

    stones = Table((None, 3), low=0, high=SIZE, check=_few)
    wavelengths = List(Number(positive=True), least=MAX_STONES)
    point = List(Number(low=0, high=SIZE), length=3)
    dims = Whole(2, low=1, high=3)
    near = Number(0.2, low=0, high=2)
    turn = Number(30.0, low=0, high=360)
    falls = Table((None, 3), lambda stones: stones[:1], low=0, high=SIZE)
    runs = Flag(False)

    @property
    def code(self) -> np.ndarray:
        """The height of each stone's wave at the point, shape (S,), by the kernel ``ripples``."""
        return self._heights(np.array(self.point)[: self.dims])

    @property
    def elsewhere(self) -> int:
        """How many places, more than 1 away from the point, have its code to within ``near`` in
        every wave.
        """
        grid = places(self.dims)
        away = np.linalg.norm(grid - np.array(self.point)[: self.dims], axis=-1) > APART
        return int(
            (away & (np.abs(self._heights(grid) - self.code) <= self.near).all(axis=-1)).sum()
        )

    def still(self) -> Picture:
        """Return the water, all waves merged, with the stones and the point."""
        points = [*self.stones, self.point]
        names = [*(f"stone {s + 1}" for s in range(len(self.stones))), "point"]
        if self.dims == 1:
            marks = {name: (x[0], 0.0) for name, x in zip(names, points, strict=True)}
            water = self._heights(places(1)).mean(axis=-1)[None, :]
            return field(
                water,
                labels=("east", ""),
                extent=(0, SIZE, -1, 1),
                marks=marks,
                what="the water's height",
            )
        marks = {name: (x[0], x[1]) for name, x in zip(names, points, strict=True)}
        side = (np.arange(CELLS[2]) + 0.5) * SIZE / CELLS[2]
        east, north = np.meshgrid(side, side)
        depth = np.full(east.shape, self.point[2])
        water = self._heights(np.stack([east, north, depth], axis=-1)[..., : self.dims]).mean(
            axis=-1
        )
        where = "the water's height" if self.dims == 2 else f"the wave at depth {self.point[2]:.1f}"
        return field(
            water, labels=("east", "north"), extent=(0, SIZE, 0, SIZE), marks=marks, what=where
        )

    def table(self) -> tuple[str, Sequence[str], Sequence[Sequence[Any]]]:
        """Return for each stone its wavelength, how far the point is, and the height of its wave
        there.
        """
        apart = np.linalg.norm(
            (np.array(self.stones) - np.array(self.point))[:, : self.dims], axis=-1
        )
        names = [f"stone {s + 1}" for s in range(len(apart))]
        rows = labeled(names, self.wavelengths[: len(apart)], apart, self.code)
        return "The code of the point", ["wave of", "wavelength", "distance", "height"], rows

    def _heights(self, points: np.ndarray) -> np.ndarray:
        stones = np.array(self.stones)[:, : self.dims]
        return ripples(points, stones, np.array(self.wavelengths[: len(stones)]))

    def _summary(self) -> Iterable[str]:
        yield f"dims={self.dims}"
        yield f"stones={len(self.stones)}"
        yield f"code={rounded(self.code)}"
        yield f"elsewhere={self.elsewhere} of {len(places(self.dims))}"


@cache
def places(dims: int) -> np.ndarray:
    """Return the middles of the pond's cells, shape (cells, dims)."""
    side = (np.arange(CELLS[dims]) + 0.5) * SIZE / CELLS[dims]
    grid = np.stack(np.meshgrid(*[side] * dims, indexing="ij"), axis=-1).reshape(-1, dims)
    grid.flags.writeable = False
    return grid
