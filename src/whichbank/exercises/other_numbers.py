"""Exercises by hand with other numbers than those of their statements: ``make answers`` writes them."""

import itertools
import json
import re
from functools import cache
from pathlib import Path
from typing import Any

from whichbank.exercises.table import load

NUMBERS = Path(__file__).parent / "other_numbers.json"


@cache
def _all() -> dict[str, list[dict[str, Any]]]:
    return json.loads(NUMBERS.read_text(encoding="utf-8"))


def other_numbers(exercise: str) -> list[dict[str, Any]]:
    """Return an exercise by hand with other numbers, some times: ``lines`` that say its inputs, the
    ``right`` numbers, ``columns`` of what each named mistake gives, as places in the ``hints`` and
    numbers, and the hints, cut down to what holds for all numbers. None for any other exercise.
    """
    hints = [general(hint) for hint in load(exercise).hints.values()]
    return [one | {"hints": hints} for one in _all().get(exercise, [])]


def general(hint: str) -> str:
    """Return the first sentences of a hint, as far as they name no number."""
    kept = itertools.takewhile(
        lambda one: not re.search(r"\d", one), re.split(r"(?<=[.?!])\s+", hint)
    )
    return " ".join(kept) or "This is a known mistake. Go through the steps of the statement again."
