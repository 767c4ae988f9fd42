"""Costs that grow as a power of a length: points on axes that count in factors, and the straight
lines through them.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from whichbank.plots._axes import name_axes
from whichbank.plots.picture import LINE_COLORS, MARKERS, Picture


def powers(
    measured: Mapping[str, tuple[Sequence[float] | np.ndarray, Sequence[float] | np.ndarray]],
    *,
    labels: tuple[str, str],
    fits: Mapping[str, tuple[float, float]] | None = None,
    order: Sequence[str] | None = None,
) -> Picture:
    """Draw measured points, the x and the y of each name, on two logarithmic axes, and lines
    ``factor · x ** slope``.

    The lines of ``fits``, (factor, slope), are dashed and go from the least x to the largest of
    all. A name's place in ``order`` gives its color and mark, so that pictures of some of them
    agree. The picture's words tell the slopes to one digit, and no costs.

    Examples
    --------
    >>> powers({"table": ([1, 10], [2, 200])}, labels=("tokens", "seconds"), fits={"table": (2, 2)})
    Seconds over tokens on logarithmic axes, from 1 to 10 tokens: table. Dashed, lines: table with the slope 2.0.
    """
    fits = dict(fits or {})
    for name, (x, y) in measured.items():
        if len(x) != len(y) or not len(x) or min(*x, *y) <= 0:
            raise ValueError(
                f"{name!r} must have as many x as y, all positive; got {list(x)} and {list(y)}"
            )
    if unknown := [name for name in fits if name not in measured]:
        raise ValueError(f"fits must name what was measured; got {', '.join(map(repr, unknown))}")
    places = list(order or measured)
    if unknown := [name for name in measured if name not in places]:
        raise ValueError(
            f"order must name all that was measured; it lacks {', '.join(map(repr, unknown))}"
        )
    every = np.concatenate([np.asarray(x, dtype=float) for x, _ in measured.values()])
    low, high = every.min(), every.max()
    span = f"from {low:,.0f} to {high:,.0f} {labels[0]}"
    alt = (
        f"{labels[1].capitalize()} over {labels[0]} on logarithmic axes, {span}: "
        f"{', '.join(measured)}."
    )
    if fits:
        alt += (
            " Dashed, lines: "
            f"{', '.join(f'{name} with the slope {slope:.1f}' for name, (_, slope) in fits.items())}."
        )

    def draw(figure: Any, theme: str) -> None:
        ax = figure.add_subplot()
        for name, (x, y) in measured.items():
            i = places.index(name)
            color = LINE_COLORS[theme][i % 6]
            ax.loglog(x, y, MARKERS[i % 6], color=color, label=name)
            if name in fits:
                factor, slope = fits[name]
                ends = np.array([min(x), high])
                ax.loglog(ends, factor * ends**slope, "--", color=color, lw=1.2)
        name_axes(ax, labels, legend="best")

    return Picture(draw, alt, (6.0, 4.2))
