"""What a cell's code defines, read and never run."""

import ast
import re
from collections.abc import Iterator
from functools import lru_cache

from whichbank.former import former

from .reading import parsed

NOT_PYTHON = re.compile(r"^%%(?!time\b|timeit\b|capture\b|prun\b)\w+")
_MAGIC = re.compile(r"^([ \t]*)(?:[%!?][^\n]*|[\w.]+\?{1,2}[ \t]*)$", re.MULTILINE)
_SHELL = re.compile(r"^([ \t]*)(\w[\w, .]*=[ \t]*)[%!][^\n]*$", re.MULTILINE)
LONGEST = 30_000  # characters of a cell beyond which only its lines are looked at


@lru_cache(maxsize=512)
def tree(source: str) -> ast.Module | None:
    """Return the syntax tree of a cell without its magics; None where it has none."""
    if NOT_PYTHON.match(source.lstrip()):
        return ast.Module([], [])
    if len(source) > LONGEST:
        return None
    found = parsed(source)
    if found is None and re.search("[%!?]", source):
        plain = _MAGIC.sub(r"\1pass", source)
        found = parsed(_SHELL.sub(r"\1\2None", plain))
    try:
        ast.dump(found or ast.Module([], []))
    except RecursionError:  # nested more deeply than anybody writes
        return None
    return found


@lru_cache(maxsize=512)
def essence(source: str) -> str:
    """Return what is the same for two cells that differ in blanks and comments alone."""
    found = tree(source)
    return ast.dump(found) if found is not None and found.body else "".join(source.split())


@lru_cache(maxsize=512)
def binding(source: str, name: str) -> str | None:
    """Return the last statement at the top of a cell that gives a name its value; None where no
    statement does.

    Comments, blanks and the way of quoting do not matter.
    """
    if name not in source:
        return None
    found = tree(source)
    if found is None:
        return _binding_in_broken(source, name)
    last = None
    for node in _statements(found.body):
        if name in _names(node):
            last = node
    return None if last is None else ast.dump(last)


def _statements(body: list[ast.stmt]) -> Iterator[ast.stmt]:
    """All statements outside of functions and classes."""
    waiting = list(reversed(body))
    while waiting:
        node = waiting.pop()
        yield node
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            inner: list[ast.stmt] = []
            for child in ast.iter_child_nodes(node):
                if isinstance(child, ast.stmt):
                    inner.append(child)
                elif isinstance(child, ast.ExceptHandler | ast.match_case):
                    inner += child.body
            waiting += reversed(inner)


def _names(node: ast.stmt) -> set[str]:
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        return {node.name}
    if isinstance(node, ast.Import | ast.ImportFrom):
        return {alias.asname or alias.name.split(".")[0] for alias in node.names}
    targets: list[ast.expr] = []
    if isinstance(node, ast.Assign):
        targets = node.targets
    elif isinstance(node, ast.AugAssign | ast.For) or (
        isinstance(node, ast.AnnAssign) and node.value is not None
    ):
        targets = [node.target]
    elif isinstance(node, ast.Expr) and isinstance(node.value, ast.NamedExpr):
        targets = [node.value.target]
    elif isinstance(node, ast.With):
        targets = [item.optional_vars for item in node.items if item.optional_vars is not None]
    return {
        leaf.id for target in targets for leaf in ast.walk(target) if isinstance(leaf, ast.Name)
    }


def _binding_in_broken(source: str, name: str) -> str | None:
    """The same for code that Python cannot read: the name at the start of a line, and all that
    follows.
    """
    word = re.escape(name)
    found = [
        *re.finditer(
            rf"^(?:async +)?(?:def|class) +{word}\b|^{word} *(?::[^=\n]*)?=(?!=)",
            source,
            re.MULTILINE,
        )
    ]
    return "".join(source[found[-1].start() :].split()) if found else None


def checked_as(source: str, exercise: str) -> str | None:
    """Return what a cell hands to ``check`` for an exercise: the text of the last such call's
    second argument.
    """
    names = (exercise, former(exercise), former(exercise).lstrip("0"))
    if "check" not in source or not any(name in source for name in names):
        return None
    found = tree(source)
    if found is None:
        named = "|".join(map(re.escape, names))
        calls = re.findall(rf"\bcheck\(\s*[\"'](?:{named})[\"']\s*,\s*(\w+)\s*\)", source)
        return calls[-1] if calls else None
    last = None
    for node in ast.walk(found):
        if not isinstance(node, ast.Call) or not node.args:
            continue
        called = (
            node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        )
        first = node.args[0]
        if called == "check" and isinstance(first, ast.Constant) and first.value in names:
            answer = node.args[1:2] or [
                word.value for word in node.keywords if word.arg == "answer"
            ]
            last = ast.unparse(answer[0]) if answer else last
    return last


def same(a: str, b: str) -> bool:
    """Whether two cells are the same but for blanks and comments."""
    return "".join(a.split()) == "".join(b.split()) or essence(a) == essence(b)
