"""The files of a question to a class: the page that phones open, what the lecture view loads when it is
asked for, and for each page what it can ask.

The code that phones read comes from uqr, whose one file is smaller than those of other well-kept
libraries. A build that cannot fetch it shows the address in letters alone.
"""

import json
from pathlib import Path
from typing import Any

from sphinx.util import logging

from whichbank_site.pages import language, minified
from whichbank_site.pages.assets import classic, named
from whichbank_site.poll.questions import asked
from whichbank_site.practice.coding import cache
from whichbank_site.practice.distribution import package

logger = logging.getLogger(__name__)
HERE = Path(__file__).parent
FOLDER = "poll"
PHONE = "poll.html"
"""The page that phones open; its address is short, for it stands in their code."""
_PAGE = """<!doctype html>
<html lang="{lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>{title}</title>
<link rel="icon" href="_static/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="_static/poll/{style}">
</head>
<body>
<main><p>{needs}</p></main>
<script src="_static/poll/{script}"></script>
</body>
</html>
"""


def setup(app: Any) -> None:
    """Write the files before the pages, which tell the address of the script."""
    app.connect("env-updated", _write)


def _write(app: Any, env: Any) -> None:
    if app.builder.format != "html":
        return
    folder = Path(app.outdir, "_static", FOLDER)
    folder.mkdir(parents=True, exist_ok=True)
    pages = {
        page: language.spoken.told(asked(page, *found), keep=("id", "at"))
        for page, found in _asking(env).items()
    }
    files = {
        "home": app.config.html_baseurl or "",
        "phone": PHONE,
        "pages": {
            page: named(folder, f"{page}.js", _data(page, told))
            for page, told in pages.items()
            if told
        },
        "style": named(folder, "desk.css", _style("desk.css")),
        "qr": "",
    }
    try:
        library = package("uqr", cache(app.outdir))
    except OSError as error:
        logger.info("The code for phones: none (%s).", error)
    else:
        source = library["dist/index.cjs"].decode()
        wrapped = f"(() => {{ const exports = {{}};\n{source}\nglobalThis.wb.qr = exports; }})();\n"
        files["qr"] = named(folder, "qr.js", minified.script(wrapped).encode())
        (folder / "LICENSE").write_bytes(library["LICENSE"])
    known = (
        "(globalThis.wb ??= {}).poll_files = {base: new URL('.', document.currentScript.src).href, "
        f"...{json.dumps(files)}}};\n"
    )
    app.poll = f"{FOLDER}/" + named(folder, "poll.js", (known + classic(HERE / "poll.js")).encode())
    phone = {
        "lang": language.spoken.tag,
        "title": language.tr("A question"),
        "needs": language.tr("The question needs a browser that runs scripts."),
        "script": named(folder, "phone.js", (known + classic(HERE / "phone.js")).encode()),
        "style": named(folder, "phone.css", _style("phone.css")),
    }
    Path(app.outdir, PHONE).write_text(_PAGE.format(**phone), encoding="utf-8")


def _asking(env: Any) -> dict[str, tuple[bool, bool]]:
    """Return which of the book's pages have guesses, and which a quiz."""
    import whichbank.predictions
    import whichbank.quizzes

    names = {Path(page).name for page in env.found_docs}
    has = [
        {file.stem for file in Path(kind.__path__[0]).glob("*.toml")}
        for kind in (whichbank.predictions, whichbank.quizzes)
    ]
    return {page: (page in has[0], page in has[1]) for page in sorted(names & (has[0] | has[1]))}


def _data(page: str, told: list[dict[str, Any]]) -> bytes:
    text = json.dumps(told, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    return f"(globalThis.wb.poll_items ??= {{}})[{json.dumps(page)}] = {text};\n".encode()


def _style(name: str) -> bytes:
    return minified.styles(HERE / name).encode()
