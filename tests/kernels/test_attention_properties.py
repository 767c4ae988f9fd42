"""What must hold of the kernels for every input: Hypothesis looks for one that breaks it."""

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import array_shapes, arrays

from whichbank.attention import mix, self_attention, similarity, softmax

tables = arrays(
    np.float64, array_shapes(min_dims=1, max_dims=3, max_side=6), elements=st.floats(-1e4, 1e4)
)
small = st.floats(-3, 3)


@st.composite
def words(draw, elements=small):
    """Draw one vector for each of a few words."""
    return draw(
        arrays(np.float64, (draw(st.integers(1, 6)), draw(st.integers(1, 4))), elements=elements)
    )


def near(got, want, room=1e-9):
    np.testing.assert_allclose(got, want, rtol=room, atol=room)


@given(tables, st.floats(0.01, 100))
def test_weights_are_probabilities(backend, scores, temperature):
    weights = backend.numpy(softmax(backend.array(scores), temperature=temperature))
    assert (weights >= 0).all()
    assert (weights <= 1).all()
    near(weights.sum(axis=-1), 1)


@given(tables, st.floats(-1e4, 1e4))
def test_softmax_ignores_a_shift(backend, scores, shift):
    near(*(backend.numpy(softmax(backend.array(s))) for s in (scores, scores + shift)))


@given(tables)
def test_a_higher_score_never_gets_less(backend, scores):
    weights = backend.numpy(softmax(backend.array(scores)))
    order = np.argsort(scores, axis=-1)
    assert (np.diff(np.take_along_axis(weights, order, axis=-1), axis=-1) >= 0).all()


@given(tables, st.data())
def test_a_masked_score_has_no_influence(backend, scores, data):
    mask = data.draw(arrays(bool, scores.shape))
    other = np.where(mask, scores, data.draw(st.sampled_from([-1e4, 0.0, 1e300, np.inf, np.nan])))
    a, b = (
        backend.numpy(softmax(backend.array(s), mask=backend.array(mask, "bool")))
        for s in (scores, other)
    )
    near(a, b, room=0)
    assert not a[~mask].any()
    near(a.sum(axis=-1), mask.any(axis=-1))


@given(words(), st.randoms(use_true_random=False))
def test_self_attention_does_not_notice_the_order(backend, x, random):
    order = random.sample(range(len(x)), len(x))
    out, weights = (backend.numpy(y) for y in self_attention(backend.array(x)))
    shuffled, shuffled_weights = (backend.numpy(y) for y in self_attention(backend.array(x[order])))
    near(shuffled, out[order])
    near(shuffled_weights, weights[order][:, order])


def test_nan_stays_in_its_row(typed):
    q, k = np.ones((3, 5)), np.ones((4, 5))
    q[1, 2] = np.nan
    scores = similarity(typed.array(q), typed.array(k))
    weights = softmax(scores)
    out = mix(weights, typed.array(k), check_rows=False)
    for table in (scores, weights, out):
        assert np.isnan(typed.numpy(table)).any(axis=-1).tolist() == [False, True, False]


def test_nan_in_a_sentence_stays_in_it(typed):
    x = np.ones((2, 3, 4))
    x[1, 2, 0] = np.nan
    for table in self_attention(typed.array(x)):
        assert np.isnan(typed.numpy(table)).any(axis=(1, 2)).tolist() == [False, True]


@pytest.mark.filterwarnings("ignore:invalid value:RuntimeWarning")
def test_plus_infinity_has_no_softmax(typed):
    weights = typed.numpy(softmax(typed.array([[np.inf, 0.0], [1.0, 1.0]])))
    assert np.isnan(weights[0]).any()
    assert weights[1].tolist() == [0.5, 0.5]


# Gradients: torch compares its own differentiation with finite differences, in float64


def leaf(*shape: int, seed: int = 0) -> torch.Tensor:
    return torch.randn(
        *shape, dtype=torch.float64, generator=torch.Generator().manual_seed(seed)
    ).requires_grad_()


MASK = torch.tensor(
    [[True, False, True, True], [False, False, False, False], [True, True, True, True]]
)


@pytest.mark.parametrize(
    ("function", "inputs"),
    [
        (similarity, (leaf(2, 3, 5), leaf(2, 4, 5, seed=1))),
        (lambda s: softmax(s, axis=1, temperature=0.7), (leaf(2, 3, 4),)),
        (lambda s: softmax(s, mask=MASK), (leaf(3, 4),)),
        (lambda w, v: mix(w, v, check_rows=False), (leaf(3, 4), leaf(4, 5, seed=1))),
        (lambda s, v: mix(softmax(s), v), (leaf(3, 4), leaf(4, 5, seed=1))),
        (self_attention, (leaf(2, 4, 3),)),
    ],
    ids=["similarity", "softmax", "masked softmax", "mix", "checked mix", "self_attention"],
)
def test_gradients(function, inputs):
    assert torch.autograd.gradcheck(function, inputs)


def test_a_row_that_is_masked_whole_has_a_gradient_of_zeros():
    scores = leaf(3, 4)
    softmax(scores, mask=MASK).square().sum().backward()
    assert not scores.grad.isnan().any()
    assert not scores.grad[~MASK].any()
    assert scores.grad[2].any()
