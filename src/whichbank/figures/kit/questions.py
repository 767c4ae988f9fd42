"""The kinds of question, what each must say, and how an answer is marked; and how a file of such
tables is read.

Every question has an ``id``, a short name such as ``two-tables`` that no other question of the
course has, and ``text``. A reader's answer is kept under the id: it stays when the text gets
better, and a new question gets a new one.

A question of the kind ``choice`` has ``choices``; each choice has an ``id`` of its own, which stays
as well, ``text`` and ``why``, and one of them ``right = true``. A question of the kind ``number``
has ``answer``, ``tolerance``, ``why`` (shown when the answer is right), ``otherwise`` (a hint for
any other number), and may have ``mistakes``: known wrong numbers, each with ``value`` and ``why``.
A question of the kind ``mistake`` asks which mistake made a table: it has ``exercise`` and
``mistake``, and ``reasons``, with a sentence for each mistake that can be chosen. It becomes a
choice with tables that are ``shown``: the inputs of the exercise's first case, and what the mistake
makes of them.

In a text, ``code`` stands between backticks and *emphasis* between asterisks.
"""

import html
import math
import re
import tomllib
from collections.abc import Callable, Sequence
from importlib.resources import files
from typing import Any

import numpy as np

from whichbank.exercises import report
from whichbank.exercises.table import load

Check = Callable[[dict[str, Any]], dict[str, Any]]
_MARKUP = re.compile(r"`([^`]+)`|\*([^\s*](?:[^*]*[^\s*])?)\*")
ROOM = 1e-9  # an answer on the edge of the tolerance counts, whatever the last bit says
_SHORT = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_CHOICE: dict[str, type] = {"id": str, "text": str, "why": str, "right": bool}
_MISTAKE: dict[str, type] = {"value": float, "why": str}
_SHOWN: dict[str, type] = {"name": str, "rows": list}
_KINDS: dict[str, dict[str, type]] = {
    "choice": {"id": str, "kind": str, "text": str, "shown": list, "choices": list},
    "mistake": {
        "id": str,
        "kind": str,
        "text": str,
        "exercise": str,
        "mistake": str,
        "reasons": dict,
    },
    "number": {
        "id": str,
        "kind": str,
        "text": str,
        "answer": float,
        "tolerance": float,
        "why": str,
        "otherwise": str,
        "mistakes": list,
    },
}


def read(package: str, page: str, name: str, key: str, check: Check) -> list[dict[str, Any]]:
    """Return the tables of one chapter's file, each as the check returns it.

    Parameters
    ----------
    package : str
        Where the files are: ``whichbank.quizzes``.
    page : str
        The chapter's name, as in ``"mixing"``.
    name, key : str
        What each table is, ``question``, and under what name it has what no other has.
    check : function
        Gets a table and returns it whole, or raises ValueError.

    Raises
    ------
    ValueError
        If there is no such file, or it holds a mistake: the message names the file and the table.
    """
    folder = files(package)
    file = folder / f"{page}.toml"
    if not file.is_file():
        known = sorted(
            f.name.removesuffix(".toml") for f in folder.iterdir() if f.name.endswith(".toml")
        )
        raise ValueError(
            f"there is no {page}.toml in {package}; there are {', '.join(known) or 'none'}"
        )
    try:
        content = tomllib.loads(file.read_text(encoding="utf-8"))
        if list(content) != [name]:
            raise ValueError(
                f"must hold [[{name}]] tables and nothing else; got {', '.join(content)}"
            )
        return complete(content[name], name, key, check)
    except ValueError as error:  # a mistake of TOML is one too
        raise ValueError(f"{page}.toml: {error}") from None


def complete(
    tables: Sequence[dict[str, Any]], name: str, key: str, check: Check
) -> list[dict[str, Any]]:
    """Return each table as the check returns it; raise a ValueError that names the one with a
    mistake.
    """
    done: list[dict[str, Any]] = []
    for number, table in enumerate(tables, start=1):
        try:
            done.append(check(table))
        except ValueError as error:
            raise ValueError(f"{name} {number}: {error}") from None
        if done[-1][key] in [earlier[key] for earlier in done[:-1]]:
            raise ValueError(f"{name} {number}: its {key} is that of an earlier {name}")
    return done


def short(name: str, value: str) -> None:
    """Raise a ValueError if a name under which something is kept is not one that can stay."""
    if not _SHORT.fullmatch(value):
        raise ValueError(
            f"{name} must be small letters and digits, with hyphens between, such as two-tables; "
            f"got {value!r}"
        )


def checked(question: dict[str, Any]) -> dict[str, Any]:
    """Return the question with everything left out filled in.

    Parameters
    ----------
    question : dict
        One question, see the module's own words.

    Returns
    -------
    dict
        The same question; every choice says whether it is right, every number question has its list
        of mistakes.

    Raises
    ------
    ValueError
        If something is missing, unknown, or contradicts itself.

    Examples
    --------
    >>> checked({"id": "which", "kind": "choice", "text": "Which?"})
    Traceback (most recent call last):
    ...
    ValueError: choices is missing
    """
    kind = question.get("kind") if isinstance(question, dict) else None
    if kind not in _KINDS:
        raise ValueError(f"kind must be 'choice', 'number' or 'mistake'; got {kind!r}")
    if kind == "mistake":
        return checked(_made_by_mistake(**typed(question, _KINDS["mistake"])))
    if kind == "choice":
        whole = typed(question, _KINDS["choice"], shown=[])
        short("id", whole["id"])
        for i, table in enumerate(whole["shown"], 1):
            typed(table, _SHOWN, f"table {i}: ")
        choices = [
            typed(choice, _CHOICE, f"choice {i}: ", right=False)
            for i, choice in enumerate(whole["choices"], 1)
        ]
        texts = [choice["text"] for choice in choices]
        if len(set(texts)) < max(2, len(texts)):
            raise ValueError(f"choices must be two or more, all different; got {texts}")
        if len(ids := {choice["id"] for choice in choices}) < len(choices):
            raise ValueError(
                f"each choice must have an id of its own; got {', '.join(sorted(ids))}"
            )
        right = sum(choice["right"] for choice in choices)
        if right != 1:
            raise ValueError(f"exactly one choice must be right; got {right}")
        return whole | {"choices": choices}
    whole = typed(question, _KINDS["number"], mistakes=[])
    short("id", whole["id"])
    if whole["tolerance"] < 0:
        raise ValueError(f"tolerance must not be negative; got {whole['tolerance']}")
    mistakes = [
        typed(mistake, _MISTAKE, f"mistake {i}: ") for i, mistake in enumerate(whole["mistakes"], 1)
    ]
    known = [whole["answer"]]
    for mistake in mistakes:
        if any(_near(mistake["value"], value, 2 * whole["tolerance"]) for value in known):
            raise ValueError(
                f"the mistake {mistake['value']:g} cannot be told from another answer of this "
                "question"
            )
        known.append(mistake["value"])
    return whole | {"mistakes": mistakes}


def _made_by_mistake(
    id: str, kind: str, text: str, exercise: str, mistake: str, reasons: dict[str, str]
) -> dict[str, Any]:
    """Make the choice question of a table that a mistake made, with the numbers of the exercise's
    answer table.
    """
    entry = load(exercise)
    given = {
        column.mistakes: column.outputs[0]
        for column in reversed(entry.columns)
        if len(column.mistakes) < 2
    }
    if lacking := [name for name in (mistake, *reasons) if given.get((name,)) is None]:
        raise ValueError(
            f"exercise {exercise} has no mistake {lacking[0]} that gives a table for its first case"
        )
    if mistake not in reasons:
        raise ValueError(f"reasons must have one for {mistake}")
    results = {name: _rows(given[name,]) for name in reasons}
    for name, rows in {**results, "the right way": _rows(entry.right[0])}.items():
        if name != mistake and rows == results[mistake]:
            raise ValueError(f"{mistake} cannot be told from {name} by its table")
    tables = [
        (name, array)
        for name, array in zip(entry.inputs, entry.cases[0], strict=True)
        if array.size > 1
    ]
    named = [(f"{name}[{i}]", part) for name, array in tables for i, part in enumerate(array)]
    flat = [one for one in tables if one[1].ndim < 3] + [one for one in named if one[1].ndim > 1]
    shown: list[dict[str, Any]] = []
    for name, array in flat:
        if shown and shown[-1]["rows"] == _rows(array):
            shown[-1]["name"] += f", {name}"
        else:
            shown.append({"name": name, "rows": _rows(array)})
    choices = [
        {
            "id": name,
            "text": re.split(r"(?<=[.?!])\s", entry.hints[name])[0],
            "right": name == mistake,
            "why": why,
        }
        for name, why in reasons.items()
    ]
    shown.append({"name": "what came out", "rows": results[mistake]})
    return {"id": id, "kind": "choice", "text": text, "shown": shown, "choices": choices}


def _rows(array: np.ndarray) -> list[list[str]]:
    return [[report.number(x) for x in row] for row in np.atleast_2d(np.round(array, 2))]


def given_tables(shown: Sequence[dict[str, Any]]) -> str:
    """Return HTML for the tables of a question."""
    parts = []
    for one in shown:
        rows = "".join(
            f"<tr>{''.join(f'<td>{html.escape(x)}</td>' for x in row)}</tr>" for row in one["rows"]
        )
        parts.append(f"<table><caption>{html.escape(one['name'])}</caption>{rows}</table>")
    return f'<div class="wb-given">{"".join(parts)}</div>' if parts else ""


def verdict(question: dict[str, Any], answer: float) -> tuple[bool, str]:
    """Return whether the answer is right, and what to say about it.

    Parameters
    ----------
    question : dict
        A checked question.
    answer : int or float
        The index of the choice, or the number.

    Returns
    -------
    (bool, str)

    Raises
    ------
    ValueError
        If the answer is not the index of a choice, or not a finite number.

    Examples
    --------
    >>> half = {"id": "half", "kind": "number", "text": "1/2?", "answer": 0.5, "tolerance": 0}
    >>> half |= {"why": "Yes.", "otherwise": "No."}
    >>> verdict(checked(half), 2)
    (False, 'No.')
    """
    if (
        isinstance(answer, bool)
        or not isinstance(answer, (int, float))
        or not math.isfinite(answer)
    ):
        raise ValueError(f"must be a finite number; got {answer!r}")
    if question["kind"] == "choice":
        choices = question["choices"]
        if answer not in range(len(choices)):
            raise ValueError(f"must be between 0 and {len(choices) - 1}; got {answer!r}")
        return choices[int(answer)]["right"], choices[int(answer)]["why"]
    if _near(answer, question["answer"], question["tolerance"]):
        return True, question["why"]
    for mistake in question["mistakes"]:
        if _near(answer, mistake["value"], question["tolerance"]):
            return False, mistake["why"]
    return False, question["otherwise"]


def marked(text: str) -> str:
    """Return HTML for a text whose only markup is `code` and *emphasis*."""
    parts, end = [], 0
    for found in _MARKUP.finditer(text):
        tag, inner = ("code", found[1]) if found[1] else ("em", found[2])
        parts.append(f"{html.escape(text[end : found.start()])}<{tag}>{html.escape(inner)}</{tag}>")
        end = found.end()
    return "".join(parts) + html.escape(text[end:])


def _near(a: float, b: float, tolerance: float) -> bool:
    return abs(a - b) <= tolerance + ROOM


def typed(entry: Any, kinds: dict[str, type], where: str = "", **defaults: Any) -> dict[str, Any]:
    """Return the entry if it has these keys and no other, each with a value of its type; defaults
    may be left out.
    """
    if not isinstance(entry, dict):
        raise ValueError(f"{where}must be a table; got {entry!r}")
    entry = defaults | entry
    for key in entry:
        if key not in kinds:
            raise ValueError(f"{where}{key} is not known; known are {', '.join(kinds)}")
    for key, kind in kinds.items():
        if key not in entry:
            raise ValueError(f"{where}{key} is missing")
        value = entry[key]
        fits = isinstance(value, kind) if kind is not float else isinstance(value, (int, float))
        if not fits or isinstance(value, bool) != (kind is bool):
            raise ValueError(f"{where}{key} must be {_NAMES[kind]}; got {value!r}")
        if kind is float and not math.isfinite(value):
            raise ValueError(f"{where}{key} must be finite; got {value!r}")
        if kind is str and (not value.strip() or value.count("`") % 2):
            raise ValueError(
                f"{where}{key} must be a text whose backticks come in pairs; got {value!r}"
            )
    return entry


_NAMES = {
    str: "a text",
    bool: "true or false",
    float: "a number",
    list: "a list",
    int: "a whole number",
    dict: "a table",
}
