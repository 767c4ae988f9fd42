"""Mutants of each reference are rejected, or listed in ``authoring/SURVIVORS.md`` with the reason why
they are right.
"""

import re
from pathlib import Path

import numpy as np
from collected import for_each
from mutants import build, functions, mutants
from whichbank_authoring.exercises import ALL

from whichbank.exercises import check

CHECKED = [e for e in ALL.values() if e.kind != "explore"]
PAGE = Path(__file__).parents[2] / "authoring" / "SURVIVORS.md"
ROW = re.compile(r"^\| ([a-z]+\.\d) \| `(.+)` \| `(.+)` \| (.+) \|$", re.MULTILINE)
SURVIVORS = [
    (exercise, f"{change} in {line}")
    for exercise, change, line, _ in ROW.findall(PAGE.read_text("utf-8"))
]


def verdict(exercise, function):
    if exercise.kind == "code":
        return check(exercise.id, function)
    case = next(iter(exercise.cases(np.random.default_rng(0))))
    try:
        with np.errstate(all="ignore"):
            return check(exercise.id, function(**case))
    except Exception:
        return check(exercise.id, "it raised")


@for_each("exercise", CHECKED)
def test_right_path_is_right(exercise):
    trees, module = functions(exercise.reference)
    assert verdict(exercise, build(trees, module, exercise.reference.__name__)).ok


@for_each("exercise", CHECKED, parts=4)
def test_mutants_are_rejected(exercise):
    made = list(mutants(exercise.reference))
    assert len(made) >= 5
    alive = {description for description, function in made if verdict(exercise, function).ok}
    assert alive == {description for number, description in SURVIVORS if number == exercise.id}


def test_the_page_of_survivors_names_each_once_in_order():
    rows = [
        line for line in PAGE.read_text("utf-8").splitlines() if re.match(r"\| [a-z]+\.\d", line)
    ]
    assert len(rows) == len(SURVIVORS) == len(set(SURVIVORS)) > 10
    assert [number for number, _ in SURVIVORS] == sorted(number for number, _ in SURVIVORS)
    assert {number for number, _ in SURVIVORS} <= set(ALL)
