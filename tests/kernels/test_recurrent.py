"""The recurrent networks against torch's own, with the same weights: outputs, states and
gradients.
"""

import numpy as np
import pytest
import torch
from attention_cases import numbers
from hypothesis import given
from hypothesis import strategies as st
from refusals import refusals
from torch import nn

from whichbank import recurrent
from whichbank.recurrent import LSTM, RNN, influence, lstm_step, rnn_step

pytestmark = pytest.mark.numbers

PAIRS = [pytest.param(RNN, nn.RNN, id="rnn"), pytest.param(LSTM, nn.LSTM, id="lstm")]


def both(ours, theirs, d_input, d_state, dtype=torch.float64, device="cpu"):
    """Build our network and torch's with the same weights."""
    torch.manual_seed(0)
    one = ours(d_input, d_state).to(device, dtype)
    other = theirs(d_input, d_state, batch_first=True).to(device, dtype)
    other.load_state_dict(one.state_dict())
    return one, other


def flat(state):
    return state if isinstance(state, tuple) else (state,)


@pytest.mark.parametrize(("ours", "theirs"), PAIRS)
@pytest.mark.parametrize("begun", [False, True])
def test_outputs_states_and_gradients_are_torchs(ours, theirs, begun):
    one, other = both(ours, theirs, 5, 3)
    x = torch.tensor(numbers(4, 7, 5), requires_grad=True)
    states = [torch.tensor(numbers(4, 3, seed=s), requires_grad=True) for s in (1, 2)][: one.states]
    found = []
    for network in (one, other):
        network.zero_grad()
        start = states if network is one else [state[None] for state in states]
        start = (tuple(start) if one.states == 2 else start[0]) if begun else None
        out, last = network(x, start)
        last = [state.reshape(4, 3) for state in flat(last)]
        loss = (out * torch.arange(84).reshape(4, 7, 3)).sum() + sum(
            (state**2).sum() for state in last
        )
        leaves = [x, *network.parameters(), *(states if begun else [])]
        found.append([out, *last, *torch.autograd.grad(loss, leaves)])
    for got, want in zip(*found, strict=True):
        torch.testing.assert_close(got, want, rtol=1e-10, atol=1e-10)


@given(st.integers(1, 4), st.integers(1, 6), st.integers(1, 5), st.integers(1, 5))
@pytest.mark.parametrize(("ours", "theirs"), PAIRS)
def test_every_shape_is_torchs(ours, theirs, b, t, d, h):
    one, other = both(ours, theirs, d, h)
    x = torch.tensor(numbers(b, t, d))
    out, want = one(x)[0], other(x)[0]
    assert out.shape == (b, t, h)
    torch.testing.assert_close(out, want)


@pytest.mark.gpu
@pytest.mark.skipif(
    not torch.cuda.is_available(), reason="cuda needs a CUDA GPU, and torch sees none"
)
@pytest.mark.parametrize(("ours", "theirs"), PAIRS)
def test_on_a_gpu_too(ours, theirs):
    one, other = both(ours, theirs, 5, 3, torch.float32, "cuda")
    x = torch.tensor(numbers(4, 7, 5), dtype=torch.float32, device="cuda")
    torch.testing.assert_close(one(x)[0], other(x)[0], rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize(("ours", "theirs"), PAIRS)
def test_no_words_leave_the_state(ours, theirs):
    network, _ = both(ours, theirs, 5, 3)
    out, last = network(torch.zeros(2, 0, 5, dtype=torch.float64))
    assert out.shape == (2, 0, 3)
    assert not any(state.any() for state in flat(last))


def test_the_steps_are_torchs_cells(typed):
    x, h, c = (typed.array(numbers(4, size, seed=size)) for size in (5, 3, 3))
    for step, cell, gates in ((rnn_step, nn.RNNCell, 1), (lstm_step, nn.LSTMCell, 4)):
        theirs = cell(5, 3).to(torch.float64)
        W_x, W_h, b = (
            typed.array(numbers(*s, seed=9) / 2)
            for s in ((3 * gates, 5), (3 * gates, 3), (3 * gates,))
        )
        exact = [torch.tensor(typed.numpy(w)) for w in (W_x, W_h, b)]
        names = ("weight_ih", "weight_hh", "bias_ih", "bias_hh")
        theirs.load_state_dict(dict(zip(names, [*exact, torch.zeros(3 * gates)], strict=True)))
        states = (h, c) if gates == 4 else (h,)
        wide = [torch.tensor(typed.numpy(one)) for one in (x, *states)]
        want = theirs(wide[0], tuple(wide[1:]) if gates == 4 else wide[1])
        got = step(x, *states, W_x, W_h, b)
        for one, other in zip(flat(got), flat(want), strict=True):
            assert one.dtype == x.dtype
            np.testing.assert_allclose(
                typed.numpy(one), other.detach(), rtol=9 * typed.room, atol=9 * typed.room
            )


def test_an_open_forget_gate_keeps_the_memory(backend):
    zero, memory = backend.array(np.zeros((3, 2))), backend.array(numbers(3, 2))
    bias = backend.array(np.repeat([-80.0, 80.0, 3.0, 80.0], 2))
    weights = backend.array(np.zeros((8, 2)))
    h, c = zero, memory
    for _ in range(50):
        h, c = lstm_step(zero, h, c, weights, weights, bias)
    np.testing.assert_allclose(backend.numpy(c), backend.numpy(memory), atol=1e-12)


def test_large_numbers_do_not_overflow(typed):
    big = typed.array(np.full((2, 2), 1e4))
    weights, bias = typed.array(np.full((8, 2), 1.0)), typed.array(np.full(8, -1e4))
    with np.errstate(over="raise", invalid="raise"):
        for sign in (1.0, -1.0):
            assert all(
                np.isfinite(typed.numpy(one)).all()
                for one in lstm_step(big * sign, big, big, weights, weights, bias)
            )


def test_influence_of_a_plain_network_fades_and_an_open_memorys_stays():
    torch.manual_seed(0)
    x = torch.randn(8, 30, 5)
    plain, gated = RNN(5, 16), LSTM(5, 16)
    with torch.no_grad():
        gated.bias_ih_l0[16:32] += 6.0  # the forget gate
    fades, stays = influence(plain, x), influence(gated, x)
    assert fades.shape == (30,)
    assert fades[0] < 1e-3 * fades[-1]
    assert stays[0] > 0.1 * stays[-1]


def test_influence_is_the_gradient():
    weights = torch.tensor([[0.5, 2.0, 1.0]])
    got = influence(lambda x: (x * weights[..., None]).cumsum(1), torch.zeros(2, 3, 4))
    torch.testing.assert_close(got, 2 * weights[0])


X, H = np.ones((4, 5)), np.ones((4, 3))
test_a_bad_call_says_what_is_wrong = refusals(
    """
rnn_step([1.0], H, H, H, H) → TypeError: x must be an array (NumPy, torch, ...); got list
rnn_step(X[0], H, X[:3], H[:3], H[0]) → ValueError: x must have two axes, one row a sentence
rnn_step(X[:2], H, X[:3], H[:3], H[0]) → ValueError: x and h must have one row for each sentence; got 2 and 4
rnn_step(X, H, X[:3].T, H[:3], H[0]) → ValueError: W_x must have the shape (3, 5); got (5, 3)
rnn_step(X, H, X[:3], H, H[0]) → ValueError: W_h must have the shape (3, 3); got (4, 3)
rnn_step(X, H, X[:3], H[:3], X[0]) → ValueError: b must have the shape (3,); got (5,)
lstm_step(X, H, H, X[:3], H[:3], H[0]) → ValueError: W_x must have the shape (12, 5); got (3, 5)
lstm_step(X, H, H[:, :2], np.ones((12, 5)), np.ones((12, 3)), np.ones(12))
    → ValueError: h and c must have one shape; got (4, 3) and (4, 2)
RNN(5, 0) → ValueError: d_state must be a whole number of at least 1; got 0
RNN(5, 3)([1]) → ValueError: x must be a tensor of the shape (B, T, 5); got list
RNN(5, 3)(torch.ones(2, 7, 5), torch.ones(1, 2, 3))
    → ValueError: the state must have the shape (B, H) = (2, 3); got (1, 2, 3)
influence(RNN(5, 3), torch.ones(2, 0, 5))
    → ValueError: x must have the shape (B, T, D) with at least one word; got (2, 0, 5)
""",
    vars(recurrent) | globals(),
)
