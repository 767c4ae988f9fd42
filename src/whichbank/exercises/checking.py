"""Compare an answer with the answer table, and explain what is wrong with it."""

from collections.abc import Callable
from typing import Any

import numpy as np

from . import report as say
from .properties import first_lost, same
from .report import Report
from .running import NotNumbersError, Outcome, blank, is_module, is_stub, run, run_all, to_array
from .table import Column, Entry, load

EXACT = 0.00055  # a hand answer is right when it is rounded to three digits
ROUGH = 0.006  # and shows a mistake when it is rounded to two
CLOSE = 0.02


def check(exercise: str, answer: object) -> Report:
    """Check an answer to one exercise, and report what is wrong with it.

    The report is shown as text in a notebook; an exercise that does not exist raises a ValueError.

    Parameters
    ----------
    exercise : str
        The exercise's number, such as "05.2".
    answer : object
        The function itself (or a torch module) for a coding exercise; a number, list, array or tensor for one by
        hand. Inputs reach the function as copies.

    Examples
    --------
    >>> check("05.1", ...)
    Exercise 05.1: not attempted yet.
    """
    entry = load(exercise)
    if entry.kind == "explore":
        return _report(entry, "nothing to check", "There is nothing to check here: explain what you see in words.")
    if blank(answer) and not (entry.kind == "hand" and _partly(answer)):
        return _not_attempted(entry)
    return _check_hand(entry, answer) if entry.kind == "hand" else _check_code(entry, answer)


def _partly(answer: object) -> bool:
    return isinstance(answer, list | tuple) and not all(blank(part) for part in answer)


def _report(entry: Entry, status: str, text: str, mistakes: tuple[str, ...] = ()) -> Report:
    message = say.wrap(f"Exercise {entry.id}: {text}")
    return Report(status == "right", status, entry.id, mistakes, message)


def _not_attempted(entry: Entry) -> Report:
    return _report(entry, "not attempted", "not attempted yet.")


def _hints(entry: Entry, mistakes: tuple[str, ...]) -> str:
    if len(mistakes) == 1:
        return entry.hints[mistakes[0]]
    lines = [f"  {i}. {entry.hints[name]}" for i, name in enumerate(mistakes, 1)]
    return "\n".join(["There are two things to mend.", *lines])


def _check_hand(entry: Entry, answer: object) -> Report:
    if blank(answer):
        return _report(entry, "not attempted", "not finished yet. A place of your answer is still empty.")
    if callable(answer) and not hasattr(answer, "__array__"):
        return diagnose_hand(entry, Outcome(problem="a function"))
    try:
        value, dtype = to_array(answer)
    except NotNumbersError as error:
        return diagnose_hand(entry, Outcome(problem=str(error)))
    return diagnose_hand(entry, Outcome(value=value, dtype=dtype))


def diagnose_hand(entry: Entry, outcome: Outcome) -> Report:
    """Say what the numbers of an answer by hand mean; the outcome holds them, or the problem in their place."""
    want = entry.right[0]
    shape = f"The answer is {want.size} numbers" if want.ndim else "The answer is a single number"
    if outcome.value is None:
        return _report(entry, "dtype", f"got {outcome.problem or 'nothing'}. {shape}.")
    got = outcome.value.squeeze()
    if got.shape != want.squeeze().shape:
        return _report(entry, "shape", f"got {say.shape_words(got.shape)}. {shape}.")
    if not np.isfinite(got).all():
        return _report(entry, "not finite", f"{say.value(got)} holds a value that is not a finite number.")
    if np.abs(got - want).max() <= EXACT:
        return _report(entry, "right", "right.")
    for column in entry.columns[1:]:
        given = column.outputs[0]
        if given is not None and given.shape == got.shape and np.abs(got - given).max() <= ROUGH:
            return _report(entry, "mistake", f"not right yet. {_hints(entry, column.mistakes)}", column.mistakes)
    if np.abs(got - want).max() <= CLOSE:
        return _report(entry, "wrong", "close. Give each number to three decimals, and round only at the end.")
    wrong = np.flatnonzero(np.abs(got - want).ravel() > EXACT) + 1
    which = " and ".join(map(str, wrong))
    which = f"number {which} of {want.size} is" if len(wrong) == 1 else f"numbers {which} of {want.size} are"
    text = f"not right yet. In {say.value(got)}, {which} wrong. No known mistake explains it."
    return _report(entry, "wrong", text)


def _check_code(entry: Entry, answer: object) -> Report:
    if isinstance(answer, type):
        text = f"got the class {answer.__name__}. Pass an instance of it: {answer.__name__}()."
        return _report(entry, "not a function", text)
    if not callable(answer):
        right = f'check("{entry.id}", {entry.name})'
        text = f"got a value of type {type(answer).__name__}. Pass the function itself, without brackets: {right}."
        return _report(entry, "not a function", text)
    outcomes, tensors = run_all(answer, entry.cases)
    if all(outcome.nothing for outcome in outcomes):
        if is_stub(answer):
            return _not_attempted(entry)
        text = f"{entry.name} returns nothing. Its last line must be a return with the result."
        return _report(entry, "nothing returned", text)

    def call(inputs: tuple[np.ndarray, ...]) -> np.ndarray | None:
        return run(answer, inputs, tensors=tensors or is_module(answer)).value

    return diagnose(entry, outcomes, call)


def diagnose(entry: Entry, outcomes: list[Outcome], call: Callable | None = None) -> Report:
    """Say what the outcomes of all cases mean; with call, which runs the answer, more properties can be named."""
    note = _changed_note(entry, outcomes)
    if _explains(entry.columns[0], outcomes):
        if note:
            return _report(entry, "changed inputs", f"the result is right, but {note}")
        return _report(entry, "right", f"right. All {len(outcomes)} cases agree.")
    for column in entry.columns[1:]:
        if _explains(column, outcomes):
            text = f"not right yet. {_hints(entry, column.mistakes)}" + (f"\nAlso, {note}" if note else "")
            return _report(entry, "mistake", text, column.mistakes)
    for status, tell in (("raised", _raised), ("nothing returned", _none), ("dtype", _type), ("shape", _shape)):
        if found := tell(entry, outcomes):
            seen = _seen_elsewhere(entry, outcomes)
            text = found + (f"\nWhere it runs, this shows: {_hints(entry, seen)}" if seen else "")
            return _report(entry, status, text + (f"\nAlso, {note}" if note else ""), seen)
    return _unknown(entry, outcomes, call, note)


def _matches(given: np.ndarray | None, outcome: Outcome) -> bool:
    if given is None:
        return outcome.raised is not None
    return outcome.value is not None and same(outcome.value, given)


def _explains(column: Column, outcomes: list[Outcome]) -> bool:
    return all(_matches(given, outcome) for given, outcome in zip(column.outputs, outcomes, strict=True))


def _seen_elsewhere(entry: Entry, outcomes: list[Outcome]) -> tuple[str, ...]:
    """The single mistake that explains the cases that gave numbers, where at least two of them are wrong."""
    ran = [i for i, outcome in enumerate(outcomes) if outcome.value is not None]
    wrong = [i for i in ran if not _matches(entry.right[i], outcomes[i])]
    if len(wrong) < 2:
        return ()
    for column in entry.columns[1:]:
        if len(column.mistakes) == 1 and all(_matches(column.outputs[i], outcomes[i]) for i in ran):
            return column.mistakes
    return ()


def _changed_note(entry: Entry, outcomes: list[Outcome]) -> str:
    names = sorted({i for outcome in outcomes for i in outcome.changed})
    if not names:
        return ""
    which = " and ".join(entry.inputs[i] for i in names)
    return f"{entry.name} changes {which} in place. Make a new array, and leave the inputs as they are."


def _smallest(entry: Entry, indices: list[int]) -> int:
    return min(indices, key=lambda i: (_size(entry, i), i))


def _size(entry: Entry, i: int) -> int:
    return sum(array.size for array in entry.cases[i])


def _given(entry: Entry, i: int) -> str:
    return say.inputs(entry.inputs, entry.cases[i])


def _raised(entry: Entry, outcomes: list[Outcome]) -> str:
    bad = [i for i, outcome in enumerate(outcomes) if outcome.raised]
    if not bad:
        return ""
    i = _smallest(entry, bad)
    raised: Any = outcomes[i].raised
    where = f"\nin line {raised.line} of {raised.function}" if raised.line else "\nbefore its first line"
    where += f": {raised.source}" if raised.source else ""
    return f"{entry.name} raises {raised.error}{where}\nfor the input\n{_given(entry, i)}"


def _none(entry: Entry, outcomes: list[Outcome]) -> str:
    bad = [i for i, outcome in enumerate(outcomes) if outcome.nothing]
    if not bad:
        return ""
    return f"{entry.name} returns nothing for the input\n{_given(entry, _smallest(entry, bad))}"


def _type(entry: Entry, outcomes: list[Outcome]) -> str:
    bad = [i for i, outcome in enumerate(outcomes) if outcome.problem]
    if bad:
        i = _smallest(entry, bad)
        want = say.shape_words(entry.right[i].shape)
        return f"{entry.name} returns {outcomes[i].problem}. Expected {want}."
    whole = [
        i
        for i, outcome in enumerate(outcomes)
        if "int" in outcome.dtype and outcome.value.size and not _matches(entry.right[i], outcome)
    ]
    rounded = [i for i in whole if outcomes[i].value.shape == entry.right[i].shape and (entry.right[i] % 1).any()]
    if not rounded:
        return ""
    dtype = outcomes[rounded[0]].dtype
    return f"{entry.name} returns whole numbers (dtype {dtype}), which cuts off the decimals. Expected float64."


def _shape(entry: Entry, outcomes: list[Outcome]) -> str:
    bad = [i for i, outcome in enumerate(outcomes) if outcome.value.shape != entry.right[i].shape]
    if not bad:
        return ""
    i = _smallest(entry, bad)
    want, got = say.shape_words(entry.right[i].shape), say.shape_words(outcomes[i].value.shape)
    shapes = ", ".join(f"{n} {a.shape}" for n, a in zip(entry.inputs, entry.cases[i], strict=True))
    return f"wrong shape. For inputs of shape {shapes}: expected {want}, got {got}."


def _unknown(entry: Entry, outcomes: list[Outcome], call: Callable | None, note: str) -> Report:
    bad = [i for i, outcome in enumerate(outcomes) if not _matches(entry.right[i], outcome)]
    i = _smallest(entry, bad)
    want, got = entry.right[i], outcomes[i].value
    by_size = sorted(bad, key=lambda j: (_size(entry, j), j))
    losses = (first_lost(entry.properties, call, entry.cases[j], outcomes[j].value) for j in by_size)
    lost = next(filter(None, losses), None)
    broken = [k for k in bad if not np.isfinite(outcomes[k].value).all()]
    lines = [
        f"not right yet: {len(bad)} of {len(outcomes)} cases differ. The smallest one:",
        _given(entry, i),
        say.side_by_side(want, got, ~np.isclose(got, want, rtol=1e-4, atol=1e-5)),
        f"What fails: {lost}." if lost else "No known mistake explains it.",
        *([f"Also, {note}"] if note else []),
    ]
    return _report(entry, "not finite" if broken else "wrong", "\n".join(lines))
