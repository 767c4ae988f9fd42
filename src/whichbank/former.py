"""The numbers that chapters had: what was named by them goes on being understood."""

import re

CHAPTERS = (
    *("tokens", "company", "average", "reading", "mixing", "choosing", "jobs", "roles"),
    *("learning", "ripples", "heads", "masks", "block", "writer", "real", "cost"),
)
"""The chapters in the order of these numbers."""


def current(name: str) -> str:
    """Return the name of a chapter, or an id in one, that may have been written with its number.

    Examples
    --------
    >>> current("05.2"), current("5.2"), current("05"), current("mixing.2"), current("17.1")
    ('mixing.2', 'mixing.2', 'mixing', 'mixing.2', '17.1')
    """
    found = re.fullmatch(r"(\d{1,2})((?:\.\d+)?)", name)
    number = int(found[1]) if found else 0
    return f"{CHAPTERS[number - 1]}{found[2]}" if found and 0 < number <= len(CHAPTERS) else name


def former(id: str) -> str:
    """Return the id with the number that its chapter had; one of a later chapter as it is.

    Draws that must stay the same start from it.

    Examples
    --------
    >>> former("mixing.2"), former("yours.1")
    ('05.2', 'yours.1')
    """
    chapter, _, rest = id.partition(".")
    return f"{CHAPTERS.index(chapter) + 1:02}.{rest}" if chapter in CHAPTERS else id
