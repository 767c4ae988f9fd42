"""The figure in which one sentence has two jobs."""

import itertools
import re
from typing import Any

import numpy as np
import pytest
from drawn import Drawn, assert_drawn, assert_near
from rounding import assert_same

from whichbank.attention import self_attention, similarity, softmax
from whichbank.corpora import plane_vectors
from whichbank.figures import TwoTasks
from whichbank.figures.nets.random import uniforms
from whichbank.figures.tasks import SEED

WORDS = ["money", "bank", "grows"]


def make(**changes):
    """The figure of the chapter, with changes."""
    traits = {
        "words": WORDS,
        "vectors": plane_vectors(WORDS),
        "jobs": ["Which bank is it?", "What grows?"],
        "wants": [(1, 0), (2, 1)],
    }
    return TwoTasks(**(traits | changes))


@pytest.mark.parametrize("mode", ["scalars", "matrix"])
def test_it_starts_as_attention_without_parameters(mode):
    fig = make(mode=mode)
    _, weights = self_attention(plane_vectors(WORDS))
    np.testing.assert_array_equal(fig.weights, weights)
    assert fig.served == [False, False]
    assert np.round(fig.shares, 2).tolist() == [0.42, 0.21]


def test_each_job_alone_is_served_by_some_scalars():
    assert make(scalars=[2, 1, 1]).served == [True, False]
    assert make(scalars=[0, 2, 1]).served == [False, True]


def test_no_scalars_that_the_sliders_reach_serve_both():
    fig, both = make(), []
    for scalars in itertools.product(np.linspace(0, 2, 11).tolist(), repeat=3):
        fig.scalars = list(scalars)
        both += [scalars] if all(fig.served) else []
    assert not both


@pytest.mark.numbers
def test_scores_are_symmetric_whatever_the_scalars():
    scores = make(scalars=[0.3, 1.9, 1.1]).scores
    assert_same(scores, scores.T, 2)


def test_a_matrix_serves_both_and_is_not_symmetric():
    fig = make(mode="matrix", matrix=[[0, 1], [2, 0]])
    assert fig.served == [True, True]
    assert fig.scores.tolist() == [[0, 2, 0], [4, 3, 2], [0, 1, 0]]
    assert fig.asks.tolist() == [[0, 2], [2, 1], [0, 1]]
    np.testing.assert_array_equal(fig.offers, plane_vectors(WORDS))


def test_only_the_mode_that_is_shown_counts():
    fig = make(scalars=[2, 1, 1], matrix=[[0, 1], [2, 0]])
    assert fig.served == [True, False]
    fig.mode = "matrix"
    assert fig.served == [True, True]


def test_exactly_half_is_not_served():
    fig = TwoTasks(["a", "b"], [[0, 0], [0, 0]], ["job"], [(0, 1)])
    assert (fig.shares, fig.served) == ([0.5], [False])


def test_reset_goes_back_to_attention_without_parameters():
    fig = make(scalars=[2, 1, 1], matrix=[[0, 1], [2, 0]])
    fig.reset()
    assert (fig.scalars, fig.matrix) == ([1, 1, 1], [[1, 0], [0, 1]])


def test_its_repr_is_short_and_whole():
    assert (
        repr(make()) == "TwoTasks(mode='scalars', scalars=[1.0, 1.0, 1.0], shares=[0.42, 0.21], "
        "served=[False, False])"
    )


def test_its_table_and_picture_hold_the_numbers():
    fig = make()
    assert "<td>0.42</td>" in fig.fallback()
    assert (
        "Which bank is it? bank looks at money 0.42; What grows? grows looks at bank 0.21"
        in fig.fallback()
    )
    assert "bank: money 0.42, bank 0.42, grows 0.16" in repr(fig.still())


def test_of_the_settings_tried_at_random_no_numbers_serve_both_jobs_and_some_matrices_do():
    fig = make(tried=[300, 300])
    good = {mode: (shares > 0.5).all(axis=1).sum() for mode, shares in fig.drawn.items()}
    assert good["scalars"] == 0
    assert 3 <= good["matrix"] <= 17, "far from one in thirty-five, of as many as can be"
    assert "of 300 random settings in the mode 'scalars' 0 serve all jobs" in fig.table()[0]


def test_what_is_tried_at_random_grows_and_stays():
    fig, more = make(tried=[20, 7]), make(tried=[50, 30])
    for mode, shares in fig.drawn.items():
        np.testing.assert_array_equal(more.drawn[mode][: len(shares)], shares)
    assert [len(shares) for shares in more.drawn.values()] == [50, 30]


@pytest.mark.parametrize("mode", ["scalars", "matrix"])
def test_what_a_random_setting_gives_is_what_the_figure_gives_with_it(mode):
    u = uniforms(SEED, 12)
    scalars, matrices = (2 * u).reshape(4, 3), (4 * u - 2).reshape(3, 2, 2)
    shares = make(tried=[4, 3]).drawn[mode]
    settings = (
        [{"scalars": one} for one in scalars]
        if mode == "scalars"
        else [{"matrix": one} for one in matrices]
    )
    for share, setting in zip(shares, settings, strict=True):
        np.testing.assert_allclose(share, make(mode=mode, **setting).shares)


def compare(fig: Any, drawn: Drawn) -> None:
    """What is changed is shown, the plane has both roles, the square both jobs, the tables scores
    and weights.
    """
    old = np.array(fig.vectors)
    offers = old * np.array(fig.scalars)[:, None] if fig.mode == "scalars" else old
    asks = offers if fig.mode == "scalars" else old @ np.array(fig.matrix)
    scores = similarity(asks, offers)
    weights = softmax(scores)
    turned = fig.mode == "matrix"
    *volumes, tries = [text for _, text in drawn.sliders]
    assert_drawn(volumes, [] if turned else fig.scalars, "sliders")
    assert int(tries) == fig.tried[turned]
    score_table, weight_table = drawn.tables
    assert_drawn(score_table, scores, "scores")
    assert_drawn([line[:-1] for line in weight_table], weights, "weights")
    shares = [weights[asker, wanted] for asker, wanted in fig.wants]
    told = drawn.charts[0]["label"]
    assert_drawn(re.findall(r" looks at \w+ (\d\.\d+)", told), shares[:2], "square")
    assert drawn.said[0].startswith(
        ("Neither job is done", "Only one job is done", "Both jobs are done")[sum(fig.served)]
    )
    shown = [
        shares for mode, shares in fig.drawn.items() if len(shares) and (turned or mode == fig.mode)
    ]
    tried = [f"{(shares > 0.5).all(axis=1).sum()} of {len(shares)}" for shares in shown]
    assert re.findall(r"\d+ of \d+(?= do both)", drawn.text.replace("\xa0", " ")) == tried
    assert_near(drawn.charts[0]["dots"], [shares[:2]], "the setting in the square")
    assert len(drawn.planes) == turned
    if not turned:
        return
    points = drawn.points()
    for word, offer in zip(fig.words, offers, strict=True):
        assert_near(points.get(word, points.get(f"{word} asks")), offer, f"what {word} offers")
    entries = re.findall(r"-?\d\.\d", re.search(r"W =((?:-?\d\.\d){4})", drawn.text)[1])
    assert_drawn(entries, fig.matrix, "matrix")
    tips = [points[label] for label in points if label.endswith(" asks")]
    assert_near(
        tips,
        [asks[i] for i in dict.fromkeys(asker for asker, _ in fig.wants) if old[i].any()],
        "tips",
    )
    told = drawn.planes[0]["label"].partition("Asked: ")[2]
    for asker, _ in fig.wants:
        [found] = re.findall(rf"{fig.words[asker]} \((.*?), (.*?)\)", told)
        assert_drawn(found, asks[asker], f"what {fig.words[asker]} asks for")


def look_table_cases() -> list[tuple[list, Any]]:
    """What is asked and offered, scores and weights: told by the figure's own Python side."""
    rng = np.random.default_rng(11)
    cases = []
    for mode in ("scalars", "matrix"):
        for words in (1, 3, 3, 5):
            vectors, scalars, matrix = (
                rng.uniform(-2, 2, shape) for shape in ((words, 2), words, (2, 2))
            )
            fig = TwoTasks(
                list("abcde"[:words]), vectors, ["job"], [(0, 0)], mode, np.abs(scalars), matrix
            )
            found = {name: getattr(fig, name) for name in ("asks", "offers", "scores", "weights")}
            cases.append(([vectors, mode, np.abs(scalars), matrix], found))
    return cases


def random_cases() -> list[tuple[list, Any]]:
    """What the jobs get at random settings: told by the figure's own Python side."""
    fig = make(tried=[25, 25])
    return [([fig.vectors, fig.wants, mode, 25], shares) for mode, shares in fig.drawn.items()]


CASES = {"lookTable": look_table_cases, "randomShares": random_cases}


OTHER = {"mode": "matrix", "scalars": [2, 0.5, 0], "matrix": [[0, 1], [2, 0]], "tried": [10, 300]}
BAD = [
    ({"words": [], "vectors": []}, "words must have at least 1 entry; got []"),
    ({"vectors": [[0, 0]]}, "vectors must have the shape (3, 2); got (1, 2)"),
    ({"vectors": np.full((3, 2), np.nan)}, "vectors must hold finite numbers"),
    ({"scalars": [1, 1]}, "scalars must have 3 entries, one for each of words; got 2"),
    ({"scalars": [1, 1, 2.5]}, "scalars[2] must be between 0 and 2; got 2.5"),
    ({"scalars": [1, 1, -0.5]}, "scalars[2] must be between 0 and 2; got -0.5"),
    ({"matrix": [[1, 0]]}, "matrix must have the shape (2, 2); got (1, 2)"),
    ({"matrix": [[3, 0], [0, 1]]}, "matrix must hold numbers between -2 and 2; got 3"),
    ({"mode": "vector"}, "mode must be one of scalars, matrix; got 'vector'"),
    ({"wants": [(1, 0)]}, "wants must have 2 entries, one for each of jobs; got 1"),
    ({"wants": [(1, 0), (3, 1)]}, "wants[1][0] must be between 0 and 2; got 3"),
    ({"wants": [(1, 0), (-1, 1)]}, "wants[1][0] must be between 0 and 2; got -1"),
    ({"wants": [(1, 0), (2,)]}, "wants[1] must have 2 entries; got 1"),
    ({"jobs": []}, "jobs must have at least 1 entry; got []"),
    ({"axes": ["one"]}, "axes must have 2 entries; got 1"),
    ({"tried": [300]}, "tried must have 2 entries; got 1"),
    ({"tried": [0, 301]}, "tried[1] must be between 0 and 300; got 301"),
    ({"tried": [0.5, 0]}, "tried[0] must be a whole number; got 0.5"),
]
