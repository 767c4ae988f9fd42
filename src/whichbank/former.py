"""The numbers that chapters had: what was named by them goes on being understood."""

import re

CHAPTERS = (
    *("tokens", "company", "average", "reading", "mixing", "choosing", "jobs", "roles"),
    *("learning", "ripples", "heads", "masks", "block", "writer", "real", "cost"),
)
"""The chapters in the order of these numbers."""


SPLIT = {
    "09.1": "downhill.1",
    "09.2": "learning.1",
    "09.3": "learning.2",
    "09.4": "downhill.2",
    "09.5": "learning.3",
    "12.3": "across.1",
    "12.4": "across.2",
}
"""Exercises of chapters that have become two, by the numbers that they had."""
_NUMBERS = {name: number for number, name in SPLIT.items()}


def current(name: str) -> str:
    """Return the name of a chapter, or an id in one, that may have been written with its number.

    Examples
    --------
    >>> current("05.2"), current("5.2"), current("05"), current("mixing.2"), current("17.1")
    ('mixing.2', 'mixing.2', 'mixing', 'mixing.2', '17.1')
    >>> current("9.4")
    'downhill.2'
    """
    found = re.fullmatch(r"(\d{1,2})((?:\.\d+)?)", name)
    number = int(found[1]) if found else 0
    if not found or not 0 < number <= len(CHAPTERS):
        return name
    whole = f"{number:02}{found[2]}"
    return SPLIT.get(whole, f"{CHAPTERS[number - 1]}{found[2]}")


def former(id: str) -> str:
    """Return the id with the number that its chapter had; one of a later chapter as it is.

    Draws that must stay the same start from it.

    Examples
    --------
    >>> former("mixing.2"), former("downhill.2"), former("yours.1")
    ('05.2', '09.4', 'yours.1')
    """
    chapter, _, rest = id.partition(".")
    number = f"{CHAPTERS.index(chapter) + 1:02}.{rest}" if chapter in CHAPTERS else id
    return _NUMBERS.get(id, number)
