"""What neither a notebook for a class nor a built page may give away."""

import inspect
import re

from whichbank_authoring.exercises import ALL


def squeezed(text: str) -> str:
    return re.sub(r"\s+", "", text)


def reference_lines() -> set[str]:
    """Return the lines of all references that say more than their inputs and cases, without
    spaces.
    """
    sources = [
        inspect.getsource(one.reference) for one in ALL.values() if one.reference is not None
    ]
    lines = {squeezed(line.split("  #")[0]) for source in sources for line in source.splitlines()}
    openings = ("def", "if", "elif", "else", "weights:", "bugs:")
    return {line for line in lines if len(line) > 20 and not line.startswith(openings)}


def hints() -> list[str]:
    """Return what is told to each named mistake, without spaces."""
    return [
        squeezed(hint)
        for one in ALL.values()
        if one.reference is not None
        for hint in one.mistakes.values()
    ]
