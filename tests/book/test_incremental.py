"""A build that reads only the pages that changed gives the site that a build from nothing gives,
file by file.
"""

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

import forked
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, writes

from tools import book

ROOT = Path(__file__).parents[2]
TOC = """
format: jb-book
root: book/intro
chapters:
  - file: book/01_first
  - file: book/02_second
  - file: book/exercises
"""
FIRST = (
    "# First\n\nA word is known by its company.",
    "## Exercises",
    "### Exercise tokens.1 · By hand\n\nMix them.",
)
SECOND = ("# Second\n\nSee [the first](01_first.ipynb#exercises).", "## A heading")
CODE = "from whichbank.plots import plane\n\nprint('mixed')\nplane({'bank': (1, 2)})"


def write(root: Path, name: str, texts: tuple[str, ...], *code: str) -> None:
    """Write a chapter of these texts and these cells."""
    cells = [new_markdown_cell(text, id=f"text-{i}") for i, text in enumerate(texts)]
    cells[-1]["id"] = "exercise-tokens-1" if "Exercise tokens.1" in texts[-1] else "text-end"
    kernel = {"kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"}}
    cells += [new_code_cell(source, id=f"code-{i}") for i, source in enumerate(code)]
    notebook = new_notebook(cells=cells, metadata=kernel)
    (root / "book" / f"{name}.ipynb").write_text(writes(notebook), encoding="utf-8")


def build(root: Path) -> tuple[dict[str, bytes], str]:
    """Build the book; return the files of the site, and what was said."""
    done = forked.call(build_in_copy, root, cwd=ROOT)
    assert done.returncode == 0, done.stdout
    site = root / "_build" / "html"
    files = {path.relative_to(site).as_posix(): path for path in site.rglob("*") if path.is_file()}
    return {name: path.read_bytes() for name, path in files.items()}, done.stdout


def build_in_copy(root: Path) -> None:
    """Build the book as ``make book`` does; where that starts Jupyter Book, this process becomes
    it.
    """
    from jupyter_book.cli.main import main

    run = subprocess.run

    def start(command: list[str], **options: Any) -> subprocess.CompletedProcess:
        if Path(command[0]).name != "jupyter-book":
            return run(command, **options)
        print(flush=True)
        os.chdir(options["cwd"])
        os.environ.update(options["env"])
        with pytest.raises(SystemExit) as ended:
            main(command[1:])
        return subprocess.CompletedProcess(command, ended.value.code)

    book.ROOT, book.BUILD = root, root / "_build"
    for name in ("SITE", "CACHE", "READ", "IMAGES"):
        setattr(book, name, book.BUILD / getattr(book, name).name)
    book.subprocess.run = start
    book.build()


@pytest.fixture
def small(tmp_path):
    """A small book with the settings, styles and templates of the course."""
    for name in ("_config.yml", "requirements.txt", "pyproject.toml"):
        shutil.copy(ROOT / name, tmp_path)
    (tmp_path / "src").symlink_to(ROOT / "src")
    for folder in ("_static", "_templates"):
        shutil.copytree(ROOT / "book" / folder, tmp_path / "book" / folder)
    (tmp_path / "_toc.yml").write_text(TOC)
    (tmp_path / "book" / "intro.md").write_text("# Begin\n\nGo [on](02_second.ipynb).\n")
    (tmp_path / "book" / "exercises.md").write_text("# Exercises\n\n```{written} exercises\n```\n")
    (tmp_path / "book" / "references.bib").touch()
    write(tmp_path, "01_first", FIRST)
    write(tmp_path, "02_second", SECOND, CODE)
    for command in (["init", "-q", "-b", "main"], ["add", "."], ["commit", "-q", "-m", "First"]):
        name = ("-c", "user.name=a", "-c", "user.email=a@example.org")
        subprocess.run(["git", *name, *command], cwd=tmp_path, check=True)
    return tmp_path


@pytest.mark.wide
def test_what_is_built_in_steps_is_what_is_built_at_once(small):
    build(small)
    # A text, a new title, a new heading and exercise, a style: what other pages, the contents and
    # the search show.
    write(
        small,
        "01_first",
        (
            "# The very first\n\nBy its neighbors.",
            "## New",
            "## Exercises",
            "### Exercise tokens.1 · Anew",
        ),
    )
    css = small / "book" / "_static" / "which-bank.css"
    css.write_text(css.read_text() + "\n.changed{color:red}\n")
    steps, said = build(small)
    assert "0 added, 4 changed, 0 removed" in said or "0 added, 3 changed, 0 removed" in said
    assert b"The very first" in steps["book/exercises.html"]
    assert b".changed{color:red}" in steps["_static/which-bank.css"]
    shutil.rmtree(small / "_build" / ".doctrees")
    (small / "_build" / "read.json").unlink()
    (small / "_build" / "pages.digest").unlink()
    fresh, said = build(small)
    assert "4 added, 0 changed, 0 removed" in said
    assert sorted(steps) == sorted(fresh)
    index = "searchindex.js"
    assert words(steps.pop(index)) == words(fresh.pop(index))
    assert [name for name in fresh if steps[name] != fresh[name]] == []


def words(index: bytes) -> dict:
    """Return the search index without the order of its keys."""
    text = index.decode()
    return json.loads(text[text.index("{") : text.rindex("}") + 1])
