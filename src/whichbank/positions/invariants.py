"""What a good position code promises: functions for the chapter and the tests."""

from collections.abc import Callable
from typing import Any

from whichbank._arrays import Array, namespace_of
from whichbank.positions.rope import rotary

Encode = Callable[[Array], Array]
"""A position code: positions (T,), or points (T, N), to codes (T, D)."""


def offset_spread(encode: Encode, starts: Array, offset: Any) -> float:
    """Return how much the dot product of two codes changes when both points move together.

    It is the largest minus the smallest ``encode(x) · encode(x + offset)`` over all starts x: 0 in
    exact arithmetic.

    Parameters
    ----------
    encode : callable
        A position code, e.g. ``lambda t: sinusoidal(t, 64)``.
    starts : array, shape (T,) or (T, N)
        The points to begin at.
    offset : float, or array of shape (N,)
        The step from the first point to the second.

    Examples
    --------
    >>> import numpy as np
    >>> from whichbank.positions import sinusoidal
    >>> offset_spread(lambda t: sinusoidal(t, 64), np.arange(100.0), 7.0) < 1e-12
    True
    >>> offset_spread(lambda t: t[:, None], np.arange(100.0), 7.0)  # the bare position
    10494.0
    """
    xp = namespace_of(starts=starts)
    dots = xp.sum(encode(starts) * encode(starts + offset), axis=-1)  # (T,)
    return float(xp.max(dots) - xp.min(dots))


def rotary_spread(
    q: Array, k: Array, starts: Array, offset: float, *, base: float = 10000.0
) -> float:
    """Return how much the score of a rotated query and a rotated key changes when both move
    together.

    It is the largest minus the smallest ``rotary(q)[t] · rotary(k)[t + offset]`` over all starts t:
    0 in exact arithmetic.

    Parameters
    ----------
    q, k : arrays, shape (D,)
        A query and a key, floating point, of one library.
    starts : array, shape (T,)
        The positions of the query.
    offset : float
        How much later the key comes.
    base : float, default 10000
        As in ``rotary``.

    Examples
    --------
    >>> import numpy as np
    >>> q, k = np.array([1.0, 0.0, 2.0, 1.0]), np.array([0.5, 1.0, -1.0, 0.0])
    >>> rotary_spread(q, k, np.arange(100.0), 7.0) < 1e-12
    True

    Notes
    -----
    Su et al. 2021, equation 16.
    """
    xp = namespace_of(q=q, k=k, starts=starts)
    shape = (starts.shape[0], q.shape[0])
    queries = rotary(xp.broadcast_to(q, shape), starts, base=base)  # (T, D)
    keys = rotary(xp.broadcast_to(k, shape), starts + offset, base=base)
    scores = xp.sum(queries * keys, axis=-1)  # (T,)
    return float(xp.max(scores) - xp.min(scores))
