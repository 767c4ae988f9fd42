"""Cases for the arithmetic of share.js."""

import numpy as np

from .kernels import pairs

CASES = {("share.js", "distance"): lambda: [([a, b], np.linalg.norm(a - b)) for a, b in pairs()]}
