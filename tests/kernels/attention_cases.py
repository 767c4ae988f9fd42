"""What the tests of attention share: cases, and torch's own attention in float64 as the oracle."""

import numpy as np
import torch

from whichbank.attention import attend
from whichbank.loop import attend_loop
from whichbank.streaming import attend_streaming

WAYS = {
    "attend": attend,
    "attend, weights asked for": lambda *qkv, **rest: attend(*qkv, return_weights=True, **rest)[0],
    "attend_streaming": attend_streaming,
    "attend_loop": attend_loop,
}
"""Every way to compute attention; the loop takes no leading axes."""

BATCHED = [name for name in WAYS if name != "attend_loop"]

SHAPES = {  # leading axes, T, S, d, d_v: all sizes different
    "plain": ((), 3, 5, 7, 4),
    "heads": ((2,), 5, 3, 4, 6),
    "batch and heads": ((2, 3), 7, 5, 6, 4),
    "three leading axes": ((4, 2, 3), 5, 7, 6, 8),
    "one query": ((2,), 1, 5, 4, 3),
    "one key": ((2,), 5, 1, 4, 3),
    "one word of one number": ((), 1, 1, 1, 1),
    "no queries": ((2,), 0, 5, 4, 3),
    "no keys": ((2,), 5, 0, 4, 3),
    "nothing at all": ((), 0, 0, 4, 3),
    "no sentences": ((0, 2), 3, 5, 4, 6),
    "queries of no numbers": ((2,), 3, 5, 0, 4),
    "values of no numbers": ((2,), 3, 5, 4, 0),
}


def numbers(*shape: int, seed: int = 0) -> np.ndarray:
    """Draw normal numbers."""
    return np.random.default_rng(seed).normal(size=shape)


def queries_keys_values(lead, n_queries, n_keys, d, d_v) -> list[np.ndarray]:
    """Draw q, k and v of these sizes."""
    shapes = ((n_queries, d), (n_keys, d), (n_keys, d_v))
    return [numbers(*lead, *shape, seed=seed) for seed, shape in enumerate(shapes)]


def some_mask(*shape: int) -> np.ndarray:
    """Draw a mask whose first row, where there is one, is empty."""
    mask = np.random.default_rng(3).random(shape) < 0.6
    mask[..., :1, :] = False
    return mask


def oracle(q, k, v, mask=None, scale=None) -> np.ndarray:
    """Return torch's attention in float64, with zeros for a query that may attend to nothing."""
    q, k, v = (torch.tensor(np.asarray(x, np.float64)) for x in (q, k, v))
    mask = None if mask is None else torch.tensor(mask)
    scale = max(q.shape[-1], 1) ** -0.5 if scale is None else scale
    out = torch.nn.functional.scaled_dot_product_attention(q, k, v, attn_mask=mask, scale=scale)
    return out.nan_to_num(0.0).numpy()


def close(backend, got, want, steps: float = 1.0, more: float = 0.0) -> None:
    """Compare with an exact result, within a few units in the last place of numbers around 1, and
    ``more``.
    """
    want = np.asarray(want)
    assert tuple(got.shape) == want.shape
    room = steps * backend.room + more
    np.testing.assert_allclose(backend.numpy(got), want, rtol=room, atol=room)


def rounding_of_scores(backend, q, k) -> float:
    """Bound by how much the rounding of the scores can change a weight, relative to it.

    A dot product of d numbers differs from the exact one by up to d · eps / 2 times the sum of the
    sizes of its terms, on each processor in another way; the power of the difference of two such
    scores changes by the factor exp(2 · d · eps / 2 · size). The computation is done in float32 at
    least.
    """
    eps = np.finfo("float64" if backend.dtype == "float64" else "float32").eps
    size = (np.abs(q) @ np.abs(k).swapaxes(-1, -2)).max() * q.shape[-1] ** -0.5
    return float(np.expm1(q.shape[-1] * eps * size))
