"""What Pyodide's worker calls: run code as a notebook's cells, and check an answer. It needs NumPy
and whichbank.
"""

import ast
import builtins
import contextlib
import io
import linecache
import pprint
import re
import time
import traceback
from collections.abc import Callable, Iterable, Iterator
from typing import Any, NoReturn

from whichbank.exercises import check, guidance
from whichbank.exercises.limits import SECONDS, TimeUpError, timed
from whichbank.exercises.report import seen
from whichbank.exercises.table import load
from whichbank.exercises.words import TEXTS, tr
from whichbank.misconceptions import of

NAME = "your code"
MOST = 10_000  # characters that are shown of what a run prints
PAUSE = 0.05  # seconds between two messages to the page
COMMAND = re.compile(r"\s*(\w+\s*=\s*)?[%!?]|\s*[\w.]+\?+\s*$")


def launch() -> str:
    """What helps where the page lacks something."""
    return tr("Open the notebook for what needs more than NumPy and the course's light modules.")


def speak(texts: Iterable[tuple[str, str]]) -> None:
    """Let checks speak another language: for each English text, what is said in its place."""
    TEXTS.update(texts)


class Printed(io.TextIOBase):
    """Pass the first characters on, a few times a second, and count the rest."""

    def __init__(self, say: Callable[[str], object]) -> None:
        self.say, self.kept, self.room, self.left_out, self.last = (
            say,
            "",
            MOST,
            0,
            time.monotonic(),
        )

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
        self.kept += (
            f"\n{tr('({n} more characters are not shown.)', n=f'{self.left_out:,}')}\n"
            if self.left_out
            else ""
        )
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
    raise RuntimeError(tr("input() cannot ask for anything here: write the value into the code"))


def attempt(
    exercise: str, source: str, imports: str, say: Callable[[str], object]
) -> dict[str, Any]:
    """Run the cell of an exercise, and check what it defines: the report, or the error that came
    before it.
    """
    with printing(say):
        error, answer = defined(exercise, source, imports)
        if error:
            return {"error": error}
        report = check(exercise, answer)
    thoughts = behind(exercise, report.mistakes)
    told = "\n".join([report.message, *(line for line, _ in thoughts)])
    lacks = report.status == "raised" and "ModuleNotFoundError" in report.message
    return {
        "ok": report.ok,
        "status": report.status,
        "report": f"{told}\n{launch()}" if lacks else told,
        "places": [*places(exercise), *thoughts],
    }


def behind(exercise: str, mistakes: tuple[str, ...]) -> list[tuple[str, str]]:
    """Return a line for the misconception behind each of these mistakes, with its address."""
    found = dict.fromkeys(one for name in mistakes if (one := of("exercises", exercise, name)))
    return [
        (
            tr("The thought behind it: {thought}.", thought=tr(one.title)),
            f"misconceptions.html#{one.id}",
        )
        for one in found
    ]


def places(exercise: str) -> list[tuple[str, str]]:
    """Return the lines of a report that name a section of the book, each with that section's
    address.
    """
    entry = load(exercise)
    return [
        (line, address) for name, (address, _) in entry.shown.items() for line in seen(entry, name)
    ]


def hints(exercise: str, source: str, imports: str) -> list[str]:
    """Return three steps from what a cell defines towards the right answer."""
    with printing(lambda _: None):
        return list(guidance(exercise, defined(exercise, source, imports)[1]))


def defined(exercise: str, source: str, imports: str) -> tuple[str, object]:
    """Return a cell's error, or nothing, and the answer that it defines.

    The cell's own call of ``check`` only names the answer, so that the check runs once, also where
    that line is gone.
    """
    entry = load(exercise)
    named: dict[str, object] = {}
    names, missing = imported(imports)

    def note(number: str, answer: object, *, case: int | None = None) -> object:
        if case is not None:
            return check(number, answer, case=case)
        named[number] = answer
        return None

    space = names | {"check": note}
    with timed():
        error, _ = execute(source, space, missing)
    return error, named.get(exercise, space.get(entry.name))


class Chapter:
    """The code cells of a page, run in one space of names from the first on."""

    def __init__(self) -> None:
        self.ran: list[str] = []
        self.space: dict[str, Any] = {}
        self.missing: dict[str, str] = {}

    def run(
        self,
        imports: str,
        sources: Iterable[str],
        say: Callable[[str], object],
        begin: Callable[[int], object],
    ) -> dict[str, Any]:
        """Run the cells up to the last one, and show what that one prints: its picture in words, or
        an error and where.

        They go on from what has run, if that is the same text; otherwise they start again in an
        empty space, so that the result is always that of these texts from top to bottom.
        """
        cells = list(sources)
        if len(self.ran) >= len(cells) or self.ran != cells[: len(self.ran)]:
            self.ran = []
        if not self.ran:
            self.space, self.missing = imported(imports)
        value: object = None
        for at in range(len(self.ran), len(cells)):
            begin(at)
            with printing(say if at == len(cells) - 1 else lambda _: None):
                error, value = execute(cells[at], self.space, self.missing, f"cell {at + 1}")
            if error:
                self.ran = []
                return {"error": error, "at": at}
            self.ran.append(cells[at])
        return {"error": "", "picture": getattr(value, "alt", "")}


chapter = Chapter()


def imported(source: str) -> tuple[dict[str, Any], dict[str, str]]:
    """Import what a chapter's cell of imports does, name by name; return the names, and why others
    are missing.
    """
    names: dict[str, Any] = {}
    missing: dict[str, str] = {}
    for node in ast.walk(
        ast.parse("\n".join(line for line in source.splitlines() if not line.startswith("%")))
    ):
        if not isinstance(node, ast.Import | ast.ImportFrom):
            continue
        for one in node.names:
            alone = (
                ast.Import([one])
                if isinstance(node, ast.Import)
                else ast.ImportFrom(node.module, [one], node.level)
            )
            code = compile(ast.fix_missing_locations(ast.Module([alone], [])), "imports", "exec")
            try:
                exec(code, names)
            except ImportError as error:
                missing[one.asname or one.name] = str(error)
    names.pop("__builtins__", None)
    return names, missing


def execute(
    source: str, space: dict[str, Any], missing: dict[str, str], name: str = NAME
) -> tuple[str, object]:
    """Run a cell in this space of names; return its error as text, or an empty one, and what its
    last expression is.

    The value is printed, unless it is a picture, which has a text in its place.
    """
    linecache.cache[name] = (len(source), None, source.splitlines(keepends=True), name)
    _OWN.add(name)
    space["__name__"] = "__main__"
    value = None
    try:
        tree = ast.parse(source, name)
        last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
        exec(compile(tree, name, "exec"), space)
        if isinstance(last, ast.Expr):
            value = eval(compile(ast.Expression(last.value), name, "eval"), space)
            if value is not None and not hasattr(value, "alt"):
                print(
                    repr(value)
                    if isinstance(value, str)
                    else pprint.pformat(value, sort_dicts=False)
                )
    except SystemExit:
        text = tr("Your code ends the program (SystemExit). Here it must go on to its last line.")
        return text, None
    except BaseException as error:
        return _told(error, missing), None
    return "", value


_OWN: set[str] = set()  # what the reader's cells are called in a traceback


def _told(error: BaseException, missing: dict[str, str]) -> str:
    """Return a traceback of the reader's own lines, and what would help if a library is missing."""
    whole = traceback.TracebackException.from_exception(error)
    whole.stack = traceback.StackSummary.from_list(
        [frame for frame in whole.stack if frame.filename in _OWN]
    )
    told = re.sub(
        rf'File "({NAME}|cell \d+)", line', r"In \1, line", "".join(whole.format())
    ).rstrip()
    if isinstance(error, TimeUpError):
        late = tr("This had not ended after {n} seconds.", n=f"{SECONDS:g}")
        return f"{told}\n{late} {tr('Is there a loop that never ends?')}"
    if isinstance(error, SyntaxError) and COMMAND.match(error.text or ""):
        command = tr("%, ! and ? make a line a command to a notebook, not Python.")
        return f"{told}\n{command} {launch()}"
    name = getattr(error, "name", None)
    if isinstance(error, NameError) and name in missing:
        return f"{told}\n{missing[name]}. {launch()}"
    return f"{told}\n{launch()}" if isinstance(error, ModuleNotFoundError) else told
