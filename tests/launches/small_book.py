"""A small book: this one's settings and looks with a few of its pages, built without running a
notebook.
"""

import os
import shutil
import sys
from pathlib import Path
from typing import Any

import forked
import yaml

ROOT = Path(__file__).resolve().parents[2]
KEPT = ("_static", "_templates", "references.bib", "launches.json")


def small_book(
    folder: Path, pages: list[str], settings: dict[str, Any] | None = None, **more: str
) -> Path:
    """Lay a book into a folder: these files of ``book/``, the root first, then more pages, Markdown
    by name.
    """
    (folder / "book").mkdir(parents=True)
    for name in (*KEPT, *pages):
        source = ROOT / "book" / name
        if source.is_dir():
            shutil.copytree(source, folder / "book" / name)
        elif source.exists():
            shutil.copy2(source, folder / "book" / name)
    for name, text in more.items():
        (folder / "book" / f"{name}.md").write_text(text, encoding="utf-8")
    names = [f"book/{Path(page).stem}" for page in (*pages, *more)]
    contents = {"format": "jb-book", "root": names[0]}
    if names[1:]:
        contents["chapters"] = [{"file": name} for name in names[1:]]
    (folder / "_toc.yml").write_text(yaml.safe_dump(contents), encoding="utf-8")
    config = yaml.safe_load((ROOT / "_config.yml").read_text(encoding="utf-8"))
    config["execute"]["execute_notebooks"] = "off"
    config["sphinx"]["config"] |= settings or {}
    (folder / "_config.yml").write_text(
        yaml.safe_dump(config, allow_unicode=True), encoding="utf-8"
    )
    return folder


def build(folder: Path, environ: dict[str, str]) -> Path:
    """Build the book in these variables; return the folder of its pages."""
    command = [
        str(Path(sys.executable).with_name("jupyter-book")),
        "build",
        str(folder),
        "--path-output",
        str(folder),
    ]
    done = forked.jupyter_book(command, cwd=folder, env=os.environ | environ)
    assert done.returncode == 0, done.stdout
    return folder / "_build" / "html"
