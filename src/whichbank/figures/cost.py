"""What attention costs, by the length of the text."""

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any

import numpy as np

from whichbank.experiments.costs import fit_power
from whichbank.figures._traits import Choice, Named, Number, Table, Whole
from whichbank.figures.base import Figure
from whichbank.plots import Picture
from whichbank.plots.powers import powers

MEASURES = ("time", "memory")
SHORTEST, LONGEST = 32, 2**20
FITTED = 4
"""The curve is fitted to the longest measured texts: at short ones, starting costs more than working."""
ROOM = 1e9
"""Times of calls that take more bytes than this are shown, but no curve is fitted to them: the operating system's work,
to find so much memory and to clear it, is in them too."""


def _lengths_rise(points: dict[str, list[list[float]]]) -> dict[str, list[list[float]]]:
    if not points:
        raise ValueError("must name at least one way to compute attention; got none")
    for way, rows in points.items():
        lengths = [length for length, *_ in rows]
        if not all(a < b for a, b in pairwise([0, *lengths])):
            raise ValueError(f"[{way!r}] must have positive lengths that rise; got {lengths}")
    return points


class CostCurve(Figure):
    """A slider for the length of the text; measured points, and the fitted curve that goes on beyond them.

    Parameters
    ----------
    points : mapping of str to array, shape (N, 3)
        For each way to compute attention: length in tokens, seconds, and bytes beside inputs and result, the
        lengths rising. A cost of 0 (too small to be seen) is left out of the curve, as is a time with more than
        ``ROOM`` bytes; a way with fewer than two costs for its curve is left out of that chart.
    length : int, default 1024
        The length on the slider, 32 to 1,048,576.
    measure : {"time", "memory"}, default "time"
        Which cost is shown.
    memory : float, default 16e9
        Bytes of memory to compare with.

    Examples
    --------
    >>> fig = CostCurve({"whole table": [[64, 0.001, 4e4], [128, 0.004, 16e4]]}, length=1024)
    >>> fig
    CostCurve(length=1024, measure='time', whole table='260 ms')
    """

    points = Named(Table((None, 3), low=0), check=_lengths_rise)
    length = Whole(1024, low=SHORTEST, high=LONGEST)
    measure = Choice(MEASURES)
    memory = Number(16e9, positive=True)

    @property
    def ways(self) -> list[str]:
        """The ways that have a curve for the measure that is shown."""
        return [way for way in self.points if len(self._measured(way, fitted=True)[0]) > 1]

    def curve(self, way: str) -> tuple[float, float]:
        """Return factor and slope of the fitted curve of one way to compute attention."""
        lengths, costs = self._measured(way, fitted=True)
        return fit_power(lengths[-FITTED:], costs[-FITTED:])

    @property
    def costs(self) -> dict[str, float]:
        """What each way costs at the length of the slider, by its fitted curve, in seconds or bytes."""
        found = {way: self.curve(way) for way in self.ways}
        return {way: factor * self.length**slope for way, (factor, slope) in found.items()}

    def still(self) -> Picture:
        """Return measured points and curves."""
        measured = {way: self._measured(way) for way in self.ways}
        unit = "seconds" if self.measure == "time" else "bytes"
        return powers(
            measured, labels=("tokens", unit), fits={way: self.curve(way) for way in self.ways}, order=list(self.points)
        )

    def table(self) -> tuple[str, Sequence[str], Sequence[Sequence[Any]]]:
        """Return every measured point."""
        rows = [
            [way, f"{n:,.0f}", duration(seconds), size(held)]
            for way, points in self.points.items()
            for n, seconds, held in points
        ]
        return "What was measured", ["way", "tokens", "time", "memory"], rows

    def _measured(self, way: str, *, fitted: bool = False) -> tuple[np.ndarray, np.ndarray]:
        points = np.array(self.points[way])
        costs = points[:, 1 + MEASURES.index(self.measure)]
        which = costs > 0
        if fitted and self.measure == "time":
            which &= points[:, 2] <= ROOM
        return points[which, 0], costs[which]

    def _summary(self) -> Iterable[str]:
        read = duration if self.measure == "time" else size
        yield f"length={self.length}"
        yield f"measure={self.measure!r}"
        yield from (f"{way}={read(cost)!r}" for way, cost in self.costs.items())


def duration(seconds: float) -> str:
    """Write a time for reading: two digits and the unit that suits it."""
    return _in_units(seconds, (("µs", 1e-6), ("ms", 1e-3), ("s", 1), ("min", 60), ("hours", 3600), ("days", 86400)))


def size(held: float) -> str:
    """Write an amount of memory for reading: two digits and the unit that suits it."""
    return _in_units(held, (("bytes", 1), ("kB", 1e3), ("MB", 1e6), ("GB", 1e9), ("TB", 1e12), ("PB", 1e15)))


def _in_units(amount: float, units: Sequence[tuple[str, float]]) -> str:
    name, unit = next((one for one in reversed(units) if amount >= one[1]), units[0])
    shown = float(f"{amount / unit:.1e}")
    return f"{shown:,.1f} {name}" if 0 < shown < 10 else f"{shown:,.0f} {name}"
