"""Run a student's work in the box."""

import contextlib
import json
import os
import platform
import re
import selectors
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import asdict, replace
from functools import cache
from pathlib import Path
from typing import Any

from . import syscalls, walls
from .inside import wire
from .inside.watch import BUSY
from .work import MB, BoxError, Findings, Limits, Task, Work, findings

__all__ = ["BoxError", "Findings", "Limits", "Task", "Work", "missing", "run"]

OLDEST = (0, 8)
# how much longer than its own limit on a busy machine a box may live, for its start and its end
SLACK = 20.0
ERRORS = 4000
HEAVY = re.compile(
    r"\b(torch|gensim|sklearn|scipy|transformers|whichbank\.(?!exercises\b)\w+|whichbank "
    r"import)\b"
)
ELSEWHERE = (
    "Run it on Linux: a virtual machine, a container that allows user namespaces, WSL 2 on "
    "Windows, or a JupyterHub."
)


def missing() -> str | None:
    """Return why no box can be built here, and what to do about it; None if one can."""
    if not sys.platform.startswith("linux"):
        return f"Student work is only run in a sealed box, which needs Linux. {ELSEWHERE}"
    if walls.bwrap() is None:
        return (
            "Student work is only run in a sealed box, which needs bubblewrap: "
            "sudo apt install bubblewrap (Debian, Ubuntu) or sudo dnf install bubblewrap (Fedora)."
        )
    version = _version(walls.bwrap())
    if version < OLDEST:
        return (
            f"The box needs bubblewrap {'.'.join(map(str, OLDEST))} or newer; this is "
            f"{'.'.join(map(str, version))}. Debian 12 and Ubuntu 24.04 have it."
        )
    try:
        syscalls.program()
    except BoxError as error:
        return str(error)
    try:
        _try()
    except BoxError as error:
        return (
            f"bubblewrap cannot build the box here: {error} It needs unprivileged user "
            "namespaces (on Ubuntu: the package apparmor-profiles, or sysctl "
            f"kernel.apparmor_restrict_unprivileged_userns=0). {ELSEWHERE}"
        )
    return None


def protections() -> str:
    """Describe in one line what keeps a student's work in; call it only if nothing is
    ``missing``.
    """
    found, limits = ".".join(map(str, _version(walls.bwrap()))), Limits()
    return (
        f"Sealed box: bubblewrap {found} (files, processes and network of its own"
        f"{', a user of its own' if walls.nobody() is not None else ''}); "
        f"{len(syscalls.REFUSED)} system calls refused by libseccomp {syscalls.version()} for "
        f"{platform.machine()}; at most {limits.processes} processes, {limits.memory_mb} MB "
        f"({limits.torch_memory_mb} MB with torch) and {limits.total_seconds:g} s."
    )


@cache
def _version(program: str) -> tuple[int, ...]:
    printed = subprocess.run(
        [program, "--version"], capture_output=True, text=True, check=False
    ).stdout
    return tuple(map(int, re.findall(r"\d+", printed)[:2]))


@cache
def _try() -> None:
    """Build an empty box once; an error is not remembered."""
    run(Work((), ()), Limits())


def run(work: Work, limits: Limits | None = None) -> Findings:
    """Run a student's cells and answers in a fresh box; BoxError if it fails through no fault of
    the student.
    """
    limits = limits or Limits()
    if sum(len(source) for source, _ in work.cells) > limits.source_bytes:
        raise BoxError(f"its code is longer than {limits.source_bytes} characters.")
    begun = time.monotonic()
    user = walls.nobody()
    inside_change = user is not None and not walls.open_to_all()
    with _filter() as handle:
        command = walls.command(limits, handle, user if inside_change else None)
        outside_change = user is not None and not inside_change
        change: dict[str, Any] = (
            {"user": user, "group": user, "extra_groups": []} if outside_change else {}
        )
        try:
            process: Any = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=True,  # Ctrl-C in the terminal is for the grader
                pass_fds=(handle,),
                env={"PATH": os.environ.get("PATH", "/usr/bin:/bin")},
                cwd="/",
                **change,
            )
        except OSError as error:
            raise BoxError(f"bubblewrap does not start: {error}.") from None
    try:
        ends = begun + BUSY * limits.total_seconds + SLACK
        data, errors = _exchange(process, sent(work, limits), ends, _most(work, limits))
    finally:
        process.kill()
        process.wait()
        for stream in (process.stdin, process.stdout, process.stderr):
            with contextlib.suppress(OSError):
                stream.close()
    try:
        return findings(data, work, limits, time.monotonic() - begun)
    except BoxError as error:
        reason = errors.decode("utf-8", "replace").strip().split("\n")[-1]
        raise BoxError(f"{error}{': ' if reason else ''}{reason}.") from None


def sent(work: Work, limits: Limits) -> bytes:
    """Write what goes into the box: the cells, the limits, and the inputs of the cases."""
    heavy = any(HEAVY.search(source) for source, _ in work.cells)
    memory = limits.torch_memory_mb if heavy else limits.memory_mb
    given = {
        **asdict(replace(limits, memory_mb=memory, processes=limits.processes + _already())),
        "address_mb": memory * 8 if heavy else memory * 2,
    }
    tasks = [
        {"exercise": task.exercise, "name": task.name, "kind": task.kind} for task in work.tasks
    ]
    head = json.dumps({"limits": given, "cells": work.cells, "tasks": tasks}).encode("ascii")
    bodies = [
        wire.pack(
            {f"{i}.{k}": array for i, case in enumerate(task.cases) for k, array in enumerate(case)}
        )
        for task in work.tasks
    ]
    return b"".join([wire.frame(head), *map(wire.frame, bodies)])


def _already() -> int:
    """Count the threads that older kernels count as ours in the box too, where the user is not
    changed.
    """
    if os.geteuid() == 0 or tuple(map(int, re.findall(r"\d+", platform.release())[:2])) >= (5, 14):
        return 0
    threads = 0
    for folder in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            threads += (
                len(list((folder / "task").iterdir())) if folder.stat().st_uid == os.getuid() else 0
            )
    return threads


def _most(work: Work, limits: Limits) -> int:
    return (
        len(work.cells) * (limits.output_bytes + wire.HEADER)
        + len(work.tasks) * (limits.result_bytes + 2 * MB + wire.HEADER)
        + MB
    )


@contextlib.contextmanager
def _filter() -> Iterator[int]:
    program = syscalls.program()
    with tempfile.TemporaryFile() as file:
        file.write(program)
        file.seek(0)
        yield file.fileno()


def _exchange(process: Any, data: bytes, ends: float, most: int) -> tuple[bytes, bytes]:
    """Write the work and read the findings at the same time, within a time and a size."""
    rest = memoryview(data)
    found: dict[Any, bytearray] = {process.stdout: bytearray(), process.stderr: bytearray()}
    stream: Any
    with selectors.DefaultSelector() as watched:
        watched.register(process.stdin, selectors.EVENT_WRITE)
        for stream in found:
            watched.register(stream, selectors.EVENT_READ)
        for stream in (process.stdin, *found):
            os.set_blocking(stream.fileno(), False)
        while watched.get_map():
            left = ends - time.monotonic()
            if left <= 0:
                raise BoxError("the box did not end in its time.")
            for key, _ in watched.select(left):
                stream = key.fileobj
                if stream is process.stdin:
                    with contextlib.suppress(BlockingIOError):
                        try:
                            rest = rest[os.write(stream.fileno(), rest[:65536]) :]
                        except BrokenPipeError:
                            rest = rest[:0]
                    if not rest:
                        watched.unregister(stream)  # it stays open: when it closes, the box ends
                    continue
                more = os.read(stream.fileno(), 1 << 16)
                if not more:
                    watched.unregister(stream)
                elif stream is process.stdout and len(found[stream]) + len(more) > most:
                    raise BoxError("more came out of the box than there can be.")
                elif stream is process.stdout or len(found[stream]) < ERRORS:
                    found[stream] += more
    return bytes(found[process.stdout]), bytes(found[process.stderr])
