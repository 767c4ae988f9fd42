"""The same training run several times: the mean of the runs as a curve, and how far apart they lie
as a band.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from whichbank.plots._axes import name_axes
from whichbank.plots.picture import INK, LINE_COLORS, MARKERS, Picture

LINES = (":", "--", "-.", (0, (1, 4)), (0, (8, 2, 1, 2, 1, 2)))
CLEAR = 0.05
"""How far the highest mean must lead for the words to name it: less may differ on another
machine.
"""


def runs(
    x: Sequence[float],
    measured: Mapping[str, Any],
    *,
    labels: tuple[str, str],
    level: tuple[str, float] | Mapping[str, float] | None = None,
) -> Picture:
    """Draw the mean of several runs, (R, N) over x, as a curve, and a band from the lowest to the
    highest.

    ``level`` names a horizontal line to compare with, or several. The picture's words tell which
    curve is highest at the right end, or below which of several lines a single curve ends, and no
    digits, so that numbers that were trained on another machine give the same words.

    Examples
    --------
    >>> runs([1, 2], {"a": [[0, 1], [0.2, 0.8]], "b": [[0, 0.3]]}, labels=("length", "share right"))
    Curves of share right over length, from 1 to 2, each the mean of its runs. At the right end, a is highest.
    """
    tables = {name: np.asarray(values, dtype=float) for name, values in measured.items()}
    if not tables:
        raise ValueError("measured must hold at least one curve; got none")
    for name, table in tables.items():
        if table.ndim != 2 or not len(table) or table.shape[1] != len(x):
            raise ValueError(f"{name!r} must have the shape (R, {len(x)}); got {table.shape}")
    alt = (
        f"Curves of {labels[1]} over {labels[0]}, from {min(x):g} to {max(x):g}, each the mean "
        "of its runs. "
    )
    ends = sorted((float(table[:, -1].mean()), name) for name, table in tables.items())
    clear = len(ends) < 2 or ends[-1][0] - ends[-2][0] > CLEAR
    if len(ends) > 1 or not isinstance(level, Mapping):
        alt += (
            f"At the right end, {ends[-1][1]} is highest."
            if clear
            else "At the right end, none leads."
        )
    else:  # one curve: where it ends among the lines
        (end, name), lines = ends[0], sorted(level, key=level.__getitem__)
        below = [line for line in lines if end < level[line]] or ["none"]
        alt += (
            f"At the right end, {name} is below {', '.join(below)} of the lines {', '.join(lines)}."
        )

    def draw(figure: Any, theme: str) -> None:
        ax = figure.add_subplot()
        levels = dict([level] if isinstance(level, tuple) else level or {})
        for (name, height), line in zip(levels.items(), LINES * len(levels), strict=False):
            ax.axhline(height, color=INK[theme], lw=1, ls=line, label=name)
        for i, (name, table) in enumerate(tables.items()):
            color = LINE_COLORS[theme][i % 6]
            ax.fill_between(x, table.min(axis=0), table.max(axis=0), color=color, alpha=0.2, lw=0)
            ax.plot(x, table.mean(axis=0), MARKERS[i % 6] + "-", color=color, label=name)
        name_axes(ax, labels)

    return Picture(draw, alt, (6.0, 4.4))
