"""One connection to nbgrader's gradebook for a whole class, in place of nine for each student."""

import contextlib
from collections.abc import Iterator
from functools import cache
from typing import Any


@contextlib.contextmanager
def one_engine() -> Iterator[None]:
    """Let all gradebooks that nbgrader opens share one engine, and look for their tables and their course once.

    It opens nine for each student. Each would connect, compile the same SQL and ask for every table anew.
    """
    from nbgrader import api

    gradebook, create = api.Gradebook, api.Base.metadata.create_all
    engine, look, course = api.create_engine, api.inspect, gradebook.check_course
    made: list[Any] = []
    known: set[tuple[Any, str]] = set()

    @cache
    def kept(*given: Any, **named: Any) -> Any:
        one = engine(*given, **named)
        made.append((one, one.dispose))
        one.dispose = lambda *rest, **more: None  # a gradebook that closes leaves the others their connection
        return one

    def once(self: Any, course_id: str = "default_course", **named: Any) -> Any:
        if (self.engine, course_id) in known:
            return None  # nbgrader does not use it
        found = course(self, course_id, **named)
        known.add((self.engine, course_id))
        return found

    api.create_engine, api.Base.metadata.create_all = kept, cache(create)
    api.inspect, gradebook.check_course = cache(look), once
    try:
        yield
    finally:
        api.create_engine, api.inspect, gradebook.check_course = engine, look, course
        del api.Base.metadata.create_all  # the method of its class is back
        for one, dispose in made:
            del one.dispose
            dispose()
