"""A plugin of pytest: what nbval executes goes into the cache that the book is built from, and is
not executed twice.

``python -m pytest --nbval -p tools.nbval_cache book``. nbval compares the outputs of a cell and
forgets them. This plugin listens to the same messages of the kernel, and nbclient, which the book's
own builder executes notebooks with, makes outputs and widgets' state of them. A notebook is kept
only if each of its cells passed.
"""

import copy
import functools
import hashlib
import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionComplete
from nbval.plugin import IPyNbCell, IPyNbFile

from tools import inputs
from tools.book import CACHE, ROOT
from tools.execution import open_cache, store


class Run:
    """One notebook as it is executed, cell by cell."""

    def __init__(self, file: IPyNbFile) -> None:
        self.notebook = copy.deepcopy(file.nb)
        self.client = NotebookClient(self.notebook, record_timing=False)
        self.cells = [
            (at, cell) for at, cell in enumerate(self.notebook.cells) if cell.cell_type == "code"
        ]
        self.passed = 0
        self.start = time.monotonic()
        for _, cell in self.cells:
            cell.outputs = []

    def take(self, number: int, messages: list[dict[str, Any]]) -> bool:
        """Make outputs of the kernel's messages about this cell; return whether the notebook is
        complete.
        """
        at, cell = self.cells[number]
        self.client.clear_before_next_output = False
        # nbval stops at the message that ends the cell
        asked = messages[-1]["parent_header"].get("msg_id")
        try:
            for message in messages:
                if message["parent_header"].get("msg_id") == asked:
                    self.client.process_message(message, cell, at)
        except CellExecutionComplete:
            pass
        self.passed += 1
        return self.passed == len(self.cells)


def pytest_configure(config: pytest.Config) -> None:
    """Make the cache's tables before several processes write to it."""
    open_cache(CACHE)


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    """Leave out a notebook that has passed as it is, with all that it depends on; CI does not."""
    if collection_path.suffix != ".ipynb" or "CI" in os.environ:
        return None
    try:
        record = open_cache(CACHE).match_cache_notebook(
            nbformat.read(collection_path, as_version=4)
        )
    except KeyError:
        return None
    now = (inputs.digest(collection_path, ROOT), passed(collection_path))
    return True if now == (record.data.get("digest"), record.data.get("passed")) else None


def passed(notebook: Path) -> str:
    """Return the digest by which a notebook that has passed is known."""
    return hashlib.sha256(notebook.read_bytes()).hexdigest()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Iterator[None]:
    """Listen while a cell runs; store the notebook when its last cell has passed."""
    if not isinstance(item, IPyNbCell):
        return (yield)
    file = item.parent
    if "run" not in vars(file):
        file.run = Run(file)
        # A kernel counts only cells that it remembers, and a traceback tells the count.
        file.kernel.kc.execute = functools.partial(_execute, file.kernel.kc.execute)
    messages: list[dict[str, Any]] = []

    def listen(*args: Any, **options: Any) -> dict[str, Any]:
        messages.append(IPyNbFile.get_kernel_message(file, *args, **options))
        return messages[-1]

    file.get_kernel_message = listen
    yield  # a cell that fails raises here
    if file.run.take(item.cell_num, messages):
        file.run.client.set_widgets_metadata()
        about = file.kernel.kc.kernel_info(reply=True, timeout=60)
        file.run.notebook.metadata["language_info"] = about["content"]["language_info"]
        seconds = time.monotonic() - file.run.start
        store(open_cache(CACHE), file.run.notebook, file.path, seconds, passed=passed(file.path))


def _execute(execute: Callable[..., str], code: str, **options: Any) -> str:
    return execute(code, **options | {"store_history": True})
