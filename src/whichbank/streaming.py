"""Attention that never writes down the table of weights: the softmax is computed while the keys
stream past.
"""

# ruff: noqa: E741 - m, l and acc are the letters of chapter cost

from math import prod
from typing import Any

import numpy as np
from array_api_compat import device

from whichbank._arrays import Array, computing_dtype, need_attention
from whichbank._threads import spread
from whichbank._torch import takes_all_heads
from whichbank.attention import attend

QUERIES, KEYS = 128, 512
"""How many queries and keys make one block: its scores stay in the processor's cache."""


def attend_streaming(
    q: Array,
    k: Array,
    v: Array,
    *,
    mask: Array | None = None,
    causal: bool = False,
    scale: float | None = None,
) -> Array:
    """Compute ``attend`` block by block, without ever holding the T×S table: the online softmax.

    Each query keeps its running maximum m, its normalizer l and its accumulator acc. For each block
    of keys::

        m_new = max(m, max(scores))
        l     = l · exp(m - m_new) + sum(exp(scores - m_new))
        acc   = acc · exp(m - m_new) + exp(scores - m_new) V

    and ``out = acc / l`` at the end: what ``attend`` returns, but for rounding. A NaN in a value or
    key that is skipped has no effect.

    Parameters
    ----------
    q : array, shape (..., T, d)
        Queries, floating point.
    k : array, shape (..., S, d)
        Keys, of the same library, dtype and device.
    v : array, shape (..., S, d_v)
        Values, one for each key. The leading axes of all three broadcast.
    mask : boolean array, optional
        Broadcasts to (..., T, S), and is read block by block. True means *may attend*.
    causal : bool, default False
        Let query t attend to the keys 0 … t only. Blocks without any such key are skipped, and no
        mask is made.
    scale : float, optional
        What the scores are multiplied by; 1 / sqrt(d) if not given.

    Examples
    --------
    >>> import numpy as np
    >>> money_bank_grows = np.array([[2.0, 0.0], [1.0, 1.0], [1.0, 0.0]])
    >>> attend_streaming(*[money_bank_grows] * 3)[1].round(3)
    array([1.401, 0.401])

    Notes
    -----
    Milakov and Gimelshein 2018, algorithm 3; Dao et al. 2022, algorithm 1. NumPy's heads are spread
    over as many Python threads as its BLAS would use, with one BLAS thread each.
    """
    xp, lead, mask, scale = need_attention(q, k, v, mask, scale)
    if not isinstance(causal, bool):
        raise ValueError(f"causal must be True or False; got {causal!r}")
    if 0 in (*lead, q.shape[-2], k.shape[-2]):
        return attend(q, k, v, scale=scale)  # nothing to stream
    q, k, v = (xp.broadcast_to(x, (*lead, *x.shape[-2:])) for x in (q, k, v))
    heads = [()] if takes_all_heads(q) else list(np.ndindex(lead))

    def one_head(at: tuple[int, ...]) -> Array:
        return _stream(xp, q[at], k[at], v[at], None if mask is None else mask[at], causal, scale)

    outs = spread(one_head, heads, work=prod(lead) * q.shape[-2] * k.shape[-2])
    return xp.reshape(xp.stack(outs), (*lead, q.shape[-2], v.shape[-1]))


def _stream(
    xp: Any, q: Array, k: Array, v: Array, mask: Array | None, causal: bool, scale: float
) -> Array:
    """Answer one block of queries after the other: (..., T, d), (..., S, d) and (..., S, d_v) to
    (..., T, d_v).
    """
    dtype, where = computing_dtype(xp, q), device(q)
    k, v = (xp.astype(x, dtype, copy=False) for x in (k, v))
    answers = []
    for start in range(0, q.shape[-2], QUERIES):
        rows = slice(start, min(start + QUERIES, q.shape[-2]))
        queries = xp.astype(q[..., rows, :], dtype) * scale
        l = xp.sum(queries[..., :0], axis=-1, keepdims=True)  # (..., t, 1), zeros, also for a NaN
        # (..., t, 1), (..., t, d_v)
        m, acc = l - xp.inf, l + xp.zeros(v.shape[-1], dtype=dtype, device=where)
        # no query of this block may see further
        last = min(rows.stop, k.shape[-2]) if causal else k.shape[-2]
        for begin in range(0, last, KEYS):
            columns = slice(begin, min(begin + KEYS, last))
            allowed = _allowed(xp, rows, columns, mask, causal, where)
            if allowed is not None and not bool(xp.any(allowed)):
                continue
            scores = queries @ xp.matrix_transpose(k[..., columns, :])  # (..., t, s)
            if allowed is not None:
                scores = xp.where(allowed, scores, -xp.inf)
            m_new = xp.maximum(m, xp.max(scores, axis=-1, keepdims=True))  # (..., t, 1)
            # a query without a key so far: -inf - -inf is NaN
            shift = xp.where(m_new == -xp.inf, 0.0, m_new)
            powers, fade = xp.exp(scores - shift), xp.exp(m - shift)  # (..., t, s), (..., t, 1)
            l = l * fade + xp.sum(powers, axis=-1, keepdims=True)
            acc = acc * fade + powers @ v[..., columns, :]
            m = m_new
        # no key at all: zeros
        answers.append(xp.astype(acc / xp.where(l == 0, 1.0, l), q.dtype, copy=False))
    return xp.concat(answers, axis=-2)


def _allowed(
    xp: Any, rows: slice, columns: slice, mask: Array | None, causal: bool, where: Any
) -> Array | None:
    """Return which queries of a block may attend to which of its keys, (..., t, s); None if all to
    all.
    """
    allowed = None if mask is None else mask[..., rows, columns]
    if causal and columns.stop > rows.start + 1:
        t, s = (xp.arange(x.start, x.stop, device=where) for x in (rows, columns))
        past = s[None, :] <= t[:, None]  # (t, s)
        allowed = past if allowed is None else allowed & past
    return allowed
