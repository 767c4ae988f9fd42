"""Measure two ways of doing the same thing in turn, so that other work on the machine slows both
alike.
"""

import os
import statistics
import time
import tracemalloc
from collections.abc import Callable

import numpy as np

ROUNDS = 11
SHORTEST = 0.05
"""A sample repeats its call until it takes about this many seconds."""


def ratio(ours: Callable[[], object], theirs: Callable[[], object], rounds: int = ROUNDS) -> dict:
    """Time two calls in turn; return the median of their ratios over so many pairs, of wall-clock
    and processor time.

    The result holds ``ratio`` and ``cpu_ratio`` (ours over theirs), the quartiles of ``ratio``, and
    the median seconds. Both are called once before they are timed; the order within a pair
    alternates.
    """
    repeats = max(1, round(SHORTEST / max(_sample(theirs, 1)[0], _sample(theirs, 1)[0], 1e-7)))
    _sample(ours, 1)
    pairs = []
    for i in range(rounds):
        first, second = (ours, theirs) if i % 2 else (theirs, ours)
        pair = [_sample(first, repeats), _sample(second, repeats)]
        pairs.append(pair if i % 2 else pair[::-1])
    walls = [a[0] / b[0] for a, b in pairs]
    low, middle, high = statistics.quantiles(walls, n=4)
    return {
        "ratio": middle,
        "quartiles": [low, high],
        "cpu_ratio": statistics.median(a[1] / b[1] for a, b in pairs),
        "ours_s": statistics.median(a[0] for a, _ in pairs),
        "theirs_s": statistics.median(b[0] for _, b in pairs),
        "rounds": rounds,
    }


def _sample(call: Callable[[], object], repeats: int) -> tuple[float, float]:
    wall, cpu = time.perf_counter(), time.process_time()
    for _ in range(repeats):
        call()
    return (time.perf_counter() - wall) / repeats, (time.process_time() - cpu) / repeats


def seconds(call: Callable[[], object]) -> float:
    """Time one call."""
    return _sample(call, 1)[0]


def extra_memory(call: Callable[[], np.ndarray]) -> int:
    """Return the most bytes that a call holds at once besides its inputs and its result, as NumPy
    reports it.
    """
    call()
    tracemalloc.start()
    result = call()
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return peak - result.nbytes


def machine() -> dict:
    """Return what was measured on and when: processor, cores, threads, versions, and how busy it
    was.
    """
    import torch
    from threadpoolctl import threadpool_info

    from whichbank.experiments import _run

    blas = [pool for pool in threadpool_info() if pool["user_api"] == "blas"]
    return {
        **_run.machine(),
        "cores": len(os.sched_getaffinity(0))
        if hasattr(os, "sched_getaffinity")
        else os.cpu_count(),
        "torch_threads": torch.get_num_threads(),
        "blas": [
            f"{pool['internal_api']} {pool['version']} ({pool.get('architecture')})"
            for pool in blas
        ],
        "blas_threads": [pool["num_threads"] for pool in blas],
        "omp_wait_policy": os.environ.get("OMP_WAIT_POLICY", ""),
        "gpu": torch.cuda.get_device_name() if torch.cuda.is_available() else "",
        "load": round(os.getloadavg()[0], 1),
    }
