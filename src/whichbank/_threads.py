"""Spread work over the cores by Python threads, with one thread of the library's own in each."""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import cache
from threading import Lock
from typing import Any

SMALL = 1 << 18
"""Less work than this is done sooner than a thread has started."""

_ONE_AT_A_TIME = Lock()  # how many threads a library uses is one setting of the whole process


def spread(call: Callable[[Any], None], items: Sequence[Any], *, xp: Any, work: int) -> None:
    """Call a function on every item, on as many cores as the array library would use itself.

    A library splits every single product over the cores and waits for the slowest of them, product after product;
    whole items need no waiting. While they run, the library keeps to one thread in each.

    Parameters
    ----------
    call : callable
        Takes one item. What it calls must leave Python to others while it computes, as NumPy and torch do.
    items : sequence
        One item after the other goes to the next free thread.
    xp : module
        The array namespace of what is computed: NumPy's or torch's.
    work : int
        About how many multiplications it takes; little work is done without threads.
    """
    with _ONE_AT_A_TIME:
        library = _Torch() if "torch" in xp.__name__ else _Blas()
        n_threads = 1 if work < SMALL else min(len(items), library.n_threads())
        if n_threads > 1:
            with library.one_each() as start, ThreadPoolExecutor(n_threads, initializer=start) as threads:
                for done in [threads.submit(call, item) for item in items]:
                    done.result()
            return
    for item in items:
        call(item)


class _Blas:
    """The library behind NumPy's products; 1 thread if threadpoolctl does not know it."""

    def n_threads(self) -> int:
        return max((pool.num_threads for pool in _pools().lib_controllers), default=1)

    @contextmanager
    def one_each(self) -> Iterator[Callable[[], None]]:
        with _pools().limit(limits=1):
            yield lambda: None


@cache
def _pools() -> Any:
    from threadpoolctl import ThreadpoolController

    return ThreadpoolController().select(user_api="blas")


class _Torch:
    def n_threads(self) -> int:
        import torch

        return torch.get_num_threads()

    @contextmanager
    def one_each(self) -> Iterator[Callable[[], None]]:
        import torch

        before = torch.get_num_threads()
        try:
            yield lambda: torch.set_num_threads(1)  # each thread has a number of its own, and tells it to new ones
        finally:
            torch.set_num_threads(before)


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
