"""The loop of writing is short: a build with nothing to do ends at once, one after a changed word
within seconds.

The limits are for an idle processor, so the tests run alone (the stage ``speed`` of
``tools/check.py``). Where other programs want it too, a limit is as many times wider as they
stretch a plain loop right after the build.
"""

import json
import pickle
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest
from built import ROOT

from tools.book import READ_BY_PAGES

NOTHING, WORD = 5.0, 20.0  # seconds
TRIES = 4  # what another program takes of the machine is no fault of the build's
CHAPTER = "mixing"


@pytest.fixture(scope="module")
def checkout(tmp_path_factory) -> Path:
    """A copy of what pages are made of, and of what the last build has left."""
    if not (ROOT / "_build" / "html" / "index.html").exists():
        pytest.fail(
            "The site is not built: run `make book` (or `python -m tools.book build`) first."
        )
    copy = tmp_path_factory.mktemp("checkout")
    for name in {*READ_BY_PAGES, "tools", "_build"} - {
        name for name in READ_BY_PAGES if name.startswith("tools/")
    }:
        (copy / name).parent.mkdir(exist_ok=True)
        if (ROOT / name).is_dir():
            shutil.copytree(
                ROOT / name, copy / name, ignore=shutil.ignore_patterns("__pycache__", "*.egg-info")
            )
        else:
            shutil.copy2(ROOT / name, copy / name)
    git = subprocess.run(
        ["git", "rev-parse", "--absolute-git-dir"], cwd=ROOT, capture_output=True, text=True
    )
    if git.returncode == 0:
        (copy / ".git").write_text(f"gitdir: {git.stdout.strip()}\n")
    # Sphinx would read all pages of a book that has moved.
    kept = copy / "_build" / ".doctrees" / "environment.pickle"
    environment = pickle.loads(kept.read_bytes())
    environment.srcdir = type(environment.srcdir)(copy)
    environment.config.external_toc_path = str(copy / "_toc.yml")
    kept.write_bytes(pickle.dumps(environment))
    return copy


def build(checkout: Path) -> tuple[float, str]:
    """Build as ``make site`` does before it serves; return the seconds, and what was said."""
    start = time.monotonic()
    command = [sys.executable, "-m", "tools.book", "build"]
    done = subprocess.run(command, cwd=checkout, capture_output=True, text=True, timeout=900)
    assert done.returncode == 0, done.stdout + done.stderr
    return time.monotonic() - start, done.stdout


def stretched(seconds: float) -> float:
    """Return how long these seconds of a processor's time take just now; on an idle machine they
    are what they are.
    """
    wall, own = time.monotonic(), time.process_time()
    while time.process_time() - own < 1:
        pass
    return max(1.0, time.monotonic() - wall) * seconds


def change(checkout: Path, word: str) -> None:
    """Put this word in the place of another, in a paragraph of the chapter."""
    path = checkout / "book" / f"{CHAPTER}.ipynb"
    notebook = json.loads(path.read_text(encoding="utf-8"))
    texts = [cell for cell in notebook["cells"] if cell["cell_type"] == "markdown"]
    cell = next(cell for cell in texts if re.match(r"[A-Z][^#|`$]* the ", "".join(cell["source"])))
    cell["source"] = "".join(cell["source"]).replace(" the ", f" {word} ", 1)
    path.write_text(json.dumps(notebook), encoding="utf-8")


@pytest.mark.timed
def test_a_build_with_nothing_to_do_is_done_at_once(checkout, measured):
    for _ in range(TRIES):
        seconds, said = build(checkout)
        assert "Nothing has changed" in said, "build the book before its tests"
        most = stretched(NOTHING)
        measured(f"a build with nothing to do: {seconds:.1f} of {most:.1f} s")
        if seconds < most:
            break
    assert seconds < most


@pytest.mark.timed
def test_a_changed_word_is_on_the_page_within_seconds(checkout, measured):
    for i in range(TRIES):
        change(checkout, f"riverbank{i}")
        seconds, said = build(checkout)
        read = re.findall(r"reading sources\S*\s.*?book/(\w+)", said)
        assert (read, "Executing" in said) == ([CHAPTER], False)
        page = checkout / "_build" / "html" / "book" / f"{CHAPTER}.html"
        assert f" riverbank{i} " in page.read_text(encoding="utf-8")
        most = stretched(WORD)
        measured(f"a build after one changed word: {seconds:.1f} of {most:.1f} s")
        if seconds < most:
            break
    assert seconds < most
