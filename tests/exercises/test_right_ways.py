"""Each exercise accepts its reference and other right ways of writing it."""

import functools

import numpy as np
import pytest
from right_ways import RIGHT_WAYS
from whichbank_teach.exercises import ALL

from whichbank.exercises import check

CHECKED = [e for e in ALL.values() if e.kind != "explore"]
WAYS = [pytest.param(i, way, id=f"{i}-{k}") for i, ways in RIGHT_WAYS.items() for k, way in enumerate(ways)]


@pytest.mark.parametrize(("exercise", "way"), WAYS)
def test_right_way_passes(exercise, way):
    report = check(exercise, way)
    assert report.ok, report
    assert report.status == "right"
    assert report.mistakes == ()
    assert "right" in repr(report)


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
