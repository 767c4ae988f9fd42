"""Verdicts into nbgrader's gradebook: its own autograde, one student after the other in one
process.

SQLite has one writer at a time, so this phase is never parallel, and a lock keeps a second grader
out.
"""

import contextlib
import io
import json
import logging
import warnings
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

from ..classroom.folder import ClassroomError
from ..classroom.nbgrader import class_config, one_engine, tools_on_path
from ..classroom.submission import MARK


class RecordingError(ClassroomError):
    """The gradebook cannot be used; the message says why and what to do."""


@contextlib.contextmanager
def only_one(root: Path) -> Iterator[None]:
    """Keep a second grader out of a class folder, or raise RecordingError.

    The lock goes with the process that holds it, however that ends.
    """
    try:
        import fcntl
    except ImportError:  # no such lock on this system, and no box either
        yield
        return
    with (root / ".grading.lock").open("w", encoding="utf-8") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise RecordingError(
                f"Another process is grading in {root}. Wait for it, or end it."
            ) from None
        yield


@contextlib.contextmanager
def gradebook(root: Path) -> Iterator[Any]:
    """Open the class's gradebook; it is made where there is none."""
    from nbgrader.api import Gradebook
    from nbgrader.coursedir import CourseDirectory

    with tools_on_path(), Gradebook(CourseDirectory(config=class_config(root)).db_url) as opened:
        yield opened


def up_to_date(root: Path, assignment: str, digests: dict[str, str]) -> set[str]:
    """Return the students whose verdict, given by its digest, is in the gradebook unchanged."""
    with gradebook(root) as book:
        known = {one.student.id for one in book.assignment_submissions(assignment)}
    return {one for one in known & set(digests) if _written(root, assignment, one) == digests[one]}


def _written(root: Path, assignment: str, student: str) -> str:
    """The verdict of which the autograded notebook was made. It is written last, when the grades
    are saved.
    """
    path = root / "autograded" / student / assignment / f"{assignment}.ipynb"
    try:
        return str(json.loads(path.read_bytes())["metadata"][MARK].get("verdict", ""))
    except (OSError, ValueError, KeyError, AttributeError, TypeError):
        return ""


def record(root: Path, assignment: str, students: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Write verdicts into the gradebook: yield each student and an error, which is empty where all
    is well.
    """
    from .steps import Recorder

    yield from _convert(Recorder, root, assignment, students)


def write_feedback(
    root: Path, assignment: str, students: Iterable[str]
) -> Iterator[tuple[str, str]]:
    """Write feedback pages: yield each student and an error, which is empty where all is well."""
    from nbgrader.converters import GenerateFeedback

    yield from _convert(GenerateFeedback, root, assignment, students)


def _convert(
    make: Callable, root: Path, assignment: str, students: Iterable[str]
) -> Iterator[tuple[str, str]]:
    from nbgrader.api import MissingEntry
    from nbgrader.coursedir import CourseDirectory

    config = class_config(root)
    with gradebook(root) as book:
        entered = {one.student.id for one in book.assignment_submissions(assignment)}
    with tools_on_path(), one_engine(), warnings.catch_warnings():
        warnings.simplefilter("ignore")  # SQLAlchemy's, about nbgrader's own queries
        for student in students:
            course = CourseDirectory(config=config)
            course.assignment_id, course.student_id = assignment, student
            failed = ""
            with _log() as log:
                try:
                    converter = make(coursedir=course, config=config)
                    converter.force = True
                    converter.start()
                except Exception as error:
                    failed = _reason(log.getvalue(), error)
            if failed and student not in entered:  # an entry without grades would look like a 0
                with gradebook(root) as book, contextlib.suppress(MissingEntry):
                    book.remove_submission(assignment, student)
            yield student, failed


@contextlib.contextmanager
def _log() -> Iterator[io.StringIO]:
    """Catch what nbgrader logs; its warnings about other people's steps are not for the
    terminal.
    """
    from traitlets.log import get_logger

    logger: Any = get_logger()
    text = io.StringIO()
    handler = logging.StreamHandler(text)
    propagate, logger.propagate = logger.propagate, False
    logger.addHandler(handler)
    try:
        yield text
    finally:
        logger.removeHandler(handler)
        logger.propagate = propagate


def _reason(log: str, error: Exception) -> str:
    """The last line of the traceback that nbgrader logged, or the error itself."""
    lines = [line for line in log.splitlines() if line and not line.startswith((" ", "\t"))]
    named = [
        line
        for line in lines
        if ": " in line and line.split(": ")[0].endswith(("Error", "Entry", "Exception"))
    ]
    return named[-1] if named else f"{type(error).__name__}: {error}"
