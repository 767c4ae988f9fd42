"""Every way to compute attention against torch's own, in every library and dtype."""

import numpy as np
import pytest
import torch
from attention_cases import (
    BATCHED,
    SHAPES,
    WAYS,
    close,
    numbers,
    oracle,
    queries_keys_values,
    some_mask,
)
from collected import for_each
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from whichbank.attention import attend
from whichbank.masks import causal_mask

each_way = for_each("way", WAYS)
each_batched_way = for_each("way", BATCHED)


# Against torch's attention in float64


@each_way
@for_each("shape", SHAPES)
@for_each("masked", [False, True])
def test_attention_is_torchs(backend, way, shape, masked):
    lead, n_queries, n_keys, *_ = SHAPES[shape]
    if lead and way not in BATCHED:
        lead = ()
    q, k, v = queries_keys_values(lead, *SHAPES[shape][1:])
    mask = some_mask(n_queries, n_keys) if masked else None
    got = WAYS[way](
        *map(backend.array, (q, k, v)), mask=None if mask is None else backend.array(mask, "bool")
    )
    close(backend, got, oracle(q, k, v, mask), steps=4)
    if masked and n_queries:
        assert not backend.numpy(got)[..., 0, :].any()


@each_way
def test_every_dtype_comes_back_as_it_went_in(typed, way):
    q, k, v = (typed.array(x) for x in queries_keys_values((), 5, 7, 6, 4))
    mask = some_mask(5, 7)
    got = WAYS[way](q, k, v, mask=typed.array(mask, "bool"))
    assert got.dtype == q.dtype
    close(typed, got, oracle(*map(typed.numpy, (q, k, v)), mask))


@each_batched_way
@for_each("scale", [0.0, 1, 0.3, -2.0, np.float32(0.5), np.int64(2)])
def test_a_scale_is_torchs(backend, way, scale):
    q, k, v = queries_keys_values((2,), 3, 5, 7, 4)
    close(
        backend,
        WAYS[way](*map(backend.array, (q, k, v)), scale=scale),
        oracle(q, k, v, scale=float(scale)),
        steps=4,
    )


@each_batched_way
@for_each(
    "of_q, of_k, of_v",
    [
        ((2, 3), (3,), ()),
        ((), (2, 3), (2, 3)),
        ((2, 1), (1, 3), (3,)),
        ((), (), (2, 3)),
        ((1,), (4,), (1,)),
    ],
)
def test_leading_axes_broadcast(backend, way, of_q, of_k, of_v):
    q, k, v = numbers(*of_q, 4, 6), numbers(*of_k, 5, 6, seed=1), numbers(*of_v, 5, 7, seed=2)
    lead = np.broadcast_shapes(of_q, of_k, of_v)
    mask = some_mask(*lead[-1:], 4, 5)
    want = oracle(
        *(np.broadcast_to(x, (*lead, *x.shape[-2:])) for x in (q, k, v)),
        np.broadcast_to(mask, (*lead, 4, 5)),
    )
    close(
        backend,
        WAYS[way](*map(backend.array, (q, k, v)), mask=backend.array(mask, "bool")),
        want,
        steps=4,
    )


@each_batched_way
@for_each(
    "shape", [(2, 3, 4, 5), (3, 4, 5), (4, 5), (1, 5), (4, 1), (5,), (), (2, 1, 1, 5), (2, 1, 4, 1)]
)
def test_a_mask_broadcasts(backend, way, shape):
    q, k, v = queries_keys_values((2, 3), 4, 5, 6, 7)
    mask = np.random.default_rng(4).random(shape) < 0.5
    got = WAYS[way](*map(backend.array, (q, k, v)), mask=backend.array(mask, "bool"))
    close(backend, got, oracle(q, k, v, np.broadcast_to(mask, (2, 3, 4, 5))), steps=4)


@pytest.mark.parametrize("way", WAYS)  # the examples of Hypothesis follow from an item's name
@pytest.mark.filterwarnings("ignore:overflow:RuntimeWarning")
@given(st.data())
@settings(max_examples=12)
def test_large_numbers_have_one_winner_or_equal_ones(typed, way, data):
    if way == "attend, weights asked for" and typed.name != "numpy":
        pytest.skip("this path is NumPy's own")
    # 1e4 squared is past float16. With d = 4 the scores are whole multiples of 5e7: exact in
    # float32, and far apart.
    signs = st.sampled_from([-1.0, 0.0, 1.0])
    q, k = (data.draw(arrays(np.float64, (n, 4), elements=signs)) for n in (3, 5))
    v = numbers(5, 2)
    got = WAYS[way](typed.array(q * 1e4), typed.array(k * 1e4), typed.array(v))
    scores = q @ k.T
    winners = (scores == scores.max(axis=-1, keepdims=True)).astype(float)
    close(typed, got, winners / winners.sum(axis=-1, keepdims=True) @ typed.numpy(typed.array(v)))


# The weights


def test_weights_make_the_output(typed):
    q, k, v = (typed.array(x) for x in queries_keys_values((2, 3), 4, 5, 6, 7))
    mask = some_mask(4, 5)
    out, weights = attend(q[0, 0], k[:, :1], v, mask=typed.array(mask, "bool"), return_weights=True)
    assert weights.shape == (2, 3, 4, 5)
    assert weights.dtype == out.dtype == q.dtype
    exact = typed.numpy(weights)
    assert not exact[..., ~mask].any()
    np.testing.assert_allclose(
        exact.sum(axis=-1), np.broadcast_to(mask.any(axis=-1), (2, 3, 4)), atol=typed.room
    )
    close(typed, out, exact @ typed.numpy(v), steps=2)


# Properties


@each_way
def test_nan_in_a_query_stays_in_its_row(typed, way):
    q, k, v = (numbers(*shape) for shape in ((4, 6), (5, 6), (5, 3)))
    q[1, 2] = np.nan
    got = typed.numpy(WAYS[way](*map(typed.array, (q, k, v))))
    assert np.isnan(got).any(axis=-1).tolist() == [False, True, False, False]
    empty = typed.array(np.zeros((4, 5)), "bool")
    assert not typed.numpy(WAYS[way](*map(typed.array, (q, k, v)), mask=empty)).any()


@each_way
def test_nan_in_a_key_reaches_who_attends_to_it(typed, way):
    q, k, v = (numbers(*shape) for shape in ((4, 6), (5, 6), (5, 3)))
    k[3, 0] = np.nan
    mask = causal_mask(4, 5, like=typed.array(q))
    got = typed.numpy(WAYS[way](*map(typed.array, (q, k, v)), mask=mask))
    assert np.isnan(got).any(axis=-1).tolist() == [False, False, False, True]


@each_way
def test_views_give_what_copies_give(backend, way):
    block = numbers(6, 5, 4)
    for pick in (lambda x: x[0].T, lambda x: x[::2, 1], lambda x: x[..., 2], lambda x: x[1:3, 0]):
        view, copy = pick(backend.array(block)), backend.array(np.ascontiguousarray(pick(block)))
        got, want = (backend.numpy(WAYS[way](x, x, x)) for x in (view, copy))
        np.testing.assert_allclose(got, want, rtol=1e-12, atol=1e-12)
        np.testing.assert_allclose(
            want, oracle(copy.tolist(), copy.tolist(), copy.tolist()), rtol=1e-12, atol=1e-12
        )


@each_way
def test_inputs_stay_as_they_are(typed, way):
    q, k, v = (typed.array(x) for x in queries_keys_values((), 3, 5, 4, 6))
    mask = typed.array(some_mask(3, 5), "bool")
    before = [typed.numpy(x).copy() for x in (q, k, v, mask)]
    WAYS[way](q, k, v, mask=mask)
    for array, old in zip((q, k, v, mask), before, strict=True):
        assert np.array_equal(typed.numpy(array), old)


# Gradients


def leaves(*lead: int, dtype=torch.float64) -> list[torch.Tensor]:
    return [
        torch.tensor(x, dtype=dtype).requires_grad_() for x in queries_keys_values(lead, 3, 5, 4, 2)
    ]


@each_way
@for_each("masked", [False, True])
def test_gradients(way, masked):
    mask = torch.tensor(some_mask(3, 5)) if masked else None
    q, k, v = leaves(*((2,) if way in BATCHED else ()))
    assert torch.autograd.gradcheck(lambda *qkv: WAYS[way](*qkv, mask=mask), (q, k, v))


def test_weights_have_gradients():
    mask = torch.tensor(some_mask(3, 5))
    assert torch.autograd.gradcheck(
        lambda *qkv: attend(*qkv, mask=mask, return_weights=True), leaves()
    )


@each_batched_way
@for_each("lead", [(), (2,), (2, 3), (2, 3, 4)])
@for_each("dtype", [torch.bfloat16, torch.float32, torch.float64])
def test_gradients_are_torchs(way, lead, dtype):
    mask = torch.tensor(some_mask(3, 5))
    q, k, v = leaves(*lead, dtype=dtype)
    exact = [x.detach().double().requires_grad_() for x in (q, k, v)]
    for array, out in (
        (q, WAYS[way](q, k, v, mask=mask)),
        (exact[0], oracle_with_gradients(*exact, mask)),
    ):
        (out * torch.arange(1, 3).to(array)).sum().backward()
    for got, want in zip((q, k, v), exact, strict=True):
        room = 16 * torch.finfo(dtype).eps
        torch.testing.assert_close(got.grad.double(), want.grad, rtol=room, atol=room)
    assert not q.grad[..., 0, :].any()


def oracle_with_gradients(q, k, v, mask):
    some = mask.any(dim=-1)
    kept = torch.nn.functional.scaled_dot_product_attention(
        q[..., some, :], k, v, attn_mask=mask[some]
    )
    return torch.cat(
        (kept[..., :0, :].new_zeros(*kept.shape[:-2], int((~some).sum()), kept.shape[-1]), kept),
        dim=-2,
    )


# What torch does with functions


@for_each("masked", [False, True])
@for_each("changed", ["vmap", "jvp", "export", "meta"])
def test_torch_can_map_export_and_differentiate_it(changed, masked):
    """Where the numbers cannot be looked at, nothing looks."""
    x = torch.linspace(-1, 1, 24).reshape(2, 3, 4)
    mask = causal_mask(3, like=x) if masked else None
    want = attend(x, x, x, mask=mask)

    class Answer(torch.nn.Module):
        def forward(self, x: torch.Tensor) -> torch.Tensor:
            return attend(x, x, x, mask=mask)

    if changed == "vmap":
        got = torch.func.vmap(Answer())(x)
    elif changed == "jvp":
        got, _ = torch.func.jvp(Answer(), (x,), (x,))
    elif changed == "export":
        got = torch.export.export(Answer(), (x,)).module()(x)
    else:
        x = x.to("meta")
        got = attend(x, x, x, mask=None if mask is None else mask.to("meta"))
        assert (got.device.type, got.shape) == ("meta", want.shape)
        return
    torch.testing.assert_close(got, want)
