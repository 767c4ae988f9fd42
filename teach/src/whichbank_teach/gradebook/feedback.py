"""Feedback pages: what each exercise gave and why, in place of nbgrader's page, which shows every test.

All that a student wrote or printed is text on the page and nothing else: it is escaped, and the page allows no
script, no picture and no request.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from nbconvert.exporters import Exporter
from nbgrader.api import Gradebook
from nbgrader.preprocessors import NbGraderPreprocessor
from traitlets import default

from ..classroom import Classroom
from ..exercises import ALL
from ..submission import MARK, Submission, read
from ..variants import variant
from .marks import plain
from .scores import WAITING, Grades, Score, grades, score
from .where import class_folder

WORDS = {
    "right": "Right",
    "not attempted": "Not attempted yet",
    "mistake": "Not right yet: a known mistake",
    "raised": "It raises an error",
    "changed inputs": "It changes its inputs",
    "not graded": "Not graded yet",
    WAITING: "Waits for your instructor",
    "marked by a person": "Marked by your instructor",
    "timed out": "It takes too long",
    "too much memory": "It takes too much memory",
    "too much output": "It prints too much",
    "crashed": "It ends Python",
}


@dataclass(frozen=True)
class Item:
    """One exercise on the page."""

    anchor: str
    title: str
    status: str
    tone: str
    points: str
    message: str
    comment: str
    statement: str
    answer: str
    output: str


@dataclass(frozen=True)
class Page:
    """One student's feedback on one assignment."""

    student: str
    assignment: str
    total: str
    items: tuple[Item, ...]


def page(submission: Submission, verdict: Any, held: Grades, statement: Callable[[str], tuple[str, str]]) -> Page:
    """Gather what a student's page says.

    Parameters
    ----------
    submission : Submission
        The student's work.
    verdict : Verdict
        What the box found.
    held : Grades
        What the gradebook holds.
    statement : callable
        The title and the text of an exercise, as the student got it.
    """
    scores = [score(mark, held) for mark in verdict.marks]
    items = tuple(_item(submission, mark, one, statement) for mark, one in zip(verdict.marks, scores, strict=True))
    worth = sum(one.max_points for one in scores)
    if any(one.points is None for one in scores):
        total = f"Not all is graded yet. So far: {_points(sum(one.points or 0 for one in scores), worth)}."
    else:
        late = f", {held.penalty:g} of them taken off for being late" if held.penalty else ""
        total = f"{_points(max(0.0, sum(one.points for one in scores) - held.penalty), worth)}{late}."
    return Page(verdict.student, verdict.assignment, total, items)


def _item(submission: Submission, mark: Any, one: Score, statement: Callable[[str], tuple[str, str]]) -> Item:
    title, text = statement(mark.exercise)
    answer = submission.answer(mark.exercise)
    tone = "wait" if one.points is None else "good" if one.points >= one.max_points else "bad"
    return Item(
        anchor=f"exercise-{mark.exercise.replace('.', '-')}",
        title=f"{mark.exercise} · {title}",
        status=WORDS.get(one.status, "Not right yet"),
        tone=tone,
        points="no points yet" if one.points is None else _points(one.points, one.max_points),
        message=plain(mark.message),
        comment=one.comment,
        statement=text,
        answer=plain(answer.source) if answer else "",
        output=plain(mark.output),
    )


def _points(points: float, worth: float) -> str:
    return f"{points:.4g} of {worth:g} point{'' if worth == 1 else 's'}"


@cache
def _template() -> Any:
    from jinja2 import Environment, StrictUndefined

    text = files(__package__).joinpath("feedback.html.j2").read_text(encoding="utf-8")
    return Environment(autoescape=True, undefined=StrictUndefined).from_string(text)


def html(made: Page) -> str:
    """Return a page as HTML that needs nothing from elsewhere."""
    return _template().render(page=made) + "\n"


class GetMarks(NbGraderPreprocessor):
    """A step of ``nbgrader generate_feedback``: gather the marks, and what a person gave, for the page."""

    def preprocess(self, nb: Any, resources: Any) -> tuple[Any, Any]:
        """Put the page into the resources; the notebook stays as it is."""
        from ..grading import current_verdict

        about = resources["nbgrader"]
        root, assignment, student = class_folder(self), about["assignment"], about["student"]
        room = Classroom(root)
        with Gradebook(about["db_url"]) as book:
            held = grades(book, assignment, [student])[student]
        submission = read(room.collected(student, assignment))

        def statement(exercise: str) -> tuple[str, str]:
            one = ALL[exercise]
            if submission.variant:
                one = variant(one, room.secret(), assignment, submission.variant)
            return one.title, one.body.strip()

        resources[MARK] = page(submission, current_verdict(root, assignment, student), held, statement)
        return nb, resources


class FeedbackExporter(Exporter):
    """Writes the page that ``GetMarks`` has gathered."""

    @default("file_extension")
    def _file_extension_default(self) -> str:
        return ".html"

    def from_notebook_node(self, nb: Any, resources: Any = None, **rest: Any) -> tuple[str, Any]:
        """Return the page of a notebook."""
        nb, resources = super().from_notebook_node(nb, resources, **rest)
        return html(resources[MARK]), resources
