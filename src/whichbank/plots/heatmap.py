"""A table of weights as a heatmap with its numbers written in."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from whichbank.plots._axes import draw_cells, need_shape
from whichbank.plots.picture import Picture


def heatmap(
    table: Any,
    rows: Sequence[str],
    columns: Sequence[str] | None = None,
    *,
    digits: int = 2,
    row_label: str = "this word's new vector",
    column_label: str = "is made of",
    limits: tuple[float, float] | None = None,
) -> Picture:
    """Draw a table of numbers, (T, S), as colored cells with so many digits after the point.

    The columns are named as the rows if left out. The limits are the values of the darkest and the
    brightest color; 0 and the largest value where left out.

    Examples
    --------
    >>> heatmap([[0.7, 0.3], [0.2, 0.8]], ["a", "b"], row_label="new", column_label="old", digits=1)
    Heatmap, rows: new, columns: old. a: a 0.7, b 0.3. b: a 0.2, b 0.8.
    """
    cells = np.asarray(table, dtype=float)
    columns = rows if columns is None else columns
    need_shape("table", cells, rows, columns)
    lines = [
        f"{row}: "
        + ", ".join(
            f"{column} {cell:.{digits}f}" for column, cell in zip(columns, line, strict=True)
        )
        for row, line in zip(rows, cells, strict=True)
    ]
    alt = f"Heatmap, rows: {row_label}, columns: {column_label}. " + ". ".join(lines) + "."
    low, high = limits or (
        min(0.0, float(cells.min(initial=0))),
        float(cells.max(initial=0)) or 1.0,
    )

    def draw(figure: Any, theme: str) -> None:
        ax = figure.add_subplot()
        looks: dict[str, Any] = {
            "limits": (low, high),
            "labels": (column_label, row_label),
            "aspect": "equal",
        }
        image = draw_cells(
            ax, cells, rows, columns, lambda t, s: f"{cells[t, s]:.{digits}f}", theme, **looks
        )
        figure.colorbar(image, ax=ax, shrink=0.8)

    return Picture(draw, alt, (2.2 + 0.9 * len(columns), 1.3 + 0.7 * len(rows)))
