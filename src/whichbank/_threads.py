"""Spread heads over the cores by Python threads, with one thread of BLAS in each; keep torch to one
thread.
"""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import cache
from threading import Lock
from typing import Any

SMALL = 1 << 18
"""Less work than this is done sooner than a thread has started."""

_ONE_AT_A_TIME = Lock()  # how many threads BLAS uses is one setting of the whole process


def spread(call: Callable[[Any], Any], items: Sequence[Any], *, work: int) -> list[Any]:
    """Call a function on every item, on as many cores as the library behind NumPy's products would
    use itself.

    BLAS splits every single product over the cores and waits for the slowest of them, product after
    product; whole items need no waiting. What is called must release Python's lock while it
    computes, as NumPy does. The results keep the order of the items. ``work`` is about how many
    multiplications it takes; little work is done without threads.
    """
    if len(items) > 1 and work >= SMALL:
        with _ONE_AT_A_TIME:
            n_threads = max((pool.num_threads for pool in _blas().lib_controllers), default=1)
            if n_threads > 1:
                with _blas().limit(limits=1), ThreadPoolExecutor(n_threads) as threads:
                    return list(threads.map(call, items))
    return list(map(call, items))


@cache
def _blas() -> Any:
    from threadpoolctl import ThreadpoolController

    return ThreadpoolController().select(user_api="blas")


@contextmanager
def one_torch_thread() -> Iterator[None]:
    """Keep torch to one thread for a while: sums in another order would train to other weights."""
    import torch

    before = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        yield
    finally:
        torch.set_num_threads(before)
