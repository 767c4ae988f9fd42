"""Tokens as chips: a text cut into pieces, one line for each way of cutting it."""

from collections.abc import Collection, Sequence
from typing import Any

from whichbank.plots.picture import INK, INKS, PAPER, Picture

WIDE, HIGH = 0.165, 0.42  # inches for a character and for a line
LONGEST = 36
"""A longer line goes on in the next one, so that a phone shows letters of a size to read."""


def chips(
    lines: Sequence[Sequence[Sequence[str]]],
    names: Sequence[str] = (),
    *,
    unknown: Collection[str] = (),
) -> Picture:
    """Draw each token as a chip. Chips of one word touch; a token that is all of its word is
    filled.

    A line holds words, and a word its tokens; each line may have a name. Unknown tokens have no id:
    their chips are dashed.

    Examples
    --------
    >>> chips([[["River"], ["bank"]], [["R", "iver"], ["b", "a", "nk"]]], ["words", "parts"])
    Tokens. words, 2: River bank. parts, 5: R·iver b·a·nk.
    """
    if not lines or (names and len(names) != len(lines)):
        raise ValueError(
            f"lines must be some, with a name each or none; got {len(lines)} and {len(names)} names"
        )
    told = []
    for i, line in enumerate(lines):
        name = f"{names[i]}, " if names else ""
        told.append(f"{name}{sum(map(len, line))}: {' '.join('·'.join(word) for word in line)}.")
    left = 0.6 * max((len(name) for name in names), default=0) + (1 if names else 0)
    rows = []
    for line, name in zip(lines, names or [""] * len(lines), strict=True):
        first, *others = _rows(line)
        rows += [(name, first), *(("", row) for row in others)]
    columns = left + max(_wide(row) for _, row in rows)

    def draw(figure: Any, theme: str) -> None:
        ax = figure.add_subplot()
        ax.set(xlim=(0, columns), ylim=(len(rows), 0))
        ax.axis("off")
        for y, (name, row) in enumerate(rows):
            ax.text(0, y + 0.5, name, va="center", color=INK[theme])
            at = left
            for word in row:
                for token in word:
                    _chip(ax, token, at, y, theme, whole=len(word) == 1, known=token not in unknown)
                    at += len(token)
                at += 1

    return Picture(
        draw, f"Tokens. {' '.join(told)}", (WIDE * columns + 0.2, HIGH * len(rows) + 0.15)
    )


def _wide(words: Sequence[Sequence[str]]) -> int:
    return sum(len("".join(word)) + 1 for word in words)


def _rows(line: Sequence[Sequence[str]]) -> list[list[Sequence[str]]]:
    rows: list[list[Sequence[str]]] = [[]]
    for word in line:
        if rows[-1] and _wide([*rows[-1], word]) > LONGEST + 1:
            rows.append([])
        rows[-1].append(word)
    return rows


def _chip(
    ax: Any, token: str, at: float, row: int, theme: str, *, whole: bool, known: bool
) -> None:
    from matplotlib.patches import FancyBboxPatch

    fill = INKS[theme]["panel"] if whole and known else PAPER[theme]
    edge = INKS[theme]["soft" if known else "rust"]
    box = FancyBboxPatch(
        (at + 0.12, row + 0.14), len(token) - 0.24, 0.72, boxstyle="round,pad=0,rounding_size=0.2", fc=fill, ec=edge,
        ls="-" if known else (0, (3, 2)), lw=1, mutation_aspect=WIDE / HIGH,
    )  # fmt: skip
    ax.add_patch(box)
    ax.text(
        at + len(token) / 2,
        row + 0.52,
        token,
        ha="center",
        va="center",
        color=INK[theme],
        family="monospace",
    )
