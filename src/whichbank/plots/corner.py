"""Many settings, two jobs: which pairs of shares can be reached at all."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from whichbank.plots.picture import MARKERS, WORD_COLORS, Picture

CELLS = 80


def corner(
    settings: Mapping[str, Any],
    jobs: tuple[str, str],
    *,
    need: float = 0.5,
) -> Picture:
    """Draw what each of many settings gives to two jobs, and the corner in which both have enough.

    Parameters
    ----------
    settings : mapping of str to array, shape (n, 2)
        For each kind of setting: the two jobs' shares, from 0 to 1, one row a setting.
    jobs : (str, str)
        What the two shares are: the labels of the axes.
    need : float, default 0.5
        A job is served by more than this share.

    Returns
    -------
    Picture
        A dot for every pair of shares that a setting reaches (pairs closer than 1/80 are drawn once); the corner
        is shaded.

    Raises
    ------
    ValueError
        If there are no settings, an array does not have two columns, or a share is not between 0 and 1.

    Examples
    --------
    >>> corner({"numbers": [[0.7, 0.2], [0.4, 0.6]]}, ("first job", "second job"))
    Share of first job across, of second job up; both need more than 0.5. numbers: 0 of 2 settings serve both.
    """
    clouds = {name: np.asarray(shares, dtype=float) for name, shares in settings.items()}
    if not clouds:
        raise ValueError("settings must hold at least one kind of setting; got none")
    for name, cloud in clouds.items():
        if cloud.ndim != 2 or cloud.shape[1] != 2:
            raise ValueError(f"the shares of {name!r} must have the shape (n, 2); got {cloud.shape}")
        if not ((cloud >= 0) & (cloud <= 1 + 1e-9)).all():
            raise ValueError(f"the shares of {name!r} must lie between 0 and 1")
    both = {name: int((cloud > need + 1e-9).all(axis=1).sum()) for name, cloud in clouds.items()}
    alt = f"Share of {jobs[0]} across, of {jobs[1]} up; both need more than {need:g}. " + " ".join(
        f"{name}: {both[name]:,} of {len(cloud):,} settings serve both." for name, cloud in clouds.items()
    )

    def draw(figure: Any, theme: str) -> None:
        axes = figure.add_subplot()
        axes.fill([need, 1, 1, need], [need, need, 1, 1], color="#8899aa", alpha=0.25, lw=0)
        axes.text(0.99, need + 0.015, "both served", ha="right", va="bottom")
        for i, (name, cloud) in reversed(list(enumerate(clouds.items()))):
            cells = np.unique(np.minimum((cloud * CELLS).astype(int), CELLS - 1), axis=0)
            color = WORD_COLORS[theme][i % len(MARKERS)]
            size = 5 if i == 0 else 14
            axes.scatter(*((cells.T + 0.5) / CELLS), s=size, color=color, marker=MARKERS[i], lw=0, label=name)
        for line in (axes.axvline, axes.axhline):
            line(need, color=axes.xaxis.label.get_color(), lw=1, ls="--")
        axes.set(xlim=(0, 1), ylim=(0, 1), xlabel=f"{jobs[0]} →", ylabel=f"{jobs[1]} →")
        axes.set_aspect("equal")
        handles, names = axes.get_legend_handles_labels()
        figure.legend(handles[::-1], names[::-1], loc="outside upper center", ncols=len(clouds), markerscale=1.5)

    return Picture(draw, alt, (5.2, 5.2))
