"""What the supervisor knows about the other processes of the box, and how it ends them."""

import contextlib
import os
import signal
import time
from collections.abc import Collection

FOLDERS = ("/tmp", "/dev/shm")
"""The only folders of the box that can be written to."""
BUSY = 3
"""How many times longer than its limit anything may take where other work keeps the processors."""


def others(keep: Collection[int] = ()) -> list[int]:
    """Return the ids of all processes that run, but the first and those to keep."""
    return [pid for pid in map(int, filter(str.isdigit, os.listdir("/proc"))) if pid not in (1, *keep) and _runs(pid)]


def _runs(pid: int) -> bool:
    try:
        with open(f"/proc/{pid}/stat", "rb") as file:
            return file.read().rpartition(b") ")[2][:1] not in b"ZX"
    except OSError:  # it is gone
        return False


def memory(keep: Collection[int] = ()) -> int:
    """Return the bytes of memory that the others hold for themselves (without files that are only mapped)."""
    total = 0
    for pid in others(keep):
        try:
            with open(f"/proc/{pid}/status", "rb") as file:
                for line in file:
                    if line.startswith((b"RssAnon", b"RssShmem")):
                        total += int(line.split()[1])
        except OSError:  # it is gone
            continue
    return total * 1024


def waited(pid: int) -> float:
    """Return the seconds in which a process could have run but had no processor."""
    try:
        with open(f"/proc/{pid}/schedstat", "rb") as file:
            return int(file.read().split()[1]) / 1e9
    except (OSError, IndexError):  # it is gone, or this kernel does not count
        return 0.0


class Clock:
    """Seconds since it was made, without those in which the work waited for a processor that others used.

    The work can make itself wait with many processes of its own, so no more than ``BUSY`` seconds pass for one.
    """

    def __init__(self) -> None:
        self.begun = time.monotonic()
        self.before = {pid: waited(pid) for pid in others()}
        self.lost = 0.0

    def seconds(self) -> float:
        """Return how long the work could have run."""
        passed = time.monotonic() - self.begun
        self.lost = max(self.lost, *(waited(pid) - self.before.get(pid, 0.0) for pid in others()), 0.0)
        return max(passed - self.lost, passed / BUSY)


def files(folders: Collection[str]) -> int:
    """Return how many files the temporary folders hold; their bytes are limited by the file system."""
    about = [os.statvfs(folder) for folder in folders]
    return sum(one.f_files - one.f_ffree for one in about)


def clear(folders: Collection[str]) -> None:
    """Remove what an ended session left in the temporary folders; what is mounted there stays.

    It goes down and up one name at a time: a session can nest folders deeper than a path or a recursion may be.
    """
    for folder in folders:
        os.chmod(folder, 0o755)  # a session may close it, as any folder in it, against itself
        os.chdir(folder)
        above, left = [], [name for name in os.listdir() if not os.path.ismount(name)]
        while left or above:
            if not left:
                done, left = above.pop()
                os.chdir("..")
                os.rmdir(done)
                continue
            name = left.pop()
            if os.path.isdir(name) and not os.path.islink(name):
                os.chmod(name, 0o700)
                os.chdir(name)
                above.append((name, left))
                left = os.listdir()
            else:
                os.unlink(name)


def reap() -> dict[int, int]:
    """Collect processes that have ended: their ids, and how they ended (a negative number: by that signal)."""
    gone = {}
    while True:
        try:
            pid, status = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return gone
        if pid == 0:
            return gone
        gone[pid] = os.waitstatus_to_exitcode(status)


def sweep(keep: int = 0) -> None:
    """End all processes but the first and one other.

    They are stopped before they are ended, so that none can multiply meanwhile. Where that takes too long, all are
    ended at one stroke, and the other with them.
    """
    until = time.monotonic() + 1.0
    stopped: set[int] = set()
    while keep and (moving := set(others((keep,))) - stopped) and time.monotonic() < until:
        for pid in moving:
            _signal(pid, signal.SIGSTOP)
        stopped |= moving
    while left := others((keep,)):
        for pid in [-1] if not keep or time.monotonic() > until else left:
            _signal(pid, signal.SIGKILL)
        reap()
        time.sleep(0.001)


def _signal(pid: int, number: int) -> None:
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, number)


def ended(code: int) -> str:
    """Say how a process ended."""
    if code >= 0:
        return f"it ended itself with code {code}"
    try:
        return f"it was ended by the signal {signal.Signals(-code).name}"
    except ValueError:
        return f"it was ended by the signal {-code}"
