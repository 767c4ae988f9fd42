"""What all live figures share on the Python side."""

import base64
import html
import inspect
from collections.abc import Callable, Iterable, Sequence
from graphlib import TopologicalSorter
from typing import Any, ClassVar

import anywidget
import numpy as np
import traitlets as t

from whichbank.figures.kit.bundle import bundle, style_sheet
from whichbank.figures.kit.traits import Trait
from whichbank.plots import Picture


class Figure(anywidget.AnyWidget):
    """A live figure: traits are its only state, and ``name.js`` and ``name.css`` in its
    folder ``name`` draw it.

    A subclass declares its traits (see ``kit.traits``), whose order is that of its parameters, and
    gives ``still`` and ``table``: what the page shows where no script runs. An optional parameter
    that is None counts as left out.

    Where a trait is large and not needed at first, the subclass names it in ``later``. A page of
    the site then leaves it out and loads it when the module first asks for it, or the reader comes
    near. Until then the module gets undefined, and null when it could not be loaded; either way the
    trait's change event tells. In a notebook all traits are there from the start.

    Raises
    ------
    traitlets.TraitError
        If a trait gets what it may not hold, now or later; then the figure stays as it was. It is a
        ValueError too.
    """

    later: tuple[str, ...] = ()
    told: tuple[str, ...] = ("axes",)
    """The traits whose texts a page of the site gives in its own language."""
    slow = False
    """Whether the still picture and the table take seconds, as where they need a training: then a
    notebook, whose reader waits for the live figure, does without.
    """
    anchor = ""
    """The name by which a link finds the figure on its page, if it has one."""
    _own: ClassVar[dict[str, Trait]] = {}
    _order: ClassVar[tuple[str, ...]] = ()
    _made = False

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        if not hasattr(cls, "_esm"):  # adding traits to an instance makes a subclass anew
            name = cls.__module__.rpartition(".")[2]
            cls._esm = bundle(f"{name}/{name}.js")
            cls._css = style_sheet("kit", name)
        if declared := {
            name: trait for name, trait in vars(cls).items() if isinstance(trait, Trait)
        }:
            needs = cls._own | declared
            order = TopologicalSorter(
                {name: sorted(trait.needs) for name, trait in needs.items()}
            ).static_order()
            cls._own, cls._order = needs, tuple(order)
            cls._agreed = t.validate(*needs)(Figure._agree)
            cls.__signature__ = inspect.Signature(
                [trait.parameter(name) for name, trait in needs.items()]
            )

    def __init__(self, *args: Any, **traits: Any) -> None:
        given = inspect.signature(type(self)).bind(*args, **traits).arguments
        state: dict[str, Any] = {}
        for name in self._order:
            trait = self._own[name]
            value = trait.start(state.__getitem__) if given.get(name) is None else given[name]
            state[name] = trait.agree(trait.validate(self, value), state.__getitem__)
        super().__init__(**state)
        self._made = True

    def _agree(self, proposal: Any) -> Any:
        """Return the value of a trait that changes, if all that depends on it agrees."""
        name, value = proposal["trait"].name, proposal["value"]
        if not self._made:
            return value

        def get(other: str) -> Any:
            return value if other == name else getattr(self, other)

        value = self._own[name].agree(value, get)
        for other, trait in self._own.items():
            if name in trait.partners and not trait.follows:
                trait.agree(get(other), get)
        return value

    def _with_traits(self, function: Callable[..., Any]) -> Any:
        """Call a function with the traits that its parameters name, as a default or a check is
        called.
        """
        return function(*(getattr(self, name) for name in inspect.signature(function).parameters))

    def state(self) -> dict[str, Any]:
        """Return the figure's own synced traits by name: all that the front end needs."""
        return {name: getattr(self, name) for name in self._own}

    def still(self) -> Picture | None:
        """Return the figure as a still picture, in its state of this moment; None where there is
        nothing to draw.
        """
        return None

    def table(self) -> tuple[str, Sequence[str], Sequence[Sequence[Any]]]:
        """Return the numbers behind the figure: a caption, the column heads, and the rows."""
        raise NotImplementedError

    def fallback(self) -> str:
        """Return the figure's numbers as an HTML table, for a page where no script runs."""
        caption, heads, rows = self.table()
        head = "".join(f'<th scope="col">{html.escape(str(cell))}</th>' for cell in heads)
        body = "".join(
            f"<tr>{''.join(_cell(i, cell) for i, cell in enumerate(row))}</tr>" for row in rows
        )
        return (
            f'<table class="wb-fallback" translate="no"><caption>{html.escape(caption)}</caption>'
            f"<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
        )

    def _repr_mimebundle_(self, **kwargs: Any) -> tuple[dict[str, Any], dict[str, Any]]:
        """Return the live figure, and what is shown where none can live, as in an export without
        scripts or in a preview: its still picture, or its text as HTML.
        """
        data, metadata = super()._repr_mimebundle_(**kwargs)  # type: ignore[misc]  # it has a view
        if self.slow:
            return data, metadata
        if (still := self.still()) is None:
            return data | {"text/html": self.fallback()}, metadata
        return (
            data | {"image/png": base64.b64encode(still.png()).decode()},
            metadata | {"image/png": {"alt": still.alt}},
        )

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(self._summary())})"

    def _summary(self) -> Iterable[str]:
        """Name the few traits that ``repr`` shows."""
        return (
            f"{name}={value!r}"
            for name, value in self.state().items()
            if isinstance(value, (str, int, float))
        )

    @classmethod
    def own_traits(cls) -> list[str]:
        """Return the names of the synced traits that the figure itself declares, in order."""
        return list(cls._own)


def labeled(names: Iterable[str], *columns: Any) -> list[list[Any]]:
    """Return the rows of a table: each name with its numbers, from arrays of as many rows."""
    return [
        [name, *row]
        for name, row in zip(names, np.column_stack(columns).astype(float).tolist(), strict=True)
    ]


def rounded(numbers: Any) -> list[float]:
    """Return numbers for ``repr``: rounded to two digits, and 0 without a sign."""
    return [round(float(x), 2) + 0.0 for x in numbers]


def _cell(column: int, cell: Any) -> str:
    text = f"{cell:.2f}" if isinstance(cell, float) else str(cell)
    return (
        f'<th scope="row">{html.escape(text)}</th>'
        if column == 0
        else f"<td>{html.escape(text)}</td>"
    )
