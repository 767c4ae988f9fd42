"""The page *yours*: places for the machine and its stages, and what its script needs to know.

The directive ``yours`` makes a place, which is as high as what the script puts there. Where a build
has no Python for the pages, or a browser runs no script, the place says what it would be.
"""

import base64
import json
import re
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.util.docutils import SphinxDirective

from whichbank.yours import BOXES, BREAKS
from whichbank_site.pages import language, minified
from whichbank_site.pages.assets import classic, named
from whichbank_site.pages.cache import cached
from whichbank_site.yours.boxes import described

HERE = Path(__file__).parent
FOLDER = "practice"
PARTS = {
    "machine": "The machine, each of its boxes a function.",
    "letters": "Here the machine writes on from a text of yours.",
    "breaking": "Here a box is broken, and the same run shows what becomes of the text.",
    "real": "Here the real model reads a sentence of yours.",
    "training": "Here a small writer learns from a text of yours.",
    "keepsake": "Here you take home what you have built.",
}
"""The places of the page, and what each says where nothing can run."""


class Yours(SphinxDirective):
    """A place for a part of the page."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        """Return the place, with a line for where nothing runs."""
        part = self.arguments[0]
        needs = (
            language.tr("It needs a script.")
            if self.config.python
            else language.tr(
                "It needs Python on the page, without which this copy of the site was made."
            )
        )
        told = f"{language.spoken.told(PARTS[part])} {needs}"
        place = f'<div class="wb-yours" id="wb-yours-{part}"><p>{told}</p></div>'
        return [nodes.raw("", place, format="html")]


def setup(app: Any) -> None:
    """Write the files after Python's, and put them on the page."""
    app.add_directive("yours", Yours)
    app.connect("env-updated", _write)
    app.connect("html-page-context", _link)


def _write(app: Any, env: Any) -> None:
    if app.builder.format != "html" or not getattr(app, "practice", None):
        return
    folder = Path(app.outdir, "_static", FOLDER)
    model, size = getattr(app, "real_model", ("", 0))
    known = {
        "boxes": described(Path(app.srcdir, "book"), env.config.chapters),
        "breaks": _breaks(),
        "words": named(folder, "words.txt", cached(app, "words of the news", _words)),
        "files": f"../model/{model}" if model else "",
        "megabytes": round(size / 1e6, 1),
        "meanings": named(folder, "meanings.json", cached(app, "the meanings", _meanings))
        if model
        else "",
    }
    source = (
        "{const script = document.currentScript; globalThis.wb ??= {};\n"
        f"wb.practice = {{...{json.dumps(app.practice)}, base: new URL('.', script.src).href}};\n"
        f"wb.yours = {json.dumps(known)}}}\n{classic(HERE / 'yours.js')}"
    )
    sheet = minified.styles(HERE / "yours.css")
    app.yours = [
        named(folder, "yours.js", source.encode()),
        named(folder, "yours.css", sheet.encode()),
    ]


def _breaks() -> list[tuple[int, str, str]]:
    """Return what can be broken in the boxes that write: its place in ``BREAKS``, box and name."""
    return [
        (place, one.box, one.name)
        for place, one in enumerate(BREAKS)
        if "letters" in BOXES[one.box].stages
    ]


def _words() -> bytes:
    from whichbank.experiments.news import known_words

    return " ".join(sorted(known_words())).encode()


def _meanings() -> bytes:
    """Return the two meanings of each word that has two, as vectors after each layer, in base64."""
    from whichbank.experiments.probing import MEANINGS, meaning_vectors
    from whichbank.pretrained import load_minilm

    model = load_minilm()
    told = {
        word: {
            "axes": axes,
            "vectors": base64.b64encode(
                meaning_vectors(model, word).mean(axis=0).astype("<f2").tobytes()
            ).decode(),
        }
        for word, axes in MEANINGS.items()
    }
    return json.dumps(told).encode()


def _link(app: Any, page: str, template: str, context: dict[str, Any], doctree: Any) -> None:
    if not re.search(r'class="wb-yours"', context.get("body", "")) or not hasattr(app, "yours"):
        return
    # Sphinx itself adds what tells their digests
    script, style = (name.partition("?")[0] for name in app.yours)
    app.add_css_file(f"{FOLDER}/{style}")
    if "download" not in str(context["script_files"]):
        app.add_js_file("figures/download.js", defer="defer")
    app.add_js_file(f"{FOLDER}/{script}", defer="defer")
