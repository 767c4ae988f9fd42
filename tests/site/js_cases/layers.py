"""Cases for the arithmetic of layers.js."""

from typing import Any

import numpy as np

from whichbank.experiments.probing import pack, unpack


def weights_cases() -> list[tuple[list, Any]]:
    """Heads from all over the packed weights, of sentences of several lengths."""
    cases = []
    for n in (1, 3, 13):
        packed = pack(np.random.default_rng(n).dirichlet(np.full(n, 0.3), size=(6, 12, n)))
        table = unpack(packed, (6, 12, n, n))
        picks = ((1, 1), (1, 12), (4, 7), (6, 12))
        cases += [([packed, n, layer, head], table[layer - 1, head - 1]) for layer, head in picks]
    return cases


CASES = {("layers.js", "weightsOf"): weights_cases}
