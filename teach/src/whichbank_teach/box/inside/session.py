"""The process that runs a student's cells, and the processes that it becomes for each answer."""

import builtins
import contextlib
import gc
import inspect
import json
import os
import resource
import signal
import socket
import sys
from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Any, NoReturn

from whichbank import exercises
from whichbank.exercises.running import blank, is_stub
from whichbank.former import current

from . import values, wire
from .cells import Runner, Services, definitions, namespace, parse, told

LENGTH = 8
"""Before an answer's body goes its length, in so many bytes."""
RESERVE = 8
"""Processes that the cells leave to the answers, whatever threads they leave running."""
FRESH = "+"
"""Ends the number of a task that has an exercise's inputs that nobody has seen; its answer is that
of the exercise.
"""
WHOLE, DEFINITIONS, NOTHING = range(3)
"""How much of a cell is run: one that broke the session runs with its definitions alone, and then
not at all.
"""


def begin(
    cells: Sequence[tuple[str, str | None]],
    tasks: Sequence[tuple[str, str, str]],
    limits: Mapping[str, Any],
    tamed: Mapping[int, int],
    channel: socket.socket,
    output: int,
) -> NoReturn:
    """Become the session: run all cells, then wait to be told which answer to examine. Never
    returns.

    Of the cells that broke a session before, ``tamed`` says how much is run. ``output`` takes what
    the cells print.
    """
    try:
        gc.freeze()  # the supervisor imports without a collector; what it imported is never garbage
        gc.enable()
        _fence(limits)
        channel = _keep_only(channel, output)
        given = dict(vars(builtins))
        names = {task[0]: task[1] for task in tasks if not task[0].endswith(FRESH)}
        sys.meta_path.append(Services)  # type: ignore[arg-type]
        found = _cells(cells, names, namespace(), tamed, channel)
        vars(builtins).update(given)
        _warm(cells)
        _answers(tasks, found, limits, channel)
    except BaseException:
        os._exit(70)
    os._exit(0)


def _fence(limits: Mapping[str, Any]) -> None:
    megabytes = 1 << 20
    seconds = int(limits["total_seconds"]) + 5
    for name, value in {
        "RLIMIT_AS": int(limits["address_mb"]) * megabytes,
        "RLIMIT_CPU": seconds,
        "RLIMIT_FSIZE": int(limits["file_mb"]) * megabytes,
        "RLIMIT_NPROC": int(limits["processes"]),
        "RLIMIT_NOFILE": 256,
        "RLIMIT_CORE": 0,
        "RLIMIT_MEMLOCK": 0,
        "RLIMIT_MSGQUEUE": 0,
        "RLIMIT_SIGPENDING": 128,
    }.items():
        kind = getattr(resource, name, None)
        if kind is not None:
            hard = resource.getrlimit(kind)[1]
            value = value if hard == resource.RLIM_INFINITY else min(value, hard)
            kept = RESERVE if name == "RLIMIT_NPROC" else 0
            resource.setrlimit(kind, (value - kept, value))


def _keep_only(channel: socket.socket, output: int) -> socket.socket:
    """Leave open the standard three and the channel, and nothing else."""
    nowhere = os.open("/dev/null", os.O_RDONLY)
    os.dup2(nowhere, 0)
    os.dup2(output, 1)
    os.dup2(output, 2)
    kept = os.dup2(channel.detach(), 3, inheritable=False)
    os.closerange(4, 65536)
    sys.stdin = os.fdopen(0, encoding="utf-8", errors="replace", closefd=False)
    written: dict[str, Any] = {
        "encoding": "utf-8",
        "errors": "backslashreplace",
        "buffering": 1,
        "closefd": False,
    }
    sys.stdout, sys.stderr = os.fdopen(1, "w", **written), os.fdopen(2, "w", **written)
    sys.__stdin__, sys.__stdout__, sys.__stderr__ = sys.stdin, sys.stdout, sys.stderr  # type: ignore[misc]
    signal.signal(signal.SIGINT, signal.default_int_handler)  # a notebook's kernel has it as well
    return socket.socket(fileno=kept)


def _cells(
    cells: Sequence[tuple[str, Any]],
    names_of: Mapping[str, str],
    names: dict[str, Any],
    tamed: Mapping[int, int],
    channel: socket.socket,
) -> dict[str, Any]:
    """Run the cells in their order and return the answer to each exercise."""
    runner, me = Runner(names), os.getpid()
    found: dict[str, Any] = {}
    checked = _watch_checks()
    send = channel.send
    for i, (source, exercise) in enumerate(cells):
        how = tamed.get(i, WHOLE)
        if how < NOTHING:
            send(json.dumps({"start": i}).encode())
            error = ""
            try:
                tree = parse(source, i + 1)
                runner.run(tree if how == WHOLE else definitions(tree), i + 1)
            except BaseException as raised:
                error, text = told(raised)
                with contextlib.suppress(BaseException):
                    os.write(2, text.encode("utf-8", "backslashreplace"))
            with contextlib.suppress(BaseException):
                sys.stdout.flush()
            if os.getpid() != me:  # the cell has forked, and this is the copy
                os._exit(0)
            send(json.dumps({"end": i, "error": error}).encode())
            channel.recv(1)  # what was printed has been read, and counts for this cell
        for other, name in names_of.items():
            # An answer is the value of its name after its own cell; while that is empty, after any
            # later cell that is not the cell of another answer with the same name.
            later = other in found and names_of.get(exercise) != name and _empty(found[other])
            if name in names and (other == exercise or later):
                taken = any(
                    names_of[one] == name and found[one] is names[name]
                    for one in found
                    if one != other
                )
                found[other] = None if taken else names[name]
        if exercise in names_of and exercise not in found:
            found[exercise] = None
    for other, name in names_of.items():
        if _empty(found.get(other)):
            found[other] = checked.get(
                other, found[other] if other in found else names.get(name, values.MISSING)
            )
    return found


def _empty(answer: Any) -> bool:
    try:
        return blank(answer) or (callable(answer) and is_stub(answer))
    except BaseException:  # an answer that raises when it is looked at
        return False


def _watch_checks() -> dict[str, Any]:
    """Remember what the student gives to ``check``: an answer under another name is found there.

    Nothing is compared in the box, which does not have the answers.
    """
    seen: dict[str, Any] = {}

    def check(exercise: str, answer: object, **_: object) -> Any:
        if isinstance(exercise, str) and not _empty(answer):
            seen[current(exercise.strip())] = answer
        return exercises.Report(True, "right", str(exercise), (), "")

    exercises.check = exercises.checking.check = check
    return seen


def _warm(cells: Sequence[tuple[str, Any]]) -> None:
    """Import what torch imports at the first use of an optimizer, and torch itself where a function
    does: that time is not the answer's.
    """
    sources = " ".join(source for source, _ in cells)
    if "torch" in sys.modules or "import torch" in sources or "from torch" in sources:
        with contextlib.suppress(BaseException):
            import_module("torch._dynamo" if "optim" in sources else "torch")


def _answers(
    tasks: Sequence[tuple[str, str, str]],
    found: Mapping[str, Any],
    limits: Mapping[str, Any],
    channel: socket.socket,
) -> None:
    """Fork a process for each answer that the supervisor asks for, and tell when it is gone."""
    fork, wait, leave, recv, send = os.fork, os.waitpid, os._exit, socket.recv_fds, channel.send
    sys.settrace(None)
    sys.setprofile(None)
    resource.setrlimit(resource.RLIMIT_NPROC, (resource.getrlimit(resource.RLIMIT_NPROC)[1],) * 2)
    if "torch" in sys.modules:
        with contextlib.suppress(BaseException):
            sys.modules["torch"].set_num_threads(1)  # more of them, after a fork, hang or crash
    nowhere = os.open("/dev/null", os.O_RDWR)
    # what an answer prints is not kept; and no pipe may get the number of one of these
    for handle in (0, 1, 2):
        os.dup2(nowhere, handle)
    send(b'{"ready": true}')
    while True:
        message, handles, _, _ = recv(channel, 64, 2)
        if not message:
            return
        number, (target, inputs) = int(message), handles
        child = fork()
        if child == 0:
            try:
                channel.close()
                _examine(tasks[number], found, limits, target, inputs)
                leave(0)
            except BaseException:
                leave(71)
        os.close(target)
        os.close(inputs)
        _, status = wait(child, 0)
        send(json.dumps({"gone": os.waitstatus_to_exitcode(status)}).encode())


def _examine(
    task: tuple[str, str, str],
    found: Mapping[str, Any],
    limits: Mapping[str, Any],
    target: int,
    inputs: int,
) -> None:
    exercise, _, kind = task
    if kind == "numpy":
        _forbid_the_course()
    cases = _cases(os.pread(inputs, os.fstat(inputs).st_size, 0))
    body = values.examine(
        kind,
        found.get(exercise.removesuffix(FRESH), values.MISSING),
        cases,
        int(limits["result_bytes"]),
    )
    data = memoryview(len(body).to_bytes(LENGTH, "little") + body)
    while data:
        data = data[os.write(target, data) :]


def _forbid_the_course() -> None:
    """Make every function of the course raise an error, under whatever name the student has it."""

    def ours(name: str | None) -> bool:
        return (name or "").startswith("whichbank.") and not (name or "").startswith(
            "whichbank.exercises"
        )

    def forbidden(*given: Any, **named: Any) -> NoReturn:
        from sys import _getframe  # it runs with the globals of the function that it replaces

        raise RuntimeError(
            f"the exercise asks for NumPy alone, without {_getframe().f_code.co_name} of the course"
        )

    class Forbidden:
        """Keeps out what is not imported yet."""

        @staticmethod
        def find_spec(name: str, *rest: Any) -> None:
            if ours(name):
                raise ImportError(
                    f"the exercise asks for NumPy alone, without {name} of the course"
                )

    sys.meta_path.insert(0, Forbidden)
    for module in [module for name, module in sys.modules.items() if ours(name)]:
        for thing in [*vars(module).values()]:
            for function in [thing, *(vars(thing).values() if isinstance(thing, type) else ())]:
                if inspect.isfunction(function := inspect.unwrap(function)) and ours(
                    function.__module__
                ):
                    with contextlib.suppress(ValueError):  # a function within a function
                        function.__code__ = forbidden.__code__.replace(co_name=function.__name__)


def _cases(body: bytes) -> tuple[tuple[Any, ...], ...]:
    """Return the inputs of each case."""
    arrays = wire.unpack(body)
    found: dict[int, dict[int, Any]] = {}
    for name, array in arrays.items():
        case, place = map(int, name.split("."))
        found.setdefault(case, {})[place] = array
    return tuple(tuple(found[i][k] for k in range(len(found[i]))) for i in range(len(found)))
