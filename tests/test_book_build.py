"""The site is built when something that it reads has changed, and only then; what did not change is
not read again.
"""

import os
import subprocess
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from tools import book, execution
from whichbank import published

FILES = (
    "_config.yml",
    "_toc.yml",
    "requirements.txt",
    "pyproject.toml",
    "book/mixing.ipynb",
    "book/choosing.ipynb",
    "book/intro.md",
    "bench/classroom.md",
    "bench/study.md",
    "book/_static/which-bank.css",
    "book/references.bib",
    "src/whichbank/attention.py",
    "src/whichbank/exercises/answers/05.npz",
    "src/whichbank/quizzes/05.toml",
    "src/whichbank/figures/mixing/__init__.py",
    "src/whichbank/figures/mixing/mixing.js",
    "src/whichbank/figures/kit/kit.css",
    "site/src/whichbank_site/pages/host.js",
    "site/src/whichbank_site/pages/live.py",
    "tools/book.py",
)
TOC = """
format: jb-book
root: book/intro
chapters:
  - file: book/mixing
    title: 05
  - file: book/choosing
  - file: book/glossary
"""


@pytest.fixture
def tool(tmp_path, monkeypatch) -> ModuleType:
    """The tool, at home in a small checkout, with a builder and an executor that only note that
    they were called.
    """
    for name in FILES:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(name)
    (tmp_path / "_toc.yml").write_text(TOC)
    (tmp_path / "book" / "99_draft.ipynb").write_text("not in the contents")
    build = tmp_path / "_build"
    places = {"ROOT": tmp_path, "BUILD": build, "SITE": build / "html", "CACHE": build / "cache"}
    for name, place in (places | {"READ": build / "read", "IMAGES": build / "images"}).items():
        monkeypatch.setattr(book, name, place)
    assert tmp_path == book.ROOT, "nothing is written into the real checkout"
    monkeypatch.setattr(book.inputs, "digest", lambda notebook, root: "")
    for name in ("status", "calls"):
        monkeypatch.setattr(book, name, 0, raising=False)
    monkeypatch.setattr(book, "read", [], raising=False)
    monkeypatch.setattr(book, "commit", "", raising=False)
    monkeypatch.setattr(book.subprocess, "run", lambda command, **options: jupyter_book(command))
    monkeypatch.setattr(execution, "execute", run_all)
    monkeypatch.setattr(published, "missing", lambda: "")
    return book


def jupyter_book(command: list[str]) -> subprocess.CompletedProcess:
    """Replace the builder: read the pages that it has not read, write all (and replace git, which
    knows no remote).
    """
    if command[0] == "git":
        return subprocess.CompletedProcess(command, 1, stdout=book.commit)
    book.calls += 1
    book.SITE.mkdir(parents=True)
    (book.SITE / "index.html").write_text("built")
    (book.READ / "book").mkdir(parents=True, exist_ok=True)
    book.read = []
    for page in sorted((book.ROOT / "book").glob("*.*")):
        kept = book.READ / "book" / f"{page.stem}.doctree"
        if page.suffix in (".md", ".ipynb") and not kept.exists():
            book.read.append(page.name)
            kept.write_text("read")
    return subprocess.CompletedProcess(command, book.status)


def run_all(paths: list[Path], folder: Path, *, weights: bool) -> None:
    """Replace the execution of notebooks."""
    assert [path.name for path in paths] == ["mixing.ipynb", "choosing.ipynb"]
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "run").write_text("run")


def fail(paths: list[Path], folder: Path, *, weights: bool) -> None:
    raise execution.Failed("mixing.ipynb failed")


class Interrupted:
    """A module ``subprocess`` whose user presses Ctrl-C."""

    @staticmethod
    def run(command: list[str], **options: Any) -> subprocess.CompletedProcess:
        if command[0] == "git":
            return subprocess.CompletedProcess(command, 1, stdout="")
        raise KeyboardInterrupt


def pages(tool: ModuleType) -> str:
    return tool.digest(tool.READ_BY_PAGES)


@pytest.mark.parametrize(
    "name", ["src/whichbank/new.py", "src/whichbank/figures/kit/new.js", "book/new.md"]
)
def test_a_new_and_a_lost_file_change_the_pages(tool, name):
    before = pages(tool)
    (tool.ROOT / name).write_text("")
    assert pages(tool) != before
    (tool.ROOT / name).unlink()
    assert pages(tool) == before


def test_a_moved_file_changes_the_pages(tool):
    before = pages(tool)
    (tool.ROOT / "book/references.bib").rename(tool.ROOT / "book/sources.bib")
    assert pages(tool) != before


@pytest.mark.parametrize(
    "name",
    [
        "src/whichbank/__pycache__/a.pyc",
        "book/.ipynb_checkpoints/a.ipynb",
        "src/whichbank.egg-info/PKG-INFO",
        "README.md",
    ],
)
def test_what_no_page_reads_changes_nothing(tool, name):
    before = pages(tool)
    (tool.ROOT / name).parent.mkdir(parents=True, exist_ok=True)
    (tool.ROOT / name).write_text("new")
    assert pages(tool) == before


def test_nothing_is_built_twice(tool, capsys):
    tool.build()
    tool.build()
    assert tool.calls == 1
    assert "Nothing has changed" in capsys.readouterr().out


@pytest.mark.parametrize("name", FILES)
def test_a_changed_file_is_served_changed(tool, name):
    tool.build()
    (tool.SITE / "stale.html").write_text("of the build before")
    (tool.ROOT / name).write_text(f"{TOC}# changed" if name == "_toc.yml" else "changed")
    tool.build()
    assert tool.calls == 2
    assert not (tool.SITE / "stale.html").exists()


MARKDOWN = ["intro.md"]
NOTEBOOKS = ["99_draft.ipynb", "choosing.ipynb", "mixing.ipynb"]


@pytest.mark.parametrize(
    ("changed", "read"),
    [
        ("book/mixing.ipynb", ["mixing.ipynb", *MARKDOWN]),
        ("book/intro.md", MARKDOWN),
        ("book/_static/which-bank.css", MARKDOWN),
        ("src/whichbank/figures/mixing/mixing.js", MARKDOWN),
        ("src/whichbank/figures/kit/kit.css", MARKDOWN),
        ("book/references.bib", [*NOTEBOOKS, *MARKDOWN]),
        ("_config.yml", [*NOTEBOOKS, *MARKDOWN]),
        ("_toc.yml", [*NOTEBOOKS, *MARKDOWN]),
        ("requirements.txt", [*NOTEBOOKS, *MARKDOWN]),
        ("site/src/whichbank_site/pages/live.py", [*NOTEBOOKS, *MARKDOWN]),
        ("src/whichbank/attention.py", [*NOTEBOOKS, *MARKDOWN]),
        ("tools/book.py", [*NOTEBOOKS, *MARKDOWN]),
        ("book/new.md", [*NOTEBOOKS, *MARKDOWN, "new.md"]),
    ],
)
def test_only_what_changed_is_read_again_and_all_when_every_page_depends_on_it(tool, changed, read):
    tool.build()
    assert sorted(tool.read) == sorted([*NOTEBOOKS, *MARKDOWN])
    file = tool.ROOT / changed
    before = file.stat().st_mtime if file.exists() else 0
    file.write_text(f"{TOC}# changed" if changed == "_toc.yml" else "changed")
    os.utime(file, (before, before))  # a file that came back from elsewhere brings its own time
    tool.build()
    assert sorted(tool.read) == sorted(read)


def test_all_pages_are_read_again_when_one_is_gone(tool):
    tool.build()
    (tool.ROOT / "book/intro.md").unlink()
    tool.build()
    assert sorted(tool.read) == sorted(NOTEBOOKS)


def test_a_build_that_failed_leaves_no_site_and_is_made_again_from_nothing(tool):
    tool.build()
    tool.status = 1
    (tool.ROOT / "book/mixing.ipynb").write_text("changed")
    with pytest.raises(SystemExit, match="could not be built"):
        tool.build()
    assert not tool.SITE.exists()
    (tool.ROOT / "book/mixing.ipynb").write_text("book/mixing.ipynb")  # as it was
    tool.status = 0
    tool.build()
    assert tool.calls == 3
    assert sorted(tool.read) == sorted([*NOTEBOOKS, *MARKDOWN])


def test_a_build_that_was_interrupted_is_made_again_from_nothing(tool, monkeypatch):
    tool.build()
    (tool.ROOT / "book/mixing.ipynb").write_text("changed")
    with monkeypatch.context() as patched:
        patched.setattr(book, "subprocess", Interrupted)
        with pytest.raises(KeyboardInterrupt):
            tool.build()
    tool.build()
    assert sorted(tool.read) == sorted([*NOTEBOOKS, *MARKDOWN])


def test_a_notebook_that_fails_leaves_the_last_site_and_is_tried_again(tool, monkeypatch):
    tool.build()
    (tool.ROOT / "book/mixing.ipynb").write_text("changed")
    with monkeypatch.context() as patched:
        patched.setattr(execution, "execute", fail)
        with pytest.raises(SystemExit, match=r"could not be built: mixing"):
            tool.build()
    assert tool.calls == 1
    tool.build()
    assert tool.calls == 2


def test_a_site_that_was_deleted_is_made_again(tool):
    tool.build()
    (tool.SITE / "index.html").unlink()
    tool.build()
    assert tool.calls == 2


def test_another_repository_changes_the_launch_buttons(tool, monkeypatch):
    tool.build()
    monkeypatch.setenv("GITHUB_REPOSITORY", "someone/fork")
    tool.build()
    assert tool.calls == 2


def test_a_commit_changes_the_dates_on_the_pages(tool):
    tool.build()
    tool.commit = "0123abc"
    tool.build()
    assert tool.calls == 2
    assert tool.read == MARKDOWN


def test_a_build_without_the_real_model_says_so_and_is_made_again_when_its_weights_are_here(
    tool, monkeypatch, capsys
):
    here = []
    monkeypatch.delenv("CI", raising=False)
    monkeypatch.setenv("HF_HUB_OFFLINE", "0")  # a build sets it
    monkeypatch.setattr(published, "missing", lambda: "" if here else "no network, no wheel")
    monkeypatch.setattr(published, "on_this_machine", lambda: bool(here))
    for _ in range(2):
        tool.build()
    assert tool.calls == 1
    printed = capsys.readouterr().out
    assert (
        printed.count(
            "The real model: none (no network, no wheel): chapter real shows what is stored"
        )
        == 1
    )
    assert "Nothing has changed" in printed
    here.append(True)
    for _ in range(2):
        tool.build()
    assert tool.calls == 2
    assert "The real model" not in capsys.readouterr().out


def test_what_is_published_has_the_real_model(tool, monkeypatch):
    monkeypatch.setenv("CI", "true")
    monkeypatch.setattr(published, "missing", lambda: "no network, no wheel")
    with pytest.raises(SystemExit, match="could not be built: no network, no wheel"):
        tool.build()
    assert tool.calls == 0
