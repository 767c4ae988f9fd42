"""The figure in which one sentence has two jobs."""

import itertools

import numpy as np
import pytest
from rounding import assert_same
from traitlets import TraitError

from whichbank.attention import self_attention
from whichbank.corpora import plane_vectors
from whichbank.figures import TwoTasks
from whichbank.figures.base import joined_source

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


def test_its_traits_make_it_again():
    fig = make(mode="matrix", scalars=[2, 0.5, 0], matrix=[[0, 1], [2, 0]])
    assert TwoTasks(**fig.state()).state() == fig.state()


def test_its_repr_is_short_and_whole():
    assert (
        repr(make()) == "TwoTasks(mode='scalars', scalars=[1.0, 1.0, 1.0], shares=[0.42, 0.21], served=[False, False])"
    )


def test_its_table_and_picture_hold_the_numbers():
    fig = make()
    assert "<td>0.42</td>" in fig.fallback()
    assert "Which bank is it? bank gives money 0.42; What grows? grows gives bank 0.21" in fig.fallback()
    assert "bank: money 0.42, bank 0.42, grows 0.16" in repr(fig.still())


def test_its_module_stands_alone():
    assert joined_source("tasks").count("export default") == 1


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"vectors": [[0, 0]]}, r"vectors must have the shape \(3, 2\)|words must name each of the 1 vectors"),
        ({"vectors": np.full((3, 2), np.nan)}, "finite"),
        ({"scalars": [1, 1]}, "scalars must be 3 numbers"),
        ({"scalars": [1, 1, 2.5]}, "scalars"),
        ({"scalars": [1, 1, -0.5]}, "scalars"),
        ({"matrix": [[1, 0]]}, r"matrix must have the shape \(2, 2\)"),
        ({"matrix": [[3, 0], [0, 1]]}, "matrix must hold numbers between -2 and 2"),
        ({"mode": "vector"}, "mode"),
        ({"wants": [(1, 0)]}, "wants must be one pair|jobs must name each"),
        ({"wants": [(1, 0), (3, 1)]}, "wants must name words by numbers from 0 to 2"),
        ({"wants": [(1, 0), (-1, 1)]}, "wants must name words"),
        ({"wants": [(1, 0), (2,)]}, "wants"),
        ({"jobs": []}, "jobs"),
        ({"axes": ["one"]}, "axes"),
    ],
)
def test_bad_traits_are_told(changes, told):
    with pytest.raises(TraitError, match=told):
        make(**changes)


def test_no_words_are_told():
    with pytest.raises(ValueError, match="at least one word"):
        TwoTasks([], [], ["job"], [(0, 0)])


def test_a_bad_change_leaves_the_figure_as_it_was():
    fig = make()
    before = fig.state()
    for name, value in {
        "scalars": [9, 9, 9],
        "matrix": [[9, 9], [9, 9]],
        "mode": "other",
        "wants": [[7, 7], [0, 0]],
    }.items():
        with pytest.raises(TraitError):
            setattr(fig, name, value)
    assert fig.state() == before
