"""Every mistake is recognised as itself and as no other."""

from dataclasses import replace
from itertools import combinations

import numpy as np
from collected import for_each
from whichbank_authoring.exercises import ALL
from whichbank_authoring.table import alike, entry, joined, outputs

from whichbank.exercises import Column, check, diagnose
from whichbank.exercises.hand import EXACT
from whichbank.exercises.running import run_all
from whichbank.exercises.table import load

CHECKED = [e for e in ALL.values() if e.kind != "explore"]
CODE = [e for e in CHECKED if e.kind == "code"]
SINGLES = [(e, name) for e in CHECKED for name in e.mistakes]


def singles(exercise, cases):
    """The entry of some cases with the right column and one for each mistake; pairs take most of
    the time.
    """
    names = [name for name in exercise.mistakes if name not in exercise.equivalents]
    made = [
        Column((), outputs(exercise, cases)),
        *(Column((name,), outputs(exercise, cases, [name])) for name in names),
    ]
    inputs = tuple(tuple(case[name] for name in exercise.inputs) for case in cases)
    return replace(
        load(exercise.id), hints=dict(exercise.mistakes), cases=inputs, columns=tuple(made)
    )


def with_bugs(exercise, *names):
    """The answer of a learner who makes these mistakes."""
    bugs = frozenset(names)
    if exercise.kind == "code":
        return lambda *inputs: exercise.reference(*inputs, bugs=bugs)
    case = next(iter(exercise.cases(np.random.default_rng(0))))
    return exercise.reference(**case, bugs=bugs)


@for_each("exercise, name", SINGLES)
def test_single_mistake_is_named(exercise, name):
    report = check(exercise.id, with_bugs(exercise, name))
    wanted = exercise.equivalents.get(name, (name,))[0]
    assert report.status == "mistake", report
    assert report.mistakes == (wanted,)
    assert exercise.mistakes[wanted][:30] in report.message


@for_each("exercise", CHECKED)
def test_pairs_of_mistakes_are_named(exercise):
    wrong = {}
    for column in (one for one in load(exercise.id).columns if len(one.mistakes) == 2):
        report = check(exercise.id, with_bugs(exercise, *column.mistakes))
        named = (report.status, report.mistakes) == ("mistake", column.mistakes)
        if not (named and "  1. " in report.message and "  2. " in report.message):
            wrong[column.mistakes] = report
    assert not wrong


@for_each("exercise", CHECKED)
def test_equal_mistakes_are_listed_with_a_reason_and_three_differ(exercise):
    assert len(exercise.mistakes) - len(exercise.equivalents) >= 3
    cases = list(exercise.cases(np.random.default_rng(1)))[: 1 if exercise.kind == "hand" else None]
    given = {name: joined(outputs(exercise, cases, [name])) for name in exercise.mistakes}
    equal = {(a, b) for a, b in combinations(given, 2) if alike(given[a], [given[b]])}
    assert equal == {
        tuple(sorted((a, b), key=list(given).index)) for a, (b, _) in exercise.equivalents.items()
    }
    assert all(len(reason) > 30 for _, reason in exercise.equivalents.values())


@for_each("seed", range(5), parts=2)
@for_each("exercise", CODE)
def test_fresh_cases_tell_mistakes_apart_too(exercise, seed):
    rng = np.random.default_rng(seed)
    fresh = entry(exercise, rng) if seed == 0 else singles(exercise, list(exercise.cases(rng)))
    for name in exercise.mistakes:
        if name in exercise.equivalents:
            continue
        outcomes, _ = run_all(with_bugs(exercise, name), fresh.cases)
        assert diagnose(fresh, outcomes).mistakes == (name,)


@for_each("exercise", CHECKED)
def test_mistakes_lie_well_apart(exercise):
    """No two columns are so close that the tolerance could take one for the other."""
    cases = list(exercise.cases(np.random.default_rng(2)))[: 1 if exercise.kind == "hand" else None]
    table = singles(exercise, cases).columns
    least = 2 * EXACT if exercise.kind == "hand" else 1e-3

    def gap(a, b):
        if a is None or b is None:
            return 0.0 if a is b else np.inf
        if a.shape != b.shape or (np.isfinite(a) != np.isfinite(b)).any():
            return np.inf
        both = np.isfinite(a)
        return np.max(np.abs(a - b)[both] / np.maximum(1, np.abs(a))[both], initial=0)

    for one, other in combinations(table, 2):
        far = max(gap(a, b) for a, b in zip(one.outputs, other.outputs, strict=True))
        assert far > least, (one.mistakes, other.mistakes)


@for_each("exercise", CODE)
def test_properties_hold_for_the_reference(exercise):
    from whichbank.exercises.properties import first_lost

    made = singles(exercise, list(exercise.cases(np.random.default_rng(4))))
    assert exercise.properties
    for case, right in zip(made.cases, made.right, strict=True):
        call = lambda inputs: np.asarray(exercise.reference(*inputs))  # noqa: E731
        assert first_lost(exercise.properties, call, case, right, made.inputs) is None
