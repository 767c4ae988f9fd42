"""Groups of bars: a few measurements of a few things."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from whichbank.plots.picture import INK, LINE_COLORS, Picture

HATCHES = ("", "//", "..", "xx", "--", "++")


def bars(groups: Mapping[str, Mapping[str, float]], *, unit: str, ranked: bool = True) -> Picture:
    """Draw one group of bars for each measurement; every group has the same bars.

    The picture's words tell the order of the bars of a group and no digits, so that a number that
    was trained on another machine gives the same words. With ranked=False they do not tell it: the
    bars are so close that it may differ.

    Examples
    --------
    >>> bars({"money": {"old": 0.2, "new": 0.5}, "river": {"old": 0.4, "new": 0.1}}, unit="cosine")
    Bars of cosine, from low to high. money: old, new. river: new, old.
    """
    names = {tuple(values) for values in groups.values()}
    if len(names) != 1:
        raise ValueError(f"every group must have the same bars; got {sorted(names)}")
    series = names.pop()
    ranks = [
        f"{group}: {', '.join(sorted(values, key=values.__getitem__))}"
        for group, values in groups.items()
    ]
    alt = f"Bars of {unit}, from low to high. " + ". ".join(ranks) + "."
    if not ranked:
        alt = f"Bars of {unit} for {', '.join(groups)}, each for {', '.join(series)}."

    def draw(figure: Any, theme: str) -> None:
        ax = figure.add_subplot()
        at = np.arange(len(groups))
        width = 0.8 / len(series)
        for i, name in enumerate(series):
            values = [group[name] for group in groups.values()]
            place = at + (i - (len(series) - 1) / 2) * width
            ax.bar(
                place, values, 0.9 * width, label=name, color=LINE_COLORS[theme][i % 6], hatch=HATCHES[i % 6],
                edgecolor=ax.get_facecolor(),
            )  # fmt: skip
        ax.axhline(0, color=INK[theme], lw=0.8)
        ax.set_xticks(at, list(groups))
        ax.set_ylabel(unit)
        ax.legend(loc="upper center", bbox_to_anchor=(0.5, -0.1), ncols=1)

    return Picture(draw, alt, (6.0, 4.4))
