"""The letters of the prose: Source Serif 4, as its npm package has it, under the SIL Open Font
License.

Without a network the pages take the reader's own serif.
"""

from pathlib import Path
from typing import Any

from whichbank_site.practice.coding import cache
from whichbank_site.practice.distribution import package

NAME = "Source Serif 4"
FACES = [("400", "normal"), ("400", "italic"), ("700", "normal")]
"""The weights and styles that the pages have."""
FOLDER = "_static/serif"


def setup(app: Any) -> None:
    """Fetch the font first: the head of each page names its files."""
    app.connect("builder-inited", _write)


def _write(app: Any) -> None:
    app.config.html_context["faces"] = []
    if app.builder.format != "html":
        return
    try:
        found = package("@fontsource/source-serif-4", cache(app.outdir))
    except OSError:
        return
    folder = Path(app.outdir, FOLDER)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "LICENSE.txt").write_bytes(found["LICENSE"])
    for weight, style in FACES:
        file = f"source-serif-4-latin-{weight}-{style}.woff2"
        (folder / file).write_bytes(found[f"files/{file}"])
        face = {"weight": weight, "style": style}
        app.config.html_context["faces"].append((NAME, f"{FOLDER}/{file}", face))
