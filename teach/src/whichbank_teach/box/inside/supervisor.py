"""The first process of the box: it starts the student's session, watches it, and passes on what
comes out.

Whatever happens in the session happens to processes that this one starts and can end; nothing in
the box can end, stop, read or change this one: it is process 1, it ignores signals, and its memory
cannot be opened.
"""

import ctypes
import json
import os
import signal
import socket
from dataclasses import dataclass, field
from typing import Any

from . import session, watch, wire
from .watch import Session, read

HOME, WORK = "/tmp/home/matplotlib", "/tmp/work"
PR_SET_DUMPABLE = 4
MOST = 0.8  # of its time: work that had the processor for so long is too slow, whatever else ran


@dataclass
class Cell:
    """What became of a cell so far."""

    status: str = "done"
    error: str = ""
    output: bytearray = field(default_factory=bytearray)


class Supervisor:
    """Runs one student's work from the first cell to the last answer."""

    def __init__(self, work: dict[str, Any], inputs: list[int], lifeline: int, out: int) -> None:
        self.limits = work["limits"]
        self.sources = [(source, exercise) for source, exercise in work["cells"]]
        self.tasks = [(task["exercise"], task["name"], task["kind"]) for task in work["tasks"]]
        self.inputs = inputs
        self.lifeline, self.out = lifeline, out
        self.spent, self.clock = 0.0, watch.Clock()
        self.tamed: dict[int, int] = {}
        self.cells = [Cell() for _ in self.sources]
        self.session: Session | None = None
        # whether a time was up in which the work had not the processor for most of it
        self.doubtful = False

    def run(self) -> None:
        """Run everything and write the frames."""
        self._prepare()
        for i, cell in enumerate(self.cells):
            self._write(
                bytes(cell.output), kind="cell", index=i, status=cell.status, error=cell.error[:300]
            )
        for number, task in enumerate(self.tasks):
            status, detail, body = self._answer(number)
            self._write(body, kind="answer", exercise=task[0], status=status, detail=detail[:300])
        if self.session is not None:
            self.session.end()  # collected, so that its processor time is counted
        self._write(kind="end", doubtful=self.doubtful)

    def _write(self, body: bytes = b"", **header: Any) -> None:
        data = memoryview(wire.frame(body, **header))
        while data:
            data = data[os.write(self.out, data) :]

    def _next(self) -> None:
        """Begin a cell or an answer: its time counts from now."""
        self.spent += self.clock.seconds()
        self.clock = watch.Clock()

    def _late(self) -> bool:
        late = self.spent + self.clock.seconds() > self.limits["total_seconds"]
        self.doubtful |= late and watch.used() < MOST * self.limits["total_seconds"]
        return late

    # The cells

    def _prepare(self) -> Session | None:
        """Start sessions until one comes through all cells; None when the time is up."""
        while not self._late():
            started = self._start()
            broken = self._follow(started)
            if broken is None:
                watch.sweep(started.pid)
                self.session = started
                return started
            started.end()
            if broken < 0:
                return None
            self.tamed[broken] = self.tamed.get(broken, session.WHOLE) + 1
        return None

    def _start(self) -> Session:
        watch.clear(watch.FOLDERS)
        os.makedirs(HOME)
        os.makedirs(WORK)
        os.chdir(WORK)
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        reader, writer = os.pipe()
        pid = os.fork()
        if pid == 0:
            ours.close()
            session.begin(self.sources, self.tasks, self.limits, self.tamed, theirs, writer)
        theirs.close()
        os.close(writer)
        os.set_blocking(reader, False)
        return Session(pid, ours, reader, self.lifeline)

    def _follow(self, at: Session) -> int | None:
        """Watch a session run the cells: None when it is ready, else the cell that broke it, or -1
        if none did.
        """
        now, seen = -1, 0
        self._next()
        while True:
            ready = at.wait()
            message = at.hear(len(self.cells)) if at.channel in ready else None
            if message is None:
                seen += self._drain(at, now)
            if message and "start" in message:
                now, seen = int(message["start"]), 0
                self._next()
                if now not in self.tamed:
                    self.cells[now] = Cell()
                continue
            if message and "end" in message:
                self._drain(at, now)
                if now not in self.tamed and message["error"]:
                    self.cells[now].status, self.cells[now].error = "raised", str(message["error"])
                now = -1
                self._next()
                at.go_on()
                continue
            if message and "ready" in message:
                return None
            status, detail = self._trouble(at, self.limits["cell_seconds"], gone=message == {})
            if not status and seen > self.limits["flood_bytes"]:
                status, detail = "too much output", "it printed more than a notebook can hold"
            if status:
                if 0 <= now < len(self.cells) and self.tamed.get(now, 0) == session.WHOLE:
                    self.cells[now].status, self.cells[now].error = status, detail
                return now

    def _drain(self, at: Session, now: int) -> int:
        kept = self.cells[now].output if now >= 0 and now not in self.tamed else None
        return at.printed(kept, self.limits["output_bytes"])

    def _trouble(self, at: Session, seconds: float, *, gone: bool = False) -> tuple[str, str]:
        """Return what stops a cell or an answer, if anything does: a status, and what happened."""
        ended = watch.reap().get(at.pid)
        if ended is None and gone:
            ended = at.ended()
        if ended is not None:
            return "crashed", watch.ended(ended)
        passed = self.clock.seconds()
        if passed > seconds or self.spent + passed > self.limits["total_seconds"]:
            self.doubtful |= self.clock.worked() < MOST * seconds
            return "timed out", f"it ran longer than {seconds:g} seconds"
        # What an answer shares with the session that it came from is counted once.
        if watch.memory(() if self.session is None else (at.pid,)) > self.limits["memory_mb"] << 20:
            return "too much memory", f"it used more than {self.limits['memory_mb']} MB"
        if watch.files(watch.FOLDERS) > self.limits["files"]:
            return "too much memory", f"it made more than {self.limits['files']} files"
        return "", ""

    # The answers

    def _answer(self, number: int) -> tuple[str, str, bytes]:
        """Have one answer examined: its status, what happened, and the body that came."""
        for _ in range(2):
            if self._late():
                return (
                    "not run",
                    f"the work used up its {self.limits['total_seconds']:g} seconds",
                    b"",
                )
            at = self.session or self._prepare()
            if at is None:
                return "not run", "the cells never came to an end", b""
            reader, writer = os.pipe()
            try:
                socket.send_fds(at.channel, [str(number).encode()], [writer, self.inputs[number]])
                sent = True
            except OSError:  # the session is gone
                sent = False
            os.close(writer)
            found = self._collect(at, reader) if sent else None
            os.close(reader)
            if found is not None:
                return found
            if self.session is not None:
                self.session.end()
                self.session = None
        return "crashed", "twice, all processes ended while the answer was run", b""

    def _collect(self, at: Session, reader: int) -> tuple[str, str, bytes] | None:
        """Read one answer's body until it is whole, or the process gone, or its time up."""
        os.set_blocking(reader, False)
        data = bytearray()
        self._next()
        room = self.limits["result_bytes"] + (2 << 20)
        result: tuple[str, str, bytes] | None = None
        gone: int | None = None
        patient = True
        while result is None:
            ready = at.wait(reader)
            message = at.hear(len(self.cells)) if at.channel in ready else None
            gone = message.get("gone", gone) if message else gone
            open_end = read(reader, data, room)
            size = (
                int.from_bytes(data[: session.LENGTH], "little")
                if len(data) >= session.LENGTH
                else None
            )
            if size is not None and size > room:
                result = "crashed", "what it sent is far too large", b""
            elif size is not None and len(data) >= session.LENGTH + size:
                result = "ran", "", bytes(data[session.LENGTH : session.LENGTH + size])
            elif gone is not None or not open_end:
                gone = at.gone() if gone is None else gone
                if gone is None:
                    patient = False  # it was asked, and does not answer
                    break
                result = "crashed", f"its process: {watch.ended(gone)}", b""
            elif message == {}:  # the session is gone, and the answer with it
                break
            else:
                status, detail = self._trouble(at, self.limits["answer_seconds"])
                if status:
                    result = status, detail, b""
        self._settle(at, gone, patient=patient)
        return result

    def _settle(self, at: Session, gone: int | None, *, patient: bool) -> None:
        """End what an answer left behind, and make sure that the session is there for the next
        one.
        """
        watch.sweep(at.pid)
        if gone is None and patient:
            gone = at.gone()
        if gone is None or at.pid not in watch.others():
            at.end()
            self.session = None


def protect() -> None:
    """Let nobody in the box end this process, read its memory or use its open files."""
    for number in signal.valid_signals() - {
        signal.SIGKILL,
        signal.SIGSTOP,
        signal.SIGPIPE,
        signal.SIGXFSZ,
    }:
        try:
            # process 1 gets no signal that it has no handler for
            signal.signal(number, signal.SIG_DFL)
        except (OSError, ValueError):
            continue
    with open("/proc/self/oom_score_adj", "w") as file:
        file.write("1000")
    ctypes.CDLL(None, use_errno=True).prctl(PR_SET_DUMPABLE, 0, 0, 0, 0)


def receive(handle: int) -> tuple[dict[str, Any], list[int]]:
    """Read the work, and put the inputs of each of its tasks into a file that has no name.

    The cells run in a copy of this process, in which these files are closed: inputs that are still
    to come cannot be seen in it. What the work is read from stays open.
    """
    work: Any = None
    inputs: list[int] = []
    data = bytearray()
    while work is None or len(inputs) < len(work["tasks"]):
        more = os.read(handle, 1 << 16)
        if not more:
            os._exit(72)  # nobody waits for what is found
        data += more
        while cut := wire.split(data):
            _, body, data = cut
            if work is None:
                work = json.loads(body)
                continue
            inputs.append(os.open(watch.FOLDERS[0], os.O_TMPFILE | os.O_RDWR))
            while body:
                body = body[os.write(inputs[-1], body) :]
    return work, inputs


def main() -> None:
    """Read the work, run it, and write what was found."""
    protect()
    work, inputs = receive(0)
    lifeline, out = os.dup(0), os.dup(1)
    nowhere = os.open("/dev/null", os.O_RDWR)
    for handle in (0, 1):
        os.dup2(nowhere, handle)
    Supervisor(work, inputs, lifeline, out).run()
    os._exit(0)  # with it ends all that is left in the box
