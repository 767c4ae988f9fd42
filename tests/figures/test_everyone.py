"""The figure in which all words of a sentence ask."""

from typing import Any

import numpy as np
from drawn import Drawn, assert_drawn, assert_near

from whichbank.attention import mix, self_attention, similarity, softmax
from whichbank.corpora import plane_vectors
from whichbank.figures import EveryWord

WORDS = ["money", "bank", "grows"]


def make(**changes):
    """The figure of the chapter, with changes."""
    return EveryWord(**({"words": WORDS, "vectors": plane_vectors(WORDS)} | changes))


def test_numbers_are_those_of_the_kernel():
    fig = make()
    out, weights = self_attention(plane_vectors(WORDS))
    np.testing.assert_array_equal(fig.out, out)
    np.testing.assert_array_equal(fig.weights, weights)


def test_the_cold_take_their_best_match_and_the_hot_meet_in_the_middle():
    np.testing.assert_allclose(make(temperature=0.1).out, [[2, 0], [1.5, 0.5], [2, 0]], atol=1e-3)
    middle = plane_vectors(WORDS).mean(axis=0)
    np.testing.assert_allclose(make(temperature=100.0).out, [middle] * 3, atol=0.02)


def test_a_longer_word_gives_more_to_all():
    longer = make(vectors=[[2, 0], [1, 1], [2.5, 0]])
    assert (longer.weights[:, 2] > make().weights[:, 2]).all()


def test_its_repr_table_and_picture_hold_the_numbers():
    fig = make()
    assert repr(fig) == (
        "EveryWord(temperature=1.0, gives=[1.79, 0.74, 0.47], "
        "new=[[1.79, 0.11], [1.42, 0.42], [1.58, 0.21]])"
    )
    assert "<td>1.42</td><td>0.42</td>" in fig.fallback()
    assert "bank at (1.42, 0.42)" in repr(fig.still())


def compare(fig: Any, drawn: Drawn) -> None:
    """The plane shows the words, the tables what they take and where they go."""
    old = np.array(fig.vectors)
    weights = softmax(similarity(old, old), temperature=fig.temperature)
    new = mix(weights, old)
    assert_drawn([text for _, text in drawn.sliders], [fig.temperature], "slider")
    assert_drawn(drawn.tables[0], weights, "weights")
    assert_drawn(drawn.tables[1], np.hstack([old, new]), "vectors")
    points = drawn.points()
    for word, at in zip(fig.words, old, strict=True):
        assert_near(points[word], at, f"point {word}")
    given = weights.sum(axis=0)
    if "gives most" in drawn.said[0]:
        best = fig.words[int(given.argmax())]
        assert (
            drawn.said[0]
            == f"{best.capitalize()} gives most: the column sums to {given.max():.2f}."
        )


OTHER = {"temperature": 0.5, "vectors": [[2, 1], [0.5, -0.5], [0, 2]]}
BAD = [
    ({"vectors": [[0, 0]]}, "vectors must have the shape (3, 2); got (1, 2)"),
    ({"vectors": np.full((3, 2), 3.5)}, "vectors must hold numbers between -3 and 3; got 3.5"),
    ({"temperature": 0.0}, "temperature must be positive; got 0"),
    ({"temperature": np.nan}, "temperature must be a finite number; got nan"),
    ({"reach": -1.0}, "reach must be positive; got -1"),
    ({"words": ["bank"] * 3}, "words must be different from each other"),
    ({"words": [], "vectors": []}, "words must have at least 1 entry; got []"),
    ({"axes": ["one"]}, "axes must have 2 entries; got 1"),
]
