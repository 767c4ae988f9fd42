"""Cases for the kernels of positions.js."""

from typing import Any

import numpy as np

from whichbank.positions import ripples, rotary, sinusoidal


def ripples_cases() -> list[tuple[list, Any]]:
    rng = np.random.default_rng(10)
    cases = []
    for count, stones, dims in ((5, 3, 1), (7, 2, 2), (4, 5, 3), (1, 1, 2)):
        points, fell = rng.uniform(0, 10, (count, dims)), rng.uniform(0, 10, (stones, dims))
        lengths = rng.uniform(1, 12, stones)
        cases.append(([points, fell, lengths], ripples(points, fell, lengths)))
    return [*cases, ([np.zeros((1, 2)), np.zeros((1, 2)), np.array([3.0])], np.array([[1.0]]))]


def ripple_cases() -> list[tuple[list, Any]]:
    return [
        ([point, stone, lengths[s]], heights[i, s])
        for (points, fell, lengths), heights in ripples_cases()
        for i, point in enumerate(points)
        for s, stone in enumerate(fell)
    ]


def sinusoidal_cases() -> list[tuple[list, Any]]:
    places = np.array([0.0, 1.0, 7.0, 100.0, 2.5])
    return [
        ([places, d, base], sinusoidal(places, d, base=base))
        for d in (2, 8, 16)
        for base in (100.0, 10000.0)
    ]


def rotary_cases() -> list[tuple[list, Any]]:
    places = np.array([0.0, 1.0, 7.0, 100.0, 2.5])
    return [
        ([x, places, base], rotary(x, places, base=base))
        for x in (np.random.default_rng(d).normal(size=(5, d)) for d in (2, 8, 16))
        for base in (100.0, 10000.0)
    ]


CASES = {
    ("nets/positions.js", "ripple"): ripple_cases,
    ("nets/positions.js", "ripples"): ripples_cases,
    ("nets/positions.js", "rotary"): rotary_cases,
    ("nets/positions.js", "sinusoidal"): sinusoidal_cases,
}
