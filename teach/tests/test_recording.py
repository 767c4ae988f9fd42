"""A class's marks go into the gradebook as nbgrader itself would enter them, and an end at any
point costs nothing.
"""

import contextlib
import sqlite3

import pytest
from classes import copy_class, hand_in, mistake, on_linux, ungraded, verdict
from nbconvert.writers import FilesWriter
from nbgrader.api import Gradebook
from nbgrader.converters import Autograde
from nbgrader.coursedir import CourseDirectory
from nbgrader.preprocessors import AssignLatePenalties
from whichbank_teach import grading
from whichbank_teach.classroom.nbgrader import class_config
from whichbank_teach.grading import recording, steps

pytestmark = on_linux


def recorded(room, students):
    """Enter the marks of some students; the errors."""
    return {
        student: error for student, error in recording.record(room.root, "ps1", students) if error
    }


def a_class(room):
    """Hand in and mark work of several kinds; the students."""
    kinds = {"ada": (), "ben": (mistake(output="x"),), "cleo": (ungraded(),), "dora": ()}
    for student, marks in kinds.items():
        hand_in(room, student, words="" if student == "ada" else f"{student} <b>thinks</b>.")
        verdict(room, student, *marks)
    room.collected("dora", "ps1").with_name("timestamp.txt").write_text(
        "2026-11-20 10:00:00 UTC\n", encoding="utf-8"
    )
    return kinds


def held(room):
    """All that the gradebook holds, without the ids that it draws; and the notebooks."""
    ours = """submitted_notebook n JOIN submitted_assignment a ON n.assignment_id = a.id
        JOIN base_cell b ON g.cell_id = b.id WHERE g.notebook_id = n.id ORDER BY 1, 2"""
    with contextlib.closing(sqlite3.connect(room.root / "gradebook.db")) as opened:
        courses = opened.execute("SELECT id FROM course ORDER BY id").fetchall()
        students = opened.execute("SELECT * FROM student ORDER BY id").fetchall()
        work = opened.execute(
            "SELECT student_id, timestamp, extension, flagged, late_submission_penalty FROM "
            "submitted_assignment a JOIN submitted_notebook n ON n.assignment_id = a.id ORDER BY "
            "1"
        ).fetchall()
        scores = opened.execute(
            "SELECT student_id, name, auto_score, manual_score, extra_credit, needs_manual_grade "
            f"FROM grade g, {ours}"
        ).fetchall()
        words = opened.execute(
            f"SELECT student_id, name, auto_comment, manual_comment FROM comment g, {ours}"
        ).fetchall()
    files = {
        path.relative_to(room.root): path.read_bytes()
        for path in (room.root / "autograded").rglob("*.*")
    }
    return courses, students, work, scores, words, files


def test_entries_are_what_nbgraders_own_autograde_makes(room, tmp_path):
    students = a_class(room)
    other = copy_class(room, tmp_path / "other")
    assert recorded(room, students) == {}
    for student in students:
        course = CourseDirectory(
            config=class_config(other.root), assignment_id="ps1", student_id=student
        )
        Autograde(coursedir=course, config=class_config(other.root)).start()
    assert held(room) == held(other)
    assert [len(kind) for kind in held(room)] == [1, 4, 4, 12, 12, 5]


def test_what_was_entered_of_work_that_fails_is_forgotten(room):
    students = a_class(room)
    room.collected("ben", "ps1").write_text("{", encoding="utf-8")
    assert set(recorded(room, students)) == {"ben"}
    with recording.gradebook(room.root) as book:
        assert [one.student.id for one in book.assignment_submissions("ps1")] == [
            "ada",
            "cleo",
            "dora",
        ]


class KilledError(BaseException):
    """The end of the process: nobody catches it."""


ENDS = {
    "the student is entered": (Gradebook, "update_or_create_submission"),
    "the submission is entered": (steps.FillMarks, "preprocess"),
    "the grades are saved": (AssignLatePenalties, "preprocess"),
    "all is saved": (FilesWriter, "write"),
}


@pytest.mark.parametrize("end", ENDS)
def test_an_end_at_any_point_loses_and_doubles_nothing(room, tmp_path, monkeypatch, end):
    students = a_class(room)
    whole = copy_class(room, tmp_path / "whole")
    recorded(whole, students)
    (owner, name), calls = ENDS[end], []
    step = getattr(owner, name)

    def die(*given, **more):
        calls.append(name)
        if len(calls) == 2:
            raise KilledError
        return step(*given, **more)

    with monkeypatch.context() as patched:
        patched.setattr(owner, name, die)
        with pytest.raises(KilledError):
            recorded(room, students)
    digests = {
        student: grading.digest(one) for student, one in grading.verdicts(room.root, "ps1").items()
    }
    done = recording.up_to_date(room.root, "ps1", digests)
    assert done == {"ada"}
    assert recorded(room, [student for student in students if student not in done]) == {}
    assert held(room) == held(whole)
