"""Cases for the arithmetic of mixing.js."""

from typing import Any

import numpy as np

from whichbank.figures.mixing import MixingTable


def inside_cases() -> list[tuple[list, Any]]:
    """Whether a point lies inside: told by the figure's own Python side."""
    corners = np.array([[2.0, 0.0], [1.0, 1.0], [1.0, 0.0]])
    weights = np.random.default_rng(3).uniform(-0.5, 1.2, size=(30, 3))
    cases = []
    for row in weights:
        fig = MixingTable(["a", "b", "c"], corners, [row, [0, 0, 1], [1, 0, 0]])
        cases.append(([fig.new_vectors[0], corners], float(fig.inside[0])))
    return cases


CASES = {("mixing.js", "inside"): inside_cases}
