"""The figure of the square of scores: what it counts, and on what scale it draws."""

from typing import Any

import pytest
from drawn import Drawn

from whichbank.figures import ScoreSquare
from whichbank.figures.cost import size
from whichbank.figures.square import TEXTS, counted


def make(**changes):
    return ScoreSquare(**changes)


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (100, "100"),
        (900_000, "900,000"),
        (9_000_000, "9.0 million"),
        (57_600_000_000, "58 billion"),
        (9 * 10**14, "900 trillion"),
        (576 * 10**14, "58 quadrillion"),
    ],
)
def test_numbers_for_reading(number, text):
    assert counted(number) == text


def test_the_table_has_a_row_for_each_text_and_each_grows_with_the_square():
    _, heads, rows = make().table()
    assert [row[0] for row in rows] == list(TEXTS)
    assert dict(zip(heads, rows[3], strict=True))["bytes"] == "3.6 GB"
    assert "a row" in make().still().alt


def compare(fig: Any, drawn: Drawn) -> None:
    """The sentence counts scores and bytes; slider and buttons show the words."""
    n, said = fig.words, drawn.said[0]
    assert drawn.sliders == [["Words", f"{n:,}"]]
    assert said == (
        f"{counted(n * n)} scores in one head: {size(4 * n * n)}. The row of one word has {n:,}."
    )
    assert drawn.tables[0] == [row[1:] for row in fig.table()[2]]


OTHER = {"words": 3_000}
BAD = [
    ({"words": 9}, "words must be between 10 and 30000000; got 9"),
    ({"words": 30_000_001}, "words must be between 10 and 30000000; got 30000001"),
]
