"""Make the notebooks of an assignment, and enter it into nbgrader's gradebook."""

import shutil
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from whichbank_authoring.exercise import Exercise
from whichbank_authoring.exercises import ALL
from whichbank_authoring.numbers import has_other_numbers

from whichbank.former import current

from ..variants import variant
from .folder import Assignment, Classroom, ClassroomError, Settings
from .links import Links, links
from .notebook import boxes, notebook, write
from .rules import rules


@dataclass(frozen=True)
class Released:
    """What a release has made."""

    assignment: Assignment
    notebook: Path  # with variants their folder: there is no notebook for everybody then
    variants: dict[str, Path]
    links: Links
    notes: tuple[str, ...] = ()


YOURS = "yours"
"""Stands for all exercises whose functions are boxes of ``whichbank.yours``."""


def release(
    room: Classroom, name: str, exercises: Sequence[str], *, variants: bool = False
) -> Released:
    """Make an assignment of some exercises of the course: the students' notebooks, registered in
    the gradebook.

    An exercise that does not exist or is listed twice is refused, and so is a change of an
    assignment for which work has been collected.

    Parameters
    ----------
    name : str
        The assignment's name, such as "ps1".
    exercises : sequence of str
        Their ids, such as "mixing.2"; "yours" stands for all boxes of the machine that runs on the
        student's own functions.
    variants : bool
        Whether each student of ``roster.csv`` gets numbers of his or her own in the exercises by
        hand.
    """
    exercises = [
        current(each) for one in exercises for each in (boxes() if one == YOURS else [one])
    ]
    worth = rules(room, name).points
    if unknown := set(worth) - set(exercises):
        raise ClassroomError(
            f"The settings give points for {', '.join(sorted(unknown))}, which {name} does not "
            "ask for."
        )
    chosen = [replace(one, points=worth.get(one.id, one.points)) for one in _chosen(exercises)]
    assignment = Assignment(name, tuple(one.id for one in chosen), variants)
    source = room.source(name)
    if source.exists() and room.students(name) and room.assignment(name) != assignment:
        raise ClassroomError(
            f"Work for {name} has been collected, so that its exercises can no longer be changed. "
            "Release the new ones under another name."
        )
    students = [student.id for student in room.roster()] if variants else []
    if variants and not students:
        raise ClassroomError(
            f"Variants need the list of students: write {room.root / 'roster.csv'}."
        )
    secret, settings = room.secret(), room.settings
    before = source.read_bytes() if source.exists() else None
    write(source, notebook(assignment, chosen, settings))
    try:
        register(room, name)
    except BaseException:
        _restore(source, before)
        raise
    made = {}
    for student in students:
        own = [variant(one, secret, name, student) for one in chosen]
        made[student] = room.released(name, student)
        write(made[student], notebook(assignment, own, settings, student))
    if not settings.repository or settings.repository != settings.course:
        _write_binder(room.root / "release" / "binder" / "requirements.txt", settings)
    notes = tuple(_notes(chosen, variants, settings))
    if made:
        shutil.rmtree(room.released(name).parent, ignore_errors=True)
        return Released(assignment, room.root / "variants" / name, made, Links(), notes)
    return Released(
        assignment, room.released(name), made, links(settings, f"{name}/{name}.ipynb"), notes
    )


def _chosen(exercises: Sequence[str]) -> list[Exercise]:
    if not exercises:
        raise ClassroomError("An assignment needs at least one exercise, such as mixing.2.")
    if unknown := [one for one in exercises if one not in ALL]:
        known = ", ".join(ALL)
        raise ClassroomError(
            f"There is no exercise {', '.join(unknown)}. The exercises are {known}."
        )
    if twice := {one for one in exercises if list(exercises).count(one) > 1}:
        raise ClassroomError(f"Exercise {', '.join(sorted(twice))} is named twice.")
    names: dict[str, str] = {}
    for one in exercises:
        name = ALL[one].name
        if name and name in names:
            raise ClassroomError(
                f"Exercises {names[name]} and {one} both ask for {name!r}. In one notebook the "
                "second would replace the first: put them into two assignments."
            )
        names[name] = one
    return [ALL[one] for one in exercises]


def _notes(exercises: list[Exercise], variants: bool, settings: Settings) -> Iterator[str]:
    if not settings.course:
        yield (
            "Colab will ask each student for the course's repository: set repository in [course] "
            "to spare them that."
        )
    if variants:
        yield (
            "Each student has a notebook of his or her own: hand them out one by one. There are "
            "no links."
        )
    shared = [one.id for one in exercises if one.kind == "hand" and not has_other_numbers(one)]
    if variants and shared:
        yield (
            f"All students have the same numbers in {', '.join(shared)}: its statement would not "
            "fit others."
        )
    if by_hand := [one.id for one in exercises if one.kind == "explore"]:
        yield f"{', '.join(by_hand)} is answered in words: you mark it by hand, in formgrader."


# Files and gradebook


def _restore(path: Path, before: bytes | None) -> None:
    if before is None:
        path.unlink(missing_ok=True)
    else:
        path.write_bytes(before)


def _write_binder(path: Path, settings: Settings) -> None:
    if not settings.course:
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    lines = [
        "# What the notebooks of this folder need on Binder, which has no GPU.",
        "--extra-index-url https://download.pytorch.org/whl/cpu",
        f"whichbank @ git+https://github.com/{settings.course}@{settings.course_branch}",
        "jupyterlab",
    ]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def register(room: Classroom, name: str) -> None:
    """Enter an assignment's source into the gradebook."""
    from nbgrader.apps import NbGraderAPI

    from .nbgrader import class_config, tools_on_path

    with tools_on_path():
        done = NbGraderAPI(config=class_config(room.root), log_level="ERROR").generate_assignment(
            name
        )
    if not done["success"]:
        lines = (done.get("error") or done.get("log") or "").strip().splitlines()
        raise ClassroomError(
            f"nbgrader could not register {name}: {lines[-1] if lines else 'it gave no reason'}"
        )
