"""Measurements that follow one quantity, as curves."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from whichbank.plots._axes import name_axes, need_lengths
from whichbank.plots.picture import MARKERS, WORD_COLORS, Picture


def curves(
    x: Sequence[float],
    measured: Mapping[str, Sequence[float]],
    *,
    labels: tuple[str, str],
    expected: Mapping[str, Sequence[float]] | None = None,
    log: str = "",
) -> Picture:
    """Draw measured points joined by lines, or as points alone with a dashed line where they were expected.

    Each curve has a value for each x, and a dashed one the color of what was measured. The labels tell what the axes
    measure; the axes in ``log``, "", "x", "y" or "xy", count in factors: from one tick to the next, the quantity grows
    by the same factor. The picture's words tell where each curve rises, falls or turns and no digits, so that a number
    that was trained on another machine gives the same words.

    Examples
    --------
    >>> curves([0, 1], {"taste": [0.2, 0.9]}, labels=("share", "cosine"), expected={"taste": [0, 1]})
    Curves of cosine over share, from 0 to 1. taste rises. Dashed, as expected: taste rises.
    """
    expected = dict(expected or {})
    if unknown := [name for name in expected if name not in measured]:
        raise ValueError(f"expected must name measured curves; got {', '.join(map(repr, unknown))}")
    if log not in ("", "x", "y", "xy"):
        raise ValueError(f"log must be '', 'x', 'y' or 'xy'; got {log!r}")
    need_lengths(x, measured, expected)
    alt = f"Curves of {labels[1]} over {labels[0]}, from {min(x):g} to {max(x):g}. {_shapes(measured)}."
    if expected:
        alt += f" Dashed, as expected: {_shapes(expected)}."

    def draw(figure: Any, theme: str) -> None:
        ax = figure.add_subplot()
        for i, (name, values) in enumerate(measured.items()):
            color = WORD_COLORS[theme][i % 6]
            joined = "" if name in expected else "-"
            ax.plot(x, values, MARKERS[i % 6] + joined, color=color, label=name)
            if name in expected:
                ax.plot(x, expected[name], "--", color=color, lw=1.2, label=f"{name}, expected")
        if "x" in log:
            ax.set_xscale("log", base=2)
            ax.set_xticks(list(x), [f"{tick:g}" for tick in x])
        if "y" in log:
            ax.set_yscale("log")
        name_axes(ax, labels)

    return Picture(draw, alt, (6.0, 4.4))


def _shapes(lines: Mapping[str, Sequence[float]]) -> str:
    return ", ".join(f"{name} {_shape(np.diff(np.asarray(values, dtype=float)))}" for name, values in lines.items())


def _shape(steps: np.ndarray) -> str:
    if (steps > 0).all():
        return "rises"
    return "falls" if (steps < 0).all() else "goes up and down"
