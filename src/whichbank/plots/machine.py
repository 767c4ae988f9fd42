"""A machine as columns of boxes, each with its numbers, if it has some."""

from collections.abc import Mapping, Sequence
from typing import Any

from whichbank.plots.picture import INK, INKS, PAPER, Picture

WIDE, HIGH, GAP, APART = 3.3, 0.62, 0.36, 4.5
SUM = "+"


def machine(
    columns: Mapping[str, Sequence[str | tuple[str, str]]],
    *,
    blocks: Mapping[str, tuple[int, int]] | None = None,
    across: tuple[str, str, int] | None = None,
) -> Picture:
    """Draw columns of boxes, read from bottom to top: what each part does, and what it gives, if
    told. A box ``"+"`` is a sum: an arrow goes round the box below it, and brings what came in there.

    For some columns, ``blocks`` holds the first and the last box of the block that comes several
    times. ``across`` is an arrow from the top of one column to a box of another: both names, and
    the number of the box.

    Examples
    --------
    >>> machine({"reader": ["tokens", ("scores", "2, 1")]}, blocks={"reader": (1, 1)})
    Machine, from bottom to top. reader: tokens, scores (2, 1); several times: scores.
    >>> machine({"block": ["words", "attention", "+"]})
    Machine, from bottom to top. block: words, attention, plus what came in.
    """
    blocks = dict(blocks or {})
    if not columns:
        raise ValueError("columns must be some; got none")
    for name, last in [
        *((name, end) for name, (_, end) in blocks.items()),
        *([across[1:]] if across else []),
    ]:
        if name not in columns or not 0 <= last < len(columns[name]):
            raise ValueError(
                f"{name!r} must be a column with a box {last}; got the columns {', '.join(columns)}"
            )
    laid = {
        name: [(one, "") if isinstance(one, str) else one for one in boxes]
        for name, boxes in columns.items()
    }
    told = []
    for name, boxes in laid.items():
        whats = ["plus what came in" if what == SUM else what for what, _ in boxes]
        parts = (
            f"{what} ({gives})" if gives else what
            for what, (_, gives) in zip(whats, boxes, strict=True)
        )
        words = f"{name}: {', '.join(parts)}"
        if name in blocks:
            first, last = blocks[name]
            words += f"; several times: {', '.join(whats[first : last + 1])}"
        told.append(words)
    alt = f"Machine, from bottom to top. {'. '.join(told)}."
    if across:
        alt += (
            f" An arrow leads from the top of {across[0]} to {laid[across[1]][across[2]][0]} "
            f"of {across[1]}."
        )
    rows = max(map(len, columns.values()))

    def draw(figure: Any, theme: str) -> None:
        ax = figure.add_subplot()
        ax.set(
            xlim=(-0.5, APART * len(columns) - APART + WIDE + 0.5),
            ylim=(-0.75, rows * (HIGH + GAP) + 0.05),
        )
        ax.set_aspect("equal")
        ax.axis("off")
        for column, (name, boxes) in enumerate(laid.items()):
            left = APART * column
            ax.text(
                left + WIDE / 2,
                -0.45,
                name,
                ha="center",
                va="center",
                color=INK[theme],
                weight="bold",
            )
            if name in blocks:
                _frame(ax, left, *blocks[name], theme, outer="left" if column == 0 else "right")
            for row, (what, gives) in enumerate(boxes):
                if what == SUM:
                    _sum(ax, left, row, theme)
                else:
                    _box(ax, left, _bottom(row), what, gives, theme)
                if row:
                    middle, start = left + WIDE / 2, _bottom(row) - GAP
                    _arrow(ax, [(middle, start), (middle, _bottom(row))], theme)
        if across:
            names = list(columns)
            start, end = APART * names.index(across[0]), APART * names.index(across[1])
            top = _bottom(len(columns[across[0]]) - 1) + HIGH
            middle, aim = (start + WIDE + end) / 2, _bottom(across[2]) + HIGH / 2
            up = top + 0.3
            way = [
                (start + WIDE / 2, top),
                (start + WIDE / 2, up),
                (middle, up),
                (middle, aim),
                (end, aim),
            ]
            _arrow(ax, way, theme)

    return Picture(
        draw,
        alt,
        (0.85 * (APART * len(columns) - APART + WIDE + 1), 0.85 * (rows * (HIGH + GAP) + 0.9)),
    )


def _bottom(row: int) -> float:
    return row * (HIGH + GAP)


def _box(ax: Any, left: float, bottom: float, what: str, gives: str, theme: str) -> None:
    from matplotlib.patches import FancyBboxPatch

    shape = "round,pad=0,rounding_size=0.1"
    ax.add_patch(
        FancyBboxPatch(
            (left, bottom), WIDE, HIGH, boxstyle=shape, fc=PAPER[theme], ec=INKS[theme]["soft"]
        )
    )
    ax.text(left + 0.14, bottom + HIGH / 2, what, va="center", color=INK[theme], size=10)
    ax.text(
        left + WIDE - 0.12,
        bottom + HIGH / 2,
        gives,
        va="center",
        ha="right",
        color=INKS[theme]["soft"],
        size=9.5,
    )


def _sum(ax: Any, left: float, row: int, theme: str) -> None:
    """Draw a plus in a circle, and the way round the box below."""
    from matplotlib.patches import Circle

    middle, y, radius = left + WIDE / 2, _bottom(row) + HIGH / 2, HIGH / 2
    rim, below = left + WIDE + 0.2, _bottom(row - 1) - GAP / 2
    way = [(middle, below), (rim, below), (rim, y), (middle + radius, y)]
    _arrow(ax, way, theme)
    ax.add_patch(Circle((middle, y), radius, fc=PAPER[theme], ec=INKS[theme]["soft"]))
    ax.text(middle, y, "+", ha="center", va="center", color=INK[theme], size=13)
    x = (middle + radius + rim) / 2
    ax.text(
        x, y + 0.05, "what came in", ha="center", va="bottom", color=INKS[theme]["soft"], size=9
    )


def _frame(ax: Any, left: float, first: int, last: int, theme: str, outer: str) -> None:
    from matplotlib.patches import Rectangle

    low, high = _bottom(first) - 0.27, _bottom(last) + HIGH + 0.09
    frame = Rectangle(
        (left - 0.2, low), WIDE + 0.6, high - low, fill=False, ec=INK[theme], ls="--", lw=1
    )
    ax.add_patch(frame)
    x, side = (left - 0.26, "right") if outer == "left" else (left + WIDE + 0.46, "left")
    ax.text(
        x, (low + high) / 2, "× N", rotation=90, ha=side, va="center", color=INK[theme], size=9.5
    )


def _arrow(ax: Any, points: Sequence[tuple[float, float]], theme: str) -> None:
    *before, last = points
    ax.plot(*zip(*points, strict=True), color=INK[theme], lw=1.2)
    head = {
        "arrowstyle": "-|>",
        "color": INK[theme],
        "lw": 1.2,
        "shrinkA": 0,
        "shrinkB": 0,
        "mutation_scale": 11,
    }
    ax.annotate("", last, before[-1], arrowprops=head)
