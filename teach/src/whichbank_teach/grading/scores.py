"""Every student's result on an assignment: marks of the box, and what a person gave in nbgrader's
form grader.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from ..classroom.folder import Classroom
from ..classroom.rules import Standing, rules
from ..classroom.students import Student
from ..classroom.submission import answer_id, points_id, stub_id
from ..collect.files import STAMP, stamp
from ..collect.keeping import Shelf
from .steps import visible
from .verdict import BY_HAND, NOT_GRADED, Mark, Verdict

BY_PERSON = "marked by a person"
WORDS = {
    "right": "Right",
    "not attempted": "Not attempted yet",
    "mistake": "Not right yet: a known mistake",
    "raised": "It raises an error",
    "changed inputs": "It changes its inputs",
    NOT_GRADED: "Not graded yet",
    BY_HAND: "Waits for your instructor",
    BY_PERSON: "Marked by your instructor",
    "timed out": "It takes too long",
    "too much memory": "It takes too much memory",
    "too much output": "It prints too much",
    "crashed": "It ends Python",
}


@dataclass(frozen=True)
class Score:
    """One exercise of one student: ``points`` is None where it is not graded, and ``note`` then
    says why.
    """

    exercise: str
    status: str
    points: float | None
    max_points: float
    note: str = ""
    comment: str = ""

    @property
    def told(self) -> str:
        """What a student is told of the status."""
        return WORDS.get(self.status, "Not right yet")


@dataclass(frozen=True)
class Result:
    """One student's result on one assignment. No scores: nothing was handed in, and ``note`` may
    say more.
    """

    student: Student
    assignment: str
    scores: tuple[Score, ...] = ()
    penalty: float = 0.0
    note: str = ""
    standing: Standing = field(default_factory=Standing)

    @property
    def points(self) -> float | None:
        """The sum, less a penalty for being late; None as long as one exercise has no points yet,
        and if excused.
        """
        if self.standing.excused:
            return None
        points = [score.points for score in self.scores if score.points is not None]
        return (
            max(0.0, sum(points) - self.penalty)
            if points and len(points) == len(self.scores)
            else None
        )

    @property
    def max_points(self) -> float | None:
        """What all exercises are worth together."""
        return sum(score.max_points for score in self.scores) if self.scores else None

    @property
    def status(self) -> str:
        """One of "excused", "graded", "not handed in", "not graded", "partly graded" and "to be
        marked by hand".
        """
        if self.standing.excused:
            return "excused"
        if not self.scores:
            return "not handed in"
        missing = [score for score in self.scores if score.points is None]
        if not missing:
            return "graded"
        if all(score.status == BY_HAND for score in missing):
            return "to be marked by hand"
        return NOT_GRADED if len(missing) == len(self.scores) else "partly graded"

    @property
    def reasons(self) -> str:
        """Why the sum is missing, and what else an instructor should know, in one line."""
        if not self.scores:
            return "" if self.standing.excused else self.note or "Nothing was handed in."
        why: dict[str, list[str]] = {}
        for score in self.scores:
            if score.points is None:
                why.setdefault(score.note or score.status, []).append(score.exercise)
        notes = [f"{', '.join(exercises)}: {reason}" for reason, exercises in why.items()]
        late = (
            [f"Late: {self.penalty:g} point{'s' * (self.penalty != 1)} less."]
            if self.penalty
            else []
        )
        more = [] if any(self.note in reason for reason in why) else [self.note]
        return " ".join(" ".join([*notes, *late, *more]).split())


@dataclass(frozen=True)
class Grades:
    """What the gradebook holds of one student's assignment: by the names of cells."""

    given: Mapping[str, float]
    auto: Mapping[str, float | None]
    extra: Mapping[str, float]
    comments: Mapping[str, str]
    worth: Mapping[str, float]
    penalty: float = 0.0


def grades(book: Any, assignment: str, students: Iterable[str]) -> dict[str, Grades]:
    """Read the grades of some students from nbgrader's gradebook; those of whom it holds nothing
    are empty.
    """
    cells = [
        cell
        for notebook in book.find_assignment(assignment).notebooks
        for cell in notebook.grade_cells
    ]
    worth = {cell.name: cell.max_score for cell in cells}
    wanted = list(students)
    found = {student: Grades({}, {}, {}, {}, worth) for student in wanted}
    # the student of each would be one more question to the database; but a page asks for one alone
    submissions = (
        book.assignment_submissions(assignment)
        if len(wanted) != 1
        else _of(book, assignment, wanted[0])
    )
    for submission in (one for one in submissions if one.student_id in found):
        given = [grade for notebook in submission.notebooks for grade in notebook.grades]
        words = [comment for notebook in submission.notebooks for comment in notebook.comments]
        found[submission.student_id] = Grades(
            given={one.name: one.manual_score for one in given if one.manual_score is not None},
            auto={one.name: one.auto_score for one in given},
            extra={one.name: one.extra_credit for one in given if one.extra_credit},
            comments={one.name: one.manual_comment for one in words if one.manual_comment},
            worth=worth,
            penalty=submission.late_submission_penalty or 0.0,
        )
    return found


def _of(book: Any, assignment: str, student: str) -> list[Any]:
    from nbgrader.api import MissingEntry

    try:
        return [book.find_submission(assignment, student)]
    except MissingEntry:
        return []


def score(mark: Mark, held: Grades) -> Score:
    """Join the mark of the box and what a person gave; the person has the last word."""
    cell = answer_id(mark.exercise) if mark.status == BY_HAND else points_id(mark.exercise)
    comment = held.comments.get(stub_id(mark.exercise), held.comments.get(cell, ""))
    worth = held.worth.get(cell, mark.max_points)
    points, status, note = None, mark.status, mark.message
    if mark.points is not None:
        points, note = worth * mark.points / mark.max_points if mark.max_points else 0.0, ""
    if mark.status == BY_HAND and held.auto.get(cell) == 0:
        # nbgrader's own rule: the text is that of the release
        points, status = 0.0, "not attempted"
    if cell in held.given:
        points, status, note = held.given[cell], BY_PERSON, ""
        if not 0 <= points <= worth:
            note = f"{points:g} of {worth:g} points were entered by hand. Mend that in the form grader."
            points, status = None, NOT_GRADED
    if points is not None:
        points += held.extra.get(cell, 0.0)
    return Score(mark.exercise, status, points, worth, visible(note), visible(comment))


def result(
    room: Classroom, assignment: str, student: Student, verdict: Verdict | None, held: Grades | None
) -> Result:
    """Return one student's result. Who has no verdict has handed nothing in."""
    given = rules(room, assignment)
    if verdict is None or held is None:
        return Result(student, assignment, standing=given.standing(student.id, None))
    file = Shelf(room.handed_in(student.id, assignment)).taken()
    when = stamp(room.collected(student.id, assignment).with_name(STAMP))
    moment = datetime.fromtimestamp(when, UTC) if when is not None else None
    standing = given.standing(student.id, moment, flagged=bool(file and file.late))
    scores = tuple(score(mark, held) for mark in verdict.marks)
    note = " ".join(visible(problem) for problem in verdict.problems)
    penalty = (
        standing.share * sum(one.points or 0.0 for one in scores) if given.due else held.penalty
    )
    return Result(student, assignment, scores, penalty, note, standing)


def read(root: Path, assignment: str) -> list[Result]:
    """Return the results of a class: all on the list of students, and all who handed in."""
    from . import verdicts
    from .recording import gradebook

    marked = verdicts(root, assignment)
    room = Classroom(root)
    listed = {student.id: student for student in room.roster()}
    every = [*listed.values(), *(Student(one) for one in sorted(set(marked) - set(listed)))]
    with gradebook(root) as book:
        held = grades(book, assignment, marked)
    return [result(room, assignment, one, marked.get(one.id), held.get(one.id)) for one in every]
