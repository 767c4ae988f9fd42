"""A pool of processes in which a death, a kill or Ctrl-C costs one task at most.

That of ``concurrent.futures`` loses every task when one process dies, and waits for the others when
it is interrupted. So do loky's (3.7) and joblib's (1.6): of 8 tasks, one of which was killed, 5 were
lost, and workers went on after the grader was killed. Pebble's (5.2) loses one, but all share one
pipe: with a kill each 0.15 s it broke in 3 of 4 runs.

A worker is handed one task at a time over its own pipe. One that dies is replaced, and only its
task is told so. Workers end by themselves when the process that started them is gone, however it
went.
"""

import contextlib
import ctypes
import multiprocessing
import os
import signal
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from multiprocessing.connection import Connection, wait
from typing import Any

ONE_THREAD = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "MKL_NUM_THREADS": "1"}
_PR_SET_PDEATHSIG = 1
AHEAD = 2  # tasks that a worker holds: it goes on while its last result is looked at


@dataclass
class _Worker:
    process: Any
    pipe: Connection
    tasks: list[Any] = field(default_factory=list)


class WorkerDiedError(RuntimeError):
    """The process that worked on a task ended before the task did."""


def cores() -> int:
    """Return how many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def each(
    function: Callable[[Any], Any], tasks: Iterable[Any], jobs: int
) -> Iterator[tuple[Any, Any]]:
    """Call a function at the top of a module on each task, several at a time, and yield tasks and
    results as they come.

    Where the function raised, or its process died, the result is the exception.
    """
    waiting = list(tasks)[::-1]
    workers: list[_Worker] = []
    try:
        while len(workers) < min(jobs, len(waiting)):
            workers.append(_start(function))
        for _ in range(AHEAD):
            for worker in workers:
                _hand(worker, waiting)
        while busy := [worker for worker in workers if worker.tasks]:
            for ready in wait([worker.pipe for worker in busy]):
                worker = next(one for one in busy if one.pipe is ready)
                task = worker.tasks.pop(0)
                try:
                    result = worker.pipe.recv()
                except (EOFError, OSError):
                    worker.process.join()
                    result = WorkerDiedError(
                        f"the marking process ended with code {worker.process.exitcode}"
                    )
                    worker.pipe.close()
                    workers.remove(worker)
                    waiting += worker.tasks[::-1]  # it had not begun these
                    if waiting:
                        workers.append(worker := _start(function))
                if worker in workers:
                    _hand(worker, waiting)
                yield task, result
    finally:
        for worker in workers:
            worker.pipe.close()
            worker.process.terminate()
        for worker in workers:
            worker.process.join()


def _hand(worker: _Worker, waiting: list[Any]) -> None:
    if not waiting:
        return
    worker.tasks.append(waiting.pop())
    with contextlib.suppress(OSError):  # a dead worker is seen when its result is read
        worker.pipe.send(worker.tasks[-1])


def _start(function: Callable[[Any], Any]) -> _Worker:
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=_work, args=(theirs, function, os.getpid()), daemon=True)
    before = {name: os.environ.get(name) for name in ONE_THREAD}
    os.environ.update(ONE_THREAD)
    try:
        process.start()
    finally:
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value
    theirs.close()
    return _Worker(process, ours)


def _work(pipe: Connection, function: Callable[[Any], Any], parent: int) -> None:
    """Take tasks until the pipe closes. Ctrl-C reaches every process of a terminal: here the parent
    answers it.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _end_with_parent(parent)
    with contextlib.suppress(EOFError, OSError):
        while True:
            task = pipe.recv()
            try:
                result = function(task)
            except Exception as error:
                result = RuntimeError(f"{type(error).__name__}: {error}")  # always picklable
            pipe.send(result)


def _end_with_parent(parent: int) -> None:
    """Ask Linux to kill this process when its parent ends; elsewhere it ends when its pipe
    closes.
    """
    if sys.platform.startswith("linux"):
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != parent:
            os._exit(1)
