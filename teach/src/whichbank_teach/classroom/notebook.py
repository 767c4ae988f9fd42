"""What the notebook of an assignment looks like."""

from collections.abc import Sequence
from importlib.resources import files
from pathlib import Path
from typing import Any

import nbformat
from nbformat.v4 import nbformat as MAJOR
from nbformat.v4 import nbformat_minor as MINOR
from nbformat.v4 import writes
from whichbank_authoring.exercise import Exercise

from .folder import Assignment, Settings, write_whole
from .submission import IMPORTS, MARK, answer_id, points_id, proof_id, statement_id, stub_id

IMPORT_CELL = "import numpy as np\n\nfrom whichbank.exercises import check"
MACHINE = "## It runs on yours\n\nThis cell puts your functions into the letter model and into the real one."
PROOF = "from whichbank.yours import proof\n\nproof(globals())"
ASKS = "Write your answer here, in words."


def notebook(
    assignment: Assignment, exercises: Sequence[Exercise], settings: Settings, student: str = ""
) -> nbformat.NotebookNode:
    """Return the notebook of an assignment, as students get it; with variants, as one student gets
    it.
    """
    cells = [
        _locked(_text(_title(assignment, exercises), f"{assignment.name}-title")),
        _locked(_code(setup_cell(settings), "setup", tags=["hide-input"])),
        _code(IMPORT_CELL, IMPORTS),
    ]
    for one in exercises:
        cells += _exercise_cells(one)
    if {one.id for one in exercises} >= set(boxes()):
        cells += [
            _locked(_text(MACHINE, f"{assignment.name}-machine")),
            _locked(_code(PROOF, proof_id(assignment.name))),
        ]
    about = {
        "assignment": assignment.name,
        "exercises": list(assignment.exercises),
        "variants": assignment.variants,
    }
    if student:
        about["variant"] = student
    metadata = {
        "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
        "language_info": {"name": "python"},
        MARK: about,
    }
    made = nbformat.from_dict(
        {"nbformat": MAJOR, "nbformat_minor": MINOR, "metadata": metadata, "cells": cells}
    )
    nbformat.validate(made)
    return made


def boxes() -> list[str]:
    """Return the exercises whose functions are the machine of ``whichbank.yours``, in its order."""
    from whichbank.yours import BOXES

    return [box.exercise for box in BOXES.values()]


# Cells are made by hand: nbformat looks at each that it makes, which takes longer than one look at
# the whole notebook.
def _text(source: str, name: str) -> dict[str, Any]:
    return {"id": name, "cell_type": "markdown", "source": source, "metadata": {}}


def _code(source: str, name: str, **metadata: Any) -> dict[str, Any]:
    made = {"id": name, "cell_type": "code", "source": source, "metadata": metadata}
    return made | {"execution_count": None, "outputs": []}


def _exercise_cells(exercise: Exercise) -> list[dict[str, Any]]:
    cells = [_locked(_text(exercise.statement, statement_id(exercise.id)))]
    if exercise.kind == "explore":
        words = _text(ASKS, answer_id(exercise.id))
        return [*cells, _marked(words, grade=True, solution=True, points=exercise.worth)]
    stub = _marked(_code(exercise.stub.strip(), stub_id(exercise.id)), solution=True)
    worth = exercise.worth
    text = f"# Exercise {exercise.id}: {worth} point{'s' if worth != 1 else ''}"
    graded = _marked(_code(text, points_id(exercise.id)), grade=True, locked=True, points=worth)
    return [*cells, stub, graded]


def _title(assignment: Assignment, exercises: Sequence[Exercise]) -> str:
    rows = [f"| {one.id} · {one.title} | {one.worth} |" for one in exercises]
    return "\n".join(
        [
            f"# Assignment {assignment.name}",
            "",
            "Write your answers into the cells below the exercises and run them. Where a cell "
            "ends in `check(...)`, it tells you at once what is wrong. Add cells of your own "
            "wherever you need them. Then save the notebook and hand in the file "
            f"`{assignment.name}.ipynb`, under any name.",
            "",
            "The word before the period is the chapter that an exercise belongs to.",
            "",
            "| exercise | points |",
            "|---|---|",
            *rows,
        ]
    )


def setup_cell(settings: Settings) -> str:
    """Return the chapters' setup cell; where the course's repository is known, it no longer asks
    for it.
    """
    text = files(__package__).joinpath("setup_cell.ipy").read_text(encoding="utf-8").rstrip("\n")
    if not settings.course:
        return text
    lines = text.splitlines()
    first = next(i for i, line in enumerate(lines) if line.startswith("    import json"))
    last = next(i for i, line in enumerate(lines) if line.startswith("    repository, branch = "))
    lines[first : last + 1] = [
        f"    repository, branch = {settings.course!r}, {settings.course_branch!r}"
    ]
    return "\n".join(lines)


def _marked(cell: dict[str, Any], **given: Any) -> dict[str, Any]:
    mark = {"grade": False, "solution": False, "locked": False, "task": False, "schema_version": 3}
    cell["metadata"]["nbgrader"] = mark | {"grade_id": cell["id"]} | given
    if not given.get("solution") or given.get("grade"):
        cell["metadata"]["deletable"] = False
    return cell


def _locked(cell: dict[str, Any]) -> dict[str, Any]:
    return _marked(cell, locked=True)


def write(path: Path, made: nbformat.NotebookNode) -> None:
    """Write a notebook, which has been validated, as a whole or not at all."""
    write_whole(path, (writes(made) + "\n").encode())
