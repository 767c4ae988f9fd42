"""All exercises of the course: one module a chapter, with the chapter's name."""

import importlib
import pkgutil

from ..exercise import Exercise

CHAPTERS = sorted(
    found.name for found in pkgutil.iter_modules(__path__) if not found.name.startswith("_")
)
_MODULES = [importlib.import_module(f"{__name__}.{name}") for name in CHAPTERS]
ALL: dict[str, Exercise] = {
    exercise.id: exercise for module in _MODULES for exercise in module.EXERCISES
}


def cells(exercise: str) -> tuple[str, str]:
    """Return the Markdown of an exercise's statement cell and the source of its stub cell.

    The stub is empty for an exercise to explore, which has no code cell.
    """
    if exercise not in ALL:
        raise ValueError(f"there is no exercise {exercise!r}; the exercises are {', '.join(ALL)}")
    return ALL[exercise].statement, ALL[exercise].stub.strip()
