"""What chapter 15 says of the real model, held with room."""

import importlib.util
from pathlib import Path

import pytest
from rounding import assert_same

from whichbank.corpora import APPLE_ORANGE, TWO_APPLES
from whichbank.experiments.probing import (
    MEANINGS,
    count_right,
    lean,
    leave_pair_out,
    meaning_vectors,
    reference_outputs,
)

ROOT = Path(__file__).parents[3]
STEPS = 10 * 6  # ten in a row in each layer


@pytest.fixture(scope="module")
def apples(minilm):
    return meaning_vectors(minilm, "apple")


def test_recorded_outputs_are_the_reference_implementations_of_today(minilm):
    spec = importlib.util.spec_from_file_location("reference_outputs_tool", ROOT / "tools" / "reference_outputs.py")
    tool = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(tool)
    made, stored = tool.make(), reference_outputs()
    assert len(made) == 2 * len(stored) == 4
    for sentence, (vectors, weights) in stored.items():
        assert_same(made[f"{sentence}: vectors"], vectors, STEPS)
        assert_same(made[f"{sentence}: weights"], weights, STEPS)


def test_our_encoder_gives_the_recorded_outputs(minilm):
    for sentence, (vectors, weights) in reference_outputs().items():
        layers = minilm.layers(sentence)
        assert_same(layers.vectors[6], vectors, STEPS)
        assert_same(layers.weights, weights, STEPS)


@pytest.mark.parametrize("word", MEANINGS)
def test_context_tells_the_meanings_apart(minilm, word):
    vectors = meaning_vectors(minilm, word)
    assert vectors.shape == (10, 2, 7, 384)
    assert_same(vectors[:, 0, 0], vectors[:, 1, 0], 2)  # the word and its place, normalized; a mean over its pieces
    right = count_right(leave_pair_out(vectors))
    assert right[0] == 10
    assert min(right[1:]) >= 16


def test_the_phone_maker_is_told_from_the_fruit(minilm, apples):
    fruit, company = apples.mean(axis=0)

    def apple(sentence, nth=0):
        return lean(minilm.layers(sentence).word("apple", nth), fruit, company)

    as_noted = apple(APPLE_ORANGE)
    assert abs(as_noted[0]) < 1e-5
    assert max(as_noted[1:]) < -0.03
    without_phone = apple("Apple launched a new thing while I was eating an orange")
    assert without_phone[6] > as_noted[6] + 0.04
    assert min(apple(TWO_APPLES, 1)[2:] - apple(TWO_APPLES)[2:]) > 0.015
