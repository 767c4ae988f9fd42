"""Progress files, as readers save them on the page "Your progress": read without trust, one reader
a file.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from .course import GUESS, Item, items
from .twice import LATEST, Twice, twice

FORMAT = "which-bank progress"
VERSIONS = (4, 5, 6, 7)
LARGEST = 1_000_000  # bytes; the whole course takes some sixty thousand
GRADES = {1: False, 3: True}


@dataclass(frozen=True)
class Answer:
    """What a reader answered: at first, and when it came back."""

    right: bool  # the first time
    choice: (
        str  # what was chosen, as it is kept; nothing for a number, and where another came later
    )
    returns: tuple[tuple[float, bool], ...]  # after how many days, and whether it was right


@dataclass(frozen=True)
class Reader:
    """One reader's answers, and the pages that he or she has read."""

    name: str  # the file's
    answers: dict[str, Answer]
    read: frozenset[str]
    pages: frozenset[str]  # on which anything was answered
    order: tuple[str, ...]  # of all pages, as the site had it that saved the file
    ideas: dict[str, Twice] = field(default_factory=dict)  # asked before and after


def readers(inbox: Path) -> tuple[list[Reader], list[str]]:
    """Read all files of a folder; return the readers, and a line for each file that was left out or
    is counted once with another.
    """
    found: list[Reader] = []
    told: list[str] = []
    known: dict[Any, str] = {}
    for path in sorted(inbox.rglob("*.json")):
        name = path.relative_to(inbox).as_posix()
        try:
            kept, order = _items(path)
        except ValueError as error:
            told.append(f"{name}: {error}; it is left out.")
            continue
        reader = _reader(name, kept, order, told)
        if not reader.answers and not reader.ideas:
            told.append(f"{name}: nothing is answered in it; it is left out.")
            continue
        same = json.dumps(kept, sort_keys=True)
        if same in known:
            told.append(f"{name}: the same as {known[same]}; it counts once.")
            continue
        known[same] = name
        found.append(reader)
    return found, told


def _items(path: Path) -> tuple[dict[str, Any], tuple[str, ...]]:
    if path.stat().st_size > LARGEST:
        raise ValueError("larger than a progress file can be")
    try:
        data = json.loads(path.read_bytes())
    except (ValueError, RecursionError):
        raise ValueError("no JSON") from None
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise ValueError('not saved by the page "Your progress"')
    if data.get("version") not in VERSIONS or not isinstance(data.get("items"), dict):
        raise ValueError(f"version {data.get('version')!r:.20} of the format is not known here")
    known = {item.page for item in items().values()}
    named = data.get("pages")
    pages = named if isinstance(named, list) else []
    return data["items"], tuple(p for p in pages if isinstance(p, str) and p in known)


def _reader(name: str, kept: dict[str, Any], order: tuple[str, ...], told: list[str]) -> Reader:
    answers: dict[str, Answer] = {}
    broken = 0
    for key, value in kept.items():
        if (item := items().get(key)) is None:
            continue
        try:
            answer = _answer(item, value, kept.get(f"again/{key}"))
        except (ValueError, TypeError, KeyError, AttributeError):
            broken += 1
            continue
        if answer is not None:
            answers[key] = answer
    asked, more, late = twice(kept)
    broken += more
    if late:
        told.append(
            f"{name}: {late} answers before a part came after its first; they are left out."
        )
    if broken:
        told.append(f"{name}: {broken} answers that no page can have kept are left out.")
    read = frozenset(
        key.removeprefix("read/")
        for key, value in kept.items()
        if key.startswith("read/") and value is True
    )
    pages = frozenset(items()[key].page for key in answers)
    return Reader(name, answers, read, pages, order, asked)


def _answer(item: Item, value: dict[str, Any], log: Any) -> Answer | None:
    given, right = value["answer"], value["right"]
    if not isinstance(right, bool):
        raise TypeError
    if item.kind == GUESS and given is None:  # "just show me" is no guess
        return None
    choice = ""
    if item.choices:
        if given not in dict(item.choices) or right != (given == item.right):
            raise ValueError
        choice = given
    elif isinstance(given, bool) or not isinstance(given, int | float | list):
        raise TypeError
    if log is None:
        return Answer(right, choice, ())
    (began, first), *later = sorted(_logged(log))
    # the last choice is kept: it is that of the first time only if it was as right
    return Answer(
        first, choice if first == right else "", tuple(((m - began) / 1440, r) for m, r in later)
    )


def _logged(log: Any) -> Iterator[tuple[int, bool]]:
    if not isinstance(log, list) or not log:
        raise TypeError
    for minute, grade in {(minute, grade) for minute, grade in log}:
        if type(minute) is not int or not 0 < minute < LATEST:
            raise ValueError
        yield minute, GRADES[grade]
