"""Cases for the arithmetic of window.js."""

from typing import Any

import numpy as np

from whichbank.attention import similarity, softmax
from whichbank.word2vec import mean_of_context


def guess_cases() -> list[tuple[list, Any]]:
    """Tables of many sizes; one given word, several, the same one twice; large scores."""
    rng = np.random.default_rng(2)
    cases = []
    for size, d, given, scale in ((5, 2, [0, 2], 1), (7, 3, [4], 1), (9, 4, [1, 1, 8, 3], 1), (6, 5, [5, 0], 30)):
        v, u = scale * rng.normal(size=(2, size, d))
        mean = mean_of_context(v[[given]], np.ones((1, len(given)), dtype=bool))
        cases.append(([v, u, given], softmax(similarity(u, mean)[:, 0])))
    return cases


CASES = {("window.js", "guess"): guess_cases}
