"""N-grams: cases counted by hand, what every smoothed model must have, and what is refused."""

import itertools
import math
from collections import Counter, defaultdict

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from refusals import refusals

from whichbank.experiments.ngrams import DISCOUNTS, NGrams

TEXT = [0, 1, 0, 1, 0, 2]


def test_unigram_by_hand():
    """Counts 3, 2, 1 of 6; each hands over 1/2, and the 3/2 are shared evenly among 4 tokens."""
    weights = NGrams(TEXT, 1, 4, discounts=0.5).weights([])
    np.testing.assert_allclose(
        weights, [(2.5 + 0.375) / 6, (1.5 + 0.375) / 6, (0.5 + 0.375) / 6, 0.375 / 6]
    )


def test_without_a_discount_seen_contexts_give_the_plain_shares():
    grams = NGrams(TEXT, 2, 3, discounts=0)
    np.testing.assert_allclose(grams.weights([0]), [0, 2 / 3, 1 / 3])
    np.testing.assert_allclose(grams.weights([1]), [1, 0, 0])


def test_an_unseen_context_falls_back_to_the_shorter_one():
    grams = NGrams(TEXT, 3, 3, discounts=0.4)
    np.testing.assert_array_equal(grams.weights([2, 2]), grams.weights([2]))
    # 2 ends the text: nothing followed it
    np.testing.assert_array_equal(grams.weights([2]), grams.weights([]))
    assert not np.allclose(grams.weights([1, 0]), grams.weights([0]))


def test_a_token_that_follows_only_one_other_counts_little_alone():
    """Kneser and Ney's point: Francisco is frequent, but only after San."""
    san, francisco, other = 0, 1, 2
    text = [san, francisco] * 50 + [other, 3, other, 4, other, 3, 4, other, san, other]
    alone = NGrams(text, 2, 5, discounts=0.5).weights([])
    assert alone[francisco] < alone[other]
    assert NGrams(text, 1, 5, discounts=0.5).weights([])[francisco] > 0.4


def by_dictionary(text, order, n_vocab, d):
    """The same in the words of the formula, without a trick."""
    seen = {order: Counter(tuple(text[i : i + order]) for i in range(len(text) - order + 1))}
    for n in range(order - 1, 0, -1):
        before = defaultdict(set)
        for gram in seen[n + 1]:
            before[gram[1:]].add(gram[0])
        seen[n] = Counter({gram: len(tokens) for gram, tokens in before.items()})

    def chance(token, context, n):
        if n == 0:
            return 1 / n_vocab
        context = context[len(context) - n + 1 :]
        following = {
            gram[-1]: count for gram, count in seen[n].items() if gram[:-1] == tuple(context)
        }
        shorter = chance(token, context[1:], n - 1)
        if not following:
            return shorter
        total = sum(following.values())
        return (max(following.get(token, 0) - d, 0) + d * len(following) * shorter) / total

    return lambda token, context: chance(token, context, min(order, len(context) + 1))


TEXTS = st.lists(st.integers(0, 3), min_size=4, max_size=40)


@settings(deadline=None, max_examples=60)
@given(text=TEXTS, other=TEXTS, order=st.integers(1, 4), discount=st.floats(0.05, 1))
def test_agrees_with_the_formula_written_with_dictionaries(text, other, order, discount):
    grams, chance = (
        NGrams(text, order, 4, discounts=discount),
        by_dictionary(text, order, 4, discount),
    )
    want = [
        -math.log(chance(token, other[max(0, t - order + 1) : t])) for t, token in enumerate(other)
    ]
    np.testing.assert_allclose(grams.surprise(other), want, atol=1e-9)


@settings(deadline=None, max_examples=60)
@given(
    text=TEXTS,
    context=st.lists(st.integers(0, 3), max_size=5),
    order=st.integers(1, 4),
    d=st.floats(0.05, 1),
)
def test_weights_are_positive_and_sum_to_1_after_every_context(text, context, order, d):
    weights = NGrams(text, order, 4, discounts=d).weights(context)
    assert (weights > 0).all()
    assert weights.sum() == pytest.approx(1)


@settings(deadline=None, max_examples=40)
@given(
    text=TEXTS, other=st.lists(st.integers(0, 3), min_size=1, max_size=12), order=st.integers(1, 4)
)
def test_surprise_is_minus_the_logarithm_of_the_weights(text, other, order):
    grams = NGrams(text, order, 4, discounts=[0.3, 0.5, 0.7, 0.9][:order])
    want = [-math.log(grams.weights(other[:t])[token]) for t, token in enumerate(other)]
    np.testing.assert_allclose(grams.surprise(other), want)


def drawn_texts():
    """Two texts in which one of two tokens follows each pair, most of the time."""
    draw = np.random.default_rng(0)
    follows = draw.integers(0, 20, (20, 20, 2))
    texts = [0, 1], [0, 1]
    for text, length in zip(texts, (600, 300), strict=True):
        while len(text) < length:
            regular = follows[text[-2], text[-1], draw.integers(2)]
            text.append(int(regular if draw.random() < 0.9 else draw.integers(20)))
    return texts


def test_after_tuning_no_change_of_one_discount_helps():
    text, other = drawn_texts()
    grams = NGrams(text, 3, 20).tune(other)
    tuned, best = grams.discounts, grams.surprise(other).mean()
    for level in range(3):
        for choice in DISCOUNTS:
            grams.discounts = [*tuned[:level], choice, *tuned[level + 1 :]]
            assert grams.surprise(other).mean() >= best - 1e-12, (level, choice)


def test_tuning_finds_the_best_discounts_together():
    text, other = drawn_texts()
    grams = NGrams(text, 3, 20)
    losses = {}
    for grams.discounts in itertools.product((0.1, 0.5, 0.9), repeat=3):
        losses[grams.discounts] = grams.surprise(other).mean()
    grams.tune(other, (0.1, 0.5, 0.9))
    assert grams.surprise(other).mean() == pytest.approx(min(losses.values()))


def test_tuning_on_a_text_shorter_than_the_order():
    grams = NGrams(TEXT, 3, 3).tune([0, 1])
    assert set(grams.discounts) <= set(DISCOUNTS)


test_a_bad_call_says_what_is_wrong = refusals(
    """
NGrams([0, 1], 3, 2) → ValueError: order must be between 1 and the 2 tokens of the text; got 3
NGrams([0, 1], 0, 2) → ValueError: order must be between 1
NGrams([0, 5], 1, 2) → ValueError: ...token ids from 0 to 1
NGrams([[0, 1]], 1, 2) → ValueError: ...in a row
NGrams([0] * 90, 80, 9) → ValueError: 9 tokens make too many 80-grams
NGrams(TEXT, 3, 3, discounts=1.5) → ValueError: discounts must be one number or 3 from 0 to 1
NGrams(TEXT, 3, 3, discounts=-0.1) → ValueError: discounts must be one number or 3 from 0 to 1
NGrams(TEXT, 3, 3, discounts=[0.5, 0.5]) → ValueError: discounts must be one number or 3 from 0 to 1
NGrams(TEXT, 3, 3, discounts=math.nan) → ValueError: discounts must be one number or 3 from 0 to 1
""",
    globals(),
)
