"""The soft dictionary: its numbers, and what it does not take."""

from typing import Any

import numpy as np
import pytest
from drawn import Drawn, assert_drawn, assert_near, numbers

from whichbank.attention import softmax
from whichbank.figures import SoftLookup
from whichbank.figures.lookup import between


def make(**changes):
    """The figure of the chapter, with changes."""
    return SoftLookup(**({"names": ["a", "b", "c"], "values": [1, 2, 3]} | changes))


@pytest.mark.parametrize(("query", "value"), [(0, 1), (1, 2), (2, 3)])
def test_cold_it_is_a_dictionary(query, value):
    assert make(query=query, temperature=0.01).value == pytest.approx(value)


def test_hot_it_finds_the_mean():
    assert make(query=0, temperature=1e4).value == pytest.approx(2, abs=1e-3)


def test_halfway_it_finds_what_lies_halfway():
    fig = make(query=0.5)
    np.testing.assert_allclose(fig.query_vector, [0.5, 0.5, 0])
    np.testing.assert_allclose(fig.scores, [0.5, 0.5, 0])
    np.testing.assert_array_equal(fig.weights, softmax(fig.scores, temperature=0.1))
    assert fig.weights.round(2).tolist() == [0.5, 0.5, 0]
    assert fig.value == pytest.approx(1.5, abs=0.02)


def test_keys_may_be_any_vectors():
    fig = make(key_vectors=[[1, 0], [0, 2], [-1, 0]], query=1, temperature=1.0)
    np.testing.assert_allclose(fig.scores, [0, 4, 0])


def test_its_repr_table_and_picture_hold_the_numbers():
    fig = make(query=0.5)
    assert repr(fig) == "SoftLookup(query=0.5, temperature=0.1, weights=[0.5, 0.5, 0.0], value=1.51)"
    assert "<td>0.50</td><td>0.50</td><td>2.00</td>" in fig.fallback()
    assert "score: a 0.50, b 0.50, c 0.00" in repr(fig.still())


def compare(fig: Any, drawn: Drawn) -> None:
    """The table shows scores and weights, the chart the value over all places of the query, the dot the one found."""
    assert [label for label, _ in drawn.sliders] == ["query", "temperature"]
    shown = drawn.sliders[0][1]
    assert shown == (fig.names[int(fig.query)] if fig.query % 1 == 0 else f"{fig.query:.2f}")
    assert_drawn([drawn.sliders[1][1]], [fig.temperature], "temperature")
    assert_drawn(drawn.tables[0], [fig.scores, fig.weights], "scores and weights")
    sum_of, _, found = drawn.said[0].partition("looked up: ")[2].rpartition(" ≈ ")
    terms = np.reshape(numbers(sum_of), (-1, 2))
    assert_drawn([f"{w:.3f}" for w in terms[:, 0]], fig.weights, "weights in the read-out")
    assert list(terms[:, 1]) == fig.values
    assert_drawn([f"{numbers(found)[0]:.3f}"], [fig.value], "value")
    (chart,) = drawn.charts
    room = 0.01 * (max(fig.values) - min(fig.values))
    assert_near(chart["dots"], [[fig.query, fig.value]], "dot", room)
    ((_, curve),) = chart["curves"].items()
    for at, value in curve[::5]:
        place = min(max(round(40 * at) / 40, 0), len(fig.names) - 1)  # a drawn place is a tenth of a pixel off
        again = SoftLookup(fig.names, fig.values, fig.key_vectors, query=place, temperature=fig.temperature)
        assert_near([value], [again.value], f"curve at {at:.2f}", room)


def between_cases() -> list[tuple[list, Any]]:
    """Places on keys and between them, the last key included."""
    tables = [np.eye(3), np.random.default_rng(4).normal(size=(4, 5)), np.array([[1e3, -1e-3], [0.0, 2.0]])]
    return [
        ([keys, at], between(keys, at)) for keys in tables for at in (0, 0.05, 0.5, 1, len(keys) - 1.25, len(keys) - 1)
    ]


CASES = {"between": between_cases}


OTHER = {"query": 1.25, "temperature": 0.5}
BAD = [
    ({"names": ["a"]}, "names must have at least 2 entries; got ['a']"),
    ({"values": [1, 2]}, "values must have 3 entries, one for each of names; got 2"),
    ({"values": [1, 2, np.inf]}, "values[2] must be a finite number; got inf"),
    ({"key_vectors": [[1, 0]]}, "key_vectors must have the shape (3, 2); got (1, 2)"),
    ({"key_vectors": np.full((3, 3), np.nan)}, "key_vectors must hold finite numbers"),
    ({"query": 2.5}, "query must be between 0 and 2; got 2.5"),
    ({"query": -0.1}, "query must be between 0 and 2; got -0.1"),
    ({"temperature": 0.0}, "temperature must be positive; got 0"),
    ({"temperature": np.nan}, "temperature must be a finite number; got nan"),
]
