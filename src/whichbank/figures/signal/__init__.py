"""What is left of a signal on its way through a stack of blocks, and of the gradient on its way
back.
"""

from collections.abc import Iterable, Sequence
from itertools import product
from typing import Any

from whichbank.figures.kit.figure import Figure
from whichbank.figures.kit.traits import Flag, Table
from whichbank.plots import Picture, curves

SETTINGS = tuple(product((True, False), (True, False)))
"""With and without skips, with and without norms before the parts: the figure's rows."""


_RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


class SignalStrip(Figure):
    """A row of blocks, a ribbon that runs through them and one that comes back, as wide as what is
    left.

    Parameters
    ----------
    forward : array, shape (4, L + 1)
        How far two letters are apart before the first of L blocks and after each, for each of
        ``SETTINGS``.
    backward : array, shape (4, L)
        How long the gradient is at each block.
    skip, norm : bool, default True, False
        The switches.

    Examples
    --------
    >>> fig = SignalStrip([[2.0, 3.0, 4.0]] * 3 + [[2.0, 0.2, 0.002]], [[0.1, 0.2]] * 4, skip=False)
    >>> fig
    SignalStrip(skip=False, norm=False, forward='0.001', backward='0.50')
    """

    forward = Table((len(SETTINGS), None), positive=True)
    backward = Table((len(SETTINGS), None), positive=True)
    skip = Flag(True)
    norm = Flag(False)

    @property
    def row(self) -> int:
        """The place of the switches' setting in ``SETTINGS``."""
        return SETTINGS.index((self.skip, self.norm))

    def left(self, row: int) -> tuple[list[float], list[float]]:
        """Return what is left of the distance after each block, and of the gradient at each, as
        shares of what each of them starts with.
        """
        there, back = self.forward[row], self.backward[row]
        return [size / there[0] for size in there], [size / back[-1] for size in back]

    def still(self) -> Picture:
        """Return the shares that are left of the distance, for each setting."""
        found = {_named(*on): self.left(row)[0] for row, on in enumerate(SETTINGS)}
        labels = ("blocks passed", "share of the distance left")
        return curves(range(len(self.forward[0])), found, labels=labels, log="y")

    def table(self) -> tuple[str, Sequence[str], Sequence[Sequence[Any]]]:
        """Return what is left at the end of each way."""
        rows = [
            [_named(*on), small(self.left(row)[0][-1]), small(self.left(row)[1][0])]
            for row, on in enumerate(SETTINGS)
        ]
        return "What is left of 1", ["stack", "distance", "gradient"], rows

    def _summary(self) -> Iterable[str]:
        there, back = self.left(self.row)
        yield f"skip={self.skip}"
        yield f"norm={self.norm}"
        yield f"forward={small(there[-1])!r}"
        yield f"backward={small(back[0])!r}"


def _named(skip: bool, norm: bool) -> str:
    return f"{'skips' if skip else 'no skips'}, {'norms' if norm else 'no norms'}"


def small(share: float) -> str:
    """Write a share for reading: two digits, or one; below 0.0005 with a power of ten.

    Examples
    --------
    >>> small(0.64), small(0.003), small(2e-14)
    ('0.64', '0.003', '2 · 10⁻¹⁴')
    """
    if share >= 5e-4:
        return f"{share:.2f}" if share >= 0.01 else f"{share:.1g}"
    lead, power = f"{share:.0e}".split("e")
    return f"{lead} · 10{str(int(power)).translate(_RAISED)}"
