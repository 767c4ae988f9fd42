"""What cases are drawn with: numbers, and scores that trip a careless softmax."""

import numpy as np

PATTERNS = np.array(
    [
        [1.0, -6.0, 0.5, -2.0],  # a weight below 0.001 counts too
        [-1600.0, 0.0, -1500.0, -1.5],  # to be moved far below 0
        [3.0, 2.0, -2500.0, -2600.0],  # the largest in size is not the largest
        [150.0, 900.0, 893.0, 899.5],  # e to the power of them overflows
    ]
)


def numbers(rng: np.random.Generator, *shape: int) -> np.ndarray:
    """Draw numbers of either sign, none near 0."""
    return np.round(rng.uniform(0.4, 1.6, shape) * rng.choice([-1, 1], shape), 2)


def steep(
    rng: np.random.Generator, allowed: np.ndarray | None = None, low: float = -1500.0
) -> np.ndarray:
    """Draw scores, four rows of four, that are large in every way that matters to a softmax.

    - Whatever is subtracted in place of a row's own largest score, some row overflows or becomes 0
      divided by 0: nothing, one number for all rows, the first or the last score, that of the
      diagonal, the mean, the largest in size.
    - In rows with large scores several weights count, so that nobody can cut the scores off, or
      make them smaller.
    - Where some scores are hidden (``allowed`` is false), these lie far above all of their row that
      are seen, and one row lies below ``low``: with -15,000, below whatever people put in place of
      a hidden score.

    All are multiples of 1/8, which single precision holds to the last bit.
    """
    if allowed is None:
        return steep(rng, np.ones((4, 4), bool), low)[::-1]
    moved = rng.integers(0, 30, 4) * [0, -1, 0, 1] + [0.0, low, 0.0, 0.0]
    patterns = PATTERNS + moved[:, None] + rng.integers(-2, 3, (4, 4)) / 8
    scores = np.zeros((4, 4))
    for row, pattern, seen in zip(scores, patterns, allowed, strict=True):
        row[seen] = pattern[: seen.sum()]
        row[~seen] = row[seen].max() + 5000
    return scores


def turned(rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """Draw a matrix of whole numbers, 4 by 4, whose inverse has whole numbers too, and both."""
    matrix = np.eye(4) + np.diag(rng.choice([-1.0, 1.0], 3), 1)
    matrix = matrix[rng.permutation(4)]
    return matrix, np.round(np.linalg.inv(matrix))


def asked(rng: np.random.Generator, scores: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Draw queries and keys of four numbers whose scores, divided by the root of 4, are these."""
    keys, back = turned(rng)
    return 2 * scores @ back.T, keys
