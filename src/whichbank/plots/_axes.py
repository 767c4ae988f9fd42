"""What several pictures share: a table of cells, the names of the axes, the frame of a plane."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from whichbank.plots.picture import INKS


def need_lengths(x: Sequence[float], *lines: Mapping[str, Sequence[float]]) -> None:
    """Raise ValueError if a line does not have one value for each x."""
    for name, values in [line for some in lines for line in some.items()]:
        if len(values) != len(x):
            raise ValueError(f"{name!r} must have {len(x)} values; got {len(values)}")


def need_shape(name: str, cells: np.ndarray, rows: Sequence[str], columns: Sequence[str]) -> None:
    """Raise ValueError if a table does not have one row and one column for each name."""
    if cells.shape != (len(rows), len(columns)):
        raise ValueError(
            f"{name} must have the shape {(len(rows), len(columns))}; got {cells.shape}"
        )


def draw_cells(
    ax: Any,
    cells: np.ndarray,
    rows: Sequence[str],
    columns: Sequence[str],
    text: Callable[[int, int], str],
    theme: str,
    *,
    limits: tuple[float, float],
    labels: tuple[str, str] = ("", ""),
    aspect: str = "auto",
    **ticks: Any,
) -> Any:
    """Draw a table as cells that are shaded as the live figures shade theirs, with a text in each,
    its columns named above it; labels are of columns and rows.
    """
    low, high = limits
    image = ax.imshow(cells, **shades(theme, low, high), aspect=aspect)
    ax.set_xticks(range(len(columns)), columns, **ticks)
    ax.set_yticks(range(len(rows)), rows)
    ax.xaxis.set_label_position("top")
    ax.tick_params(top=True, labeltop=True, bottom=False, labelbottom=False, length=0)
    ax.set(xlabel=labels[0], ylabel=labels[1])
    ax.spines[:].set_visible(False)
    for (t, s), cell in np.ndenumerate(cells):
        red, green, blue = (image.to_rgba(cell)[:3] ** np.array(2.2)).tolist()
        ink = "black" if 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.179 else "white"
        ax.text(s, t, text(t, s), ha="center", va="center", color=ink)
    return image


def shades(theme: str, low: float, high: float) -> dict[str, Any]:
    """Return a scale of colors for matplotlib: from paper to ink, or with one hue above 0 and
    another below.
    """
    from matplotlib.colors import LinearSegmentedColormap

    names = ["rust", "paper", "slate"] if low < 0 else ["paper", "ink"]
    colors = [INKS[theme][name] for name in names]
    largest = max(-low, high)
    return {
        "cmap": LinearSegmentedColormap.from_list("shades", colors),
        "vmin": -largest if low < 0 else low,
        "vmax": largest if low < 0 else high,
    }


def name_axes(ax: Any, labels: tuple[str, str], *, legend: str = "below") -> None:
    """Write what the axes measure, draw a grid, and put the legend below the picture or into a
    corner.
    """
    ax.grid(True)
    ax.set(xlabel=labels[0], ylabel=labels[1])
    if legend == "below":
        ax.legend(loc="upper center", bbox_to_anchor=(0.5, -0.16), ncols=2)
    else:
        ax.legend(loc=legend)


def frame_plane(
    ax: Any, axes: tuple[str, str], low: Any, high: Any, room: float, right: float
) -> None:
    """Set the limits of a plane with room around its content (more to the right), and name its
    axes.
    """
    ax.set(xlim=(low[0] - room, high[0] + right * room), ylim=(low[1] - room, high[1] + room))
    ax.set_aspect("equal")
    ax.grid(True)
    ax.set(xlabel=f"{axes[0]} →", ylabel=f"{axes[1]} →")
