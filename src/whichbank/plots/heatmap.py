"""A table of weights as a heatmap with its numbers written in."""

from collections.abc import Sequence
from typing import Any

import numpy as np

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
    """Draw a table of numbers as colored cells.

    Parameters
    ----------
    table : array, shape (T, S)
        The numbers, for instance weights. Anything that numpy.asarray takes.
    rows, columns : sequence of str
        The words beside the rows and above the columns; columns are the rows' words where left out.
    digits : int, default 2
        Digits after the point.
    row_label, column_label : str
        What rows and columns stand for.
    limits : (float, float), optional
        Values of the darkest and the brightest color; 0 and the largest value where left out.

    Returns
    -------
    Picture
        The heatmap.

    Raises
    ------
    ValueError
        If the table does not have one row for each name and one column for each name.

    Examples
    --------
    >>> heatmap([[0.7, 0.3], [0.2, 0.8]], ["a", "b"], row_label="new", column_label="old", digits=1)
    Heatmap, rows: new, columns: old. a: a 0.7, b 0.3. b: a 0.2, b 0.8.
    """
    cells = np.asarray(table, dtype=float)
    columns = rows if columns is None else columns
    if cells.shape != (len(rows), len(columns)):
        raise ValueError(f"table must have the shape {(len(rows), len(columns))}; got {cells.shape}")
    lines = [
        f"{row}: " + ", ".join(f"{column} {cell:.{digits}f}" for column, cell in zip(columns, line, strict=True))
        for row, line in zip(rows, cells, strict=True)
    ]
    alt = f"Heatmap, rows: {row_label}, columns: {column_label}. " + ". ".join(lines) + "."
    low, high = limits or (min(0.0, float(cells.min(initial=0))), float(cells.max(initial=0)) or 1.0)

    def draw(figure: Any, theme: str) -> None:
        axes = figure.add_subplot()
        image = axes.imshow(cells, cmap="cividis", vmin=low, vmax=high)
        axes.set_xticks(range(len(columns)), columns)
        axes.set_yticks(range(len(rows)), rows)
        axes.xaxis.set_label_position("top")
        axes.tick_params(top=True, labeltop=True, bottom=False, labelbottom=False, length=0)
        axes.set_xlabel(column_label)
        axes.set_ylabel(row_label)
        axes.spines[:].set_visible(False)
        for (t, s), cell in np.ndenumerate(cells):
            bright = (cell - low) / (high - low) > 0.5
            axes.text(s, t, f"{cell:.{digits}f}", ha="center", va="center", color="#111111" if bright else "#ffffff")
        figure.colorbar(image, ax=axes, shrink=0.8)

    return Picture(draw, alt, (2.2 + 0.9 * len(columns), 1.3 + 0.7 * len(rows)))
