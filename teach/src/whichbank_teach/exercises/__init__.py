"""All exercises of the course, in order: one module a chapter, ``chNN.py``."""

import importlib
import pkgutil

from .exercise import Exercise

_MODULES = sorted(
    found.name for found in pkgutil.iter_modules(__path__) if found.name.startswith("ch")
)
_CHAPTERS = [importlib.import_module(f"{__name__}.{name}") for name in _MODULES]
ALL: dict[str, Exercise] = {
    exercise.id: exercise for chapter in _CHAPTERS for exercise in chapter.EXERCISES
}


def cells(exercise: str) -> tuple[str, str]:
    """Return the Markdown of an exercise's statement cell and the source of its stub cell.

    The stub is empty for an exercise to explore, which has no code cell.
    """
    if exercise not in ALL:
        raise ValueError(f"there is no exercise {exercise!r}; the exercises are {', '.join(ALL)}")
    return ALL[exercise].statement, ALL[exercise].stub.strip()
