"""Cases for sampling.js and random.js."""

from typing import Any

import numpy as np

from whichbank.figures.letters import entropy, pointed
from whichbank.figures.nets import random
from whichbank.sampling import next_token_probabilities


def score_rows() -> list[np.ndarray]:
    """Scores of many kinds: random, with equal ones, extreme, one only."""
    draw = np.random.default_rng(14)
    return [
        *(draw.normal(size=n) * by for n, by in ((2, 1), (7, 3), (75, 4))),
        np.array([1.0, 3.0, 3.0, 2.0, 3.0]),
        np.array([1e3, -1e3, 999.0, 0.0]),
        np.zeros(4),
        np.array([-5.0]),
    ]


def next_token_probabilities_cases() -> list[tuple[list, Any]]:
    """With a temperature of 0, and with k from 1 to more than there are."""
    settings = [(t, k) for t in (0, 0.3, 1.0, 8.0) for k in (1, 2, 4, 100)]
    return [
        ([s, t, k], next_token_probabilities(s, temperature=t, top_k=k))
        for s in score_rows()
        for t, k in settings
    ]


def entropy_cases() -> list[tuple[list, Any]]:
    return [
        ([weights], entropy(np.array(weights))) for _, weights in next_token_probabilities_cases()
    ]


def pointed_cases() -> list[tuple[list, Any]]:
    """The token at which Python's needle points."""
    return [
        ([weights, at], pointed(np.array(weights), at))
        for _, weights in next_token_probabilities_cases()
        for at in (0.0, 0.003, 0.5, 0.77, 0.999999)
    ]


def number_cases(make: Any) -> list[tuple[list, Any]]:
    return [
        ([seed, count], make(seed, count)) for seed in (0, 1, 77, 2**31 - 1) for count in (1, 2, 50)
    ]


CASES = {
    ("nets/random.js", "uniforms"): lambda: number_cases(random.uniforms),
    ("nets/random.js", "normals"): lambda: number_cases(random.normals),
    ("nets/sampling.js", "nextWeights"): next_token_probabilities_cases,
    ("nets/sampling.js", "pointed"): pointed_cases,
    ("nets/sampling.js", "entropy"): entropy_cases,
}
