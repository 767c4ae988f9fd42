"""A notebook's cell as plain Python: magics dropped, the last value shown.

IPython would do more: it writes files, starts shells, and takes longer to import than most work
takes to run.
"""

import ast
import inspect
import linecache
import re
import sys
import traceback
import types
import warnings
from collections.abc import Iterator
from importlib.machinery import ModuleSpec
from typing import Any

from whichbank.exercises import Report

FILE = "<cell "
SERVICES = (
    "google.colab",
    "kaggle_secrets",
    "kaggle_datasets",
    "piplite",
    "micropip",
    "jupyterlite",
)
PYTHON = {"time", "timeit", "capture", "prun"}
"""Cell magics whose cell is Python code all the same."""
AUTOMATIC = re.compile(r"(pip|conda|mamba|cd|ls|mkdir|cp|mv|rm|cat|load_ext|matplotlib)\s+\S")
ASSIGNED = re.compile(r"(\s*[\w.,\[\] ]+?=\s*)([%!])(.*)")
DEFINITIONS = (
    ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Import, ast.ImportFrom, ast.Assign, ast.AnnAssign,
)  # fmt: skip
FLAGS = ast.PyCF_ONLY_AST | ast.PyCF_ALLOW_TOP_LEVEL_AWAIT


class Shell:
    """What ``get_ipython()`` gives: an object whose every method does nothing."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return lambda *given, **named: None

    def __repr__(self) -> str:
        return "<no IPython while grading>"


class Nothing(types.ModuleType):
    """Stands in for what a notebook service has and a box has not: whatever is asked of it, it
    does nothing.
    """

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return self

    def __call__(self, *given: Any, **named: Any) -> "Nothing":
        return self

    def __iter__(self) -> Iterator[Any]:
        return iter(())

    def __await__(self) -> Iterator[Any]:
        return iter(())


class Services:
    """Finds modules that notebook services bring along, where they are missing."""

    @staticmethod
    def find_spec(name: str, *rest: Any) -> ModuleSpec | None:
        """Find a stand-in for a module of a service."""
        known = name == "google" or name.startswith(SERVICES)
        return ModuleSpec(name, Services, is_package=True) if known else None  # type: ignore[arg-type]

    @staticmethod
    def create_module(spec: ModuleSpec) -> types.ModuleType:
        """Make one."""
        return Nothing(spec.name)

    @staticmethod
    def exec_module(module: types.ModuleType) -> None:
        """Do nothing."""


def display(*objects: Any, **options: Any) -> None:
    """Show objects as text."""
    for thing in objects:
        print(repr(thing))


def _no_input(prompt: object = "") -> str:
    raise EOFError("input() has nobody to ask while grading")


def _leave(code: object = None) -> None:
    raise SystemExit(code)


def namespace() -> dict[str, Any]:
    """Make the namespace of a notebook, as the module ``__main__``."""
    module = types.ModuleType("__main__")
    sys.modules["__main__"] = module
    given = {
        "display": display,
        "get_ipython": Shell,
        "exit": _leave,
        "quit": _leave,
        "input": _no_input,
    }
    vars(module).update(given, __builtins__=__builtins__)
    return vars(module)


def parse(source: str, number: int) -> ast.Module:
    """Parse a cell; lines that only IPython understands are dropped where the parser stumbles over
    them.

    Raises SyntaxError or ValueError if it is no Python without them either.
    """
    file = f"{FILE}{number}>"
    source = _without_cell_magic(source.removeprefix("\ufeff"))
    lines = source.split("\n")
    for _ in range(len(lines) + 1):
        text = "\n".join(lines)
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                tree = compile(text, file, "exec", FLAGS, dont_inherit=True)
            break
        except SyntaxError as error:
            place = (error.lineno or 0) - 1
            if not 0 <= place < len(lines) or not _drop(lines, place):
                linecache.cache[file] = (len(text), None, text.splitlines(keepends=True), file)
                raise
    linecache.cache[file] = (len(text), None, text.splitlines(keepends=True), file)
    return tree


def _without_cell_magic(source: str) -> str:
    bare = source.lstrip()
    if not bare.startswith("%%"):
        return source
    first, _, rest = bare.partition("\n")
    name, _, arguments = first[2:].partition(" ")
    if name in PYTHON:
        # the lines keep their numbers
        return "\n" * (source.count("\n", 0, source.index("%%")) + 1) + rest
    if name in ("writefile", "file") and arguments.strip():
        path = arguments.split()[-1]
        return f"with open({path!r}, 'w') as _file:\n    _file.write({rest!r})"
    return ""


def _drop(lines: list[str], place: int) -> bool:
    """Take what only IPython understands out of one line; say whether there was such a thing."""
    line = lines[place]
    bare = line.strip()
    indent = line[: len(line) - len(line.lstrip())]
    if assigned := ASSIGNED.fullmatch(line):
        target, sign, rest = assigned.groups()
        statement = re.match(r"time\s+(.+)", rest) if sign == "%" else None
        lines[place] = target + (statement[1] if statement else "None" if sign == "%" else "[]")
    elif statement := re.fullmatch(r"%(?:time|prun)\s+(.+)", bare):
        lines[place] = indent + statement[1]
    elif bare.startswith(("%", "!", "?")) or bare.endswith("?") or AUTOMATIC.match(bare):
        # the command goes on in the next line
        while lines[place].rstrip().endswith("\\") and place + 1 < len(lines):
            lines[place] = indent + "pass"
            place += 1
        lines[place] = indent + "pass"
    else:
        return False
    return True


def definitions(tree: ast.Module) -> ast.Module:
    """Keep imports, definitions and assignments of a cell: what the cells below need, without its
    calls.
    """
    return ast.Module([node for node in tree.body if isinstance(node, DEFINITIONS)], [])


class Runner:
    """Runs parsed cells in one namespace."""

    def __init__(self, names: dict[str, Any]) -> None:
        self.names = names
        self.loop: Any = None

    def run(self, tree: ast.Module, number: int) -> None:
        """Run a cell and show the value of its last line."""
        file = f"{FILE}{number}>"
        last: Any = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
        self._value(tree, file, "exec")
        if last is not None:
            value = self._value(ast.Expression(last.value), file, "eval")
            if value is not None and not isinstance(value, Report):
                display(value)

    def _value(self, tree: ast.Module | ast.Expression, file: str, mode: str) -> Any:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", SyntaxWarning)
            code = compile(tree, file, mode, ast.PyCF_ALLOW_TOP_LEVEL_AWAIT, dont_inherit=True)
        value = eval(code, self.names)
        if code.co_flags & inspect.CO_COROUTINE:
            import asyncio

            self.loop = self.loop or asyncio.new_event_loop()
            value = self.loop.run_until_complete(value)
        return value


def told(error: BaseException) -> tuple[str, str]:
    """Write an error: its last line, and what a notebook shows of it, from the student's own lines
    on.
    """
    try:
        trace = error.__traceback__
        while trace is not None and not trace.tb_frame.f_code.co_filename.startswith(FILE):
            trace = trace.tb_next
        lines = traceback.format_exception(
            type(error), error.with_traceback(trace), trace, limit=-8
        )
        return "".join(traceback.format_exception_only(error)).strip().split("\n")[-1][
            :300
        ], "".join(lines)[-4000:]
    except BaseException:  # an error whose own text raises
        return type(error).__name__, type(error).__name__
