"""Names next to points, kept clear of marks, arrows and one another."""

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

SIDES = ((9, "left"), (-9, "right"))
OFFSETS = (
    *((x, y, align) for x, align in SIDES for y in (6, -15)),
    (0, 10, "center"),
    (0, -20, "center"),
)
"""Where a name may go, in points from its mark, the best place first."""


def write_labels(
    ax: Any,
    labels: Sequence[tuple[str, Any, str]],
    marks: Iterable[Any],
    arrows: Iterable[tuple[Any, Any]] = (),
) -> None:
    """Write each name, with its point and its color, where it covers least.

    All points that have a mark, and where each arrow starts and ends, are to be kept clear. The
    limits of the axes are set before.
    """
    # lays the axes out, so that data has its place on the picture
    ax.figure.draw_without_rendering()
    spots = [np.array([mark]) for mark in marks]
    lines = [np.linspace(start, end, 40) for start, end in arrows]
    spots = [ax.transData.transform(spot) for spot in spots]
    lines = [ax.transData.transform(line) for line in lines]
    taken: list[np.ndarray] = []
    room = 4 * ax.figure.dpi / 72
    for name, at, color in labels:
        text = ax.annotate(
            name,
            at,
            textcoords="offset points",
            xytext=(0, 0),
            color=color,
            weight="bold",
            zorder=5,
        )
        costs = []
        for rank, (x, y, align) in enumerate(OFFSETS):
            text.set(position=(x, y), ha=align)
            box = text.get_window_extent().get_points()
            outside = np.clip(ax.bbox.min - box[0], 0, None) + np.clip(
                box[1] - ax.bbox.max, 0, None
            )
            costs.append(
                rank
                + 10 * sum(_hits(spot, box, room) for spot in spots)
                + 0.5 * sum(_hits(line, box, 0) for line in lines)
                + 30
                * sum(
                    bool((box[0] < other[1]).all() and (other[0] < box[1]).all()) for other in taken
                )
                + 40 * bool(outside.max() > 0)
            )
        x, y, align = OFFSETS[int(np.argmin(costs))]
        text.set(position=(x, y), ha=align)
        taken.append(text.get_window_extent().get_points())


def _hits(points: np.ndarray, box: np.ndarray, room: float) -> int:
    return int(((points > box[0] - room) & (points < box[1] + room)).all(axis=1).sum())
