"""How a cost grows: what was counted, and below it what was timed."""

from collections.abc import Mapping, Sequence
from typing import Any

from whichbank.plots._axes import need_lengths
from whichbank.plots.picture import MARKERS, WORD_COLORS, Picture


def growth(
    x: Sequence[float],
    counted: Mapping[str, Sequence[float]],
    timed: Mapping[str, Sequence[float]],
    *,
    labels: tuple[str, str, str],
) -> Picture:
    """Draw counts and times over the size of a problem, both axes logarithmic.

    The picture's words tell the counts, which are the same everywhere, and no times.

    Parameters
    ----------
    x : sequence of float, length N
        The sizes, rising.
    counted, timed : mapping of str to sequence of float
        N positive values for each curve.
    labels : (str, str, str)
        What x, the counts and the times measure.

    Examples
    --------
    >>> growth([10, 100], {"loop": [20, 200], "jump": [5, 5]}, {"loop": [0.1, 1]}, labels=("n", "steps", "ms"))
    Curves of steps over n, from 10 to 100: loop from 20 to 200, jump 5 everywhere. Below, the measured ms of loop.
    """
    need_lengths(x, counted, timed)
    told = [
        f"{name} {v[0]:,} everywhere" if len(set(v)) == 1 else f"{name} from {v[0]:,} to {v[-1]:,}"
        for name, v in counted.items()
    ]
    alt = f"Curves of {labels[1]} over {labels[0]}, from {x[0]:,} to {x[-1]:,}: {', '.join(told)}. "
    alt += f"Below, the measured {labels[2]} of {', '.join(timed)}."

    def draw(figure: Any, theme: str) -> None:
        panels = figure.subplots(2, sharex=True)
        for ax, lines, label in zip(panels, (counted, timed), labels[1:], strict=True):
            for i, (name, values) in enumerate(lines.items()):
                ax.loglog(x, values, MARKERS[i % 6] + "-", color=WORD_COLORS[theme][i % 6], label=name)
            ax.set_ylabel(label)
            ax.grid(True)
        panels[0].legend(loc="upper left")
        panels[1].set_xlabel(labels[0])

    return Picture(draw, alt, (6.0, 5.6))
