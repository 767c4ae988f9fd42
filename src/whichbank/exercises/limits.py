"""Keep an answer within bounds while it is checked: its time, what it prints, what it asks for."""

import builtins
import contextlib
import io
import signal
import sys
import threading
import time
from collections.abc import Iterator
from types import FrameType
from typing import Any, NoReturn

from .words import tr

SECONDS = 20.0
"""How long an answer may keep the processor during one check; what other programs take of it, and
imports, do not count."""
ASLEEP = 6
"""How many times as long it may take in all."""
LINES = 10
"""The most lines that an answer may print during one check."""


class TimeUpError(BaseException):
    """The answer takes too long. No ``except Exception`` of its own catches this."""


@contextlib.contextmanager
def within_bounds(seconds: float = SECONDS) -> Iterator[None]:
    """Stop what is called inside after some seconds, show the first lines that it prints, and
    refuse ``input()``.

    An import is never stopped halfway, and its time does not count: it takes long where a library
    is large, and would leave it in pieces.
    """
    asked, builtins.input = builtins.input, _refuse
    printed = _FirstLines(sys.stdout)
    try:
        with contextlib.redirect_stdout(printed), timed(seconds):
            yield
    finally:
        builtins.input = asked
        if printed.left_out:
            print(tr("(Only the first lines that your function prints are shown.)"))


def timed(seconds: float = SECONDS) -> contextlib.AbstractContextManager[None]:
    """Raise a TimeUpError in what is called inside after some seconds of its own."""
    return _by_signal(seconds) if _has_signals() else _by_tracing(seconds)


def _refuse(*_: object) -> NoReturn:
    raise RuntimeError(
        tr("input() is refused in a check: all that the function needs comes as its inputs")
    )


class _FirstLines(io.TextIOBase):
    """Pass the first lines on, and drop the rest."""

    def __init__(self, out: Any) -> None:
        self.out, self.lines, self.left_out = out, 0, False

    def writable(self) -> bool:
        return True

    def write(self, text: str) -> int:
        for line in text.splitlines(keepends=True):
            if self.lines < LINES:
                self.out.write(line)
                self.lines += line.endswith("\n")
            else:
                self.left_out = True
        return len(text)

    def flush(self) -> None:
        self.out.flush()


def _has_signals() -> bool:
    """Whether a timer can interrupt this thread: not in a browser, not on Windows, not while
    another timer runs.
    """
    return (
        sys.platform != "emscripten"
        and hasattr(signal, "setitimer")
        and threading.current_thread() is threading.main_thread()
        and signal.getitimer(signal.ITIMER_REAL)[0] == 0
    )


def _importing(frame: FrameType | None) -> bool:
    while frame is not None:
        if frame.f_code.co_filename.startswith("<frozen importlib"):
            return True
        frame = frame.f_back
    return False


def _worked() -> float:
    """Return the processor time of this thread; in a browser, the time that has passed."""
    return time.monotonic() if sys.platform == "emscripten" else time.thread_time()


class _Clock:
    """Counts the processor time of what is called, without that of imports."""

    def __init__(self, seconds: float) -> None:
        self.step = min(1.0, seconds / 8)
        self.left, self.seen, self.looked = seconds, _worked(), time.monotonic()
        self.end = self.looked + ASLEEP * seconds

    def up(self, frame: FrameType | None) -> bool:
        """Return whether the time is up, at a moment when it may end."""
        passed = time.monotonic() - self.looked
        if passed < self.step:
            return False
        used = _worked() - self.seen
        self.seen, self.looked = self.seen + used, self.looked + passed
        if _importing(frame):
            self.end += passed  # on a busy machine that is longer than what it worked
            return False
        self.left -= used
        return self.left < 0 or self.looked > self.end


@contextlib.contextmanager
def _by_signal(seconds: float) -> Iterator[None]:
    clock = _Clock(seconds)

    def ring(_number: int, frame: FrameType | None) -> None:
        if clock.up(frame):
            raise TimeUpError

    before = signal.signal(signal.SIGALRM, ring)
    # again and again, after an import or a bare except, too
    signal.setitimer(signal.ITIMER_REAL, clock.step, clock.step)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


@contextlib.contextmanager
def _by_tracing(seconds: float) -> Iterator[None]:
    """Look at the clock before each line of Python: slower than a signal, and it works
    everywhere.
    """
    clock = _Clock(seconds)

    def look(frame: FrameType, _event: str, _value: object) -> Any:
        if clock.up(frame):
            raise TimeUpError
        return look

    before = sys.gettrace()
    if before is None:  # else a debugger is at work, and the person at it can stop the answer
        sys.settrace(look)
    try:
        yield
    finally:
        sys.settrace(before)
