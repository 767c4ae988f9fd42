"""The files of what comes back.

The scheduler is FSRS, the one of Anki, by its own package for JavaScript. A build that cannot fetch
it makes a site on which nothing comes back.
"""

import hashlib
import json
from pathlib import Path
from typing import Any

from sphinx.util import logging

from whichbank_site.again.items import course_items
from whichbank_site.pages import minified
from whichbank_site.pages.assets import classic
from whichbank_site.pages.templates import chapters
from whichbank_site.practice.coding import cache
from whichbank_site.practice.distribution import package
from whichbank_site.progress.course import AGAIN, course

logger = logging.getLogger(__name__)
HERE = Path(__file__).parent


def setup(app: Any) -> None:
    """Write the files, which the scripts of the progress fetch where they are wanted."""
    app.connect("env-updated", _write)


def _write(app: Any, env: Any) -> None:
    if app.builder.format != "html":
        return
    try:
        files = package("ts-fsrs", cache(app.outdir))
    except OSError as error:
        logger.info("What comes back after days: none (%s).", error)
        return
    folder = Path(app.outdir, "_static", AGAIN)
    folder.mkdir(parents=True, exist_ok=True)
    known = course_items(course(chapters(Path(app.srcdir) / "book", env)))
    told = json.dumps(known, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    names = {
        "items": f"globalThis.wb.again_items = {told};\n".encode(),
        "fsrs": minified.script(files["dist/index.umd.js"].decode()).encode(),
        "style": minified.style((HERE / "again.css").read_text(encoding="utf-8")).encode(),
    }
    addresses = {
        name: _named(folder, f"{name}.{'css' if name == 'style' else 'js'}", data)
        for name, data in names.items()
    }
    (folder / "LICENSE").write_bytes(files["LICENSE"])
    source = (
        "(globalThis.wb ??= {}).again = {base: new URL('.', document.currentScript.src).href, "
        f"...{json.dumps(addresses)}}};\n"
    )
    app.again = _named(folder, "again.js", (source + classic(HERE / "again.js")).encode())


def _named(folder: Path, name: str, data: bytes) -> str:
    """Write a file; return its address, which tells its digest."""
    (folder / name).write_bytes(data)
    return f"{name}?v={hashlib.sha256(data).hexdigest()[:8]}"
