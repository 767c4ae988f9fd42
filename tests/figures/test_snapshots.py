"""The figure that scrubs through a training: places and neighbors are those of the recorded
vectors.
"""

import json
from typing import Any

import numpy as np
import pytest
from drawn import Drawn, assert_drawn, assert_near, numbers

from whichbank import word2vec as w2v
from whichbank.corpora import FRUIT_NAMES, TECH_NAMES, neighbor_sentences
from whichbank.figures import Snapshots
from whichbank.text import Vocabulary

GROUPS = {"fruits": FRUIT_NAMES, "devices": TECH_NAMES}


def make(**changes):
    traits = {
        "words": ["apple", "pear", "phone"],
        "groups": ["fruit", "fruit", "device"],
        "places": [[[0, 0]] * 3, [[1, 0], [1, 0.1], [-1, 0]]],
        "nearest": [[2, 2, 0], [1, 0, 1]],
        "passes": 1,
    }
    return Snapshots(**(traits | changes))


def test_how_many_lie_beside_their_own():
    assert [make(step=step).in_own_group for step in (0, 1)] == [0, 2]


def test_the_plane_keeps_the_distances_of_vectors_with_two_numbers():
    rng = np.random.default_rng(0)
    words = ("a", "b", "c", "d", "e")
    steps = [
        w2v.WordVectors(Vocabulary(words, (1,) * 5), rng.normal(size=(5, 2)), np.zeros((5, 2)))
        for _ in range(2)
    ]
    fig = Snapshots.of(steps, {"first": words[:3], "last": words[3:]}, 1)
    for places, step in zip(fig.places, steps, strict=True):
        apart = [np.linalg.norm(x[:, None] - x[None], axis=-1) for x in (np.array(places), step.v)]
        # four numbers, each off by half a hundredth at most
        np.testing.assert_allclose(*apart, atol=0.015)
        # half a hundredth, as each place is off
        np.testing.assert_allclose(np.mean(places, axis=0), 0, atol=0.005)
    assert fig.places[-1][0][0] >= 0
    assert fig.places[-1][-1][1] >= 0


@pytest.mark.usefixtures("gensim")
def test_nearest_is_gensims():
    steps = []
    options = {"vector_size": 8, "window": 2, "min_count": 1, "sample": 0, "negative": 0}
    start = w2v.train_cbow(neighbor_sentences(), epochs=0, **options)
    w2v.train_cbow(
        neighbor_sentences(), epochs=3, after_epoch=lambda _, x: steps.append(x), **options
    )
    fig = Snapshots.of([start, *steps], GROUPS, 3)
    assert len(fig.places) == 4
    fig.step = 2
    assert fig.read == 2
    fig.step = 3
    vectors = steps[-1].to_keyed_vectors()
    for word, near in zip(fig.words, fig.nearest[-1], strict=True):
        others = [other for other in fig.words if other != word]
        assert fig.words[int(near)] == max(
            others, key=lambda other: vectors.similarity(word, other)
        )
    assert fig.in_own_group == 6
    assert len(json.dumps(fig.state())) < 60_000


def test_without_a_script_it_shows_a_picture_and_every_word():
    fig = make(step=1)
    assert "apple at (1, 0)" in repr(fig.still())
    table = fig.fallback()
    assert table.count("<tr>") == 1 + 3
    assert "<td>pear</td>" in table


def compare(fig: Any, drawn: Drawn) -> None:
    """The scrubber shows how much is read, the plane every word's place, the read-out what is
    nearest.
    """
    assert drawn.sliders[0] == ["Passes", f"{fig.read:.2f}"]
    assert drawn.spoken == [f"{fig.read:.2f}"]
    points = drawn.planes[0]["points"]
    assert len(points) == len(fig.words)
    assert_near([[x, y] for _, x, y in points], fig.places[fig.step], "points", room=0.01)
    said = drawn.said[0]
    assert f"The words after {fig.read:.2f} passes" in drawn.text
    counts = numbers(said.partition(", ")[2].partition(" words")[0])
    assert counts == [fig.in_own_group, len(fig.words)]
    nearest = fig.words[int(np.array(fig.nearest)[fig.step, fig.word])]
    assert said.endswith(f". “{fig.words[fig.word]}” is nearest to “{nearest}”.")
    sorted_now = 2 * fig.in_own_group > len(fig.words)
    assert ("keep the same company" in said) == (sorted_now and fig.step > 0)
    assert (" only " in said) != sorted_now
    rows = drawn.tables[0]
    assert_drawn([row[:2] for row in rows], fig.places[fig.step], "places")
    assert [row[2] for row in rows] == [fig.words[int(i)] for i in fig.nearest[fig.step]]
    assert ("Before training" in said) == (fig.step == 0)


OTHER = {"step": 1, "word": 2}
BAD = [
    ({"groups": ["fruit"]}, "groups must have 3 entries, one for each of words; got 1"),
    ({"places": [[[0, 0]] * 2] * 2}, "places must have the shape (2, 3, 2); got (2, 2, 2)"),
    ({"places": [[[0, float("inf")]] * 3] * 2}, "places must hold finite numbers"),
    ({"nearest": [[2, 2, 0]]}, "nearest must have the shape (2, 3); got (1, 3)"),
    ({"nearest": [[2, 2, 3]] * 2}, "nearest must hold whole numbers from 0 to 2"),
    ({"passes": 0}, "passes must be positive; got 0"),
    ({"step": 2}, "step must be between 0 and 1; got 2"),
    ({"word": -1}, "word must be between 0 and 2; got -1"),
]
