"""Which tests and notebooks a change may break, by the names of the files: most of them, and at
once.

pytest-testmon would tell the tests by coverage. It needs a traced run of everything first, which
took a third more of the processor's time than the tests alone; and it knows nothing of notebooks,
nor of what tests read: tables, answers.
"""

import re
import subprocess
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PROJECT = "tests/test_project.py"
# A browser, a site or an environment of its own is more than a minute has room for.
SLOW = (
    "tests/site/test_",
    "tests/launches/test_fork",
    "tests/launches/test_outside",
)
# For files that no test is named after: the first pattern that fits tells the tests.
ELSEWHERE = (
    (r"book/.+\.ipynb", ("tests/book/test_notebooks.py", "tests/book/test_notes_map.py")),
    (r"book/.+\.md", ("tests/book/test_notes_map.py",)),
    (
        r"authoring/src/whichbank_authoring/.+",
        ("tests/exercises", "tests/book/test_notebooks.py"),
    ),
    (r"src/whichbank/exercises/.+", ("tests/exercises",)),
    (r"src/whichbank/quizzes/.+", ("tests/figures/test_quiz.py",)),
    (r"src/whichbank/([\w/]+)/[^/]+\.(?!py|js|css)\w+", (r"tests/\1",)),
    (r"(launches|binder|\.devcontainer)/.+|book/launches\.json", ("tests/launches", PROJECT)),
    (r"[^/]+|(\.github|\.ci|bench)/.+", (PROJECT,)),
)


def changed(root: Path = ROOT) -> list[str]:
    """Return the files that are not as they were last pushed, or as in the last commit if there is
    no remote.
    """
    found = _git(root, "merge-base", "HEAD", "@{upstream}") or _git(
        root, "merge-base", "HEAD", "origin/main"
    )
    new = _git(root, "ls-files", "--others", "--exclude-standard")
    return sorted({*_git(root, "diff", "--name-only", found[0] if found else "HEAD"), *new})


def affected(files: Iterable[str], root: Path = ROOT) -> tuple[list[str], list[str]]:
    """Return the tests (without those in a browser) and the notebooks that these files may break.

    A test file is named after what it tests: ``tests/kernels/test_masks.py`` after
    ``src/whichbank/masks.py``, and ``tests/kernels/test_attention_errors.py`` after
    ``src/whichbank/attention.py``. A module may have those of its folder, ``test_mixing.py``. To
    these come the tests of everything in a folder (``test_every_figure.py``) and those that import
    the module by its name.
    """
    files = list(files)
    tests = {
        file.relative_to(root).as_posix(): file
        for folder in ("tests", "teach/tests")
        for file in sorted((root / folder).rglob("test_*.py"))
    }
    tests = {
        name: file.read_text(encoding="utf-8")
        for name, file in tests.items()
        if not name.startswith(SLOW)
    }
    found: set[str] = set()
    for file in files:
        mine = [file] if file in tests else []
        if source := re.fullmatch(
            r"(?:(?:site/|teach/)?src/)?(\w+(?:/\w+)*?)(?:/__init__)?\.(?:py|js|css)", file
        ):
            mine += _of_module(source[1].split("/"), tests)
        for pattern, names in ELSEWHERE:
            if not mine and (match := re.fullmatch(pattern, file)):
                mine = [name for name in map(match.expand, names) if (root / name).exists()]
        found |= {
            test for name in mine for test in tests if test == name or test.startswith(f"{name}/")
        }
    notebooks = [
        file for file in files if re.fullmatch(r"book/\w+\.ipynb", file) and (root / file).exists()
    ]
    return sorted(found), sorted(notebooks)


def _of_module(parts: list[str], tests: dict[str, str]) -> list[str]:
    *package, stem = parts
    inner, folders = "|".join([stem.lstrip("_"), *package[-1:]]), "|".join(package)
    named = re.compile(rf".*/test_({inner})(_\w+)?\.py|tests/({folders})/test_every_\w+\.py")
    dotted, above = re.escape(".".join(parts)), re.escape(".".join(package))
    imported = re.compile(
        rf"(?m)^ *(from {dotted} import|import {dotted}\b|from {above} import .*\b{stem}\b)"
    )
    return [name for name, text in tests.items() if named.fullmatch(name) or imported.search(text)]


def _git(root: Path, *command: str) -> list[str]:
    done = subprocess.run(
        ["git", *command], cwd=root, capture_output=True, encoding="utf-8", check=False
    )
    return done.stdout.splitlines() if done.returncode == 0 else []
