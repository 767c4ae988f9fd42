"""Cases for the arithmetic of cost.js."""

from typing import Any

import numpy as np

from whichbank.experiments.costs import fit_power


def fit_cases() -> list[tuple[list, Any]]:
    rng = np.random.default_rng(5)
    lines = [np.sort(rng.uniform(1, 1e6, size=(2, n)), axis=1) for n in (2, 4, 9)]
    return [([x, y], np.array(fit_power(x, y))) for x, y in lines]


CASES = {("cost.js", "fitPower"): fit_cases}
