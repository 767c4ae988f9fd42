"""Which code cells of a chapter Python on a page can run, and which libraries the others need.

A cell is read, not run. It needs a library that it imports, that a function of the course imports
where it is called, or that gave a name which the cell reads: in the chapter's cell of imports, or
in an earlier cell that cannot run.
"""

import ast
import builtins
import json
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from importlib.machinery import ModuleSpec
from pathlib import Path
from typing import Any

import whichbank

LIGHT = {
    "numpy",
    "array_api_compat",
    "lazy_loader",
    "whichbank",
    "whichbank_site",
    *sys.stdlib_module_names,
}
# need a library at their import, or only to draw
APART = {"figures", "plots", "experiments", "pretrained"}
_Import = ast.Import | ast.ImportFrom
_Made = ast.FunctionDef | ast.ClassDef


def given(imports: str) -> dict[str, str]:
    """Return the names that a cell of imports gives, each with the library that it lacks, or an
    empty text.

    Another process imports them, one in which there are only the light libraries.
    """
    command = [sys.executable, "-m", __name__]
    done = subprocess.run(command, input=imports, capture_output=True, text=True, check=True)
    return json.loads(done.stdout)  # type: ignore[no-any-return]


def needs(cells: Iterable[str], names: dict[str, str]) -> list[set[str]]:
    """Return the libraries that each cell needs, none for one that can run, given what ``given``
    tells.

    Examples
    --------
    >>> cells = ["net = torch.zeros(2)", "a = np.zeros(2)", "print(a, net)", "net = 3", "import gensim.models"]
    >>> needs(cells, {"torch": "torch", "np": ""})
    [{'torch'}, set(), {'torch'}, set(), {'gensim'}]
    """
    lacking = {name: {library} for name, library in names.items() if library}
    found = []
    for source in cells:
        reads, binds, changes, libraries = used(source)
        found.append(libraries.union(*(lacking.get(name, ()) for name in reads)))
        if found[-1]:
            lacking |= dict.fromkeys(binds | changes - set(names), found[-1])
        else:
            lacking = {name: why for name, why in lacking.items() if name not in binds}
    return found


def used(source: str) -> tuple[set[str], set[str], set[str], set[str]]:
    """Return the names that a cell reads, those that it binds, those whose objects it may change,
    and its libraries.

    Examples
    --------
    >>> [sorted(names) for names in used("total = 0\\nfor x in row:\\n    total += f(x)\\nfig.row = total")]
    [['f', 'fig', 'row'], ['total', 'x'], ['fig'], []]
    """
    tree = ast.parse(source)
    every = _bound(tree)
    reads: set[str] = set()
    before: set[str] = set()
    for part in tree.body:
        binds = _bound(part)
        at_once = isinstance(part, ast.Assign | ast.AugAssign | ast.AnnAssign)
        known = every if isinstance(part, _Made) else before if at_once else before | binds
        reads |= _read(part) - known
        before |= binds
    nodes = list(ast.walk(tree))
    mentioned = {getattr(node, "id", getattr(node, "attr", "")) for node in nodes}
    libraries = _libraries(tree) | {
        library for name, library in heavy().items() if name in mentioned
    }
    changes = {name for node in nodes for name in _changed(node)} - every
    return reads, every, changes, libraries


@cache
def heavy() -> dict[str, str]:
    """Return the course's functions and methods that import a library where they are called, each
    with the library.
    """
    found: dict[str, str] = {}
    package = Path(whichbank.__file__).parent
    for path in sorted(package.rglob("*.py")):
        if path.relative_to(package).parts[0] in APART or path.name.startswith("_"):
            continue
        tree = ast.parse(path.read_text(encoding="utf-8"))
        classes = [
            one
            for one in tree.body
            if isinstance(one, ast.ClassDef) and not one.name.startswith("_")
        ]
        parts = [*tree.body, *(part for one in classes for part in one.body)]
        functions = [one for one in parts if isinstance(one, ast.FunctionDef)]
        here = {one.name: min(_libraries(one)) for one in functions if _libraries(one)}
        for one in functions:  # what calls one of them
            called = [name for name in here if name in _read(one)]
            here |= {one.name: here[called[0]]} if called else {}
        found |= {name: library for name, library in here.items() if not name.startswith("_")}
    return found


def _libraries(tree: ast.AST) -> set[str]:
    modules: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            modules |= {one.name for one in node.names}
        elif isinstance(node, ast.ImportFrom) and not node.level:
            modules.add(node.module or "")
    return {name.partition(".")[0] for name in modules} - LIGHT


def _bound(part: ast.AST) -> set[str]:
    """Return the names that a part binds outside its functions and classes."""
    if isinstance(part, _Made):
        return {part.name}
    if isinstance(part, _Import):
        return {(one.asname or one.name).partition(".")[0] for one in part.names}
    if isinstance(part, ast.Lambda | ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp):
        return set()
    inner = set().union(*map(_bound, ast.iter_child_nodes(part)))
    if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store):
        inner.add(part.id)
    return inner | ({part.name} if isinstance(part, ast.ExceptHandler) and part.name else set())


def _read(part: ast.AST) -> set[str]:
    """Return the names that a part reads, without those that its own functions and comprehensions
    bind.
    """
    own: set[str] = set()
    if isinstance(part, ast.FunctionDef | ast.Lambda):
        arguments = part.args
        given = [
            *arguments.posonlyargs,
            *arguments.args,
            *arguments.kwonlyargs,
            arguments.vararg,
            arguments.kwarg,
        ]
        own = {one.arg for one in given if one}
    if isinstance(part, ast.FunctionDef):
        own |= set().union(*map(_bound, part.body))
    if isinstance(part, ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp):
        own = set().union(*(_bound(one.target) for one in part.generators))
    inner = set().union(*map(_read, ast.iter_child_nodes(part)))
    if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Load):
        inner.add(part.id)
    if isinstance(part, ast.AugAssign):  # reads what it binds
        inner |= _bound(part.target)
    return inner - own - set(dir(builtins))


def _changed(node: ast.AST) -> Iterator[str]:
    """Name what an assignment to a part of it changes, or one of its methods may."""
    assigned = isinstance(node, ast.Subscript | ast.Attribute) and isinstance(node.ctx, ast.Store)
    inner = node if assigned else node.func if isinstance(node, ast.Call) else None
    if not isinstance(inner, ast.Subscript | ast.Attribute):
        return
    part: ast.expr = inner
    while isinstance(part, ast.Subscript | ast.Attribute):
        part = part.value
    if isinstance(part, ast.Name):
        yield part.id


class _OnlyLight:
    """Refuse every library that the page's Python does not have."""

    def find_spec(self, name: str, *_: Any) -> ModuleSpec | None:
        first = name.partition(".")[0]
        if first not in LIGHT and not first.startswith(
            "_sysconfigdata"
        ):  # the standard library's, named by the machine
            raise ModuleNotFoundError(f"No module named {first!r}", name=first)
        return None


def _answer() -> None:
    sys.meta_path.insert(0, _OnlyLight())  # type: ignore[arg-type]
    from whichbank_site.in_page import imported

    names, missing = imported(sys.stdin.read())
    libraries = {name: re.findall(r"'(\w+)", why)[0] for name, why in missing.items()}
    print(json.dumps(dict.fromkeys(names, "") | libraries))


if __name__ == "__main__":
    _answer()
