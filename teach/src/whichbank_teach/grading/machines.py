"""Boxes on other machines: Dask hands each submission to a worker there, which runs it in a box of
its own.

What goes out is what goes into a box: the student's code and the inputs of the cases. What comes
back is what comes out of it. The secret, the solutions and the class's folder stay on this machine,
which judges the answers. Work on a worker that ends goes to another one.
"""

import contextlib
import logging
import platform
import warnings
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import CancelledError, ThreadPoolExecutor, as_completed
from functools import cache
from importlib.metadata import distributions
from pathlib import Path
from typing import Any

import whichbank

from ..box import sealed, walls
from ..classroom.folder import ClassroomError
from .verdict import key_of
from .workers import AHEAD, WorkerDiedError

INSTALL = "pip install -c which-bank/requirements.txt './which-bank/teach[machines]'"
ANSWER = 10  # seconds in which the scheduler, and then the first worker, must answer
ALONE = 60  # seconds after which nobody is waited for any more where there is no worker


class MachinesError(ClassroomError):
    """The other machines cannot grade, or not as this one would; the message says why."""


@cache
def versions() -> dict[str, str]:
    """Return what marks may depend on: of the grader, of Python, and of all that the box shows."""
    places = (Path(whichbank.__file__).parent, Path(__file__).parents[1])
    files = [path for place in places for path in sorted(place.rglob("*.py"))]
    found = {one.name: one.version for one in distributions(path=list(walls.places().packages))}
    return {name: version.partition("+")[0] for name, version in found.items()} | {
        "Python": ".".join(platform.python_version_tuple()[:2]),
        "the course's files": key_of(*(path.read_bytes() for path in files))[:8],
    }


def about() -> tuple[dict[str, str], str, str]:
    """Return what a machine has, why it has no box, and the line on the box that it has."""
    why = sealed.missing()
    return versions(), why or "", "" if why else sealed.protections()


def boxed(wanted: dict[str, str], work: sealed.Work, limits: sealed.Limits) -> sealed.Findings:
    """Run one submission on the worker, which may have come after the first look at all of them."""
    has, missing, _ = about()
    if why := _unlike(wanted, has) or missing:
        raise MachinesError(f"A worker on {platform.node()} cannot go on: {why}")
    return sealed.run(work, limits)


def _unlike(wanted: dict[str, str], has: dict[str, str]) -> str:
    """Say what another machine lacks of this one; what it has besides does not matter."""
    lacks = [
        f"{name} {has.get(name, 'missing')} (here {version})"
        for name, version in wanted.items()
        if has.get(name) != version
    ]
    more = f" and {len(lacks) - 3} more" if len(lacks) > 3 else ""
    return f"it has {', '.join(lacks[::-1][:3])}{more}. Install the same there." if lacks else ""


class Machines:
    """The workers of a Dask scheduler, each checked; close them with ``with``."""

    def __init__(self, address: str) -> None:
        try:
            from distributed import Client
        except ImportError:
            raise MachinesError(f"To grade on other machines, install Dask: {INSTALL}") from None
        logging.getLogger("distributed").setLevel(logging.CRITICAL)  # we say it ourselves
        self._address = address
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # of other versions, which are compared below
                self._client = Client(address, timeout=ANSWER, set_as_default=False)
        except (OSError, ValueError, TypeError, RuntimeError) as error:
            raise MachinesError(
                f"No scheduler answers at {address}: start `dask scheduler` there. ({error})"
            ) from None
        try:
            with contextlib.suppress(TimeoutError):
                self._client.wait_for_workers(1, timeout=ANSWER)
            boxes = self.look()
            if not boxes:
                raise MachinesError(f"No worker is there: start `dask worker {address}` somewhere.")
        except BaseException:
            self._client.close()
            raise
        self.protections = tuple(dict.fromkeys(boxes.values()))
        self.jobs = AHEAD * sum(self._client.nthreads().values())  # on their way at a time

    def __enter__(self) -> "Machines":
        return self

    def __exit__(self, *_: object) -> None:
        self._client.close()

    def look(self) -> dict[str, str]:
        """Check the scheduler and all workers; return a line on the box of each worker."""
        found: dict[str, Any] = {}
        try:
            found["scheduler"] = self._client.run_on_scheduler(versions), "", ""
        except Exception as error:
            found["scheduler"] = error
        answers = self._client.run(about, on_error="return")
        # one that is gone, and whose scheduler does not know it yet, is none
        found |= {name: one for name, one in answers.items() if not isinstance(one, OSError)}
        for name, answer in found.items():
            why = f"whichbank-teach does not run there as here ({answer})."
            if not isinstance(answer, Exception):
                why = _unlike(versions(), answer[0]) or answer[1]
            if why:
                raise MachinesError(f"{name} of {self._address} is of no use: {why}")
        return {name: answer[2] for name, answer in found.items() if answer[2]}

    def run(self, work: sealed.Work, limits: sealed.Limits) -> sealed.Findings:
        """Run work in a box of whichever machine is free; wait for it."""
        from distributed.comm import CommClosedError
        from distributed.scheduler import KilledWorker

        future = self._client.submit(boxed, versions(), work, limits, pure=False)
        while True:
            try:
                return future.result(timeout=ALONE)
            except KilledWorker as error:
                raise WorkerDiedError(str(error)) from None
            except TimeoutError:
                if future.done():
                    raise
                if not self._client.nthreads():
                    raise MachinesError(
                        f"{self._address} has lost all its workers. What was marked is kept: "
                        "start others, and give the same command again."
                    ) from None
            except (CancelledError, CommClosedError):
                raise MachinesError(
                    f"The scheduler at {self._address} is gone. What was marked is kept."
                ) from None

    def each(
        self, function: Callable[..., Any], tasks: Iterable[Any], jobs: int
    ) -> Iterator[tuple[Any, Any]]:
        """Do what ``workers.each`` does, in threads that wait for the other machines.

        The function is given ``run``, too. Where the machines are of no use any more, all ends.
        """
        with ThreadPoolExecutor(jobs) as pool:
            waiting = {pool.submit(function, task, self.run): task for task in tasks}
            try:
                for done in as_completed(waiting):
                    error = done.exception()
                    if isinstance(error, MachinesError):
                        raise error
                    if error and not isinstance(error, WorkerDiedError):
                        error = RuntimeError(f"{type(error).__name__}: {error}")
                    yield waiting[done], error or done.result()
            except BaseException:
                pool.shutdown(wait=False, cancel_futures=True)
                self._client.close()  # which ends what the threads wait for
                raise
