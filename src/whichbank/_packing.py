"""Attention weights in few characters: one byte a weight, written in base64."""

import base64
import math

import numpy as np

STEPS = 255
"""A packed weight is a whole number of 255ths, so it is off by 1/510 at most."""


def pack(weights: np.ndarray) -> str:
    """Write weights between 0 and 1 as base64 text, each rounded to a whole number of 255ths: one
    byte.

    Examples
    --------
    >>> pack(np.array([0.0, 0.5, 1.0]))
    'AID/'
    """
    weights = np.asarray(weights, dtype=float)
    if not ((weights >= 0) & (weights <= 1 + 1e-6)).all():
        raise ValueError("weights must lie between 0 and 1")
    return base64.b64encode(np.rint(STEPS * weights).astype(np.uint8).tobytes()).decode()


def unpack(text: str, shape: tuple[int, ...]) -> np.ndarray:
    """Read what ``pack`` has written: float64, of this shape, each weight off by 1/510 at most.

    Examples
    --------
    >>> unpack("AID/", (3,)).round(3)
    array([0.   , 0.502, 1.   ])
    """
    numbers = np.frombuffer(base64.b64decode(text, validate=True), dtype=np.uint8)
    if numbers.size != (size := math.prod(shape)):
        raise ValueError(f"text must hold {size} numbers for the shape {shape}; got {numbers.size}")
    return numbers.reshape(shape) / STEPS
