"""What attention costs, by the length of the text."""

from collections.abc import Iterable, Sequence
from decimal import ROUND_HALF_UP, Context
from itertools import pairwise
from typing import Any

import numpy as np

from whichbank.figures.kit.figure import Figure
from whichbank.figures.kit.traits import Choice, Named, Number, Table, Whole
from whichbank.plots import Picture
from whichbank.plots.powers import powers

MEASURES = ("time", "memory")
SHORTEST, LONGEST = 32, 2**25
_TWO_DIGITS = Context(prec=2, rounding=ROUND_HALF_UP)


def _lengths_rise(points: dict[str, list[list[float]]]) -> dict[str, list[list[float]]]:
    if not points:
        raise ValueError("must name at least one way to compute attention; got none")
    for way, rows in points.items():
        lengths = [length for length, *_ in rows]
        if not all(a < b for a, b in pairwise([0, *lengths])):
            raise ValueError(f"[{way!r}] must have positive lengths that rise; got {lengths}")
    return points


class CostCurve(Figure):
    """A slider for the length of the text; measured points, and from the last of them a dashed
    line: what was not measured.

    It has slope 2 for time, since every pair is visited. For memory it has slope 2 where the
    measured points do, and slope 1 elsewhere, since something is kept for each query.

    Parameters
    ----------
    points : mapping of str to array, shape (N, 3)
        For each way to compute attention: length in tokens, seconds, and bytes besides inputs and
        result, the lengths rising. A cost of 0 (not measured, or too small to be seen) is left out;
        a way with fewer than two costs is left out of that chart.
    length : int, default 1024
        The length on the slider, 32 to 33,554,432.
    measure : {"time", "memory"}, default "time"
        Which cost is shown.
    memory : float, default 16e9
        Bytes of memory to compare with.

    Examples
    --------
    >>> fig = CostCurve({"whole table": [[64, 0.001, 4e4], [128, 0.004, 16e4]]}, length=1024)
    >>> fig
    CostCurve(length=1024, measure='time', whole table='260 ms (not measured)')
    """

    points = Named(Table((None, 3), low=0), check=_lengths_rise)
    length = Whole(1024, low=SHORTEST, high=LONGEST)
    measure = Choice(MEASURES)
    memory = Number(16e9, positive=True)

    @property
    def ways(self) -> list[str]:
        """The ways that have two measured costs or more."""
        return [way for way in self.points if len(self._measured(way)[0]) > 1]

    def slope(self, way: str) -> int:
        """Return the slope of the dashed line of one way."""
        (first, *_, last), (low, *_, high) = self._measured(way)
        return (
            2
            if self.measure == "time"
            else int(np.log(high / low) / np.log(last / first) > 1.5) + 1
        )

    @property
    def costs(self) -> dict[str, float]:
        """What each way costs at the length of the slider, in seconds or bytes, from its first
        measured length on.

        As measured; between two measured lengths on the line that joins them; beyond the last one
        on the dashed line.
        """
        found = {}
        for way in self.ways:
            lengths, costs = self._measured(way)
            if self.length >= lengths[0]:
                joined = np.exp(np.interp(np.log(self.length), np.log(lengths), np.log(costs)))
                found[way] = float(joined * max(self.length / lengths[-1], 1) ** self.slope(way))
        return found

    def beyond(self, way: str) -> bool:
        """Whether the length of the slider lies beyond the last measured one."""
        return bool(self.length > self._measured(way)[0][-1])

    def still(self) -> Picture:
        """Return measured points and dashed lines."""
        measured = {way: self._measured(way) for way in self.ways}
        unit = "seconds" if self.measure == "time" else "bytes"
        fits = {
            way: (y[-1] / x[-1] ** self.slope(way), self.slope(way))
            for way, (x, y) in measured.items()
        }
        return powers(measured, labels=("tokens", unit), fits=fits, order=list(self.points))

    def table(self) -> tuple[str, Sequence[str], Sequence[Sequence[Any]]]:
        """Return every measured point."""
        rows = [
            [way, f"{n:,.0f}", duration(seconds), size(held)]
            for way, points in self.points.items()
            for n, seconds, held in points
        ]
        return "What was measured", ["way", "tokens", "time", "memory"], rows

    def _measured(self, way: str) -> tuple[np.ndarray, np.ndarray]:
        points = np.array(self.points[way])
        costs = points[:, 1 + MEASURES.index(self.measure)]
        return points[costs > 0, 0], costs[costs > 0]

    def _summary(self) -> Iterable[str]:
        read = duration if self.measure == "time" else size
        yield f"length={self.length}"
        yield f"measure={self.measure!r}"
        for way, cost in self.costs.items():
            yield f"{way}={read(cost) + ' (not measured)' * self.beyond(way)!r}"


def duration(seconds: float) -> str:
    """Write a time for reading: two digits and the unit that suits it."""
    return in_units(
        seconds,
        (
            ("µs", 1e-6),
            ("ms", 1e-3),
            ("s", 1),
            ("min", 60),
            ("hours", 3600),
            ("days", 86400),
            ("years", 31557600),
        ),
    )


def size(held: float) -> str:
    """Write an amount of memory for reading: two digits and the unit that suits it."""
    return in_units(
        held, (("bytes", 1), ("kB", 1e3), ("MB", 1e6), ("GB", 1e9), ("TB", 1e12), ("PB", 1e15))
    )


def pages(tokens: int) -> str:
    """Write the length of a text in lines of 10 tokens, pages of 300, short novels of 30,000 or
    whole encyclopedias.
    """
    return in_units(
        tokens,
        (("lines", 10), ("pages", 300), ("short novels", 30_000), ("encyclopedias", 30_000_000)),
    )


def in_units(amount: float, units: Sequence[tuple[str, float]]) -> str:
    """Write an amount for reading: two digits and the unit that suits it. What lies halfway is
    rounded up, as a browser does.

    Examples
    --------
    >>> in_units(1250, [("m", 1), ("km", 1000)])
    '1.3 km'
    """
    name, unit = next((one for one in reversed(units) if amount >= one[1]), units[0])
    shown = float(_TWO_DIGITS.create_decimal_from_float(amount / unit))
    return f"{shown:,.1f} {name}" if 0 < shown < 10 else f"{shown:,.0f} {name}"
