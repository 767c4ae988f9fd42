"""The figure whose word vectors can be dragged."""

import numpy as np
import pytest
from rounding import assert_same
from traitlets import TraitError

from whichbank.attention import self_attention
from whichbank.corpora import BANK_SENTENCES, PLANE, plane_vectors
from whichbank.figures import DragVectors
from whichbank.figures.base import joined_source


def make(**changes):
    """The figure of the chapter, with changes."""
    traits = {"words": list(PLANE), "vectors": list(PLANE.values()), "sentences": BANK_SENTENCES, "picked": "bank"}
    return DragVectors(**(traits | changes))


def test_numbers_are_those_of_the_kernel():
    fig = make()
    out, weights = self_attention(plane_vectors("money bank grows"))
    np.testing.assert_array_equal(fig.out, out)
    np.testing.assert_array_equal(fig.weights, weights)
    np.testing.assert_array_equal(fig.scores[1], [2, 2, 1])
    assert fig.out[1].round(2).tolist() == [1.42, 0.42]


def test_the_same_bank_becomes_two_in_two_sentences():
    fig = make()
    fig.sentence = 1
    assert fig.tokens == ["river", "bank", "flows"]
    assert fig.out[1].round(2).tolist() == [0.42, 1.42]


def test_a_moved_word_is_moved_in_every_sentence():
    fig = make()
    fig.vectors = [[0, 0] if word == "bank" else PLANE[word] for word in PLANE]
    for fig.sentence in (0, 1):
        np.testing.assert_allclose(fig.weights[1], 1 / 3)


def test_temperature_changes_the_weights_and_not_the_scores():
    fig = make()
    scores = fig.scores
    fig.temperature = 100.0
    np.testing.assert_array_equal(fig.scores, scores)
    np.testing.assert_allclose(fig.weights, 1 / 3, atol=0.02)


def test_reset_goes_back_to_the_start():
    fig = make()
    fig.vectors = np.zeros((5, 2))
    fig.temperature = 0.2
    fig.reset()
    assert fig.vectors == [list(map(float, vector)) for vector in PLANE.values()]
    assert fig.temperature == 1


def test_the_picked_word_stays_in_the_sentence():
    fig = make(picked="money")
    fig.sentence = 1
    assert fig.picked == "river"
    fig = make()
    fig.sentence = 1
    assert fig.picked == "bank"


def test_without_sentences_all_words_make_one():
    fig = DragVectors(["a", "b"], [[1, 0], [0, 1]])
    assert (fig.sentences, fig.picked, fig.tokens) == (["a b"], "a", ["a", "b"])


def test_a_word_may_stand_in_a_sentence_twice():
    fig = DragVectors(["an", "apple"], [[1, 0], [0, 1]], sentences=["an apple an"])
    assert fig.out.shape == (3, 2)
    assert_same(fig.out[0], fig.out[2], 8)
    assert "apple at" in repr(fig.still())


def test_its_traits_make_it_again():
    fig = make(sentence=1, temperature=0.5)
    fig.vectors = np.full((5, 2), -1.5)
    again = DragVectors(**fig.state())
    assert again.state() == fig.state()
    assert again.start != again.vectors


def test_its_repr_is_short_and_whole():
    assert repr(make()) == (
        "DragVectors(sentence='money bank grows', picked='bank', temperature=1.0, weights=[0.42, 0.42, 0.16], "
        "new=[1.42, 0.42])"
    )


def test_its_table_and_picture_hold_the_numbers():
    fig = make()
    assert "<td>1.42</td><td>0.42</td>" in fig.fallback()
    assert "bank at (1.42, 0.42)" in repr(fig.still())


def test_its_module_stands_alone():
    source = joined_source("dragging")
    assert "import " not in source
    assert source.count("export default") == 1


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"vectors": [[0, 0]]}, r"vectors must have the shape \(5, 2\); got \(1, 2\)"),
        ({"vectors": np.full((5, 2), 3.5)}, r"between -3 and 3 \(reach\)"),
        ({"vectors": np.full((5, 2), np.nan)}, "finite"),
        ({"start": [[0, 0]]}, r"start must have the shape \(5, 2\)"),
        ({"sentences": ["bank tree"]}, "'bank tree' holds 'tree'"),
        ({"sentences": []}, "sentences"),
        ({"sentences": ["bank "]}, "holds ''"),
        ({"sentence": 2}, "sentence must be between 0 and 1; got 2"),
        ({"sentence": -1}, "sentence must be between 0 and 1; got -1"),
        ({"picked": "river"}, "picked must be a word of 'money bank grows'; got 'river'"),
        ({"temperature": 0.0}, "temperature must be a positive finite number; got 0.0"),
        ({"temperature": np.inf}, "temperature must be"),
        ({"temperature": np.nan}, "temperature must be"),
        ({"reach": -1.0}, "reach"),
        ({"words": ["bank"] * 5, "sentences": None}, "words must be different"),
    ],
)
def test_bad_traits_are_told(changes, told):
    with pytest.raises(TraitError, match=told):
        make(**changes)


def test_no_words_are_told():
    with pytest.raises(ValueError, match="at least one word"):
        DragVectors([], [])


def test_a_bad_change_leaves_the_figure_as_it_was():
    fig = make()
    before = fig.state()
    for name, value in {"vectors": [[9, 9]] * 5, "picked": "river", "temperature": -1.0, "sentence": 7}.items():
        with pytest.raises(TraitError):
            setattr(fig, name, value)
    assert fig.state() == before
