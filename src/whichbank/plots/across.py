"""Where a model looks in one text while it writes another: a table of weights that need not be square."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from whichbank.plots.picture import Picture


def across(weights: Any, written: Sequence[str], read: Sequence[str], *, told: Sequence[str] | None = None) -> Picture:
    """Draw cross-attention weights in percent; the description names where the told words look.

    Parameters
    ----------
    weights : array, shape (T, S)
        Row t holds the shares of attention while word t is written.
    written, read : sequence of str
        The T words of the rows and the S words of the columns.
    told : sequence of str, optional
        The words of written that the description tells of, all if left out. Name those whose largest weight leads so
        clearly that it does on every machine that trains the model.

    Returns
    -------
    Picture
        The heatmap. Its description has no digits.

    Raises
    ------
    ValueError
        If the weights do not have one row and one column for each word.

    Examples
    --------
    >>> across([[0.9, 0.1], [0.2, 0.8]], ["nadī", "bahtī"], ["river", "flows"])
    Heatmap of 2 written words over 2 read words. nadī looks most at river. bahtī looks most at flows.
    """
    cells = np.asarray(weights, dtype=float)
    if cells.shape != (len(written), len(read)):
        raise ValueError(f"weights must have the shape {(len(written), len(read))}; got {cells.shape}")
    alt = f"Heatmap of {len(written)} written words over {len(read)} read words."
    for word, row in zip(written, cells, strict=True):
        if told is None or word in told:
            alt += f" {word} looks most at {read[int(row.argmax())]}."

    def draw(figure: Any, theme: str) -> None:
        axes = figure.add_subplot()
        axes.imshow(cells, cmap="cividis", vmin=0, vmax=1, aspect="auto")
        axes.set_xticks(range(len(read)), read, rotation=35, ha="left", rotation_mode="anchor")
        axes.set_yticks(range(len(written)), written)
        axes.xaxis.set_label_position("top")
        axes.tick_params(top=True, labeltop=True, bottom=False, labelbottom=False, length=0)
        axes.set_xlabel("it looks at")
        axes.set_ylabel("it writes")
        axes.spines[:].set_visible(False)
        for (t, s), cell in np.ndenumerate(cells):
            ink = "#111111" if cell > 0.5 else "#ffffff"
            axes.text(s, t, f"{100 * cell:.0f}", ha="center", va="center", color=ink)

    return Picture(draw, alt, (2.0 + 0.62 * len(read), 1.6 + 0.45 * len(written)))
