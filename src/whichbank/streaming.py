"""Attention that never writes down the table of weights: the softmax is made while the keys stream past."""

from collections.abc import Iterator
from functools import partial
from math import e, log2, prod
from typing import Any

import numpy as np
from array_api_compat import device, is_numpy_array, is_torch_array

from whichbank._arrays import Array, computing_dtype, need_attention
from whichbank._threads import spread
from whichbank.attention import attend

QUERIES, KEYS = 512, 512
"""How many queries and keys make one block: its scores stay in the processor's cache.

Under a causal mask a block takes half as many queries: less of the block on the diagonal is computed in vain.
"""

LIMIT = 1e6
"""A block whose powers sum to more than this gets a new maximum before they are added to the others."""

FAR = 1e4
"""A maximum beyond this is subtracted from the very scores it was found in: a product with it would round too much."""


def attend_streaming(
    q: Array, k: Array, v: Array, *, mask: Array | None = None, causal: bool = False, scale: float | None = None
) -> Array:
    """Compute ``attend`` block by block, without ever holding the T×S table.

    For each block of keys: ``acc = acc · exp(old - new) + exp(scores - new) V`` and the same for the sum of the
    powers, where old and new are the largest scores so far; ``out = acc / sum`` at the end.

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
        Let query t attend to the keys 0 … t only. Blocks without any such key are skipped, and no mask is made.
    scale : float, optional
        What the scores are multiplied by; 1 / sqrt(d) if not given.

    Returns
    -------
    array, shape (..., T, d_v)
        What ``attend`` returns, but for rounding, rows of zeros included. A NaN in a value or key that is skipped
        has no effect.

    Raises
    ------
    TypeError
        If q, k or v is not a floating-point array, they differ in library or dtype, or mask is not a boolean array.
    ValueError
        If shapes or devices do not fit, scale is not a finite number, or causal is not True or False.

    Examples
    --------
    >>> import numpy as np
    >>> money_bank_grows = np.array([[2.0, 0.0], [1.0, 1.0], [1.0, 0.0]])
    >>> attend_streaming(*[money_bank_grows] * 3)[1].round(3)
    array([1.401, 0.401])

    Notes
    -----
    Milakov and Gimelshein 2018, algorithm 3. NumPy's heads are spread over as many Python threads as its BLAS would
    use, with one BLAS thread each.
    """
    xp, lead, mask, scale = need_attention(q, k, v, mask, scale)
    if not isinstance(causal, bool):
        raise ValueError(f"causal must be True or False; got {causal!r}")
    if 0 in (*lead, q.shape[-2], k.shape[-2]):
        return attend(q, k, v, scale=scale)  # nothing to stream
    q, k, v = (xp.broadcast_to(x, (*lead, *x.shape[-2:])) for x in (q, k, v))
    stream = partial(_stream, xp, scale=scale, causal=causal)
    on_cores = is_numpy_array(q)
    reuse = on_cores
    if is_torch_array(q) and not (xp.is_grad_enabled() and any(x.requires_grad for x in (q, k, v))):
        q, k, v = (x.detach() for x in (q, k, v))
        reuse, on_cores = True, q.device.type == "cpu"
    if on_cores:
        return _by_head(stream, xp, q, k, v, mask)
    return xp.concat([out for _, out in stream(q, k, v, mask, reuse=reuse)], axis=-2)


def _by_head(stream: Any, xp: Any, q: Array, k: Array, v: Array, mask: Array | None) -> Array:
    """Stream each head by itself, the heads spread over threads: what a thread works on stays in its core's cache."""
    lead = tuple(q.shape[:-2])
    out = xp.empty((*lead, q.shape[-2], v.shape[-1]), dtype=q.dtype)

    def one_head(at: tuple[int, ...]) -> None:
        with np.errstate(over="ignore", invalid="ignore"):  # a block that overflows is done again
            for rows, answers in stream(q[at], k[at], v[at], None if mask is None else mask[at], reuse=True):
                out[(*at, rows)] = answers

    spread(one_head, list(np.ndindex(lead)), xp=xp, work=prod(lead) * q.shape[-2] * k.shape[-2])
    return out


def _stream(
    xp: Any, q: Array, k: Array, v: Array, mask: Array | None, *, scale: float, causal: bool, reuse: bool
) -> Iterator[tuple[slice, Array]]:
    """Answer one block of queries after the other."""
    n_queries, n_keys, dtype = q.shape[-2], k.shape[-2], computing_dtype(xp, q)
    # 2 ** (x log2 e) is e ** x, and takes torch half the time.
    power, unit = (xp.exp2, log2(e)) if is_torch_array(q) else (xp.exp, 1.0)
    # A column of ones beside the keys lets the product with a query subtract its maximum from the scores.
    one = xp.ones((*k.shape[:-1], 1), dtype=dtype, device=device(q))  # (..., S, 1)
    keys = xp.matrix_transpose(xp.concat((xp.astype(k, dtype, copy=False), one), axis=-1))  # (..., d + 1, S)
    values = xp.astype(v, dtype, copy=False)  # (..., S, d_v)
    size = prod(q.shape[:-2]) * min(n_queries, QUERIES) * min(n_keys, KEYS)
    room = xp.empty(size, dtype=dtype, device=device(q)) if reuse else None
    step = max(QUERIES // 2, 1) if causal else QUERIES
    for start in range(0, n_queries, step):
        rows = slice(start, min(start + step, n_queries))
        answers = _Answers(xp, power, unit, xp.astype(q[..., rows, :], dtype, copy=False) * scale, room)
        for columns, allowed in _blocks(xp, rows, n_keys, mask, causal, device(q)):
            answers.add(keys[..., :, columns], values[..., columns, :], allowed)
        out = answers.out if answers.sums is not None else xp.zeros_like(values[..., :1, :]) + 0 * q[..., rows, :1]
        yield rows, xp.astype(out, q.dtype, copy=False)


def _blocks(
    xp: Any, rows: slice, n_keys: int, mask: Array | None, causal: bool, where: Any
) -> Iterator[tuple[slice, Array | None]]:
    """List the blocks of keys that some of these queries may attend to, and which of the scores count (None: all)."""
    edge = min(rows.start, n_keys) if causal else n_keys  # every query of these rows may attend to the keys before
    last = min(rows.stop, n_keys) if causal else n_keys
    starts = (*range(edge, last, KEYS), *range(0, edge, KEYS))  # on the diagonal first: there, every query has a key
    for start in starts:
        block = slice(start, min(start + KEYS, last if start >= edge else edge))
        allowed = None
        if block.stop > edge:
            at, past = (xp.arange(x.start, x.stop, device=where) for x in (rows, block))
            allowed = past[None, :] <= at[:, None]  # (t, s)
        if mask is not None:
            part = mask[..., rows, block]  # (..., t, s)
            allowed = part if allowed is None else part & allowed
            if not bool(xp.any(part)):
                continue
        yield block, allowed


class _Answers:
    """The answers to one block of queries, while the keys stream past."""

    def __init__(self, xp: Any, power: Any, unit: float, queries: Array, room: Array | None) -> None:
        self.xp, self.power, self.unit, self.queries, self.room = xp, power, unit, queries, room
        self.top = self.sums = self.mixed = None  # the largest score so far, the sum of the powers, the values mixed
        self.lowered = None  # the queries, with one number more: minus their largest score

    def add(self, keys: Array, values: Array, allowed: Array | None) -> None:
        """Add what one block of keys and values contributes."""
        if self.lowered is None or allowed is not None or not self._add_below_maximum(keys, values):
            self._add_with_new_maximum(keys, values, allowed)

    @property
    def out(self) -> Array:
        """The mixed values over the sums: zeros for a query that had no key."""
        return self.mixed / self.xp.where(self.sums == 0, self.xp.ones_like(self.sums), self.sums)

    def _add_with_new_maximum(self, keys: Array, values: Array, allowed: Array | None) -> None:
        xp = self.xp
        scores = self._product(self.queries, keys[..., :-1, :])  # (..., t, s)
        nothing = xp.asarray(-xp.inf, dtype=scores.dtype, device=device(scores))
        if allowed is not None:
            scores = xp.where(allowed, scores, nothing)
        top = xp.max(scores, axis=-1, keepdims=True)  # (..., t, 1)
        if self.top is not None:
            top = xp.maximum(top, self.top)
        shift = xp.where(top == nothing, xp.zeros_like(top), top)
        powers = self._power((scores - shift) * self.unit if self.room is None else self._lower(scores, shift))
        sums, mixed = xp.sum(powers, axis=-1, keepdims=True), powers @ values  # (..., t, 1), (..., t, d_v)
        if self.top is not None:
            fade = self.power((self.top - shift) * self.unit)
            sums, mixed = self.sums * fade + sums, self.mixed * fade + mixed
        self.top, self.sums, self.mixed = top, sums, mixed
        near = bool(xp.all(xp.abs(top) <= FAR))
        self.lowered = xp.concat((self.queries, -shift), axis=-1) * self.unit if near else None  # (..., t, d + 1)

    def _add_below_maximum(self, keys: Array, values: Array) -> bool:
        """Keep the old maximum, which saves two passes over the scores, unless a power gets too large for it."""
        powers = self._power(self._product(self.lowered, keys))
        sums = self.xp.sum(powers, axis=-1, keepdims=True)
        if not bool(self.xp.all(sums <= LIMIT)):
            return False
        self.sums, self.mixed = self.sums + sums, self.mixed + powers @ values
        return True

    def _product(self, a: Array, b: Array) -> Array:
        if self.room is None:
            return a @ b
        shape = (*a.shape[:-1], b.shape[-1])
        return self.xp.matmul(a, b, out=self.xp.reshape(self.room[: prod(shape)], shape))

    def _lower(self, scores: Array, shift: Array) -> Array:
        scores -= shift
        scores *= self.unit
        return scores

    def _power(self, scores: Array) -> Array:
        return self.power(scores) if self.room is None else self.power(scores, out=scores)
