"""Measurements that follow one quantity, as curves."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from whichbank.plots._axes import name_axes, need_lengths
from whichbank.plots.picture import LINE_COLORS, MARKERS, Picture


def curves(
    x: Sequence[float],
    measured: Mapping[str, Sequence[float]],
    *,
    labels: tuple[str, str],
    expected: Mapping[str, Sequence[float]] | None = None,
    log: str = "",
) -> Picture:
    """Draw measured points joined by lines, or as points alone with a dashed line where they were
    expected.

    Each curve has a value for each x, and a dashed one the color of what was measured. The labels
    tell what the axes measure; the axes in ``log``, "", "x", "y" or "xy", count in factors: from
    one tick to the next, the quantity grows by the same factor. The picture's words tell whether
    each curve rises or falls, at every step or on the whole, goes up and down, or hardly changes
    next to the others. They hold no digits, so that a number that was trained on another machine
    gives the same words.

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
    alt = (
        f"Curves of {labels[1]} over {labels[0]}, from {min(x):g} to {max(x):g}. "
        f"{_shapes(measured, log)}."
    )
    if expected:
        alt += f" Dashed, as expected: {_shapes(expected, log)}."

    def draw(figure: Any, theme: str) -> None:
        ax = figure.add_subplot()
        for i, (name, values) in enumerate(measured.items()):
            color = LINE_COLORS[theme][i % 6]
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


def _shapes(lines: Mapping[str, Sequence[float]], log: str) -> str:
    drawn = {name: np.asarray(values, dtype=float) for name, values in lines.items()}
    if "y" in log:
        drawn = {name: np.log(values) for name, values in drawn.items()}
    height = float(np.ptp(np.concatenate(list(drawn.values()))))
    return ", ".join(f"{name} {_shape(values, height)}" for name, values in drawn.items())


def _shape(values: np.ndarray, height: float) -> str:
    """Return what a curve does in a picture of this height: on the whole it rises if its ends span
    9/10 of it.
    """
    steps = np.diff(values)
    if (steps > 0).all():
        return "rises"
    if (steps < 0).all():
        return "falls"
    span, gain = np.ptp(values), values[-1] - values[0]
    if span <= 0.04 * height:
        return "hardly changes"
    if abs(gain) < 0.9 * span:
        return "goes up and down"
    return "rises on the whole" if gain > 0 else "falls on the whole"
