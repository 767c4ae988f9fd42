"""From logits to the next token: what is kept, with which probability, what is drawn, in NumPy and
torch alike.
"""

import math

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from refusals import refusals

from whichbank.attention import softmax
from whichbank.sampling import keep_top_k, next_token_probabilities, sample

ROWS = arrays(
    np.float64, st.tuples(st.integers(1, 3), st.integers(1, 8)), elements=st.floats(-50, 50)
)


@settings(deadline=None)
@given(logits=ROWS, k=st.integers(1, 10))
def test_keeps_the_k_largest_of_each_row_and_changes_no_score(logits, k):
    kept = keep_top_k(logits, k)
    for row, out in zip(logits, kept, strict=True):
        stays = np.isfinite(out)
        assert stays.sum() == min(k, len(row))
        assert (out[stays] == row[stays]).all()
        assert row[stays].min() >= row[~stays].max(initial=-math.inf)


@settings(deadline=None)
@given(logits=ROWS, k=st.integers(1, 10))
def test_torch_keeps_the_same(logits, k):
    np.testing.assert_array_equal(
        keep_top_k(torch.from_numpy(logits), k).numpy(), keep_top_k(logits, k)
    )
    values, _ = torch.from_numpy(logits).topk(min(k, logits.shape[1]))
    kept = np.sort(keep_top_k(logits, k), axis=1)[:, ::-1][:, : values.shape[1]]
    np.testing.assert_array_equal(kept, values.numpy())


def test_of_equal_scores_the_first_are_kept():
    assert np.isfinite(keep_top_k(np.array([1.0, 2.0, 2.0, 2.0]), 2)).tolist() == [
        False,
        True,
        True,
        False,
    ]


@settings(deadline=None)
@given(logits=ROWS, k=st.integers(1, 10), temperature=st.floats(0.05, 20))
def test_weights_sum_to_1_and_are_a_softmax_of_what_is_kept(logits, k, temperature):
    weights = next_token_probabilities(logits, temperature=temperature, top_k=k)
    np.testing.assert_allclose(weights.sum(axis=-1), 1)
    kept = softmax(logits / temperature) * np.isfinite(keep_top_k(logits, k))
    np.testing.assert_allclose(weights, kept / kept.sum(axis=-1, keepdims=True), atol=1e-12)


def test_weights_by_hand():
    logits = np.log([9.0, 3.0, 1.0, 1.0])
    np.testing.assert_allclose(
        next_token_probabilities(logits, temperature=0.5, top_k=2), [0.9, 0.1, 0, 0]
    )
    roots = np.array([3, 3**0.5, 1, 1])
    np.testing.assert_allclose(next_token_probabilities(logits, temperature=2), roots / roots.sum())
    np.testing.assert_array_equal(next_token_probabilities(logits, temperature=0), [1, 0, 0, 0])
    np.testing.assert_array_equal(next_token_probabilities(logits, top_k=1), [1, 0, 0, 0])
    np.testing.assert_array_equal(next_token_probabilities(logits, top_k=99), softmax(logits))


@pytest.mark.parametrize(("temperature", "top_k"), [(1.0, None), (0.5, None), (1.7, 3), (1.0, 1)])
def test_a_draw_has_the_frequencies_of_the_weights(temperature, top_k):
    logits, n = np.array([0.3, 1.2, -0.4, 0.9, 0.0]), 200_000
    drawn = sample(
        logits, np.random.default_rng(1).gumbel(size=(n, 5)), temperature=temperature, top_k=top_k
    )
    want = next_token_probabilities(logits, temperature=temperature, top_k=top_k)
    away = np.abs(np.bincount(drawn, minlength=5) / n - want)
    assert (away <= 4.5 * np.sqrt(want * (1 - want) / n)).all()


def test_a_draw_at_temperature_0_is_the_largest_score_whatever_the_noise():
    rng = np.random.default_rng(0)
    logits, noise = rng.normal(size=(50, 7)), 9 * rng.gumbel(size=(50, 7))
    np.testing.assert_array_equal(sample(logits, noise, temperature=0), logits.argmax(axis=1))


def test_a_draw_is_the_same_in_torch_and_never_what_was_cut():
    logits, noise = (
        np.random.default_rng(1).normal(size=(300, 9)),
        np.random.default_rng(0).gumbel(size=(300, 9)),
    )
    drawn = sample(logits, noise, temperature=5.0, top_k=3)
    np.testing.assert_array_equal(
        sample(*map(torch.from_numpy, (logits, noise)), temperature=5.0, top_k=3), drawn
    )
    assert np.isfinite(np.take_along_axis(keep_top_k(logits, 3), drawn[:, None], axis=1)).all()


def test_the_same_noise_draws_the_same_where_the_settings_make_no_difference():
    logits = np.random.default_rng(2).normal(size=(2000, 9))
    noise, other = (np.random.default_rng(seed).gumbel(size=(2000, 9)) for seed in (0, 1))
    near = (sample(logits, noise) == sample(logits, noise, temperature=1.05)).mean()
    fresh = (sample(logits, noise) == sample(logits, other)).mean()
    assert near > 0.95
    assert fresh < 0.5


test_a_bad_call_says_what_is_wrong = refusals(
    """
keep_top_k(np.zeros(3), 0) → ValueError: k must be a whole number of at least 1; got 0
keep_top_k([1.0], 1) → TypeError: logits must be an array
next_token_probabilities(np.zeros(3), top_k=-1) → ValueError: k must be a whole number of at least 1; got -1
next_token_probabilities(np.zeros(3), temperature=-1) → ValueError: temperature must be a finite number of at least 0
next_token_probabilities(np.zeros(3), temperature=math.nan) → ValueError: ...got nan
sample(np.zeros(3), torch.zeros(3)) → TypeError: ...one library
""",
    globals(),
)
