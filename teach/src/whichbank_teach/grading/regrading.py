"""Marking again what is marked already, after a change: the former marks are kept, and what has
become of each is told.
"""

import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from ..classroom.folder import Classroom, write_whole
from ..classroom.students import Student
from . import Graded, grade, verdicts
from .recording import gradebook
from .scores import Result, Score, grades, result
from .verdict import Verdict, load

UNFINISHED = "unfinished"


@dataclass(frozen=True)
class Change:
    """What a regrade made of one exercise of one student."""

    student: str
    exercise: str
    before: Score
    after: Score

    @property
    def gain(self) -> float:
        """How many points more the student has; less than 0 for fewer."""
        return (self.after.points or 0.0) - (self.before.points or 0.0)

    def __str__(self) -> str:
        points = " → ".join(
            "none" if one.points is None else f"{one.points:.4g}"
            for one in (self.before, self.after)
        )
        status = " → ".join(dict.fromkeys((self.before.status, self.after.status)))
        return f"{self.student}, {self.exercise}: {points} of {self.after.max_points:g} ({status})"


@dataclass(frozen=True)
class Regraded:
    """What a call of ``regrade`` has done."""

    graded: Graded
    former: Path  # the folder with the marks of before
    changes: tuple[Change, ...]
    sums: dict[str, tuple[Result, Result]]  # before and after, of each student with a change


def regrade(
    room: Classroom,
    assignment: str,
    *,
    students: Sequence[str] = (),
    exercises: Sequence[str] = (),
    jobs: int | None = None,
    on: str = "",
    progress: bool = True,
) -> Regraded:
    """Mark work again in the box, as ``grade`` does, and compare with the marks of before.

    A regrade that was stopped goes on with the next one: both compare with the marks before the
    first.
    """
    room.assignment(assignment)
    marked = verdicts(room.root, assignment)
    folder = room.verdicts(assignment) / "former"
    kept = folder / UNFINISHED
    for student in students or marked:
        if student in marked and not (file := kept / f"{student}.json").exists():
            write_whole(file, marked[student].to_json().encode("ascii"), 0o600)
    done = grade(
        room,
        assignment,
        students=students,
        exercises=exercises,
        again=True,
        jobs=jobs,
        on=on,
        progress=progress,
    )
    former = {path.stem: load(path) for path in sorted(kept.glob("*.json"))}
    changes, sums = _compared(room, assignment, former)
    to = folder / f"{datetime.now(room.zone):%Y-%m-%d %H.%M.%S}"
    if former:
        shutil.move(kept, to)
    return Regraded(done, to, tuple(changes), sums)


def _compared(
    room: Classroom, assignment: str, former: dict[str, Verdict]
) -> tuple[list[Change], dict[str, tuple[Result, Result]]]:
    now = verdicts(room.root, assignment)
    listed = {student.id: student for student in room.roster()}
    with gradebook(room.root) as book:
        held = grades(book, assignment, former)
    changes: list[Change] = []
    sums = {}
    for student, old in former.items():
        one = listed.get(student, Student(student))
        before, after = (
            result(room, assignment, one, verdict, held[student])
            for verdict in (old, now.get(student))
        )
        was = {score.exercise: score for score in before.scores}
        mine = [
            Change(student, score.exercise, was[score.exercise], score)
            for score in after.scores
            if score.exercise in was
            and (score.points, score.status)
            != (was[score.exercise].points, was[score.exercise].status)
        ]
        changes += mine
        if mine:
            sums[student] = before, after
    return changes, sums
