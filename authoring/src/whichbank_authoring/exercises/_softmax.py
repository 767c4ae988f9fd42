"""A softmax as the references write it, and what mistakes put in the place of a hidden score."""

import numpy as np


def softmax(scores: np.ndarray, axis: int = -1) -> np.ndarray:
    """Without care: a row of -inf comes out as NaN."""
    grown = np.exp(scores - scores.max(axis=axis, keepdims=True))
    return grown / grown.sum(axis=axis, keepdims=True)


def rows_to_weights(scores: np.ndarray, bugs: frozenset[str]) -> np.ndarray:
    """A softmax of each row of (T, T), with the mistakes that chapters choosing and jobs name."""
    axis = 0 if "wrong_axis" in bugs else 1
    if "no_max" not in bugs:
        scores = scores - scores.max(axis=axis, keepdims=True)
    grown = np.exp(scores)
    return grown / (grown.sum() if "table_total" in bugs else grown.sum(axis=axis, keepdims=True))


def hidden(bugs: frozenset[str]) -> float:
    """What replaces a hidden score."""
    if "zero_score" in bugs:
        return 0.0
    if "minus_1" in bugs:
        return -1.0
    if "minus_100" in bugs:
        return -100.0
    if "infinite_mask" in bugs:
        return -np.inf
    return -1e9 if "finite_mask" in bugs or "wrong_axis" in bugs else -np.inf
