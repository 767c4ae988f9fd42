"""Pictures for the cards: for each guess the first picture that stands below it, before the next guess.

The cards are a text, which holds its pictures itself. Measured: 83 of 174 guesses have one; as WebP of 640
pixels they take about 1 MB, which a browser loads when cards are asked for. A file with a data base,
as Anki exports it, would need a program of 0.7 MB to be written on the page.
"""

import base64
import html
import io
import itertools
import json
import re
from functools import partial
from pathlib import Path
from typing import Any

from PIL import Image

from whichbank_site.pages.cache import cached

WIDEST = 640
QUALITY = 80
_MARK = re.compile(
    r'<span id="(?P<guess>predict-[a-z]+-\d+)"></span>'
    r'|<img (?=[^>]*\bonly-light\b)(?=[^>]*\bsrc="(?P<file>[^"]+)")(?:[^>]*\balt="(?P<alt>[^"]*)")?'
)


def below(page: str) -> dict[str, tuple[str, str]]:
    """Return the address and the description of the picture that stands below each guess of a page,
    by the guess's place.

    >>> below('<span id="predict-a-1"></span> <img class="only-light" src="b.png" alt="A bank.">')
    {'predict-a-1': ('b.png', 'A bank.')}
    """
    marks = list(_MARK.finditer(page))
    return {
        guess: (after["file"], html.unescape(after["alt"] or ""))
        for one, after in itertools.pairwise(marks)
        if (guess := one["guess"]) and after["file"]
    }


def small(file: Path) -> bytes:
    """Return a picture as WebP, no wider than a card needs."""
    with Image.open(file) as picture:
        made = picture.convert("RGB")
    made.thumbnail((WIDEST, 2 * WIDEST))
    out = io.BytesIO()
    made.save(out, "WEBP", quality=QUALITY)
    return out.getvalue()


def script(app: Any, places: dict[str, str]) -> bytes:
    """Return the script that has the pictures of built pages.

    Parameters
    ----------
    app : Sphinx
        The builder.
    places : dict
        The key of each guess that a card may ask, by its place on its page.
    """
    found = {}
    for page in sorted(Path(app.outdir, "book").glob("*.html")):
        for place, (address, alt) in below(page.read_text(encoding="utf-8")).items():
            file = (page.parent / address).resolve()
            if place in places and file.suffix == ".png" and file.exists():
                data = cached(app, f"{file.name} {WIDEST} {QUALITY}", partial(small, file))
                coded = base64.b64encode(data).decode()
                found[places[place]] = [f"data:image/webp;base64,{coded}", alt]
    return f"globalThis.wb.again_pictures = {json.dumps(found, ensure_ascii=False)};\n".encode()
