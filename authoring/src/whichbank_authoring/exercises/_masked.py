"""What the exercises on masks share: a softmax without care, what replaces a hidden score, and the
numbers that are drawn.
"""

import numpy as np


def share(scores: np.ndarray, axis: int = -1) -> np.ndarray:
    """Softmax; a row of -inf comes out as NaN, as it does without care."""
    grown = np.exp(scores - scores.max(axis=axis, keepdims=True))
    return grown / grown.sum(axis=axis, keepdims=True)


def hidden(bugs: frozenset[str]) -> float:
    """What replaces a hidden score."""
    if "zero_score" in bugs:
        return 0.0
    if "minus_1" in bugs:
        return -1.0
    if "minus_100" in bugs:
        return -100.0
    return -1e9 if "finite_mask" in bugs or "wrong_axis" in bugs else -np.inf


def draw(rng: np.random.Generator, *shape: int) -> np.ndarray:
    return np.round(rng.uniform(0.4, 1.6, shape) * rng.choice([-1, 1], shape), 2)
