"""How far apart two right computations of the same numbers may be: the one place that tells, with
its reason.

Processors add in different orders and fuse different products, so what is computed twice agrees but
for rounding. One step (a product of matrices, a softmax, a normalization) rounds to about one unit
in the last place of the largest number it meets: ``eps * size``. That holds for long sums, too: n
terms of either sign add up to about sqrt(n) of them, and so do their rounding errors. Steps in a
row add theirs at worst. So ``steps * eps * size`` it is, and whoever compares counts the steps and
names the size. Measured as SSE, AVX, AVX2 and AVX-512: a few units of ten.
"""

from typing import Any

import numpy as np

EPS = {"float64": 2.0**-52, "float32": 2.0**-23, "float16": 2.0**-10, "bfloat16": 2.0**-7}


def room(steps: float, size: float = 1.0, dtype: Any = "float64") -> float:
    """Return how far two results may be apart after so many steps on numbers of this size; whole
    numbers not at all.
    """
    return steps * EPS.get(str(dtype).removeprefix("torch."), 0.0) * size


def assert_same(
    got: Any, want: Any, steps: float, size: float | None = None, what: str = ""
) -> None:
    """Hold two arrays to each other, in the coarser of their types: the same shapes, and the same
    but for rounding.

    The size is that of the largest finite number in ``want``, unless larger ones were met on the
    way to it.
    """
    got, want = np.asarray(got), np.asarray(want)
    assert got.shape == want.shape, what
    if size is None:
        size = np.abs(want[np.isfinite(want)]).max(initial=0)
    dtype = max(got.dtype, want.dtype, key=lambda one: room(1, dtype=one))
    np.testing.assert_allclose(got, want, rtol=0, atol=room(steps, size, dtype), err_msg=what)
