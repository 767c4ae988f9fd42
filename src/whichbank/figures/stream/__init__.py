"""A softmax of scores that stream past: a block in view, and three things that are kept."""

from collections.abc import Iterable, Sequence
from itertools import accumulate
from typing import Any

import numpy as np

from whichbank.attention import softmax
from whichbank.figures.kit.figure import Figure, rounded
from whichbank.figures.kit.traits import List, Number, Table, Text, Whole
from whichbank.plots import Picture, bars

PHASES = ("read", "fade", "add")
"""What happens with each block: its scores come into view, what was kept fades to the new largest
score, and the block's powers are added. After the last block one step more divides by the sum.
"""


def _steps(words: list[str], block: int) -> int:
    return len(PHASES) * len(range(0, len(words), block)) + 1


class SoftmaxStream(Figure):
    """One query's scores in blocks, of which the figure keeps the largest, the sum of the powers,
    and the mix.

    Parameters
    ----------
    words : sequence of str
        The words that the query asks, in the order in which they come.
    scores : sequence of float
        A score for each word.
    values : array, shape (S, 2)
        A value for each word, no number below 0.
    block : int, default 2
        How many words are in view at a time.
    axes : (str, str), default ("finance", "nature")
        What the two numbers of a value measure.
    at : int, default 0
        How many steps are done, three for each block and one to divide by the sum.

    Examples
    --------
    >>> fig = SoftmaxStream(["grows", "money", "bank"], [1, 2, 2], [[1, 0], [2, 0], [1, 1]], block=1)
    >>> fig.at = 9
    >>> fig
    SoftmaxStream(block=1, at=9, largest=2.0, sum=2.37, mix=[3.37, 1.0], new=[1.42, 0.42])
    """

    words = List(Text(), least=1)
    scores = List(Number(), length="words")
    values = Table(("words", 2), low=0)
    block = Whole(2, low=1)
    axes = List(Text(), ("finance", "nature"), length=2)
    at = Whole(0, low=0, high=_steps)

    @property
    def blocks(self) -> list[slice]:
        """The words of each block."""
        last = len(self.words)
        return [slice(start, min(start + self.block, last)) for start in range(0, last, self.block)]

    @property
    def tops(self) -> list[float]:
        """The largest score up to the end of each block."""
        return list(accumulate((max(self.scores[block]) for block in self.blocks), max))

    def kept(self, at: int) -> np.ndarray:
        """Return largest score, sum and mix after so many steps, shape (4,); NaN for the largest of
        none.

        It is worked out from all words that were added, not from what was kept before.
        """
        done, phase = divmod(at, len(PHASES))
        added = slice(0, self.blocks[done - 1].stop if done else 0)
        shown = done if phase == PHASES.index("add") else done - 1
        top = self.tops[shown] if shown >= 0 else np.nan
        powers = np.exp(np.array(self.scores[added]) - top)
        mixed = powers @ np.reshape(self.values[added], (-1, 2))
        return np.array([top, powers.sum(), *mixed])

    @property
    def new(self) -> np.ndarray:
        """The new vector by a softmax of all scores at once, shape (2,)."""
        return softmax(np.array(self.scores)) @ np.array(self.values)

    def still(self) -> Picture:
        """Return the words' scores and, measured against the largest of all, their powers; at the
        end the mix divided by the sum, beside the softmax of all scores at once.
        """
        if self.at == _steps(self.words, self.block):
            _, total, *mixed = self.kept(self.at)
            pairs = zip(self.axes, mixed, self.new.tolist(), strict=True)
            divided = {
                name: {"mix ÷ sum": float(mix / total), "all at once": new}
                for name, mix, new in pairs
            }
            return bars(divided, unit="the new vector", ranked=False)
        powers = np.exp(np.array(self.scores) - self.tops[-1])
        groups = {
            f"{i + 1} {word}": {"score": score, "power": float(power)}
            for i, (word, score, power) in enumerate(
                zip(self.words, self.scores, powers, strict=True)
            )
        }
        return bars(groups, unit="score", ranked=False)

    def table(self) -> tuple[str, Sequence[str], Sequence[Sequence[Any]]]:
        """Return what is kept after each block."""
        rows = [
            [" ".join(self.words[block]), *map(float, self.kept(len(PHASES) * (i + 1)))]
            for i, block in enumerate(self.blocks)
        ]
        return "Kept after each block", ["block", "largest", "sum", *self.axes], rows

    def _summary(self) -> Iterable[str]:
        yield f"block={self.block}"
        yield f"at={self.at}"
        top, total, *mixed = self.kept(self.at)
        if total:
            yield f"largest={rounded([top])[0]}"
            yield f"sum={rounded([total])[0]}"
            yield f"mix={rounded(mixed)}"
            yield f"new={rounded(mixed / total)}"
