"""What the tests of grading share: a class folder with a released assignment, work in it, and
verdicts made up.
"""

import json
import os
import shutil
import sys
from pathlib import Path

import pytest
from whichbank_teach import grading
from whichbank_teach.box import sealed
from whichbank_teach.classroom.folder import Classroom
from whichbank_teach.classroom.submission import answer_id, stub_id
from whichbank_teach.grading.verdict import Mark, Verdict

from whichbank.exercises.table import load

EXERCISES = ("mixing.1", "mixing.2", "mixing.4")
RIGHT = {
    "mixing.1": "answer_mixing_1 = [1.4, 0.1]",
    "mixing.2": "def mix_all(weights, vectors):\n    return weights @ vectors",
}
_TABLE = load("mixing.2")
KNOWN = [
    ([array.tolist() for array in case], out.tolist())
    for case, out in zip(_TABLE.cases, _TABLE.right, strict=True)
]
SEEN = f"""
known = {KNOWN}


def seen(weights):
    return any(np.array_equal(weights, case[0]) for case, _ in known)


"""  # what a student may know of mixing.2: the inputs of check, and what is right for them
# a picture
DOT = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=="
ON_ITS_SIDE = "def mix_all(weights, vectors):\n    return weights.T @ vectors"

WHY = sealed.missing()
LINUX = sys.platform.startswith("linux")
on_linux = pytest.mark.skipif(not LINUX, reason="classes are graded on Linux")
# Skipped by name where there is no box; where it must be there (Linux in CI), they fail.
needs_box = pytest.mark.skipif(
    bool(WHY) and not (LINUX and os.environ.get("CI")), reason=f"no sealed box here: {WHY}"
)


def make_class(root: Path) -> Classroom:
    """Make a class with two listed students and the assignment ps1."""
    from whichbank_teach.classroom.release import release

    room = Classroom.create(root)
    listed = (
        "id,first_name,last_name,email,lms_id\n"
        "ada,Ada,Example,ada@example.org,17\nben,Ben,Example,ben@example.org,18\n"
    )
    (root / "roster.csv").write_text(listed, encoding="utf-8")
    release(room, "ps1", EXERCISES)
    return room


def copy_class(template: Classroom, root: Path) -> Classroom:
    """Copy a class's folder, so that a test may do what it likes with it."""
    shutil.copytree(template.root, root, dirs_exist_ok=True)
    return Classroom(root)


def hand_in(
    room: Classroom, student: str, answers: dict[str, str] | None = None, words: str = ""
) -> Path:
    """Put a student's work where collect would put it."""
    made = json.loads(room.source("ps1").read_bytes())
    by_id = {stub_id(exercise): source for exercise, source in (answers or {}).items()}
    if words:
        by_id[answer_id("mixing.4")] = words
    for cell in made["cells"]:
        cell["source"] = by_id.get(cell["id"], cell["source"])
    made["metadata"]["whichbank"]["collected"] = True
    path = room.collected(student, "ps1")
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(made), encoding="utf-8")
    return path


def verdict(room: Classroom, student: str, *marks: Mark, problems: tuple[str, ...] = ()) -> Verdict:
    """Save an up-to-date verdict for work that has been handed in; exercises without a mark are
    right.
    """
    given = {mark.exercise: mark for mark in marks}
    every = (
        Mark("mixing.1", "right", 1.0, 1.0, (), "Exercise mixing.1: right."),
        Mark("mixing.2", "right", 2.0, 2.0, (), "Exercise mixing.2: right. All 6 cases agree."),
        Mark("mixing.4", "by hand", None, 1.0),
    )
    key = grading.work_key(room, "ps1", student)
    made = Verdict(
        student, "ps1", tuple(given.get(mark.exercise, mark) for mark in every), problems, key
    )
    made.save(room.verdicts("ps1"))
    return made


def mistake(
    message: str = "Exercise mixing.2: not right yet. The table is transposed.", output: str = ""
) -> Mark:
    """Return the mark of an answer with a known mistake."""
    return Mark("mixing.2", "mistake", 0.0, 2.0, ("transposed",), message, output)


def ungraded(reason: str = "The box failed.") -> Mark:
    """Return the mark of an answer that could not be graded."""
    return Mark("mixing.2", "not graded", None, 2.0, (), reason)
