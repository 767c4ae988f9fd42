"""Jupyter Book as a copy of a process that has imported it once: its start takes longer than to
build a small book.
"""

import os
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from multiprocessing import get_context
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any

IMPORTED = [
    "furo",
    "jupyter_book.cli.main",
    "jupyter_book.sphinx",
    "myst_nb.sphinx_ext",
    "sphinx.builders.epub3",
    "sphinx.builders.linkcheck",
    "sphinx.builders.texinfo",
    "sphinx.domains.cpp",
    "sphinx.domains.python",
    "sphinxcontrib.bibtex",
    "tools.book",
    "whichbank_site.pages.assets",
    "whichbank_site.pages.card",
]
# elsewhere each imports for itself
CONTEXT = get_context("forkserver" if sys.platform == "linux" else "spawn")
CONTEXT.set_forkserver_preload(IMPORTED)


def jupyter_book(
    command: Sequence[str], *, cwd: Path, env: Mapping[str, str] = os.environ, **_: Any
) -> CompletedProcess[str]:
    """Do what ``subprocess.run`` does with this command of Jupyter Book; all that it says is in
    ``stdout``.
    """
    return call(_jupyter_book, list(command), cwd=cwd, env=env)


def call(
    function: Callable[..., None], *arguments: Any, cwd: Path, env: Mapping[str, str] = os.environ
) -> CompletedProcess[str]:
    """Call a function in such a copy, in this folder, with these variables; return how it ended and
    what it printed.
    """
    with tempfile.TemporaryDirectory() as folder:
        printed = Path(folder) / "printed"
        printed.touch()
        process = CONTEXT.Process(
            target=_copy, args=(str(printed), str(cwd), dict(env), function, arguments)
        )
        process.start()
        process.join()
        return CompletedProcess(
            function.__name__, process.exitcode, printed.read_text(encoding="utf-8"), ""
        )


def _copy(
    printed: str,
    cwd: str,
    env: dict[str, str],
    function: Callable[..., None],
    arguments: Sequence[Any],
) -> None:
    out = os.open(printed, os.O_WRONLY | os.O_APPEND)
    os.dup2(out, 1)
    os.dup2(out, 2)
    os.chdir(cwd)
    os.environ.clear()
    os.environ.update(env)
    function(*arguments)


def _jupyter_book(command: list[str]) -> None:
    from jupyter_book.cli.main import main

    sys.argv = command
    main()
