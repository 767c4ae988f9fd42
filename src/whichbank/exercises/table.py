"""The answer table: the inputs of a few cases, and what the right way and each known mistake give
for them.

Each chapter has two files in ``answers``: the arrays (npz), and titles, hints and the mistakes'
names (json).

The table is data. The code that makes it is in ``whichbank-authoring``.
"""

import json
import math
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from whichbank.former import current

from .words import tr

ANSWERS = Path(__file__).parent / "answers"
WHOLE = 8
"""Added to the number of axes of an input that is an array of integers, such as token ids."""


@dataclass(frozen=True)
class Column:
    """What one set of mistakes gives, case by case; ``None`` where it raises. No mistakes: the
    right column.
    """

    mistakes: tuple[str, ...]
    outputs: tuple[Any, ...]  # arrays, and None


@dataclass(frozen=True)
class Entry:
    """All that a check knows about one exercise."""

    id: str
    title: str
    kind: str
    name: str
    labels: tuple[str, ...]  # what each number of an answer by hand is called
    inputs: tuple[str, ...]
    properties: tuple[str, ...]
    hints: dict[str, str]
    # for some mistakes: the section of the book that shows it, address and heading
    shown: dict[str, tuple[str, str]]
    other: str  # another right way, in words; nothing for an exercise without code
    # what is special about each case, such as "with a batch axis", or nothing
    kinds: tuple[str, ...]
    cases: tuple[tuple[np.ndarray, ...], ...]
    columns: tuple[Column, ...]
    alone: bool = False  # whether it asks for NumPy alone, without the course's own functions

    @property
    def right(self) -> tuple[np.ndarray, ...]:
        """The right output of each case."""
        return self.columns[0].outputs


@cache
def _words() -> dict:
    files = sorted(ANSWERS.glob("*.json"))
    return {
        name: fields
        for file in files
        for name, fields in json.loads(file.read_text(encoding="utf-8")).items()
    }


@cache
def load(exercise: str) -> Entry:
    """Load the entry of one exercise, "mixing.2", also as "05.2", its name in an earlier edition; a
    ValueError for an unknown one lists those that exist.
    """
    words = _words()
    if isinstance(exercise, str) and current(exercise.strip()) in words:
        exercise = current(exercise.strip())
    else:
        raise ValueError(f"there is no exercise {exercise!r}; the exercises are {', '.join(words)}")
    fields = words[exercise]
    cases, outputs = _unpack(exercise, len(fields["inputs"]), len(fields["columns"]))
    return Entry(
        id=exercise,
        title=tr(fields["title"]),
        kind=fields["kind"],
        name=fields["name"],
        labels=tuple(map(tr, fields["labels"])),
        inputs=tuple(fields["inputs"]),
        properties=tuple(fields["properties"]),
        hints={name: tr(text) for name, text in fields["hints"].items()},
        shown={name: (address, tr(text)) for name, (address, text) in fields["shown"].items()},
        other=tr(fields["other"]),
        kinds=tuple(map(tr, fields["kinds"])),
        cases=cases,
        columns=tuple(
            Column(tuple(n.split()), given)
            for n, given in zip(fields["columns"], outputs, strict=True)
        ),
        alone=fields.get("alone", False),
    )


def _unpack(exercise: str, n_inputs: int, n_columns: int) -> tuple[tuple, list]:
    """Cut one exercise's flat data into arrays, case by case: a row has (number of axes, sizes...),
    -1 for no array.
    """
    if not n_columns:
        return (), []
    with np.load(ANSWERS / f"{exercise.partition('.')[0]}.npz", allow_pickle=False) as file:
        flat, index = file[f"{exercise}.data"], file[f"{exercise}.index"]
    flat.setflags(write=False)
    found: list[np.ndarray | None] = []
    end = 0
    for n_axes, *sizes in index.tolist():
        if n_axes < 0:
            found.append(None)
            continue
        shape = tuple(sizes[: n_axes % WHOLE])
        start, end = end, end + math.prod(shape)
        array = flat[start:end].reshape(shape)
        if n_axes >= WHOLE:
            array = array.astype(np.int64)
            array.setflags(write=False)
        found.append(array)
    width = n_inputs + n_columns
    rows = [tuple(found[start : start + width]) for start in range(0, len(found), width)]
    return tuple(row[:n_inputs] for row in rows), list(
        zip(*(row[n_inputs:] for row in rows), strict=True)
    )
