"""The course's own functions, one for each box, with the names and arguments of the exercises.

They call each other by their names. Where a reader's function takes the place of one, the others
call the reader's: attention is then made of the reader's softmax, and a block of their attention.

Shape letters: T letters or pieces, D numbers of a vector, H heads of d numbers each, F numbers in
between, V tokens.
"""

import math

import numpy as np

Array = np.ndarray


def softmax(scores: Array) -> Array:
    """Turn scores into weights, positive and summing to 1 along the last axis.

    >>> softmax(np.array([0.0, np.log(3)])).round(2)
    array([0.25, 0.75])
    """
    powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return powers / powers.sum(axis=-1, keepdims=True)


def layer_norm(x: Array, gain: Array, shift: Array, eps: float) -> Array:
    """Bring each vector to mean 0 and variance 1, then stretch and move it, (..., D)."""
    away = x - x.mean(axis=-1, keepdims=True)
    return gain * away / np.sqrt((away**2).mean(axis=-1, keepdims=True) + eps) + shift


def split_heads(x: Array, n_heads: int) -> Array:
    """Cut each vector into a part for each head: (T, D) becomes (H, T, d)."""
    return x.reshape(len(x), n_heads, -1).swapaxes(0, 1)


def merge_heads(heads: Array) -> Array:
    """Lay the heads of each word side by side: (H, T, d) becomes (T, D)."""
    return heads.swapaxes(0, 1).reshape(heads.shape[1], -1)


def causal_attention(q: Array, k: Array, v: Array) -> Array:
    """Mix the values by softmax(q kᵀ / √d), with later words hidden, (..., T, d)."""
    scores = q @ k.swapaxes(-1, -2) / math.sqrt(q.shape[-1])
    may_attend = np.tri(scores.shape[-1], dtype=bool)
    return softmax(np.where(may_attend, scores, -1e9)) @ v


def gelu(x: Array) -> Array:
    """Let positive numbers through and hold negative ones back: x Φ(x).

    Φ comes from an approximation of erf that is off by less than 2e-7.

    >>> gelu(np.array([-3.0, 0.0, 3.0])).round(3) + 0.0
    array([-0.004,  0.   ,  2.996])

    Notes
    -----
    Abramowitz and Stegun 1964, formula 7.1.26.
    """
    z = abs(x) / math.sqrt(2)
    t = 1 / (1 + 0.3275911 * z)
    tail = t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))
    tail = t * (0.254829592 + t * (-0.284496736 + tail)) * np.exp(-z * z)
    return (x + abs(x) * (1 - tail)) / 2


def block(
    x: Array,
    n_heads: int,
    norms: Array,
    W_qkv: Array,
    b_qkv: Array,
    W_o: Array,
    b_o: Array,
    W_1: Array,
    b_1: Array,
    W_2: Array,
    b_2: Array,
) -> Array:
    """Add to the vectors what attention finds, and then what the small network makes of it, (T, D).

    ``norms``, (4, D), has gain and shift of the first norm, then of the second. ``W_qkv``,
    (D, 3 D), makes queries, keys and values side by side; ``W_1`` is (D, F) and ``W_2`` (F, D).
    """
    y = layer_norm(x, norms[0], norms[1], 1e-5)
    q, k, v = (split_heads(part, n_heads) for part in np.split(y @ W_qkv + b_qkv, 3, axis=1))
    x = x + merge_heads(causal_attention(q, k, v)) @ W_o + b_o
    y = layer_norm(x, norms[2], norms[3], 1e-5)
    return x + gelu(y @ W_1 + b_1) @ W_2 + b_2


def stack(
    x: Array,
    n_heads: int,
    norms: Array,
    W_qkv: Array,
    b_qkv: Array,
    W_o: Array,
    b_o: Array,
    W_1: Array,
    b_1: Array,
    W_2: Array,
    b_2: Array,
    last_norm: Array,
) -> Array:
    """Take the vectors through all blocks and the last norm, (T, D).

    The first axis of what a block needs counts the blocks; ``last_norm``, (2, D), has gain and
    shift.
    """
    for weights in zip(norms, W_qkv, b_qkv, W_o, b_o, W_1, b_1, W_2, b_2, strict=True):
        x = block(x, n_heads, *weights)
    return layer_norm(x, last_norm[0], last_norm[1], 1e-5)


def language_model(
    ids: Array,
    n_heads: int,
    tokens: Array,
    positions: Array,
    norms: Array,
    W_qkv: Array,
    b_qkv: Array,
    W_o: Array,
    b_o: Array,
    W_1: Array,
    b_1: Array,
    W_2: Array,
    b_2: Array,
    last_norm: Array,
    W_out: Array,
) -> Array:
    """Score each token to follow each token of a text: (T,) becomes (T, V).

    ``tokens`` is (V, D), ``positions`` has at least T rows, and ``W_out`` is (D, V); the others are
    as in ``stack``.
    """
    x = tokens[ids] + positions[: len(ids)]
    x = stack(x, n_heads, norms, W_qkv, b_qkv, W_o, b_o, W_1, b_1, W_2, b_2, last_norm)
    return x @ W_out


def next_token_weights(scores: Array, temperature: float, k: int) -> Array:
    """Return the probability with which each token is drawn next: one of the k best, (B, V)."""
    least = np.sort(scores, axis=-1)[:, [-k]]
    return softmax(np.where(scores < least, -1e9, scores / temperature))


def many_heads(x: Array, W_q: Array, W_k: Array, W_v: Array, W_o: Array) -> Array:
    """Let each head look with matrices of its own, (H, D, d), and add up what W_o makes of it."""
    q, k, v = (x @ W for W in (W_q, W_k, W_v))
    found = softmax(q @ k.swapaxes(1, 2) / math.sqrt(q.shape[-1])) @ v
    return merge_heads(found) @ W_o.reshape(-1, W_o.shape[-1])


def batch_loss(scores: Array, right: Array) -> float:
    """Return the mean of -log p of what is right, for scores and right of the shape (N, V)."""
    away = scores - scores.max(axis=-1, keepdims=True)
    logs = away - np.log(np.exp(away).sum(axis=-1, keepdims=True))
    return float(-(logs * right).sum(axis=-1).mean())


def step(head: Array, new: Array, right: Array, rate: float) -> Array:
    """Return a table, (D, V), after one step against the slope of the mean loss."""
    return head - rate * new.T @ (softmax(new @ head) - right) / len(new)
