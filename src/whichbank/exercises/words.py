"""What a check says, in the reader's language: English, unless a page of another one has put its
texts here before the first check.
"""

import re
from typing import Any

TEXTS: dict[str, Any] = {}
"""For an English text, what is said in its place."""
_NAME = re.compile(r"\{(\w+)\}")


def tr(text: str, /, **values: Any) -> str:
    """Return a text with values in the place of the names in braces.

    >>> tr("{n} of {all} right", n=1, all=2)
    '1 of 2 right'
    """
    said = TEXTS.get(text, text)
    told = said if isinstance(said, str) else text
    return _NAME.sub(lambda found: str(values.get(found[1], found[0])), told) if values else told


def series(names: list[str]) -> str:
    """Return several things in a row: "a, b and c"."""
    *some, last = names
    return tr("{some} and {last}", some=", ".join(some), last=last) if some else last
