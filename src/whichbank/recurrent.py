"""Reading in order: the plain recurrent network and the LSTM, written out one word at a time (note
E1).

``rnn_step`` and ``lstm_step`` are kernels for every array library. ``RNN`` and ``LSTM`` carry their
weights as torch modules; weights go from them to ``torch.nn.RNN`` and ``torch.nn.LSTM`` of one
layer and back by ``load_state_dict``. B batch, T words, D features of a word, H features of the
state.
"""

from collections.abc import Callable
from typing import Any

import torch
from array_api_compat import torch as torch_namespace
from torch import nn

from whichbank._arrays import Array, namespace_of, need_count, sigmoid


def rnn_step(x: Array, h: Array, W_x: Array, W_h: Array, b: Array) -> Array:
    """Read one word: ``h' = tanh(W_x x + W_h h + b)``, the new state, shape (B, H).

    Parameters
    ----------
    x : array, shape (B, D)
        The word of each sentence.
    h : array, shape (B, H)
        The state: what is known of the words before.
    W_x : array, shape (H, D)
    W_h : array, shape (H, H)
    b : array, shape (H,)

    Examples
    --------
    >>> import numpy as np
    >>> one = np.ones((1, 1))
    >>> rnn_step(one, one, 0.5 * one, 0.25 * one, np.array([0.0])).round(3)
    array([[0.635]])

    Notes
    -----
    Elman 1990; Goodfellow, Bengio and Courville 2016, equations 10.8 and 10.9.
    """
    xp = namespace_of(x=x, h=h, W_x=W_x, W_h=W_h, b=b)
    _need_fit(x, h, W_x, W_h, b, gates=1)
    return _rnn(xp, x, h, W_x, W_h, b)


def _rnn(xp: Any, x: Array, h: Array, W_x: Array, W_h: Array, b: Array) -> Array:
    return xp.tanh(x @ W_x.T + h @ W_h.T + b)  # (B, H)


def lstm_step(
    x: Array, h: Array, c: Array, W_x: Array, W_h: Array, b: Array
) -> tuple[Array, Array]:
    """Read one word, with gates for what to write, what to keep and what to show; return the new h
    and c.

    ``i, f, g, o = split(W_x x + W_h h + b)``; ``c' = σ(f) c + σ(i) tanh(g)``;
    ``h' = σ(o) tanh(c')``. Where the forget gate is open and the input gate shut, c stays as it
    was.

    Parameters
    ----------
    x : array, shape (B, D)
        The word of each sentence.
    h, c : arrays, shape (B, H)
        The output, and the memory.
    W_x : array, shape (4H, D)
        Four blocks of rows, one a gate: input, forget, candidate, output.
    W_h : array, shape (4H, H)
    b : array, shape (4H,)

    Examples
    --------
    >>> import numpy as np
    >>> zero, keep = np.zeros((1, 1)), np.array([-50.0, 50.0, 0.0, 50.0])
    >>> h, c = lstm_step(zero, zero, zero + 0.7, np.zeros((4, 1)), np.zeros((4, 1)), keep)
    >>> c
    array([[0.7]])

    Notes
    -----
    Hochreiter and Schmidhuber 1997, with the forget gate of Gers et al. 2000.
    """
    xp = namespace_of(x=x, h=h, c=c, W_x=W_x, W_h=W_h, b=b)
    _need_fit(x, h, W_x, W_h, b, gates=4)
    if tuple(c.shape) != tuple(h.shape):
        raise ValueError(f"h and c must have one shape; got {tuple(h.shape)} and {tuple(c.shape)}")
    return _lstm(xp, x, h, c, W_x, W_h, b)


def _lstm(
    xp: Any, x: Array, h: Array, c: Array, W_x: Array, W_h: Array, b: Array
) -> tuple[Array, Array]:
    size = h.shape[1]
    gates = x @ W_x.T + h @ W_h.T + b  # (B, 4H)
    i, f, g, o = (gates[:, n * size : (n + 1) * size] for n in range(4))  # (B, H) each
    c = sigmoid(xp, f) * c + sigmoid(xp, i) * xp.tanh(g)
    return sigmoid(xp, o) * xp.tanh(c), c


class _Recurrent(nn.Module):
    """The weights of one layer, named as torch names them, and the loop over the words."""

    gates, states = 1, 1

    def __init__(self, d_input: int, d_state: int) -> None:
        super().__init__()
        need_count("d_input", d_input, 1)
        need_count("d_state", d_state, 1)
        self.d_input, self.d_state = d_input, d_state
        rows, bound = self.gates * d_state, d_state**-0.5
        self.weight_ih_l0 = nn.Parameter(torch.empty(rows, d_input).uniform_(-bound, bound))
        self.weight_hh_l0 = nn.Parameter(torch.empty(rows, d_state).uniform_(-bound, bound))
        self.bias_ih_l0 = nn.Parameter(torch.empty(rows).uniform_(-bound, bound))
        self.bias_hh_l0 = nn.Parameter(torch.empty(rows).uniform_(-bound, bound))

    def _read(
        self, x: torch.Tensor, states: Any, step: Callable[..., Any]
    ) -> tuple[torch.Tensor, Any]:
        """Take a step for each word; the weights fit, so that only x and the first state are
        checked.
        """
        if not isinstance(x, torch.Tensor) or x.ndim != 3 or x.shape[2] != self.d_input:
            got = tuple(x.shape) if isinstance(x, torch.Tensor) else type(x).__name__
            raise ValueError(f"x must be a tensor of the shape (B, T, {self.d_input}); got {got}")
        if states is None:
            states = (x.new_zeros(x.shape[0], self.d_state),) * self.states
        for state in states:
            if tuple(state.shape) != (x.shape[0], self.d_state):
                want = (x.shape[0], self.d_state)
                raise ValueError(
                    f"the state must have the shape (B, H) = {want}; got {tuple(state.shape)}"
                )
        bias = self.bias_ih_l0 + self.bias_hh_l0
        shown = []
        # one word after the other: no step can begin before the last is done
        for t in range(x.shape[1]):
            states = step(
                torch_namespace, x[:, t], *states, self.weight_ih_l0, self.weight_hh_l0, bias
            )
            states = states if isinstance(states, tuple) else (states,)
            shown.append(states[0])
        out = torch.stack(shown, dim=1) if shown else x.new_zeros(x.shape[0], 0, self.d_state)
        return out, states  # (B, T, H)


class RNN(_Recurrent):
    """A plain recurrent network: one state, rewritten at every word.

    Parameters
    ----------
    d_input : int
        D, the features of a word.
    d_state : int
        H, the features of the state.

    Examples
    --------
    >>> out, h = RNN(5, 3)(torch.zeros(2, 7, 5))
    >>> out.shape, h.shape
    (torch.Size([2, 7, 3]), torch.Size([2, 3]))
    """

    def forward(
        self, x: torch.Tensor, h: torch.Tensor | None = None
    ) -> tuple[torch.Tensor, torch.Tensor]:
        """Read sentences x, (B, T, D), word by word, from the state h, (B, H), or zeros.

        Return the state after each word, (B, T, H), and the last one, (B, H).
        """
        out, (h,) = self._read(x, None if h is None else (h,), _rnn)
        return out, h


class LSTM(_Recurrent):
    """A long short-term memory: gates guard a memory that is added to, not rewritten.

    Parameters
    ----------
    d_input : int
        D, the features of a word.
    d_state : int
        H, the features of the state and of the memory.

    Examples
    --------
    >>> out, (h, c) = LSTM(5, 3)(torch.zeros(2, 7, 5))
    >>> out.shape, c.shape
    (torch.Size([2, 7, 3]), torch.Size([2, 3]))
    """

    gates, states = 4, 2

    def forward(
        self, x: torch.Tensor, state: tuple[torch.Tensor, torch.Tensor] | None = None
    ) -> tuple[torch.Tensor, tuple[torch.Tensor, torch.Tensor]]:
        """Read sentences x, (B, T, D), word by word, from the state (h, c), (B, H) each, or zeros.

        Return the output after each word, (B, T, H), and the last (h, c).
        """
        return self._read(x, state, _lstm)


def influence(reader: Callable[[torch.Tensor], Any], x: torch.Tensor) -> torch.Tensor:
    """Return how strongly each word still moves the last output, shape (T,).

    Measured by the length of the gradient of the summed last output, averaged over the sentences.

    Parameters
    ----------
    reader : callable
        Takes x and returns the outputs (B, T, H), alone or first in a tuple: an RNN, an LSTM,
        attention.
    x : tensor, shape (B, T, D)
        Sentences.

    Examples
    --------
    >>> out = influence(lambda x: x.cumsum(dim=1), torch.zeros(1, 4, 9))  # a reader that forgets nothing
    >>> out.tolist()
    [3.0, 3.0, 3.0, 3.0]
    """
    if x.ndim != 3 or 0 in x.shape:
        raise ValueError(
            f"x must have the shape (B, T, D) with at least one word; got {tuple(x.shape)}"
        )
    x = x.detach().clone().requires_grad_()
    out = reader(x)
    out = out[0] if isinstance(out, tuple) else out  # (B, T, H)
    (gradient,) = torch.autograd.grad(out[:, -1].sum(), x)
    return gradient.norm(dim=2).mean(dim=0)  # (T,)


def _need_fit(x: Array, h: Array, W_x: Array, W_h: Array, b: Array, gates: int) -> None:
    for name, one in (("x", x), ("h", h)):
        if one.ndim != 2:
            raise ValueError(
                f"{name} must have two axes, one row a sentence; got {tuple(one.shape)}"
            )
    if x.shape[0] != h.shape[0]:
        raise ValueError(
            f"x and h must have one row for each sentence; got {x.shape[0]} and {h.shape[0]}"
        )
    rows, size = gates * h.shape[1], h.shape[1]
    for name, one, shape in (
        ("W_x", W_x, (rows, x.shape[1])),
        ("W_h", W_h, (rows, size)),
        ("b", b, (rows,)),
    ):
        if tuple(one.shape) != shape:
            raise ValueError(f"{name} must have the shape {shape}; got {tuple(one.shape)}")
