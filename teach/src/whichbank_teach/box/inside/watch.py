"""What the supervisor knows about the other processes of the box, and how it ends them."""

import contextlib
import json
import os
import resource
import select
import signal
import socket
import time
from collections.abc import Collection
from dataclasses import dataclass
from functools import cache
from typing import Any

FOLDERS = ("/tmp", "/dev/shm")
"""The only folders of the box that can be written to."""
MEGABYTE = 1 << 20
BUSY = 20
"""How many times longer than its limit anything may take where other programs use the
processors.
"""


def others(keep: Collection[int] = ()) -> list[int]:
    """Return the ids of all processes that run, but the first and those to keep."""
    return [
        pid
        for pid in map(int, filter(str.isdigit, os.listdir("/proc")))
        if pid not in (1, *keep) and threads(pid)
    ]


def threads(pid: int) -> list[str]:
    """Return where /proc shows the threads of a process that run: others may go on when its first
    one has ended.
    """
    found = []
    with contextlib.suppress(OSError):  # it is gone
        for thread in os.listdir(f"/proc/{pid}/task"):
            with (
                contextlib.suppress(OSError),
                open(f"/proc/{pid}/task/{thread}/stat", "rb") as file,
            ):
                if file.read().rpartition(b") ")[2][:1] not in b"ZX":
                    found.append(f"/proc/{pid}/task/{thread}")
    return found


def memory(keep: Collection[int] = ()) -> int:
    """Return the bytes of memory that the others hold for themselves (without files that are only
    mapped).
    """
    total = 0
    for pid in others(keep):
        with (
            contextlib.suppress(OSError, IndexError),
            open(f"{threads(pid)[0]}/status", "rb") as file,
        ):
            for line in file:
                if line.startswith((b"RssAnon", b"RssShmem")):
                    total += int(line.split()[1])
    return total * 1024 + sockets()


def sockets() -> int:
    """Return the most bytes that may wait in the sockets of the box: they belong to no process."""
    count: dict[str, int] = {}
    for name in ("sockstat", "sockstat6"):
        with contextlib.suppress(OSError), open(f"/proc/net/{name}") as file:
            count |= {line.split(":")[0]: int(line.split()[2]) for line in file}
    own, streams = count.get("sockets", 0), count.get("TCP", 0) + count.get("TCP6", 0)
    return own * 2 * _setting("core/wmem_max", 212_992) + streams * (
        _setting("ipv4/tcp_rmem", 6 * MEGABYTE) + _setting("ipv4/tcp_wmem", 4 * MEGABYTE)
    )


@cache
def _setting(name: str, usual: int) -> int:
    """Return the last number of one of the network's settings; the usual one where it cannot be
    seen in the box.
    """
    try:
        with open(f"/proc/sys/net/{name}") as file:
            return int(file.read().split()[-1])
    except (OSError, ValueError, IndexError):
        return usual


def waited(pid: int) -> float:
    """Return the seconds in which a process could have run but had no processor."""
    longest = 0
    for thread in threads(pid):
        with contextlib.suppress(OSError, IndexError), open(f"{thread}/schedstat", "rb") as file:
            longest = max(longest, int(file.read().split()[1]))  # not every kernel counts
    return longest / 1e9


def used() -> float:
    """Return the processor time of all the work, in seconds, of what has ended as well."""
    gone = resource.getrusage(resource.RUSAGE_CHILDREN)
    total = gone.ru_utime + gone.ru_stime
    for pid in filter(str.isdigit, os.listdir("/proc")):
        if pid == "1":
            continue
        try:
            # one that has ended is here until it is collected
            with open(f"/proc/{pid}/stat", "rb") as file:
                total += sum(
                    map(int, file.read().rpartition(b") ")[2].split()[11:15])
                ) / os.sysconf("SC_CLK_TCK")
        except OSError:  # it is gone
            continue
    return total


class Clock:
    """Seconds since it was made, without those in which the work waited for a processor that other
    programs used.

    A process that waits for others of the same work gains nothing: what all of them use together
    counts.
    """

    def __init__(self) -> None:
        self.begun, self.used, self.lost = time.monotonic(), used(), 0.0
        self.before = {pid: waited(pid) for pid in others()}

    def seconds(self) -> float:
        """Return how long the work could have run."""
        passed = time.monotonic() - self.begun
        self.lost = max(
            self.lost, *(waited(pid) - self.before.get(pid, 0.0) for pid in others()), 0.0
        )
        return max(passed - self.lost, self.worked(), passed / BUSY)

    def worked(self) -> float:
        """Return the processor time of the work."""
        return used() - self.used


def files(folders: Collection[str]) -> int:
    """Return how many files the temporary folders hold; their bytes are limited by the file
    system.
    """
    about = [os.statvfs(folder) for folder in folders]
    return sum(one.f_files - one.f_ffree for one in about)


def clear(folders: Collection[str]) -> None:
    """Remove what an ended session left in the temporary folders, but not what is mounted there.

    It goes down and up one name at a time: a session can nest folders deeper than a path or a
    recursion may be.
    """
    for folder in folders:
        os.chmod(folder, 0o755)  # a session may close it, as any folder in it, against itself
        os.chdir(folder)
        above: list[Any] = []
        left = [name for name in os.listdir() if not os.path.ismount(name)]
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
    """Collect processes that have ended: their ids, and how they ended (a negative number: by that
    signal).
    """
    gone: dict[int, int] = {}
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

    They are stopped before they are ended, so that none can multiply meanwhile. If that takes too
    long, all are ended at once, and the other with them.
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
    """Return how a process ended, in words."""
    if code >= 0:
        return f"it ended itself with code {code}"
    try:
        return f"it was ended by the signal {signal.Signals(-code).name}"
    except ValueError:
        return f"it was ended by the signal {-code}"


TICK = 0.05
PATIENCE = 2.0  # for a word of the session itself, which takes milliseconds
BLOCK = 65536


@dataclass
class Session:
    """The process that runs the cells, as the supervisor sees it: it may say anything at any
    time.
    """

    pid: int
    channel: socket.socket
    output: int
    lifeline: int  # it closes when the grader ends, however that comes
    silent: bool = False  # whether the session has closed what it prints to

    def wait(self, *more: int) -> list[Any]:
        """Wait a moment for a message, and for output or something else to read. End all if the
        grader is gone.
        """
        watched: list[Any] = [
            self.channel,
            self.lifeline,
            *(more or (() if self.silent else (self.output,))),
        ]
        ready = select.select(watched, [], [], TICK)[0]
        if self.lifeline in ready:
            os._exit(72)
        return ready

    def end(self) -> None:
        """End it and all that came from it."""
        sweep()
        self.channel.close()
        os.close(self.output)

    def hear(self, cells: int) -> dict[str, Any] | None:
        """Read a message: None where there is none, an empty one when the session is gone or makes
        no sense.
        """
        try:
            message = json.loads(self.channel.recv(BLOCK, socket.MSG_DONTWAIT) or b"{}")
            number = message.get("start", message.get("end", 0))
            fits = (
                type(number) is int
                and 0 <= number < max(1, cells)
                and isinstance(message.get("error", ""), str)
            )
            fits = fits and ("error" in message or "end" not in message)
            return message if fits and type(message.get("gone", 0)) is int else {}
        except BlockingIOError:
            return None
        except (ValueError, OSError, AttributeError, RecursionError):
            return {}

    def go_on(self) -> None:
        """Let the session run its next cell."""
        try:
            self.channel.send(b"k", socket.MSG_DONTWAIT | socket.MSG_NOSIGNAL)
        except OSError:  # it is gone, which is seen when it is next heard
            return

    def gone(self) -> int | None:
        """Wait for the session to say how the process of an answer ended; None if it says
        nothing.
        """
        clock = Clock()
        while clock.seconds() < PATIENCE:
            self.wait(self.lifeline)
            message = self.hear(0)
            if message is not None:
                return message.get("gone")
        return None

    def ended(self) -> int:
        """Wait for the session to end once it has closed the channel, and return how; 0 if it goes
        on.
        """
        clock = Clock()
        while (code := reap().get(self.pid)) is None and clock.seconds() < PATIENCE:
            time.sleep(0.001)
        return code or 0

    def printed(self, kept: bytearray | None, most: int) -> int:
        """Read what was printed, keep the beginning of it, and return how much there was."""
        seen = 0
        while seen < 16 * BLOCK:
            try:
                data = os.read(self.output, BLOCK)
            except BlockingIOError:
                break
            if not data:
                self.silent = True
                break
            seen += len(data)
            if kept is not None:
                kept += data[: max(0, most - len(kept))]
        return seen


def read(reader: int, data: bytearray, room: int) -> bool:
    """Read what an answer's pipe holds; False when it is closed."""
    while len(data) <= room:
        try:
            more = os.read(reader, BLOCK)
        except BlockingIOError:
            return True
        if not more:
            return False
        data += more
    return True
