"""Where a point is, read off several waves of different frequency, merged.

T positions, N coordinates of a position, D features, W waves, S stones.
"""

from array_api_compat import device

from whichbank._arrays import Array, namespace_of, need_count, need_number


def frequencies(d_model: int, base: float, like: Array) -> Array:
    """Return the frequencies of D / 2 waves, in radians per position: ``base ** (−2i / D)``, fast
    to slow.

    Parameters
    ----------
    d_model : int
        D, an even number: a sine and a cosine for each frequency.
    base : float
        The slowest wave is almost this many times slower than the fastest.
    like : array
        The frequencies have its library, dtype and device.

    Examples
    --------
    >>> import numpy as np
    >>> frequencies(4, 10000.0, np.zeros(0))
    array([1.  , 0.01])
    """
    xp = namespace_of(like=like)
    need_count("d_model", d_model, 2)
    if d_model % 2:
        raise ValueError(f"d_model must be an even number; got {d_model}")
    need_number("base", base, above=1)
    powers = [float(base) ** (-2 * i / d_model) for i in range(d_model // 2)]
    return xp.asarray(powers, dtype=like.dtype, device=device(like))


def waves(coordinates: Array, directions: Array) -> Array:
    """Read several plane waves at each point, the sine and the cosine of each side by side: (...,
    2W).

    ``code[t, 2w] = sin(x_t · k_w)`` and ``code[t, 2w + 1] = cos(x_t · k_w)``. The dot product of
    two codes is ``Σ_w cos((x − y) · k_w)``: it depends on their offset only.

    Parameters
    ----------
    coordinates : array, shape (..., N)
        Points, floating point.
    directions : array, shape (W, N)
        One wave a row: its direction, and, by its length, its frequency.

    Examples
    --------
    >>> import numpy as np
    >>> waves(np.array([[0.0, 0.0], [0.0, np.pi / 2]]), np.array([[0.0, 1.0]])).round(3)
    array([[0., 1.],
           [1., 0.]])
    """
    xp = namespace_of(coordinates=coordinates, directions=directions)
    if directions.ndim != 2:
        raise ValueError(f"directions must have the shape (W, N); got {tuple(directions.shape)}")
    if coordinates.shape[-1] != directions.shape[-1]:
        raise ValueError(
            "coordinates and directions must share their last axis; "
            f"got {coordinates.shape[-1]} and {directions.shape[-1]}"
        )
    angles = xp.sum(coordinates[..., None, :] * directions, axis=-1)  # (..., W)
    code = xp.stack([xp.sin(angles), xp.cos(angles)], axis=-1)  # (..., W, 2)
    return xp.reshape(code, (*angles.shape[:-1], 2 * angles.shape[-1]))  # (..., 2W)


def sinusoidal(positions: Array, d_model: int, *, base: float = 10000.0) -> Array:
    """Encode positions on a line: ``PE[t, 2i] = sin(t / base^(2i/D))`` and
    ``PE[t, 2i + 1] = cos(t / base^(2i/D))``.

    The codes have the shape (..., D) and all the same length, √(D / 2).

    Parameters
    ----------
    positions : array, shape (...)
        Positions in a sentence, floating point; they need not be whole numbers.
    d_model : int
        D, an even number.
    base : float, default 10000
        How far apart the frequencies are.

    Examples
    --------
    >>> import numpy as np
    >>> sinusoidal(np.arange(3.0), 4).round(2)
    array([[ 0.  ,  1.  ,  0.  ,  1.  ],
           [ 0.84,  0.54,  0.01,  1.  ],
           [ 0.91, -0.42,  0.02,  1.  ]])

    Notes
    -----
    Vaswani et al. 2017, section 3.5.
    """
    namespace_of(positions=positions)
    return waves(positions[..., None], frequencies(d_model, base, positions)[:, None])


def sinusoidal_nd(coordinates: Array, d_model: int, *, base: float = 10000.0) -> Array:
    """Encode points in N dimensions, (..., D): each coordinate as on a line, in D / N features of
    its own.

    Parameters
    ----------
    coordinates : array, shape (..., N)
        Points: (row, column) of a picture, (x, y, z) in a room; N = 1 is ``sinusoidal``.
    d_model : int
        D, a multiple of 2N.
    base : float, default 10000
        How far apart the frequencies are.

    Examples
    --------
    >>> import numpy as np
    >>> sinusoidal_nd(np.array([1.0, 0.0]), 4).round(2)
    array([0.84, 0.54, 0.  , 1.  ])
    """
    xp = namespace_of(coordinates=coordinates)
    n = coordinates.shape[-1]
    need_count("d_model", d_model, 1)
    if n == 0 or d_model % (2 * n):
        raise ValueError(
            f"d_model must be a multiple of 2N for N coordinates; got {d_model} and N = {n}"
        )
    codes = sinusoidal(coordinates, d_model // n, base=base)  # (..., N, D / N)
    return xp.reshape(codes, (*coordinates.shape[:-1], d_model))


def ripples(points: Array, stones: Array, wavelengths: Array, *, time: float = 0.0) -> Array:
    """Return the height of the water at each point, for each of several stones that fell into a
    pond: (..., S).

    ``height[p, s] = cos(2π (r / λ_s − time))`` with the distance r from the stone. Rings run
    outwards as time grows, one wavelength in a unit of time. The surface that the eye sees is the
    sum over s, several waves merged; a row is the code of its point.

    Parameters
    ----------
    points : array, shape (..., N)
        Places on the pond (N = 2), on a line or in a room.
    stones : array, shape (S, N)
        Where the stones fell.
    wavelengths : array, shape (S,)
        The distance from ring to ring, above 0.
    time : float, default 0
        In periods of a wave.

    Examples
    --------
    >>> import numpy as np
    >>> ripples(np.array([[0.0, 0.0], [3.0, 4.0]]), np.zeros((1, 2)), np.array([10.0])).round(3)
    array([[ 1.],
           [-1.]])
    """
    xp = namespace_of(points=points, stones=stones, wavelengths=wavelengths)
    if stones.ndim != 2 or stones.shape[-1] != points.shape[-1]:
        raise ValueError(
            f"stones must have the shape (S, N) with N = {points.shape[-1]}; got "
            f"{tuple(stones.shape)}"
        )
    if tuple(wavelengths.shape) != (stones.shape[0],):
        raise ValueError(
            f"wavelengths must have the shape ({stones.shape[0]},); got {tuple(wavelengths.shape)}"
        )
    if not bool(xp.all(wavelengths > 0)):
        raise ValueError(f"wavelengths must be above 0; got {float(xp.min(wavelengths))}")
    need_number("time", time)
    apart = points[..., None, :] - stones  # (..., S, N)
    distance = xp.sqrt(xp.sum(apart * apart, axis=-1))  # (..., S)
    return xp.cos((distance / wavelengths - float(time)) * (2 * xp.pi))
