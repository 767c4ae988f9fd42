"""Cases for the arithmetic of lookup.js."""

from typing import Any

import numpy as np

from whichbank.figures.lookup import between


def between_cases() -> list[tuple[list, Any]]:
    """Places on keys and between them, the last key included."""
    tables = [np.eye(3), np.random.default_rng(4).normal(size=(4, 5)), np.array([[1e3, -1e-3], [0.0, 2.0]])]
    return [
        ([keys, at], between(keys, at)) for keys in tables for at in (0, 0.05, 0.5, 1, len(keys) - 1.25, len(keys) - 1)
    ]


CASES = {("lookup.js", "between"): between_cases}
