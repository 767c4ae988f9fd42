"""The table of mixing weights: its numbers, what lies inside, and what it does not take."""

import math
import re
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from drawn import Drawn, assert_drawn, assert_near
from hypothesis import given
from hypothesis import strategies as st

from whichbank.attention import mix
from whichbank.corpora import hand_table, plane_vectors
from whichbank.figures import MixingTable

CORNERS = np.array([[2.0, 0.0], [1.0, 1.0], [1.0, 0.0]])  # money, bank, grows


def make(sentence="money bank grows", version="mended", **changes):
    """The figure of the chapter, with changes."""
    table = hand_table(sentence, version)
    traits = {
        "words": table.words,
        "vectors": plane_vectors(sentence),
        "weights": table.weights,
        "row": 1,
    }
    return MixingTable(**(traits | changes))


def test_new_vectors_are_those_of_the_kernel_and_the_notes():
    fig = make()
    np.testing.assert_array_equal(
        fig.new_vectors, mix(hand_table("money bank grows").weights, CORNERS)
    )
    np.testing.assert_allclose(fig.new_vectors, [[1.7, 0.2], [1.25, 0.7], [1.1, 0.2]])


def test_repr_shows_the_row_that_the_sliders_move():
    assert repr(make()) == (
        "MixingTable(words=['money', 'bank', 'grows'], row='bank', weights=[0.25, 0.7, 0.05], "
        "new=[1.25, 0.7])"
    )


INSIDE = {"A": [True, False, False], "C": [True, False, True], "mended": [True, True, True]}


@pytest.mark.parametrize("version", INSIDE)
def test_notes_rows_that_leave_the_triangle(version):
    assert make("river bank flows", version).inside == INSIDE[version]


def test_a_row_that_does_not_sum_to_1_may_lie_inside_all_the_same():
    fig = make("river bank flows", "A")
    assert sum(fig.weights[0]) == pytest.approx(0.95)
    assert fig.inside[0]


def in_triangle(x, y, room):
    """Inside the triangle of CORNERS, said another way: by its three sides."""
    return x >= 1 - room and y >= -room and x + y <= 2 + room


@given(st.lists(st.floats(-0.5, 1), min_size=3, max_size=3))
def test_inside_agrees_with_the_sides_of_the_triangle(row):
    weights = np.eye(3)
    weights[1] = row
    fig = make(weights=weights)
    x, y = fig.new_vectors[1]
    if in_triangle(x, y, -1e-6):
        assert fig.inside[1]
    if not in_triangle(x, y, 1e-6):
        assert not fig.inside[1]


@given(st.lists(st.floats(0, 1), min_size=3, max_size=3).filter(lambda row: sum(row) > 1e-3))
def test_shares_lie_inside(row):
    weights = np.eye(3)
    weights[1] = np.array(row) / sum(row)
    assert make(weights=weights).inside[1]


@pytest.mark.parametrize("row", [[1, 0, 0], [0.5, 0.5, 0], [0.1, 0.2, 0.7]])
def test_corner_and_side_count_as_inside(row):
    assert make(weights=[row] * 3).inside == [True] * 3


@pytest.mark.parametrize("row", [[1.3, -0.3, 0], [0.6, 0.6, -0.2], [0, 0, 0], [2, -1, 0]])
def test_negative_weights_and_zeros_lie_outside(row):
    assert make(weights=[row] * 3).inside == [False] * 3


def test_words_on_one_line_and_words_at_one_place():
    line = make(vectors=[[0, 0], [1, 1], [2, 2]], weights=[[0.5, 0, 0.5], [0, 0, 1.5], [0, 0.4, 0]])
    assert line.inside == [True, False, True]
    point = make(vectors=[[1, 1]] * 3, weights=[[0.2, 0.3, 0.5], [0.5, 0, 0], [1, 0, 0]])
    assert point.inside == [True, False, True]


def test_one_word():
    fig = MixingTable(["bank"], [[1, 1]], [[1]])
    assert fig.inside == [True]
    fig.weights = [[0.5]]
    assert fig.inside == [False]


def test_table_tells_weights_sums_vectors_and_inside():
    caption, heads, rows = make("river bank flows", "A").table()
    assert "sum" in caption
    assert heads == [
        "new vector of",
        "river",
        "bank",
        "flows",
        "sum",
        "finance",
        "nature",
        "inside",
    ]
    assert [row[0] for row in rows] == ["river", "bank", "flows"]
    np.testing.assert_allclose([row[4] for row in rows], [0.95, 1.05, 0.43])
    np.testing.assert_allclose([row[5:7] for row in rows], [[0.1, 1.75], [0.78, 1.3], [0.01, 0.83]])
    assert [row[-1] for row in rows] == ["yes", "no", "no"]


def test_still_picture_shows_old_and_new():
    assert repr(make().still()) == (
        "Plane of finance and nature. money at (2, 0), bank at (1, 1), grows at (1, 0). "
        "New: money at (1.7, 0.2), bank at (1.25, 0.7), grows at (1.1, 0.2)."
    )


def test_versions_are_kept_as_rows_in_the_order_of_their_names():
    fig = make(versions={"b": np.eye(3), "a": np.full((3, 3), 0.5)})
    assert list(fig.versions) == ["a", "b"]
    assert fig.versions["b"] == np.eye(3).tolist()


def test_all_of_a_sentence_can_change_at_once():
    fig = make(versions={"even": np.full((3, 3), 1 / 3)})
    with fig.hold_trait_notifications():
        fig.row, fig.words, fig.vectors, fig.weights, fig.versions = (
            0,
            ["bank"],
            [[1, 1]],
            [[1]],
            {},
        )
    assert repr(fig) == "MixingTable(words=['bank'], row='bank', weights=[1.0], new=[1.0, 1.0])"


def hundredths(row: Sequence[float], locked: bool) -> list[float]:
    """Return weights in whole hundredths; where they must sum to 1, the largest takes what rounding leaves over."""
    counts = [math.floor(100 * weight + 0.5) for weight in row]
    if locked:
        counts[counts.index(max(counts))] += 100 - sum(counts)
    return [count / 100 for count in counts]


def divided(row: Sequence[float]) -> list[float]:
    """Return weights whose sum is 1, with their proportions; equal shares where the sum leaves none."""
    if abs(sum(row) - 1) < 1e-9:
        return list(row)
    return [weight / sum(row) if sum(row) >= 1e-9 else 1 / len(row) for weight in row]


STAYS = np.array([0.2, 0.5, 0.6])


def compare(fig: Any, drawn: Drawn) -> None:
    """Sliders show the row, the heatmap all weights and their sums, the plane old and new
    vectors.
    """
    weights, vectors = np.array(fig.weights), np.array(fig.vectors)
    new = mix(weights, vectors, check_rows=False)
    word, row = fig.words[fig.row], weights[fig.row]
    assert_drawn([text for _, text in drawn.sliders], row, "sliders")
    assert drawn.spoken == [text for _, text in drawn.sliders]
    assert [label for label, _ in drawn.sliders] == list(fig.words)
    assert_drawn([line[:-1] for line in drawn.tables[0]], weights, "heatmap")
    assert_drawn([line[-1] for line in drawn.tables[0]], weights.sum(axis=1), "sums")
    whole = np.abs(weights.sum(axis=1) - 1) < 1e-9
    assert [(", not 1" in line[-1]) for line in drawn.tables[0]] == list(~whole)
    said = drawn.said[0]
    place = re.search(r"New vector: \((.*?), (.*?)\)", drawn.planes[0]["label"])
    assert_drawn(place.groups(), new[fig.row], "plane")
    assert ("not 1" not in said) == whole[fig.row]
    assert ("Dividing by" in said) == (not whole[fig.row] and min(row) >= 0 and sum(row) > 1e-9)
    # a recipe gets no word on the triangle: it would give away what the reader is asked
    faulty, inside = not whole[fig.row] or min(row) < 0, fig.inside[fig.row]
    assert ("in the triangle only by luck" in said) == (faulty and inside)
    assert ("leaves the triangle" in said) == (faulty and not inside)
    assert ("the triangle" in said) == faulty
    assert ("Sum 1.00" in drawn.text) == whole[fig.row]
    points = drawn.points()
    for name, at in zip(fig.words, vectors, strict=True):
        assert_near(points[name], at, f"point {name}")
    # else it stands at the rim, and its label says that it is off the picture
    if f"new {word}" in points:
        assert_near(points[f"new {word}"], new[fig.row], f"new {word}")


def inside_cases() -> list[tuple[list, Any]]:
    """Whether a point lies inside: told by the figure's own Python side."""
    corners = np.array([[2.0, 0.0], [1.0, 1.0], [1.0, 0.0]])
    weights = np.random.default_rng(3).uniform(-0.5, 1.2, size=(30, 3))
    cases = []
    for row in weights:
        fig = MixingTable(["a", "b", "c"], corners, [row, [0, 0, 1], [1, 0, 0]])
        cases.append(([fig.new_vectors[0], corners], float(fig.inside[0])))
    return cases


def rows(count: int, seed: int) -> list[list[float]]:
    """Rows of three weights: some whole, some not, some with a weight below 0."""
    made = np.random.default_rng(seed).uniform(-0.3, 1, size=(count, 3)).round(2).tolist()
    return [*made, [0, 0, 0], [1, 0, 0], [0.25, 0.7, 0.05], [0.4, 0.01, 0.02]]


def changed_cases() -> list[tuple[list, Any]]:
    """One weight is set; where the sum is locked, the others keep their proportions above the
    lowest weight.
    """
    cases = []
    for row in rows(8, 4):
        for lowest, weight in ((-0.5, -0.2), (-0.5, 0.6), (-0.5, 1.0)):
            cases.append(([row, 1, weight, lowest, False], [row[0], weight, row[2]]))
            above, left = np.array([row[0], row[2]]) - lowest, 1 - weight - 2 * lowest
            kept = lowest + above / above.sum() * left
            cases.append(
                ([row, 1, weight, lowest, True], hundredths([kept[0], weight, kept[1]], True))
            )
    return cases


def corners_cases() -> list[tuple[list, Any]]:
    """The corners of what points span, in the order of a walk around: what lies inside goes."""
    square = [[0, 0], [1, 0], [1, 1], [0, 1]]
    return [
        ([[*square[::2], [0.5, 0.5], *square[1::2]]], square),
        ([[[2, 0], [0, 2]]], [[2, 0], [0, 2]]),
    ]


FILE = "weights"
CASES = {
    "inside": inside_cases,
    "corners": corners_cases,
    "divisible": lambda: [([x], float(x in (0.43, 1.05))) for x in (0.43, 1.05, 1, 0, -0.5)],
    "hundredths": lambda: (
        [([row, False], hundredths(row, False)) for row in rows(20, 6)]
        + [([divided(row), True], hundredths(divided(row), True)) for row in rows(20, 7)]
    ),
    "divided": lambda: [([row], divided(row)) for row in rows(20, 8)],
    "changed": changed_cases,
    # a pull to where the mix is changes nothing; others: tests/site/test_mixing_on_page.py
    "pull": lambda: [([row, CORNERS, row @ CORNERS, 0, False], row) for row in [STAYS]],
}


OTHER = {"row": 2, "locked": True, "versions": {"even": np.full((3, 3), 1 / 3)}, "lowest": -0.5}
BAD = [
    ({"words": None}, "words must be a list; got None"),
    ({"words": "bank"}, "words must be a list; got 'bank'"),
    ({"words": ["money", "bank", 3]}, "words[2] must be a text; got 3"),
    ({"words": [], "vectors": []}, "words must have at least 1 entry; got []"),
    ({"words": ["a", "b"]}, "vectors must have the shape (2, 2); got (3, 2)"),
    ({"vectors": np.ones((3, 3))}, "vectors must have the shape (3, 2); got (3, 3)"),
    ({"vectors": [[1, 2]]}, "vectors must have the shape (3, 2); got (1, 2)"),
    ({"weights": np.ones((2, 3))}, "weights must have the shape (3, 3); got (2, 3)"),
    ({"weights": np.full((3, 3), np.nan)}, "weights must hold finite numbers; got "),
    ({"row": 3}, "row must be between 0 and 2; got 3"),
    ({"row": -1}, "row must be between 0 and 2; got -1"),
    ({"versions": {"x": [[1]]}}, "versions['x'] must have the shape (3, 3); got (1, 1)"),
    ({"versions": {"x": "abc"}}, "versions['x'] must be a table of numbers; got 'abc'"),
    ({"versions": [[1]]}, "versions must be a mapping with names; got [[1]]"),
    ({"locked": 1}, "locked must be True or False; got 1"),
    ({"lowest": 0.5}, "lowest must be between -1 and 0; got 0.5"),
]
