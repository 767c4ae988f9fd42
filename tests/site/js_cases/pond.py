"""Cases for the arithmetic of pond.js, told by the figure's own Python side."""

from typing import Any

import numpy as np

from whichbank.figures.pond import APART, places
from whichbank.positions import ripples


def elsewhere_cases() -> list[tuple[list, Any]]:
    rng = np.random.default_rng(11)
    cases = []
    for count, stones, dims in ((60, 1, 1), (90, 2, 2), (80, 1, 3)):
        spots, fell, point = (rng.uniform(0, 10, (n, dims)) for n in (count, stones, 1))
        lengths = rng.uniform(2, 9, stones)
        heights, code = ripples(spots, fell, lengths), ripples(point, fell, lengths)[0]
        same = (np.abs(heights - code) <= 0.4).all(axis=1) & (np.linalg.norm(spots - point, axis=1) > APART)
        cases.append(([spots, heights.T, point[0], code, 0.4], same.astype(float)))
    return cases


CASES = {
    ("pond.js", "pondPlaces"): lambda: [([dims], places(dims)) for dims in (1, 2, 3)],
    ("pond.js", "pondElsewhere"): elsewhere_cases,
}
