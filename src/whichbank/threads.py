"""Spread NumPy's work over the cores by Python threads, each with one thread of BLAS."""

from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from threading import Lock
from typing import Any

SMALL = 1 << 18
"""Less work than this is done sooner than a thread has started."""

_ONE_AT_A_TIME = Lock()  # the number of BLAS threads is one setting of the whole process


def spread(call: Callable[[Any], None], items: Sequence[Any], *, work: int) -> None:
    """Call a function on every item, on as many cores as NumPy's BLAS would use.

    BLAS splits one product over the cores and waits for the slowest of them, product after product; whole items need
    no waiting. While they run, BLAS itself keeps to one thread.

    Parameters
    ----------
    call : callable
        Takes one item. What it calls must leave Python to others while it computes, as NumPy does.
    items : sequence
        One item after the other goes to the next free thread.
    work : int
        About how many multiplications it takes; little work is done without threads.
    """
    if work < SMALL or len(items) < 2:
        _each(call, items)
        return
    with _ONE_AT_A_TIME:
        pools = _blas()
        n_threads = min(len(items), max((pool.num_threads for pool in pools.lib_controllers), default=1))
        if n_threads < 2:
            _each(call, items)
            return
        with pools.limit(limits=1), ThreadPoolExecutor(n_threads) as threads:
            _each(lambda done: done.result(), [threads.submit(call, item) for item in items])


def _each(call: Callable[[Any], None], items: Iterable[Any]) -> None:
    for item in items:
        call(item)


@cache
def _blas() -> Any:
    from threadpoolctl import ThreadpoolController

    return ThreadpoolController().select(user_api="blas")
