"""One style sheet for all pages, with those rules of the theme alone that can match on a page of the site.

A rule goes when it asks for a class, an id or an element that stands in no page and in no script. So a class that a
script builds out of parts must be listed here.
"""

import functools
import hashlib
import json
import re
from pathlib import Path
from typing import Any

import tinycss2
from sphinx.util import logging

from whichbank_site import icons
from whichbank_site.kept import kept

NAME = "site.css"
# In the order in which they override each other; a package that brings another sheet is told so by a warning.
SHEETS = (
    "basic.css",
    "styles/pydata-sphinx-theme.css",
    "pygments.css",
    "styles/sphinx-book-theme.css",
    "copybutton.css",
    "mystnb.*.css",
    "which-bank.css",
)
_BUILT_BY_SCRIPTS = {"copybtn", "dialog", "tab"}
_THE_THEMES_ICONS = re.compile(r"\.(fa[srb]?(?![\w-])|fa-|svg-inline)")
_LISTS = re.compile(
    r":(?:is|where|not|has|nth-child|nth-last-child|host)\([^()]*(?:\([^()]*\)[^()]*)*\)|::?[\w-]+|\[[^\]]*\]"
)
_CUSTOM = re.compile(r"(?<![\w-])--[\w-]+")
_ASKED = re.compile(r"var\(\s*(--[\w-]+)")
_SET = re.compile(r"""(?<![\w-])(--[\w-]+)\s*:(?:"[^"]*"|'[^']*'|\([^()]*\)|[^;{}"'()])*(?:;|(?=\}))""")
_NAME = re.compile(r"[.#]?-?[a-zA-Z_][\w-]*")
_log = logging.getLogger(__name__)


def used(sheet: str, words: set[str]) -> str:
    """Return the sheet without the rules that no page can use.

    Parameters
    ----------
    sheet : str
        A style sheet.
    words : set of str
        Every word of the site's pages and scripts, so also every class, id and element name.

    Examples
    --------
    >>> used("p, .a { color: red } .b .a { color: blue } @media print { .b { color: red } }", {"p", "a"})
    'p, .a{ color: red }'
    """
    kept = []
    for rule in tinycss2.parse_stylesheet(sheet, skip_comments=True, skip_whitespace=True):
        if rule.type == "qualified-rule":
            selectors = [part for part in _split(tinycss2.serialize(rule.prelude)) if _matches(part, words)]
            if selectors:
                kept.append(f"{', '.join(selectors)}{{{tinycss2.serialize(rule.content)}}}")
        elif rule.type == "at-rule" and rule.lower_at_keyword in ("media", "supports", "layer") and rule.content:
            inside = used(tinycss2.serialize(rule.content), words)
            if inside:
                kept.append(f"@{rule.at_keyword}{tinycss2.serialize(rule.prelude)}{{{inside}}}")
        elif rule.type == "at-rule" and "Font Awesome" not in rule.serialize().replace("\\", ""):
            kept.append(rule.serialize())
    return "\n".join(kept)


def asked(sheet: str, names: set[str]) -> str:
    """Return the sheet without the custom properties that it sets and nothing asks for.

    Parameters
    ----------
    sheet : str
        A style sheet.
    names : set of str
        The custom properties that others ask for: pages, scripts and other sheets.

    Examples
    --------
    >>> asked("p { --a: red; --b: var(--c); --c: 2px; color: var(--a) }", set())
    'p { --a: red;   color: var(--a) }'
    """
    wanted = names | set(_ASKED.findall(sheet))
    less = _SET.sub(lambda found: found[0] if found[1] in wanted else "", sheet)
    return less if less == sheet else asked(less, names)  # what only a property asks for that has gone goes too


def setup(app: Any) -> None:
    """Put one sheet in the place of many."""
    app.connect("html-page-context", _link, priority=980)
    app.connect("build-finished", _write, priority=900)


def _split(selectors: str) -> list[str]:
    """Split at the commas that stand in no bracket."""
    return [part.strip() for part in re.split(r",(?![^(\[]*[)\]])", selectors)]


def _matches(selector: str, words: set[str]) -> bool:
    if _THE_THEMES_ICONS.search(selector):
        return False
    names = _NAME.findall(_LISTS.sub(" ", selector))
    return all(name.lstrip(".#") in words for name in names)


def _on_page(page: str) -> set[str]:
    """Return the classes, ids and element names of a page, and the words of the scripts in it."""
    inline = " ".join(re.findall(r"<script(?![^>]*json)[^>]*>(.*?)</script>", page, re.DOTALL))
    values = " ".join(re.findall(r"\b(?:class|id)=\"([^\"]*)\"", page))
    return {*values.split(), *re.findall(r"<([a-z][a-z0-9]*)", page), *re.findall(r"[\w-]+", inline)}


def _link(app: Any, page: str, template: str, context: dict[str, Any], doctree: Any) -> None:
    others = []
    for sheet in context.get("css_files", []):
        path = str(sheet.filename).removeprefix("_static/")
        if "print" in sheet.attributes.get("media", ""):
            others.append(sheet)
        elif not any(Path(path).match(known) for known in SHEETS):
            _log.warning("whichbank_site/styles.py does not list the style sheet %s", path)
    context["css_files"] = others
    context["styles_digest"] = _digest(app)


def _digest(app: Any) -> str:
    ours = Path(app.srcdir, "book", "_static", "which-bank.css")
    parts = [ours, Path(__file__), Path(icons.__file__), Path(app.srcdir, "requirements.txt")]
    return hashlib.sha256(b"".join(part.read_bytes() for part in parts if part.exists())).hexdigest()[:8]


def _write(app: Any, exception: Exception | None) -> None:
    if exception is not None or app.builder.format != "html":
        return
    static = Path(app.outdir, "_static")
    words, names = set(_BUILT_BY_SCRIPTS), set()
    for file in static.rglob("*.js"):
        if file.name not in ("fontawesome.js", "bootstrap.js"):
            text = file.read_text(encoding="utf-8")
            words.update(re.findall(r"-?[a-zA-Z_][\w-]*", text))
            names.update(_CUSTOM.findall(text))
    for file in Path(app.outdir).rglob("*.html"):
        text = file.read_text(encoding="utf-8")
        words.update(_on_page(text))
        names.update(_CUSTOM.findall(text))
    for file in (static / "print.css", *(static / "figures").glob("*.css")):
        names.update(_ASKED.findall(file.read_text(encoding="utf-8")))
    sheets = [next(static.glob(name)).read_text(encoding="utf-8") for name in SHEETS]
    *theme, ours = [_used(app, sheet, words) for sheet in sheets]
    whole = "\n".join([*theme, icons.rules(words), ours])
    (static / NAME).write_text(asked(whole, names), encoding="utf-8")
    signs = "".join(theme)
    (static / icons.FONT).write_bytes(kept(app, f"icons\n{signs}", functools.partial(icons.font, signs)))


def _used(app: Any, sheet: str, words: set[str]) -> str:
    """Return what an earlier build has kept of this sheet, for the same words: another text brings none."""
    return kept(app, json.dumps([sheet, sorted(words)]), lambda: used(sheet, words).encode()).decode()
