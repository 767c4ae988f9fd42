"""What the supervisor and a session say to each other, and what a session prints."""

import json
import os
import select
import socket
import time
from dataclasses import dataclass
from typing import Any

from . import watch

TICK = 0.05
PATIENCE = 2.0  # for a word of the session itself, which takes milliseconds
BLOCK = 65536


@dataclass
class Session:
    """The process that runs the cells, as the supervisor sees it: it may say anything at any time."""

    pid: int
    channel: socket.socket
    output: int
    lifeline: int  # it closes when the grader ends, however that comes
    silent: bool = False  # whether the session has closed what it prints to

    def wait(self, *more: int) -> list[Any]:
        """Wait a moment for a message, and for output or something else to read. End all if the grader is gone."""
        watched = [self.channel, self.lifeline, *(more or (() if self.silent else (self.output,)))]
        ready = select.select(watched, [], [], TICK)[0]
        if self.lifeline in ready:
            os._exit(72)
        return ready

    def end(self) -> None:
        """End it and all that came from it."""
        watch.sweep()
        self.channel.close()
        os.close(self.output)

    def hear(self, cells: int) -> dict[str, Any] | None:
        """Read a message: None where there is none, an empty one when the session is gone or makes no sense."""
        try:
            message = json.loads(self.channel.recv(BLOCK, socket.MSG_DONTWAIT) or b"{}")
            number = message.get("start", message.get("end", 0))
            fits = type(number) is int and 0 <= number < max(1, cells)
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
        """Wait for the session to say how the process of an answer ended; None if it says nothing."""
        clock = watch.Clock()
        while clock.seconds() < PATIENCE:
            self.wait(self.lifeline)
            message = self.hear(0)
            if message is not None:
                return message.get("gone")
        return None

    def ended(self) -> int:
        """Wait for the session to end once it has closed the channel, and return how; 0 if it goes on."""
        clock = watch.Clock()
        while (code := watch.reap().get(self.pid)) is None and clock.seconds() < PATIENCE:
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
