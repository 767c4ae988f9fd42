"""Scores as CSV: our own table, and the layouts that Canvas and Moodle import.

Work without a score has an empty cell and a reason, never a 0. A cell that a spreadsheet would run
is made text.
"""

import csv
import io
from collections.abc import Callable, Container, Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from nbgrader.plugins import ExportPlugin

from ..classroom.folder import Classroom, write_whole
from ..classroom.nbgrader import class_folder
from ..classroom.rules import rules
from .scores import Result, read

_RUN = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
Row = list[str | float | None]


def text(value: str) -> str:
    """Return a text as one line that no spreadsheet takes for a formula.

    Examples
    --------
    >>> text("=1+1")
    "'=1+1"
    >>> text("two\\nlines")
    'two lines'
    """
    line = " ".join(value.split())
    return f"'{line}" if value.startswith(_RUN) or line.startswith(_RUN) else line


def number(value: float | None) -> str:
    """Return a score with at most four digits after the point; empty where there is none.

    Examples
    --------
    >>> number(2.0), number(1 / 3), number(None)
    ('2', '0.3333', '')
    """
    return "" if value is None else f"{round(value, 4):.10g}"


def table(rows: Iterable[Row]) -> str:
    """Write rows as CSV: numbers as they are, texts made harmless."""
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\n")
    for row in rows:
        writer.writerow([text(cell) if isinstance(cell, str) else number(cell) for cell in row])
    return file.getvalue()


def own(results: Sequence[Result]) -> list[Row]:
    """Lay out one row for each student and assignment, with the score and status of every
    exercise.
    """
    exercises = sorted({score.exercise for result in results for score in result.scores})
    head = [
        "student",
        "name",
        "last name",
        "first name",
        "email",
        "assignment",
        "score",
        "max score",
        "status",
        "handed in",
    ]
    head += ["late", "note"]
    rows: list[Row] = [
        [*head, *(f"exercise {one}{part}" for one in exercises for part in ("", " status"))]
    ]
    for result in results:
        who = result.student
        scores = {score.exercise: score for score in result.scores}
        each = [
            (scores[one].points, scores[one].status) if one in scores else (None, "")
            for one in exercises
        ]
        about = [
            who.id,
            who.full_name,
            who.last_name,
            who.first_name,
            who.email,
            result.assignment,
        ]
        sums = [
            result.points,
            result.max_points,
            result.status,
            result.standing.handed_in,
            result.standing.late,
        ]
        sums.append(result.reasons)
        rows.append([*about, *sums, *(cell for pair in each for cell in pair)])
    return rows


def canvas(results: Sequence[Result]) -> list[Row]:
    """Lay out what Canvas imports: one row a student, one column an assignment. An empty cell is no
    grade there.
    """
    worth = _worth(results)
    rows: list[Row] = [["Student", "ID", "SIS User ID", "SIS Login ID", "Section", *worth]]
    rows.append(["    Points Possible", "", "", "", "", *worth.values()])
    for mine in _by_student(results):
        who = mine[0].student
        name = ", ".join(filter(None, (who.last_name, who.first_name))) or who.full_name or who.id
        points = {one.assignment: "EX" if one.standing.excused else one.points for one in mine}
        login = "" if who.id == who.lms_id else who.id
        rows.append([name, who.lms_id, "", login, who.section, *(points.get(one) for one in worth)])
    return rows


def moodle(results: Sequence[Result]) -> list[Row]:
    """Lay out what Moodle imports: a score and a feedback text for each assignment, mapped by the
    email address.
    """
    worth = _worth(results)
    head = ["Full name", "Username", "ID number", "Email address"]
    rows: list[Row] = [
        [*head, *(cell for one in worth for cell in (f"{one} (Real)", f"{one} (Feedback)"))]
    ]
    for mine in _by_student(results):
        who = mine[0].student
        found = {result.assignment: result for result in mine}
        row: Row = [who.full_name, who.id, who.lms_id, who.email]
        for one in worth:
            result = found.get(one)
            row += [result.points, _told(result)] if result else [None, ""]
        rows.append(row)
    return rows


def _told(result: Result) -> str:
    """What a student reads next to the score."""
    if result.points is None:
        return f"{result.status}. {result.reasons}".strip()
    each = [
        f"{one.exercise}: {number(one.points)} of {number(one.max_points)}. {one.told}."
        for one in result.scores
    ]
    return " ".join([*each, *filter(None, [result.standing.late])])


def _worth(results: Sequence[Result]) -> dict[str, float | None]:
    """What each assignment is worth, as far as anything was handed in."""
    worth: dict[str, float | None] = {}
    for result in results:
        worth[result.assignment] = worth.get(result.assignment) or result.max_points
    return worth


def _by_student(results: Sequence[Result]) -> list[list[Result]]:
    found: dict[str, list[Result]] = {}
    for result in results:
        found.setdefault(result.student.id, []).append(result)
    return list(found.values())


LAYOUTS: dict[str, Callable[[Sequence[Result]], list[Row]]] = {
    "own": own,
    "canvas": canvas,
    "moodle": moodle,
}


def _named(root: Path, results: Sequence[Result]) -> list[Result]:
    """Call each assignment by the name that it has in the learning management system."""
    room = Classroom(root)
    names = {one: rules(room, one).name or one for one in {result.assignment for result in results}}
    return [replace(result, assignment=names[result.assignment]) for result in results]


def write(
    root: Path, assignments: Iterable[str], layout: str, to: Path, students: Container[str] = ()
) -> list[Result]:
    """Write the scores of some assignments, of all students if none is named, and return them."""
    results = [result for assignment in assignments for result in read(root, assignment)]
    results = [result for result in results if not students or result.student.id in students]
    if layout == "own":
        # without the mark, Excel reads another encoding
        write_whole(to, table(own(results)).encode("utf-8-sig"))
    else:
        write_whole(to, table(LAYOUTS[layout](_named(root, results))).encode())
    return results


class OwnExport(ExportPlugin):
    """``nbgrader export``: our own table."""

    layout = "own"

    def export(self, gradebook: Any) -> None:
        """Write ``grades.csv``, or the file that ``--to`` names."""
        wanted = list(map(str, self.assignment)) or [one.name for one in gradebook.assignments]
        students = set(map(str, self.student))
        root = class_folder(self)
        to = Path(
            self.to or root / f"grades{'' if self.layout == 'own' else '-' + self.layout}.csv"
        )
        write(root, wanted, self.layout, to, students)
        self.log.info("Wrote %s", to)


class CanvasExport(OwnExport):
    """``nbgrader export --exporter=whichbank_teach.grading.export.CanvasExport``."""

    layout = "canvas"


class MoodleExport(OwnExport):
    """``nbgrader export --exporter=whichbank_teach.grading.export.MoodleExport``."""

    layout = "moodle"
