"""Looking into a model: the sentence pairs, the lean to a meaning, packed weights, and the real
model itself.
"""

import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import array_shapes, arrays
from refusals import refusals
from rounding import assert_same

from whichbank import corpora
from whichbank.experiments.probing import (
    EVERYDAY,
    MEANINGS,
    SENTENCES,
    beside,
    count_right,
    everyday,
    follow,
    followed,
    lean,
    leave_pair_out,
    meaning_vectors,
    pack,
    pulls,
    record,
    reference_outputs,
    sentence_pairs,
    unpack,
)
from whichbank.figures.loom._asking import answer

WORDS = tuple(MEANINGS)
STEPS = 10 * 6  # ten in a row in each layer
EIGHTY = [one for word in WORDS for pair in sentence_pairs(word) for one in pair]


def words(sentence):
    return re.findall(r"\w+|[^\w\s]", sentence.lower())


def test_four_words_ten_pairs_each():
    assert WORDS == ("bank", "apple", "server", "trump")
    assert [len(sentence_pairs(word)) for word in WORDS] == [10] * 4
    assert len(set(EIGHTY)) == len(EIGHTY) == 80
    assert all(len(set(pair)) == 2 for pair in MEANINGS.values())


@pytest.mark.parametrize("word", WORDS)
def test_one_of_the_words_occurs_once_and_in_the_same_place(word):
    for pair in sentence_pairs(word):
        first, second = (
            [(i, one) for i, one in enumerate(words(sentence)) if one in WORDS] for sentence in pair
        )
        assert first == second, pair
        assert [one for _, one in first] == [word], pair


def test_they_are_not_the_notes_sentences():
    notes = {*corpora.APPLE_SENTENCES, corpora.TWO_APPLES, corpora.APPLE_ORANGE}
    notes |= {*corpora.BANK_SENTENCES, *corpora.SERVER_SENTENCES}
    assert not {tuple(words(one)) for one in EIGHTY} & {tuple(words(one)) for one in notes}


def test_twelve_words_two_meanings_and_no_example_in_its_own_sentence():
    assert len(EVERYDAY) == 12
    for word, both in EVERYDAY.items():
        assert [words(sentence).count(word) for _, sentence, _ in both] == [1, 1], word
        assert len({sense for sense, _, _ in both}) == 2, word
        for _, sentence, examples in both:
            assert len(set(examples)) == 3, word
            assert not {*examples} & {*words(sentence)}, sentence


def vectors(*shape, seed=0):
    return np.random.default_rng(seed).normal(size=shape)


def test_lean_by_hand():
    east, north = np.array([2.0, 0.0]), np.array([0.0, 5.0])
    vectors = np.array([[3.0, 4.0], [1.0, 0.0], [7.0, 7.0]])
    np.testing.assert_allclose(lean(vectors, east, north), [-0.2, 1, 0], atol=1e-15)


def test_lean_broadcasts_and_turns_its_sign():
    x, first, second = vectors(3, 5, 7), vectors(5, 7, seed=1), vectors(5, 7, seed=2)
    assert lean(x, first, second).shape == (3, 5)
    np.testing.assert_allclose(lean(x, first, second), -lean(x, second, first))
    np.testing.assert_allclose(lean(9 * x, first, 2 * second), lean(x, first, second))
    np.testing.assert_allclose(lean(x, first, first), 0, atol=1e-15)


def test_leave_pair_out_by_hand():
    """Without pair 0 the means are those of pairs 1 and 2: (1, 0) and (0, 1)."""
    pairs = np.array(
        [[[3.0, 4.0], [4.0, 3.0]], [[1.0, 0.5], [0.5, 1.0]], [[1.0, -0.5], [-0.5, 1.0]]]
    )
    np.testing.assert_allclose(leave_pair_out(pairs)[0], [-0.2, 0.2])


def test_a_pair_has_no_say_in_its_own_lean():
    pairs = vectors(4, 2, 3, 6)
    moved = pairs.copy()
    moved[1, 0] *= -1
    np.testing.assert_array_equal(leave_pair_out(moved)[1, 1], leave_pair_out(pairs)[1, 1])
    assert not np.allclose(leave_pair_out(moved)[0], leave_pair_out(pairs)[0])


def test_layers_do_not_meet():
    pairs = vectors(4, 2, 3, 6)
    together = leave_pair_out(pairs)
    assert together.shape == (4, 2, 3)
    for layer in range(3):
        np.testing.assert_allclose(together[..., layer], leave_pair_out(pairs[:, :, layer]))


def test_equal_vectors_in_each_pair_are_half_right():
    """A word and its place alone decide nothing: whatever the leans, one of each pair is right, or
    both count half.
    """
    same = np.repeat(vectors(5, 1, 4), 2, axis=1)
    assert count_right(leave_pair_out(same)) == 5


def test_far_apart_is_all_right():
    assert count_right(leave_pair_out(vectors(6, 2, 3) * 0.1 + np.eye(3)[:2])) == 12


@given(
    arrays(
        np.float64,
        array_shapes(min_dims=1, max_dims=4, min_side=0, max_side=5),
        elements=st.floats(0, 1),
    )
)
def test_there_and_back_is_off_by_half_a_step_at_most(weights):
    again = unpack(pack(weights), weights.shape)
    assert again.shape == weights.shape
    assert np.abs(again - weights).max(initial=0) <= 1 / 510 + 1e-12
    assert pack(again) == pack(weights)


def test_the_ends_are_exact():
    assert unpack(pack(np.array([0.0, 1.0, 1 + 1e-7])), (3,)).tolist() == [0, 1, 1]


test_a_bad_call_says_what_is_wrong = refusals(
    """
sentence_pairs("spring")
    → ValueError: word must be one of 'bank', 'apple', 'server', 'trump'; got 'spring'
beside(None, "server") → ValueError: word must be one of 'bat', 'match', ...; got 'server'
leave_pair_out(np.ones((1, 2, 4))) → ValueError: ...shape (P, 2, ..., D) with P at least 2
leave_pair_out(np.ones((3, 3, 4))) → ValueError: ...shape (P, 2, ..., D) with P at least 2
leave_pair_out(np.ones((3, 2))) → ValueError: ...shape (P, 2, ..., D) with P at least 2
leave_pair_out(np.ones(6)) → ValueError: ...shape (P, 2, ..., D) with P at least 2
lean(np.ones(3), np.ones(3), np.ones(1)) → ValueError: ...must share their last dimension
pack(np.array([0.5, -0.01])) → ValueError: ...between 0 and 1
pack(np.array([0.5, 1.01])) → ValueError: ...between 0 and 1
pack(np.array([0.5, np.nan])) → ValueError: ...between 0 and 1
unpack("AAAA", (2, 2)) → ValueError: text must hold 4 numbers for the shape (2, 2); got 3
""",
    globals(),
)


def test_a_text_that_is_no_base64_is_refused():
    with pytest.raises(ValueError, match=r"base64|padding"):
        unpack("A*", (1,))


@pytest.fixture(scope="module")
def apples(minilm):
    return meaning_vectors(minilm, "apple")


def test_recorded_outputs_are_the_reference_implementations_of_today(minilm):
    made, stored = record(), reference_outputs()
    assert len(made) == 2 * len(stored) == 4
    for sentence, (vectors, weights) in stored.items():
        assert_same(made[f"{sentence}: vectors"], vectors, STEPS)
        assert_same(made[f"{sentence}: weights"], weights, STEPS)


@pytest.mark.numbers
def test_our_encoder_gives_the_recorded_outputs(minilm):
    for sentence, (vectors, weights) in reference_outputs().items():
        layers = minilm.layers(sentence)
        assert_same(layers.vectors[6], vectors, STEPS)
        assert_same(layers.weights, weights, STEPS)


@pytest.mark.numbers
def test_the_recorded_sentences_are_followed_as_the_model_follows_them(minilm):
    made, stored = follow(minilm, SENTENCES), followed()
    assert made.keys() == stored.keys()
    for name in ("sentences", "pieces"):
        assert made[name] == stored[name]
    for i, pieces in enumerate(stored["pieces"]):
        both = [
            unpack(one["weights"][i], (6, 12, len(pieces), len(pieces))) for one in (made, stored)
        ]
        assert np.abs(np.subtract(*both)).max() <= 1.01 / 255  # of whole 255ths


def test_a_pull_is_how_far_the_lean_moves_when_a_word_is_covered(minilm):
    sentence = corpora.APPLE_ORANGE
    found = pulls(minilm, sentence, "apple")
    layers = minilm.layers(sentence)
    assert found.shape == (len(layers.words), 7)
    assert not found[layers.words.index("apple")].any()
    covered = minilm.layers(sentence.replace("phone", "[MASK]")).word("apple")
    ways = meaning_vectors(minilm, "apple").mean(axis=0)
    wanted = lean(layers.word("apple"), *ways) - lean(covered, *ways)
    np.testing.assert_allclose(found[layers.words.index("phone")], wanted, atol=1e-5)


def test_most_everyday_words_are_read_as_they_are_meant(minilm):
    leans = np.array(list(everyday(minilm).values()))  # (12, 2, 7)
    right = (leans[:, 0] > 1e-5).sum(axis=0) + (leans[:, 1] < -1e-5).sum(axis=0)
    assert right[0] == 0
    assert right[6] >= 20


def test_everyday_words_lean_as_the_figure_says_of_a_readers_own(minilm):
    """Its examples are words beside the word, and so are these."""
    for word in ("match", "crane"):
        assert beside(minilm, word).shape == (2, 7, 384)
        for leans, (_, own, _) in zip(everyday(minilm)[word], EVERYDAY[word], strict=True):
            senses = [", ".join(examples) for _, _, examples in EVERYDAY[word]]
            for found in (answer(minilm, own, word, senses), answer(minilm, own)):
                at = found["pieces"].index(word)
                np.testing.assert_allclose(leans, found["leans"][at], atol=1e-5)


@pytest.mark.parametrize("word", MEANINGS)
def test_context_tells_the_meanings_apart(minilm, word):
    vectors = meaning_vectors(minilm, word)
    assert vectors.shape == (10, 2, 7, 384)
    # the word and its place, normalized; a mean over its pieces
    assert_same(vectors[:, 0, 0], vectors[:, 1, 0], 2)
    right = count_right(leave_pair_out(vectors))
    assert right[0] == 10
    assert min(right[1:]) >= 16


def test_the_phone_maker_is_told_from_the_fruit(minilm, apples):
    fruit, company = apples.mean(axis=0)

    def apple(sentence, nth=0):
        return lean(minilm.layers(sentence).word("apple", nth), fruit, company)

    as_noted = apple(corpora.APPLE_ORANGE)
    assert abs(as_noted[0]) < 1e-5
    assert max(as_noted[1:]) < -0.03
    without_phone = apple("Apple launched a new thing while I was eating an orange")
    assert without_phone[6] > as_noted[6] + 0.04
    assert min(apple(corpora.TWO_APPLES, 1)[2:] - apple(corpora.TWO_APPLES)[2:]) > 0.015
