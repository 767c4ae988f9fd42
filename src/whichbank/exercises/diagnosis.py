"""Say what the outcomes of all cases of a coding exercise mean."""

from collections.abc import Callable
from typing import Any

import numpy as np

from . import report as say
from .properties import first_lost, same
from .report import Report
from .running import Outcome
from .table import Column, Entry
from .words import series, tr


def diagnose(entry: Entry, outcomes: list[Outcome], call: Callable | None = None) -> Report:
    """Say what the outcomes of all cases mean; with call, which runs the answer, more properties
    can be named.
    """
    note = _changed_note(entry, outcomes)
    also = "\n" + tr("Also, {note}", note=note) if note else ""
    if _explains(entry.columns[0], outcomes):
        if note:
            text = tr("the result is right, but {note}", note=note)
            return say.on(entry, "changed inputs", text)
        text = tr("right. All {n} cases agree.", n=len(outcomes))
        return say.on(entry, "right", f"{text}\n{tr('Another way: {other}', other=entry.other)}")
    so_far = _progress(entry, outcomes) + also
    for column in entry.columns[1:]:
        if _explains(column, outcomes):
            text = tr("not right yet. {hint}", hint=say.hints(entry, column.mistakes)) + so_far
            return say.on(entry, "mistake", text, column.mistakes)
    mistakes, seen = _seen_elsewhere(entry, outcomes)
    for status, tell in (
        ("raised", _raised),
        ("nothing returned", _none),
        ("dtype", _type),
        ("shape", _shape),
    ):
        if found := tell(entry, outcomes):
            return say.on(entry, status, "\n".join(filter(None, (found, seen))) + so_far, mistakes)
    return _unknown(entry, outcomes, call, mistakes, seen, so_far)


def _matches(want: np.ndarray | None, outcome: Outcome) -> bool:
    if want is None:
        return outcome.raised is not None
    return outcome.value is not None and same(outcome.value, want)


def _explains(column: Column, outcomes: list[Outcome]) -> bool:
    return all(
        _matches(want, outcome) for want, outcome in zip(column.outputs, outcomes, strict=True)
    )


def _kinds(entry: Entry, outcomes: list[Outcome]) -> tuple[str, ...]:
    """What is special about each case; nothing where the entry does not say it of these."""
    return entry.kinds if len(entry.kinds) == len(outcomes) else ("",) * len(outcomes)


def _progress(entry: Entry, outcomes: list[Outcome]) -> str:
    """Say in how many kinds of cases the answer is right, on a line of its own; nothing where it is
    in none.
    """
    kinds = _kinds(entry, outcomes)
    cases = zip(kinds, entry.right, outcomes, strict=True)
    wrong = list(
        dict.fromkeys(kind for kind, want, outcome in cases if not _matches(want, outcome))
    )
    n = len(set(kinds))
    if len(wrong) == n:
        return ""
    where = series([kind or tr("in ordinary ones") for kind in wrong])
    return "\n" + tr(
        "It is right in {n} of {all} kinds of cases; not yet {where}.",
        n=n - len(wrong),
        all=n,
        where=where,
    )


def _seen_elsewhere(entry: Entry, outcomes: list[Outcome]) -> tuple[tuple[str, ...], str]:
    """The one mistake that explains all cases but those of some special kinds, and what is told of
    it.

    A mistake must explain at least two wrong cases. None is looked for where the answer is right
    but in two special kinds.
    """
    kinds = _kinds(entry, outcomes)
    wrong = {i for i, outcome in enumerate(outcomes) if not _matches(entry.right[i], outcome)}
    for column in (one for one in entry.columns if len(one.mistakes) < 2):
        left = {i for i, outcome in enumerate(outcomes) if not _matches(column.outputs[i], outcome)}
        special = list(dict.fromkeys(kinds[i] for i in sorted(left)))
        if "" in special and not all(outcomes[i].value is None for i in left if not kinds[i]):
            continue
        if not column.mistakes and "" not in special and len(special) <= 2:
            return (), ""
        explained = [
            i
            for i in wrong - left
            if outcomes[i].value is not None and np.isfinite(outcomes[i].value).all()
        ]
        if column.mistakes and len(explained) >= 2:
            ran = not any(outcomes[i].value is None for i in left)
            hint = say.hints(entry, column.mistakes)
            if not ran:
                return column.mistakes, tr("Where it runs, this shows: {hint}", hint=hint)
            kinds_ = tr(" and ").join(special)
            return column.mistakes, tr(
                "Except {kinds}, this shows: {hint}", kinds=kinds_, hint=hint
            )
    return (), ""


def _changed_note(entry: Entry, outcomes: list[Outcome]) -> str:
    names = sorted({i for outcome in outcomes for i in outcome.changed})
    if not names:
        return ""
    return tr(
        "{name} changes {which} in place. Make a new array, and leave the inputs as they are.",
        name=entry.name,
        which=tr(" and ").join(entry.inputs[i] for i in names),
    )


def by_size(entry: Entry, indices: list[int]) -> list[int]:
    """Sort the places of some cases, the smallest case first."""
    return sorted(indices, key=lambda i: (sum(array.size for array in entry.cases[i]), i))


def given(entry: Entry, i: int) -> str:
    """Write the inputs of a case, and how to get them."""
    shown, call = (
        say.inputs(entry.inputs, entry.cases[i]),
        f'check("{entry.id}", {entry.name}, case={i + 1})',
    )
    where = tr(
        "(case {n} of {all}: {call} gives you its inputs)", n=i + 1, all=len(entry.cases), call=call
    )
    return f"{shown}\n  {where}"


def _raised(entry: Entry, outcomes: list[Outcome]) -> str:
    bad = [i for i, outcome in enumerate(outcomes) if outcome.raised]
    if not bad:
        return ""
    i = by_size(entry, bad)[0]
    raised: Any = outcomes[i].raised
    if not raised.line and raised.error.startswith("TypeError"):
        n, name, names = len(entry.inputs), entry.name, ", ".join(entry.inputs)
        start = tr("{name} raises {error}", name=name, error=raised.error)
        start += "\n" + tr("before its first line.") + " "
        if n == 1:
            return start + tr("To {name}, one input comes: {inputs}.", name=name, inputs=names)
        return start + tr(
            "To {name}, {n} inputs come, in this order: {inputs}.", name=name, n=n, inputs=names
        )
    where = (
        tr("in line {line} of {function}", line=raised.line, function=raised.function)
        if raised.line
        else tr("before its first line")
    )
    where += f": {raised.source}" if raised.source else ""
    start = tr("{name} raises {error}", name=entry.name, error=raised.error)
    return f"{start}\n{where}\n{tr('for the input')}\n{given(entry, i)}"


def _none(entry: Entry, outcomes: list[Outcome]) -> str:
    bad = [i for i, outcome in enumerate(outcomes) if outcome.nothing]
    if not bad:
        return ""
    start = tr("{name} returns nothing for the input", name=entry.name)
    return f"{start}\n{given(entry, by_size(entry, bad)[0])}"


def _type(entry: Entry, outcomes: list[Outcome]) -> str:
    bad = [i for i, outcome in enumerate(outcomes) if outcome.problem]
    if bad:
        i = by_size(entry, bad)[0]
        want = say.shape_words(entry.right[i].shape)
        got = outcomes[i].problem
        return tr("{name} returns {got}. Expected {want}.", name=entry.name, got=got, want=want)
    whole = [
        i
        for i, outcome in enumerate(outcomes)
        if "int" in outcome.dtype and outcome.value.size and not _matches(entry.right[i], outcome)
    ]
    rounded = [
        i
        for i in whole
        if outcomes[i].value.shape == entry.right[i].shape and (entry.right[i] % 1).any()
    ]
    if not rounded:
        return ""
    dtype = outcomes[rounded[0]].dtype
    return tr(
        "{name} returns whole numbers (dtype {dtype}), which cuts off the decimals. Expected float64.",
        name=entry.name,
        dtype=dtype,
    )


def _shape(entry: Entry, outcomes: list[Outcome]) -> str:
    bad = [i for i, outcome in enumerate(outcomes) if outcome.value.shape != entry.right[i].shape]
    if not bad:
        return ""
    i = by_size(entry, bad)[0]
    want, got = say.shape_words(entry.right[i].shape), say.shape_words(outcomes[i].value.shape)
    shapes = ", ".join(f"{n} {a.shape}" for n, a in zip(entry.inputs, entry.cases[i], strict=True))
    return tr(
        "wrong shape. For inputs of shape {shapes}: expected {want}, got {got}.",
        shapes=shapes,
        want=want,
        got=got,
    )


def differing(entry: Entry, outcomes: list[Outcome]) -> list[int]:
    """The places of the cases that are not right, the smallest case first."""
    return by_size(
        entry, [i for i, outcome in enumerate(outcomes) if not _matches(entry.right[i], outcome)]
    )


def _unknown(
    entry: Entry,
    outcomes: list[Outcome],
    call: Callable | None,
    mistakes: tuple[str, ...],
    seen: str,
    so_far: str,
) -> Report:
    bad = differing(entry, outcomes)
    lost = {
        i: first_lost(entry.properties, call, entry.cases[i], outcomes[i].value, entry.inputs)
        for i in bad
    }
    i = next((i for i in bad if lost[i]), bad[0])
    want, got = entry.right[i], outcomes[i].value
    broken = not all(np.isfinite(outcomes[k].value).all() for k in bad)
    differ = {"n": len(bad), "all": len(outcomes)}
    lines = [
        tr("not right yet: {n} of {all} cases differ. The smallest one:", **differ)
        if i == bad[0]
        else tr("not right yet: {n} of {all} cases differ. One of them:", **differ),
        given(entry, i),
        say.side_by_side(want, got, ~np.isclose(got, want, rtol=1e-4, atol=1e-5)),
        *([seen] if seen else []),
        *(
            [tr("What fails here: {what}.", what=lost[i])]
            if lost[i]
            else []
            if seen
            else [tr("No known mistake explains it.")]
        ),
    ]
    return say.on(entry, "not finite" if broken else "wrong", "\n".join(lines) + so_far, mistakes)
