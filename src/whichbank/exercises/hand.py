"""Say what the numbers of an answer by hand mean."""

import numpy as np

from . import report as say
from .report import Report
from .running import NotNumbersError, Outcome, blank, to_array
from .table import Column, Entry

EXACT = 0.00055  # an answer is right when it is rounded to three digits
ROUGH = 0.006  # and shows a mistake when it is rounded to two
CLOSE = 0.02


def check_hand(entry: Entry, answer: object) -> Report:
    """Check the numbers of an answer by hand."""
    if blank(answer):
        return say.on(
            entry, "not attempted", "not finished yet. A place of your answer is still empty."
        )
    if callable(answer) and not hasattr(answer, "__array__"):
        return diagnose_hand(entry, Outcome(problem="a function"))
    try:
        value, dtype = to_array(answer)
    except NotNumbersError as error:
        return diagnose_hand(entry, Outcome(problem=str(error)))
    return diagnose_hand(entry, Outcome(value=value, dtype=dtype))


def diagnose_hand(entry: Entry, outcome: Outcome) -> Report:
    """Say what the numbers of an answer by hand mean; the outcome holds them, or the problem in
    their place.
    """
    want = entry.right[0]
    shape = f"The answer is {want.size} numbers" if want.ndim else "The answer is a single number"
    if outcome.value is None:
        how = (
            ""
            if outcome.problem != "text"
            else " Write numbers, without quotes: 0.25 for 25% or for a quarter."
        )
        return say.on(entry, "dtype", f"got {outcome.problem or 'nothing'}. {shape}.{how}")
    got = outcome.value.squeeze()
    if got.shape != want.squeeze().shape:
        return say.on(entry, "shape", f"got {say.shape_words(got.shape)}. {shape}.")
    if not np.isfinite(got).all():
        return say.on(
            entry, "not finite", f"{say.value(got)} holds a value that is not a finite number."
        )
    off = np.abs(got - want)
    if off.max() <= EXACT:
        return say.on(entry, "right", "right.")
    near = _near(entry, got)
    if len(near) == 1:
        text = f"not right yet. {say.hints(entry, near[0].mistakes)}"
        text += (
            "\nOr are these rounded numbers? Then give each to three decimals."
            if _is_rounded(got, want)
            else ""
        )
        return say.on(entry, "mistake", text, near[0].mistakes)
    which = _which(off)
    if _is_rounded(got, want) or (near and off.max() > CLOSE):
        return say.on(
            entry,
            "wrong",
            "these numbers are rounded too far to tell. Give each to three decimals.",
        )
    if np.abs(want).max() <= 1 and np.abs(got / 100 - want).max() <= ROUGH:
        return say.on(
            entry, "wrong", "these are percent. Divide each number by 100, and give three decimals."
        )
    if off.max() <= CLOSE and np.abs(want - np.round(want, 2)).max() < 1e-9:
        text = (
            f"close. In {say.value(got)}, {which}. Nothing needs rounding here: go through the "
            "sums again."
        )
        return say.on(entry, "wrong", text)
    if off.max() <= CLOSE:
        return say.on(
            entry, "wrong", "close. Give each number to three decimals, and round only at the end."
        )
    text = f"not right yet. In {say.value(got)}, {which}. No known mistake explains it."
    return say.on(entry, "wrong", text)


def _near(entry: Entry, got: np.ndarray) -> list[Column]:
    """The mistakes that an answer shows: those that give just its numbers, or else those that come
    near.

    Of single mistakes and pairs that come equally near, the single ones.
    """
    gaps = [
        (float(np.abs(got - column.outputs[0]).max()), column)
        for column in entry.columns[1:]
        if column.outputs[0] is not None and column.outputs[0].shape == got.shape
    ]
    for room in (EXACT, ROUGH):
        near = [column for gap, column in gaps if gap <= room]
        if near and not (room == ROUGH and _is_rounded(got, entry.right[0])):
            return [column for column in near if len(column.mistakes) == 1] or near
    return []


def _is_rounded(got: np.ndarray, want: np.ndarray) -> bool:
    """Whether these are the right numbers, rounded to no, one or two decimals."""
    return any(
        np.abs(got - np.round(got, digits)).max() < 1e-9
        and np.abs(got - want).max() < 0.5 * 10.0**-digits + 1e-9
        for digits in range(3)
    )


def _which(off: np.ndarray) -> str:
    wrong = np.flatnonzero(off.ravel() > EXACT) + 1
    if off.size == 1:
        return "the number is wrong"
    which = " and ".join(map(str, wrong))
    return (
        f"number {which} of {off.size} is wrong"
        if len(wrong) == 1
        else f"numbers {which} of {off.size} are wrong"
    )
