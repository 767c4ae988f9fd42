"""Verdicts into the gradebook: nbgrader's autograde, one student after the other in one process.

SQLite has one writer at a time, so this phase is never parallel, and a lock keeps a second grader out.
"""

import contextlib
import io
import json
import logging
import os
import sys
import sysconfig
import warnings
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

from traitlets.config import Config

from ..submission import MARK
from .engine import one_engine


class RecordingError(RuntimeError):
    """The gradebook cannot be used; the message says why and what to do."""


@contextlib.contextmanager
def tools_on_path() -> Iterator[None]:
    """Put this environment's programs first on PATH: nbgrader calls ``alembic`` by its name alone."""
    before = os.environ.get("PATH", os.defpath)
    places = dict.fromkeys([str(Path(sys.executable).parent), sysconfig.get_path("scripts")])
    os.environ["PATH"] = os.pathsep.join([*places, before])
    try:
        yield
    finally:
        os.environ["PATH"] = before


@contextlib.contextmanager
def only_one(root: Path) -> Iterator[None]:
    """Keep a second grader out of a class folder.

    The lock goes with the process that holds it, however that ends.

    Raises
    ------
    RecordingError
        If another process is grading this class.
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
            raise RecordingError(f"Another process is grading in {root}. Wait for it, or end it.") from None
        yield


@contextlib.contextmanager
def gradebook(root: Path) -> Iterator[Any]:
    """Open the class's gradebook; it is made where there is none."""
    from nbgrader.api import Gradebook

    with tools_on_path(), Gradebook(_course(root, _config(root)).db_url) as opened:
        yield opened


def released(root: Path, assignment: str) -> bool:
    """Whether the gradebook knows an assignment."""
    with gradebook(root) as book:
        return any(one.name == assignment for one in book.assignments)


def up_to_date(root: Path, assignment: str, digests: dict[str, str]) -> set[str]:
    """Return the students whose verdict stands in the gradebook as it is.

    Parameters
    ----------
    root : Path
    assignment : str
    digests : dict of str to str
        Each student's verdict, as ``Verdict.digest`` names it.
    """
    with gradebook(root) as book:
        known = {one.student.id for one in book.assignment_submissions(assignment)}
    return {
        student
        for student, digest in digests.items()
        if student in known and _written(root, assignment, student) == digest
    }


def _written(root: Path, assignment: str, student: str) -> str:
    """The verdict of which the autograded notebook was made. It is written last, when the grades are saved."""
    path = root / "autograded" / student / assignment / f"{assignment}.ipynb"
    try:
        return str(json.loads(path.read_bytes())["metadata"][MARK].get("verdict", ""))
    except (OSError, ValueError, KeyError, AttributeError, TypeError):
        return ""


def record(root: Path, assignment: str, students: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Write the verdicts of some students into the gradebook.

    Parameters
    ----------
    root : Path
    assignment : str
    students : iterable of str

    Yields
    ------
    (student, error)
        The error is empty where all is well. A failure of one student's is no other's.
    """
    from nbgrader.converters import Autograde

    yield from _convert(Autograde, root, assignment, students)


def write_feedback(root: Path, assignment: str, students: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Write the feedback pages of some students: ``feedback/<student>/<assignment>/<assignment>.html``.

    Yields
    ------
    (student, error)
        The error is empty where all is well.
    """
    from nbgrader.converters import GenerateFeedback

    yield from _convert(GenerateFeedback, root, assignment, students)


def _convert(make: Callable, root: Path, assignment: str, students: Iterable[str]) -> Iterator[tuple[str, str]]:
    config = _config(root)
    with tools_on_path(), one_engine(), warnings.catch_warnings():
        warnings.simplefilter("ignore")  # SQLAlchemy's, about nbgrader's own queries
        for student in students:
            course = _course(root, config)
            course.assignment_id, course.student_id = assignment, student
            with _log() as log:
                try:
                    converter = make(coursedir=course, config=config)
                    converter.force = True
                    converter.start()
                except Exception as error:
                    yield student, _reason(log.getvalue(), error)
                else:
                    yield student, ""


def _config(root: Path) -> Config:
    from ..release import configure

    config = Config()
    configure(config, root / "nbgrader_config.py")
    return config


def _course(root: Path, config: Config) -> Any:
    from nbgrader.coursedir import CourseDirectory

    return CourseDirectory(parent=None, config=config)


@contextlib.contextmanager
def _log() -> Iterator[io.StringIO]:
    """Catch what nbgrader logs; its warnings about other people's steps are not for the terminal."""
    from traitlets.log import get_logger

    logger, text = get_logger(), io.StringIO()
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
    named = [line for line in lines if ": " in line and line.split(": ")[0].endswith(("Error", "Entry", "Exception"))]
    return named[-1] if named else f"{type(error).__name__}: {error}"
