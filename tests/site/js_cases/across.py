"""Cases for the arithmetic of across.js."""

from typing import Any

import numpy as np

from whichbank.experiments.probing import pack, unpack


def weights_cases() -> list[tuple[list, Any]]:
    """Every head of packed tables that are tall, wide and single."""
    cases = []
    for heads, T, S in ((2, 7, 9), (1, 1, 1), (3, 5, 2)):
        packed = pack(np.random.default_rng(T).dirichlet(np.full(S, 0.5), size=(heads, T)))
        cases += [([packed, T, S, head], unpack(packed, (heads, T, S))[head]) for head in range(heads)]
    return cases


CASES = {("across.js", "weightsAcross"): weights_cases}
