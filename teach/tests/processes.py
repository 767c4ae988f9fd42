"""Processes that the tests start: how they hear, what is below them, and when they are gone."""

import signal
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

# seconds after which what never comes is given up; nothing takes so long, however busy the machine
# is
SAFETY = 600


def hear_interrupts() -> None:
    """Undo, in a new process, what a shell does to a job in the background: it makes it deaf to
    SIGINT.
    """
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def wait_until(what: Callable[[], Any]) -> Any:
    """Wait until something is true, and return it."""
    deadline = time.monotonic() + SAFETY
    while not (found := what()):
        assert time.monotonic() < deadline, "it never came"
        time.sleep(0.01)
    return found


def alive(pid: int) -> bool:
    """Whether a process runs."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(") ")[2][0] not in "ZX"
    except OSError:
        return False


def below(parent: int) -> set[int]:
    """The processes below another one, however deep."""
    parents = {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            parents[int(folder.name)] = int(
                (folder / "stat").read_text().rpartition(") ")[2].split()[1]
            )
        except OSError:
            continue
    found, grown = {parent}, True
    while grown:
        grown = {pid for pid, up in parents.items() if up in found} - found
        found |= grown
    return found - {parent}
