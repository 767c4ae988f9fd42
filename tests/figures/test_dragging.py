"""The figure whose word vectors can be dragged."""

from typing import Any

import numpy as np
import pytest
from drawn import Drawn, assert_drawn, assert_near, numbers
from rounding import assert_same

from whichbank.attention import mix, self_attention, similarity, softmax
from whichbank.corpora import BANK_SENTENCES, PLANE, plane_vectors
from whichbank.figures import DragVectors


def make(**changes):
    """The figure of the chapter, with changes."""
    traits = {
        "words": list(PLANE),
        "vectors": list(PLANE.values()),
        "sentences": BANK_SENTENCES,
        "picked": "bank",
    }
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


def test_reset_goes_back_to_the_start():
    fig = make()
    fig.vectors = np.zeros((5, 2))
    fig.reset()
    assert fig.vectors == [list(map(float, vector)) for vector in PLANE.values()]


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


@pytest.mark.numbers
def test_a_word_may_stand_in_a_sentence_twice():
    fig = DragVectors(["an", "apple"], [[1, 0], [0, 1]], sentences=["an apple an"])
    assert fig.out.shape == (3, 2)
    assert_same(fig.out[0], fig.out[2], 8)
    assert "apple at" in repr(fig.still())


def test_its_repr_is_short_and_whole():
    assert repr(make()) == (
        "DragVectors(sentence='money bank grows', picked='bank', weights=[0.42, 0.42, "
        "0.16], new=[1.42, 0.42])"
    )


def test_its_table_and_picture_hold_the_numbers():
    fig = make()
    assert "<td>1.42</td><td>0.42</td>" in fig.fallback()
    assert "bank at (1.42, 0.42)" in repr(fig.still())


def compare(fig: Any, drawn: Drawn) -> None:
    """The rows show what the word that asks finds, the second view all, the plane the words and the
    new vector.
    """
    tokens = fig.sentences[fig.sentence].split(" ")
    old = np.array([fig.vectors[fig.words.index(word)] for word in tokens])
    scores = similarity(old, old)
    weights = softmax(scores)
    new = mix(weights, old)
    row = tokens.index(fig.picked)
    lengths = np.linalg.norm(old, axis=1)
    shadows = np.divide(scores[row], lengths, out=np.zeros(len(tokens)), where=lengths > 0)
    found = [[f"{x:.2f}" for x in numbers(f"{text} {score}")] for text, score, _ in drawn.tables[0]]
    assert_drawn(found, np.transpose([shadows, lengths, scores[row]]), "shadow × arrow = score")
    assert_drawn(
        [weight for *_, weight in drawn.tables[0]], weights[row], "weights of the word that asks"
    )
    assert_drawn(drawn.tables[1], scores, "scores")
    assert_drawn(drawn.tables[2], weights, "weights")
    assert_drawn(drawn.tables[3], np.hstack([old, new]), "vectors")
    assert_drawn([f"{numbers(drawn.said[0])[0]:.2f}"], [weights[row].max()], "the largest share")
    best = [
        word
        for word, weight in zip(tokens, weights[row], strict=True)
        if weights[row].max() - weight < 1e-9
    ]
    told = drawn.said[0].lower().partition(" the highest score")[0]
    assert len(best) == len(tokens) or all(word in told for word in best)
    places = drawn.planes[0]["label"].rpartition("is at ")[2]
    points = drawn.points()
    elsewhere = [new[row]]
    for sentence in fig.sentences:
        words = sentence.split(" ")
        if words != tokens and fig.picked in words:
            other = DragVectors(**(fig.state() | {"sentence": fig.sentences.index(sentence)}))
            elsewhere.append(other.out[words.index(fig.picked)])
    assert_drawn([f"{x:.2f}" for x in numbers(places)], elsewhere, "read-out")
    ghosts = [at for label, at in points.items() if label.startswith("with ")]
    assert len(ghosts) == min(len(elsewhere) - 1, 1), "the new vector in the other sentence"
    if ghosts:
        assert_near(ghosts, elsewhere[1:2], "the new vector in the other sentence")
    for name, at in zip(tokens, old, strict=True):
        assert_near(points[name], at, f"point {name}")
    assert_near(points[f"new {fig.picked}"], new[row], f"new {fig.picked}")
    feet = shadows[:, None] * old / np.maximum(lengths, 1e-300)[:, None] / 2
    others = [i for i, token in enumerate(tokens) if token != fig.picked and shadows[i]]
    if others:
        behind = [i for i in others if shadows[i] < 0]
        longest = max(behind or others, key=lambda i: abs(shadows[i]))
        [named] = [label for label in points if label.startswith("shadow ")]
        assert_near(points[named], feet[longest], "the longest shadow, or the longest behind")
        assert_drawn([f"{numbers(named)[0]:.2f}"], [shadows[longest]], "its length")


OTHER = {"sentence": 1, "vectors": np.full((5, 2), -1.5)}
BAD = [
    ({"vectors": [[0, 0]]}, "vectors must have the shape (5, 2); got (1, 2)"),
    ({"vectors": np.full((5, 2), 3.5)}, "vectors must hold numbers between -3 and 3; got 3.5"),
    ({"vectors": np.full((5, 2), np.nan)}, "vectors must hold finite numbers"),
    ({"start": [[0, 0]]}, "start must have the shape (5, 2); got (1, 2)"),
    ({"sentences": ["bank tree"]}, "sentences must be made of words; 'bank tree' holds 'tree'"),
    ({"sentences": []}, "sentences must have at least 1 entry; got []"),
    ({"sentences": ["bank "]}, "holds ''"),
    ({"sentence": 2}, "sentence must be between 0 and 1; got 2"),
    ({"sentence": -1}, "sentence must be between 0 and 1; got -1"),
    ({"picked": "river"}, "picked must be one of money, bank, grows; got 'river'"),
    ({"reach": -1.0}, "reach must be positive; got -1"),
    ({"reach": 1.5}, "vectors must hold numbers between -1.5 and 1.5; got 2"),
    ({"words": ["bank"] * 5, "sentences": None}, "words must be different from each other"),
    ({"words": ["a b", *list(PLANE)[1:]]}, "words must be words without spaces"),
    ({"words": [], "vectors": []}, "words must have at least 1 entry; got []"),
]
