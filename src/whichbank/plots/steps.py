"""A weighted sum as a walk: one step for each ingredient."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from whichbank.plots._axes import frame_plane
from whichbank.plots.labels import write_labels
from whichbank.plots.picture import MARKERS, WORD_COLORS, Picture, styles, word_of


def steps(
    weights: Sequence[float],
    vectors: Mapping[str, Sequence[float]],
    *,
    axes: tuple[str, str] = ("finance", "nature"),
    new: str = "mix",
) -> Picture:
    """Draw a weighted sum of vectors as a walk from the origin, one arrow for each vector, in their
    order.

    ``new`` names the point where the walk ends. One that names a word of the course, like "new
    money", gives the hollow mark of that word, with a prime.

    Examples
    --------
    >>> steps([0.7, 0.3], {"money": (2, 0), "bank": (1, 1)}, new="new money")
    Plane of finance and nature. From (0, 0): 0.7 money to (1.4, 0), then 0.3 bank to (1.7, 0.3): new money.
    """
    points = np.array(list(vectors.values()), dtype=float)
    if points.ndim != 2 or points.shape[1] != 2:
        raise ValueError(f"each vector must have two numbers; got shape {points.shape}")
    if len(weights) != len(points):
        raise ValueError(
            f"there must be one weight for each vector; got {len(weights)} and {len(points)}"
        )
    stops = np.cumsum(np.array(weights, dtype=float)[:, None] * points, axis=0)
    walk = ", then ".join(
        f"{weight:g} {word} to ({round(x, 2) + 0:g}, {round(y, 2) + 0:g})"
        for weight, word, (x, y) in zip(weights, vectors, stops.tolist(), strict=True)
    )
    alt = f"Plane of {axes[0]} and {axes[1]}. From (0, 0): {walk}: {new}."

    def draw(figure: Any, theme: str) -> None:
        ax = figure.add_subplot()
        start = np.zeros(2)
        labels, lines = [], []
        *numbers, last = styles([*vectors, new])
        for i, point, word, weight, stop in zip(
            numbers, points, vectors, weights, stops, strict=True
        ):
            color, marker = WORD_COLORS[theme][i], MARKERS[i]
            arrow = {
                "arrowstyle": "-|>",
                "color": color,
                "lw": 2.5,
                "shrinkA": 0,
                "shrinkB": 0,
                "mutation_scale": 16,
            }
            ax.annotate("", stop, start, arrowprops=arrow)
            ax.plot(*point, marker, color=color, ms=9)
            labels.append((word, point, color))
            lines.append((start, stop))
            ax.plot([], [], "-", color=color, lw=2.5, label=f"{weight:g} {word}")
            start = stop
        ax.legend(loc="lower center", bbox_to_anchor=(0.5, 1.0), ncols=len(points))
        color = WORD_COLORS[theme][last]
        ax.plot(*start, MARKERS[last], mfc=ax.get_facecolor(), mec=color, mew=2, ms=11)
        labels.append((new if word_of(new) == new else f"{word_of(new)}′", start, color))
        everything = np.vstack([[0.0, 0.0], points, stops])
        low, high = everything.min(0), everything.max(0)
        room = 0.14 * (high - low).max()
        frame_plane(ax, axes, low, high, room, 1.6)
        write_labels(ax, labels, [*points, start], lines)

    return Picture(draw, alt, (6.4, 4.0))
