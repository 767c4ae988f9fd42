"""Marking again after a change goes through the same box, keeps the former marks, and tells what
has become of whom.
"""

import pytest
from classes import ON_ITS_SIDE, RIGHT, hand_in, needs_box, on_linux
from whichbank_teach import cli, grading
from whichbank_teach.grading import recording, regrading
from whichbank_teach.grading.verdict import load

pytestmark = [on_linux, needs_box]
WRONG = RIGHT | {"mixing.2": ON_ITS_SIDE}


@pytest.fixture
def graded(room, monkeypatch):
    """Three students with marks: ada is right, ben and cleo made a mistake; a person gave cleo one
    point.
    """
    monkeypatch.chdir(room.root)
    for student, answers in {"ada": RIGHT, "ben": WRONG, "cleo": WRONG}.items():
        hand_in(room, student, answers)
    grading.grade(room, "ps1", progress=False)
    with recording.gradebook(room.root) as book:
        book.find_grade("exercise-mixing-2-points", "ps1", "ps1", "cleo").manual_score = 1.0
        book.db.commit()
    return room


def test_the_changes_are_told_and_the_former_marks_are_kept(graded, capsys):
    """ada's work has been replaced by a wrong one; ben's and cleo's are right now."""
    for student, answers in {"ada": WRONG, "ben": RIGHT, "cleo": RIGHT}.items():
        hand_in(graded, student, answers)
    before = {student: grading.verdicts(graded.root, "ps1")[student] for student in ("ada", "ben")}
    cli.main(["regrade", "ps1"])
    printed = capsys.readouterr().out
    for line in (
        "  ada, mixing.2: 2 → 0 of 2 (right → mistake)",
        "  ben, mixing.2: 0 → 2 of 2 (mistake → right)",
        "2 of 3 students have other marks; fewer points: ada.",
    ):
        assert line in printed.splitlines()
    assert "cleo, " not in printed, "a person has the last word"
    (kept,) = (graded.verdicts("ps1") / "former").iterdir()
    assert {student: load(kept / f"{student}.json") for student in before} == before
    cli.main(["regrade", "ps1", "--student", "ben", "--exercise", "mixing.2"])
    assert "0 of 1 students have other marks." in capsys.readouterr().out


def test_one_that_was_stopped_still_compares_with_the_marks_of_before(graded, monkeypatch):
    grade = regrading.grade

    def stopped(room, assignment, *, students, **rest):
        grade(room, assignment, students=["ben"], **rest)
        raise KeyboardInterrupt

    hand_in(graded, "ben", RIGHT)
    monkeypatch.setattr(regrading, "grade", stopped)
    with pytest.raises(KeyboardInterrupt):
        regrading.regrade(graded, "ps1", progress=False)
    monkeypatch.setattr(regrading, "grade", grade)
    made = regrading.regrade(graded, "ps1", progress=False)
    assert [(one.student, one.gain) for one in made.changes] == [("ben", 2.0)]
