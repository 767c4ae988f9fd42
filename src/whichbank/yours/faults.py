"""What goes wrong in a box, and in which line."""

import inspect
import linecache
from typing import Any

Shape = tuple[int, ...]


class BoxError(Exception):
    """A box has raised, or gave what the machine cannot use.

    Attributes
    ----------
    box : str
        Its name.
    reason : str
        What happened, such as "ValueError: operands could not be broadcast" or "it gave the shape
        (3, 4)".
    given : dict
        The shape of each input, by its name; () for a number.
    wanted, got : tuple of int or None
        The shape that must come out, and the one that did, where one did.
    line : int or None
        The line, counted from 1, in the text in which the function was defined.
    source : str
        That line.
    """

    def __init__(
        self,
        box: str,
        reason: str,
        given: dict[str, Shape],
        wanted: Shape | None = None,
        got: Shape | None = None,
        line: int | None = None,
        source: str = "",
    ) -> None:
        self.box, self.reason, self.given, self.wanted = box, reason, given, wanted
        self.got, self.line, self.source = got, line, source
        inputs = ", ".join(f"{name} {shape}" for name, shape in given.items())
        lines = [f"{box}: {reason}"]
        lines += [f"It was given {inputs}."] if given else []
        lines += [f"It must give the shape {wanted}."] if wanted is not None else []
        lines += [f"Line {line}: {source}" if source else f"Line {line}."] if line else []
        super().__init__("\n".join(lines))


def told(error: BaseException) -> str:
    """Return the kind of an error and the first line of what it tells."""
    text = str(error).strip().split("\n")[0]
    return f"{type(error).__name__}: {text}" if text else type(error).__name__


def last_line(error: BaseException, file: str) -> int | None:
    """Return the last line of a file that an error came through."""
    line, trace = None, error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == file:
            line = trace.tb_lineno
        trace = trace.tb_next
    return line


def where(function: Any, error: BaseException | None = None) -> tuple[int | None, str]:
    """Return the line of a function that raised, or else its only return, or its first line."""
    routine = function if inspect.isroutine(function) else type(function).__call__
    code = getattr(inspect.unwrap(routine), "__code__", None)
    if code is None:
        return None, ""
    line = last_line(error, code.co_filename) if error else None
    if line is None:
        returns = {
            number
            for _, _, number in code.co_lines()
            if number and linecache.getline(code.co_filename, number).lstrip().startswith("return")
        }
        line = returns.pop() if len(returns) == 1 else code.co_firstlineno
    return line, linecache.getline(code.co_filename, line).strip()
