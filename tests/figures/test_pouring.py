"""Scores that become weights in three ways, and what they pour into."""

from typing import Any

import numpy as np
import pytest
from drawn import Drawn, assert_drawn, assert_near

from whichbank.attention import mix, similarity, softmax
from whichbank.figures import PourScores
from whichbank.figures.pouring import WAYS, weigh

ROWS = [[2.0, 2.0, 1.0], [2.0, 2.0, -2.0], [2.0, 2.0, -4.0], [2.0, 2.0, -4.5], [-1.0, 3.0], [0.5]]


def make(**changes):
    """The figure of the chapter, with changes."""
    vectors = [[2, 0], [1, 1], [-2, 0]]
    traits = {"words": ["money", "bank", "debt"], "vectors": vectors, "asks": "bank"}
    return PourScores(**(traits | {"moves": "debt"} | changes))


def with_debt(x, way):
    return make(vectors=[[2, 0], [1, 1], [x, 0]], way=way)


def test_the_scores_as_they_are_make_five_times_a_mix():
    fig = with_debt(1, "raw")
    assert fig.weights.tolist() == [2, 2, 1]
    assert fig.new.tolist() == [7, 2]


def test_divided_by_their_sum_they_break_where_one_is_negative():
    assert with_debt(-2, "sum").weights.tolist() == [1, 1, -1]
    assert with_debt(-2, "sum").new.tolist() == [5, 1]
    assert with_debt(-4, "sum").new is None  # nothing can be divided by 0
    assert with_debt(-4.5, "sum").weights.tolist() == [-4, -4, 9]


@pytest.mark.parametrize("x", [-4.5, -4, -2, 0, 3])
def test_softmax_always_makes_a_whole_of_positive_shares(x):
    weights = with_debt(x, "softmax").weights
    assert weights.sum() == pytest.approx(1)
    assert (weights > 0).all()


def test_its_table_says_where_there_is_no_weight():
    assert "<td>-4.00</td><td>none</td>" in with_debt(-4, "raw").fallback()


def compare(fig: Any, drawn: Drawn) -> None:
    """The table has all three ways, the plane the words and the new vector, if it is near, and the
    sentence says what this way comes to.
    """
    old = np.array(fig.vectors)
    scores = similarity(old[fig.words.index(fig.asks)], old)
    for column, way in enumerate(WAYS):
        texts = [row[column] for row in drawn.tables[0]]
        if len(weigh(scores, way)):
            assert_drawn(texts, weigh(scores, way), WAYS[way])
        else:
            assert texts == ["none"] * len(texts)
    points = drawn.points()
    for name, at in zip(fig.words, old, strict=True):
        assert_near(points[name], at, f"point {name}")
    weights, said = fig.weights, drawn.said[0]
    new = mix(weights, old, check_rows=False) if len(weights) else None
    name = f"new {fig.asks}"
    assert (name in points) == (new is not None)
    low, high = np.transpose(fig.room)
    if new is not None and (new >= low).all() and (new <= high).all():
        assert_near(points[name], new, name)
    if fig.way == "softmax":
        assert "Each share is above 0" in said
    elif fig.way == "raw":
        assert_drawn([said.partition("sum to ")[2].partition(":")[0]], [scores.sum()], "sum")
        assert ("falls out below 0" in said) == (scores.min() < 0)
    else:
        assert ("nothing can be divided by 0" in said) == (new is None)
        assert ("that of" in said) == (new is not None and scores.min() < 0 < scores.sum())


def laid_cases() -> list[tuple[list, Any]]:
    """Positive weights from 0 to the right, one after the other, and negative ones to the left."""
    return [
        ([[2, 2, 1]], [[0, 2], [2, 4], [4, 5]]),
        ([[1, 1, -1]], [[0, 1], [1, 2], [0, -1]]),
        ([[-4, -4, 9]], [[0, -4], [-4, -8], [0, 9]]),
        ([softmax(np.array([0.0, 0.0]))], [[0, 0.5], [0.5, 1]]),
    ]


def until_cases() -> list[tuple[list, Any]]:
    """A goal in the room is reached; else the way ends on the rim."""
    room = [[-4, 3], [-1, 2]]
    return [
        ([[1, 1], [2, 0], room], [2, 0]),
        ([[1, 1], [5, 1], room], [3, 1]),
        ([[1, 1], [1, 11], room], [1, 2]),
        ([[0, 0], [-8, -4], room], [-2, -1]),
        ([[1, 1], [7, 2], room], [3, 1 + 1 / 3]),
    ]


CASES = {
    "weigh": lambda: [
        ([row, way], weigh(np.array(row), way)) for row in ROWS for way in ("raw", "sum", "softmax")
    ],
    "laid": laid_cases,
    "until": until_cases,
}
OTHER = {"way": "softmax", "vectors": [[2, 0], [1, 1], [-3, -0.5]], "axes": ["trade", "water"]}
BAD = [
    ({"way": "half"}, "way must be one of raw, sum, softmax; got 'half'"),
    ({"vectors": [[0, 0]]}, "vectors must have the shape (3, 2); got (1, 2)"),
    ({"vectors": [[2, 0], [1, 1], [-5, 0]]}, "vectors must lie in the room"),
    ({"room": [[3, 3], [-1, 2]]}, "vectors must lie in the room"),
    ({"asks": "river"}, "asks must be one of money, bank, debt; got 'river'"),
    ({"moves": "river"}, "moves must be one of money, bank, debt; got 'river'"),
    ({"words": ["bank"] * 3}, "words must be different from each other"),
    ({"axes": ["finance"]}, "axes must have 2 entries; got 1"),
]
