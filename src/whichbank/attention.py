"""The kernels of attention: similarity, softmax, mix, and the three in a row.

Every function is pure and written once against the Python array API: the same source serves NumPy,
torch on the CPU and on a GPU. Shapes use the course's letters: T queries, S keys, D features;
``...`` is any number of leading axes.
"""

from numbers import Integral

from array_api_compat import device

from whichbank._arrays import (
    Array,
    computing_dtype,
    namespace_of,
    need_attention,
    need_broadcast,
    need_mask,
    need_number,
    need_rows_of_one,
)
from whichbank._torch import attend_fused, can_fuse, faster_softmax


def similarity(q: Array, k: Array) -> Array:
    """Score every query against every key by their dot product.

    ``scores[..., t, s] = sum over d of q[..., t, d] * k[..., s, d]``, in matrix form ``Q Kᵀ``. The
    result has the shape (..., T, S), without T (or S) where q (or k) is a single vector; a NaN
    stays in the scores of its vector.

    Parameters
    ----------
    q : array, shape (..., T, D) or (D,)
        Queries, floating point. One vector may come without its axis T.
    k : array, shape (..., S, D) or (D,)
        Keys, of the same library. One vector may come without its axis S.

    Examples
    --------
    >>> import numpy as np
    >>> phone, fruit, apple = np.array([1.0, 0.0]), np.array([0.0, 1.0]), np.array([0.2, 0.8])
    >>> float(similarity(phone, fruit))
    0.0
    >>> similarity(apple, np.stack([phone, fruit, apple])).round(2)
    array([0.2 , 0.8 , 0.68])

    Notes
    -----
    Luong et al. 2015, section 3.1 ("dot"); Vaswani et al. 2017, equation 1, before its scale.
    """
    xp = namespace_of(q=q, k=k)
    if q.shape[-1] != k.shape[-1]:
        raise ValueError(f"q and k must share their last axis; got {q.shape[-1]} and {k.shape[-1]}")
    rows = q if q.ndim > 1 else q[None, :]  # (..., T, D)
    columns = k if k.ndim > 1 else k[None, :]  # (..., S, D)
    need_broadcast(axes=2, q=rows, k=columns)
    scores = rows @ xp.matrix_transpose(columns)  # (..., T, S)
    if k.ndim == 1:
        scores = scores[..., 0]
    if q.ndim == 1:
        scores = scores[..., 0] if k.ndim == 1 else scores[..., 0, :]
    return scores


def softmax(
    scores: Array, *, axis: int = -1, temperature: float = 1.0, mask: Array | None = None
) -> Array:
    """Turn scores into positive weights that sum to 1 along one axis.

    ``weights[i] = exp(scores[i] / temperature) / sum over j of exp(scores[j] / temperature)``. The
    largest allowed score is subtracted first: the weights stay the same and exp cannot overflow. A
    row in which nothing may be attended to (all masked, or all ``-inf``) gets zeros, not NaN; a NaN
    that is not masked makes its own row NaN and no other.

    Parameters
    ----------
    scores : array, shape (...)
        Floating-point scores; ``-inf`` gets weight 0, ``+inf`` has no softmax and makes its row
        NaN.
    axis : int, default -1
        The axis along which the weights sum to 1. For a table of scores (T, S), -1 makes each
        query's row sum to 1.
    temperature : float, default 1.0
        Above 1 the weights become more equal, below 1 the largest one wins more.
    mask : boolean array, optional
        Broadcasts to the shape of scores. True means *may attend*; a masked score gets weight 0.

    Examples
    --------
    >>> import numpy as np
    >>> softmax(np.array([2.0, 2.0, 1.0])).round(3)
    array([0.422, 0.422, 0.155])
    >>> softmax(np.array([2.0, 2.0, 1.0]), mask=np.array([True, False, False]))
    array([1., 0., 0.])

    Notes
    -----
    Goodfellow, Bengio and Courville 2016, equation 4.1 and the stable form below it.
    """
    xp = namespace_of(scores=scores)
    if (
        isinstance(axis, bool)
        or not isinstance(axis, Integral)
        or not -scores.ndim <= axis < scores.ndim
    ):
        raise ValueError(f"axis must be between {-scores.ndim} and {scores.ndim - 1}; got {axis!r}")
    need_number("temperature", temperature, above=0)
    limits = xp.finfo(scores.dtype)  # in float16, 1e-8 is 0 and 1e8 is infinite: stay inside
    temperature = min(max(float(temperature), float(limits.smallest_normal)), float(limits.max))
    if mask is not None:
        mask = need_mask(xp, mask, scores.shape, device(scores))
        scores = xp.where(
            mask, scores, xp.asarray(-xp.inf, dtype=scores.dtype, device=device(scores))
        )
    if scores.shape[axis] == 0:
        return scores
    # Divide after subtracting: a tiny temperature must not overflow the scores before the maximum
    # is gone.
    top = xp.max(scores, axis=axis, keepdims=True)
    top = xp.where(xp.isinf(top) & (top < 0), xp.zeros_like(top), top)
    powers = xp.exp((scores - top) / temperature)
    total = xp.sum(powers, axis=axis, keepdims=True)
    return powers / xp.where(total == 0, xp.ones_like(total), total)


def mix(weights: Array, values: Array, *, check_rows: bool = True) -> Array:
    """Mix vectors: each row of weights makes one new vector out of the old ones.

    ``out[..., t, :] = sum over s of weights[..., t, s] * values[..., s, :]``. The old vectors are
    not changed. The result has the shape (..., T, D), or (D,) for a single row. A NaN in values
    reaches its feature in every row (0 · NaN); one in weights makes its row sum to NaN, not to 1,
    and where rows are not checked it stays in its row.

    Parameters
    ----------
    weights : array, shape (..., T, S) or (S,)
        One row for each new vector, floating point.
    values : array, shape (..., S, D)
        The vectors that are mixed, of the same library.
    check_rows : bool, default True
        Insist that every row of weights sums to 1. A row of zeros (nothing to attend to) passes,
        and mixes to zeros.

    Examples
    --------
    >>> import numpy as np
    >>> money_bank_grows = np.array([[2.0, 0.0], [1.0, 1.0], [1.0, 0.0]])
    >>> mix(np.array([0.7, 0.2, 0.1]), money_bank_grows)
    array([1.7, 0.2])
    >>> mix(np.array([0.4, 0.01, 0.02]), money_bank_grows)
    Traceback (most recent call last):
        ...
    ValueError: each row of weights must sum to 1; row 0 sums to 0.43 (check_rows=False mixes it all the same)

    Notes
    -----
    Vaswani et al. 2017, equation 1, the product with V.
    """
    xp = namespace_of(weights=weights, values=values)
    if values.ndim < 2:
        raise ValueError(
            f"values must have the shape (..., S, D), one vector a row; got {tuple(values.shape)}"
        )
    if weights.shape[-1] != values.shape[-2]:
        sizes = f"{weights.shape[-1]} weights and {values.shape[-2]} values"
        raise ValueError(f"each row of weights needs one weight for each value; got {sizes}")
    rows = weights if weights.ndim > 1 else weights[None, :]  # (..., T, S)
    need_broadcast(axes=2, weights=rows, values=values)
    if check_rows:
        need_rows_of_one(xp, rows)
    out = rows @ values  # (..., T, D)
    return out if weights.ndim > 1 else out[..., 0, :]


def attend(
    q: Array,
    k: Array,
    v: Array,
    *,
    mask: Array | None = None,
    scale: float | None = None,
    return_weights: bool = False,
) -> Array | tuple[Array, Array]:
    """Answer every query with a mix of the values, by how well it fits each key.

    ``out = softmax(Q Kᵀ · scale) V``, the scaled dot-product attention of the transformer.

    Parameters
    ----------
    q : array, shape (..., T, d)
        Queries, floating point.
    k : array, shape (..., S, d)
        Keys, of the same library, dtype and device.
    v : array, shape (..., S, d_v)
        Values, one for each key. The leading axes of all three broadcast.
    mask : boolean array, optional
        Broadcasts to (..., T, S). True means *may attend*; ``whichbank.masks`` makes the usual
        ones.
    scale : float, optional
        What the scores are multiplied by; 1 / sqrt(d) if not given.
    return_weights : bool, default False
        Return the weights too. On torch tensors, torch's fused kernel does the work when they are
        not asked for.

    Returns
    -------
    out : array, shape (..., T, d_v)
        The answers, in the dtype of q; float16 and bfloat16 are computed in float32. A query that
        may attend to nothing (masked whole, or no keys) gets zeros. A NaN in a query stays in its
        row; one in a value reaches its feature in every row, also where a mask hides it
        (0 · NaN): replace what padding holds by zeros.
    weights : array, shape (..., T, S)
        Only with return_weights: each row sums to 1, or is zeros.

    Examples
    --------
    >>> import numpy as np
    >>> money_bank_grows = np.array([[2.0, 0.0], [1.0, 1.0], [1.0, 0.0]])
    >>> out, weights = attend(*[money_bank_grows] * 3, return_weights=True)
    >>> weights[1].round(3)
    array([0.401, 0.401, 0.198])
    >>> out[1].round(3)
    array([1.401, 0.401])

    Notes
    -----
    Vaswani et al. 2017, equation 1.
    """
    xp, lead, mask, scale = need_attention(q, k, v, mask, scale)
    if not isinstance(return_weights, bool):
        raise ValueError(f"return_weights must be True or False; got {return_weights!r}")
    if not return_weights and can_fuse(q, k, v, mask):
        return attend_fused(q, k, v, lead, mask, scale)
    queries, keys, values = (xp.astype(x, computing_dtype(xp, q), copy=False) for x in (q, k, v))
    queries = xp.broadcast_to(queries, (*lead, *q.shape[-2:]))  # (..., T, d)
    weigh = faster_softmax(q) or softmax
    # (..., T, S); the queries are scaled: T·d products, not T·S
    weights = weigh(similarity(queries * scale, keys), mask=mask)
    out = mix(weights, values, check_rows=False)  # (..., T, d_v)
    out, weights = (xp.astype(x, q.dtype, copy=False) for x in (out, weights))
    return (out, weights) if return_weights else out


def self_attention(x: Array) -> tuple[Array, Array]:
    """Let every word be mixed from all words, with weights that the words choose: softmax(X Xᵀ) X.

    There is no parameter in it: each word is its own query, key and value.

    Parameters
    ----------
    x : array, shape (..., T, D)
        One vector for each of T words, floating point.

    Returns
    -------
    out : array, shape (..., T, D)
        The contextual vectors.
    weights : array, shape (..., T, T)
        Row t mixes out[t] and sums to 1. A NaN stays in its sentence.

    Examples
    --------
    >>> import numpy as np
    >>> money_bank_grows = np.array([[2.0, 0.0], [1.0, 1.0], [1.0, 0.0]])
    >>> out, weights = self_attention(money_bank_grows)
    >>> weights[1].round(3)
    array([0.422, 0.422, 0.155])
    >>> out[1].round(3)
    array([1.422, 0.422])

    Notes
    -----
    Vaswani et al. 2017, equation 1, with Q = K = V = X and no scale.
    """
    namespace_of(x=x)
    if x.ndim < 2:
        raise ValueError(
            f"x must have the shape (..., T, D), one vector a word; got {tuple(x.shape)}"
        )
    weights = softmax(similarity(x, x))  # (..., T, T)
    # softmax has made the rows; a NaN stays in its own
    return mix(weights, x, check_rows=False), weights
