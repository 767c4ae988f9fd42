"""Many cases of one assertion are one test, which names each case that fails."""

import inspect
import re
from collections.abc import Callable, Iterable
from typing import Any

import pytest


def for_each(names: str, cases: Iterable[Any], parts: int = 1) -> Callable[..., Any]:
    """Run a test with each case, as ``pytest.mark.parametrize`` does, but as one item.

    To collect, set up and report an item takes longer than most assertions. A case that fails is
    told by its number and values, and the others run all the same. They share the fixtures. Several
    of these on one test give each combination; ``parts`` deals the cases out to so many items,
    which cores can share.
    """
    known = re.findall(r"\w+", names)
    rows = [dict(zip(known, case if known[1:] else [case], strict=True)) for case in cases]

    def decorate(test: Callable[..., None]) -> Callable[..., None]:
        function, below = getattr(test, "collected", (test, [{}]))
        every = [one | other for one in rows for other in below]

        def run(subtests: pytest.Subtests, part: int = 0, **fixtures: Any) -> None:
            for i, row in list(enumerate(every))[part::parts]:
                with subtests.test(f"{i}: {' '.join(map(told, row.values()))}"):
                    function(**fixtures, **row)

        given = [
            parameter
            for name, parameter in inspect.signature(function).parameters.items()
            if name not in every[0]
        ]
        own = list(inspect.signature(run).parameters.values())[: 1 + (parts > 1)]
        run.__signature__ = inspect.Signature(
            [one.replace(kind=one.KEYWORD_ONLY, default=one.empty) for one in (*own, *given)]
        )
        run.__name__, run.__doc__, run.__module__ = test.__name__, test.__doc__, test.__module__
        run.__wrapped__, run.collected = function, (function, every)
        run.pytestmark = getattr(test, "pytestmark", [])
        return pytest.mark.parametrize("part", range(parts))(run) if parts > 1 else run

    return decorate


def told(value: Any) -> str:
    """Name a value in the message of its case."""
    names = (getattr(value, name, "") for name in ("id", "__name__", "stem"))
    name = str(next((name for name in names if isinstance(name, str) and name), value))
    return name[:60].encode("utf-8", "backslashreplace").decode()  # processes exchange no others
