"""The files of what comes back.

The scheduler is FSRS, the one of Anki, by its own package for JavaScript. A build that cannot fetch
it makes a site on which nothing comes back.
"""

import json
from importlib.resources import files
from pathlib import Path
from typing import Any

from sphinx.util import logging

from whichbank.figures.predict import PACKAGE, predictions
from whichbank_site.again import pictures
from whichbank_site.again.items import course_items
from whichbank_site.pages import language, minified
from whichbank_site.pages.assets import classic, named
from whichbank_site.pages.templates import chapters
from whichbank_site.practice.coding import cache
from whichbank_site.practice.distribution import package
from whichbank_site.progress.course import AGAIN, course, mark

logger = logging.getLogger(__name__)
HERE = Path(__file__).parent
PICTURES = "pictures.js"


def setup(app: Any) -> None:
    """Write the files, which the scripts of the progress fetch where they are wanted."""
    app.connect("env-updated", _write)
    app.connect("build-finished", _draw)


def _write(app: Any, env: Any) -> None:
    if app.builder.format != "html":
        return
    try:
        library = package("ts-fsrs", cache(app.outdir))
    except OSError as error:
        logger.info("What comes back after days: none (%s).", error)
        return
    folder = Path(app.outdir, "_static", AGAIN)
    folder.mkdir(parents=True, exist_ok=True)
    told = course(chapters(Path(app.srcdir) / "book", env))
    more = _more([one["name"] for one in told], env)
    for place, page in more:
        told.insert(place, page)
    known = [
        one | {"items": language.spoken.told(one["items"], keep=("key", "at"))}
        for one in course_items(told)
    ]
    written = json.dumps(known, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    names = {
        "items": f"globalThis.wb.again_items = {written};\n".encode(),
        "fsrs": minified.script(library["dist/index.umd.js"].decode()).encode(),
        "style": minified.styles(HERE / "again.css", HERE / "asking.css").encode(),
    }
    addresses = {
        name: named(folder, f"{name}.{'css' if name == 'style' else 'js'}", data)
        for name, data in names.items()
    }
    # it is made of the finished pages
    addresses["pictures"] = f"{PICTURES}?v={addresses['items'].partition('=')[2]}"
    app.asked = {one["at"]: one["key"] for chapter in known for one in chapter["items"]}
    (folder / "LICENSE").write_bytes(library["LICENSE"])
    source = (
        "(globalThis.wb ??= {}).again = {base: new URL('.', document.currentScript.src).href, "
        f"...{json.dumps(addresses)}, "
        f"more: {json.dumps([[place, page['name'], page['guesses']] for place, page in more])}}};\n"
    )
    app.again = named(folder, "again.js", (source + classic(HERE / "again.js")).encode())


def _more(names: list[str], env: Any) -> list[tuple[int, dict[str, Any]]]:
    """Return the pages that are no chapters and have guesses, each with its place among the
    chapters.
    """
    pages = [Path(page).name for page in env.toctree_includes.get(env.config.root_doc, ())]
    found: list[tuple[int, dict[str, Any]]] = []
    for page in pages:
        if page not in names and files(PACKAGE).joinpath(f"{page}.toml").is_file():
            asked = [[one["key"], one["id"], one["question"]] for one in predictions(page)]
            place = sum(pages.index(name) < pages.index(page) for name in names if name in pages)
            guesses = "".join(mark(key) for key, _, _ in asked)
            about = {"name": page, "questions": "", "guesses": guesses, "exercises": 0}
            found.append((place + len(found), about | {"asked": asked}))
    return found


def _draw(app: Any, exception: Exception | None) -> None:
    if exception is None and hasattr(app, "asked"):
        made = pictures.script(app, app.asked)
        Path(app.outdir, "_static", AGAIN, PICTURES).write_bytes(made)
