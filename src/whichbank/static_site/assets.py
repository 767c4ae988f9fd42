"""Files that the site serves beside its pages: the figures' modules, the host script, and MathJax from its package."""

import hashlib
import re
import shutil
from collections.abc import Iterable
from functools import cache
from importlib.metadata import files
from pathlib import Path
from typing import Any

from whichbank.figures.base import HERE as FIGURES

_SHARED = re.compile(r'(from "\./)(\w+)(\.js)(";)')


@cache
def modules() -> dict[str, tuple[str, str]]:
    """Return every front-end file of the site: its name, its address with a digest, and its text.

    A module names the modules that it imports by their digest too, so that a browser never mixes two versions.

    Returns
    -------
    dict of str to (str, str)
        ``{"mixing.js": ("mixing.js?v=1a2b3c4d", source), ...}``
    """
    sources = {path.name: path.read_text(encoding="utf-8") for path in sorted(FIGURES.glob("*.js"))}
    sources["figures.css"] = (FIGURES / "figures.css").read_text(encoding="utf-8")
    sources["host.js"] = Path(__file__).with_name("host.js").read_text(encoding="utf-8")
    done: dict[str, tuple[str, str]] = {}

    def add(name: str) -> str:
        if name not in done:
            source = _SHARED.sub(lambda m: f"{m[1]}{add(m[2] + m[3])}{m[4]}", sources[name])
            done[name] = (f"{name}?v={hashlib.sha256(source.encode()).hexdigest()[:8]}", source)
        return done[name][0]

    for name in sources:
        add(name)
    return done


def loaded(used: Iterable[str]) -> list[str]:
    """Return these modules and all that they import, directly or not, each once."""
    found: dict[str, None] = {}
    todo = list(used)
    while todo:
        name = todo.pop(0)
        if name not in found:
            found[name] = None
            todo += [f"{match[2]}.js" for match in _SHARED.finditer((FIGURES / name).read_text(encoding="utf-8"))]
    return list(found)


def setup(app: Any) -> None:
    """Write the files when the pages are done."""
    app.connect("build-finished", _write)


def _write(app: Any, exception: Exception | None) -> None:
    if exception is not None or app.builder.format != "html":
        return
    static = Path(app.outdir) / "_static"
    folder = static / "figures"
    folder.mkdir(parents=True, exist_ok=True)
    for name, (_, source) in modules().items():
        (folder / name).write_text(source, encoding="utf-8")
    for file in files("sphinx-mathjax-offline") or ():
        path = file.as_posix().partition("/static/mathjax/")[2]
        if path == "tex-chtml.js" or path.startswith("output/chtml/fonts/"):
            target = static / "mathjax" / path
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(str(file.locate()), target)
