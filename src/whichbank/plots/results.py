"""How often each of several models is right, over several trainings: a table of percentages with
their spread.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np

from whichbank.plots._axes import draw_cells
from whichbank.plots.picture import Picture

CLEAR = 5.0
"""By how many percent the best must lead for the words to name it: less may differ on another
machine.
"""


def results(right: Mapping[str, Mapping[str, Any]]) -> Picture:
    """Draw the percentage of right answers for each model and each set of questions; every model
    has the same sets.

    A set holds the share, from 0 to 1, of each training. Each cell has their mean in percent, and
    below it the lowest and the highest where they differ. The description has no digits, so that it
    is the same on every machine that trains the models.

    Examples
    --------
    >>> results({"static": {"bank": [0.5, 0.5], "apple": [0.5]}, "learned": {"bank": [0.9, 0.98], "apple": [0.52]}})
    Table of right answers in percent, a row each for static, learned. bank: best is learned. apple: no clear best.
    """
    columns = {tuple(sets) for sets in right.values()}
    if len(columns) != 1:
        raise ValueError(f"every model must have the same sets; got {sorted(columns)}")
    models, sets = list(right), list(columns.pop())
    runs = [
        [100 * np.asarray(right[model][name], dtype=float) for name in sets] for model in models
    ]
    means = np.array([[run.mean() for run in row] for row in runs])
    alt = f"Table of right answers in percent, a row each for {', '.join(models)}. "
    alt += " ".join(
        f"{name}: {_best(models, column)}." for name, column in zip(sets, means.T, strict=True)
    )

    def text(i: int, j: int) -> str:
        low, high = f"{runs[i][j].min():.0f}", f"{runs[i][j].max():.0f}"
        return f"{means[i, j]:.0f}" + (f"\n({low}–{high})" if low != high else "")

    def draw(figure: Any, theme: str) -> None:
        draw_cells(figure.add_subplot(), means, models, sets, text, theme, limits=(40, 100))

    return Picture(draw, alt, (1.8 + 0.95 * len(sets), 0.7 + 0.62 * len(models)))


def _best(models: list[str], column: np.ndarray) -> str:
    first, *rest = np.sort(column)[::-1]
    clear = not rest or first - rest[0] > CLEAR
    return f"best is {models[int(column.argmax())]}" if clear else "no clear best"
