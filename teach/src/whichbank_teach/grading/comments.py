"""Comments that an instructor writes once for a class: ``[comments]`` in the settings, for an
exercise or for a known mistake of it.
"""

from whichbank_authoring.exercises import ALL

from whichbank.former import current

from ..classroom.folder import SETTINGS, Classroom, ClassroomError
from .verdict import Mark


def comments(room: Classroom) -> dict[tuple[str, str], str]:
    """Return the class's comments by exercise and mistake, which is empty for a whole exercise;
    ClassroomError where one belongs to nothing.
    """
    found = {}
    for about, text in room.table("comments").items():
        first, _, mistake = about.strip().partition(" ")
        exercise, mistake = current(first), mistake.strip()
        why = ""
        if not isinstance(text, str):
            why = "must be a text"
        elif exercise not in ALL:
            why = f"is about {first}, which is no exercise"
        elif mistake and mistake not in (known := ALL[exercise].mistakes):
            why = f"is about no known mistake: {exercise} has {', '.join(known) or 'none'}"
        if why:
            raise ClassroomError(f"{room.root / SETTINGS}: {about!r} in [comments] {why}.")
        found[exercise, mistake] = text.strip()
    return found


def said(given: dict[tuple[str, str], str], mark: Mark) -> list[str]:
    """Return what the class's comments say to one mark: to its mistakes, and to its exercise."""
    asked = [(mark.exercise, mistake) for mistake in (*mark.mistakes, "")]
    return [given[one] for one in asked if given.get(one)]
