"""A ladder of puzzles in which the reader writes attention heads by hand, cell by cell."""

from collections.abc import Iterable, Sequence
from typing import Any, Self

import numpy as np

from whichbank.experiments import _puzzles, puzzles
from whichbank.experiments._puzzles import Verdict
from whichbank.figures.kit.figure import Figure
from whichbank.figures.kit.traits import Choice, Flag, Index, List, Number, Text, Trait, Whole
from whichbank.plots import Picture, heatmap

MOST = 6
"""How large a cell of the reader's can be, either side of 0."""
SHOWN = ("yours", "smallest", "trained")


def _ladder() -> list[dict[str, Any]]:
    """Return the puzzles, each with what training found."""
    found = puzzles.recorded()
    return [
        puzzle
        | {
            "trained": found[str(number)]["cells"].tolist(),
            "runs": found[str(number)]["right"].tolist(),
            "used": found[str(number)]["used"].tolist(),
        }
        for number, puzzle in enumerate(_puzzles.ladder(), start=1)
    ]


def _row(row: str, ladder: list[dict[str, Any]], puzzle: int) -> str:
    if row not in _puzzles.rows(ladder[puzzle - 1]):
        raise ValueError(f"must be a row of puzzle {puzzle}; got {row!r}")
    return row


class WriteHead(Figure):
    """Twelve puzzles: set what a card asks, what it shows and what it hands over, until the right
    thing comes out of every row.

    Parameters
    ----------
    puzzle : int, default 1
        The number of the puzzle, 1 to 12.
    cells : sequence of float, optional
        The cells of the free tables, as ``whichbank.experiments._puzzles.groups`` has them, from -6
        to 6; all 0 if not given.
    row : str, optional
        The row of cards that is shown; the puzzle's own if not given.
    card : int, optional
        The card whose scores are shown, from 0; the last if not given.
    cell : int, default 0
        The cell that is chosen.
    hinted : bool, default False
        Whether the puzzle's hint is said.
    tried : bool, default False
        Whether the head has been tried on all rows.
    shown : {"yours", "smallest", "trained"}, default "yours"
        Whose cells are shown: the reader's, those of the smallest solution that is known, or those
        that training found.
    ladder : list of dict, optional
        The puzzles, each with what training found.

    Examples
    --------
    >>> fig = WriteHead()
    >>> fig
    WriteHead(puzzle=1, used=0, right=0 of 4)
    >>> fig.cells = [1, 0, 0, 0, 1, 0]
    >>> fig, fig.verdict.right == fig.verdict.of
    (WriteHead(puzzle=1, used=2, right=4 of 4), True)
    """

    told = ("ladder",)

    puzzle = Whole(1, low=1, high=12)
    cells = List(
        Number(low=-MOST, high=MOST),
        lambda ladder, puzzle: [0] * _puzzles.count(ladder[puzzle - 1]),
        length=lambda ladder, puzzle: _puzzles.count(ladder[puzzle - 1]),
    )
    row = Text(lambda ladder, puzzle: ladder[puzzle - 1]["row"], check=_row)
    card = Index(lambda row: len(row.split()), lambda row: len(row.split()) - 1)
    cell = Index("cells")
    hinted = Flag(False)
    tried = Flag(False)
    shown = Choice(SHOWN)
    ladder = List(Trait(), _ladder, length=12)

    @classmethod
    def solved(cls, puzzle: int, **traits: Any) -> Self:
        """Make the figure with the smallest solution that is known."""
        return cls(puzzle, _puzzles.ladder()[puzzle - 1]["smallest"], **traits)

    @property
    def now(self) -> dict[str, Any]:
        """The puzzle that is shown."""
        found: dict[str, Any] = self.ladder[self.puzzle - 1]
        return found

    @property
    def written(self) -> list[float]:
        """The cells that are shown."""
        return self.cells if self.shown == "yours" else self.now[self.shown]

    @property
    def shown_row(self) -> str:
        """The row that is shown: one on which the reader's head fails, where it was tried and does."""
        return (self.tried and self.shown == "yours" and self.verdict.row) or self.row

    @property
    def heads(self) -> list[dict[str, np.ndarray]]:
        """What each head does with the row, by the kernel ``attend``."""
        return _puzzles.heads(self.now, self.written, self.shown_row)

    @property
    def right(self) -> list[bool]:
        """Whether the right thing comes out of each card of the row that is asked."""
        return _puzzles.right(self.now, self.written, self.shown_row)

    @property
    def used(self) -> int:
        """How many cells are not 0."""
        return sum(cell != 0 for cell in self.written)

    @property
    def verdict(self) -> Verdict:
        """What comes of a try of the reader's head on all rows."""
        return _puzzles.judge(self.now, self.cells, self.row)

    def still(self) -> Picture:
        """Return where the last head looks."""
        cards = self.shown_row.split()
        return heatmap(
            self.heads[-1]["weights"],
            cards,
            row_label="this card",
            column_label="looks at",
            limits=(0, 1),
        )

    def table(self) -> tuple[str, Sequence[str], Sequence[Sequence[Any]]]:
        """Return what comes out of each card."""
        last, outs = self.heads[-1], self.now["heads"][-1]["outs"]
        cards = self.shown_row.split()
        heads = ["card", *(f"share of {card}, {s}" for s, card in enumerate(cards, 1)), *outs]
        rows = [
            [f"{card}, {t}", *last["weights"][t - 1].tolist(), *last["out"][t - 1].tolist()]
            for t, card in enumerate(cards, 1)
        ]
        return self.now["task"], heads, rows

    def _summary(self) -> Iterable[str]:
        yield f"puzzle={self.puzzle}"
        yield f"used={self.used}"
        yield f"right={sum(self.right)} of {len(self.right)}"
