"""Where each word of a real sentence looks: a heatmap for weights that were trained, not chosen."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from whichbank.plots._axes import draw_cells, need_shape, shades
from whichbank.plots.heatmap import heatmap
from whichbank.plots.picture import Picture

CLEAR = 0.03
"""How far the largest weight of a row must lead for the words to name it: less may differ on
another machine.
"""
MANY = 7
"""With more words, a phone has no room for a number of two digits in each cell."""
LEAST = 0.15
"""Then only weights from here on have a number, of one digit."""


def looks(weights: Any, words: Sequence[str] | None = None) -> Picture:
    """Draw a sentence's attention weights, (T, T): row t mixes the new vector of word t.

    The description, without digits, tells where each word looks most. Without words the rows are
    places, numbered from 1; there may be many of them, so the picture has no digits, and the
    description tells where most of them look.

    Examples
    --------
    >>> looks([[0.7, 0.3], [0.51, 0.49]], ["reserve", "bank"])
    Heatmap of attention weights. reserve looks most at itself. bank has no clear favorite.
    >>> looks(np.eye(8, k=1))
    Heatmap of 8 × 8 attention weights. 7 of 8 places look most 1 place ahead.
    """
    cells = np.asarray(weights, dtype=float)
    if words is None:
        return _places(cells)
    picture = heatmap(cells, words, row_label="this word", column_label="looks at", limits=(0, 1))
    sentences = []
    for t, (word, row) in enumerate(zip(words, cells, strict=True)):
        best = int(row.argmax())
        clear = row[best] - np.delete(row, best).max(initial=-1) > CLEAR
        target = "itself" if best == t else words[best]
        sentences.append(
            f"{word} looks most at {target}." if clear else f"{word} has no clear favorite."
        )
    alt = "Heatmap of attention weights. " + " ".join(sentences)
    if len(words) <= MANY:
        return Picture(picture.draw, alt, (2.0 + 0.75 * len(words), 1.5 + 0.5 * len(words)))

    def draw(figure: Any, theme: str) -> None:
        ax = figure.add_subplot()
        image = draw_cells(
            *(ax, cells, words, words),
            lambda t, s: f"{cells[t, s]:.1f}" if cells[t, s] >= LEAST else "",
            theme,
            limits=(0, 1),
            labels=("looks at", "this word"),
            aspect="equal",
            rotation=90,
        )
        figure.colorbar(image, ax=ax, shrink=0.8)

    return Picture(draw, alt, (5.4, 4.6))


def _places(cells: np.ndarray) -> Picture:
    names = [str(t + 1) for t in range(len(cells))]
    need_shape("weights", cells, names, names)
    steps = cells.argmax(axis=1) - np.arange(len(cells))
    found, counts = np.unique(steps, return_counts=True)
    step, count = int(found[counts.argmax()]), counts.max()
    where = f"{abs(step)} place{'s' * (abs(step) > 1)} {'ahead' if step > 0 else 'back'}"
    alt = (
        f"Heatmap of {len(cells)} × {len(cells)} attention weights. {count} of {len(cells)} places "
        f"look most {where if step else 'at themselves'}."
    )

    def draw(figure: Any, theme: str) -> None:
        ax = figure.add_subplot()
        edge = (0.5, len(cells) + 0.5)
        image = ax.imshow(cells, **shades(theme, 0, 1), extent=(*edge, *edge[::-1]))
        ax.set(xlabel="looks at place", ylabel="place")
        figure.colorbar(image, ax=ax, shrink=0.8)

    return Picture(draw, alt, (5.4, 4.4))
