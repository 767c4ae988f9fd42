"""A table of numbers too large to read, seen whole: a surface of water, a table of position
codes.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from whichbank.plots._axes import shades
from whichbank.plots.picture import INK, LINE_COLORS, MARKERS, PAPER, Picture


def field(
    values: Any,
    *,
    labels: tuple[str, str],
    what: str,
    extent: tuple[float, float, float, float] | None = None,
    marks: Mapping[str, Sequence[float]] | None = None,
) -> Picture:
    """Draw a table of numbers between −1 and 1, (R, C), as colors, without digits.

    The labels are of what runs across and of what runs down (or up); an empty one leaves out its
    axis. Without extent, (left, right, bottom, top), the first row is on top; with it, it is at the
    bottom, as on a map. Marks are named places (x, y) on it. The description tells how often the
    numbers change sign along the first and the last column.

    Examples
    --------
    >>> field([[1, 1], [-1, 1]], labels=("number", "place"), what="a code", marks={"here": (0, 1)})
    Map of a code: 2 × 2 numbers, number across and place down. here at (0, 1).
    """
    cells = np.asarray(values, dtype=float)
    if cells.ndim != 2 or not cells.size or not np.isfinite(cells).all():
        raise ValueError(f"values must be a table of finite numbers; got the shape {cells.shape}")
    marks = dict(marks or {})
    rows, columns = cells.shape
    direction = "down" if extent is None else "up"
    axes = [
        f"{name} {way}" for name, way in zip(labels, ("across", direction), strict=True) if name
    ]
    alt = f"Map of {what}: {rows} × {columns} numbers, {' and '.join(axes)}."
    if marks:
        alt += " " + ", ".join(f"{name} at ({x:g}, {y:g})" for name, (x, y) in marks.items()) + "."
    else:
        first, last = _turns(cells[:, 0]), _turns(cells[:, -1])
        alt += (
            f" Along the first column the sign changes {first} times, along the last {last} times."
        )
    wide = columns / rows if extent is None else (extent[1] - extent[0]) / (extent[3] - extent[2])

    def draw(figure: Any, theme: str) -> None:
        ax = figure.add_subplot()
        origin = "upper" if extent is None else "lower"
        image = ax.imshow(
            cells, **shades(theme, -1, 1), origin=origin, extent=extent, aspect="auto"
        )
        ax.set_xlabel(labels[0])
        ax.set_ylabel(labels[1])
        if not labels[1]:
            ax.set_yticks([])
        for i, (name, (x, y)) in enumerate(marks.items()):
            ax.plot(
                x,
                y,
                MARKERS[i % 6],
                color=LINE_COLORS[theme][i % 6],
                mec=PAPER[theme],
                mew=1.5,
                ms=10,
            )
            box = {"fc": PAPER[theme], "ec": "none", "pad": 1.5, "alpha": 0.8}
            above = {
                "textcoords": "offset points",
                "ha": "center",
                "color": INK[theme],
                "bbox": box,
            }
            ax.annotate(name, (x, y), (0, 9), **above)
        figure.colorbar(image, ax=ax, shrink=0.8)

    height = 4.2 if wide < 3 else 1.8
    return Picture(draw, alt, (min(7.0, max(4.6, 1.4 + height * wide)), height))


def _turns(line: np.ndarray) -> int:
    """How often a line of numbers changes its sign; numbers that are 0 to rounding do not count."""
    signs = np.sign(line[np.abs(line) > 1e-9])
    return int((signs[1:] != signs[:-1]).sum())
