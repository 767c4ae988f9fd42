"""Compare an answer with the answer table, and explain what is wrong with it."""

from collections.abc import Callable
from typing import Any

import numpy as np

from . import report as say
from .hand import check_hand
from .limits import SECONDS, TimeUpError, within_bounds
from .properties import PROPERTIES, first_lost, same
from .report import Report
from .running import Outcome, alike, blank, is_module, is_stub, run, run_all, where_raised
from .table import Column, Entry, load

CHANGING = (
    "gives other results when it is called again with the same inputs. It must not draw random numbers, and must not "
    "keep anything from one call to the next. (A torch module with dropout: call eval() on it first.)"
)


def check(exercise: str, answer: object) -> Report:
    """Check an answer to one exercise, and report what is wrong with it.

    The report is shown as text in a notebook; an exercise that does not exist raises a ValueError.

    Parameters
    ----------
    exercise : str
        The exercise's number, such as "05.2".
    answer : object
        The function itself (or a torch module) for a coding exercise; a number, list, array or tensor for one by
        hand. Inputs reach the function as copies. It is stopped after some seconds, and cannot ask for input.

    Examples
    --------
    >>> check("05.1", ...)
    Exercise 05.1: not attempted yet.
    """
    entry = load(exercise)
    if entry.kind == "explore":
        return say.on(entry, "nothing to check", "There is nothing to check here: explain what you see in words.")
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


def guidance(exercise: str, answer: object) -> tuple[str, str, str]:
    """Lead towards the right answer of a coding exercise in three steps: what fails, a hint, a line of thought.

    Examples
    --------
    >>> guidance("05.2", lambda weights, vectors: weights.T @ vectors)[1][:24]
    'The table is transposed:'
    """
    entry = load(exercise)
    report = check(exercise, answer)
    return _first_failure(entry, report, answer), _hint(entry, report), _thought(entry)


def _first_failure(entry: Entry, report: Report, answer: Any) -> str:
    if report.ok:
        return "Nothing: all cases agree."
    outcomes = [run(answer, case) for case in entry.cases] if callable(answer) and report.status != "timed out" else []
    bad = [i for i in _differing(entry, outcomes) if outcomes[i].value is not None] if outcomes else []
    i = bad[0] if bad else _by_size(entry, list(range(len(entry.cases))))[0]
    want = entry.right[i]
    lines = [f"For the input\n{_given(entry, i)}"]
    if bad and outcomes[i].value.shape == want.shape:
        got = outcomes[i].value
        lines.append(say.side_by_side(want, got, ~np.isclose(got, want, rtol=1e-4, atol=1e-5)))
    else:
        lines.append(f"the result must be\n  {say.value(want)}")
    return "\n".join(lines)


def _hint(entry: Entry, report: Report) -> str:
    if report.mistakes:
        return say.wrap(say.hints(entry, report.mistakes))
    return report.message if report.status in ("right", "raised", "shape", "dtype") else say.wrap(_expected(entry))


def _expected(entry: Entry) -> str:
    kinds = list(dict.fromkeys(filter(None, entry.kinds)))
    special = f" It is also tried {', '.join(kinds)}." if kinds else ""
    return f"{entry.name} is called with {len(entry.cases)} cases.{special} Try the smallest one by hand first."


def _thought(entry: Entry) -> str:
    """Say from what shapes to what shape an answer leads, and what every right answer has."""
    shapes = ", ".join(f"{n} {a.shape}" for n, a in zip(entry.inputs, entry.cases[0], strict=True))
    lines = [f"From {shapes} to {say.shape_words(entry.right[0].shape)}: which axes meet, and which stay?"]
    known = [PROPERTIES[name].__doc__ or "" for name in entry.properties]
    lines += ["Every right answer has this:", *(f"  {text.partition(chr(10))[0]}" for text in known)] if known else []
    return "\n".join(map(say.wrap, lines))


def _partly(answer: object) -> bool:
    return isinstance(answer, list | tuple) and not all(blank(part) for part in answer)


def _not_attempted(entry: Entry) -> Report:
    return say.on(entry, "not attempted", "not attempted yet.")


def _timed_out(entry: Entry, error: BaseException, answer: Any) -> Report:
    text = (
        f"{entry.name} had not ended after {SECONDS:g} seconds{_line(error, answer)}\nIs there a loop that never ends?"
    )
    return say.on(entry, "timed out", text)


def _line(error: BaseException, answer: Any) -> str:
    found = where_raised(error, answer)
    where = f", in line {found.line} of {found.function}" if found.line else ""
    return f"{where}: {found.source}" if found.source else f"{where}."


def _check_code(entry: Entry, answer: object) -> Report:
    if isinstance(answer, type):
        text = f"got the class {answer.__name__}. Pass an instance of it: {answer.__name__}()."
        return say.on(entry, "not a function", text)
    if not callable(answer):
        right = f'check("{entry.id}", {entry.name})'
        text = f"got a value of type {type(answer).__name__}. Pass the function itself, without brackets: {right}."
        return say.on(entry, "not a function", text)
    outcomes, tensors = run_all(answer, entry.cases)
    if all(outcome.nothing for outcome in outcomes):
        if is_stub(answer):
            return _not_attempted(entry)
        text = f"{entry.name} returns nothing. Its last line must be a return with the result."
        return say.on(entry, "nothing returned", text)

    def call(inputs: tuple[np.ndarray, ...]) -> np.ndarray | None:
        return run(answer, inputs, tensors=tensors or is_module(answer)).value

    again = [run(answer, case, tensors=tensors) for case in entry.cases]
    if not all(map(alike, outcomes, again)):
        return say.on(entry, "changing answer", f"{entry.name} {CHANGING}")
    return diagnose(entry, outcomes, call)


def diagnose(entry: Entry, outcomes: list[Outcome], call: Callable | None = None) -> Report:
    """Say what the outcomes of all cases mean; with call, which runs the answer, more properties can be named."""
    note = _changed_note(entry, outcomes)
    also = f"\nAlso, {note}" if note else ""
    if _explains(entry.columns[0], outcomes):
        if note:
            return say.on(entry, "changed inputs", f"the result is right, but {note}")
        return say.on(entry, "right", f"right. All {len(outcomes)} cases agree.")
    for column in entry.columns[1:]:
        if _explains(column, outcomes):
            text = f"not right yet. {say.hints(entry, column.mistakes)}{also}"
            return say.on(entry, "mistake", text, column.mistakes)
    mistakes, seen = _seen_elsewhere(entry, outcomes)
    for status, tell in (("raised", _raised), ("nothing returned", _none), ("dtype", _type), ("shape", _shape)):
        if found := tell(entry, outcomes):
            return say.on(entry, status, "\n".join(filter(None, (found, seen))) + also, mistakes)
    return _unknown(entry, outcomes, call, mistakes, seen, also)


def _matches(given: np.ndarray | None, outcome: Outcome) -> bool:
    if given is None:
        return outcome.raised is not None
    return outcome.value is not None and same(outcome.value, given)


def _explains(column: Column, outcomes: list[Outcome]) -> bool:
    return all(_matches(given, outcome) for given, outcome in zip(column.outputs, outcomes, strict=True))


def _seen_elsewhere(entry: Entry, outcomes: list[Outcome]) -> tuple[tuple[str, ...], str]:
    """What explains all cases but those of some special kinds: that it is right there, or one mistake.

    A mistake must explain at least two wrong cases.
    """
    kinds = entry.kinds if len(entry.kinds) == len(outcomes) else ("",) * len(outcomes)
    wrong = {i for i, outcome in enumerate(outcomes) if not _matches(entry.right[i], outcome)}
    for column in (one for one in entry.columns if len(one.mistakes) < 2):
        left = {i for i, outcome in enumerate(outcomes) if not _matches(column.outputs[i], outcome)}
        special = list(dict.fromkeys(kinds[i] for i in sorted(left)))
        if "" in special and not all(outcomes[i].value is None for i in left if not kinds[i]):
            continue
        where = " and ".join(filter(None, special)) if "" not in special else ""
        if not column.mistakes and where and len(special) <= 2:
            return (), f"It is right, except {where}."
        explained = [i for i in wrong - left if outcomes[i].value is not None and np.isfinite(outcomes[i].value).all()]
        if column.mistakes and len(explained) >= 2:
            start = "Where it runs" if any(outcomes[i].value is None for i in left) else f"Except {where}"
            return column.mistakes, f"{start}, this shows: {say.hints(entry, column.mistakes)}"
    return (), ""


def _changed_note(entry: Entry, outcomes: list[Outcome]) -> str:
    names = sorted({i for outcome in outcomes for i in outcome.changed})
    if not names:
        return ""
    which = " and ".join(entry.inputs[i] for i in names)
    return f"{entry.name} changes {which} in place. Make a new array, and leave the inputs as they are."


def _by_size(entry: Entry, indices: list[int]) -> list[int]:
    return sorted(indices, key=lambda i: (sum(array.size for array in entry.cases[i]), i))


def _given(entry: Entry, i: int) -> str:
    return say.inputs(entry.inputs, entry.cases[i])


def _raised(entry: Entry, outcomes: list[Outcome]) -> str:
    bad = [i for i, outcome in enumerate(outcomes) if outcome.raised]
    if not bad:
        return ""
    i = _by_size(entry, bad)[0]
    raised: Any = outcomes[i].raised
    if not raised.line and raised.error.startswith("TypeError"):
        n, given = len(entry.inputs), ", ".join(entry.inputs)
        want = "one input comes" if n == 1 else f"{n} inputs come, in this order"
        return f"{entry.name} raises {raised.error}\nbefore its first line. To {entry.name}, {want}: {given}."
    where = f"\nin line {raised.line} of {raised.function}" if raised.line else "\nbefore its first line"
    where += f": {raised.source}" if raised.source else ""
    return f"{entry.name} raises {raised.error}{where}\nfor the input\n{_given(entry, i)}"


def _none(entry: Entry, outcomes: list[Outcome]) -> str:
    bad = [i for i, outcome in enumerate(outcomes) if outcome.nothing]
    if not bad:
        return ""
    return f"{entry.name} returns nothing for the input\n{_given(entry, _by_size(entry, bad)[0])}"


def _type(entry: Entry, outcomes: list[Outcome]) -> str:
    bad = [i for i, outcome in enumerate(outcomes) if outcome.problem]
    if bad:
        i = _by_size(entry, bad)[0]
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
    i = _by_size(entry, bad)[0]
    want, got = say.shape_words(entry.right[i].shape), say.shape_words(outcomes[i].value.shape)
    shapes = ", ".join(f"{n} {a.shape}" for n, a in zip(entry.inputs, entry.cases[i], strict=True))
    return f"wrong shape. For inputs of shape {shapes}: expected {want}, got {got}."


def _differing(entry: Entry, outcomes: list[Outcome]) -> list[int]:
    return _by_size(entry, [i for i, outcome in enumerate(outcomes) if not _matches(entry.right[i], outcome)])


def _unknown(
    entry: Entry, outcomes: list[Outcome], call: Callable | None, mistakes: tuple[str, ...], seen: str, also: str
) -> Report:
    bad = _differing(entry, outcomes)
    lost = {i: first_lost(entry.properties, call, entry.cases[i], outcomes[i].value, entry.inputs) for i in bad}
    i = next((i for i in bad if lost[i]), bad[0])
    want, got = entry.right[i], outcomes[i].value
    broken = not all(np.isfinite(outcomes[k].value).all() for k in bad)
    which = "The smallest one" if i == bad[0] else "One of them"
    lines = [
        f"not right yet: {len(bad)} of {len(outcomes)} cases differ. {which}:",
        _given(entry, i),
        say.side_by_side(want, got, ~np.isclose(got, want, rtol=1e-4, atol=1e-5)),
        *([seen] if seen else []),
        *([f"What fails here: {lost[i]}."] if lost[i] else [] if seen else ["No known mistake explains it."]),
    ]
    return say.on(entry, "not finite" if broken else "wrong", "\n".join(lines) + also, mistakes)
