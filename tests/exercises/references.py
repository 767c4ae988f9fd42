"""What neither a notebook for a class nor a built page may give away."""

import inspect
import re

from whichbank_authoring.exercises import ALL


def squeezed(text: str) -> str:
    return re.sub(r"\s+", "", text)


def reference_lines() -> list[tuple[str, str]]:
    """Return each exercise's id with the lines of its reference that say more than its inputs and
    cases, without spaces.
    """
    openings = ("def", "if", "elif", "else", "weights:", "bugs:")
    return [
        (one.id, line)
        for one in ALL.values()
        if one.reference is not None
        for line in map(code, inspect.getsource(one.reference).splitlines())
        if len(line) > 20 and not line.startswith(openings)
    ]


def code(line: str) -> str:
    return squeezed(line.split("  #")[0])


def hints() -> list[str]:
    """Return what is told to each named mistake, without spaces."""
    return [
        squeezed(hint)
        for one in ALL.values()
        if one.reference is not None
        for hint in one.mistakes.values()
    ]
