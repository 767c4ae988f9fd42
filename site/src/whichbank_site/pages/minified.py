"""Scripts and styles as pages carry them: without comments and spaces."""

import re
from pathlib import Path

import minify_html

_BODY = r"(?:[^*]|\*(?!/))*\*/"
_TOLD = re.compile(
    rf"^[ \t]*/\*\*{_BODY}[ \t]*\n|/\*\* @type {_BODY} ?|^[ \t]*// .*\n", re.MULTILINE
)


def script(source: str) -> str:
    """Return a classic script that does the same.

    Raises
    ------
    ValueError
        If the source cannot be parsed: the minifier would leave it as it is.

    >>> script("(() => { const sum = (one, other) => one + other; wb.sum = sum; })();")
    '(()=>{let sum=(one,other)=>one+other;wb.sum=sum})();'
    """
    made = _within("script", _TOLD.sub("", source))
    return made.replace("/* @__PURE__ */ ", "")  # what the minifier tells others of its kind


def style(source: str) -> str:
    """Return a style sheet that says the same.

    >>> style("a:hover { color: #ffffff; }")
    'a:hover{color:#fff}'
    """
    return _within("style", source)


def styles(*sheets: Path) -> str:
    """Return these style sheets as one."""
    return style("".join(sheet.read_text(encoding="utf-8") for sheet in sheets))


def _within(tag: str, source: str) -> str:
    page = minify_html.minify(f"<{tag}>{source}</{tag}>", minify_js=True, minify_css=True)
    found = page.removeprefix(f"<{tag}>").removesuffix(f"</{tag}>")
    if found.strip() == source.strip() and "\n" in found.strip():
        raise ValueError(f"the {tag} that begins with {source.strip()[:60]!r} cannot be parsed")
    return found
