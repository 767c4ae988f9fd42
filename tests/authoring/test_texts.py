"""Statements, stubs, hints and messages read as they should."""

import ast
import json
import re
from pathlib import Path

import numpy as np
import pytest
from collected import for_each
from docutils.nodes import make_id
from whichbank_authoring.exercise import Exercise
from whichbank_authoring.exercises import ALL, CHAPTERS, cells

from whichbank.exercises import check
from whichbank.exercises.table import load

ROOT = Path(__file__).parents[2]
KEPT = (ROOT / "tests" / "site" / "addresses.txt").read_text(encoding="utf-8").split()
EVERY = list(ALL.values())
CHECKED = [e for e in EVERY if e.kind != "explore"]
HINTS = [(e, *mistake) for e in CHECKED for mistake in e.mistakes.items()]
FILLER = re.compile(
    r"\b(simply|just note|obviously|easy|easily|clearly|basically|of course|very|really)\b", re.I
)


def test_order_and_kinds():
    assert list(ALL) == sorted(ALL)
    for chapter in CHAPTERS:
        kinds = {e.kind for e in EVERY if e.id.startswith(f"{chapter}.")}
        assert len(kinds) >= 2


@for_each("exercise", EVERY)
def test_statement(exercise):
    statement, _ = cells(exercise.id)
    assert statement.startswith(f"### Exercise {exercise.id} · {exercise.title}\n\n")
    assert statement == statement.strip()
    assert "point" not in statement.split("\n\n", 1)[1].lower() or exercise.id == "average.2"
    assert not FILLER.search(statement)
    assert len(" ".join(exercise.body.split())) < 1150
    assert max(map(len, statement.splitlines())) <= 120
    assert exercise.kind == "explore" or exercise.points in (1, 2, 3)
    if exercise.kind == "code":
        assert f"`{exercise.name}(" in statement


@for_each("exercise", CHECKED)
def test_stub_runs_unchanged_and_is_not_attempted(exercise):
    _, stub = cells(exercise.id)
    *_, last = ast.parse(stub).body
    assert ast.unparse(last) == f"check('{exercise.id}', {exercise.name})"
    shown = []
    exec(stub, {"check": lambda *a: shown.append(check(*a))})
    assert [repr(report) for report in shown] == [f"Exercise {exercise.id}: not attempted yet."]


@for_each("exercise", [e for e in CHECKED if e.kind == "code"])
def test_stub_takes_what_the_reference_takes(exercise):
    function = ast.parse(exercise.stub).body[0]
    assert tuple(arg.arg for arg in function.args.args) == exercise.inputs
    assert ast.get_docstring(function)
    assert len(exercise.stub.splitlines()) < 15


def test_explore_has_no_stub():
    assert [e.id for e in EVERY if not cells(e.id)[1]] == [
        e.id for e in EVERY if e.kind == "explore"
    ]


def test_unknown_cells():
    with pytest.raises(ValueError, match=r"mixing\.2"):
        cells("5.2")


@for_each("exercise, name, hint", HINTS)
def test_hint_helps(exercise, name, hint):
    assert 60 <= len(hint) <= 210, len(hint)
    assert hint.endswith(".")
    assert len(re.findall(r"[.:?] |\.$", hint)) >= 2, "a hint says what is seen and what to do"
    assert name not in hint or "_" not in name, "switch names are not for reading"
    assert not FILLER.search(hint)
    assert not re.search(r"\b(I|we|wrong!|you should)\b", hint)


@for_each("exercise", CHECKED, parts=2)
def test_messages_of_mistakes_differ_and_fit_a_notebook(exercise):
    assert len(set(exercise.mistakes.values())) == len(exercise.mistakes)
    for column in load(exercise.id).columns[1:]:
        if exercise.kind == "hand":
            report = check(exercise.id, column.outputs[0])
        else:
            bugs = frozenset(column.mistakes)
            report = check(exercise.id, lambda *a, bugs=bugs: exercise.reference(*a, bugs=bugs))
        assert report.message.startswith(f"Exercise {exercise.id}: not right yet. ")
        assert max(map(len, report.message.splitlines())) <= 100
        assert report.message.endswith(".")
        assert "_" not in re.sub(r"\bW_([qkv]|gate|up|down)\b", "", report.message), (
            "a matrix may have one, a switch not"
        )


@for_each("exercise", CHECKED)
def test_what_shows_a_mistake_is_a_section_of_the_book(exercise):
    for address, heading in exercise.shown.values():
        assert f"book/{address}" in KEPT, "no reader's link may die"
        notebook = (ROOT / "book" / address.partition(".")[0]).with_suffix(".ipynb")
        cells = json.loads(notebook.read_text(encoding="utf-8"))["cells"]
        headings = re.findall(
            r"^#+ (.*)$", "\n".join("".join(cell["source"]) for cell in cells), re.MULTILINE
        )
        assert heading in headings
        assert make_id(heading) == address.partition("#")[2]


def test_many_mistakes_are_shown_by_the_book():
    assert sum(len(exercise.shown) for exercise in CHECKED) >= 15


@for_each("exercise", EVERY)
def test_another_way_is_told_in_words(exercise):
    assert bool(exercise.other) == (exercise.kind == "code")
    assert not exercise.other or (60 <= len(exercise.other) <= 180 and exercise.other.endswith("."))
    assert not re.search(r"[=@\[\]{}]|\b(def|return|lambda)\b", exercise.other), "words, no code"
    assert all(re.fullmatch(r"[\w.]+", name) for name in re.findall(r"`([^`]*)`", exercise.other))
    assert not FILLER.search(exercise.other)


def test_exercise_refuses_nonsense():
    with pytest.raises(ValueError, match="kind must be"):
        Exercise("1.1", "t", "quiz", 1, 5, "b")
    with pytest.raises(ValueError, match="equivalents names"):
        Exercise("1.1", "t", "code", 1, 5, "b", equivalents={"a": ("b", "c")})
    with pytest.raises(ValueError, match="shown names a, which mistakes does not have"):
        Exercise("1.1", "t", "code", 1, 5, "b", shown={"a": ("b", "c")})
    with pytest.raises(ValueError, match="there is no property softness"):
        Exercise("1.1", "t", "code", 1, 5, "b", properties=("finite", "softness"))


def test_case_generators_follow_their_seed():
    for exercise in CHECKED:
        made = [list(exercise.cases(np.random.default_rng(seed))) for seed in (1, 1, 2, 3, 4)]
        flat = [
            np.concatenate([array.ravel() for case in cases for array in case.values()])
            for cases in made
        ]
        assert np.array_equal(flat[0], flat[1])
        assert any(not np.array_equal(flat[0], other) for other in flat[2:])
