"""Leave out the marks around code that no theme colors, names and brackets: they are a fifteenth of a page's weight."""

import re
from typing import Any

PLAIN = ("n", "nn", "p", "w")
"""Pygments' classes of names, modules, punctuation and spaces."""
_MARKED = re.compile(rf'<span class="(?:{"|".join(PLAIN)})">([^<]*)</span>')


def setup(app: Any) -> None:
    """Rewrite each page's code before it is written."""
    app.connect("html-page-context", _unmark, priority=950)


def _unmark(app: Any, page: str, template: str, context: dict[str, Any], doctree: Any) -> None:
    if "body" in context:
        context["body"] = _MARKED.sub(r"\1", context["body"])
