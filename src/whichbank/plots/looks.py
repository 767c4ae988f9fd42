"""Where each word of a real sentence looks: a heatmap for weights that were trained, not chosen."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from whichbank.plots.heatmap import heatmap
from whichbank.plots.picture import Picture

CLEAR = 0.03
"""How far the largest weight of a row must lead for the words to name it: less may differ on
another machine.
"""


def looks(weights: Any, words: Sequence[str]) -> Picture:
    """Draw a sentence's attention weights, (T, T): row t mixes the new vector of word t.

    The description, without digits, tells where each word looks most.

    Examples
    --------
    >>> looks([[0.7, 0.3], [0.51, 0.49]], ["reserve", "bank"])
    Heatmap of attention weights. reserve looks most at itself. bank has no clear favorite.
    """
    cells = np.asarray(weights, dtype=float)
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
    return Picture(picture.draw, alt, (2.0 + 0.75 * len(words), 1.5 + 0.5 * len(words)))
