"""Which tests and notebooks a change may break, by the names of the files: most of them, and at once."""

import json
import re
import subprocess
from collections.abc import Iterable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
PROJECT = ("tests/test_project.py",)
# A browser, a site or an environment of its own is more than a minute has room for.
SLOW = ("tests/site/test_", "tests/launches/test_on_colab", "tests/launches/test_fork", "tests/launches/test_outside")
LAUNCHES = tuple(f"tests/launches/test_{name}.py" for name in ("on_binder", "played_network", "record", "devcontainer"))
# For files that no test is named after: the first pattern that fits tells the tests.
ELSEWHERE = (
    (r"book/.+\.ipynb", ("tests/book/test_notebooks.py", "tests/book/test_notes_map.py")),
    (r"book/.+\.md", ("tests/book/test_notes_map.py",)),
    (r"teach/src/whichbank_teach/exercises/.+", ("tests/exercises", "tests/book/test_notebooks.py")),
    (r"src/whichbank/quizzes/.+", ("tests/figures/test_quiz.py",)),
    (r"src/whichbank/exercises/answers/.+", ("tests/exercises/test_runs.py",)),
    (r"src/whichbank/([\w/]+)/[^/]+\.(?!py|js|css)\w+", (r"tests/\1", r"tests/test_\1.py")),
    (r"(launches|binder|\.devcontainer)/.+|book/launches\.json", (*LAUNCHES, *PROJECT)),
    (r"[^/]+|(\.github|\.ci|binder|bench)/.+", PROJECT),
)


def changed(root: Path = ROOT) -> list[str]:
    """Return the files that are not as they were last pushed, or as in the last commit if there is no remote."""
    new = _git(root, "ls-files", "--others", "--exclude-standard")
    return sorted({*_git(root, "diff", "--name-only", _base(root)), *new})


def affected(files: Iterable[str], root: Path = ROOT) -> tuple[list[str], list[str]]:
    """Return the tests (without those in a browser) and the notebooks that these files may break.

    A test file is named after what it tests: ``tests/plots/test_plane.py`` after ``src/whichbank/plots/plane.py``, and
    ``tests/kernels/test_attention_errors.py`` after ``src/whichbank/attention.py``. To these come the tests of
    everything in the folder (``test_every_figure.py``) and those that import the module by its name. A notebook of
    which only texts have changed does not run, unless the package has changed too.
    """
    files = list(files)
    tests = {file.relative_to(root).as_posix(): file for file in sorted((root / "tests").rglob("test_*.py"))}
    tests = {name: file for name, file in tests.items() if not name.startswith(SLOW)}
    found: dict[str, None] = {}
    for file in files:
        if file in tests:
            mine = [file]
        elif source := re.fullmatch(r"(?:(?:site|teach)/)?src/(whichbank\w*)/(.+)\.(?:py|js)|tools/(\w+)\.py", file):
            mine = _of_module(source, tests)
        else:
            mine = []
        if not mine:
            mine = [found[0].expand(name) for found in [_elsewhere(file)] if found for name in found[1]]
        found |= dict.fromkeys(name for name in mine if (root / name).exists())
    folders = [name for name in found if not name.endswith(".py")]
    kept = [name for name in found if not any(name.startswith(f"{folder}/") for folder in folders)]
    books = [file for file in files if re.fullmatch(r"book/\d\d_\w+\.ipynb", file) and (root / file).exists()]
    if not any(file.startswith("src/") for file in files):
        books = [file for file in books if _runs_otherwise(root, file)]
    return sorted(kept), sorted(books)


def _base(root: Path) -> str:
    found = _git(root, "merge-base", "HEAD", "@{upstream}") or _git(root, "merge-base", "HEAD", "origin/main")
    return found[0] if found else "HEAD"


def _runs_otherwise(root: Path, file: str) -> bool:
    """Return whether the notebook has other code, other outputs or other settings than before."""
    before = "\n".join(_git(root, "show", f"{_base(root)}:{file}"))
    try:
        return _without_texts(before) != _without_texts((root / file).read_text(encoding="utf-8"))
    except ValueError:  # new, or not a notebook: running it will tell
        return True


def _without_texts(notebook: str) -> dict[str, Any]:
    found = json.loads(notebook)
    return found | {"cells": [cell for cell in found["cells"] if cell["cell_type"] != "markdown"]}


def _of_module(source: re.Match[str], tests: dict[str, Path]) -> list[str]:
    package, path, tool = source.groups()
    parts = ["tools", tool] if tool else [package, *path.split("/")]
    parts = parts[:-1] if parts[-1] == "__init__" else parts
    *folder, stem = parts[1:] or parts
    wings = {"whichbank": "/".join(folder) or "kernels", "whichbank_teach": "teach"}
    place = wings.get(package, "")
    named = re.compile(rf"tests/{f'{place}/' if place else ''}test_({stem}(_\w+)?|every_\w+)\.py")
    dotted = re.escape(".".join(parts))
    imported = re.compile(rf"^ *(from {dotted} import|import {dotted}\b)", re.MULTILINE)
    if len(parts) > 1:
        parent, last = re.escape(".".join(parts[:-1])), re.escape(parts[-1])
        imported = re.compile(rf"{imported.pattern}|^ *from {parent} import .*\b{last}\b", re.MULTILINE)
    return [
        name
        for name, file in tests.items()
        if named.fullmatch(name) or imported.search(file.read_text(encoding="utf-8"))
    ]


def _elsewhere(file: str) -> tuple[re.Match[str], tuple[str, ...]] | None:
    matches = ((re.fullmatch(pattern, file), names) for pattern, names in ELSEWHERE)
    return next(((match, names) for match, names in matches if match), None)


def _git(root: Path, *command: str) -> list[str]:
    done = subprocess.run(["git", *command], cwd=root, capture_output=True, encoding="utf-8", check=False)
    return done.stdout.splitlines() if done.returncode == 0 else []
