"""What Pyodide's worker calls: run a reader's code as a notebook's cell, and check it. It needs NumPy and whichbank."""

import ast
import builtins
import contextlib
import io
import linecache
import time
import traceback
from collections.abc import Callable, Iterator
from typing import Any, NoReturn

from whichbank.exercises import check, guidance
from whichbank.exercises.report import seen
from whichbank.exercises.table import load

NAME = "your code"
MOST = 10_000  # characters that are shown of what a run prints
PAUSE = 0.05  # seconds between two messages to the page
LAUNCH = "Open the notebook for what needs more than NumPy and the course's light modules."


class Printed(io.TextIOBase):
    """Pass the first characters on, a few times a second, and count the rest."""

    def __init__(self, say: Callable[[str], object]) -> None:
        self.say, self.kept, self.room, self.left_out, self.last = say, "", MOST, 0, time.monotonic()

    def writable(self) -> bool:
        return True

    def write(self, text: str) -> int:
        shown = text[: self.room]
        self.room -= len(shown)
        self.left_out += len(text) - len(shown)
        self.kept += shown
        if shown and time.monotonic() - self.last > PAUSE:
            self.flush()
        return len(text)

    def flush(self) -> None:
        if self.kept:
            self.say(self.kept)
        self.kept, self.last = "", time.monotonic()

    def end(self) -> None:
        """Say what is left, and how much is not shown."""
        self.kept += f"\n({self.left_out:,} more characters are not shown.)\n" if self.left_out else ""
        self.flush()


@contextlib.contextmanager
def printing(say: Callable[[str], object]) -> Iterator[None]:
    """Show what is printed, and refuse ``input()``."""
    asked, builtins.input = builtins.input, _refuse
    printed = Printed(say)
    try:
        with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(printed):
            yield
    finally:
        builtins.input = asked
        printed.end()


def _refuse(*_: object) -> NoReturn:
    raise RuntimeError("input() cannot ask for anything here: write the value into the code")


def attempt(exercise: str, source: str, imports: str, say: Callable[[str], object]) -> dict[str, Any]:
    """Run the cell of an exercise, and check what it defines: the report, or the error that came before it."""
    with printing(say):
        error, answer = defined(exercise, source, imports)
        if error:
            return {"error": error}
        report = check(exercise, answer)
    return {"ok": report.ok, "status": report.status, "report": report.message, "places": places(exercise)}


def places(exercise: str) -> list[tuple[str, str]]:
    """Return the lines of a report that name a section of the book, each with that section's address."""
    entry = load(exercise)
    return [(line, address) for name, (address, _) in entry.shown.items() for line in seen(entry, name)]


def hints(exercise: str, source: str, imports: str) -> list[str]:
    """Return three steps from what a cell defines towards the right answer."""
    with printing(lambda _: None):
        return list(guidance(exercise, defined(exercise, source, imports)[1]))


def defined(exercise: str, source: str, imports: str) -> tuple[str, object]:
    """Return a cell's error, or nothing, and the answer that it defines.

    The cell's own call of ``check`` only names the answer, so that the check runs once, also where that line is gone.
    """
    entry = load(exercise)
    named: dict[str, object] = {}
    after: dict[str, Any] = {}
    names, missing = imported(imports)

    def note(number: str, answer: object, *, case: int | None = None) -> object:
        if case is not None:
            return check(number, answer, case=case)
        named[number] = answer
        return None

    error = execute(source, names | {"check": note}, after, missing)
    return error, named.get(exercise, after.get(entry.name))


def imported(source: str) -> tuple[dict[str, Any], dict[str, str]]:
    """Import what a chapter's cell of imports does, name by name; return the names, and why others are missing."""
    names: dict[str, Any] = {}
    missing: dict[str, str] = {}
    for node in ast.walk(ast.parse("\n".join(line for line in source.splitlines() if not line.startswith("%")))):
        if not isinstance(node, ast.Import | ast.ImportFrom):
            continue
        for one in node.names:
            alone = (
                ast.Import([one]) if isinstance(node, ast.Import) else ast.ImportFrom(node.module, [one], node.level)
            )
            code = compile(ast.fix_missing_locations(ast.Module([alone], [])), "imports", "exec")
            try:
                exec(code, names)
            except ImportError as error:
                missing[one.asname or one.name] = str(error)
    names.pop("__builtins__", None)
    return names, missing


def execute(source: str, names: dict[str, Any], after: dict[str, Any], missing: dict[str, str]) -> str:
    """Run a cell with these names, show what its last expression is, and return its error as text, or nothing.

    The names that there are in the end go into ``after``.
    """
    linecache.cache[NAME] = (len(source), None, source.splitlines(keepends=True), NAME)
    space = {"__name__": "__main__"} | names
    try:
        tree = ast.parse(source, NAME)
        last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
        exec(compile(tree, NAME, "exec"), space)
        if isinstance(last, ast.Expr):
            value = eval(compile(ast.Expression(last.value), NAME, "eval"), space)
            if value is not None:
                print(repr(value))
    except SystemExit:
        return "Your code ends the program (SystemExit). Here it must go on to its last line."
    except BaseException as error:
        whole = traceback.TracebackException.from_exception(error)
        whole.stack = traceback.StackSummary.from_list([frame for frame in whole.stack if frame.filename == NAME])
        told = "".join(whole.format()).replace(f'File "{NAME}", line', f"In {NAME}, line").rstrip()
        name = getattr(error, "name", None)
        if isinstance(error, NameError) and name in missing:
            return f"{told}\n{missing[name]}. {LAUNCH}"
        return f"{told}\n{LAUNCH}" if isinstance(error, ModuleNotFoundError) else told
    finally:
        after |= space
    return ""
