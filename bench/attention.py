"""The rows about attention: ours against torch's fused kernel, and blocks against the whole
table.
"""

from collections.abc import Callable, Iterator
from functools import partial

import numpy as np
import torch

from bench.measure import extra_memory, ratio
from whichbank.attention import attend
from whichbank.streaming import attend_streaming

HEADS, D = 8, 64
FUSED = "torch's fused attention"
fused = torch.nn.functional.scaled_dot_product_attention


def qkv(n: int) -> tuple[list[np.ndarray], list[torch.Tensor]]:
    """Draw float32 queries, keys and values, for NumPy (heads, n, d) and for torch (1, heads, n,
    d), on one memory.
    """
    arrays = [
        np.random.default_rng(i).standard_normal((HEADS, n, D), dtype=np.float32) for i in range(3)
    ]
    return arrays, [torch.from_numpy(x)[None] for x in arrays]


def rows() -> Iterator[dict]:
    """Measure and yield row after row."""
    for n in (512, 1024, 2048, 4096):
        arrays, tensors = qkv(n)
        reach = 2.2 if n >= 2048 else None
        whole, causal = partial(fused, *tensors), partial(fused, *tensors, is_causal=True)
        against, against_causal = FUSED, f"{FUSED}, causal"
        yield row(
            "attend_streaming, NumPy", n, partial(attend_streaming, *arrays), against, whole, reach
        )
        yield row(
            "attend_streaming, torch", n, partial(attend_streaming, *tensors), against, whole, None
        )
        for library, given in (("NumPy", arrays), ("torch", tensors)):
            ours = partial(attend_streaming, *given, causal=True)
            yield row(f"attend_streaming, {library}, causal", n, ours, against_causal, causal, None)
        yield row("attend, torch", n, partial(attend, *tensors), against, whole, 1.05)
        if n <= 2048:
            yield row("attend, NumPy", n, partial(attend, *arrays), against, whole, None)
    for library, given, goal in (("NumPy", arrays, 0.65), ("torch", tensors, None)):
        ours, theirs = (
            partial(attend_streaming, *given, causal=True),
            partial(attend_streaming, *given),
        )
        yield row(
            f"attend_streaming, {library}, causal", n, ours, "itself, not causal", theirs, goal
        )
    ours, theirs = (extra_memory(partial(form, *arrays)) for form in (attend_streaming, attend))
    yield {
        "row": "attend_streaming, NumPy, extra memory",
        "against": "attend, NumPy (the whole table)",
        "n": n,
        "reach": 1 / 40,
        "ratio": ours / theirs,
        "ours_bytes": ours,
        "theirs_bytes": theirs,
    }
    if torch.cuda.is_available():
        yield from _on_a_gpu()


def row(
    name: str,
    n: int,
    ours: Callable[[], object],
    against: str,
    theirs: Callable[[], object],
    reach: float | None,
) -> dict:
    """Measure one row of the table."""
    return {"row": name, "against": against, "n": n, "reach": reach, **ratio(ours, theirs)}


def _on_a_gpu() -> Iterator[dict]:
    def finished(call, *args):
        call(*args)
        torch.cuda.synchronize()

    for dtype in (torch.bfloat16, torch.float32):
        for n in (2048, 8192, 32768):
            tensors = [torch.randn(1, HEADS, n, D, device="cuda", dtype=dtype) for _ in range(3)]
            ours, theirs = partial(finished, attend, *tensors), partial(finished, fused, *tensors)
            name = f"attend, torch on a GPU, {str(dtype).removeprefix('torch.')}"
            yield row(name, n, ours, FUSED, theirs, 1 / 0.97)
