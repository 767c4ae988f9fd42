"""Random numbers that a page draws too: ``random.js`` has the same."""

import math

import numpy as np


def uniforms(seed: int, count: int) -> np.ndarray:
    """Return random numbers from 0 to 1, shape (count,), the same for a seed everywhere
    (mulberry32).

    Examples
    --------
    >>> uniforms(1, 2).round(6)
    array([0.627074, 0.002736])
    """
    state = (np.arange(1, count + 1, dtype=np.uint64) * 0x6D2B79F5 + seed).astype(np.uint32)
    mixed = (state ^ (state >> 15)) * (state | 1)
    mixed = (mixed + (mixed ^ (mixed >> 7)) * (mixed | 61)) ^ mixed
    return (mixed ^ (mixed >> 14)) / 2.0**32


def normals(seed: int, count: int) -> np.ndarray:
    """Return random numbers of the normal distribution, shape (count,), two uniform ones for each
    (Box and Muller).
    """
    u = uniforms(seed, 2 * count).reshape(-1, 2)
    return np.sqrt(-2 * np.log(1 - u[:, 0])) * np.cos(2 * math.pi * u[:, 1])
