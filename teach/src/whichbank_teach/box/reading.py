"""Read what came out of the box. It is only believed as far as it has the right form."""

from dataclasses import replace
from typing import Any

import numpy as np

from whichbank.exercises.running import Outcome, Raised

from .inside import wire
from .limits import AnswerFound, CellFound, Findings, Limits, Task, Work

CELLS = {"done", "raised", "timed out", "too much memory", "too much output", "crashed"}
ANSWERS = {"ran", "timed out", "too much memory", "crashed", "not run"}
EXAMINED = {"ran", "value", "missing", "blank", "partly", "stub", "class", "no function"}
NOTES = 1 << 18
AXES = 8


class BoxError(RuntimeError):
    """The box itself failed; the message says how. It says nothing about the student's work."""


def findings(data: bytes, work: Work, limits: Limits, seconds: float) -> Findings:
    """Read all frames of one run.

    Parameters
    ----------
    data : bytes
        All that the box wrote.
    work : Work
        What it was given.
    limits : Limits
    seconds : float
        How long it took.

    Raises
    ------
    BoxError
        If the frames are not those of a box that came to its end.
    """
    cells: dict[int, CellFound] = {}
    answers: dict[str, AnswerFound] = {}
    tasks = {task.exercise: task for task in work.tasks}
    ended = False
    try:
        while data and not ended:
            cut = wire.split(data)
            if cut is None:
                break
            header, body, data = cut
            kind, status, detail = header.get("kind"), header.get("status"), str(header.get("detail", ""))
            if kind == "cell" and status in CELLS:
                text = body[: limits.output_bytes].decode("utf-8", "replace")
                cells[int(header["index"])] = CellFound(status, text, str(header["error"]))
            elif kind == "answer" and status in ANSWERS and header["exercise"] in tasks:
                task = tasks[header["exercise"]]
                answers[task.exercise] = _answer(body, task) if status == "ran" else AnswerFound(status, (), detail)
            ended = kind == "end"
    except (wire.FrameError, KeyError, TypeError, ValueError) as error:
        raise BoxError(f"what came out of the box cannot be read ({error})") from None
    if not ended or set(answers) != set(tasks) or set(cells) != set(range(len(work.cells))):
        raise BoxError("the box ended before its work was done")
    return Findings(tuple(cells[i] for i in range(len(cells))), answers, seconds)


def _answer(body: bytes, task: Task) -> AnswerFound:
    """Read what the process of one answer wrote. The student's code may have written it: it is no error of the box."""
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
    except (wire.FrameError, KeyError, TypeError, ValueError, AttributeError) as error:
        return AnswerFound("crashed", (), f"its process sent something else than results ({error})"[:300])


def _outcome(note: dict[str, Any], value: np.ndarray | None) -> Outcome:
    raised = note["raised"]
    if raised is not None:
        error, line, function, source = raised
        return Outcome(raised=Raised(str(error), None if line is None else int(line), str(function), str(source)))
    outcome = Outcome(dtype=str(note["dtype"]), changed=tuple(sorted({int(i) for i in note["changed"]})))
    if note["problem"]:
        return replace(outcome, problem=str(note["problem"]))
    if value is None:
        return outcome
    if value.dtype != np.float64 or value.ndim > AXES:
        raise wire.FrameError("a result has another type than it must have")
    return replace(outcome, value=value)
