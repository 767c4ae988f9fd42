"""The drawing of the three trainings."""

from typing import Any

import pytest
from drawn import Drawn

from whichbank.figures import Trainings


def make(**changes: Any) -> Trainings:
    return Trainings(**changes)


def test_the_last_two_trainings_take_little_of_the_computing():
    fig = make()
    assert sum(fig.shares) == pytest.approx(1)
    assert sum(fig.shares[1:]) < 0.02


def test_without_a_script_it_shows_the_three():
    table = make().fallback()
    assert table.count("<tr>") == 1 + 3
    assert "<td>3,640</td>" in table


def compare(fig: Any, drawn: Drawn) -> None:
    """The answers and the lesson are those of the training."""
    assert drawn.said == [fig.lessons[fig.stage]]
    for answer in fig.answers[fig.stage]:
        assert answer in drawn.text
    assert [row[:2] for row in drawn.tables[0]] == [
        [data, f"{amount:,g}"] for data, amount in zip(fig.data, fig.computing, strict=True)
    ]


CASES = {
    # a word stays if it comes later than what stayed before; its comma may go
    "staying": lambda: [
        ([["Paris,", "on", "the", "Seine."], ["Paris."]], [0, -1, -1, -1]),
        ([["b", "a", "c"], ["a", "b", "c"]], [1, -1, 2]),
        ([["a"], []], [-1]),
    ]
}
OTHER = {"stage": 2}
BAD = [
    ({"stage": 3}, "stage must be between 0 and 2; got 3"),
    ({"data": ["one"]}, "data must have 3 entries, one for each of names; got 1"),
    ({"answers": [["one"], ["two"], []]}, "answers[2] must have at least 1 entry"),
    ({"lessons": ["one"]}, "lessons must have 3 entries, one for each of names; got 1"),
    ({"computing": [1, 2, 0]}, "computing[2] must be positive; got 0"),
    ({"question": 5}, "question must be a text; got 5"),
]
