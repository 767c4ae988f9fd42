"""The real model of chapter real as files next to the pages, made from its published file when the
site is built.

The repository has no copy of the weights, and the pages load nothing of them before a reader asks.
A build that cannot have the published file leaves the model out, and the figure says so.
"""

import hashlib
import json
from pathlib import Path
from typing import Any

from sphinx.util import logging

from whichbank.figures.kit.bundle import program
from whichbank.figures.kit.figure import Figure
from whichbank.figures.loom import Loom
from whichbank.figures.loom._asking import in_bytes
from whichbank_site.pages import minified
from whichbank_site.pages.cache import cached

FOLDER = "_static/model"
EACH = 200_000
"""Bytes of a part."""
_log = logging.getLogger(__name__)


def setup(app: Any) -> None:
    """Write the files before the pages, which name them."""
    app.connect("env-updated", _write)


def traits(app: Any, context: dict[str, Any], figure: Figure) -> dict[str, Any]:
    """Return the traits that tell a figure on a page where the model is; nothing for a figure that
    asks no model.
    """
    if not isinstance(figure, Loom):
        return {}
    name, size = getattr(app, "real_model", ("", 0))
    return {
        "files": context["pathto"](f"{FOLDER}/{name}", 1) if name else "",
        "megabytes": round(size / 1e6, 1),
        "asking": False,
        "answer": None,
    }


def _write(app: Any, env: Any) -> None:
    if app.builder.format != "html":
        return
    try:
        data = cached(app, "the real model", _made)
    except (ImportError, OSError, ValueError) as error:
        _log.info("the real model: none, its figure shows what is recorded (%s)", error)
        return
    folder = Path(app.outdir, FOLDER)
    folder.mkdir(parents=True, exist_ok=True)
    about, _, whole = data.partition(b"\n")
    parts = [_named(folder, ".bin", whole[at : at + EACH]) for at in range(0, len(whole), EACH)]
    listed = {
        "parts": parts,
        "each": EACH,
        "bytes": len(whole),
        "about": json.loads(about),
        "program": minified.script(program("nets/minilm.js")),
    }
    name = _named(folder, ".json", json.dumps(listed, sort_keys=True).encode())
    app.real_model = name, len(whole)
    _log.info("the real model: %.1f MB in %d parts, in %s", len(whole) / 1e6, len(parts), FOLDER)


def _made() -> bytes:
    from whichbank.pretrained import load_minilm  # and torch, which most builds can do without

    about, data = in_bytes(load_minilm())
    return json.dumps(about, sort_keys=True).encode() + b"\n" + data


def _named(folder: Path, suffix: str, data: bytes) -> str:
    """Write a file that has a part of its checksum for a name; return the name."""
    name = hashlib.sha256(data).hexdigest()[:16] + suffix
    (folder / name).write_bytes(data)
    return name
