"""What a check tells the learner, and how it writes numbers."""

import re
import textwrap
from dataclasses import dataclass
from typing import Any

import numpy as np

from .table import Entry
from .words import tr

MANY = 24  # an array with more numbers than this is described by its shape alone


@dataclass(frozen=True, repr=False)
class Report:
    """The result of a check.

    Attributes
    ----------
    ok : bool
        Whether the answer is right.
    status : str
        "right", "not attempted", "nothing returned", "not a function", "raised", "shape", "dtype",
        "changed inputs", "changing answer", "timed out", "not finite", "mistake", "wrong" or
        "nothing to check".
    exercise : str
        The exercise's id, such as "mixing.2".
    mistakes : tuple of str
        Names of the known mistakes that explain the answer.
    message : str
        The text that a learner reads.
    """

    ok: bool
    status: str
    exercise: str
    mistakes: tuple[str, ...]
    message: str

    def __repr__(self) -> str:
        return self.message

    def __bool__(self) -> bool:
        return self.ok


def on(entry: Entry, status: str, text: str, mistakes: tuple[str, ...] = ()) -> Report:
    """Make the report on an answer to one exercise."""
    told = wrap(tr("Exercise {exercise}: {text}", exercise=entry.id, text=text))
    return Report(status == "right", status, entry.id, mistakes, told)


def hints(entry: Entry, mistakes: tuple[str, ...]) -> str:
    """What is told of one mistake, or of two, and where the book shows it."""
    if len(mistakes) == 1:
        return hint(entry, mistakes[0])
    lines = [f"  {i}. {hint(entry, name)}" for i, name in enumerate(mistakes, 1)]
    return "\n".join([tr("There are two things to mend."), *lines])


def hint(entry: Entry, mistake: str) -> str:
    """What is told of one mistake."""
    return "\n  ".join([entry.hints[mistake], *seen(entry, mistake)])


def seen(entry: Entry, mistake: str) -> list[str]:
    """Where the book shows a mistake, in one line, if it does."""
    if mistake not in entry.shown:
        return []
    address, heading = entry.shown[mistake]
    return [
        tr(
            "See chapter {chapter}, “{heading}”.",
            chapter=address.partition(".")[0],
            heading=heading,
        )
    ]


def number(x: float) -> str:
    """Write one number to four digits, a whole one with all of its own, without a minus before
    zero.
    """
    whole = float(x).is_integer() and abs(x) < 1e15
    text = str(int(x)) if whole else f"{float(x):.4g}"
    return "0" if text == "-0" else text


def wrap(text: str, width: int = 100) -> str:
    """Break long lines of prose; lines that show arrays start with two spaces and stay whole."""
    lines = []
    for line in text.split("\n"):
        numbered = re.match(r"  \d\. ", line)
        if line.startswith("  ") and not numbered:
            lines.append(line)
            continue
        hang = " " * (numbered.end() if numbered else 0)
        lines += textwrap.wrap(
            line, width, subsequent_indent=hang, break_long_words=False, break_on_hyphens=False
        )
    return "\n".join(lines)


def shape_words(shape: tuple[int, ...]) -> str:
    """Describe a shape in words."""
    return tr("a single number") if shape == () else tr("an array of shape {shape}", shape=shape)


def value(x: np.ndarray) -> str:
    """Write an array on one line, or only its shape when it is long."""
    return shape_words(x.shape) if x.size > MANY else _nested(x)


def _nested(x: Any) -> str:
    return number(x) if x.ndim == 0 else "[" + ", ".join(_nested(part) for part in x) + "]"


def inputs(names: tuple[str, ...], arrays: tuple[np.ndarray, ...]) -> str:
    """Write the inputs of a case, one on a line."""
    return "\n".join(
        f"  {name} = {value(array)}" for name, array in zip(names, arrays, strict=True)
    )


def side_by_side(expected: np.ndarray, got: np.ndarray, differs: np.ndarray) -> str:
    """Write two arrays of one shape next to each other, row by row.

    Of an array with more than two axes only the first table that differs is written.
    """
    place = ""
    while expected.ndim > 2:
        first = int(np.argmax(differs.reshape(len(differs), -1).any(axis=1)))
        place += f"[{first}]"
        expected, got, differs = expected[first], got[first], differs[first]
    left, right = (_lines(x) for x in (expected, got))
    width = max(len(line) for line in [*left, tr("expected")])
    head = ["  " + tr("table {place} of the result:", place=place)] if place else []
    head.append(f"  {tr('expected'):<{width}}   {tr('got')}")
    return "\n".join(head + [f"  {a:<{width}}   {b}" for a, b in zip(left, right, strict=True)])


def _lines(x: np.ndarray) -> list[str]:
    rows = [[number(v) for v in row] for row in np.atleast_2d(x)]
    width = max((len(text) for row in rows for text in row), default=0)
    return ["  ".join(f"{text:>{width}}" for text in row) for row in rows]
