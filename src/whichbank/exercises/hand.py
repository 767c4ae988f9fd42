"""Say what the numbers of an answer by hand mean."""

import numpy as np

from . import report as say
from .report import Report
from .running import NotNumbersError, Outcome, blank, to_array
from .table import Column, Entry
from .words import tr

EXACT = 0.00055  # an answer is right when it is rounded to three digits
ROUGH = 0.006  # and shows a mistake when it is rounded to two
CLOSE = 0.02


def check_hand(entry: Entry, answer: object) -> Report:
    """Check the numbers of an answer by hand."""
    if blank(answer):
        return say.on(
            entry, "not attempted", tr("not finished yet. A place of your answer is still empty.")
        )
    if callable(answer) and not hasattr(answer, "__array__"):
        return diagnose_hand(entry, Outcome(problem=tr("a function")))
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
    shape = (
        tr("The answer is {n} numbers.", n=want.size)
        if want.ndim
        else tr("The answer is a single number.")
    )
    if outcome.value is None:
        how = (
            ""
            if outcome.problem != tr("text")
            else " " + tr("Write numbers, without quotes: 0.25 for 25% or for a quarter.")
        )
        got = tr("got {what}.", what=outcome.problem or tr("nothing"))
        return say.on(entry, "dtype", f"{got} {shape}{how}")
    got = outcome.value.squeeze()
    if got.shape != want.squeeze().shape:
        came = tr("got {what}.", what=say.shape_words(got.shape))
        return say.on(entry, "shape", f"{came} {shape}")
    if not np.isfinite(got).all():
        text = tr("{shown} holds a value that is not a finite number.", shown=say.value(got))
        return say.on(entry, "not finite", text)
    off = np.abs(got - want)
    if off.max() <= EXACT:
        return say.on(entry, "right", tr("right."))
    near = _near(entry, got)
    if len(near) == 1:
        text = tr("not right yet. {hint}", hint=say.hints(entry, near[0].mistakes))
        text += (
            "\n" + tr("Or are these rounded numbers? Then give each to three decimals.")
            if _is_rounded(got, want)
            else ""
        )
        return say.on(entry, "mistake", text, near[0].mistakes)
    which = _which(off, say.value(got))
    if _is_rounded(got, want) or (near and off.max() > CLOSE):
        return say.on(
            entry,
            "wrong",
            tr("these numbers are rounded too far to tell. Give each to three decimals."),
        )
    if np.abs(want).max() <= 1 and np.abs(got / 100 - want).max() <= ROUGH:
        text = tr("these are percent. Divide each number by 100, and give three decimals.")
        return say.on(entry, "wrong", text)
    if off.max() <= CLOSE and np.abs(want - np.round(want, 2)).max() < 1e-9:
        text = tr(
            "close. {which} Nothing needs rounding here: go through the sums again.", which=which
        )
        return say.on(entry, "wrong", text)
    if off.max() <= CLOSE:
        text = tr("close. Give each number to three decimals, and round only at the end.")
        return say.on(entry, "wrong", text)
    text = tr("not right yet. {which} No known mistake explains it.", which=which)
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


def _which(off: np.ndarray, shown: str) -> str:
    wrong = np.flatnonzero(off.ravel() > EXACT) + 1
    if off.size == 1:
        return tr("In {shown}, the number is wrong.", shown=shown)
    found = {"shown": shown, "which": tr(" and ").join(map(str, wrong)), "all": off.size}
    if len(wrong) == 1:
        return tr("In {shown}, number {which} of {all} is wrong.", **found)
    return tr("In {shown}, numbers {which} of {all} are wrong.", **found)
