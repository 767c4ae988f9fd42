"""Rotary positions: a word's position as a rotation of its query and its key."""

from array_api_compat import device

from whichbank._arrays import Array, computing_dtype, namespace_of
from whichbank.positions.sines import frequencies


def rotary(x: Array, positions: Array | None = None, *, base: float = 10000.0) -> Array:
    """Turn each pair of features of a query or a key by an angle that grows with its position.

    ``(x[2i], x[2i+1])`` is turned by ``t / base^(2i/D)``. Rotated vectors, shape (..., T, D), score
    by their offset: ``rotary(q)[m] · rotary(k)[n]`` depends on q, k and n − m. No length changes.

    Parameters
    ----------
    x : array, shape (..., T, D)
        Queries or keys, floating point, D even.
    positions : array, shape (T,), optional
        Their positions, of the same library and dtype; 0 … T − 1 if not given.
    base : float, default 10000
        How far apart the frequencies are.

    Examples
    --------
    >>> import numpy as np
    >>> rotary(np.array([[1.0, 0.0], [1.0, 0.0]])).round(2)
    array([[1.  , 0.  ],
           [0.54, 0.84]])

    Notes
    -----
    Su et al. 2021, "RoFormer", equations 15 and 34.
    """
    xp = namespace_of(x=x) if positions is None else namespace_of(x=x, positions=positions)
    # bfloat16 has no 257: its angles are float32
    wide = computing_dtype(xp, x)
    if x.ndim < 2:
        raise ValueError(
            f"x must have the shape (..., T, D), one vector a row; got {tuple(x.shape)}"
        )
    if positions is None:
        positions = xp.arange(x.shape[-2], dtype=wide, device=device(x))
    if tuple(positions.shape) != (x.shape[-2],):
        raise ValueError(
            f"positions must have the shape ({x.shape[-2]},); got {tuple(positions.shape)}"
        )
    positions = xp.astype(positions, wide)
    angles = positions[:, None] * frequencies(x.shape[-1], base, positions)  # (T, D / 2)
    cos, sin = xp.astype(xp.cos(angles), x.dtype), xp.astype(xp.sin(angles), x.dtype)
    even, odd = x[..., 0::2], x[..., 1::2]  # (..., T, D / 2)
    return xp.reshape(xp.stack([even * cos - odd * sin, even * sin + odd * cos], axis=-1), x.shape)
