"""Where a model looks in one text while it writes another: a table of weights that need not be
square.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from whichbank.plots._axes import draw_cells, need_shape
from whichbank.plots.picture import Picture


def across(
    weights: Any, written: Sequence[str], read: Sequence[str], *, told: Sequence[str] | None = None
) -> Picture:
    """Draw cross-attention weights, (T, S), in percent; row t holds those while word t of
    ``written`` is written.

    The description tells, without digits, where the words of ``told`` look, or all of them. Name
    those whose largest weight leads so clearly that it does on every machine that trains the model.

    Examples
    --------
    >>> across([[0.9, 0.1], [0.2, 0.8]], ["nadī", "bahtī"], ["river", "flows"])
    Heatmap of 2 written words over 2 read words. nadī looks most at river. bahtī looks most at flows.
    """
    cells = np.asarray(weights, dtype=float)
    need_shape("weights", cells, written, read)
    alt = f"Heatmap of {len(written)} written words over {len(read)} read words."
    for word, row in zip(written, cells, strict=True):
        if told is None or word in told:
            alt += f" {word} looks most at {read[int(row.argmax())]}."

    def draw(figure: Any, theme: str) -> None:
        tilted = {"rotation": 45, "ha": "left", "rotation_mode": "anchor"}
        looks: dict[str, Any] = {"limits": (0, 1), "labels": ("it looks at", "it writes"), **tilted}
        draw_cells(
            figure.add_subplot(),
            cells,
            written,
            read,
            lambda t, s: f"{100 * cells[t, s]:.0f}" if cells[t, s] >= 0.005 else "",
            theme,
            **looks,
        )

    return Picture(draw, alt, (1.5 + 0.4 * len(read), 1.5 + 0.36 * len(written)))
