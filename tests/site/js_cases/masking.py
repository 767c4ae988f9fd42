"""Cases for the arithmetic of masking.js: the masks of the figure are the course's masks."""

from itertools import permutations, product
from typing import Any

import numpy as np

from whichbank.figures import MaskToggles


def mask_cases() -> list[tuple[list, Any]]:
    """All orders of two words and one padding, and a longer text, under all four masks."""
    cases = []
    texts = [(2, 1, order) for order in permutations(range(3))] + [(4, 2, (5, 1, 0, 4, 2, 3)), (1, 0, (0,))]
    for (words, padding, order), future, pads in product(texts, (False, True), (False, True)):
        names = [f"word {i}" for i in range(words)]
        fig = MaskToggles(names, np.zeros((words, 2)), padding, order, hide_future=future, hide_padding=pads)
        cases.append(([list(order), words, future, pads], fig.mask))
    return cases


CASES = {("masking.js", "maskOf"): mask_cases}
