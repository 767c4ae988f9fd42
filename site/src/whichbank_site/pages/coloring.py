"""Mark of the code only what a theme colors, and all of one color alike.

It takes 28 to 63 kB from a chapter's page, and 1.4 to 2.9 kB, 3 to 6%, from what is sent of it.
"""

import re
from typing import Any

PLAIN = ("n", "nn", "p", "w")
"""Pygments' classes of names, modules, punctuation and spaces."""
ALIKE = {
    "o": ("s1", "s2", "sa", "sd", "se", "si"),
    "mi": ("bp", "mf", "nb"),
    "k": ("kc", "kn", "ow"),
    "nf": ("fm", "nc"),
}
"""Classes that are drawn as another one: texts as operators, built-in names as numbers, and so
on.
"""
_FIRST = {other: name for name, others in ALIKE.items() for other in others}
_MARKED = re.compile(rf'<span class="(?:{"|".join(PLAIN)})">([^<]*)</span>')
_OTHER = re.compile(rf'<span class="({"|".join(_FIRST)})">(?=[^<]*</span>)')
_RUN = re.compile(r'<span class="(\w+)">[^<]*</span>(?: *<span class="\1">[^<]*</span>)+')
_BETWEEN = re.compile(r'</span>( *)<span class="\w+">')


def setup(app: Any) -> None:
    """Rewrite each page's code before it is written."""
    app.connect("html-page-context", _unmark, priority=950)


def _unmark(app: Any, page: str, template: str, context: dict[str, Any], doctree: Any) -> None:
    if "body" in context:
        context["body"] = lightly_marked(context["body"])


def lightly_marked(page: str) -> str:
    """Return a page with fewer marks, whose code looks the same; no browser translates it.

    >>> lightly_marked('<span class="n">x</span> <span class="o">=</span> <span class="s1">"a"</span>')
    'x <span class="o">= "a"</span>'
    """
    page = _OTHER.sub(lambda found: f'<span class="{_FIRST[found[1]]}">', _MARKED.sub(r"\1", page))
    page = _RUN.sub(lambda found: _BETWEEN.sub(r"\1", found[0]), page)
    return page.replace(' notranslate">', '" translate="no">')
