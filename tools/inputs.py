"""What the run of a notebook depends on: what it imports of the package, read from the source, the
files that these modules and the chapter's name stand for, and the packages that are installed with
it. A change elsewhere in the house runs no notebook again.
"""

import ast
import functools
import hashlib
import json
import platform
import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

PACKAGE = "whichbank"
# what a notebook runs in, besides what the package asks for
KERNEL = {"ipykernel", "ipython", "nbclient", "traitlets"}
BY_CHAPTER = ("quizzes", "predictions", "exercises/answers")
NOT_RUN = (".py", ".pyi", ".js", ".css", ".ts", ".typed")


def digest(notebook: Path, root: Path) -> str:
    """Return the digest of all that a notebook's run depends on besides its own text."""
    total = hashlib.sha256(_machine(root).encode())
    for path in sorted(files(notebook, root)):
        total.update(path.relative_to(root).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return total.hexdigest()


def files(notebook: Path, root: Path) -> set[Path]:
    """Return the files of the package that a notebook's cells read, as far as imports and names
    tell.
    """
    source = root / "src"
    cells = json.loads(notebook.read_text(encoding="utf-8"))["cells"]
    texts = ("".join(cell["source"]) for cell in cells if cell["cell_type"] == "code")
    code = [re.sub(r"^\s*[%!].*$", "pass", text, flags=re.MULTILINE) for text in texts]
    found: set[Path] = set()
    asked = [named for text in code for named in _imports(text, "")]
    todo = [path for named in asked for path in _modules(*named, source)]
    while todo:
        path = todo.pop()
        if path in found:
            continue
        found |= {path, *_data(path)}
        text = path.read_text(encoding="utf-8")
        package = path.parent.relative_to(source).as_posix().replace("/", ".")
        todo += [other for named in _imports(text, package) for other in _modules(*named, source)]
    own = (source / PACKAGE / folder for folder in BY_CHAPTER)
    return found | {path for folder in own for path in folder.glob(f"{notebook.stem}.*")}


@functools.cache
def _imports(code: str, package: str) -> list[tuple[str, str]]:
    """Return each module of the package that code imports anywhere, with the name taken from it."""
    found = []
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.Import):
            found += [(alias.name, "") for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            parts = package.split(".")
            above = parts[: len(parts) - node.level + 1] if node.level else []
            module = ".".join([*above, *([node.module] if node.module else [])])
            found += [(module, alias.name) for alias in node.names]
    return [(module, name) for module, name in found if module.split(".")[0] == PACKAGE]


def _modules(module: str, name: str, source: Path) -> Iterator[Path]:
    """Return the files behind a name that is taken from a module: of a package the one that has
    it.
    """
    place = source / module.replace(".", "/")
    if not place.is_dir():
        yield place.with_suffix(".py")
        return
    yield place / "__init__.py"
    inner = place / f"{name}.py", place / name / "__init__.py"
    stub = place / "__init__.pyi"
    defined = re.compile(rf"^class {re.escape(name)}\b", re.MULTILINE)
    if there := [path for path in inner if name and path.exists()]:
        yield from there
    elif stub.exists():
        for one, other in _imports(stub.read_text(encoding="utf-8"), module):
            if other == name:
                yield from _modules(one, other, source)
    elif not defined.search((place / "__init__.py").read_text(encoding="utf-8")):
        rooms = place.glob("*/__init__.py")
        yield from (path for path in rooms if defined.search(path.read_text(encoding="utf-8")))


def _data(module: Path) -> Iterator[Path]:
    """Return the files that a module may read: those beside it, and records that it names or that
    have its name.
    """
    text = module.read_text(encoding="utf-8")
    for path in module.parent.iterdir():
        if path.is_file() and path.suffix not in NOT_RUN:
            yield path
    for path in module.parent.glob("records/*"):
        if path.stem == module.stem or path.name in text:
            yield path


@functools.cache
def _machine(root: Path) -> str:
    asked = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    names = {re.match(r"[\w-]+", need)[0] for need in asked["dependencies"]} | KERNEL  # type: ignore[index]
    pins = (root / "requirements.txt").read_text(encoding="utf-8").splitlines()
    kept = [pin for pin in pins if pin.partition("==")[0] in names]
    return repr((platform.python_version(), sys.platform, platform.machine(), kept))
