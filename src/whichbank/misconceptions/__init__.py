"""What people think who answer wrong: for each such thought a truth, a figure that refutes it, and
the wrong answers that it leads to.

``misconceptions.toml`` holds them, in groups. Each named mistake of an exercise or a puzzle, each
wrong choice and each known wrong number of a quiz or a prediction belongs to one.
"""

import json
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import quote

FILE = Path(__file__).with_name("misconceptions.toml")
GROUPS = {
    "words": "Words and their vectors",
    "weights": "Weights and mixes",
    "roles": "Who asks and who answers",
    "order": "Order, masks and heads",
    "training": "Training and evidence",
    "machine": "The machine and its cost",
    "slips": "Slips",
}
ASKED = ("exercises", "questions", "guesses", "puzzles")
_SIGNS = {"%5B": "(", "%5D": ")", "%2C": ",", "%22": "'"}


@dataclass(frozen=True, eq=False)
class Misconception:
    """One thought, and the wrong answers behind which it stands.

    Attributes
    ----------
    id, group, title : str
        A short name such as ``mix-goes-anywhere``, which stays; one of ``GROUPS``; what is wrong,
        in a few words.
    says, truth : str
        What somebody says who thinks so, and what is so.
    see : str
        The address of a figure's state that refutes it, from a page of the book.
    shows : str
        What one sees there.
    taught : tuple of str
        The sections that teach it, such as ``mixing#why-shares-stay-inside``.
    asked : mapping
        For each of ``ASKED``, the wrong answers by what asks: an exercise's id, or a page and a
        question's id or a prediction's key, ``mixing/new-money``, or a puzzle, ``puzzles.3``.
    """

    id: str
    group: str
    title: str
    says: str
    truth: str
    see: str
    shows: str
    taught: tuple[str, ...]
    asked: Mapping[str, Mapping[str, tuple[str, ...]]]


@cache
def misconceptions() -> tuple[Misconception, ...]:
    """Return all of them, in the order of their file.

    Raises
    ------
    ValueError
        If one lacks something, or an answer belongs to two.
    """
    found = tuple(
        _read(id, dict(told)) for id, told in tomllib.loads(FILE.read_text("utf-8")).items()
    )
    _by_answer(found)
    return found


def of(kind: str, asks: str, answer: str) -> Misconception | None:
    """Return the misconception behind a wrong answer, if one is known.

    Parameters
    ----------
    kind : str
        One of ``ASKED``.
    asks, answer : str
        As in ``asked``: what asks, and the mistake's name, the choice or the number.

    Examples
    --------
    >>> of("exercises", "mixing.2", "mid_update").title
    'Old values may be overwritten on the way'
    """
    return _by_answer(misconceptions()).get((kind, asks, answer))


@cache
def _by_answer(found: tuple[Misconception, ...]) -> dict[tuple[str, str, str], Misconception]:
    behind: dict[tuple[str, str, str], Misconception] = {}
    for one in found:
        for kind, asked in one.asked.items():
            for asks, answers in asked.items():
                for answer in answers:
                    other = behind.setdefault((kind, asks, answer), one)
                    if other is not one:
                        raise ValueError(
                            f"{FILE.name}: {asks} {answer} is below {other.id} and {one.id}"
                        )
    return behind


def _read(id: str, told: dict[str, Any]) -> Misconception:
    try:
        if told["group"] not in GROUPS:
            raise ValueError(f"group must be one of {', '.join(GROUPS)}; got {told['group']!r}")
        asked = {
            kind: {asks: tuple(rest) for asks, *rest in map(str.split, told.pop(kind, []))}
            for kind in ASKED
        }
        see, taught = _address(**told.pop("see")), tuple(told.pop("taught"))
        return Misconception(id, see=see, taught=taught, asked=asked, **told)
    except (KeyError, TypeError, ValueError) as error:
        raise ValueError(f"{FILE.name}: {id}: {error}") from None


def _address(page: str, figure: str, state: Mapping[str, Any]) -> str:
    """Write a figure's state as a part of an address: ``spell`` in figures/kit/link.js."""
    parts = []
    for trait, value in state.items():
        text = quote(json.dumps(value, separators=(",", ":"), ensure_ascii=False), safe="")
        for sign, short in _SIGNS.items():
            text = text.replace(sign, short)
        parts.append(f"{trait}:{text}")
    return f"{page}.html#{figure}={';'.join(parts)}"
