"""What goes into the box, what it may use, and what comes out."""

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from whichbank.exercises.running import Outcome, Raised

from .inside import wire

MB = 1 << 20


@dataclass(frozen=True)
class Limits:
    """How much one submission may use.

    Attributes
    ----------
    cell_seconds, answer_seconds, total_seconds : float
        Time for one cell, for all cases of one answer, and for everything; what it waits for a
        processor that other programs use does not count.
    memory_mb, torch_memory_mb : int
        Memory of all processes together, for work without torch, gensim and the like, and for the
        rest.
    disk_mb, file_mb, files : int
        The size of the folder for temporary files, of one file, and how many files there may be.
    output_bytes, flood_bytes : int
        How much of a cell's output is kept, and after how much the cell is stopped.
    """

    cell_seconds: float = 20.0
    answer_seconds: float = 10.0
    total_seconds: float = 120.0
    memory_mb: int = 1024
    torch_memory_mb: int = 3072
    processes: int = 48  # processes and threads at one time
    disk_mb: int = 64
    file_mb: int = 32
    files: int = 2000
    output_bytes: int = 10_000
    flood_bytes: int = 8 * MB
    source_bytes: int = 4 * MB  # how large all cells together may be
    result_bytes: int = 8 * MB  # how large the results of one answer may be, all cases together


@dataclass(frozen=True)
class Task:
    """One exercise inside the box."""

    exercise: str  # its number
    name: str  # what the answer is called
    kind: str  # "hand", "code", or "numpy" for code that may not use the course's functions
    cases: tuple[tuple[np.ndarray, ...], ...] = ()  # the inputs of each case; no outputs


@dataclass(frozen=True)
class Work:
    """What the box is to run: the source of each code cell with the exercise it answers, and the
    tasks.
    """

    cells: tuple[tuple[str, str | None], ...]
    tasks: tuple[Task, ...]


@dataclass(frozen=True)
class CellFound:
    """What became of one cell: "done", "raised", "timed out", "too much memory", "too much output",
    "crashed".
    """

    status: str
    output: str = ""
    error: str = ""


@dataclass(frozen=True)
class AnswerFound:
    """What became of one answer."""

    status: str  # one of ``ANSWERS``, or of ``EXAMINED`` where it ran
    # the outcomes of all cases, twice; by hand one outcome, once
    passes: tuple[tuple[Outcome, ...], ...] = ()
    detail: str = ""  # the type of an answer that is no function, or how the process ended


@dataclass(frozen=True)
class Findings:
    """All that came out of the box."""

    cells: tuple[CellFound, ...]
    answers: dict[str, AnswerFound]
    seconds: float
    doubtful: bool = False  # whether a time was up that other programs may have used


CELLS = {"done", "raised", "timed out", "too much memory", "too much output", "crashed"}
ANSWERS = {"ran", "timed out", "too much memory", "crashed", "not run"}
EXAMINED = {"ran", "value", "missing", "blank", "partly", "stub", "class", "no function"}
NOTES = 1 << 18
AXES = 8


class BoxError(RuntimeError):
    """The box itself failed; the message says how. It says nothing about the student's work."""


def findings(data: bytes, work: Work, limits: Limits, seconds: float) -> Findings:
    """Read all frames that the box wrote in one run; BoxError if the box did not finish."""
    cells: dict[int, CellFound] = {}
    answers: dict[str, AnswerFound] = {}
    tasks = {task.exercise: task for task in work.tasks}
    ended = doubtful = False
    try:
        while data and not ended:
            cut = wire.split(data)
            if cut is None:
                break
            header, body, data = cut
            kind, status, detail = (
                header.get("kind"),
                header.get("status"),
                str(header.get("detail", "")),
            )
            if kind == "cell" and status in CELLS:
                text = body[: limits.output_bytes].decode("utf-8", "replace")
                cells[int(header["index"])] = CellFound(status, text, str(header["error"]))
            elif kind == "answer" and status in ANSWERS and header["exercise"] in tasks:
                task = tasks[header["exercise"]]
                answers[task.exercise] = (
                    _answer(body, task) if status == "ran" else AnswerFound(status, (), detail)
                )
            ended = kind == "end"
            doubtful = ended and header.get("doubtful") is True
    except (wire.FrameError, KeyError, TypeError, ValueError) as error:
        raise BoxError(f"what came out of the box cannot be read ({error})") from None
    if not ended or set(answers) != set(tasks) or set(cells) != set(range(len(work.cells))):
        raise BoxError("the box ended before its work was done")
    return Findings(tuple(cells[i] for i in range(len(cells))), answers, seconds, doubtful)


def _answer(body: bytes, task: Task) -> AnswerFound:
    """Read what the process of one answer wrote. The student's code may have written it: it is no
    error of the box.
    """
    try:
        arrays = wire.unpack(body)
        notes = wire.text(arrays.get("notes"), NOTES)
        status, detail = notes["status"], str(notes["detail"])
        if status not in EXAMINED:
            raise wire.FrameError("the status is none that there is")
        passes = tuple(
            tuple(_outcome(note, arrays.get(f"{turn}.{case}")) for case, note in enumerate(given))
            for turn, given in enumerate(notes["passes"])
        )
        wanted = {"ran": 2 * [len(task.cases)], "value": [1]}.get(status, [])
        if [len(given) for given in passes] != wanted:
            raise wire.FrameError("the number of results is wrong")
        changed = {i for given in passes for outcome in given for i in outcome.changed}
        if not changed <= set(range(len(task.cases[0]) if task.cases else 0)):
            raise wire.FrameError("it names inputs that there are not")
        return AnswerFound(status, passes, detail)
    except (KeyError, TypeError, ValueError, AttributeError, OverflowError) as error:
        return AnswerFound(
            "crashed", (), f"its process sent something else than results ({error})"[:300]
        )


def _outcome(note: dict[str, Any], value: np.ndarray | None) -> Outcome:
    raised = note["raised"]
    if raised is not None:
        error, line, function, source = raised
        return Outcome(
            raised=Raised(
                str(error), None if line is None else int(line), str(function), str(source)
            )
        )
    outcome = Outcome(
        dtype=str(note["dtype"]), changed=tuple(sorted({int(i) for i in note["changed"]}))
    )
    if note["problem"]:
        return replace(outcome, problem=str(note["problem"]))
    if value is None:
        return outcome
    if value.dtype != np.float64 or value.ndim > AXES:
        raise wire.FrameError("a result has another type than it must have")
    return replace(outcome, value=value)
