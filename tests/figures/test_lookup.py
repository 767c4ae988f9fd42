"""The soft dictionary: its numbers, and what it does not take."""

import numpy as np
import pytest

from whichbank.attention import softmax
from whichbank.figures import SoftLookup


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
