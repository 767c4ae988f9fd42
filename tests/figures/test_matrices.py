"""The figure of two matrices: its numbers, and what it does not take."""

from typing import Any

import numpy as np
from drawn import Drawn, assert_drawn, assert_near

from whichbank.attention import attend, self_attention, similarity
from whichbank.corpora import plane_vectors
from whichbank.figures import QueryKeyMatrices

WORDS = ["money", "bank", "grows"]
CHAPTER = {"W_q": [[0, 1], [2, 1]], "W_k": [[1, 0], [-1, 1]]}


def make(**changes):
    """The figure of the chapter, with changes."""
    traits = {"words": WORDS, "vectors": plane_vectors(WORDS), "row": 1, **CHAPTER}
    return QueryKeyMatrices(**(traits | changes))


def test_numbers_are_those_of_the_kernels_and_the_chapter():
    fig = make()
    assert fig.q.tolist() == [[0, 2], [2, 2], [0, 1]]
    assert fig.k.tolist() == [[2, 0], [0, 1], [1, 0]]
    assert fig.scores.tolist() == [[0, 2, 0], [4, 2, 2], [0, 1, 0]]
    np.testing.assert_array_equal(fig.scores, similarity(fig.q, fig.k))
    np.testing.assert_array_equal(fig.weights, attend(fig.q, fig.k, fig.k, return_weights=True)[1])


def test_matrices_that_change_nothing_give_the_scores_without_parameters():
    fig = make(W_q=np.eye(2), W_k=np.eye(2))
    vectors = plane_vectors(WORDS)
    np.testing.assert_array_equal(fig.scores, similarity(vectors, vectors))
    np.testing.assert_allclose(fig.weights, self_attention(vectors / 2**0.25)[1])


def test_keys_of_zero_make_all_weights_equal():
    np.testing.assert_allclose(make(W_k=np.zeros((2, 2))).weights, 1 / 3)


def test_versions_come_in_order_of_their_names():
    fig = make(versions={"b": (np.eye(2), np.eye(2)), "a": list(CHAPTER.values())})
    assert list(fig.versions) == ["a", "b"]
    assert fig.versions["a"] == [[[0, 1], [2, 1]], [[1, 0], [-1, 1]]]


def test_its_repr_table_and_picture_hold_the_numbers():
    fig = make()
    shown = (
        "QueryKeyMatrices(words=['money', 'bank', 'grows'], row='bank', query=[2.0, 2.0], weights=[0.67, 0.16, 0.16])"
    )
    assert repr(fig) == shown
    assert '<th scope="row">bank</th><td>2.00</td><td>2.00</td><td>0.00</td><td>1.00</td>' in fig.fallback()
    assert "bank: money 0.67, bank 0.16, grows 0.16" in repr(fig.still())


def compare(fig: Any, drawn: Drawn) -> None:
    """Sliders show both matrices, the planes queries and keys, the heatmaps scores and weights."""
    entries = [*np.ravel(fig.W_q), *np.ravel(fig.W_k)]
    assert_drawn([text for _, text in drawn.sliders], entries, "sliders")
    ways = [f"{axis} → {role}{n}" for role in "qk" for axis in fig.axes for n in "₁₂"]
    assert [label for label, _ in drawn.sliders] == ways
    assert_drawn(drawn.tables[0], fig.scores, "scores")
    assert_drawn([line[:-1] for line in drawn.tables[1]], fig.weights, "weights")
    for place, made in enumerate((fig.q, fig.k)):
        points = drawn.points(place)
        for word, at in zip(fig.words, made, strict=True):
            assert_near(points[word], at, f"{word} in plane {place}", 0.01)
    said, row = drawn.said[0], fig.row
    assert said.startswith(f"{fig.words[row]} asks")
    weights = said.partition("Weights: ")[2].partition(". ")[0].split(", ")
    assert_drawn(weights, fig.weights[row], "weights in the read-out")
    scores = said.partition(f"Scores with {', '.join(fig.words)}: ")[2].partition(". ")[0].split(", ")
    assert_drawn(scores, fig.scores[row], "scores in the read-out")
    assert ("is not symmetric" not in said) == np.allclose(fig.scores, fig.scores.T)


OTHER = {"versions": {"a": list(CHAPTER.values())}, "row": 2}
BAD = [
    ({"words": ["bank"]}, "vectors must have the shape (1, 2); got (3, 2)"),
    ({"words": [], "vectors": []}, "words must have at least 1 entry; got []"),
    ({"vectors": [[0, 0]]}, "vectors must have the shape (3, 2); got (1, 2)"),
    ({"W_q": np.eye(3)}, "W_q must have the shape (2, 2); got (3, 3)"),
    ({"W_k": [[1, 0], [0, 3]]}, "W_k must hold numbers between -2 and 2; got 3"),
    ({"W_k": np.full((2, 2), np.nan)}, "W_k must hold finite numbers"),
    ({"row": 3}, "row must be between 0 and 2; got 3"),
    ({"reach": np.inf}, "reach must be a finite number; got inf"),
    ({"versions": {"a": [np.eye(2)]}}, "versions['a'] must have 2 entries; got 1"),
    ({"versions": {"a": [np.eye(2), 5 * np.eye(2)]}}, "versions['a'][1] must hold numbers between -2 and 2; got 5"),
]
