"""Cases for the arithmetic of heads.js."""

from typing import Any

import numpy as np

from whichbank.experiments.probing import pack, unpack
from whichbank.figures.heads import sides


def table_cases() -> list[tuple[list, Any]]:
    """Packed tables of sentences and readers of several sizes."""
    cases = []
    for n, heads in ((1, 2), (3, 1), (14, 7)):
        packed = pack(np.random.default_rng(n).dirichlet(np.full(n, 0.3), size=(heads, n)))
        cases.append(([packed, n], unpack(packed, (heads, n, n))))
    return cases


def side_cases() -> list[tuple[list, Any]]:
    """Rows at their first, a middle and their last place."""
    rows = [np.random.default_rng(n).dirichlet(np.full(n, 0.5)) for n in (1, 2, 9)]
    return [([row, at], sides(row, at)) for row in rows for at in {0, len(row) // 2, len(row) - 1}]


CASES = {("heads.js", "headTables"): table_cases, ("heads.js", "sidesOf"): side_cases}
