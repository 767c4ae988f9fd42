"""Word vectors on a plane."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from whichbank.plots._axes import frame_plane
from whichbank.plots.labels import write_labels
from whichbank.plots.picture import INKS, MARKERS, WORD_COLORS, Picture, styles, word_of


def plane(
    vectors: Mapping[str, Sequence[float] | np.ndarray],
    *,
    axes: tuple[str, str] = ("finance", "nature"),
    moved: Mapping[str, Sequence[float] | np.ndarray] | None = None,
    hull: Sequence[str] | None = None,
    arrows: bool = False,
    circles: Mapping[str, float] | None = None,
) -> Picture:
    """Draw word vectors as points (or arrows from the origin) on two named axes.

    A name that starts with a word of the course, like "bank beside river", is a new vector of that
    word: its hollow mark. New vectors in ``moved`` are hollow too, with an arrow from old to new,
    and named with a prime. The words of ``hull`` are the corners of a shaded polygon; a word of
    ``circles`` gets a circle of this radius.

    Examples
    --------
    >>> plane({"money": (2, 0), "bank": (1, 1)}, moved={"bank": (1.25, 0.7)})
    Plane of finance and nature. money at (2, 0), bank at (1, 1). New: bank at (1.25, 0.7).
    """
    moved = dict(moved or {})
    circles = dict(circles or {})
    missing = [word for word in [*moved, *(hull or ()), *circles] if word not in vectors]
    if missing:
        raise ValueError(f"no vector for {', '.join(map(repr, missing))}")
    points = {word: _pair(word, vector) for word, vector in vectors.items()}
    ends = {word: _pair(word, vector) for word, vector in moved.items()}
    alt = f"Plane of {axes[0]} and {axes[1]}. " + _places(points) + "."
    if ends:
        alt += " New: " + _places(ends) + "."

    if circles:
        alt += (
            " Circles: "
            + ", ".join(f"radius {radius:g} around {word}" for word, radius in circles.items())
            + "."
        )

    rims = [
        np.add(points[word], shift) for word, r in circles.items() for shift in ((r, r), (-r, -r))
    ]
    everything = np.array([(0.0, 0.0), *points.values(), *ends.values(), *rims])
    low, high = everything.min(0), everything.max(0)
    room = 0.14 * float((high - low).max())

    def draw(figure: Any, theme: str) -> None:
        ax = figure.add_subplot()
        if hull:
            ax.fill(
                *np.array([points[word] for word in hull]).T,
                color=INKS[theme]["soft"],
                alpha=0.16,
                lw=0,
            )
        labels: list[Any] = []
        lines: list[Any] = []
        for i, (word, at) in zip(styles(points), points.items(), strict=True):
            color, marker = WORD_COLORS[theme][i], MARKERS[i]
            if arrows:
                ax.annotate(
                    "", at, (0, 0), arrowprops={"arrowstyle": "-|>", "color": color, "lw": 2}
                )
                lines.append(((0, 0), at))
            hollow = {"mfc": ax.get_facecolor(), "mec": color, "mew": 2, "ms": 10}
            ax.plot(*at, marker, **({"color": color, "ms": 9} if word_of(word) == word else hollow))
            labels.append((word, at, color))
            if word in circles:
                angles = np.linspace(0, 2 * np.pi, 100)
                # (100, 2)
                around = np.add(
                    at, circles[word] * np.stack([np.cos(angles), np.sin(angles)], axis=1)
                )
                ax.fill(*around.T, color=color, alpha=0.1, lw=0)
                ax.plot(*around.T, color=color, lw=1.5)
            if word in ends:
                ax.annotate(
                    "", ends[word], at, arrowprops={"arrowstyle": "->", "color": color, "ls": "--"}
                )
                ax.plot(*ends[word], marker, **hollow)
                labels.append((f"{word}′", ends[word], color))
                lines.append((at, ends[word]))
        frame_plane(ax, axes, low, high, room, 2)
        write_labels(ax, labels, [*points.values(), *ends.values()], lines)

    shape = float((high[1] - low[1] + 2 * room) / (high[0] - low[0] + 3 * room)) if room else 1.0
    return Picture(draw, alt, (6.0, min(4.4, 0.8 + 5.2 * shape)))  # a wide plane needs less height


def _pair(word: str, vector: Any) -> tuple[float, float]:
    numbers = np.asarray(vector, dtype=float)
    if numbers.shape != (2,):
        raise ValueError(f"the vector of {word!r} must have two numbers; got shape {numbers.shape}")
    return float(numbers[0]), float(numbers[1])


def _places(points: Mapping[str, tuple[float, float]]) -> str:
    return ", ".join(
        f"{word} at ({round(x, 2) + 0:g}, {round(y, 2) + 0:g})" for word, (x, y) in points.items()
    )
