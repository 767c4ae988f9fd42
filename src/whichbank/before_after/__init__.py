"""What is asked before and after the course: ideas in two forms, for readers who know nothing of
it and for those who have read it.

A reader meets one form before and the other after. Both forms ask for the same idea in another
story; their right answers say the same, and each pair of wrong ones comes from one misconception.
``ideas.toml`` holds them.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from whichbank.figures.kit.questions import short, typed
from whichbank.misconceptions import misconceptions

FILE = Path(__file__).with_name("ideas.toml")
FORMS = ("A", "B")
RIGHT, OPEN = "a", ""
"""How a right answer is kept, and *I don't know yet*."""
WRONG = ("b", "c")
_TEXTS: dict[str, type] = dict.fromkeys(("text", RIGHT, *WRONG), str)
_IDEA: dict[str, type] = {"id": str, "part": str, "thoughts": dict, "why": str, "see": str}


@dataclass(frozen=True)
class Part:
    """A part of the course: its caption, its pages, and its exercises that are asked after it."""

    id: str
    caption: str
    pages: tuple[str, ...]
    by_hand: tuple[str, ...]


@dataclass(frozen=True, eq=False)
class Idea:
    """One idea: the misconception behind each wrong choice, what is told afterwards, and each
    form's ``text`` and choices.
    """

    id: str
    part: str
    thoughts: Mapping[str, str]
    why: str
    see: str
    forms: Mapping[str, Mapping[str, str]]


@cache
def ideas() -> dict[str, Idea]:
    """Return all ideas by their ids, part by part.

    Raises
    ------
    ValueError
        If one lacks something, or names a part or a misconception that there is not.
    """
    found: dict[str, Idea] = {}
    for told in _told()["idea"]:
        try:
            one = _idea(told)
            if one.id in found:
                raise ValueError("its id is that of an earlier one")
        except ValueError as error:
            raise ValueError(f"{FILE.name}: {told.get('id')}: {error}") from None
        found[one.id] = one
    return found


@cache
def parts() -> dict[str, Part]:
    """Return the parts of the course, in their order.

    Examples
    --------
    >>> parts()["meanings"].caption
    'One bank, two meanings'
    """
    return {
        id: Part(id, one["caption"], tuple(one["pages"]), tuple(one["by_hand"]))
        for id, one in _told()["parts"].items()
    }


def hand_id(exercise: str) -> str:
    """Return the id under which an exercise by hand is asked here.

    Examples
    --------
    >>> hand_id("mixing.1")
    'by-hand-mixing-1'
    """
    return f"by-hand-{exercise.replace('.', '-')}"


@cache
def _told() -> dict[str, Any]:
    return tomllib.loads(FILE.read_text(encoding="utf-8"))


def _idea(told: Mapping[str, Any]) -> Idea:
    whole = typed(dict(told), _IDEA | dict.fromkeys(FORMS, dict))
    forms = {form: typed(whole.pop(form), _TEXTS, f"form {form}: ") for form in FORMS}
    short("id", whole["id"])
    if whole["part"] not in parts():
        raise ValueError(f"part must be one of {', '.join(parts())}; got {whole['part']!r}")
    known = {one.id for one in misconceptions()}
    if tuple(whole["thoughts"]) != WRONG or not known.issuperset(whole["thoughts"].values()):
        raise ValueError(
            f"thoughts must name a misconception for each of {', '.join(WRONG)}; "
            f"got {whole['thoughts']}"
        )
    return Idea(forms=forms, **whole)
