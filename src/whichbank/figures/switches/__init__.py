"""A block drawn: take parts out of it, and see what a stack of such blocks learned, and its
gradients by depth.
"""

from collections.abc import Iterable, Sequence
from itertools import product
from typing import Any, Self

import numpy as np

from whichbank.figures.kit.figure import Figure
from whichbank.figures.kit.traits import Choice, Flag, List, Table, Whole
from whichbank.plots import Picture, curves

NORMS = ("pre", "post", "none")
CHARTS = ("loss", "gradient")
SETTINGS = tuple(product((True, False), (True, False), (True, False), NORMS))
"""All settings of the switches attention, mlp, skip and norm, in the order of the figure's rows."""


class BlockSwitches(Figure):
    """A drawing of a block whose parts can be taken out; a chart shows its recorded training, or
    gradients by depth.

    Parameters
    ----------
    steps : sequence of int, length N
        After how many steps the loss was measured; rising.
    mean, lowest, highest : array, shape (24, N)
        The loss for each setting of the switches: its mean over the runs, and the lowest and
        highest of them.
    gradients : array, shape (24, L)
        How long the gradient is at each of L blocks before training; positive.
    runs : sequence of int, length 24
        How many runs each setting had.
    attention, mlp, skip : bool, default True
        The switches. Without attention a letter looks at itself alone.
    norm : {"pre", "post", "none"}, default "pre"
        Where layer normalization stands.
    chart : {"loss", "gradient"}, default "loss"
        Which of the two is shown.

    Examples
    --------
    >>> table = [[3.0, 2.0]] * 24
    >>> fig = BlockSwitches([25, 50], table, table, table, [[0.1, 0.2]] * 24, [5] * 24)
    >>> fig.mlp, fig.norm = False, "post"
    >>> fig
    BlockSwitches(attention=True, mlp=False, skip=True, norm='post', loss=2.0)
    >>> fig.formula
    ['x = norm(x + attention(x))']
    """

    steps = List(Whole(), least=2, rising=True)
    mean = Table((len(SETTINGS), "steps"))
    lowest = Table((len(SETTINGS), "steps"))
    highest = Table((len(SETTINGS), "steps"))
    gradients = Table((len(SETTINGS), None), positive=True)
    runs = List(Whole(low=1), length=len(SETTINGS))
    attention = Flag(True)
    mlp = Flag(True)
    skip = Flag(True)
    norm = Choice(NORMS)
    chart = Choice(CHARTS)

    @classmethod
    def of(cls, steps: Sequence[int], losses: Sequence[Any], gradients: Any, **traits: Any) -> Self:
        """Make the figure of several trainings.

        Parameters
        ----------
        steps : sequence of int, length N
            After how many steps the loss was measured.
        losses : sequence of 24 arrays, shape (runs, N)
            The losses for each of ``SETTINGS``.
        gradients : array, shape (24, L)
            As in the class.
        **traits
            Other traits by name.
        """
        tables = [np.asarray(rows, dtype=float) for rows in losses]
        kinds = (
            [kind(rows, axis=0).round(3) for rows in tables] for kind in (np.mean, np.min, np.max)
        )
        return cls(steps, *kinds, gradients, [len(rows) for rows in tables], **traits)

    @property
    def row(self) -> int:
        """The place of the switches' setting in ``SETTINGS``."""
        return SETTINGS.index((self.attention, self.mlp, self.skip, self.norm))

    @property
    def formula(self) -> list[str]:
        """What such a block does to the words x, a line for each part."""
        names = ["attention" if self.attention else "self_only", *(["mlp"] if self.mlp else [])]
        lines = []
        for name in names:
            part = f"{name}(norm(x))" if self.norm == "pre" else f"{name}(x)"
            line = f"x + {part}" if self.skip else part
            lines.append(f"x = norm({line})" if self.norm == "post" else f"x = {line}")
        return lines

    def still(self) -> Picture:
        """Return the curve of the loss, beside that of the whole block."""
        measured = {"whole block": self.mean[0], "this block": self.mean[self.row]}
        return curves(self.steps, measured, labels=("steps of training", "loss on held-out text"))

    def table(self) -> tuple[str, Sequence[str], Sequence[Sequence[Any]]]:
        """Return for each setting the last loss, and the gradients at the first and the last
        block.
        """
        on = ("off", "on")
        rows = [
            [
                f"attention {on[a]}, MLP {on[m]}, skip {on[s]}, norm {n}",
                f"{loss[-1]:.2f}",
                f"{g[0]:.0e}",
                f"{g[-1]:.0e}",
            ]
            for (a, m, s, n), loss, g in zip(SETTINGS, self.mean, self.gradients, strict=True)
        ]
        heads = ["parts of the block", "loss", "gradient, first block", "gradient, last block"]
        return f"Loss after {self.steps[-1]} steps, and gradients before training", heads, rows

    def _summary(self) -> Iterable[str]:
        yield from (
            f"{name}={getattr(self, name)!r}" for name in ("attention", "mlp", "skip", "norm")
        )
        yield f"loss={round(self.mean[self.row][-1], 1)}"
