"""Grade a class: mark all work in the box, several students at a time, and enter the marks into the
gradebook.

Each student's verdict is a file of its own, written at once or not at all. Whatever ends the
grader, the next call goes on from there: it marks what has no verdict, or a verdict for another
state of the work.
"""

import contextlib
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from tqdm import tqdm
from whichbank_authoring.exercises import ALL

from whichbank.former import current

from ..box import sealed
from ..classroom.folder import Classroom, ClassroomError
from ..classroom.submission import Submission, read
from . import marking, workers
from .verdict import NOT_GRADED, Mark, Verdict, key_of, load


class NoBoxError(ClassroomError):
    """There is no sealed box on this machine, and nothing is run without one."""


@dataclass(frozen=True)
class Graded:
    """What a call of ``grade`` has done."""

    verdicts: Mapping[str, Verdict]  # of all students that were asked for, new or not
    marked: tuple[str, ...]  # the students whose work was marked in this call
    # whose marks nbgrader could not enter into its gradebook, and why
    unrecorded: Mapping[str, str]
    boxes: tuple[str, ...] = ()  # where it was done on other machines, a line on their boxes


@dataclass(frozen=True)
class Task:
    """One student's work to be marked in a process of its own; no exercises: all of the
    assignment.
    """

    root: Path
    assignment: str
    student: str
    exercises: tuple[str, ...] = ()
    alone: bool = False  # whether no other work is marked meanwhile


def grade(
    room: Classroom,
    assignment: str,
    *,
    students: Sequence[str] = (),
    exercises: Sequence[str] = (),
    again: bool = False,
    jobs: int | None = None,
    on: str = "",
    progress: bool = True,
) -> Graded:
    """Grade the collected work of a class.

    Without a box there is a NoBoxError, and a ClassroomError while another grader is at work in
    this folder.

    Parameters
    ----------
    students : sequence of str
        Only these; all who handed in if none is named.
    exercises : sequence of str
        Mark only these again and keep the other marks.
    again : bool
        Also mark what has an up-to-date verdict.
    jobs : int, optional
        How many students to mark at the same time; by default as many as there are processors.
    on : str
        The address of a Dask scheduler whose workers run the work; this machine if empty.
    progress : bool
        Whether to show progress bars.
    """
    from . import recording

    of = room.assignment(assignment).exercises
    wanted = _named(
        students, room.students(assignment), f"handed in {assignment}"
    ) or room.students(assignment)
    chosen = _named([current(one) for one in exercises], of, f"is part of {assignment}")
    with recording.only_one(room.root), _boxes(on, jobs) as (each, jobs, boxes):
        have = verdicts(room.root, assignment)
        todo = [
            one
            for one in wanted
            if again or chosen or not _current(room, assignment, one, have.get(one))
        ]
        tasks = [
            Task(room.root, assignment, one, tuple(chosen) if one in have else (), jobs == 1)
            for one in todo
        ]
        with contextlib.closing(_mark_all(tasks, each, jobs, progress)) as marked:
            unrecorded = _record_all(room, assignment, marked, wanted, progress)
        found = {
            one: verdict
            for one, verdict in verdicts(room.root, assignment).items()
            if one in wanted
        }
    return Graded(found, tuple(todo), unrecorded, boxes)


def _named(given: Sequence[str], known: Iterable[str], what: str) -> list[str]:
    known = list(known)
    if unknown := [one for one in given if one not in known]:
        raise ClassroomError(
            f"{', '.join(unknown)}: none of these {what}. There are: {', '.join(known) or 'none'}."
        )
    return [one for one in known if one in given]


# Marking, in parallel


Each = Callable[[list[Task], int], Iterator[tuple[Task, Any]]]


@contextlib.contextmanager
def _boxes(on: str, jobs: int | None) -> Iterator[tuple[Each, int, tuple[str, ...]]]:
    """Find the boxes: of this machine, or of others. Yield what marks tasks in them, and how many
    at a time.
    """
    if on:
        from .machines import Machines

        with Machines(on) as there:
            yield partial(there.each, mark_one), there.jobs, there.protections
    elif why := sealed.missing():
        raise NoBoxError(why)
    else:
        yield partial(workers.each, mark_one), jobs or workers.cores(), ()


def _mark_all(
    tasks: list[Task], each: Each, jobs: int, progress: bool
) -> Generator[str, None, None]:
    """Mark all work and yield each student whose verdict has been saved.

    Work that ended its process, or whose time was up while it waited, is marked once more with
    nothing around it.
    """
    again = []
    with tqdm(
        total=len(tasks), desc="Grading", unit="student", disable=not progress or not tasks
    ) as bar:
        for task, result in each(tasks, jobs):
            if isinstance(result, workers.WorkerDiedError) or (
                isinstance(result, Verdict) and result.doubtful
            ):
                again.append(replace(task, alone=True))
                continue
            if isinstance(result, Exception):
                _save_failure(task, f"The grader stopped at this work: {result}")
            yield task.student
            bar.update()
        # alone: it may have been another's fault
        for task, result in each(again, 1):
            if isinstance(result, Exception):
                _save_failure(task, f"The grader stopped at this work twice: {result}")
            yield task.student
            bar.update()


def mark_one(task: Task, run: marking.Run = sealed.run) -> Verdict:
    """Mark one student's work, save the verdict and return it."""
    room = Classroom(task.root)
    path = room.collected(task.student, task.assignment)
    # before it is read: what comes meanwhile is marked again
    key = work_key(room, task.assignment, task.student)
    submission = read(path)
    if not submission.collected:
        from ..collect.placing import Placing  # nbformat takes its time, and is seldom needed here

        Placing(room, task.assignment).adopt(task.student)
        return mark_one(task, run)
    made = marking.mark(submission, room.secret(), only=task.exercises, key=key, run=run)
    verdict = _whole(room, task, submission, made)
    if task.exercises:
        old = load(_file(room, task.assignment, task.student))
        if old.key != key:  # the other marks are out of date too
            return mark_one(replace(task, exercises=()), run)
        new = {mark.exercise: mark for mark in verdict.marks}
        verdict = replace(verdict, marks=tuple(new.get(mark.exercise, mark) for mark in old.marks))
    verdict = replace(verdict, doubtful=verdict.doubtful and not task.alone)
    verdict.save(room.verdicts(task.assignment))
    return verdict


def _whole(room: Classroom, task: Task, submission: Submission, verdict: Verdict) -> Verdict:
    """Give every exercise of the assignment a mark: work that could not even be read has none of
    its own.
    """
    reason = " ".join(submission.problems) or "This exercise was not found in the work."
    asked = task.exercises or room.assignment(task.assignment).exercises
    have = {mark.exercise: mark for mark in verdict.marks}
    marks = tuple(have.get(one) or _not_graded(one, reason) for one in asked)
    return replace(verdict, student=task.student, assignment=task.assignment, marks=marks)


def _not_graded(exercise: str, reason: str) -> Mark:
    worth = float(ALL[exercise].worth) if exercise in ALL else 0.0
    return Mark(exercise, NOT_GRADED, None, worth, message=reason)


def _save_failure(task: Task, reason: str) -> None:
    """Keep a reason in place of marks. Its key is empty, so that the next call tries again."""
    room = Classroom(task.root)
    of = room.assignment(task.assignment).exercises
    marks = tuple(_not_graded(one, reason) for one in of)
    Verdict(task.student, task.assignment, marks, (reason,)).save(room.verdicts(task.assignment))


# Verdicts


def work_key(room: Classroom, assignment: str, student: str) -> str:
    """Return the key of a student's work as it lies there: it changes with the work and with the
    rules of marking.
    """
    used = marking.fingerprint(room.assignment(assignment).exercises)
    return key_of(room.collected(student, assignment).read_bytes(), used)


def digest(verdict: Verdict) -> str:
    """Return a short name of all that a verdict says."""
    return key_of(verdict.to_json())[:16]


def verdicts(root: Path, assignment: str) -> dict[str, Verdict]:
    """Return all verdicts of an assignment, by student. A damaged file counts as none: its work is
    marked again.
    """
    found = {}
    for path in sorted(Classroom(root).verdicts(assignment).glob("*.json")):
        try:
            verdict = load(path)
        except (OSError, ValueError):
            continue
        if (verdict.student, verdict.assignment) == (path.stem, assignment):
            found[verdict.student] = verdict
    return found


def current_verdict(root: Path, assignment: str, student: str) -> Verdict:
    """Return a student's verdict; work without an up-to-date one is marked first (NoBoxError if
    there is no box).
    """
    room = Classroom(root)
    try:
        have = load(_file(room, assignment, student))
    except (OSError, ValueError):
        have = None
    if have is None or not (_current(room, assignment, student, have) or not have.key):
        if why := sealed.missing():
            raise NoBoxError(why)
        mark_one(Task(room.root, assignment, student, alone=True))
        have = load(_file(room, assignment, student))
    return have


def _file(room: Classroom, assignment: str, student: str) -> Path:
    return room.verdicts(assignment) / f"{student}.json"


def _current(room: Classroom, assignment: str, student: str, verdict: Verdict | None) -> bool:
    return (
        verdict is not None
        and not verdict.doubtful
        and verdict.key == work_key(room, assignment, student)
    )


# The gradebook, one after the other


def _record_all(
    room: Classroom, assignment: str, marked: Iterable[str], wanted: Sequence[str], progress: bool
) -> dict[str, str]:
    """Enter each verdict while the next ones are made; then what an earlier call has left."""
    from . import recording

    failed: dict[str, str] = {}

    def enter(students: Iterable[str]) -> None:
        failed.update(
            {
                student: error
                for student, error in recording.record(room.root, assignment, students)
                if error
            }
        )

    enter(marked)
    found = {
        one: digest(verdict)
        for one, verdict in verdicts(room.root, assignment).items()
        if one in wanted
    }
    done = recording.up_to_date(room.root, assignment, found)
    rest = [one for one in found if one not in done and one not in failed]
    enter(tqdm(rest, desc="Entering grades", unit="student", disable=not progress or not rest))
    return failed
