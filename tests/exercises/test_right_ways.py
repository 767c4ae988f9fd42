"""Each exercise accepts its reference and other right ways of writing it."""

import functools

import numpy as np
import pytest
from right_ways import RIGHT_WAYS
from whichbank_teach.exercises import ALL
from whichbank_teach.exercises.table import outputs

from whichbank.exercises import check
from whichbank.exercises.properties import same
from whichbank.exercises.running import run_all

CHECKED = [e for e in ALL.values() if e.kind != "explore"]
CODE = [e for e in CHECKED if e.kind == "code"]
WAYS = [pytest.param(i, way, id=f"{i}-{k}") for i, ways in RIGHT_WAYS.items() for k, way in enumerate(ways)]


@pytest.mark.parametrize(("exercise", "way"), WAYS)
def test_right_way_passes(exercise, way):
    report = check(exercise, way)
    assert report.ok, report
    assert report.status == "right"
    assert report.mistakes == ()
    assert "right" in repr(report)


def in_single_precision(reference):
    def way(*inputs):
        return np.float32(reference(*(x.astype(np.float32) if x.dtype.kind == "f" else x for x in inputs)))

    return way


def in_lists(reference):
    return lambda *inputs: np.asarray(reference(*(x.copy(order="F") for x in inputs))).tolist()


@pytest.mark.parametrize("exercise", CODE, ids=lambda e: e.id)
def test_right_ways_pass_in_single_precision_in_lists_and_with_fresh_cases(exercise):
    ways = [in_single_precision(exercise.reference), in_lists(exercise.reference)]
    for way in ways:
        assert check(exercise.id, way).ok, check(exercise.id, way)
    for seed in range(8):
        made = list(exercise.cases(np.random.default_rng(seed)))
        cases = tuple(tuple(case[name] for name in exercise.inputs) for case in made)
        for way in [*ways, *RIGHT_WAYS[exercise.id]]:
            outcomes, _ = run_all(way, cases)
            for outcome, want, case in zip(outcomes, outputs(exercise, made), made, strict=True):
                assert same(outcome.value, want), (seed, way, case, outcome.value, want)


@pytest.mark.parametrize("exercise", CHECKED, ids=lambda e: e.id)
def test_reference_passes(exercise):
    if exercise.kind == "code":
        assert check(exercise.id, functools.partial(exercise.reference, bugs=frozenset())).ok
    else:
        case = next(iter(exercise.cases(np.random.default_rng(0))))
        assert check(exercise.id, exercise.reference(**case)).ok


def test_every_exercise_has_three_other_ways():
    assert list(RIGHT_WAYS) == [e.id for e in CHECKED]
    assert all(len(ways) >= 3 for ways in RIGHT_WAYS.values())
