"""Attention in blocks: the same numbers at every edge of a block, in less memory, with nothing
computed in vain.
"""

import threading
import tracemalloc

import numpy as np
import pytest
import torch
from attention_cases import close, numbers, oracle, queries_keys_values, rounding_of_scores
from collected import for_each
from hypothesis import given, settings
from hypothesis import strategies as st
from threadpoolctl import threadpool_info, threadpool_limits

import whichbank.streaming
from whichbank.attention import attend
from whichbank.masks import causal_mask
from whichbank.streaming import attend_streaming


@pytest.fixture
def small_blocks(monkeypatch):
    """Make the blocks so small that a few words fill many."""
    monkeypatch.setattr(whichbank.streaming, "QUERIES", 2)
    monkeypatch.setattr(whichbank.streaming, "KEYS", 3)


def streamed(backend, q, k, v, mask=None, **rest):
    mask = None if mask is None else backend.array(mask, "bool")
    return attend_streaming(*map(backend.array, (q, k, v)), mask=mask, **rest)


# The same numbers


@for_each("causal", [False, True])
@for_each("lead", [(), (2, 3)])
def test_every_dtype_in_many_blocks(typed, small_blocks, causal, lead):
    q, k, v = (typed.array(x) for x in queries_keys_values(lead, 7, 8, 6, 4))
    got = attend_streaming(q, k, v, causal=causal)
    assert got.dtype == q.dtype
    mask = np.tri(7, 8, dtype=bool) if causal else None
    close(typed, got, oracle(*map(typed.numpy, (q, k, v)), mask))


@given(st.data())
@settings(max_examples=40)
def test_any_blocks_give_attend(backend, data):
    n_queries, n_keys, d = (data.draw(st.integers(1, 9)) for _ in range(3))
    causal, masked = data.draw(st.booleans()), data.draw(st.booleans())
    # far apart: the maximum changes from block to block
    far = data.draw(st.sampled_from([1.0, 30.0, 1e4]))
    rng = np.random.default_rng(data.draw(st.integers(0, 2**32)))
    q, k, v = (rng.normal(size=shape) for shape in ((n_queries, d), (n_keys, d), (n_keys, 2)))
    k *= far
    mask = rng.random((n_queries, n_keys)) < data.draw(st.floats(0, 1)) if masked else None
    allowed = (
        np.tri(n_queries, n_keys, dtype=bool) if causal else np.ones((n_queries, n_keys), bool)
    )
    want = oracle(q, k, v, allowed if mask is None else allowed & mask)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(whichbank.streaming, "QUERIES", data.draw(st.integers(1, 10)))
        patch.setattr(whichbank.streaming, "KEYS", data.draw(st.integers(1, 10)))
        got = backend.numpy(streamed(backend, q, k, v, mask, causal=causal))
    np.testing.assert_allclose(got, want, rtol=1e-9, atol=1e-9)


@for_each("course", [range(12), range(12)[::-1], [4, 4, 4, 12, 12, 12, 3.99, 3.99, 3.99, 4, 4, 4]])
@pytest.mark.numbers
@for_each("step", [1.0, 20.0, 80.0, 1000.0])
def test_the_maximum_may_rise_or_fall_without_end(typed, small_blocks, course, step):
    k = step * np.array(course, float)[:, None] * np.ones((12, 4)) / 2
    q, v = np.array([[1.0] * 4, [-1.0] * 4, [0.0] * 4]), numbers(12, 2)
    q, k, v = (typed.array(x) for x in (q, k, v))
    got = attend_streaming(q, k, v)
    q, k, v = map(typed.numpy, (q, k, v))
    close(typed, got, oracle(q, k, v), more=rounding_of_scores(typed, q, k))


def test_values_at_the_edge_of_float32_do_not_overflow(small_blocks):
    q, k, v = (
        np.ones((1, 4), "f4"),
        np.linspace(0, 3, 9, dtype="f4")[:, None] * np.ones((9, 4), "f4"),
        numbers(9, 2),
    )
    got = attend_streaming(q, k, (v * 1e30).astype("f4"))
    np.testing.assert_allclose(got, oracle(q, k, v * 1e30), rtol=1e-5, atol=1e25)


def test_scores_far_below_zero_do_not_vanish(typed, small_blocks):
    q, k, v = (
        typed.array(np.full((3, 4), 100.0)),
        typed.array(np.full((7, 4), -100.0)),
        typed.array(numbers(7, 2)),
    )
    close(typed, attend_streaming(q, k, v), np.broadcast_to(typed.numpy(v).mean(axis=0), (3, 2)))
    # the first blocks of query 1 are empty, all of query 2
    mask = np.arange(7)[None, :] >= np.array([[0], [4], [7]])
    want = oracle(*map(typed.numpy, (q, k, v)), mask)
    close(typed, attend_streaming(q, k, v, mask=typed.array(mask, "bool")), want)


def test_gradients_flow_through_the_blocks(small_blocks):
    q, k, v = (torch.tensor(x).requires_grad_() for x in queries_keys_values((2,), 5, 7, 3, 2))
    k.data *= 40  # the maximum is raised on the way
    mask = torch.tensor(np.random.default_rng(0).random((5, 7)) < 0.5)
    for rest in ({}, {"causal": True}, {"mask": mask}, {"mask": mask, "causal": True}):
        assert torch.autograd.gradcheck(
            lambda *qkv, rest=rest: attend_streaming(*qkv, **rest), (q, k / 40, v)
        )


# Nothing in vain


def test_a_causal_mask_skips_what_it_empties(small_blocks):
    n = 24
    x = numbers(n, 4)

    def read(**rest) -> int:
        """Count the scores that are computed: a NaN in a key and its value reaches all queries
        whose blocks hold it.
        """
        found = 0
        for key in range(n):
            keys = np.where(np.arange(n)[:, None] == key, np.nan, x)
            found += int(np.isnan(attend_streaming(x, keys, keys, **rest)[:, 0]).sum())
        return found

    assert read() == n * n
    assert read(causal=True) == n * (n + 2) / 2  # 2 queries a block
    assert n * n / 2 < read(mask=causal_mask(n)) < 0.6 * n * n
    assert read(mask=np.zeros((n, n), bool)) == 0


def test_numpys_memory_does_not_grow_with_the_table():
    q, k, v = (numbers(2, 2048, 8, seed=i).astype("f4") for i in range(3))

    def peak(call) -> int:
        call(q[:, :1], k, v)
        tracemalloc.start()
        call(q, k, v)
        most = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        return most - q.nbytes  # the result is not extra

    table = 2 * 2048 * 2048 * 4
    assert peak(attend) > table
    assert peak(attend_streaming) < table / 20


# Threads


def blas_threads() -> set[int]:
    return {pool["num_threads"] for pool in threadpool_info() if pool["user_api"] == "blas"}


@pytest.fixture
def seen(monkeypatch):
    """Note in which threads the heads are computed, and with how many threads of BLAS."""
    noted = []
    original = whichbank.streaming._stream

    def stream(*args, **rest):
        noted.append((threading.get_ident(), max(blas_threads())))
        return original(*args, **rest)

    monkeypatch.setattr(whichbank.streaming, "_stream", stream)
    return noted


@pytest.mark.skipif(not blas_threads(), reason="NumPy's BLAS here is none that threadpoolctl knows")
def test_heads_are_spread_over_threads_with_one_blas_thread_each(seen):
    q, k, v = queries_keys_values((2, 3), 300, 301, 8, 4)
    with threadpool_limits(3, user_api="blas"):
        allowed = blas_threads()
        got = attend_streaming(q, k, v)
        assert blas_threads() == allowed
    np.testing.assert_allclose(got, oracle(q, k, v), rtol=1e-12, atol=1e-12)
    assert len(seen) == 6
    assert {n for _, n in seen} == {1}
    assert threading.get_ident() not in {thread for thread, _ in seen}


def test_one_thread_or_little_work_needs_no_others(seen):
    with threadpool_limits(1, user_api="blas"):
        attend_streaming(*queries_keys_values((2, 3), 300, 301, 8, 4))
    attend_streaming(*queries_keys_values((2, 3), 30, 31, 8, 4))
    assert {thread for thread, _ in seen} == {threading.get_ident()}


def test_an_error_in_a_thread_is_told(monkeypatch):
    def fail(*args, **rest):
        raise MemoryError("no room")

    monkeypatch.setattr(whichbank.streaming, "_stream", fail)
    with threadpool_limits(2, user_api="blas"), pytest.raises(MemoryError, match="no room"):
        attend_streaming(*queries_keys_values((2, 3), 300, 301, 8, 4))


def test_calls_from_two_threads_leave_blas_as_it_was():
    q, k, v = queries_keys_values((4,), 400, 400, 8, 4)
    want, results = oracle(q, k, v), []
    with threadpool_limits(2, user_api="blas"):
        before = blas_threads()
        callers = [
            threading.Thread(target=lambda: results.append(attend_streaming(q, k, v)))
            for _ in range(4)
        ]
        for caller in callers:
            caller.start()
        for caller in callers:
            caller.join()
        assert blas_threads() == before
    assert len(results) == 4
    for got in results:
        np.testing.assert_allclose(got, want, rtol=1e-12, atol=1e-12)
