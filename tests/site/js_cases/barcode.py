"""Cases for the arithmetic of barcode.js, told by the figure's own Python side."""

from typing import Any

import numpy as np

from whichbank.figures.barcode import KINDS, encode


def encode_cases() -> list[tuple[list, Any]]:
    places = np.array([0.0, 1.0, 9.0, 100.0])
    return [([i, places, d], encode(kind, places, d)) for i, kind in enumerate(KINDS) for d in (2, 6, 16)]


CASES = {("barcode.js", "encodePlaces"): encode_cases}
