"""Feedback pages: what each exercise gave and why, in place of nbgrader's page, which shows every
test.

All that a student wrote or printed is text on the page and nothing else: it is escaped, and the
page allows no script, no picture and no request.
"""

from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from latex2mathml.converter import convert
from markdown_it import MarkdownIt
from markupsafe import Markup
from mdit_py_plugins.dollarmath import dollarmath_plugin
from nbconvert.exporters import Exporter
from nbgrader.api import Gradebook
from nbgrader.preprocessors import NbGraderPreprocessor
from tqdm import tqdm
from traitlets import default
from whichbank_authoring.exercises import ALL

from whichbank.misconceptions import of

from ..classroom.folder import Classroom, ClassroomError
from ..classroom.nbgrader import class_folder
from ..classroom.rules import rules
from ..classroom.students import Student
from ..classroom.submission import MARK, Submission, read
from ..variants import variant
from .comments import comments, said
from .recording import only_one, up_to_date, write_feedback
from .scores import Grades, Score, grades, result
from .steps import visible
from .verdict import BY_HAND, Mark


def page(room: Classroom, assignment: str, student: str, held: Grades) -> dict[str, Any]:
    """Gather what a student's page says; each exercise as the student got it."""
    from . import current_verdict

    verdict = current_verdict(room.root, assignment, student)
    submission = read(room.collected(student, assignment))
    known = {one.id: one for one in room.roster()}
    mine = result(room, assignment, known.get(student, Student(student)), verdict, held)
    scores, worth = mine.scores, mine.max_points or 0.0
    if mine.standing.excused:
        total = "You are excused."
    elif all(one.points is None for one in scores):
        total = "Nothing is graded yet."
    elif mine.points is None:
        total = (
            "Not all is graded yet. So far: "
            f"{_points(sum(one.points or 0 for one in scores), worth)}."
        )
    else:
        late = f", {mine.penalty:.4g} taken off for being late" if mine.penalty else ""
        total = f"{_points(mine.points, worth)}{late}."
    came = f"Handed in {mine.standing.handed_in}" if mine.standing.handed_in else ""
    standing = ", ".join(filter(None, (came, mine.standing.late)))
    of_class = comments(room)
    items = [
        _item(room, assignment, submission, mark, one) | {"comment": _joined(one, of_class, mark)}
        for mark, one in zip(verdict.marks, scores, strict=True)
    ]
    told = {item["message"] for item in items}
    why = told.pop() if len(told) == 1 and len(items) > 1 else ""  # what holds for all is said once
    for item in items if why else ():
        item["message"] = ""
    about = {"standing": standing, "why": why, "regrade": rules(room, assignment).regrade}
    return {
        "name": mine.student.full_name or student,
        "assignment": assignment,
        "total": total,
        "items": items,
    } | about


def _item(
    room: Classroom, assignment: str, submission: Submission, mark: Mark, one: Score
) -> dict[str, Any]:
    exercise, answer = ALL[mark.exercise], submission.answer(mark.exercise)
    by_hand = mark.status == BY_HAND
    if submission.variant:
        exercise = variant(exercise, room.secret(), assignment, submission.variant)
    return {
        "anchor": f"exercise-{mark.exercise.replace('.', '-')}",
        "title": f"{mark.exercise} · {exercise.title}",
        "status": one.told,
        "tone": "wait" if one.points is None else "good" if one.points >= one.max_points else "bad",
        "points": "no points yet" if one.points is None else _points(one.points, one.max_points),
        "message": "" if by_hand and one.points is not None else visible(mark.message),
        "thoughts": _thoughts(mark, room.settings.site),
        "statement": Markup(_rendered(exercise.body.strip())),
        "answer": visible(answer.source) if answer else "",
        "output": visible(mark.output),
    }


def _thoughts(mark: Mark, site: str) -> list[dict[str, str]]:
    """What may be behind the mistakes, and where the course has a figure against it."""
    found = {one.id: one for name in mark.mistakes if (one := of("exercises", mark.exercise, name))}
    page = f"{site.rstrip('/')}/book/misconceptions.html" if site else ""
    return [
        {"title": one.title, "address": f"{page}#{id}" if page else ""} for id, one in found.items()
    ]


def _joined(one: Score, of_class: dict[tuple[str, str], str], mark: Mark) -> str:
    """What a person wrote for this student, then for the class."""
    return "\n\n".join(filter(None, (one.comment, *map(visible, said(of_class, mark)))))


def _points(points: float, worth: float) -> str:
    return f"{points:.4g} of {worth:g} point{'' if worth == 1 else 's'}"


@cache
def _markdown() -> MarkdownIt:
    """Make pages of statements: what looks like a tag is text, and formulas are MathML, which needs
    no script.
    """

    def formula(tex: str, options: dict[str, Any]) -> str:
        tex = tex.replace("{aligned}", "{align*}")  # the one that the translator knows
        return convert(tex, display="block" if options["display_mode"] else "inline")

    made = (
        MarkdownIt("commonmark", {"html": False})
        .enable("table")
        .disable(["link", "image", "autolink"])
    )
    return made.use(dollarmath_plugin, renderer=formula)


@cache
def _rendered(text: str) -> str:
    return str(_markdown().render(text))


@cache
def _template() -> Any:
    from jinja2 import Environment, StrictUndefined

    text = files(__package__).joinpath("feedback.html.j2").read_text(encoding="utf-8")
    return Environment(autoescape=True, undefined=StrictUndefined).from_string(text)


class GetMarks(NbGraderPreprocessor):
    """A step of ``nbgrader generate_feedback``: gather the marks, and what a person gave, for the
    page.
    """

    def preprocess(self, nb: Any, resources: Any) -> tuple[Any, Any]:
        """Put what the page says into the resources; the notebook stays as it is."""
        about, room = resources["nbgrader"], Classroom(class_folder(self))
        with Gradebook(about["db_url"]) as book:
            held = grades(book, about["assignment"], [about["student"]])[about["student"]]
        resources[MARK] = page(room, about["assignment"], about["student"], held)
        return nb, resources


class FeedbackExporter(Exporter):
    """Writes the page that ``GetMarks`` has gathered."""

    @default("file_extension")
    def _file_extension_default(self) -> str:
        return ".html"

    def from_notebook_node(self, nb: Any, resources: Any = None, **rest: Any) -> tuple[Any, Any]:
        """Return the page of a notebook."""
        nb, resources = super().from_notebook_node(nb, resources, **rest)
        return _template().render(resources[MARK]) + "\n", resources


def write_pages(
    room: Classroom, assignment: str, students: Sequence[str] = (), *, progress: bool = True
) -> tuple[list[Path], dict[str, str]]:
    """Write a feedback page for each of these students, or for all, whose work is graded.

    Return the pages, and the reason for each student without one.
    """
    from . import digest, verdicts

    room.assignment(assignment)
    comments(room)  # what is wrong with them is told once
    handed_in = room.students(assignment)
    wanted = [student for student in handed_in if not students or student in students]
    if unknown := [student for student in students if student not in handed_in]:
        raise ClassroomError(
            f"{', '.join(unknown)}: nothing was collected of them for {assignment}."
        )
    with only_one(room.root):
        marked = {
            student: digest(verdict) for student, verdict in verdicts(room.root, assignment).items()
        }
        ready = up_to_date(room.root, assignment, marked)
        failed = {
            student: "not graded yet: `whichbank-teach grade` comes first"
            for student in wanted
            if student not in ready
        }
        pages = []
        todo = [student for student in wanted if student in ready]
        with tqdm(
            total=len(todo), desc="Writing feedback", unit="page", disable=not progress or not todo
        ) as bar:
            for student, error in write_feedback(room.root, assignment, todo):
                if error:
                    failed[student] = error
                else:
                    pages.append(
                        room.root / "feedback" / student / assignment / f"{assignment}.html"
                    )
                bar.update()
    return pages, failed
