"""The figure that scrubs through the training of attention: packing, sentences of any words, bad traits."""

import re
from typing import Any

import numpy as np
import pytest
from drawn import Drawn, assert_drawn
from rounding import assert_same

from whichbank.attention import attend
from whichbank.figures import LearnedAttention
from whichbank.figures.learned import LONGEST, dequantize, quantize

WORDS = ["the", "bank", "river", "money", "apple"]
SENSES = {"bank": ("money", "river"), "apple": ("fruit", "company")}
V, D, d, N = 5, 4, 3, 2


def recording(seed):
    draw = np.random.default_rng(seed)
    return [draw.normal(size=shape) for shape in ((D, d), (D, d), (D, d), (4, d))]


def make(**changes):
    vectors = np.random.default_rng(9).normal(size=(V, D))
    recorded = [recording(0), recording(1)]
    fig = LearnedAttention.of(WORDS, vectors, recorded, [0, 50], SENSES, ["The bank!", "a river bank"])
    return LearnedAttention(**(fig.state() | changes)) if changes else fig


@pytest.mark.parametrize("size", [0, 1, 2, 3, 8, 9])
@pytest.mark.parametrize("scale", [1e-9, 1, 32, 1e6])
def test_twelve_bits_are_off_by_half_a_step_at_most(size, scale):
    table = scale * np.random.default_rng(size).normal(size=(size, 3))
    packed = quantize(table)
    back = dequantize(packed, 3)
    largest = np.abs(table).max(initial=0)
    assert back.shape == table.shape
    assert np.abs(back - table).max(initial=0) <= largest / 4094 * 1.001
    assert len(packed.split(" ")[1]) <= 4 * np.ceil(3 * size / 2)  # two numbers in three bytes, in four characters
    for numbers in ([largest, -largest], [0, 0]):
        np.testing.assert_allclose(dequantize(quantize(numbers), 2), [numbers], rtol=1e-5)


@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf])
def test_only_finite_numbers_are_quantized(bad):
    with pytest.raises(ValueError, match=r"numbers must be finite; got (nan|inf)"):
        quantize([1, bad])


def test_weights_are_those_of_the_kernel():
    fig = make(sentence="the river bank", step=1)
    x = np.random.default_rng(9).normal(size=(V, D))[[0, 2, 1]]
    W_q, W_k, W_v, head = recording(1)
    out, weights = attend(x @ W_q, x @ W_k, x @ W_v @ head.T, return_weights=True)
    np.testing.assert_allclose(fig.weights(), weights, atol=2e-2)
    ((word, sense, p),) = fig.meant()
    assert word == "bank"
    scores = out[2, :2]
    assert sense == SENSES["bank"][int(scores.argmax())]
    assert p == pytest.approx(1 / (1 + np.exp(-abs(scores[0] - scores[1]))), abs=2e-2)
    assert not np.allclose(fig.weights(0), fig.weights(1))


def test_the_vectors_that_no_offered_sentence_needs_can_come_later():
    fig = make()
    assert fig.vocabulary == "the bank river money apple"
    assert [dequantize(packed, D).shape for packed in (fig.vectors, fig.more)] == [(3, D), (2, D)]
    assert fig.later == ("more",)


def test_unknown_words_are_named_and_left_out():
    fig = make(sentence="The Bank, of the Rhine; of MONEY")
    assert fig.known == ["the", "bank", "the", "money"]
    assert fig.unknown == ["of", "rhine"]
    assert "unknown=['of', 'rhine']" in repr(fig)
    assert fig.weights().shape == (4, 4)


@pytest.mark.parametrize("sentence", ["", "?!", "0.25", "quite another tongue", "é" * 50, "-1"])
def test_a_sentence_without_known_words_does_no_harm(sentence):
    fig = make(sentence=sentence)
    assert fig.known == []
    assert fig.weights().shape == (0, 0)
    assert fig.meant() == []
    assert fig.still() is None
    assert "<table" in fig.fallback()


def test_a_long_sentence_is_cut():
    fig = make(sentence="money " * 40)
    assert len(fig.known) == LONGEST


@pytest.mark.numbers
def test_the_same_word_twice_gets_one_answer():
    fig = make(sentence="the bank money river bank")
    weights = fig.weights()
    assert_same(weights[1], weights[4], 8)
    first, second = fig.meant()
    assert first == second


def test_without_a_script_it_shows_a_picture_and_the_weights():
    fig = make(sentence="river bank")
    assert repr(fig.still()).startswith("Heatmap of attention weights. river looks most at")
    assert fig.fallback().count("<tr>") == 3


def compare(fig: Any, drawn: Drawn) -> None:
    """Both heatmaps show the kernel's weights in percent; the read-out names senses and unknown words."""
    steps = f"{fig.steps[fig.step]} steps"
    assert [tuple(parts) for parts in drawn.sliders] == [("Trained for", steps)]
    assert drawn.spoken == [steps]
    if fig.known:
        before, now = drawn.tables
        assert_drawn(before, 100 * fig.weights(0), "before")
        assert_drawn(now, 100 * fig.weights(), "now")
        assert f"After {steps}, in %" in drawn.text
    else:
        assert drawn.tables == []
    said = drawn.said[0]
    found = re.findall(r"(\w+) means (\w+) \((\d+)\s%\)", said)
    assert [pair[:2] for pair in found] == [pair[:2] for pair in fig.meant()]
    assert_drawn([p for _, _, p in found], [100 * p for _, _, p in fig.meant()], "probabilities")
    named = re.search(r"left out: ([^.]*)\.", said)
    assert (named[1].split(", ") if named else []) == fig.unknown


OTHER = {"step": 1, "sentence": "money bank"}
BAD = [
    ({"step": 2}, "step must be between 0 and 1; got 2"),
    ({"step": -1}, "step must be between 0 and 1; got -1"),
    ({"steps": [0]}, "steps must have 2 entries, one for each of W_q; got 1"),
    ({"steps": [1, 2]}, "steps must rise from 0; got [1, 2]"),
    ({"steps": [0, 0]}, "steps must rise; got [0, 0]"),
    ({"vocabulary": "the bank"}, "vectors must hold 8 numbers; got 12"),
    ({"more": quantize(np.eye(2))}, "more must hold 8 numbers; got 4"),
    ({"vectors": quantize(np.ones(9))}, "vectors must hold 8 numbers; got 9"),
    ({"W_q": [quantize(np.eye(3))] * 2}, "W_q[0] must hold 8 numbers; got 9"),
    ({"W_k": [quantize(np.eye(2))] * 2}, "W_k[0] must hold 12 numbers; got 4"),
    ({"readings": [quantize(np.eye(2))] * 2}, "readings[0] must hold 16 numbers; got 4"),
    ({"senses": [["bank", "money"]]}, "senses[0] must have 3 entries; got 2"),
]
