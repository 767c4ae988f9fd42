"""Many settings, two jobs: which pairs of weights can be reached at all."""

from typing import Any

import numpy as np

from whichbank.plots.picture import INKS, LINE_COLORS, Picture

CELLS = 80


def corner(shares: Any, jobs: tuple[str, str], *, need: float = 0.5) -> Picture:
    """Draw what each of many settings gives to two jobs, and the corner in which both have more
    than they need.

    A row of the shares, (n, 2), is the pair of attention weights, from 0 to 1, that a setting
    gives. A dot is such a pair; pairs closer than 1/80 are drawn once.

    Examples
    --------
    >>> corner([[0.7, 0.2], [0.4, 0.6]], ("first job", "second job"))
    Share of first job across, of second job up. Both are above 0.5 in 0 of 2 settings.
    """
    cloud = np.asarray(shares, dtype=float)
    if cloud.ndim != 2 or cloud.shape[1] != 2:
        raise ValueError(f"shares must have the shape (n, 2); got {cloud.shape}")
    if not ((cloud >= 0) & (cloud <= 1 + 1e-9)).all():
        raise ValueError("shares must lie between 0 and 1")
    both = int((cloud > need + 1e-9).all(axis=1).sum())
    alt = (
        f"Share of {jobs[0]} across, of {jobs[1]} up. Both are above {need:g} in {both:,} of "
        f"{len(cloud):,} settings."
    )

    def draw(figure: Any, theme: str) -> None:
        axes = figure.add_subplot()
        axes.fill(
            [need, 1, 1, need], [need, need, 1, 1], color=INKS[theme]["soft"], alpha=0.16, lw=0
        )
        axes.text(0.985, 0.98, "both served", ha="right", va="top")
        cells = np.unique(np.minimum((cloud * CELLS).astype(int), CELLS - 1), axis=0)
        axes.scatter(*((cells.T + 0.5) / CELLS), s=7, color=LINE_COLORS[theme][0], lw=0)
        for line in (axes.axvline, axes.axhline):
            line(need, color=axes.xaxis.label.get_color(), lw=1, ls="--")
        axes.set(xlim=(0, 1), ylim=(0, 1), xlabel=f"{jobs[0]} →", ylabel=f"{jobs[1]} →")
        axes.set_aspect("equal")

    return Picture(draw, alt, (4.6, 4.4))
