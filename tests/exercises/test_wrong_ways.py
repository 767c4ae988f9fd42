"""Each wrong answer is rejected, with the learners' cases and with fresh ones, and is told what it
is.
"""

from functools import cache

import numpy as np
from collected import for_each
from whichbank_authoring.exercises import ALL
from whichbank_authoring.table import outputs
from wrong_ways import WRONG_WAYS

from whichbank.exercises import check
from whichbank.exercises.properties import same
from whichbank.exercises.running import run_all

WAYS = [(exercise, *way) for exercise, ways in WRONG_WAYS.items() for way in ways]


@cache
def fresh(exercise, seed):
    cases = list(ALL[exercise].cases(np.random.default_rng(seed)))
    return tuple(tuple(case[name] for name in ALL[exercise].inputs) for case in cases), outputs(
        ALL[exercise], cases
    )


@for_each("exercise, answer, expected", WAYS)
def test_wrong_answer_is_rejected_and_told_what_it_is(exercise, answer, expected):
    report = check(exercise, answer)
    assert not report.ok
    named = [] if " " in expected or not expected else expected.removesuffix("?").split("+")
    assert list(report.mistakes) in ([named, []] if expected.endswith("?") else [named]), report
    if " " in expected:
        assert expected in " ".join(report.message.split())


@for_each("exercise, answer, expected", WAYS, parts=2)
def test_wrong_answer_is_rejected_with_fresh_cases(exercise, answer, expected):
    for seed in range(10):
        cases, right = fresh(exercise, seed)
        outcomes, _ = run_all(answer, cases)
        assert any(
            o.value is None or not same(o.value, want)
            for o, want in zip(outcomes, right, strict=True)
        ), seed
