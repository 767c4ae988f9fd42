"""Attention one pair of words at a time: slow, and the plainest way to say what it does."""

from array_api_compat import device

from whichbank._arrays import Array, computing_dtype, need_attention
from whichbank.attention import similarity, softmax


def attend_loop(
    q: Array, k: Array, v: Array, *, mask: Array | None = None, scale: float | None = None
) -> Array:
    """Answer every query with a mix of the values, in two loops:
    ``new_value += value * similarity(query, key)``.

    The similarities of a query are scaled and turned into weights first. This is the reference for
    ``attend``, with the same result, shape (T, d_v); it computes T · S products of single vectors
    in plain Python.

    Parameters
    ----------
    q : array, shape (T, d)
        Queries, floating point.
    k : array, shape (S, d)
        Keys.
    v : array, shape (S, d_v)
        Values, one for each key.
    mask : boolean array, optional
        Broadcasts to (T, S). True means *may attend*.
    scale : float, optional
        What the similarities are multiplied by; 1 / sqrt(d) if not given.

    Examples
    --------
    >>> import numpy as np
    >>> money_bank_grows = np.array([[2.0, 0.0], [1.0, 1.0], [1.0, 0.0]])
    >>> attend_loop(money_bank_grows, money_bank_grows, money_bank_grows, scale=1.0)[1].round(3)
    array([1.422, 0.422])

    Notes
    -----
    Bahdanau, Cho and Bengio 2015, equations 5 and 6, with the dot product of Luong et al. 2015 as
    the score.
    """
    xp, lead, mask, scale = need_attention(q, k, v, mask, scale)
    if lead:
        raise ValueError(f"q, k and v must have two axes each; got the leading axes {lead}")
    dtype = q.dtype
    q, k, v = (xp.astype(x, computing_dtype(xp, x)) for x in (q, k, v))
    out = xp.zeros((q.shape[0], v.shape[1]), dtype=q.dtype, device=device(q))  # (T, d_v)
    new_values = []
    for t in range(q.shape[0] if k.shape[0] else 0):
        query, new_value = q[t, :], out[t, :]
        similarities = [similarity(query, k[s, :]) * scale for s in range(k.shape[0])]
        weights = softmax(xp.stack(similarities), mask=None if mask is None else mask[t, :])  # (S,)
        for s in range(k.shape[0]):
            new_value = new_value + v[s, :] * weights[s]
        new_values.append(new_value)
    return xp.astype(xp.stack(new_values) if new_values else out, dtype)
