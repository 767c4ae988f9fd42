"""Mark one student's work: make fresh cases, run the work in the box, and compare what comes
out.
"""

import builtins
import re
import sys
from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
import whichbank_authoring
from whichbank_authoring.exercise import Exercise
from whichbank_authoring.exercises import ALL
from whichbank_authoring.table import columns, entry, outputs

import whichbank.exercises
from whichbank.exercises import Column, Entry, Report, diagnose, diagnose_hand
from whichbank.exercises.checking import changing
from whichbank.exercises.running import alike
from whichbank.exercises.table import load

from ..box import sealed
from ..box.inside.session import FRESH
from ..box.work import AnswerFound, CellFound, Findings, Limits, Task, Work
from ..classroom.submission import Submission
from ..variants import generator, variant
from .verdict import BY_HAND, NOT_GRADED, Mark, Verdict, key_of

LONGEST = 6000
"""The longest message of a mark, in characters."""
HIDDEN = ("whichbank_authoring", "whichbank_teach", "nbgrader")  # in the box, on purpose
Run = Callable[[Work, Limits], Findings]  # runs work in a box, here or elsewhere
EMPTY = ("missing", "blank", "stub")
STOPPED = {
    "timed out": "takes too long",
    "too much memory": "uses too much memory",
    "too much output": "prints too much",
    "crashed": "ends the process that runs it",
}
FIXED = (
    "is right for the numbers that check uses, and not for others. A function must work for any "
    "input of the kind that the statement names."
)
COMMON = (
    "It is right for the numbers that everybody sees, and not for this student's own. Mark it by "
    "hand."
)


@dataclass(frozen=True)
class Asked:
    """One exercise as it is asked of one student: what all learners see, and the cases that nobody
    has seen.
    """

    exercise: Exercise
    known: Entry
    fresh: tuple[dict[str, np.ndarray], ...] = ()
    # by hand: other numbers, which the student may have been given in place of these
    common: Entry | None = None

    @property
    def tasks(self) -> tuple[Task, ...]:
        """What the box is told of it: the cases that nobody has seen are a task of their own."""
        if self.exercise.kind == "hand":
            return (Task(self.exercise.id, self.exercise.name, "hand"),)
        fresh = tuple(tuple(case[name] for name in self.known.inputs) for case in self.fresh)
        task = Task(
            self.exercise.id,
            self.exercise.name,
            "numpy" if self.exercise.numpy_alone else "code",
            self.known.cases,
        )
        return task, replace(task, exercise=self.exercise.id + FRESH, cases=fresh)

    def entry(self, *, mistakes: bool) -> Entry:
        """Return the entry of the fresh cases, with all mistakes or with the right column alone."""
        cases = list(self.fresh)
        found = (
            columns(self.exercise, cases)
            if mistakes
            else [Column((), outputs(self.exercise, cases))]
        )
        return replace(
            self.known,
            hints=dict(self.exercise.mistakes),
            cases=tuple(tuple(case[name] for name in self.known.inputs) for case in cases),
            columns=tuple(found),
        )


def mark(
    submission: Submission,
    secret: bytes,
    limits: Limits | None = None,
    *,
    only: Collection[str] = (),
    key: str = "",
    run: Run | None = None,
) -> Verdict:
    """Mark a student's work, or just some exercises; what could not be run has no points and a
    reason.

    The class's secret, which the fresh cases are drawn with, stays outside the box. The key is kept
    in the verdict.
    """
    limits = limits or Limits()
    wanted = [exercise for exercise in submission.exercises if not only or exercise in only]
    marks: dict[str, Any] = {exercise: _unasked(submission, exercise) for exercise in wanted}
    asked = {
        exercise: _asked(submission, secret, exercise)
        for exercise in wanted
        if marks[exercise] is None
    }
    doubtful = False
    if asked:
        made, doubtful = _run(submission, asked, limits, run or sealed.run)
        marks |= made
    problems = _problems(submission)
    return Verdict(
        submission.student, submission.assignment, tuple(marks.values()), problems, key, doubtful
    )


def fingerprint(exercises: Collection[str], limits: Limits | None = None) -> str:
    """Hash what marks depend on besides the work: the exercises' sources, the programs that mark,
    and the limits.
    """
    return _rules(frozenset(exercises), limits or Limits())


@cache
def _rules(exercises: frozenset[str], limits: Limits) -> str:
    ours, checks = Path(__file__).parents[1], Path(whichbank.exercises.__file__).parent
    sources = Path(whichbank_authoring.__file__).parent
    others = {one.partition(".")[0] for one in set(ALL) - set(exercises)}
    others -= {one.partition(".")[0] for one in exercises}
    rooms = [
        ours,
        sources,
        sources / "exercises",
        ours / "grading",
        ours / "box",
        ours / "box" / "inside",
        checks,
    ]
    paths = [
        path for room in rooms for path in sorted(room.glob("*.py")) if path.stem not in others
    ]
    return key_of(repr(limits), *map(_read, paths))


@cache
def _read(path: Path) -> bytes:
    return path.name.encode() + b"\0" + path.read_bytes()


def _problems(submission: Submission) -> tuple[str, ...]:
    other = submission.variant
    if other and other != submission.student:
        return (*submission.problems, f"The numbers in this notebook were drawn for {other}.")
    return submission.problems


def _unasked(submission: Submission, exercise: str) -> Mark | None:
    """Return the mark of an exercise that is not run at all; None for one that is."""
    if exercise not in ALL:
        return Mark(exercise, NOT_GRADED, None, 0.0, (), f"There is no exercise {exercise}.")
    points = float(ALL[exercise].worth)
    if reason := submission.reason(exercise):
        return Mark(exercise, NOT_GRADED, None, points, (), reason)
    if ALL[exercise].kind == "explore":
        return Mark(exercise, BY_HAND, None, points, (), "This answer is marked by hand.")
    return None


def _asked(submission: Submission, secret: bytes, name: str) -> Asked:
    exercise = ALL[name]
    if exercise.kind == "hand":
        if not submission.variant:
            return Asked(exercise, load(name))
        own = variant(exercise, secret, submission.assignment, submission.student)
        return Asked(own, entry(own), common=None if submission.own_numbers else load(name))
    rng = generator(secret, submission.assignment, submission.student, name)
    cases = list(exercise.cases(rng))
    # a case without a right answer would accept any answer that raises
    right = outputs(exercise, cases)
    fresh = tuple(
        case
        for case, want in zip(cases, right, strict=True)
        if want is not None and np.isfinite(want).all()
    )
    return Asked(exercise, load(name), fresh)


def _run(
    submission: Submission, asked: dict[str, Asked], limits: Limits, run: Run
) -> tuple[dict[str, Mark], bool]:
    cells = tuple((cell.source, cell.exercise) for cell in submission.cells if cell.kind == "code")
    try:
        tasks = sorted(
            (task for one in asked.values() for task in one.tasks),
            key=lambda task: task.exercise[-1] == FRESH,
        )
        found = run(Work(cells, tuple(tasks)), limits)
    except sealed.BoxError as error:
        reason = f"The work could not be run: {error}"
        ungraded = {
            name: Mark(name, NOT_GRADED, None, float(one.exercise.worth), (), reason)
            for name, one in asked.items()
        }
        return ungraded, False
    last = {exercise: found.cells[i] for i, (_, exercise) in enumerate(cells) if exercise}
    given = {name: (found.answers[name], found.answers.get(name + FRESH)) for name in asked}
    made = {name: _safe(one, *given[name], last.get(name)) for name, one in asked.items()}
    for name, one in made.items():
        wrong = one.points == 0 and one.status != "not attempted"
        if wrong and (why := _elsewhere(submission, name, found.cells, last.get(name))):
            reason = f"Exercise {name}: {why} Mark it by hand, or grade it where that is there."
            made[name] = replace(one, status=NOT_GRADED, points=None, mistakes=(), message=reason)
    return made, found.doubtful


def _elsewhere(
    submission: Submission, exercise: str, cells: Collection[CellFound], own: CellFound | None
) -> str:
    """Return what the student's machine may have had that this one lacks; empty if nothing."""
    if exercise in submission.failed:
        return ""
    here = sys.version_info[:2]
    theirs = re.match(r"(\d+)\.(\d+)", submission.python)
    newer = theirs and (int(theirs[1]), int(theirs[2])) > here
    if newer and any(cell.error.startswith("SyntaxError") for cell in cells):
        return (
            f"the work was written with Python {submission.python}, and holds what Python "
            f"{'.'.join(map(str, here))}, which grades, cannot read."
        )
    lacks = re.match(r"ModuleNotFoundError: No module named '(\w+)", own.error if own else "")
    if lacks and lacks[1] not in HIDDEN and not find_spec(lacks[1]):
        return f"its cell needs {lacks[1]}, which is not installed for grading."
    return ""


def _safe(
    asked: Asked, found: AnswerFound, fresh: AnswerFound | None, cell: CellFound | None
) -> Mark:
    """Mark one answer; where the marking itself fails, say so and keep the other marks."""
    try:
        return _mark(asked, found, fresh, cell)
    except Exception as error:
        reason = (
            f"The marking of this answer failed ({type(error).__name__}: {error}). Please mark "
            "it by hand."
        )
        return Mark(
            asked.exercise.id,
            NOT_GRADED,
            None,
            float(asked.exercise.worth),
            (),
            plain(reason)[:LONGEST],
        )


def _mark(
    asked: Asked, found: AnswerFound, fresh: AnswerFound | None, cell: CellFound | None
) -> Mark:
    exercise = asked.exercise
    output = plain(cell.output) if cell else ""
    points = float(exercise.worth)
    report = _judged(asked, found, cell)
    if report.ok and fresh:
        report = _fresh(asked, fresh)
    if report.status == "not run":
        return Mark(
            exercise.id, NOT_GRADED, None, points, (), plain(report.message)[:LONGEST], output
        )
    if (
        asked.common
        and found.passes
        and not report.ok
        and diagnose_hand(asked.common, found.passes[0][0]).ok
    ):
        return Mark(exercise.id, NOT_GRADED, None, points, (), COMMON, output)
    if report.ok and cell and cell.status in STOPPED:
        report = replace(
            report,
            message=f"{report.message} The rest of its cell {STOPPED[cell.status]}: {cell.error}.",
        )
    earned = points if report.ok else 0.0
    return Mark(
        exercise.id,
        report.status,
        earned,
        points,
        report.mistakes,
        plain(report.message)[:LONGEST],
        output,
    )


def _report(asked: Asked, status: str, text: str, mistakes: tuple[str, ...] = ()) -> Report:
    return Report(
        status == "right",
        status,
        asked.exercise.id,
        mistakes,
        f"Exercise {asked.exercise.id}: {text}",
    )


def _judged(asked: Asked, found: AnswerFound, cell: CellFound | None) -> Report:
    name = asked.exercise.name
    if found.status == "not run":
        return _report(asked, "not run", f"it was not run: {found.detail}.")
    if found.status in EMPTY:
        if cell and cell.status == "raised":
            return _report(asked, "raised", f"the cell of this exercise stops with {cell.error}")
        if cell and cell.status in STOPPED:
            return _report(
                asked,
                cell.status,
                f"the cell of this exercise {STOPPED[cell.status]}: {cell.error}.",
            )
        lost = f" The notebook has no {name}." if found.status == "missing" else ""
        return _report(asked, "not attempted", f"not attempted yet.{lost}")
    if found.status in STOPPED:
        return _report(asked, found.status, f"{name} {STOPPED[found.status]}: {found.detail}.")
    if found.status == "partly":
        return _report(
            asked, "not attempted", "not finished yet. A place of your answer is still empty."
        )
    if found.status == "class":
        return _report(
            asked,
            "not a function",
            f"{name} is a class. Give an instance of it: {name} = {found.detail}().",
        )
    if found.status == "no function":
        return _report(
            asked,
            "not a function",
            f"{name} is a value of type {found.detail}. It must be a function.",
        )
    if asked.exercise.kind == "hand":
        return diagnose_hand(asked.known, found.passes[0][0])
    first, second = found.passes
    report = diagnose(asked.known, list(first))
    if (
        any(outcome.raised and outcome.raised.error.startswith("MemoryError") for outcome in first)
        and not report.ok
    ):
        report = replace(report, status="too much memory")
    if all(map(alike, first, second)):
        return report
    if report.ok:
        return _report(asked, "changing answer", changing(name))
    return replace(report, message=f"{report.message}\nAlso, {changing(name)}")


def _fresh(asked: Asked, found: AnswerFound) -> Report:
    """Compare what a function that is right for the known cases gave for those that nobody has
    seen.

    The student is told nothing of these cases, and so nothing that its process can have chosen.
    """
    name = asked.exercise.name
    if found.status == "not run":
        return _report(asked, "not run", f"it was not run on all inputs: {found.detail}.")
    if found.status in STOPPED:
        return _report(asked, found.status, f"{name} {STOPPED[found.status]}. It {FIXED}")
    if found.status != "ran":
        return _report(asked, "wrong", f"{name} {FIXED}")
    given, second = found.passes
    if not all(map(alike, given, second)):
        return _report(asked, "changing answer", changing(name))
    report = diagnose(asked.entry(mistakes=False), list(given))
    if report.ok:
        every = len(asked.known.cases) + len(given)
        return _report(asked, "right", f"right. All {every} cases agree.")
    report = diagnose(asked.entry(mistakes=True), list(given))
    if report.status == "mistake":
        return report
    raised = next((outcome.raised for outcome in given if outcome.raised), None)
    error = f"\nIt raises {_error_kind(raised.error)}." if raised else ""
    status = (
        "too much memory" if raised and raised.error.startswith("MemoryError") else report.status
    )
    return _report(asked, status, f"{name} {FIXED}{error}", report.mistakes)


def _error_kind(error: str) -> str:
    """Name an error of Python's own. An error's text, and a name that a student gave, can carry the
    hidden inputs.
    """
    name = error.partition(":")[0]
    kind = getattr(builtins, name, None)
    return name if isinstance(kind, type) and issubclass(kind, BaseException) else "an error"


def plain(text: str) -> str:
    """Take from a text what a terminal, a page or a spreadsheet would act on before it shows it.

    Colors and other commands to a terminal go, and so do characters that have no picture; of a line
    that was written over, such as a progress bar, the last form stays. Markup stays as it is, for
    whoever shows it to escape.
    """
    text = re.sub(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)?|.)", "", text)
    lines = (line.rstrip("\r").rpartition("\r")[2] for line in text.split("\n"))
    text = "\n".join(lines)
    return re.sub(
        r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ud800-\udfff\ufffe\uffff]",
        "",
        text,
    )
