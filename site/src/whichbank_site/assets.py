"""Files that the site serves beside its pages: the figures' modules, the host script, and the formulas' font."""

import hashlib
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

from whichbank.figures.base import HERE as FIGURES
from whichbank_site import mathfont
from whichbank_site.classic import classic, imports
from whichbank_site.kept import kept


@cache
def modules() -> dict[str, tuple[str, str]]:
    """Return every front-end file of the site: its name, its address with a digest, and its text.

    A page names each of its scripts by its digest, so that a browser never mixes two versions.

    Returns
    -------
    dict of str to (str, str)
        ``{"mixing.js": ("mixing.js?v=1a2b3c4d", source), ...}``
    """
    scripts = [*sorted(FIGURES.glob("*.js")), Path(__file__).with_name("host.js")]
    sources = {path.name: classic(path.stem, path.read_text(encoding="utf-8")) for path in scripts}
    sources["figures.css"] = (FIGURES / "figures.css").read_text(encoding="utf-8")
    return {
        name: (f"{name}?v={hashlib.sha256(source.encode()).hexdigest()[:8]}", source)
        for name, source in sources.items()
    }


def loaded(used: Iterable[str]) -> list[str]:
    """Return these modules and all that they import, each once and after what it imports."""
    found: dict[str, None] = {}
    for name in used:
        if name not in found:
            source = (FIGURES / name).read_text(encoding="utf-8")
            found |= dict.fromkeys([*loaded(f"{other}.js" for other in imports(source)), name])
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
    (static / mathfont.NAME).write_bytes(kept(app, mathfont.NAME, mathfont.woff2))
