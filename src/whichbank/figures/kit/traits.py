"""What the traits of a figure may hold, declared once: checked when the figure is made and when one
of them changes.

A trait that must agree with others names them: ``Index("words")`` is a place in ``words``,
``Table(("words", 2))`` has a row for each word. When one of the named traits changes, what depends
on it is checked again. A default, a size or a check may also be a function: it is called with the
traits that its parameters name.
"""

import inspect
import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sized
from contextlib import contextmanager
from functools import cache, cached_property
from itertools import pairwise
from numbers import Real
from typing import Any

import numpy as np
import traitlets as t

from whichbank._packing import unpack

Get = Callable[[str], Any]
"""Returns what the trait of a name holds, or will hold if the change is accepted."""
Amount = float | str | Callable[..., float] | None
"""A number; the name of a trait that holds it, or as many entries; or a function of some traits."""


class Refused(t.TraitError, ValueError):
    """A trait may not hold this: the message names the trait, the rule and what came."""


class Trait(t.TraitType):
    """A trait that Python and the front end share.

    Parameters
    ----------
    default : any, optional
        What the trait holds where nothing is given. Without a default it must be given.
    depends : sequence, optional
        Amounts that a subclass compares with: the traits that they name are needed first.
    check : function, optional
        A rule of this trait alone: gets the value and the traits that its further parameters name,
        and returns the value to keep, or raises ValueError with a text that starts with "must".
    follows : bool, default False
        Whether the figure itself changes this trait when it no longer agrees with others; so they
        may change.
    """

    def __init__(
        self,
        default: Any = t.Undefined,
        *,
        depends: Iterable[Any] = (),
        check: Any = None,
        follows: bool = False,
    ) -> None:
        super().__init__()
        self.tag(sync=True)
        self.first, self.depends, self.check, self.follows = default, tuple(depends), check, follows

    @cached_property
    def partners(self) -> set[str]:
        """The traits that this one must agree with: when one of them changes, this one is checked
        again.
        """
        names = {part for part in self.depends if isinstance(part, str)}
        functions = [part for part in self.depends if callable(part)]
        return names.union(
            *map(_parameters, functions), _parameters(self.check)[1:] if self.check else []
        )

    @cached_property
    def needs(self) -> set[str]:
        """The traits that must be known before this one."""
        return self.partners.union(_parameters(self.first) if callable(self.first) else [])

    def take(self, value: Any) -> Any:
        """Return a value as the figure keeps it; raise ValueError if it is of another kind."""
        return value

    def fit(self, value: Any, get: Get) -> Any:
        """Return a value that agrees with the other traits; raise ValueError if it does not."""
        return value

    def validate(self, obj: Any, value: Any) -> Any:
        """Return a value as the figure keeps it: traitlets asks for this first."""
        with _naming(self.name):
            return self.take(value)

    def agree(self, value: Any, get: Get) -> Any:
        """Return a value that agrees with the other traits and passes the check; raise Refused if
        it does not.
        """
        with _naming(self.name):
            value = self.fit(value, get)
            return (
                self.check(value, *map(get, _parameters(self.check)[1:])) if self.check else value
            )

    def start(self, get: Get) -> Any:
        """Return what the trait holds where nothing is given; None if something must be."""
        if callable(self.first):
            return _call(self.first, get)
        return None if self.first is t.Undefined else self.first

    def parameter(self, name: str) -> inspect.Parameter:
        """Return the parameter of the figure that gives this trait."""
        default = (
            inspect.Parameter.empty
            if self.first is t.Undefined
            else None
            if callable(self.first)
            else self.first
        )
        return inspect.Parameter(name, inspect.Parameter.POSITIONAL_OR_KEYWORD, default=default)


class Flag(Trait):
    """True or False."""

    def take(self, value: Any) -> bool:
        if not isinstance(value, (bool, np.bool_)):
            raise ValueError(f"must be True or False; got {value!r}")
        return bool(value)


class Text(Trait):
    """A text."""

    def take(self, value: Any) -> str:
        if not isinstance(value, str):
            raise ValueError(f"must be a text; got {value!r}")
        return str(value)


class Number(Trait):
    """A finite number between two bounds, which count as inside; above 0 where it must be
    positive.
    """

    kind = "a finite number"

    def __init__(
        self,
        default: Any = t.Undefined,
        low: Amount = None,
        high: Amount = None,
        positive: bool = False,
        **rest: Any,
    ) -> None:
        super().__init__(default, depends=(low, high), **rest)
        self.positive = positive

    def take(self, value: Any) -> float:
        if isinstance(value, bool) or not isinstance(value, Real) or not math.isfinite(value):
            raise ValueError(f"must be {self.kind}; got {value!r}")
        return float(value)

    def fit(self, value: float, get: Get) -> float:
        low, high = (_amount(bound, get) for bound in self.depends)
        _between(value, low, high)
        if self.positive and value <= 0:
            raise ValueError(f"must be positive; got {value}")
        return value


class Whole(Number):
    """A whole number between two bounds, which count as inside."""

    kind = "a whole number"

    def take(self, value: Any) -> int:
        if (number := super().take(value)) % 1:
            raise ValueError(f"must be {self.kind}; got {value!r}")
        return int(number)


class Index(Whole):
    """A place in another trait, or below a number: from ``low``, which is 0 as a rule."""

    def __init__(self, of: Amount, default: Any = 0, low: int = 0, **rest: Any) -> None:
        super().__init__(default, low, of, **rest)

    def fit(self, value: Any, get: Get) -> int:
        low, size = (_amount(bound, get) for bound in self.depends)
        _between(value, low, size - 1)
        return value


class Choice(Trait):
    """One of some options, of the entries of another trait, or of what a function lists; the first
    if not given.
    """

    def __init__(self, options: Any, default: Any = None, **rest: Any) -> None:
        named = isinstance(options, str) or callable(options)
        super().__init__(default, depends=[options] if named else [], **rest)
        self.options = options if named else list(options)

    def _listed(self, get: Get) -> list[Any]:
        if callable(self.options):
            return _call(self.options, get)
        return get(self.options) if isinstance(self.options, str) else self.options

    def start(self, get: Get) -> Any:
        return self._listed(get)[0] if self.first is None else super().start(get)

    def fit(self, value: Any, get: Get) -> Any:
        options = self._listed(get)
        for option in options:
            numbers = isinstance(option, Real) and isinstance(value, Real)
            if option == value or (numbers and abs(option - value) < 1e-6):
                return option
        raise ValueError(f"must be one of {', '.join(map(_written, options))}; got {value!r}")


class List(Trait):
    """A list whose entries are all of one kind.

    Its length may be given, or the least that it may be; ``rising`` and ``distinct`` compare its
    entries.
    """

    def __init__(
        self, item: Trait, default: Any = t.Undefined, *, length: Amount = None, least: int = 0, rising: bool = False,
        distinct: bool = False, **rest: Any,
    ) -> None:  # fmt: skip
        super().__init__(default, depends=(length, *item.depends), **rest)
        self.item, self.length, self.least, self.rising, self.distinct = (
            item,
            length,
            least,
            rising,
            distinct,
        )

    def take(self, value: Any) -> list[Any]:
        if isinstance(value, (str, Mapping)) or not isinstance(value, Iterable):
            raise ValueError(f"must be a list; got {value!r}")
        return [_at(i, self.item.take, entry) for i, entry in enumerate(value)]

    def fit(self, value: list[Any], get: Get) -> list[Any]:
        if self.length is not None and len(value) != (wanted := _amount(self.length, get)):
            each = f", one for each of {self.length}" if isinstance(self.length, str) else ""
            raise ValueError(f"must have {wanted} entries{each}; got {len(value)}")
        if len(value) < self.least:
            entries = "1 entry" if self.least == 1 else f"{self.least} entries"
            raise ValueError(f"must have at least {entries}; got {value}")
        if self.rising and not all(a < b for a, b in pairwise(value)):
            raise ValueError(f"must rise; got {value}")
        if self.distinct and len(set(value)) < len(value):
            raise ValueError(f"must be different from each other; got {value}")
        return [_at(i, self.item.fit, entry, get) for i, entry in enumerate(value)]


class Named(Trait):
    """Values of one kind by name, kept in the order of their names."""

    def __init__(self, item: Trait, default: Any = t.Undefined, **rest: Any) -> None:
        super().__init__(default, depends=item.depends, **rest)
        self.item = item

    def take(self, value: Any) -> dict[str, Any]:
        if not isinstance(value, Mapping) or not all(isinstance(name, str) for name in value):
            raise ValueError(f"must be a mapping with names; got {value!r}")
        return {name: _at(name, self.item.take, value[name]) for name in sorted(value)}

    def fit(self, value: dict[str, Any], get: Get) -> dict[str, Any]:
        return {name: _at(name, self.item.fit, entry, get) for name, entry in value.items()}


class Table(Trait):
    """A table of finite numbers, kept as a list of rows; its shape may have any number of axes.

    The length of each axis is a number, the name of a trait with as many entries, what a function
    says, or None for any. ``low`` and ``high`` bound the numbers, ``within`` does on both sides of
    0.
    """

    def __init__(
        self, shape: Iterable[Amount] = (None, None), default: Any = t.Undefined, *, low: float | None = None,
        high: float | None = None, within: float | str | None = None, positive: bool = False, **rest: Any,
    ) -> None:  # fmt: skip
        self.shape = tuple(shape)
        super().__init__(default, depends=(*self.shape, within), **rest)
        self.low, self.high, self.within, self.positive = low, high, within, positive

    def take(self, value: Any) -> list[Any]:
        try:
            numbers = np.asarray(value, dtype=float)
        except (TypeError, ValueError):
            raise ValueError(f"must be a table of numbers; got {value!r}") from None
        if numbers.ndim != len(self.shape):
            axes = "rows and columns" if len(self.shape) == 2 else f"{len(self.shape)} axes"
            raise ValueError(f"must have {axes}; got shape {numbers.shape}")
        if not np.isfinite(numbers).all():
            raise ValueError(f"must hold finite numbers; got {numbers.tolist()}")
        return numbers.tolist()

    def fit(self, value: list[Any], get: Get) -> list[Any]:
        numbers = np.array(value)
        wanted = tuple(
            n if axis is None else _amount(axis, get)
            for n, axis in zip(numbers.shape, self.shape, strict=False)
        )
        if numbers.shape != wanted:
            raise ValueError(f"must have the shape {wanted}; got {numbers.shape}")
        low, high = self.low, self.high
        if self.within is not None:
            low, high = -_amount(self.within, get), _amount(self.within, get)
        for number in [float(numbers.min()), float(numbers.max())] if numbers.size else []:
            _between(number, low, high, "hold numbers")
            if self.positive and number <= 0:
                raise ValueError(f"must hold positive numbers; got {number:g}")
        return value


class Packed(List):
    """Attention weights as ``pack`` writes them, a text for each of some shapes."""

    def __init__(
        self,
        shapes: Callable[..., list[tuple[int, ...]]],
        default: Any = t.Undefined,
        *,
        length: str,
    ) -> None:
        super().__init__(Text(), default, length=length)
        self.depends += (shapes,)
        self.shapes = shapes

    def fit(self, value: list[str], get: Get) -> list[str]:
        super().fit(value, get)
        for i, (text, shape) in enumerate(zip(value, _call(self.shapes, get), strict=True)):
            try:
                unpack(text, shape)
            except ValueError as error:
                raise ValueError(f"[{i}]: {error}") from None
        return value


@contextmanager
def _naming(name: str | None) -> Iterator[None]:
    """Put the trait's name before what is wrong; a message that is complete already stays as it
    is.
    """
    try:
        yield
    except Refused:
        raise
    except ValueError as error:
        raise Refused(_joined(name, error)) from None


def _at(place: int | str, function: Callable[..., Any], *args: Any) -> Any:
    """Call a function, and put the entry's place before what is wrong with it."""
    try:
        return function(*args)
    except ValueError as error:
        raise ValueError(_joined(f"[{place!r}]", error)) from None


def _joined(where: str | None, error: ValueError) -> str:
    return f"{where}{'' if str(error)[0] in '[:' else ' '}{error}"


def _between(number: float, low: float | None, high: float | None, what: str = "be") -> None:
    """Raise ValueError if a number is out of bounds."""
    if (low is None or number >= low) and (high is None or number <= high):
        return
    between = f"between {_written(low)} and {_written(high)}"
    rule = (
        f"at least {_written(low)}"
        if high is None
        else f"at most {_written(high)}"
        if low is None
        else between
    )
    raise ValueError(f"must {what} {rule}; got {_written(number)}")


def _amount(given: Amount, get: Get) -> Any:
    if callable(given):
        return _call(given, get)
    held = get(given) if isinstance(given, str) else given
    return len(held) if isinstance(held, Sized) else held


def _call(function: Callable[..., Any], get: Get) -> Any:
    return function(*map(get, _parameters(function)))


@cache
def _parameters(function: Callable[..., Any]) -> list[str]:
    return list(inspect.signature(function).parameters)


def _written(value: Any) -> str:
    return f"{value:g}" if isinstance(value, float) else str(value)
