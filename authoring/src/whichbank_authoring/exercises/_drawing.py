"""What cases are drawn with: numbers, and those that trip a careless softmax."""

from collections.abc import Callable

import numpy as np

from ..exercise import Case

FAR = 800.0  # e to the power of it overflows, and e to the power of its negative is 0
LOW = -12_000.0
DRAWS = 5000


def numbers(rng: np.random.Generator, *shape: int) -> np.ndarray:
    """Draw numbers of either sign, none near 0."""
    return np.round(rng.uniform(0.4, 1.6, shape) * rng.choice([-1, 1], shape), 2)


def hard(
    draw: Callable[[], Case],
    scores: Callable[[Case], np.ndarray],
    seen: Callable = lambda case: True,
) -> Case:
    """Draw a case until its scores, shape (..., T, S), are large in every way that matters, and
    return it.

    - The largest score that is seen overflows, and rows lie so far apart that one maximum cannot
      serve all of them.
    - Where some scores are hidden (``seen`` is false), a hidden one lies far above all of its row
      that are seen, and all that are seen of some row lie below whatever people put in place of a
      hidden score, such as -1e4.
    - Within each row the two largest that are seen are well apart, so that single precision gives
      the same weights.
    """
    for _ in range(DRAWS):
        case = draw()
        table = scores(case)
        allowed = np.broadcast_to(seen(case), table.shape)
        ranked = np.sort(np.where(allowed, table, -np.inf), axis=-1)
        top, hidden = ranked[..., -1], np.where(allowed, -np.inf, table).max(axis=-1)
        apart = (top - ranked[..., -2]).min() > 25
        far = top.max() > FAR and top.max() - top.min() > FAR
        over = allowed.all() or ((hidden - top).max() > FAR and top.min() < LOW)
        if apart and far and over:
            return case
    raise RuntimeError(f"no hard case in {DRAWS} draws")
