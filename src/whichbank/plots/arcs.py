"""Who looks at what: arrows between the words of a row, one head above them and one below."""

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from whichbank.plots._axes import need_shape
from whichbank.plots.picture import INK, LINE_COLORS, Picture

SEEN = 0.05
"""A smaller weight is not drawn."""


def arcs(words: Sequence[str], *, below: Any = None, above: Any = None) -> Picture:
    """Draw the weights of two heads, each (T, T), as arrows from a word to those that it looks at.

    The thicker an arrow, the larger the weight. The description tells where each word looks most.

    Examples
    --------
    >>> arcs(["a", "b"], below=[[1, 0], [0.9, 0.1]])
    Arrows between a, b. Below: a looks most at itself, b looks most at a.
    """
    heads = {
        name: np.asarray(weights, dtype=float)
        for name, weights in (("below", below), ("above", above))
        if weights is not None
    }
    for name, weights in heads.items():
        need_shape(name, weights, words, words)
    alt = f"Arrows between {', '.join(words)}."
    for name, weights in heads.items():
        told = [
            f"{words[t]} looks most at {'itself' if s == t else words[s]}"
            for t, s in enumerate(weights.argmax(axis=1))
            if weights[t, s] > SEEN
        ]
        alt += f" {name.capitalize()}: {', '.join(told)}."

    room = {"below": 0.3, "above": 0.3}
    for name, weights in heads.items():
        room[name] += 0.1 + 0.52 * max([abs(t - s) or 0.7 for t, s, _ in _seen(weights)] or [0])

    def draw(figure: Any, theme: str) -> None:
        ax = figure.add_subplot()
        for i, word in enumerate(words):
            ax.text(i, 0, word, ha="center", va="center", color=INK[theme], size=12)
        for name, weights in heads.items():
            side = 1 if name == "above" else -1
            color = LINE_COLORS[theme][0 if side < 0 else 1]
            for t, s, weight in _seen(weights):
                _arrow(ax, t, s, side, {"color": color, "lw": 0.8 + 2.7 * weight})
        ax.set(xlim=(-0.6, len(words) - 0.4), ylim=(-room["below"], room["above"]))
        ax.axis("off")

    return Picture(draw, alt, (0.72 * len(words), 0.72 * sum(room.values())))


def _seen(weights: np.ndarray) -> Iterator[tuple[int, int, float]]:
    for t, s in np.argwhere(weights > SEEN):
        yield int(t), int(s), float(weights[t, s])


def _arrow(ax: Any, t: int, s: int, side: int, style: dict[str, Any]) -> None:
    from matplotlib.patches import FancyArrowPatch
    from matplotlib.path import Path

    y = 0.3 * side
    far = y + side * (0.65 * abs(t - s) or 0.5)
    lean = 0.12 * np.sign(s - t) or -0.08
    ends = (t + lean, y), (s - lean, y)
    out = 0.0 if s != t else -0.12
    bends = (ends[0][0] + out, far), (ends[1][0] - out, far)
    way = Path([ends[0], *bends, ends[1]], [Path.MOVETO, *[Path.CURVE4] * 3])
    ax.add_patch(
        FancyArrowPatch(path=way, arrowstyle="-|>", mutation_scale=14, fill=False, **style)
    )
