"""No solution is in the installed package: only data, titles and hints."""

import json
from pathlib import Path

import numpy as np
from collected import for_each
from references import reference_lines, squeezed
from whichbank_authoring.exercises import ALL

import whichbank
from whichbank.exercises.table import ANSWERS

PACKAGE = Path(whichbank.__file__).parent


def test_there_are_lines_to_look_for():
    found = [i for i, _ in reference_lines()]
    assert len(found) > 40
    assert set(found) == {e.id for e in ALL.values() if e.kind != "explore"}


def test_no_solution_line_in_the_package():
    files = [
        p
        for p in PACKAGE.rglob("*")
        if p.suffix in {".py", ".js", ".json", ".toml", ".css", ".md", ".txt"}
    ]
    assert len(files) > 5
    text = {p: squeezed(p.read_text(encoding="utf-8")) for p in files}
    leaks = [
        (i, line, p.name)
        for i, line in reference_lines()
        for p, source in text.items()
        if line in source
    ]
    assert not leaks


def test_no_bug_switch_or_statement_in_the_package():
    for path in PACKAGE.rglob("*.py"):
        source = path.read_text(encoding="utf-8")
        assert "in bugs" not in source
        assert "whichbank_teach" not in source


@for_each("path", sorted(ANSWERS.glob("*.npz")))
def test_table_is_numbers_alone(path):
    with np.load(path, allow_pickle=False) as file:
        assert {file[name].dtype.str[1:] for name in file.files} == {"f8", "i4"}


def test_words_hold_titles_hints_and_names_alone():
    files = sorted(ANSWERS.glob("*.json"))
    words = {
        name: fields
        for file in files
        for name, fields in json.loads(file.read_text(encoding="utf-8")).items()
    }
    assert list(words) == list(ALL)
    keys = {
        "title",
        "kind",
        "name",
        "labels",
        "inputs",
        "properties",
        "hints",
        "shown",
        "other",
        "kinds",
    }
    keys |= {"columns"}
    assert all(set(fields) - {"alone"} == keys for fields in words.values())


def test_the_tables_stay_small():
    for kind, most in (("npz", 7_500), ("json", 3_000)):  # bytes an exercise, on average
        assert sum(file.stat().st_size for file in ANSWERS.glob(f"*.{kind}")) < most * len(ALL)


@for_each("exercise", [e for e in ALL.values() if e.kind == "code"])
def test_stub_holds_no_solution(exercise):
    lines = [line for i, line in reference_lines() if i == exercise.id]
    assert not [line for line in lines if line in squeezed(exercise.stub)]
