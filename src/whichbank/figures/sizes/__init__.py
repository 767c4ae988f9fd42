"""How many numbers the blocks of a model have, by their count and the width of its vectors."""

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any

import numpy as np

from whichbank.figures.cost import in_units
from whichbank.figures.kit.figure import Figure
from whichbank.figures.kit.traits import Whole
from whichbank.plots.picture import INK, LINE_COLORS, Picture

MODELS = {
    "writer": (2, 64, 114_560),
    "GPT-3": (96, 12_288, 174_600_000_000),
    "Llama 3": (126, 16_384, 405_000_000_000),
}
"""Blocks, width and all numbers of three models: chapter writer's, and those of Brown et al. (2020)
and Grattafiori et al. (2024).
"""
LARGE = (("", 1.0), ("thousand", 1e3), ("million", 1e6), ("billion", 1e9))
FACTORS = ("12", "N", "D, twice")
MOST_BLOCKS, NARROWEST, WIDEST = 128, 32, 16_384


class BlockSizes(Figure):
    """Sliders for the blocks N and the width D of the vectors: 12, N, D and D end to end on a
    logarithmic scale, whose length is 12 N D², and so for three models.

    Parameters
    ----------
    blocks : int, default 2
        How many blocks there are, 1 to 128.
    width : int, default 64
        How many numbers a vector has, 32 to 16,384.

    Examples
    --------
    >>> BlockSizes(blocks=96, width=12_288)
    BlockSizes(blocks=96, width=12288, numbers='174 billion')
    """

    blocks = Whole(2, low=1, high=MOST_BLOCKS)
    width = Whole(64, low=NARROWEST, high=WIDEST)

    @property
    def numbers(self) -> int:
        """The numbers of all blocks: four matrices of D × D, and two of D × 4D, in each."""
        return 12 * self.blocks * self.width**2

    def still(self) -> Picture:
        """Return the bars of this model and of the three, of 12, N, D and D end to end."""
        shapes = {"this one": (self.blocks, self.width)}
        shapes |= {name: (blocks, width) for name, (blocks, width, _) in MODELS.items()}
        counts = {name: in_words(12 * n * d * d) for name, (n, d) in shapes.items()}
        alt = "Bars of 12, N, D and D, end to end on a scale of tens. "
        alt += ", ".join(f"{name}: {count}" for name, count in counts.items()) + "."

        def draw(figure: Any, theme: str) -> None:
            ax = figure.add_subplot()
            colors = LINE_COLORS[theme]
            for row, (name, (n, d)) in enumerate(shapes.items()):
                ends = np.log10([1, 12, 12 * n, 12 * n * d, 12 * n * d * d])
                for i, (begin, end) in enumerate(pairwise(ends)):
                    ax.barh(
                        row, end - begin, 0.9 if row == 0 else 0.55, left=begin,
                        color=colors[min(i, 2)], alpha=1 if row == 0 else 0.5, edgecolor=ax.get_facecolor(),
                        label=FACTORS[i] if row == 0 and i < 3 else None,
                    )  # fmt: skip
                ax.text(ends[-1] + 0.15, row, counts[name], va="center", color=INK[theme])
            ax.set_yticks(range(len(shapes)), list(shapes))
            ax.set_xticks([np.log10(one) for _, one in LARGE], [name or "1" for name, _ in LARGE])
            ax.set_xlim(0, 15)
            ax.invert_yaxis()
            ax.legend(loc="upper center", bbox_to_anchor=(0.5, -0.12), ncols=3)

        return Picture(draw, alt, (6.0, 3.2))

    def table(self) -> tuple[str, Sequence[str], Sequence[Sequence[Any]]]:
        """Return what the blocks of each model have, beside all that it has."""
        rows = [
            [name, f"{n}", f"{d:,}", in_words(12 * n * d * d), in_words(whole)]
            for name, (n, d, whole) in MODELS.items()
        ]
        return "Three models", ["model", "N", "D", "12 · N · D²", "in all"], rows

    def _summary(self) -> Iterable[str]:
        yield f"blocks={self.blocks}"
        yield f"width={self.width}"
        yield f"numbers={in_words(self.numbers)!r}"


def in_words(number: float) -> str:
    """Write a number for reading: three digits from a thousand on, where there are as many.

    Examples
    --------
    >>> in_words(98_304), in_words(173_946_175_488), in_words(1_572_864)
    ('98 thousand', '174 billion', '1.6 million')
    """
    name, unit = next(one for one in reversed(LARGE) if number >= one[1])
    shown = number / unit
    if shown < 10:
        return in_units(number, [(name, unit)])
    return f"{int(shown + 0.5)} {name}"
