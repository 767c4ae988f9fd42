"""The scripts of the pages, the figures' styles and the fonts.

At a ``file://`` address browsers load no module. So each figure is a classic script, whose default
export goes into ``wb`` by the figure's name; what many figures import is a script of its own.
"""

import hashlib
import os
import re
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any

from sphinx.util import logging

from whichbank.figures import FIGURES
from whichbank.figures.kit.bundle import ROOMS, bundle, bundle_text, style_sheet
from whichbank_site.pages import fonts, language, minified
from whichbank_site.pages.cache import cached

logger = logging.getLogger(__name__)
HERE = Path(__file__).parent
MADE = "WHICHBANK_MADE"  # set where ``make`` builds
_EXPORT = re.compile(r"^export (default )?", re.MULTILINE)
_PUBLIC = re.compile(r"^export (?:function|const) (\w+)", re.MULTILINE)
SHARED = (
    "kit/words.js",
    "kit/numbers.js",
    "kit/model.js",
    "kit/motion.js",
    "kit/parts.js",
    "kit/player.js",
    "kit/tables.js",
    "nets/kernels.js",
    "kit/labels.js",
    "kit/sentence.js",
    "kit/chart.js",
    "kit/plane.js",
    "kit/legible.js",
    "kit/lecture.js",
    "kit/frame.js",
)
"""What many figures import, each below what it imports itself."""


def classic(file: str | Path, given: tuple[str, ...] = ()) -> str:
    """Return a module and all that it imports as one classic script, minified; what the given
    modules export is in the shared script.
    """
    source = bundle(file, given, "globalThis.wb.shared")
    return _script(
        _EXPORT.sub(lambda found: f"wb.{Path(file).stem} = " if found[1] else "", source)
    )


def shared() -> str:
    """Return the script that has what many figures use: a reader's browser fetches it once for all
    pages.
    """
    names = {
        module: _PUBLIC.findall((ROOMS / module).read_text(encoding="utf-8")) for module in SHARED
    }
    source = "".join(
        f'import {{ {", ".join(found)} }} from "./{module}";\n' for module, found in names.items()
    )
    all_names = ", ".join(chain(*names.values()))
    return _script(bundle_text(f"{source}wb.shared = {{ {all_names} }};\n"))


def named(folder: Path, name: str, data: bytes) -> str:
    """Write a file; return its address, which tells its digest."""
    (folder / name).write_bytes(data)
    return f"{name}?v={hashlib.sha256(data).hexdigest()[:8]}"


def _script(source: str) -> str:
    source = language.spoken.script(source)
    return minified.script(f'(() => {{\n"use strict";\nglobalThis.wb ??= {{}};\n{source}}})();\n')


def setup(app: Any) -> None:
    """Write the files before the pages, whose links tell their digests: a browser never mixes two
    versions.
    """
    app.connect("env-updated", _write)
    app.connect("build-finished", _minify)
    app.connect("build-finished", _cut_fonts)
    app.connect("build-finished", _say)


def _write(app: Any, env: Any) -> None:
    if app.builder.format != "html":
        return
    folder = Path(app.outdir, "_static", "figures")
    folder.mkdir(parents=True, exist_ok=True)
    for name in FIGURES:
        source = classic(f"{name}/{name}.js", given=SHARED)
        (folder / f"{name}.js").write_text(source, encoding="utf-8")
    (folder / "shared.js").write_text(shared(), encoding="utf-8")
    for name in ("host", "cover", "download"):
        (folder / f"{name}.js").write_text(classic(HERE / f"{name}.js"), encoding="utf-8")
    sheet = style_sheet("kit", *FIGURES) + (HERE / "live.css").read_text(encoding="utf-8")
    (folder / "figures.css").write_text(minified.style(sheet), encoding="utf-8")
    worker = minified.script((HERE / "offline.js").read_text(encoding="utf-8"))
    # it serves the addresses below its own
    Path(app.outdir, "offline.js").write_text(worker, encoding="utf-8")


def _minify(app: Any, exception: Exception | None) -> None:
    """Write the book's own styles and scripts anew, which Sphinx has copied."""
    if exception is not None or app.builder.format != "html":
        return
    for folder in app.config.html_static_path:
        for suffix, smaller in ((".css", minified.style), (".js", minified.script)):
            for path in Path(app.confdir, folder).glob(f"*{suffix}"):
                made = smaller(path.read_text(encoding="utf-8"))
                Path(app.outdir, "_static", path.name).write_text(made, encoding="utf-8")


def _say(app: Any, exception: Exception | None) -> None:
    """Say what a build lacks that is not made by ``make``."""
    if exception is None and app.builder.format == "html" and MADE not in os.environ:
        logger.info(
            "Built without make: figures have no heights before they run, so that pages move while "
            "they load, and notebooks were not run. `make site` does both."
        )


def _cut_fonts(app: Any, exception: Exception | None) -> None:
    """Write the formulas' font for all pages, and for each page that has Hindi one of its own,
    which is far smaller.
    """
    if exception is not None or app.builder.format != "html":
        return
    pages = {
        path.relative_to(app.outdir): path.read_text(encoding="utf-8")
        for path in Path(app.outdir).rglob("*.html")
    }
    wanted = {
        Path("math.woff2"): (fonts.math, set().union(*map(fonts.of_formulas, pages.values())))
    }
    for path, page in pages.items():
        if found := fonts.of_hindi(page):
            wanted["hindi" / path.with_suffix(".woff2")] = (fonts.hindi, found)
    for path, (cut, found) in wanted.items():
        letters = "".join(sorted(found))
        file = Path(app.outdir, "_static", path)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(cached(app, f"{cut.__name__} {letters}", partial(cut, letters)))
