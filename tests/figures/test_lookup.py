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


def test_a_key_that_is_moved_onto_another_shares_its_answer():
    fig = make(places=[0, 2, 2], query=2, temperature=0.01)
    np.testing.assert_array_equal(fig.placed_keys, [[1, 0, 0], [0, 0, 1], [0, 0, 1]])
    assert fig.value == pytest.approx(2.5)
    np.testing.assert_allclose(make(places=[0, 1.5, 2]).placed_keys[1], [0, 0.5, 0.5])


def test_keys_may_be_any_vectors():
    fig = make(key_vectors=[[1, 0], [0, 2], [-1, 0]], query=1, temperature=1.0)
    np.testing.assert_allclose(fig.scores, [0, 4, 0])


def test_its_repr_table_and_picture_hold_the_numbers():
    fig = make(query=0.5)
    assert (
        repr(fig) == "SoftLookup(query=0.5, temperature=0.1, weights=[0.5, 0.5, 0.0], value=1.51)"
    )
    assert "<td>1.00</td><td>0.50</td><td>0.50</td><td>2.00</td>" in fig.fallback()
    assert "score: a 0.50, b 0.50, c 0.00" in repr(fig.still())


def compare(fig: Any, drawn: Drawn) -> None:
    """The tables show scores, weights, keys and values; the plane has the entries, and the query at
    what it finds.
    """
    assert [label for label, _ in drawn.sliders] == ["temperature"]
    assert_drawn([drawn.sliders[0][1]], [fig.temperature], "temperature")
    weighed, entries = drawn.tables
    assert_drawn(weighed, [fig.scores, fig.weights], "scores and weights")
    held = [numbers(f"{key} {value}") for key, value in entries]
    np.testing.assert_allclose(
        held, np.column_stack([fig.placed_keys, fig.values]), atol=0.005 + 1e-9
    )
    where, _, takes = drawn.said[0].replace("\xa0", " ").partition(" takes ")
    if fig.places != list(range(len(fig.names))):
        np.testing.assert_allclose(numbers(where), fig.query_vector, atol=0.005 + 1e-9)
    elif fig.query % 1:
        assert numbers(where) == [round(100 * (fig.query % 1))]
    terms, _, found = takes.rpartition(": in all ")
    assert_drawn(numbers(terms)[::2], 100 * fig.weights, "percents in the read-out")
    assert numbers(terms)[1::2] == fig.values
    assert_drawn([found.rstrip(".")], [fig.value], "value")
    points = drawn.points()
    assert list(points) == [
        *(f"{name} {100 * w:.0f}%" for name, w in zip(fig.names, fig.weights, strict=True)),
        next(reversed(points)),
    ]
    assert_drawn(
        [next(reversed(points)).removeprefix("query finds ")], [fig.value], "what the query finds"
    )
    # The plane is as high as twice the values first reached, and as wide as the keys and some room.
    at = np.array(list(points.values())) / [4.7 / 1.24 / (len(fig.names) - 1), 1]
    assert_near(at[:, 0], [*fig.places, fig.query], "keys and query", 0.01)
    rise = (
        np.polyfit([*fig.values, fig.value], at[:, 1], 1) if np.ptp(fig.values) else [0, at[0, 1]]
    )
    assert_near(at[:, 1], np.polyval(rise, [*fig.values, fig.value]), "values", 0.01)
    assert rise[0] >= 0


def between_cases() -> list[tuple[list, Any]]:
    """Places on keys and between them, the last key included."""
    tables = [
        np.eye(3),
        np.random.default_rng(4).normal(size=(4, 5)),
        np.array([[1e3, -1e-3], [0.0, 2.0]]),
    ]
    return [
        ([keys, at], between(keys, at))
        for keys in tables
        for at in (0, 0.05, 0.5, 1, len(keys) - 1.25, len(keys) - 1)
    ]


def look_cases() -> list[tuple[list, Any]]:
    """Dictionaries with keys that were moved, cold and hot: what the curve shows, and what the ring
    finds.
    """
    found = []
    for places, values in (
        ([0, 1, 2], [1, 2, 3]),
        ([0.25, 2, 2], [1, 3.5, 0.5]),
        ([1.5, 0, 0.75], [4, 4, 0]),
    ):
        for temperature in (0.01, 0.1, 10):
            for query in (0, 0.4, 1.4975, 2):
                fig = make(places=places, values=values, query=query, temperature=temperature)
                seen = {"scores": fig.scores, "weights": fig.weights, "value": fig.value}
                found.append(([fig.key_vectors, places, values, query, temperature], seen))
    return found


CASES = {"between": between_cases, "look": look_cases}


OTHER = {"query": 1.25, "temperature": 0.5, "values": [1, 3.5, 3], "places": [0, 1.25, 2]}
BAD = [
    ({"names": ["a"]}, "names must have at least 2 entries; got ['a']"),
    ({"values": [1, 2]}, "values must have 3 entries, one for each of names; got 2"),
    ({"values": [1, 2, np.inf]}, "values[2] must be a finite number; got inf"),
    ({"key_vectors": [[1, 0]]}, "key_vectors must have the shape (3, 2); got (1, 2)"),
    ({"key_vectors": np.full((3, 3), np.nan)}, "key_vectors must hold finite numbers"),
    ({"query": 2.5}, "query must be between 0 and 2; got 2.5"),
    ({"query": -0.1}, "query must be between 0 and 2; got -0.1"),
    ({"places": [0, 1]}, "places must have 3 entries, one for each of names; got 2"),
    ({"places": [0, 1, 2.5]}, "places[2] must be between 0 and 2; got 2.5"),
    ({"temperature": 0.0}, "temperature must be positive; got 0"),
    ({"temperature": np.nan}, "temperature must be a finite number; got nan"),
]
