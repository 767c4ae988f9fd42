"""What all live figures share on the Python side."""

import html
import re
import sys
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import anywidget
import numpy as np
import traitlets as t

from whichbank.plots import Picture

HERE = Path(__file__).parent
_IMPORT = re.compile(r'^import \{[^}]*\} from "\./(\w+)\.js";\n', re.MULTILINE)


@cache
def joined_source(name: str, folder: Path = HERE) -> str:
    """Return a module with the shared sources it imports written into it.

    A notebook's front end takes one module without relative imports, and so does a page of the site.

    Parameters
    ----------
    name : str
        The module's name without ``.js``.
    folder : Path, optional
        Where it lies, and what it imports.

    Returns
    -------
    str
        JavaScript source; each shared source stands in it once.
    """
    seen: list[str] = []

    def visit(module: str) -> str:
        source = (folder / f"{module}.js").read_text(encoding="utf-8")
        parts = []
        for shared in _IMPORT.findall(source):
            if shared not in seen:
                seen.append(shared)
                parts.append(re.sub(r"^export (?!default)", "", visit(shared), flags=re.MULTILINE))
        return "".join(parts) + _IMPORT.sub("", source)

    return visit(name)


class Figure(anywidget.AnyWidget):
    """A live figure: traits are its only state, and ``name.js`` beside ``name.py`` draws it.

    A subclass names its synced traits, checks them, and gives ``still`` and ``table``: what the page shows where no
    script runs.

    Where a trait is large and not needed at first, the subclass names it in ``later``. A page of the site then leaves
    it out and loads it when the module first asks for it, or the reader comes near. Until then the module gets
    undefined, and null when it could not be loaded; either way the trait's change event tells. In a notebook all traits
    are there from the start.
    """

    later: tuple[str, ...] = ()

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        if not hasattr(cls, "_esm"):  # adding traits to an instance makes a subclass anew
            name = Path(str(sys.modules[cls.__module__].__file__)).stem
            cls._esm = joined_source(name)
            cls._css = (HERE / "figures.css").read_text(encoding="utf-8")

    def state(self) -> dict[str, Any]:
        """Return the figure's own synced traits by name: all that the front end needs."""
        return {name: getattr(self, name) for name in self.own_traits()}

    def still(self) -> Picture | None:
        """Return the figure as a still picture, in its state of this moment; None where there is nothing to draw."""
        return None

    def table(self) -> tuple[str, Sequence[str], Sequence[Sequence[Any]]]:
        """Return the numbers behind the figure: a caption, the column heads, and the rows."""
        raise NotImplementedError

    def fallback(self) -> str:
        """Return the figure's numbers as an HTML table, for a page where no script runs."""
        caption, heads, rows = self.table()
        head = "".join(f'<th scope="col">{html.escape(str(cell))}</th>' for cell in heads)
        body = "".join(f"<tr>{''.join(_cell(i, cell) for i, cell in enumerate(row))}</tr>" for row in rows)
        return (
            f'<table class="wb-fallback"><caption>{html.escape(caption)}</caption>'
            f"<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
        )

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(self._summary())})"

    def _summary(self) -> Iterable[str]:
        """Name the few traits that ``repr`` shows."""
        return (f"{name}={value!r}" for name, value in self.state().items() if isinstance(value, (str, int, float)))

    @classmethod
    def own_traits(cls) -> list[str]:
        """Return the names of the synced traits that the figure itself declares, in order."""
        inherited = set(anywidget.AnyWidget.class_trait_names())
        return [n for n in cls.class_trait_names(sync=True) if n not in inherited and not n.startswith("_")]


class Table(t.TraitType):
    """A synced trait that takes any table of finite numbers and keeps it as a list of rows."""

    info_text = "a table of finite numbers"

    def validate(self, obj: Any, value: Any) -> list[list[float]]:
        """Return the rows as lists of floats; raise TraitError for anything but a 2-D table of finite numbers."""
        return as_rows(self.name, value)


def as_rows(name: str | None, value: Any) -> list[list[float]]:
    """Return a table's rows as lists of floats; raise TraitError for anything but a 2-D table of finite numbers."""
    try:
        numbers = np.asarray(value, dtype=float)
    except (TypeError, ValueError):
        raise t.TraitError(f"{name} must be a table of numbers; got {value!r}") from None
    if numbers.ndim != 2:
        raise t.TraitError(f"{name} must have rows and columns; got shape {numbers.shape}")
    if not np.isfinite(numbers).all():
        raise t.TraitError(f"{name} must hold finite numbers; got {numbers.tolist()}")
    return numbers.tolist()


def need_shape(name: str, rows: list[list[float]], shape: tuple[int, int]) -> list[list[float]]:
    """Return rows if they have this shape, else raise TraitError with what came."""
    got = np.shape(rows)
    if got != shape:
        raise t.TraitError(f"{name} must have the shape {shape}; got {got}")
    return rows


def _cell(column: int, cell: Any) -> str:
    text = f"{cell:.2f}" if isinstance(cell, float) else str(cell)
    return f'<th scope="row">{html.escape(text)}</th>' if column == 0 else f"<td>{html.escape(text)}</td>"
