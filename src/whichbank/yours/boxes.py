"""The boxes of the machine: each is the function of one exercise, the reader's or the course's."""

import inspect
import linecache
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from whichbank.yours import course
from whichbank.yours.faults import BoxError, Shape, last_line, told

Functions = Mapping[str, Callable[..., Any]]


@dataclass(frozen=True)
class Box:
    """One box of the machine.

    Attributes
    ----------
    name : str
        The function's name, such as "softmax".
    exercise : str
        The id of the exercise that asks for it, such as "choosing.2".
    stages : tuple of str
        Where it works: "letters", "reader" and "train".
    wanted : callable
        The shape that must come out, from the inputs.
    parts : tuple of str
        The boxes that the course's own function calls. Where the box is the reader's, the model
        calls these only if the reader's function does.
    """

    name: str
    exercise: str
    stages: tuple[str, ...]
    wanted: Callable[..., Shape]
    parts: tuple[str, ...] = ()

    @property
    def default(self) -> Callable[..., Any]:
        """The course's own function."""
        return getattr(course, self.name)

    @property
    def arguments(self) -> tuple[str, ...]:
        """The names of what it takes, in order."""
        return tuple(inspect.signature(self.default).parameters)

    @property
    def signature(self) -> str:
        """How it is called, such as "softmax(scores)"."""
        return f"{self.name}({', '.join(self.arguments)})"


def _same(x: Any, *_: Any) -> Shape:
    return np.shape(x)


_ALL = ("letters", "reader", "train")
BOXES: dict[str, Box] = {
    box.name: box
    for box in (
        Box("softmax", "choosing.2", _ALL, _same),
        Box("layer_norm", "block.2", _ALL, _same),
        Box(
            "causal_attention",
            "masks.2",
            ("letters", "train"),
            lambda q, k, v: np.shape(v),
            ("softmax",),
        ),
        Box(
            "merge_heads",
            "heads.2",
            _ALL,
            lambda heads: (heads.shape[1], heads.shape[0] * heads.shape[2]),
        ),
        Box(
            "block",
            "block.7",
            ("letters",),
            _same,
            ("layer_norm", "causal_attention", "merge_heads"),
        ),
        Box("stack", "writer.5", ("letters",), _same, ("block", "layer_norm")),
        Box(
            "language_model",
            "writer.6",
            ("letters",),
            lambda ids, *learned: (len(ids), learned[-1].shape[-1]),
            ("stack",),
        ),
        Box("next_token_weights", "writer.2", ("letters", "train"), _same, ("softmax",)),
        Box(
            "many_heads",
            "heads.3",
            ("reader",),
            lambda x, *W: (len(x), W[3].shape[-1]),
            ("softmax", "merge_heads"),
        ),
        Box("batch_loss", "learning.1", ("train",), lambda scores, right: ()),
        Box("step", "downhill.2", ("train",), _same, ("softmax",)),
    )
}
"""The boxes by their names, in the order in which the machine is built."""


def defined(sources: Mapping[str, str], known: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """Run the text of the exercises' cells, and return the function that each defines.

    Each cell runs in a space of its own, in which ``np``, ``math`` and the functions of the machine
    are known, the reader's where there are some: a cell may call them. ``check`` does nothing in
    it.

    Parameters
    ----------
    sources : mapping of str
        The text of each cell, by the name of its box.
    known : mapping, optional
        Other names that the cells may use, such as those that a chapter imports.

    Raises
    ------
    ValueError
        If a name is no box's.
    BoxError
        If a cell raises, or does not define its function.
    """
    need_boxes(sources)
    found: dict[str, Any] = {}
    for name in (name for name in BOXES if name in sources):
        file = f"your {name}"
        text = shown(sources[name])
        linecache.cache[file] = (len(text), None, text.splitlines(keepends=True), file)
        space = vars(course) | found | dict(known or {}) | {"__name__": file, "check": _unchecked}
        space.pop(name, None)
        before = space.copy()
        try:
            exec(compile(text, file, "exec"), space)
        except SyntaxError as error:
            raise BoxError(
                name,
                f"SyntaxError: {error.msg}",
                {},
                line=error.lineno,
                source=linecache.getline(file, error.lineno or 0).strip(),
            ) from None
        except Exception as error:
            line = last_line(error, file) or 1
            source = linecache.getline(file, line).strip()
            raise BoxError(name, told(error), {}, line=line, source=source) from error
        if not callable(space.get(name)):
            raise BoxError(name, f"its cell defines no function {name}", {})
        space[OWN] = {one for one, x in space.items() if x is not before.get(one, before)}
        found[name] = space[name]
    return found


OWN = "__own__"
"""In the space of a cell, the names that it has bound itself."""


def _unchecked(*_: Any, **__: Any) -> None:
    """Stand in for ``check``."""


def shown(source: str) -> str:
    """Empty the lines of a cell that only a notebook understands."""
    lines = source.splitlines()
    return "\n".join("" if line.lstrip().startswith(("%", "!")) else line for line in lines)


def need_boxes(given: Iterable[str]) -> None:
    """Refuse a name that is no box's."""
    if unknown := [name for name in given if name not in BOXES]:
        raise ValueError(
            f"functions must be named as boxes are: {', '.join(BOXES)}; got {', '.join(unknown)}"
        )
