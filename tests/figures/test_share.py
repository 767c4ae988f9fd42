"""The figure of the average-meaning problem: one slider, recorded trainings, two sentences."""

import math
from typing import Any

import numpy as np
import pytest
from drawn import Drawn, assert_drawn, assert_near, numbers
from js_cases.kernels import pairs

from whichbank.corpora import apple_sentences, neighbor_sentences
from whichbank.figures import SharePlane

SHARES = [0, 0.25, 0.5, 0.75, 1]


def make(**changes):
    """The figure on places that can be checked by hand: apple walks the straight line from phone to
    orange.
    """
    traits = {
        "shares": SHARES,
        "apple": [[share, 1 - share] for share in SHARES],
        "orange": [[1, 0]] * 5,
        "phone": [[0, 1]] * 5,
    }
    return SharePlane(**(traits | changes))


def test_numbers_by_hand():
    fig = make(share=0.75)
    assert fig.places["apple"].tolist() == [0.75, 0.25]
    np.testing.assert_allclose(fig.distances, [math.hypot(0.25, 0.25), math.hypot(0.75, 0.75)])
    assert fig.right_for == ["An apple a day keeps the doctor away"]


def test_no_setting_is_right_for_both():
    fig = make()
    right = {}
    for fig.share in SHARES:
        right[fig.share] = len(fig.right_for)
        assert fig.distances.sum() >= math.sqrt(2) - 1e-12
    assert right == {0: 1, 0.25: 1, 0.5: 0, 0.75: 1, 1: 1}
    assert len(make(near=0.71).right_for) == 2, "one that asks for little gets both"


def test_share_is_one_of_the_trainings():
    fig = make()
    fig.share = 0.25 + 1e-9
    assert fig.share == 0.25


def test_without_a_script_it_shows_a_picture_and_every_training():
    fig = make(share=1)
    assert "apple at (1, 0)" in repr(fig.still())
    table = fig.fallback()
    assert table.count("<tr>") == 1 + len(SHARES)
    assert "<td>1.41</td>" in table


@pytest.fixture(scope="module")
def sweep(gensim):
    """The chapter's own trainings: (taste, technology) of apple, orange and phone for eleven
    shares.
    """
    rows = []
    for share in np.linspace(0, 1, 11):
        corpus = apple_sentences(share, seed=0) + neighbor_sentences(seed=0)
        options = {"sg": 1, "epochs": 20, "alpha": 0.03, "min_count": 1, "seed": 0, "workers": 1}
        wv = gensim.models.Word2Vec(corpus, **options).wv
        rows.append(
            [
                [wv.similarity(word, pole) for pole in ("orange", "phone")]
                for word in ("apple", "orange", "phone")
            ]
        )
    return np.array(rows, dtype=float)


def test_real_trainings_sweep_apple_from_one_axis_to_the_other(sweep):
    taste, technology = sweep[:, 0].T
    assert (np.diff(taste) > 0).all()
    assert (np.diff(technology) < 0).all()
    assert taste[0] < 0.35
    assert taste[-1] > 0.9
    assert technology[0] > 0.9
    assert technology[-1] < 0.35
    assert 0.5 < taste[5] < 0.9
    assert 0.5 < technology[5] < 0.9


def test_no_real_training_is_right_for_both(sweep):
    apple, orange, phone = sweep.transpose(1, 0, 2)
    fig = SharePlane(np.linspace(0, 1, 11), apple, orange, phone)
    found = []
    for share in fig.shares:
        fig.share = share
        found.append(tuple(sentence.split()[0] for sentence in fig.right_for))
        assert np.linalg.norm(fig.places["orange"] - fig.places["phone"]) > 1 > 2 * fig.near
    assert found[:2] == [("Apple",)] * 2
    assert found[4:6] == [()] * 2
    assert found[9:] == [("An",)] * 2


def compare(fig: Any, drawn: Drawn) -> None:
    """The sliders show the share and the circles' size, where that is offered; the table both
    distances, the plane the three words.
    """
    places = {word: np.array(at) for word, at in fig.places.items()}
    told = [100 * fig.share, fig.near] if fig.rings else [100 * fig.share]
    assert_drawn([text for _, text in drawn.sliders], told, "sliders")
    distances = np.transpose(
        [np.linalg.norm(np.subtract(fig.apple, end), axis=1) for end in (fig.orange, fig.phone)]
    )
    assert_drawn(drawn.tables[0], np.hstack([fig.apple, distances]), "table")
    said = drawn.said[0]
    assert f"{100 * fig.share:.0f}%" in said
    served = ["neither", "one", "both"][len(fig.right_for)]
    assert ("right for" in said, "both" in said) == (served != "neither", served != "one")
    for sentence in fig.sentences:
        assert (
            f"{sentence}{'✓ near enough' if sentence in fig.right_for else '✗ too far'}"
            in drawn.text
        )
    described = [f"{x:.2f}" for x in numbers(drawn.planes[0]["label"])]
    assert_drawn(described, [*np.concatenate(list(places.values())), fig.near], "description")
    for labels, at in drawn.points().items():
        for word in labels.split(", "):
            if labels == word:
                assert_near(at, places[word], f"point {word}")
    apple = next(at for labels, at in drawn.points().items() if "apple" in labels)
    assert_near(apple, places["apple"], "point apple")


def shared_cases() -> list[tuple[list, Any]]:
    """The corners of what two circles share: half of them on the rim of each, and in the other."""
    apart, radius = np.array([0.6, 0.8]), 0.65
    half = np.arccos(1 / (2 * radius))
    turns = np.arctan2(*apart[::-1]) + half * np.linspace(-1, 1, 24)
    rim = radius * np.stack([np.cos(turns), np.sin(turns)], axis=1)
    assert (np.linalg.norm(rim - apart, axis=1) <= radius + 1e-9).all()
    return [
        ([[0, 0], apart, 0.5], []),
        ([[0, 0], apart, radius], np.concatenate([rim, apart - rim])),
        ([apart, [0, 0], radius], np.concatenate([apart - rim, rim])),
    ]


CASES = {
    "distance": lambda: [([a, b], np.linalg.norm(a - b)) for a, b in pairs()],
    "shared": shared_cases,
}


OTHER = {"share": 0.75, "near": 0.6}
BAD = [
    ({"apple": [[0, 1]]}, "apple must have the shape (5, 2); got (1, 2)"),
    ({"orange": [[1, 0, 0]] * 5}, "orange must have the shape (5, 2); got (5, 3)"),
    ({"phone": [[0, float("nan")]] * 5}, "phone must hold finite numbers"),
    ({"phone": "far"}, "phone must be a table of numbers; got 'far'"),
    ({"shares": [0, 0.5, 0.5, 0.75, 1]}, "shares must rise; got [0.0, 0.5, 0.5, 0.75, 1.0]"),
    ({"shares": [0, 0.25, 0.5, 0.75, 75]}, "shares[4] must be between 0 and 1; got 75"),
    ({"share": 0.3}, "share must be one of 0, 0.25, 0.5, 0.75, 1; got 0.3"),
    ({"share": float("nan")}, "share must be one of 0, 0.25, 0.5, 0.75, 1; got nan"),
    ({"near": 0.0}, "near must be positive; got 0"),
    ({"near": float("inf")}, "near must be a finite number; got inf"),
    ({"sentences": ["one"]}, "sentences must have 2 entries; got 1"),
    ({"axes": ["taste"]}, "axes must have 2 entries; got 1"),
]
