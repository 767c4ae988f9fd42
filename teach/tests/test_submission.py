"""What the graders get to see of a collected notebook."""

import json

import pytest
from whichbank_teach.classroom.submission import (
    Cell,
    Submission,
    answer_id,
    points_id,
    read,
    statement_id,
    stub_id,
)


def collected(folder, cells=(), about=None, student="student01"):
    path = folder / "submitted" / student / "ps1" / "ps1.ipynb"
    path.parent.mkdir(parents=True)
    about = {"exercises": ["mixing.2", "mixing.4"]} if about is None else about
    path.write_text(
        json.dumps({"cells": list(cells), "metadata": {"whichbank": about}}), encoding="utf-8"
    )
    return path


def a_cell(name, source, kind="code", added=False):
    return {
        "id": name,
        "cell_type": kind,
        "source": source,
        "metadata": {"whichbank": {"added": True}} if added else {},
    }


def test_a_collected_notebook_is_read_in_its_order(tmp_path):
    cells = [
        a_cell("ps1-title", "# ps1", "markdown"),
        a_cell("setup", "import os"),
        a_cell("imports", "import numpy as np"),
        a_cell("added-0", ["x = 1\n", "y = 2"], added=True),
        a_cell("exercise-mixing-2", "### Exercise", "markdown"),
        a_cell("exercise-mixing-2-stub", "def mix_all(w, v): ..."),
        a_cell("exercise-mixing-2-points", "# 2 points"),
        a_cell("exercise-mixing-4-answer", "Because.", "markdown"),
    ]
    about = {
        "exercises": ["mixing.2", "mixing.4"],
        "notes": ["Late."],
        "variant": "student01",
        "missing": {"mixing.4": "Gone."},
    }
    about["collected"] = True
    found = read(collected(tmp_path, cells, about))
    assert found == Submission(
        "student01",
        "ps1",
        ("mixing.2", "mixing.4"),
        (
            Cell("import numpy as np", "code"),
            Cell("x = 1\ny = 2", "code", added=True),
            Cell("def mix_all(w, v): ...", "code", "mixing.2"),
            Cell("Because.", "markdown", "mixing.4"),
        ),
        variant="student01",
        notes=("Late.",),
        missing={"mixing.4": "Gone."},
    )
    assert found.reason("mixing.2") == ""
    assert found.reason("mixing.4") == "Gone."
    assert found.answer("mixing.2").source == "def mix_all(w, v): ..."
    assert found.answer("jobs.1") is None


def test_a_cell_that_somebody_added_by_hand_is_run_too(tmp_path):
    cells = [
        a_cell("points", "x = 1"),
        a_cell("exercise-mixing-2-points", "# 2"),
        a_cell("setup", ""),
        a_cell(None, "y = 2"),
    ]
    assert [cell.source for cell in read(collected(tmp_path, cells)).cells if cell.added] == [
        "x = 1",
        "y = 2",
    ]


def test_a_cell_that_says_it_is_added_is_no_answer(tmp_path):
    cells = [a_cell("exercise-mixing-2-stub", "print(1)", added=True)]
    assert read(collected(tmp_path, cells)).cells == (Cell("print(1)", "code", None, True),)


def test_a_problem_is_a_reason_for_every_exercise(tmp_path):
    found = read(
        collected(
            tmp_path, about={"exercises": ["mixing.2"], "problems": ["It is empty.", "And late."]}
        )
    )
    assert found.reason("mixing.2") == "It is empty. And late."


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"[]",
        b"{}",
        b"null",
        b"\xff\xfe\x00",
        b'{"cells": [], "metadata": {}}',
        b'{"cells": 3, "metadata": {"whichbank": {"exercises": []}}}',
        b'{"cells": [{"id": "imports"}], "metadata": {"whichbank": {"exercises": []}}}',
        b'{"cells": [], "metadata": {"whichbank": {"exercises": 5}}}',
        b"[" * 100_000,
    ],
    ids=[
        "empty",
        "list",
        "object",
        "null",
        "bytes",
        "no mark",
        "cells",
        "cell",
        "exercises",
        "nested",
    ],
)
def test_what_collect_did_not_write_is_a_problem_and_no_crash(tmp_path, content):
    path = collected(tmp_path)
    path.write_bytes(content)
    found = read(path)
    assert found.problems == (
        "ps1.ipynb is not a notebook that collect wrote. Collect the student's file again.",
    )
    assert (found.student, found.assignment, found.cells) == ("student01", "ps1", ())


def test_a_missing_file_and_a_folder_are_problems(tmp_path):
    path = tmp_path / "submitted" / "Zoë Ng" / "ps1" / "ps1.ipynb"
    assert read(path).problems == ("There is no file ps1.ipynb.",)
    path.mkdir(parents=True)
    assert "cannot be opened" in read(str(path)).problems[0]
    assert read(path).student == "Zoë Ng"


def test_ids():
    names = [make("mixing.2") for make in (statement_id, stub_id, points_id, answer_id)]
    assert names == [
        "exercise-mixing-2",
        "exercise-mixing-2-stub",
        "exercise-mixing-2-points",
        "exercise-mixing-2-answer",
    ]
