"""What the references of chapters block and writer are put together from, always right."""

import math

import numpy as np


def normalized(x: np.ndarray, gain: np.ndarray, shift: np.ndarray) -> np.ndarray:
    """Layer normalization of each row, with ε = 1e-5."""
    away = x - x.mean(axis=-1, keepdims=True)
    return gain * away / np.sqrt(x.var(axis=-1, keepdims=True) + 1e-5) + shift


def gelu(x: np.ndarray) -> np.ndarray:
    """Half of x times 1 + erf(x / √2)."""
    return x / 2 * (1 + np.vectorize(math.erf)(x / math.sqrt(2)))


def tanh_gelu(x: np.ndarray) -> np.ndarray:
    """The approximation that GPT-2 has."""
    return x / 2 * (1 + np.tanh(math.sqrt(2 / math.pi) * (x + 0.044715 * x**3)))
