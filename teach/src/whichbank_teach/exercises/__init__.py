"""All exercises of the course, in order."""

from ..exercise import Exercise
from . import ch03, ch05, ch06

ALL: dict[str, Exercise] = {exercise.id: exercise for chapter in (ch03, ch05, ch06) for exercise in chapter.EXERCISES}


def cells(exercise: str) -> tuple[str, str]:
    """Return the Markdown of an exercise's statement cell and the source of its stub cell.

    The stub is empty for an exercise to explore, which has no code cell.
    """
    if exercise not in ALL:
        raise ValueError(f"there is no exercise {exercise!r}; the exercises are {', '.join(ALL)}")
    return ALL[exercise].statement, ALL[exercise].stub.strip()
