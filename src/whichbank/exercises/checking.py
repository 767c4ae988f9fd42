"""Compare an answer with the answer table, and explain what is wrong with it."""

from collections import namedtuple
from typing import Any, overload

import numpy as np

from . import report as say
from .diagnosis import by_size, diagnose, differing, given
from .hand import check_hand
from .limits import SECONDS, TimeUpError, within_bounds
from .properties import PROPERTIES
from .report import Report
from .running import (
    alike,
    blank,
    copied,
    is_module,
    is_stub,
    of_the_course,
    run,
    run_all,
    where_raised,
)
from .table import Entry, load
from .words import tr


@overload
def check(exercise: str, answer: object) -> Report: ...


@overload
def check(exercise: str, answer: object, *, case: int) -> tuple[Any, ...]: ...


def check(exercise: str, answer: object, *, case: int | None = None) -> Report | tuple[Any, ...]:
    """Check an answer to one exercise, and report what is wrong with it; or give the inputs of one
    of its cases.

    Parameters
    ----------
    exercise : str
        The exercise's id, such as "mixing.2".
    answer : object
        The function itself (or a torch module) for a coding exercise; a number, list, array or
        tensor for one by hand. Inputs reach the function as copies. It is stopped after some
        seconds, and cannot ask for input.
    case : int, optional
        The number of a case of a coding exercise, counted from 1 as the report counts. Nothing is
        checked then.

    Returns
    -------
    Report or tuple
        The report, which a notebook shows as text. With ``case``, the inputs of that case as a
        named tuple of arrays (of tensors for a torch module): ``mix_all(*check("mixing.2", mix_all,
        case=2))`` runs it.

    Raises
    ------
    ValueError
        If there is no such exercise, or no such case.

    Examples
    --------
    >>> check("mixing.1", ...)
    Exercise mixing.1: not attempted yet.
    >>> check("choosing.2", ..., case=1)
    Inputs(scores=array([2., 2., 1.]))
    """
    entry = load(exercise)
    if case is not None:
        return _inputs(entry, answer, case)
    if entry.kind == "explore":
        return say.on(
            entry,
            "nothing to check",
            tr("There is nothing to check here: explain what you see in words."),
        )
    if blank(answer) and not (entry.kind == "hand" and _partly(answer)):
        return _not_attempted(entry)
    if entry.kind == "hand":
        return check_hand(entry, answer)
    try:
        with within_bounds():
            return _check_code(entry, answer)
    except TimeUpError as error:
        return _timed_out(entry, error, answer)
    except KeyboardInterrupt as error:  # raised again, without the frames of the check
        raise KeyboardInterrupt(f"the check was interrupted{_line(error, answer)}") from None


def _inputs(entry: Entry, answer: object, case: int) -> tuple[Any, ...]:
    n = len(entry.cases)
    if entry.kind != "code":
        raise ValueError(f"only coding exercises have cases; exercise {entry.id} is none")
    if case not in range(1, n + 1):
        raise ValueError(f"exercise {entry.id} has the cases 1 to {n}; got case={case!r}")
    inputs = copied(answer, entry.cases[int(case) - 1], tensors=is_module(answer))
    return namedtuple("Inputs", entry.inputs)(*inputs)


def guidance(exercise: str, answer: object) -> tuple[str, str, str]:
    """Lead towards the right answer of a coding exercise in three steps: what fails, a hint, a line
    of thought.

    Examples
    --------
    >>> guidance("mixing.2", lambda weights, vectors: weights.T @ vectors)[1][:24]
    'The table is transposed:'
    """
    entry = load(exercise)
    report = check(exercise, answer)
    return _first_failure(entry, report, answer), _hint(entry, report), _thought(entry)


def _first_failure(entry: Entry, report: Report, answer: Any) -> str:
    if report.ok:
        return tr("Nothing: all cases agree.")
    outcomes = (
        [run(answer, case) for case in entry.cases]
        if callable(answer) and report.status != "timed out"
        else []
    )
    bad = (
        [i for i in differing(entry, outcomes) if outcomes[i].value is not None] if outcomes else []
    )
    i = bad[0] if bad else by_size(entry, list(range(len(entry.cases))))[0]
    want = entry.right[i]
    lines = [f"{tr('For the input')}\n{given(entry, i)}"]
    if bad and outcomes[i].value.shape == want.shape:
        got = outcomes[i].value
        lines.append(say.side_by_side(want, got, ~np.isclose(got, want, rtol=1e-4, atol=1e-5)))
    else:
        lines.append(f"{tr('the result must be')}\n  {say.value(want)}")
    return "\n".join(lines)


def _hint(entry: Entry, report: Report) -> str:
    if report.mistakes:
        return say.wrap(say.hints(entry, report.mistakes))
    return (
        report.message
        if report.status in ("right", "raised", "shape", "dtype")
        else say.wrap(_expected(entry))
    )


def _expected(entry: Entry) -> str:
    kinds = list(dict.fromkeys(filter(None, entry.kinds)))
    lines = [
        tr("{name} is called with {n} cases.", name=entry.name, n=len(entry.cases)),
        *([tr("It is also tried {kinds}.", kinds=", ".join(kinds))] if kinds else []),
        tr("Try the smallest one by hand first."),
    ]
    return " ".join(lines)


def _thought(entry: Entry) -> str:
    """Say from what shapes to what shape an answer leads, and what every right answer has."""
    shapes = ", ".join(f"{n} {a.shape}" for n, a in zip(entry.inputs, entry.cases[0], strict=True))
    lines = [
        tr(
            "From {shapes} to {shape}: which axes meet, and which stay?",
            shapes=shapes,
            shape=say.shape_words(entry.right[0].shape),
        )
    ]
    known = [(PROPERTIES[name].__doc__ or "").partition("\n")[0] for name in entry.properties]
    lines += (
        [tr("Every right answer has this:"), *("  " + tr(text) for text in known)] if known else []
    )
    return "\n".join(map(say.wrap, lines))


def _partly(answer: object) -> bool:
    return isinstance(answer, list | tuple) and not all(blank(part) for part in answer)


def _not_attempted(entry: Entry) -> Report:
    return say.on(entry, "not attempted", tr("not attempted yet."))


def _timed_out(entry: Entry, error: BaseException, answer: Any) -> Report:
    start = tr("{name} had not ended after {n} seconds", name=entry.name, n=f"{SECONDS:g}") + _line(
        error, answer
    )
    return say.on(entry, "timed out", f"{start}\n{tr('Is there a loop that never ends?')}")


def changing(name: str) -> str:
    """Say that an answer changes from call to call."""
    lines = [
        tr("{name} gives other results when it is called again with the same inputs.", name=name),
        tr(
            "It must not draw random numbers, and must not keep anything from one call to the next."
        ),
        tr("(A torch module with dropout: call eval() on it first.)"),
    ]
    return " ".join(lines)


def _line(error: BaseException, answer: Any) -> str:
    found = where_raised(error, answer)
    where = (
        ", " + tr("in line {line} of {function}", line=found.line, function=found.function)
        if found.line
        else ""
    )
    return f"{where}: {found.source}" if found.source else f"{where}."


def _check_code(entry: Entry, answer: object) -> Report:
    if isinstance(answer, type):
        text = tr("got the class {name}. Pass an instance of it: {name}().", name=answer.__name__)
        return say.on(entry, "not a function", text)
    if not callable(answer):
        right = f'check("{entry.id}", {entry.name})'
        text = tr(
            "got a value of type {kind}. Pass the function itself, without brackets: {right}.",
            kind=type(answer).__name__,
            right=right,
        )
        return say.on(entry, "not a function", text)
    outcomes, tensors = run_all(answer, entry.cases)
    if all(outcome.nothing for outcome in outcomes):
        if is_stub(answer):
            return _not_attempted(entry)
        text = tr(
            "{name} returns nothing. Its last line must be a return with the result.",
            name=entry.name,
        )
        return say.on(entry, "nothing returned", text)

    def call(inputs: tuple[np.ndarray, ...]) -> np.ndarray | None:
        return run(answer, inputs, tensors=tensors or is_module(answer)).value

    # in another order: what an answer keeps of one call must not reach the next
    again = [run(answer, case, tensors=tensors) for case in reversed(entry.cases)]
    if not all(map(alike, outcomes, reversed(again))):
        return say.on(entry, "changing answer", changing(entry.name))
    report = diagnose(entry, outcomes, call)
    if report.ok and entry.alone and (used := of_the_course(answer, entry.cases[0])):
        text = tr(
            "the numbers are right, but the exercise asks for NumPy alone, without {used} of the course.",
            used=used,
        )
        return say.on(entry, "raised", text)
    return report
