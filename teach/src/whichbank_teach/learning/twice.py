"""What readers answered before the course and after its parts, in their progress files: read without
trust, as the page *after* reads it.
"""

from dataclasses import dataclass
from functools import cache
from typing import Any

from whichbank.before_after import FORMS, OPEN, RIGHT, WRONG, hand_id, ideas, parts

from .course import items

LATER = 14 * 24 * 60
"""Minutes after which a reader is asked once more, as in result.js."""
LATEST = 2_000_000_000 // 60  # a minute in 2033: nobody has answered later
CHOICES = (RIGHT, *WRONG, OPEN)


@dataclass(frozen=True)
class Given:
    """The first answer to one form of a question."""

    minute: int
    form: str
    choice: str


@dataclass(frozen=True)
class Twice:
    """The answers to one question: before the course, after its part, and two weeks later or more."""

    before: Given | None
    after: Given | None
    later: Given | None


def twice(kept: dict[str, Any]) -> tuple[dict[str, Twice], int, int]:
    """Return the answers by their question; how many logs no page can have kept; and how many answers
    before a part are none, since something of this part had been answered already.
    """
    found: dict[str, Twice] = {}
    broken = late = 0
    begun = _begun(kept)
    for id, part in _questions().items():
        given: dict[str, list[Given]] = {"before": [], "after": []}
        for when, some in given.items():
            for form in FORMS:
                try:
                    some += _first(kept.get(f"{when}/{id}.{form}"), form)
                except (ValueError, TypeError):
                    broken += 1
        before, after = (sorted(some, key=lambda one: one.minute) for some in given.values())
        if before and before[0].minute > begun.get(part, LATEST):
            before = []
            late += 1
        if before or after:
            again = after[1] if after[1:] and after[1].minute - after[0].minute >= LATER else None
            first, second = (some[0] if some else None for some in (before, after))
            found[id] = Twice(first, second, again)
    return found, broken, late


@cache
def _questions() -> dict[str, str]:
    """Return the part of each question that is asked before and after."""
    exercises = {hand_id(id): part.id for part in parts().values() for id in part.by_hand}
    return {one.id: one.part for one in ideas().values()} | exercises


def _first(log: Any, form: str) -> list[Given]:
    if log is None:
        return []
    if not isinstance(log, list) or not log:
        raise TypeError
    given = []
    for minute, choice in log:
        if type(minute) is not int or not 0 < minute < LATEST or choice not in CHOICES:
            raise ValueError
        given.append(Given(minute, form, choice))
    return [min(given, key=lambda one: one.minute)]


def _begun(kept: dict[str, Any]) -> dict[str, int]:
    """Return the minute at which a reader first answered anything of a part."""
    part_of = {page: part.id for part in parts().values() for page in part.pages}
    begun: dict[str, int] = {}
    for key, log in kept.items():
        name = key.removeprefix("again/")
        if name == key or not isinstance(log, list):
            continue
        page = items()[name].page if name in items() else name.partition("/")[2].partition(".")[0]
        minutes = [one[0] for one in log if isinstance(one, list) and one and type(one[0]) is int]
        if minutes and (part := part_of.get(page)):
            begun[part] = min(*minutes, begun.get(part, LATEST))
    return begun
