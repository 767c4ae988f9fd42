"""Position codes against the formulas of the papers, complex numbers, torch, and the invariants
they promise.
"""

import numpy as np
import torch
from attention_cases import close, numbers
from collected import for_each
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from refusals import refusals

from whichbank import positions
from whichbank.positions import (
    frequencies,
    offset_spread,
    ripples,
    rotary,
    rotary_spread,
    sinusoidal,
    sinusoidal_nd,
    waves,
)
from whichbank.positions.learned import LearnedPositions

places = st.floats(-500, 500)
sizes = st.integers(1, 16).map(lambda half: 2 * half)


# Waves


def test_sinusoidal_is_the_formula_of_the_paper(backend):
    got = sinusoidal(backend.array(np.arange(50)), 12)
    assert tuple(got.shape) == (50, 12)
    want = np.empty((50, 12))
    for t, i in np.ndindex(50, 6):
        want[t, 2 * i] = np.sin(t / 10000 ** (2 * i / 12))
        want[t, 2 * i + 1] = np.cos(t / 10000 ** (2 * i / 12))
    close(backend, got, want, steps=50)


def test_sinusoidal_works_in_every_dtype(typed):
    got = sinusoidal(typed.array([0.0, 1.0, 3.0]), 8)
    assert got.dtype == typed.array([0.0]).dtype
    close(typed, got, sinusoidal(np.array([0.0, 1.0, 3.0]), 8), steps=3)


@for_each("n", [1, 2, 3, 5])
def test_n_dimensions_are_side_by_side(backend, n):
    points = numbers(7, 4, n)
    got = sinusoidal_nd(backend.array(points), 8 * n, base=100.0)
    want = np.concatenate(
        [sinusoidal(points[..., axis], 8, base=100.0) for axis in range(n)], axis=-1
    )
    assert tuple(got.shape) == (7, 4, 8 * n)
    close(backend, got, want, steps=10)


def test_waves_are_real_and_imaginary_parts(backend):
    points, directions = numbers(4, 6, 3), numbers(5, 3, seed=1)
    got = backend.numpy(waves(backend.array(points), backend.array(directions)))
    want = np.exp(1j * np.einsum("tsn,wn->tsw", points, directions))
    np.testing.assert_allclose(got[..., 1::2] + 1j * got[..., 0::2], want, atol=1e-12)


# Invariants


@for_each("d_model", [2, 6, 64, 512])
@for_each("offset", [0.0, 1.0, 7.0, 100.0, -3.5])
def test_dot_products_depend_on_the_offset_only(backend, d_model, offset):
    starts = backend.array(np.arange(200.0))
    assert offset_spread(lambda t: sinusoidal(t, d_model), starts, offset) < max(
        1e-12, d_model * 1e-14
    )


@for_each("n", [2, 3, 4])
def test_in_n_dimensions_too(backend, n):
    starts, offset = backend.array(numbers(100, n) * 30), backend.array(numbers(n, seed=1) * 5)
    assert offset_spread(lambda x: sinusoidal_nd(x, 16 * n), starts, offset) < 1e-12
    directions = backend.array(numbers(20, n, seed=2))
    assert offset_spread(lambda x: waves(x, directions), starts, offset) < 1e-12


def test_the_spread_finds_codes_that_break_the_promise():
    starts = np.arange(100.0)
    # no cosines
    assert (
        offset_spread(lambda t: np.sin(t[:, None] * frequencies(16, 10000.0, t)), starts, 5.0) > 0.1
    )
    # scaled afterwards
    assert offset_spread(lambda t: sinusoidal(t, 16) * (1 + t[:, None] / 100), starts, 5.0) > 1
    table = numbers(200, 16)
    assert offset_spread(lambda t: table[t.astype(int)], starts, 5.0) > 1  # a random table


# Ripples


def test_ripples_are_rings(backend):
    points, stones, lengths = numbers(4, 5, 2), numbers(3, 2, seed=1), np.array([1.0, 2.5, 0.3])
    got = ripples(*map(backend.array, (points, stones, lengths)), time=0.25)
    assert tuple(got.shape) == (4, 5, 3)
    distance = np.linalg.norm(points[:, :, None] - stones, axis=-1)
    close(backend, got, np.cos(2 * np.pi * (distance / lengths - 0.25)), steps=100)


@given(st.floats(0, 6.28), st.floats(0, 50), st.floats(0.5, 10), st.floats(0, 3))
def test_a_ring_has_one_height_and_runs_outwards(angle, radius, wavelength, time):
    stone, length = np.array([[2.0, -1.0]]), np.array([wavelength])

    def height(r, turn, when):
        return ripples(
            stone[0] + r * np.array([np.cos(turn), np.sin(turn)]), stone, length, time=when
        )

    here = height(radius, angle, time)
    np.testing.assert_allclose(height(radius, 0.0, time), here, atol=1e-9)
    np.testing.assert_allclose(height(radius + wavelength, angle, time), here, atol=1e-9)
    np.testing.assert_allclose(height(radius + wavelength / 4, angle, time + 0.25), here, atol=1e-9)


# Rotary


@for_each("lead", [(), (2,), (2, 3)])
def test_rotary_is_a_product_of_complex_numbers(backend, lead):
    x, t = numbers(*lead, 7, 10), np.array([0.0, 1, 2, 5, 5, 40, -3])
    got = backend.numpy(rotary(backend.array(x), backend.array(t)))
    turn = np.exp(1j * np.einsum("t,i->ti", t, 10000.0 ** (-2 * np.arange(5) / 10)))
    want = (x[..., 0::2] + 1j * x[..., 1::2]) * turn
    assert got.shape == x.shape
    np.testing.assert_allclose(got[..., 0::2] + 1j * got[..., 1::2], want, atol=1e-12)


def test_rotary_counts_from_0(typed):
    x = typed.array(numbers(300, 4))
    got = rotary(x)
    assert got.dtype == x.dtype
    # bfloat16 has no 257
    close(typed, got, rotary(typed.numpy(x)), steps=1 if "16" in typed.dtype else 40)


@given(arrays(np.float64, (2, 8), elements=st.floats(-3, 3)), places, st.floats(-50, 50))
def test_rotary_scores_depend_on_the_offset_and_lengths_stay(qk, start, offset):
    q, k = qk
    assert rotary_spread(q, k, start + np.arange(50.0), offset) < 1e-10
    np.testing.assert_allclose(
        np.linalg.norm(rotary(qk, np.array([start, offset])), axis=-1),
        np.linalg.norm(qk, axis=-1),
        atol=1e-12,
    )


def test_rotary_and_waves_pass_gradients():
    x = torch.tensor(numbers(5, 4), requires_grad=True)
    t = torch.tensor(numbers(5, seed=1), requires_grad=True)
    assert torch.autograd.gradcheck(lambda x, t: rotary(x, t), (x, t))
    assert torch.autograd.gradcheck(lambda t: sinusoidal(t, 6), (t,))


# Learned


def test_learned_positions_are_an_embedding():
    ours = LearnedPositions(12, 5)
    theirs = torch.nn.Embedding(12, 5)
    theirs.load_state_dict(ours.state_dict())
    at = torch.tensor([[0, 3, 3], [11, 1, 0]])
    torch.testing.assert_close(ours(at), theirs(at))
    assert ours(at).shape == (2, 3, 5)
    grads = []
    for module in (ours, theirs):
        module.zero_grad()
        (module(at) ** 2).sum().backward()
        grads.append(module.weight.grad)
    torch.testing.assert_close(*grads)
    assert ours(torch.zeros(0, dtype=torch.int64)).shape == (0, 5)


# Bad calls

T, X = np.arange(4.0), np.ones((4, 6))
test_a_bad_call_says_what_is_wrong = refusals(
    """
sinusoidal([0, 1], 4) → TypeError: positions must be an array (NumPy, torch, ...); got list
sinusoidal(np.arange(4), 4) → TypeError: positions must hold floating-point
sinusoidal(T, 5) → ValueError: d_model must be an even number; got 5
sinusoidal(T, 4.0) → ValueError: d_model must be a whole number of at least 2; got 4.0
sinusoidal(T, 4, base=1) → ValueError: base must be a finite number above 1; got 1
rotary(X, base="big") → ValueError: base must be a finite number above 1; got 'big'
sinusoidal_nd(X[:, :2], 6) → ValueError: d_model must be a multiple of 2N for N coordinates; got 6 and N = 2
sinusoidal_nd(X[:, :0], 6) → ValueError: d_model must be a multiple of 2N for
sinusoidal_nd(np.array(1.0), 4) → ValueError: coordinates must have at least one axis; got a single number
waves(X, np.ones((3, 5))) → ValueError: coordinates and directions must share their last axis; got 6 and 5
waves(X, np.ones(6)) → ValueError: directions must have the shape (W, N); got (6,)
waves(X, torch.ones(3, 6)) → TypeError: coordinates and directions must be arrays of one library
ripples(X, np.ones((3, 2)), np.ones(3)) → ValueError: stones must have the shape (S, N) with N = 6; got (3, 2)
ripples(X, X, np.ones(3)) → ValueError: wavelengths must have the shape (4,); got (3,)
ripples(X, X, T) → ValueError: wavelengths must be above 0; got 0.0
ripples(X, X, T + 1, time=float("nan")) → ValueError: time must be a finite number; got nan
rotary(T) → ValueError: x must have the shape (..., T, D), one vector a row
rotary(X, T[:3]) → ValueError: positions must have the shape (4,); got (3,)
rotary(X, T.astype("float32")) → TypeError: x and positions must share one dtype; got float64 and float32
LearnedPositions(0, 4) → ValueError: max_length must be a whole number of at least 1
LearnedPositions(4, 2)(torch.tensor([0, 4]))
    → ValueError: positions must be between 0 and 3, the table's length; got 0 to 4
LearnedPositions(4, 2)(torch.tensor([0.5])) → TypeError: positions must hold whole numbers; got torch.float32
""",
    vars(positions) | globals(),
)
