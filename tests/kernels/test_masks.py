"""Masks: True means may attend; the same table for every library."""

import numpy as np
from attention_cases import close, numbers
from collected import for_each
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from whichbank.attention import attend
from whichbank.masks import causal_mask, combine_masks, padding_mask


@for_each("n_queries, n_keys", [(1, 1), (3, 5), (5, 3), (0, 4), (4, 0), (6, None)])
@for_each("start", [0, 1, 4])
def test_causal_is_numpys_triangle(backend, n_queries, n_keys, start):
    got = causal_mask(n_queries, n_keys, start=start, like=backend.array([1.0]))
    want = np.tri(n_queries, start + n_queries if n_keys is None else n_keys, start, dtype=bool)
    assert got.dtype == backend.array(True, "bool").dtype
    assert np.array_equal(backend.numpy(got), want)


@for_each("n_keys", [None, 5])
@for_each("heads", [False, True])
def test_padding_hides_what_is_not_there(backend, n_keys, heads):
    lengths = backend.array([3, 0, 4], "int64")
    got = padding_mask(lengths, n_keys, heads=heads)
    n = n_keys or 4
    want = [[s < length for s in range(n)] for length in (3, 0, 4)]
    assert got.shape == ((3, 1, 1, n) if heads else (3, 1, n))
    assert np.array_equal(backend.numpy(got).reshape(3, n), want)


def test_padding_does_not_change_a_sentence(backend):
    x, lengths = numbers(3, 5, 4), [3, 0, 5]
    batch = backend.array(x)
    got = attend(batch, batch, batch, mask=padding_mask(backend.array(lengths, "int32"), 5))
    heads = backend.array(np.repeat(x[:, None], 2, axis=1))
    by_head = attend(
        heads, heads, heads, mask=padding_mask(backend.array(lengths, "int32"), 5, heads=True)
    )
    for i, n in enumerate(lengths):
        alone = attend(batch[i], batch[i, :n], batch[i, :n])
        close(backend, got[i], backend.numpy(alone))
        close(backend, by_head[i, 1], backend.numpy(alone))


def test_no_sentences_have_no_padding():
    assert padding_mask(np.zeros(0, int)).shape == (0, 1, 0)


@given(
    st.lists(
        st.none() | arrays(bool, st.sampled_from([(), (4,), (3, 1), (3, 4), (2, 1, 4)])), max_size=4
    )
)
def test_combined_masks_allow_what_all_allow(masks):
    got = combine_masks(*masks)
    given_ones = [mask for mask in masks if mask is not None]
    if not given_ones:
        assert got is None
        return
    want = np.array(True)
    for mask in given_ones:
        want = np.logical_and(want, mask)
    assert np.array_equal(got, want)


def test_combining_keeps_library_and_inputs(backend):
    a, b = (backend.array(np.random.default_rng(i).random((3, 4)) < 0.5, "bool") for i in range(2))
    before = backend.numpy(a).copy()
    got = combine_masks(None, a, b)
    assert type(got) is type(a)
    assert np.array_equal(backend.numpy(got), before & backend.numpy(b))
    assert np.array_equal(backend.numpy(a), before)
