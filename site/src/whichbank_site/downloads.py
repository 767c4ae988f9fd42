"""Links to the whole course in one file, on the site that the publish workflow makes: only there the files exist.

They lead to the published files by their full address, so that they also work from an unpacked copy.
"""

import os
from pathlib import Path
from typing import Any

from whichbank_site.address import address

VARIABLE = "WHICHBANK_DOWNLOADS"
TEXTS = {"which-bank.zip": "the whole site, to unpack (zip)", "which-bank.pdf": "a book, to print (PDF)"}


def setup(app: Any) -> None:
    """Hand the links to the template of the pages."""
    app.connect("config-inited", _link)


def _link(app: Any, config: Any) -> None:
    found = address(os.environ, Path(app.srcdir))
    names = os.environ.get(VARIABLE, "").split()
    unknown = set(names) - set(TEXTS)
    if unknown:
        raise ValueError(f"{VARIABLE} may name {' and '.join(TEXTS)}; got {' '.join(sorted(unknown))}")
    if found:
        config.html_context["downloads"] = [(TEXTS[name], found + name) for name in names]
