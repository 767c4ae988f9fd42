"""Run an answer on the inputs of all cases, twice, and write down what it gave."""

from typing import Any

import numpy as np

from whichbank.exercises.running import (
    NotNumbersError,
    Outcome,
    Raised,
    blank,
    is_stub,
    run,
    run_all,
    to_array,
)

from . import wire

TEXT = 400
"""The longest text about an outcome, in characters."""
MISSING = object()


def examine(kind: str, answer: Any, cases: tuple[tuple[np.ndarray, ...], ...], room: int) -> bytes:
    """Examine one answer, by hand or in code: a body for ``wire.frame``, with at most ``room``
    bytes of results.
    """
    status, passes, detail = _by_hand(answer) if kind == "hand" else _in_code(answer, cases)
    arrays: dict[str, np.ndarray] = {}
    notes: list[list[Any]] = []
    for turn, outcomes in enumerate(passes):
        notes.append([])
        for case, outcome in enumerate(outcomes):
            value, problem = outcome.value, outcome.problem
            if value is not None and value.nbytes > room:
                problem, value = f"an array of shape {value.shape}, which is far too large", None
            if value is not None:
                arrays[f"{turn}.{case}"] = value
                room -= value.nbytes
            notes[-1].append(_noted(outcome, problem))
    return wire.pack(arrays, notes={"status": status, "detail": detail[:TEXT], "passes": notes})


def _by_hand(answer: Any) -> tuple[str, list[list[Outcome]], str]:
    if answer is MISSING:
        return "missing", [], ""
    if blank(answer):
        parts = isinstance(answer, list | tuple) and not all(blank(part) for part in answer)
        return "partly" if parts else "blank", [], ""
    if callable(answer) and not hasattr(answer, "__array__"):
        return "value", [[Outcome(problem="a function")]], ""
    try:
        value, dtype = to_array(answer)
    except NotNumbersError as error:
        return "value", [[Outcome(problem=str(error))]], ""
    return "value", [[Outcome(value=value, dtype=dtype)]], ""


def _in_code(answer: Any, cases: tuple) -> tuple[str, list[list[Outcome]], str]:
    if answer is MISSING:
        return "missing", [], ""
    if blank(answer):
        return "blank", [], ""
    if isinstance(answer, type):
        return "class", [], answer.__name__
    if not callable(answer):
        return "no function", [], type(answer).__name__
    try:
        first, tensors = run_all(answer, cases)
    except BaseException:  # what ``run_all`` lets pass, such as KeyboardInterrupt
        first, tensors = [_run(answer, case, tensors=False) for case in cases], False
    if all(outcome.nothing for outcome in first) and is_stub(answer):
        return "stub", [], ""
    second = [_run(answer, case, tensors=tensors) for case in reversed(cases)]
    return "ran", [first, second[::-1]], ""


def _run(answer: Any, case: tuple, *, tensors: bool) -> Outcome:
    try:
        return run(answer, case, tensors=tensors)
    except BaseException as error:
        return Outcome(raised=Raised(type(error).__name__, None, "", ""))


def _noted(outcome: Outcome, problem: str) -> dict[str, Any]:
    raised = outcome.raised
    return {
        "dtype": outcome.dtype[:TEXT],
        "problem": problem[:TEXT],
        "changed": [int(i) for i in outcome.changed],
        "raised": raised
        and [raised.error[:TEXT], raised.line, raised.function[:TEXT], raised.source[:TEXT]],
    }
